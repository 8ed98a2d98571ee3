package index

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"reflect"

	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
)

// The tables of a saved index that are small beside its columns are written one value after the other: numbers as
// uvarints, texts and lists with their length in front.

type encoder struct{ b []byte }

func (e *encoder) number(n uint64) { e.b = binary.AppendUvarint(e.b, n) }

func (e *encoder) truth(t bool) {
	if t {
		e.number(1)
	} else {
		e.number(0)
	}
}

func (e *encoder) text(s string) {
	e.number(uint64(len(s)))
	e.b = append(e.b, s...)
}

func encodeList[T any](e *encoder, list []T, one func(T)) {
	e.number(uint64(len(list)))
	for _, v := range list {
		one(v)
	}
}

// A decoder reads what an encoder wrote. After a fault it gives zeros, and err says so.
type decoder struct {
	b   []byte
	err error
}

var errCutOff = errors.New("a table is cut off")

func (d *decoder) fail() {
	d.b = nil
	if d.err == nil {
		d.err = errCutOff
	}
}

func (d *decoder) number() uint64 {
	n, size := binary.Uvarint(d.b)
	if size <= 0 {
		d.fail()
		return 0
	}
	d.b = d.b[size:]
	return n
}

func (d *decoder) truth() bool { return d.number() == 1 }

func (d *decoder) text() string {
	n := d.number()
	if n > uint64(len(d.b)) {
		d.fail()
		return ""
	}
	s := string(d.b[:n])
	d.b = d.b[n:]
	return s
}

func decodeList[T any](d *decoder, one func() T) []T {
	n := d.number()
	if n > uint64(len(d.b)) { // each takes at least a byte
		d.fail()
	}
	if n == 0 || d.err != nil {
		return nil
	}
	list := make([]T, n)
	for i := range list {
		list[i] = one()
	}
	return list
}

func (e *encoder) tag(t spar.Tag) {
	ids := func(list []spar.TagID) { encodeList(e, list, func(id spar.TagID) { e.number(uint64(id)) }) }
	e.number(uint64(t.ID))
	e.text(t.Name)
	encodeList(e, t.Synonyms, e.text)
	e.text(t.Notes)
	ids(t.Parents)
	e.text(t.Key)
	encodeList(e, t.Positions, e.text)
	ids(t.Links)
	e.truth(t.Retired)
}

func (d *decoder) tag() spar.Tag {
	ids := func() []spar.TagID { return decodeList(d, func() spar.TagID { return spar.TagID(d.number()) }) }
	return spar.Tag{
		ID: spar.TagID(d.number()), Name: d.text(), Synonyms: decodeList(d, d.text), Notes: d.text(), Parents: ids(),
		Key: d.text(), Positions: decodeList(d, d.text), Links: ids(), Retired: d.truth(),
	}
}

func (e *encoder) entry(v entry) {
	e.number(uint64(v.Mode))
	e.number(uint64(v.UID))
	e.number(uint64(v.GID))
	e.text(v.ACL)
	e.number(uint64(v.Ground))
}

func (d *decoder) entry() entry {
	return entry{fs.FileMode(d.number()), uint32(d.number()), uint32(d.number()), d.text(), share.Ground(d.number())}
}

// numberOf is the eight bytes that stand for a value which is no text: the bits of a number, milliseconds of a date.
func numberOf(v spar.Value) uint64 {
	if v.Kind == spar.Number {
		return math.Float64bits(v.Number)
	}
	return uint64(v.Date.UnixMilli())
}

// recipe names the form of saved indexes and all that they keep, so that a program that knows more makes its own.
func recipe() string {
	text := fmt.Sprint(formatVersion)
	for _, kept := range []any{spar.File{}, spar.Tag{}, spar.Attribute{}, spar.Value{}, entry{}, way{}, class{}} {
		t := reflect.TypeOf(kept)
		for i := range t.NumField() {
			text += " " + t.Name() + "." + t.Field(i).Name + ":" + t.Field(i).Type.String()
		}
	}
	return text
}

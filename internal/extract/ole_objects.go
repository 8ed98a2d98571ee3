package extract

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf16"

	spar "github.com/sparsearch/spar/internal/spar"
)

// withObjects makes a reader of Office files of before 2007 hand on the files within them too.
func withObjects(read func(context.Context, *Input, *sink) error) func(context.Context, *Input, *sink) error {
	return func(ctx context.Context, in *Input, out *sink) error {
		err := read(ctx, in, out)
		if err != nil && !isCorrupt(err) && !errors.Is(err, ErrPartial) {
			return err
		}
		var fault error
		for n, at := range objects(in) {
			name, content, ferr := objectAt(in, at, fmt.Sprintf("object %d", n+1))
			if ferr != nil {
				fault = cmp.Or(fault, refuse(ErrPartial, "object %d within it cannot be read: %v", n+1, ferr))
			}
			if content == nil || ferr != nil {
				continue
			}
			if merr := out.member(spar.Member{Name: attachmentName(name), Size: int64(len(content)), At: at}); merr != nil {
				return merr
			}
		}
		return cmp.Or(err, fault)
	}
}

// unpackObject writes a file that lies within an Office file of before 2007.
func unpackObject(_ context.Context, in *Input, m spar.Member, w io.Writer) error {
	if !slices.Contains(objects(in), m.At) {
		return errNoMember
	}
	_, content, err := objectAt(in, m.At, "")
	if err == nil && content == nil {
		err = errNoMember
	}
	if err == nil {
		_, err = w.Write(content)
	}
	return err
}

// objects says where objects lie: storages of a document (MS-DOC 2.1.1) or a workbook (MS-XLS 2.1.1), by their numbers, and records of a
// presentation (MS-PPT 2.10.34), by their places with a minus.
func objects(in *Input) (list []int64) {
	c, err := openCompound(in)
	if err != nil {
		return nil
	}
	storages := c.children(0, "mbd")
	if pool, ok := c.index[oleKey{0, "objectpool"}]; ok {
		storages = append(storages, c.children(pool, "_")...)
	}
	for _, s := range storages {
		list = append(list, int64(s))
	}
	if d := openDeck(c, &sink{}); d != nil {
		if _, err := d.edits(d.user); err == nil {
			for _, at := range slices.Sorted(maps.Values(d.persist)) {
				if r, ok := d.record(at); ok && r.kind == pptObject {
					list = append(list, -at)
				}
			}
		}
	}
	return list[:min(len(list), maxMembers)]
}

// objectAt gives the file that an object holds, with its name or else the given one; none where nobody would read it.
func objectAt(in *Input, at int64, stem string) (string, []byte, error) {
	c, err := openCompound(in)
	if err != nil {
		return "", nil, err
	}
	if at >= 0 {
		return c.object(int(at), stem, func() []byte { return c.standalone(int(at)) })
	}
	d := openDeck(c, &sink{})
	r, ok := d.record(-at)
	if !ok {
		return "", nil, errNoMember
	}
	raw := d.s.bytes(r.at, min(r.size, maxMailPart))
	if r.instance == 1 && len(raw) > 4 { // packed, behind its length
		z, err := zlib.NewReader(bytes.NewReader(raw[4:]))
		if err != nil {
			return "", nil, err
		}
		if raw, err = io.ReadAll(io.LimitReader(z, maxMailPart+1)); err != nil && len(raw) == 0 { // what is cut off may hold the file
			return "", nil, err
		}
	}
	if len(raw) > maxMailPart {
		return "", nil, refuse(ErrTooBig, "it is longer than %s", size(maxMailPart))
	}
	return oleObject(stem, raw)
}

// oleObject is the file that a compound file of an object holds.
func oleObject(stem string, raw []byte) (string, []byte, error) {
	c, err := readCompound(&Input{R: bytes.NewReader(raw), Size: int64(len(raw))})
	if err != nil {
		return "", nil, err
	}
	return c.object(0, stem, func() []byte { return raw })
}

// object takes the file out of the storage of an OLE object: a file that a user put in by hand (Ole10Native of MS-OLEDS 2.3.6, as Packager
// writes it), a file that a program keeps whole, or the object itself if it is a document; none of a formula, a picture and the like.
func (c *compound) object(storage int, stem string, itself func() []byte) (string, []byte, error) {
	if s := c.open(storage, "\x01Ole10Native"); s != nil {
		name, content := packaged(s.bytes(0, s.size))
		return cmp.Or(attachmentName(name), stem), content, nil
	}
	for _, stream := range []string{"Package", "CONTENTS", "EmbeddedOdf"} {
		if s := c.open(storage, stream); s != nil {
			content := s.bytes(0, s.size)
			if format := embeddedFormat(content); format != "" {
				return stem + "." + format, content, nil
			}
		}
	}
	for _, s := range oleStreams {
		if slices.Contains([]string{"doc", "xls", "ppt", "msg"}, s.name) && c.open(storage, s.stream) != nil {
			return stem + "." + s.name, itself(), nil
		}
	}
	return "", nil, nil
}

// standalone makes a compound file of a storage and all below it; nil if its streams are longer than the file, as in a damaged one.
func (c *compound) standalone(storage int) []byte {
	const (
		sector, unit, cutoff   = 4096, 64, 4096
		free, end, ofFAT       = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
		mostFAT, headFAT, name = 109, 76, 31
	)
	le := binary.LittleEndian
	kids := map[int][]int{}
	for i, e := range c.entries {
		if i > 0 && (e.kind == oleStorage || e.kind == oleStream) {
			kids[e.parent] = append(kids[e.parent], i)
		}
	}
	var fat, miniFAT []uint32
	var body, mini, dir []byte
	put := func(table *[]uint32, data *[]byte, content []byte, unit int) uint32 {
		if len(content) == 0 {
			return end
		}
		start := len(*table)
		for range (len(content) + unit - 1) / unit {
			*table = append(*table, uint32(len(*table)+1))
		}
		(*table)[len(*table)-1] = end
		*data = append(*data, content...)
		*data = append(*data, make([]byte, len(*table)*unit-len(*data))...)
		return uint32(start)
	}
	left := c.size
	record := func(title string, kind byte) []byte {
		e := make([]byte, 128)
		units := utf16.Encode([]rune(title))
		units = units[:min(len(units), name)]
		for i, u := range units {
			le.PutUint16(e[2*i:], u)
		}
		le.PutUint16(e[64:], uint16(2*len(units)+2))
		e[66], e[67] = kind, 1
		for _, link := range []int{68, 72, 76} {
			le.PutUint32(e[link:], free)
		}
		return e
	}
	upper := func(i int) string { return strings.ToUpper(c.entries[i].name) }
	var tree func(list []int) uint32
	tree = func(list []int) uint32 { // the order of a directory: by length, then by letters
		if len(list) == 0 || left < 0 {
			return free
		}
		mid := len(list) / 2
		from := c.entries[list[mid]]
		at := len(dir)
		dir = append(dir, record(from.name, from.kind)...)
		links := []uint32{tree(list[:mid]), tree(list[mid+1:]), free}
		if from.kind == oleStorage {
			links[2] = tree(sortedBy(kids[list[mid]], upper))
		} else if s := c.chain(from.start, from.size, from.size < c.cutoff); s != nil && s.size <= left {
			left -= s.size
			content := s.bytes(0, s.size)
			start := uint32(0)
			if len(content) < cutoff {
				start = put(&miniFAT, &mini, content, unit)
			} else {
				start = put(&fat, &body, content, sector)
			}
			le.PutUint32(dir[at+116:], start)
			le.PutUint64(dir[at+120:], uint64(len(content)))
		} else {
			left = -1
		}
		for i, l := range links {
			le.PutUint32(dir[at+68+4*i:], l)
		}
		return uint32(at / 128)
	}
	dir = append(dir, record("Root Entry", 5)...)
	child := tree(sortedBy(kids[storage], upper))
	if left < 0 {
		return nil
	}
	le.PutUint32(dir[76:], child)
	le.PutUint32(dir[116:], put(&fat, &body, mini, sector))
	le.PutUint64(dir[120:], uint64(len(mini)))
	packed := func(table []uint32) (b []byte) {
		for _, v := range table {
			b = le.AppendUint32(b, v)
		}
		return append(b, bytes.Repeat([]byte{0xFF}, (sector-len(b)%sector)%sector)...)
	}
	dirAt := put(&fat, &body, dir, sector)
	miniAt := put(&fat, &body, packed(miniFAT), sector)
	head := make([]byte, sector)
	copy(head, oleMagic)
	for at, v := range map[int]uint16{24: 0x3E, 26: 4, 28: 0xFFFE, 30: 12, 32: 6} {
		le.PutUint16(head[at:], v)
	}
	n := 1
	for n*sector/4 < len(fat)+n {
		n++
	}
	if n > mostFAT {
		return nil
	}
	for i := range mostFAT {
		at := uint32(free)
		if i < n {
			at = uint32(len(fat))
			fat = append(fat, ofFAT)
		}
		le.PutUint32(head[headFAT+4*i:], at)
	}
	sectors := func(bytes int) int { return (bytes + sector - 1) / sector }
	for at, v := range map[int]int{
		40: sectors(len(dir)), 44: n, 48: int(dirAt), 56: cutoff, 60: int(miniAt), 64: sectors(4 * len(miniFAT)), 68: end,
	} {
		le.PutUint32(head[at:], uint32(v))
	}
	return slices.Concat(head, body, packed(fat))
}

// sortedBy is a list of entries in the order that directories have.
func sortedBy(list []int, name func(int) string) []int {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b int) int {
		return cmp.Or(cmp.Compare(len(name(a)), len(name(b))), cmp.Compare(name(a), name(b)))
	})
	return list
}

package index

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/spar"
)

// A tail closes the lists of rows up to the one that comes next.
type tail struct {
	end  *spool
	size func() int64
	next int
}

func (t *tail) to(row int) error {
	n := t.size()
	if n > math.MaxUint32 {
		return spar.Errorf(spar.Unavailable, "there are more than four thousand million tags or attributes of files, which is more than the index can hold")
	}
	for ; t.next < row; t.next++ {
		if err := put(t.end, uint32(n)); err != nil {
			return err
		}
	}
	return nil
}

func (b *builder) addLinks() error {
	list := &b.columns[secTagList]
	t := tail{end: &b.columns[secTagEnd], size: func() int64 { return list.size / 4 }}
	var last catalog.Link
	for l, err := range b.listLinks() {
		if err != nil {
			return err
		}
		row, ok := b.row(uint32(l.File))
		if !ok || l == last {
			continue
		}
		last = l
		b.tagCounts[l.Tag]++
		if err := errors.Join(t.to(row), put(list, uint32(l.Tag))); err != nil {
			return err
		}
	}
	return t.to(int(b.rows))
}

func (b *builder) addAttributes() error {
	list := &b.columns[secAttributeList]
	t := tail{end: &b.columns[secAttributeEnd], size: func() int64 { return list.size / 4 }}
	var last spar.Attribute
	for a, err := range b.listAttributes() {
		if err != nil {
			return err
		}
		row, ok := b.row(uint32(a.File))
		if !ok {
			continue
		}
		n, key, err := b.term(a)
		if err != nil {
			return err
		}
		b.keys[3*key].Add(uint32(a.File))
		if a.File == last.File && a.Key == last.Key {
			b.keys[3*key+1].Add(uint32(a.File))
			if a.Origin != last.Origin {
				b.keys[3*key+2].Add(uint32(a.File))
			}
		}
		last = a
		b.termCounts[n]++
		if err := errors.Join(t.to(row), put(list, n)); err != nil {
			return err
		}
	}
	if err := t.to(int(b.rows)); err != nil {
		return err
	}
	order := make([]uint32, len(b.termKeys))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortStableFunc(order, func(x, y uint32) int { return cmp.Compare(b.termKeys[x], b.termKeys[y]) })
	for i, n := range order {
		k := &b.tables.Keys[b.termKeys[n]]
		if k.To == 0 {
			k.From = uint32(i)
		}
		k.To = uint32(i + 1)
	}
	return put(&b.columns[secTermOrder], order...)
}

// term gives the number of the term of an attribute, and that of its key.
func (b *builder) term(a spar.Attribute) (n, key uint32, err error) {
	key, ok := b.keyAt[a.Key]
	if !ok {
		key = uint32(len(b.tables.Keys))
		if key > math.MaxUint16 {
			return 0, 0, spar.Errorf(spar.Unavailable,
				"there are attributes with more than %d different keys, which is more than the index can hold; remove the rule or "+
					"the sidecar that makes them", math.MaxUint16)
		}
		b.keyAt[a.Key] = key
		b.tables.Keys = append(b.tables.Keys, keyRecord{Key: a.Key})
		b.keys = append(b.keys, roaring.New(), roaring.New(), roaring.New())
		b.shared[key] = map[termKey]uint32{}
	}
	origin, ok := b.originAt[a.Origin]
	if !ok {
		origin = uint32(len(b.tables.Origins))
		if origin > math.MaxUint8 {
			return 0, 0, fmt.Errorf("attributes have more than %d origins", math.MaxUint8)
		}
		b.originAt[a.Origin] = origin
		b.tables.Origins = append(b.tables.Origins, a.Origin)
	}
	t := termKey{origin: uint8(origin), kind: uint8(slices.Index(kindsOfValues, a.Value.Kind)), text: a.Value.Text}
	if a.Value.Kind != spar.Text {
		t.number, t.text = numberOf(a.Value), ""
	}
	if n, ok := b.shared[key][t]; ok {
		return n, key, nil
	}
	n = uint32(len(b.termKeys))
	if len(b.shared[key]) < maxShared {
		b.shared[key][t] = n
	}
	r := termRecord{Value: t.number, Length: uint32(len(t.text)), Key: uint16(key), Origin: t.origin, Kind: t.kind}
	if a.Value.Kind == spar.Text {
		r.Value = uint64(b.columns[secTermTexts].size)
	}
	b.termKeys, b.termCounts = append(b.termKeys, uint16(key)), append(b.termCounts, 0)
	return n, key, errors.Join(put(&b.columns[secTerms], r), b.columns[secTermTexts].write([]byte(t.text)))
}

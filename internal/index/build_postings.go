package index

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/catalog"
)

func (b *builder) addOrder() error {
	place := make([]uint32, b.rows)
	position := uint32(0)
	for i, s := range b.v.Shares() {
		b.tables.Shares[i].From = position
		for id, err := range b.listOrder(s.ID) {
			if err != nil {
				return err
			}
			row, ok := b.row(uint32(id))
			if !ok {
				continue
			}
			place[row] = position
			position++
			if err := put(&b.columns[secOrder], uint32(row)); err != nil {
				return err
			}
		}
		b.tables.Shares[i].To = position
	}
	if position != b.rows {
		return fmt.Errorf("%d files have an order, of %d", position, b.rows)
	}
	folders := make([]uint32, len(b.places))
	for i := range folders {
		folders[i] = uint32(i)
	}
	slices.SortFunc(folders, func(x, y uint32) int {
		p, q := b.places[x], b.places[y]
		return cmp.Or(cmp.Compare(b.share[p.share], b.share[q.share]), cmp.Compare(p.path, q.path))
	})
	return errors.Join(put(&b.columns[secPlace], place...), put(&b.columns[secFolderOrder], folders...))
}

func (b *builder) addPostings() error {
	b.places, b.folderAt, b.shared = nil, nil, nil
	// Rows come in the order of IDs, so that lists of rows give the IDs of each tag and term in their order.
	lists := func(end, list int) func(func(key, id uint32) error) error {
		return func(f func(key, id uint32) error) error {
			ids, err := b.columns[secID].reader()
			if err != nil {
				return err
			}
			ends, err := b.columns[end].reader()
			if err != nil {
				return err
			}
			id, last, n := uint32(0), uint32(0), uint32(0)
			pair := make([]uint32, 1)
			return eachOf(&b.columns[list], func(key uint32) error {
				for n >= last {
					if err := readInto(ids, pair); err != nil {
						return err
					}
					id = pair[0]
					if err := readInto(ends, pair); err != nil {
						return err
					}
					last = pair[0]
				}
				n++
				return f(key, id)
			})
		}
	}
	for _, p := range []struct {
		to, end, list int
		counts        []uint32
	}{{secTagPosting, secTagEnd, secTagList, b.tagCounts}, {secTermPosting, secAttributeEnd, secAttributeList, b.termCounts}} {
		next := 0
		skip := func(to int) error {
			for ; next < to; next++ {
				if err := put(&b.columns[p.to], posting{}); err != nil {
					return err
				}
			}
			return nil
		}
		if err := scatter(p.counts, scatterIDs, lists(p.end, p.list), func(key int, ids []uint32) error {
			if err := skip(key); err != nil {
				return err
			}
			next++
			return b.posting(p.to, slices.Compact(ids))
		}); err != nil {
			return err
		}
		if err := skip(len(p.counts)); err != nil {
			return err
		}
	}
	for _, p := range []struct {
		to   int
		sets []*roaring.Bitmap
	}{{secKindPosting, b.kinds}, {secClassPosting, b.classes}, {secKeyPosting, b.keys}} {
		for _, set := range p.sets {
			if err := b.posting(p.to, set.ToArray()); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *builder) posting(to int, ids []uint32) error {
	out := &b.columns[secPostings]
	p := posting{Offset: uint64(out.size), Count: uint32(len(ids))}
	switch len(ids) {
	case 0:
	case 1:
		p.Offset = uint64(ids[0])
	default:
		body, err := encodePosting(ids)
		if err != nil {
			return err
		}
		if err := out.write(body); err != nil {
			return err
		}
		if pad := out.size % 8; pad != 0 {
			if err := out.write(make([]byte, 8-pad)); err != nil {
				return err
			}
		}
	}
	return put(&b.columns[to], p)
}

func (b *builder) write(f *os.File) error {
	if err := errors.Join(put(&b.columns[secRankWords], b.words...), put(&b.columns[secRankCounts], b.counts...),
		b.columns[secTables].write(b.tables.encode())); err != nil {
		return err
	}
	w := newSavedWriter(f)
	for i := range b.columns {
		r, err := b.columns[i].reader()
		if err != nil {
			return err
		}
		if err := w.section(i, r); err != nil {
			return err
		}
	}
	return w.finish()
}

// markOf names the end of the journal at one of its entries: another journal, as that of a backup which went on its own
// way, has another mark there.
func markOf(v *catalog.View, head int64) (string, error) {
	changes, err := v.LastChanges(head, 16)
	if err != nil {
		return "", err
	}
	if len(changes) > 0 && changes[0].Seq != head {
		return "", nil // it lacks that entry
	}
	var mark bytes.Buffer
	for _, c := range changes {
		fmt.Fprint(&mark, c, ";")
	}
	return mark.String(), nil
}

package index

import (
	"math/bits"
	"slices"
	"unsafe"

	"github.com/RoaringBitmap/roaring/v2"
)

// ranks tell the row of a file from its ID: rows are counted in the order of IDs.
type ranks struct {
	words  []uint64 // a bit for each ID
	counts []uint32 // bits in the words before
}

// row gives the row of an ID, and whether there is one.
func (r ranks) row(id uint32) (int, bool) {
	w := id / 64
	if int(w) >= len(r.words) || r.words[w]&(1<<(id%64)) == 0 {
		return 0, false
	}
	return int(r.counts[w]) + bits.OnesCount64(r.words[w]&(1<<(id%64)-1)), true
}

// A posting says where the files of one tag, value or class are: Count IDs at Offset of the postings, as ascending
// 32-bit numbers up to maxPlain, above that as a Roaring bitmap in its portable form. One ID stands in Offset itself.
type posting struct {
	Offset uint64
	Count  uint32
	_      uint32
}

const maxPlain = 16

// A postings is the bytes that hold postings.
type postings []byte

// A union gathers postings.
type union struct {
	plain   []uint32
	bitmaps []*roaring.Bitmap
}

func (p postings) into(u *union, at posting) {
	switch {
	case at.Count == 0:
	case at.Count == 1:
		u.plain = append(u.plain, uint32(at.Offset))
	case at.Count <= maxPlain:
		u.plain = append(u.plain, view[uint32](p[at.Offset:at.Offset+4*uint64(at.Count)])...)
	default:
		b := roaring.New()
		if _, err := b.FromBuffer(p[at.Offset:]); err != nil {
			panic("index: a posting is damaged: " + err.Error()) // its checksum was right
		}
		u.bitmaps = append(u.bitmaps, b)
	}
}

// of gives one posting, which must not be changed.
func (p postings) of(at posting) *roaring.Bitmap {
	var u union
	p.into(&u, at)
	return u.bitmap()
}

// crowd is from how many postings on bits are set one by one: merging hundreds of sorted lists moves each ID again and
// again.
const crowd = 8

// bitmap gives the union so far; it may share memory with the mapped file and must not be changed.
func (u *union) bitmap() *roaring.Bitmap {
	if len(u.bitmaps) >= crowd {
		return u.dense()
	}
	list := u.bitmaps
	if len(u.plain) > 0 {
		slices.Sort(u.plain)
		list = append(list, roaring.BitmapOf(u.plain...))
	}
	switch len(list) {
	case 0:
		return roaring.New()
	case 1:
		return list[0]
	}
	return roaring.FastOr(list...)
}

// dense is bitmap by way of an array with a bit for every ID up to the last.
func (u *union) dense() *roaring.Bitmap {
	last := uint32(0)
	for _, id := range u.plain {
		last = max(last, id)
	}
	for _, b := range u.bitmaps {
		last = max(last, b.Maximum())
	}
	words := make([]uint64, last/64+1)
	for _, id := range u.plain {
		words[id/64] |= 1 << (id % 64)
	}
	ids := make([]uint32, 1024)
	for _, b := range u.bitmaps {
		it := b.ManyIterator()
		for n := it.NextMany(ids); n > 0; n = it.NextMany(ids) {
			for _, id := range ids[:n] {
				words[id/64] |= 1 << (id % 64)
			}
		}
	}
	return roaring.FromDense(words, true)
}

// encode gives the bytes of a posting for IDs, ascending and different.
func encodePosting(ids []uint32) ([]byte, error) {
	if len(ids) <= maxPlain {
		return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(ids))), 4*len(ids)), nil
	}
	b := roaring.BitmapOf(ids...)
	b.RunOptimize()
	return b.ToBytes()
}

// view is bytes as what they hold; a section begins at a multiple of eight.
func view[T any](b []byte) []T {
	var one T
	n := len(b) / int(unsafe.Sizeof(one))
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), n)
}

// scatter calls emit with the IDs of every key, which each yields in the order of IDs. counts is how many each key has;
// at most about limit IDs are held at a time, for which each is called again and again.
func scatter(counts []uint32, limit int, each func(func(key, id uint32) error) error, emit func(key int, ids []uint32) error) error {
	for from := 0; from < len(counts); {
		to, total := from, 0
		starts := []int{}
		for to < len(counts) && (to == from || total+int(counts[to]) <= limit) {
			starts = append(starts, total)
			total += int(counts[to])
			to++
		}
		if total == 0 {
			from = to
			continue
		}
		ids, next := make([]uint32, total), slices.Clone(starts)
		if err := each(func(key, id uint32) error {
			if k := int(key); from <= k && k < to {
				ids[next[k-from]] = id
				next[k-from]++
			}
			return nil
		}); err != nil {
			return err
		}
		for k := from; k < to; k++ {
			if counts[k] > 0 {
				if err := emit(k, ids[starts[k-from]:next[k-from]]); err != nil {
					return err
				}
			}
		}
		from = to
	}
	return nil
}

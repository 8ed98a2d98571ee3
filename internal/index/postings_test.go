package index

import (
	"slices"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"pgregory.net/rapid"
)

// Few postings and many, short, long, dense and in runs, have the union that a set of their IDs is.
func TestUnion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p postings
		var u union
		want := map[uint32]bool{}
		for range rapid.IntRange(0, 3*crowd).Draw(t, "postings") {
			first := rapid.Uint32Range(0, 1<<18).Draw(t, "first")
			step := rapid.Uint32Range(1, 90).Draw(t, "step")
			ids := make([]uint32, rapid.IntRange(1, 9000).Draw(t, "count"))
			for i := range ids {
				ids[i] = first + uint32(i)*step
				want[ids[i]] = true
			}
			if len(ids) == 1 {
				p.into(&u, posting{Offset: uint64(ids[0]), Count: 1})
				continue
			}
			b, err := encodePosting(ids)
			if err != nil {
				t.Fatal(err)
			}
			at := posting{Offset: uint64(len(p)), Count: uint32(len(ids))}
			p = append(p, b...)
			p = append(p, make([]byte, -len(p)&7)...)
			p.into(&u, at)
		}
		ids := make([]uint32, 0, len(want))
		for id := range want {
			ids = append(ids, id)
		}
		slices.Sort(ids)
		if got := u.bitmap(); !got.Equals(roaring.BitmapOf(ids...)) {
			t.Fatalf("%d IDs, want %d", got.GetCardinality(), len(ids))
		}
	})
}

package retrieve

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// BenchmarkNearest searches 100,000 vectors of 5,000 segments in a mapped column: for the first time in a process, which
// compares them with their checksums, and again.
func BenchmarkNearest(b *testing.B) {
	const dim, segments, each = 384, 5000, 20
	s := openStore(b)
	r := rand.New(rand.NewPCG(1, 2))
	column, err := s.Column(b.Context(), "bench", dim)
	if err != nil {
		b.Fatal(err)
	}
	var ids []spar.SegmentID
	var list []store.Vector
	for i := range segments {
		ids = append(ids, segmentID(fmt.Sprint(i)))
		for p := range each {
			list = append(list, store.Vector{Segment: ids[i], Len: each, Index: p, Values: randomUnit(r, dim)})
		}
	}
	if err := column.Put(b.Context(), list); err != nil {
		b.Fatal(err)
	}
	question := randomUnit(r, dim)
	search := func(b *testing.B, c *store.Column) {
		slots := make([]store.Slots, len(ids))
		for i, id := range ids {
			slots[i] = c.Slots(id)
		}
		if _, _, err := nearestVectors(b.Context(), question, slots, 50); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			c, err := s.Column(b.Context(), "bench", dim)
			if err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
			search(b, c)
			b.StopTimer()
			if err := c.Close(); err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
		}
	})
	b.Run("again", func(b *testing.B) {
		for b.Loop() {
			search(b, column)
		}
	})
}

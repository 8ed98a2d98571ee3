package store

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/vec"
)

// A new reading keeps the vectors of passages whose text and headings stayed the same, of every encoder.
func TestTakeOver(t *testing.T) {
	dbtest.Each(t, func(t *testing.T) {
		s, ctx := openStore(t, t.TempDir()), t.Context()
		passage := func(heading, text string) spar.Passage {
			return spar.Passage{Kind: spar.TextPassage, Text: text, Locator: spar.Locator{Heading: heading}}
		}
		was := []spar.Passage{passage("H", "one"), passage("H", "two"), passage("H", "three"), passage("", "four")}
		now := []spar.Passage{passage("H", "new"), passage("H", "two"), passage("Other", "one"), passage("", "four"), passage("H", "three")}
		old, next := segmentID(1), segmentID(2)
		for id, list := range map[spar.SegmentID][]spar.Passage{old: was, next: now} {
			if err := s.Put(ctx, id, list); err != nil {
				t.Fatal(err)
			}
		}
		r := rand.New(rand.NewPCG(1, 2))
		vectors := map[string][][]float32{}
		for recipe, dim := range map[string]int{"a": 8, "b": 24} {
			c, err := s.Column(ctx, recipe, dim)
			if err != nil {
				t.Fatal(err)
			}
			for i := range was {
				vectors[recipe] = append(vectors[recipe], unit(r, dim))
				if i == 2 {
					continue // it has none yet
				}
				if err := c.Put(ctx, []Vector{{Segment: old, Len: len(was), Index: i, Values: vectors[recipe][i]}}); err != nil {
					t.Fatal(err)
				}
			}
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
		}
		for round, want := range []int{4, 0} {
			n, err := s.TakeOver(ctx, []Renewal{{old, next}, {segmentID(7), next}})
			if err != nil || n != want {
				t.Fatalf("round %d: %d vectors, %v; want %d", round, n, err, want)
			}
		}
		for recipe, dim := range map[string]int{"a": 8, "b": 24} {
			c, err := s.Column(ctx, recipe, dim)
			if err != nil {
				t.Fatal(err)
			}
			slots := c.Slots(next)
			for _, i := range []int{1, 3} { // it went by way of 16 bits
				half, ok := slots.Fine(i)
				values := make([]float32, dim)
				vec.Best().Widen(values, half)
				for k, want := range vectors[recipe][i] {
					if !ok || !slots.Has(i) || math.Abs(float64(values[k]-want)) > 1e-3 || math.Abs(float64(float32(slots.Coarse(i, i+1)[k])*slots.Scale(i)-want)) > float64(slots.Scale(i)) {
						t.Fatalf("%s, passage %d: %v, want %v", recipe, i, values[k], want)
					}
				}
			}
			for _, i := range []int{0, 2, 4} {
				if slots.Has(i) {
					t.Errorf("%s: passage %d has a vector that is not its own", recipe, i)
				}
			}
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

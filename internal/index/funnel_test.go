package index

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/spar"
)

// TestFunnelIsCombined: the stages equal Combined of each beginning of the parts, and of all parts but one.
func TestFunnelIsCombined(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		some := func(chance float64) *roaring.Bitmap {
			out := roaring.New()
			for id := range uint32(20) {
				if r.Float64() < chance {
					out.Add(id)
				}
			}
			return out
		}
		all := some(0.9)
		var parts []Part
		walls := r.IntN(4)
		for i := range walls + r.IntN(4) {
			yes := roaring.And(some(0.8), all)
			open := roaring.AndNot(roaring.And(some(0.3), all), yes)
			if i >= walls {
				open = roaring.New()
			}
			parts = append(parts, Part{spar.Constraint{Add: i >= walls}, yes, open})
		}
		var want []Stage
		for i := range parts {
			known, unknown := Combined(all, parts[:i+1]...)
			without, _ := Combined(all, slices.Concat(parts[:i], parts[i+1:])...)
			want = append(want, Stage{int(known.GetCardinality()), int(unknown.GetCardinality()), int(without.GetCardinality())})
		}
		if got := Funnel(all, parts...); !slices.Equal(got, want) {
			t.Fatalf("%d walls of %d parts: %v, want %v", walls, len(parts), got, want)
		}
	}
}

package answer

import (
	"fmt"
	"math"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// TestSumsAreTheSame: sums over terms and files are the same numbers each time, to the last digit.
func TestSumsAreTheSame(t *testing.T) {
	a := asked{lang: "en", weight: map[string]float64{}}
	for i := range 40 {
		a.weight[fmt.Sprintf("term%d", i)] = math.Exp(float64(i%13)) / 3
	}
	var hits []spar.Hit
	for i := range 40 {
		h := spar.Hit{Score: 1 / math.Pi / float64(i+1)}
		h.Share, h.Path = "docs", fmt.Sprintf("%d.md", i)
		hits = append(hits, h)
	}
	file := fileOf(hits[0])
	score := func(h spar.Hit) float64 { return h.Score }
	total := a.without("term3", source{}).total
	chance := leads(hits, file, score)
	for range 200 {
		if now := a.without("term3", source{}).total; now != total {
			t.Fatalf("a total of %v and of %v", total, now)
		}
		if now := a.unnamed(nil).total; now != totalOf(a.weight) {
			t.Fatalf("a total of %v and of %v", totalOf(a.weight), now)
		}
		if now := leads(hits, file, score); now != chance {
			t.Fatalf("a chance of %v and of %v", chance, now)
		}
	}
}

package order

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

func TestTell(t *testing.T) {
	x, y, z := []float32{1, 0, 0}, []float32{0, 1, 0}, []float32{0, 0, 1}
	for _, tc := range []struct {
		names, texts [][]float32
		want         float64
	}{
		{[][]float32{x, y, z}, [][]float32{x, y, z}, 1},
		{[][]float32{x, y}, [][]float32{y, x}, 0},
		{[][]float32{z, z, z}, [][]float32{x, y, x}, .5},
		{[][]float32{x}, [][]float32{x}, 0},
	} {
		if got := Tell(tc.names, tc.texts); got != tc.want {
			t.Errorf("Tell(%v, %v) = %v, want %v", tc.names, tc.texts, got, tc.want)
		}
	}
}

// One file stands out among many alike, in the list and in the ranking of the same files; none does for a question that no name
// has a word of.
func TestStandOut(t *testing.T) {
	files := []spar.File{{ID: 1, Share: "s", Path: "boiler.md"}}
	for i := range 3 * midFiles {
		files = append(files, spar.File{ID: spar.FileID(i + 2), Share: "s", Path: fmt.Sprintf("misc/%05d.md", i)})
	}
	for question, want := range map[string]float64{"the boiler": 1, "the gasket": 0} {
		var pointers []*spar.File
		for i := range files {
			pointers = append(pointers, &files[i])
		}
		list := StandOut(By(question, files, Known{}))
		ranking := Rank(question, slices.Values(pointers), len(files), Known{}).StandOut()
		if math.Abs(list-want) > .01 || math.Abs(list-ranking) > 1e-9 {
			t.Errorf("%q: %v in the list and %v in the ranking, want %v", question, list, ranking, want)
		}
	}
	if (&Ranking{}).StandOut() != 0 || StandOut(nil) != 0 {
		t.Error("something stands out among nothing")
	}
}

package eval

import (
	"testing"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/taxonomy"
)

func TestTopsOf(t *testing.T) {
	graph := taxonomy.New([]spar.Tag{
		{ID: 1, Name: "Diseases"}, {ID: 2, Name: "Tumours", Parents: []spar.TagID{1}}, {ID: 3, Name: "Sarcoma", Parents: []spar.TagID{2, 4}},
		{ID: 4, Name: "Tissues"}, {ID: 5, Name: "alone"},
	})
	for id, want := range map[spar.TagID][]spar.TagID{1: {1}, 2: {1}, 3: {1, 4}, 5: {5}} {
		got := topsOf(graph, id)
		if len(got) != len(want) {
			t.Errorf("the tops of %d are %v, want %v", id, got, want)
		}
		for _, w := range want {
			if !got[w] {
				t.Errorf("the tops of %d are %v, want %v", id, got, want)
			}
		}
	}
}

package index

import (
	"maps"
	"testing"

	"github.com/sparsearch/spar/internal/schema"
	"github.com/sparsearch/spar/internal/spar"
)

func TestResolveTag(t *testing.T) {
	r := resolver{lexicon: newLexicon([]spar.Tag{
		{ID: 1, Key: "mesh:D000222", Name: "Adaptation, Physiological", Positions: []string{"G07.025", "G16.012.500"}},
		{ID: 2, Key: "mesh:D001833", Name: "Body Temperature Regulation", Positions: []string{"G16.012.500.535"}},
		{ID: 3, Key: "other:1", Name: "10", Positions: []string{"G07.025", "10"}},
		{ID: 4, Key: "mesh:x", Name: "Ten", Positions: []string{"10"}},
	}, schema.Standard())}
	type set = map[spar.TagID]bool
	for name, want := range map[string]set{
		"adaptation, physiological": {1: true, 2: true},
		"mesh:D000222":              {1: true, 2: true},
		"G16.012.500":               {1: true, 2: true},
		"mesh:G07.025":              {1: true},
		"other:G07.025":             {3: true},
		"10":                        {3: true}, // a name goes before a position
	} {
		if got, err := r.Tag(name); err != nil || !maps.Equal(got, want) {
			t.Errorf("Tag(%q) = %v, %v, want %v", name, got, err, want)
		}
	}
	for name, want := range map[string]spar.Code{"G07.025": spar.Conflict, "G07": spar.NotFound, "nobody:G07.025": spar.NotFound} {
		if _, err := r.Tag(name); spar.CodeOf(err) != want {
			t.Errorf("Tag(%q): %v, want %s", name, err, want)
		}
	}
}

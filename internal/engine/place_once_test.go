package engine

import (
	"slices"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// TestOnce: what neighbours share is shown once, among the cited ones where possible; rows, and a word that stands at both ends, stay.
func TestOnce(t *testing.T) {
	const shared = "Carryover is approved by the manager."
	said := func(texts ...string) (list []spar.Passage) {
		for _, text := range texts {
			list = append(list, spar.Passage{Kind: spar.TextPassage, Text: text})
		}
		return list
	}
	three := said("Leave is planned. "+shared, shared+" It ends in March.", "March is short.")
	rows := []spar.Passage{{Kind: spar.RowPassage, Text: shared}, {Kind: spar.RowPassage, Text: shared}}
	for name, c := range map[string]struct {
		passages []spar.Passage
		first    int
		want     []string
	}{
		"the former is cited": {three, 0, []string{"Leave is planned. " + shared, "It ends in March.", "March is short."}},
		"the latter is cited": {three, 1, []string{"Leave is planned.", shared + " It ends in March.", "March is short."}},
		"neither is":          {three, 2, []string{"Leave is planned. " + shared, "It ends in March.", "March is short."}},
		"rows":                {rows, 0, []string{shared, shared}},
		"all of it":           {said(shared, shared), 1, []string{shared, shared}},
	} {
		if got := once(c.passages, c.first); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

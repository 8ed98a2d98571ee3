package engine_test

import (
	"slices"
	"testing"

	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
)

// A slip that makes another word is mended from the passages that the other words of the question find; a word that they have is left alone, and what stands
// nowhere stays refused.
func TestMendedFromPassages(t *testing.T) {
	h := enginetest.Open(t, map[string]string{
		"shifts.md": "# Shifts\n\nThe roster of the night crew hangs out four weeks ahead in the canteen.\n",
		"crane.go":  "// Package crane lifts loads. The files of Go may be copied.\npackage crane\n",
		"farm.md":   "# Farm\n\nThe pony of the farm is called Bert.\n",
		"lab.md":    "# Laboratory\n\nA swab that came back positive is repeated within two days.\n",
	}, nil)
	h.Scanned()
	for question, want := range map[string]*spar.Correction{
		"How far ahead does the crew's rooster appear?": {From: "rooster", To: "roster"},
		"positive swap, what next":                      {From: "swap", To: "swab"},
		"How is the pony of the farm called?":           nil,
		"how many go files are there?":                  nil, // no file has "many", and one has "may"
		"Who paid for the tower of the castle?":         nil,
	} {
		a, _, err := h.Ask(t.Context(), engine.Request{
			Selection: engine.Selection{Who: enginetest.All}, Question: question, Retrieve: retrieve.Options{Rank: retrieve.Words},
		})
		if err != nil {
			t.Fatal(err)
		}
		if want == nil && len(a.Corrected) > 0 || want != nil && (a.Refused || !slices.Contains(a.Corrected, *want)) {
			t.Errorf("%q: %v, refused %v, confidence %.2f: %s", question, a.Corrected, a.Refused, a.Confidence, a.Text)
		}
	}
}

package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/spar"
)

// TestLateRows asks for words that stand only in rows which are not kept as text: the rows are found, cited and opened, and the hits say that
// the file was read in part.
func TestLateRows(t *testing.T) {
	var b strings.Builder
	b.WriteString("Number,Name,Remark\n")
	const rows = 170_000
	filler := strings.Repeat("nothing to say of this one ", 4)
	for i := 1; i <= rows; i++ {
		switch i {
		case 160_000:
			fmt.Fprintf(&b, "%d,Ada Miller,\"fell off the Zephyrine ladder,\nand got up\"\n", i)
		case 165_000:
			fmt.Fprintf(&b, "%d,Bert Lopez,Müßiggänger\n", i)
		default:
			fmt.Fprintf(&b, "%d,Carla Ito,%s\n", i, filler)
		}
	}
	h := enginetest.Open(t, map[string]string{"staff.csv": b.String(), "notes.md": "# Notes\n\nLadders are kept in the shed.\n"}, nil).Scanned()
	for _, tc := range []struct {
		asked, text string
		row         int
	}{
		{"who fell off the zephyrine ladder?", "Ada Miller", 160_001},
		{"Müßiggänger", "Bert Lopez", 165_001},
	} {
		r, err := h.Search(t.Context(), ask(tc.asked))
		if err != nil || len(r.Hits) == 0 {
			t.Fatalf("%s: %+v, %v", tc.asked, r.Coverage, err)
		}
		hit := r.Hits[0]
		if hit.Passage.Locator.Row != tc.row || !strings.Contains(hit.Passage.Text, tc.text) || hit.Segment != (spar.SegmentID{}) {
			t.Errorf("%s: %+v", tc.asked, hit)
		}
		if !strings.Contains(strings.Join(r.Notes, "\n"), "staff.csv was read in part: it has") {
			t.Errorf("%s: notes %q", tc.asked, r.Notes)
		}
		p, err := h.Place(t.Context(), ask("").Who, hit.Share, hit.Path, hit.Passage.Locator)
		if err != nil || len(p.Text) != 1 || !strings.Contains(p.Text[0], tc.text) || len(p.Before) != 2 || len(p.After) != 2 {
			t.Errorf("%s: %+v, %v", tc.asked, p, err)
		}
	}
	a, r, err := h.Ask(t.Context(), ask("who fell off the zephyrine ladder?"))
	if err != nil || a.Refused || a.Citations[0].Locator.Row != 160_001 || a.Citations[0].Segment != (spar.SegmentID{}) {
		t.Errorf("%+v, %v", a, err)
	}
	if uses := r.Uses(a); len(uses) == 0 || uses[0].Segment == (spar.SegmentID{}).String() {
		t.Errorf("%+v", uses)
	}
	a, r, err = h.Ask(t.Context(), ask("where is the gossamer ladder?"))
	if err != nil || !strings.Contains(strings.Join(r.Vain, "\n"), `no row of docs:staff.csv has a word that begins with "gossam"; all rows were looked through`) {
		t.Errorf("%+v, notes %q, %v", a, r.Vain, err)
	}
}

package answer

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar"
)

// TestWithNearest: of each file that a refusal names the statement is quoted that says most of what is asked, with what follows at a glance.
func TestWithNearest(t *testing.T) {
	filler := strings.Repeat("Ropes are dried in the loft before they are coiled and hung up. ", 10)
	row := hit("prices.csv", "", "article: fender to hang out; price: 12", .5)
	row.Passage.Kind = spar.RowPassage
	hits := []spar.Hit{
		hit("words.md", "Words", filler+"\n\nA fender keeps the hull off the quay. It is hung at the rail.\n\n"+filler, .9),
		hit("words.md", "Words", "A fender of old tyres will do.", .8),
		row,
		hit("other.md", "", "Nothing of it.", .4),
	}
	refused := spar.Answer{Refused: true, Nearest: append(nearest(hits), "gone.md"), Missing: []string{"fender", "buoy"}}
	a := WithNearest(t.Context(), refused, "what do I hang out as a fender", hits, weights{}, Options{})
	got := a.Nearby
	if len(got) != 2 {
		t.Fatalf("%d quotes of %q", len(got), a.Nearest)
	}
	if len(a.Missing) != 1 || a.Missing[0] != "buoy" || len(refused.Missing) != 2 {
		t.Errorf("missing %q", a.Missing)
	}
	if q := got[0].Quote; !strings.HasPrefix(q, "A fender keeps the hull off the quay.\nIt is hung") || len(q) > mostQuoted {
		t.Errorf("quoted %q", q)
	}
	if q := got[1].Quote; got[1].Path != "prices.csv" || !strings.Contains(q, "price: 12") {
		t.Errorf("quoted %q of %s", q, got[1].Path)
	}
	other := hit("codes.csv", "", "code: F16; meaning: drum does not turn", .6)
	other.Passage.Kind = spar.RowPassage
	hits = append([]spar.Hit{hits[0], other}, hits[1:]...)
	a = WithNearest(t.Context(), spar.Answer{Refused: true, Nearest: nearest(hits)}, "what do I hang out as a fender", hits, weights{}, Options{})
	if len(a.Nearby) != 1 {
		t.Errorf("a row of something else is quoted: %+v", a.Nearby)
	}
	if a := WithNearest(t.Context(), spar.Answer{Refused: true}, "fender", hits, weights{}, Options{}); a.Nearby != nil {
		t.Errorf("%d quotes of a refusal that names no file", len(a.Nearby))
	}
}

// TestWithNearestOfTable: of a table a row is quoted where one was found, and else its columns with the line that says most.
func TestWithNearestOfTable(t *testing.T) {
	table := hit("gear.csv", "", "article | price\nrope | 3\nfender | 12", .6)
	table.Passage.Kind = spar.TablePassage
	row := hit("gear.csv", "", "article: fender; price: 12", .5)
	row.Passage.Kind = spar.RowPassage
	for want, hits := range map[string][]spar.Hit{"article | price\nfender | 12": {table}, "article: fender; price: 12": {table, row}} {
		a := WithNearest(t.Context(), spar.Answer{Refused: true, Nearest: nearest(hits)}, "who made the fender", hits, weights{}, Options{})
		if len(a.Nearby) != 1 || a.Nearby[0].Quote != want {
			t.Errorf("quoted %+v instead of %q", a.Nearby, want)
		}
	}
}

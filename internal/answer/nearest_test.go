package answer

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar"
)

// TestWithNearest: of each file that a refusal names the statement is quoted that says most of what is asked, with what follows at a glance.
func TestWithNearest(t *testing.T) {
	filler := strings.Repeat("Ropes are dried in the loft before they are coiled and hung up. ", 10)
	row := hit("codes.csv", "", "code: F16; meaning: drum does not turn", .5)
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
	if q := got[1].Quote; got[1].Path != "codes.csv" || !strings.Contains(q, "drum does not turn") {
		t.Errorf("quoted %q of %s", q, got[1].Path)
	}
	if a := WithNearest(t.Context(), spar.Answer{Refused: true}, "fender", hits, weights{}, Options{}); a.Nearby != nil {
		t.Errorf("%d quotes of a refusal that names no file", len(a.Nearby))
	}
}

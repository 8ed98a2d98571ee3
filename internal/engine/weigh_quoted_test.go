package engine

import (
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// TestLedBy: a unit leads with the words that a model quotes from it. Words that do not stand there change no mark, and without marks the
// unit speaks whole.
func TestLedBy(t *testing.T) {
	a := spar.Answer{Text: "- Pens are forbidden. [1]", Bullets: []spar.Bullet{{Text: "Pens are forbidden.", Citations: []int{1}}},
		Citations: []spar.Citation{{N: 1}},
		Evidence: []spar.Unit{{N: 1, Text: "Pens are forbidden."}, {N: 2, Path: "rooms.md", Version: "2", InForce: true,
			Text: "The room is open on Tuesdays. At most four boxes may be ordered.", Marks: []spar.Span{{Start: 0, End: 29}}}}}
	for _, c := range []struct{ quote, text string }{
		{`"at most four boxes"`, "- At most four boxes [2]"},
		{"You may order at most five boxes.", "- The room is open on Tuesdays. [2]"},
		{"The room is open on Tuesdays. Bring pens.", "- The room is open on Tuesdays. [2]"},
		{"", "- The room is open on Tuesdays. [2]"},
	} {
		got := ledBy(a, 1, c.quote)
		if got.Text != c.text || len(got.Citations) != 1 || got.Citations[0].N != 2 ||
			got.Citations[0].Path != "rooms.md" || !got.Citations[0].InForce {
			t.Errorf("quoted %q: %q, %+v", c.quote, got.Text, got.Citations)
		}
		if got.Evidence[0].N != 2 || a.Evidence[0].N != 1 || a.Evidence[1].Marks[0].End != 29 {
			t.Errorf("quoted %q: the unit is not in front, or the answer before it changed", c.quote)
		}
	}
	a.Evidence[1].Marks = nil
	if got := ledBy(a, 1, "nothing"); got.Text != a.Evidence[1].Text || len(got.Bullets)+len(got.Citations) > 0 {
		t.Errorf("without marks: %+v", got)
	}
}

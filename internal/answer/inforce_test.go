package answer

import (
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

func travel(path, text string, score float64) spar.Hit {
	h := hit(path, "Travel policy", text, score)
	h.Segment = spar.SegmentID{byte(len(path)), path[len(path)-4]}
	return h
}

// The version in force answers, however much better the ranking of another is; the answer names the versions left out.
func TestInForce(t *testing.T) {
	hits := []spar.Hit{
		travel("hr/travel v1.md", "The travel allowance is 40 euros a day.", 9),
		travel("hr/travel v3 draft.md", "The travel allowance is 90 euros a day.", 8),
		travel("hr/travel v2.md", "The travel allowance is 60 euros a day.", 7),
	}
	a := extracted(t, "How much is the travel allowance?", hits, weights{})
	if len(a.Bullets) != 1 || !strings.Contains(a.Text, "60 euros") || strings.Contains(a.Text, "40") || strings.Contains(a.Text, "90") {
		t.Errorf("got %q", a.Text)
	}
	if c := a.Citations[0]; c.Version != "version 2" || !c.InForce {
		t.Errorf("cited %+v", c)
	}
	if n := strings.Join(a.Notes, ""); !strings.Contains(n, "hr/travel v1.md (version 1)") || !strings.Contains(n, "draft") {
		t.Errorf("the notes are %q", a.Notes)
	}
	a = extracted(t, "What did the draft say of the travel allowance?", hits, weights{})
	if !strings.Contains(a.Text, "90 euros") {
		t.Errorf("a question for drafts is answered %q", a.Text)
	}
	a = extracted(t, "Which version of the travel policy is in force?", hits, weights{})
	if len(a.Bullets) != 3 || a.Bullets[0].Text != "travel v2.md: version 2; in force" || !strings.Contains(a.Bullets[1].Text, "version 1") {
		t.Errorf("got %q", a.Text)
	}
}

// A question for a year is answered by the version of that year.
func TestOfYear(t *testing.T) {
	hits := []spar.Hit{
		travel("hr/travel 2023.md", "The travel allowance is 60 euros a day.", 9),
		travel("hr/travel 2019.md", "The travel allowance is 40 euros a day.", 8),
	}
	for question, want := range map[string]string{"How much is the travel allowance?": "60", "How much was the travel allowance in 2019?": "40"} {
		if a := extracted(t, question, hits, weights{"2019": 0, "wa": 0, "was": 0}); len(a.Bullets) != 1 || !strings.Contains(a.Text, want) {
			t.Errorf("%q: %q, want %s", question, a.Text, want)
		}
	}
}

// Copies are one source, which says where the others are.
func TestCopies(t *testing.T) {
	one, other := travel("a/rules.md", "Lunch is at noon.", 9), travel("b/rules.md", "Lunch is at noon.", 8)
	other.Segment = one.Segment
	a := extracted(t, "When is lunch?", []spar.Hit{one, other}, weights{})
	if len(a.Citations) != 1 || !slices.Equal(a.Citations[0].Copies, []string{"docs:b/rules.md"}) {
		t.Errorf("cited %+v", a.Citations)
	}
}

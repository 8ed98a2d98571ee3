package answer

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/spar"
)

// Numbered headings are the steps of a procedure; one without text stands above the next. Sections of a document are no steps.
func TestSteps(t *testing.T) {
	const move = "# Moving office\n\n## How to move\n\nThis is for everybody who moves.\n\n### 1. Tell the porter\n\nThe porter has the boxes. There are many.\n\n### 2. The mover labels every box\n\n### 3. Hand in the old key\n\n- at the desk\n- or by post\n"
	hits, o := found(t, "move.md", move, "This is for")
	a := Extractive(t.Context(), "How do I move office?", hits, weights{}, o)
	want := []string{"1. Tell the porter: The porter has the boxes. There are many.", "2. The mover labels every box", "3. Hand in the old key: at the desk or by post"}
	// "The mover ..." begins as a noun does; the two others are enough.
	if d := cmp.Diff(want, texts(a)); d != "" || len(a.Citations) != 3 {
		t.Error(d, a.Citations)
	}
	o.Length = Short
	if a := Extractive(t.Context(), "How do I move office?", hits, weights{}, o); a.Bullets[0].Text != "1. Tell the porter" {
		t.Error(texts(a))
	}
	const policy = "# Moving office\n\n## 1. Purpose\n\nThis says how you move office.\n\n## 2. Scope\n\nAll of us.\n\n## 3. Costs\n\nThe firm pays.\n"
	hits, o = found(t, "policy.md", policy, "This says")
	if a := Extractive(t.Context(), "How do I move office?", hits, weights{}, o); slices.Contains(texts(a), "2. Scope: All of us.") {
		t.Error("sections are steps:", texts(a))
	}
}

// The words before an abbreviation spell it out; a passage that only uses it does not.
func TestDefines(t *testing.T) {
	for _, tc := range []struct {
		term, text string
		want       bool
	}{
		{"TTS", "It is part of the Technology Transformation Services (TTS) since 2017.", true},
		{"TTS", "TTS is a large office. See the list (TTS).", false},
		{"IAA", "Both sign interagency agreements (IAAs).", true},
		{"tour of duty", "A tour of duty is the hours that somebody is on.", true},
		{"tour of duty", "He served a tour of duty.", false},
		{"Gleitzeit", "Gleitzeit bedeutet, dass man kommt, wann man will.", true},
	} {
		if got := Defines(tc.term)(tc.text); got != tc.want {
			t.Errorf("%q: %q: %v", tc.term, tc.text, got)
		}
	}
	hits := []spar.Hit{
		hit("a.md", "", "The office was moved to another house in 2013.", 1),
		hit("b.md", "", "OPB was moved to another house in 2013.", .9),
		hit("c.md", "", "The Office of Paper and Boxes (OPB) keeps what nobody needs.", .5),
	}
	a := extracted(t, "What does OPB stand for?", hits, weights{})
	if len(a.Bullets) == 0 || a.Citations[0].Path != "c.md" {
		t.Error(texts(a))
	}
}

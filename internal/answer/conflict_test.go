package answer

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/spar"
)

// TestDiffer gives the two figures that make statements contradict each other, "" where they do not.
func TestDiffer(t *testing.T) {
	for _, tc := range []struct{ a, b, want string }{
		{"A hotel may cost at most 140 euros a night.", "At most 120 EUR a night for a hotel.", "140 euros, 120 EUR"},
		{"A hotel may cost at most 140 euros a night.", "A hotel may cost at most €140 a night.", ""},
		{"The notice period is 30 days.", "The notice period is thirty days.", ""},
		{"The notice period is six weeks.", "The notice period is 4 weeks.", "six weeks, 4 weeks"},
		{"The notice period is 30 days.", "Lunch is 30 minutes.", ""},
		{"The notice period is 30 days.", "The trial period of a lease for cars is 14 days.", ""},
		{"The contract ends on 31 March 2025.", "The contract ends on 30 June 2025.", "31 March 2025, 30 June 2025"},
		{"The budget is 1,500 euros for each team.", "The budget is 1500 euros for each team.", ""},
		{"4. The deposit is 200 euros on signing.", "7. The deposit is 200 euros on signing.", ""},
		{"The limit is 5 % of the order, 50 euros for books.", "The limit is 5 % of the order, 60 euros for books.", "50 euros, 60 euros"},
		{"RFC 2822 says how the date of a message is written.", "RFC 5322 says how the date of a message is written.", ""},
		{"Of the date of a message 822 says how it is written.", "Of the date of a message 2822 says how it is written.", ""},
		{"The daily rate is EUR 140 euros for staff.", "The daily rate is EUR 120 euros for staff.", "140 euros, 120 euros"},
		{"Der Satz beträgt 20 Prozent des Preises.", "Der Satz beträgt 25 % des Preises.", "20 Prozent, 25 %"},
	} {
		x, y, ok := differ(tc.a, tc.b, "en")
		got := ""
		if ok {
			got = x + ", " + y
		}
		if got != tc.want {
			t.Errorf("%s / %s: %q, want %q", tc.a, tc.b, got, tc.want)
		}
	}
}

// TestConflicts: figures of cited passages that differ are said to differ, unless the passages are about two things.
func TestConflicts(t *testing.T) {
	policy := hit("hr/travel.md", "Travel policy > Hotels", "A hotel may cost at most 140 euros a night.", 9)
	faq := hit("help/faq.md", "Questions of newcomers", "A hotel may cost at most 120 euros a night.", 8)
	north := hit("sites/north.md", "North > Hotels", "A hotel may cost at most 140 euros a night.", 9)
	south := hit("sites/south.md", "South > Hotels", "A hotel may cost at most 120 euros a night.", 8)
	for i, h := range []*spar.Hit{&policy, &faq, &north, &south} {
		h.Segment = spar.SegmentID{byte(i + 1)}
	}
	for _, length := range []Length{Usual, Short, Long} {
		a := composed(t.Context(), "How much may a hotel cost a night?", []spar.Hit{policy, faq}, weights{}, Options{Length: length})
		if diff := cmp.Diff([]spar.Contradiction{{Citations: []int{1, 2}, What: "140 euros, 120 euros"}}, a.Conflicts); diff != "" || !strings.Contains(a.Text, "\nThe files differ: 140 euros, 120 euros [1][2]") {
			t.Errorf("%q: %s %s", length, a.Text, diff)
		}
	}
	if a := composed(t.Context(), "How much may a hotel cost a night?", []spar.Hit{north, south}, weights{}, Options{}); len(a.Bullets) != 2 || a.Conflicts != nil {
		t.Errorf("two sites: %s %v", a.Text, a.Conflicts)
	}
	for text, other := range map[string]string{
		"Until 2019 a hotel cost at most 120 euros a night.":      "A hotel may cost at most 140 euros a night.",
		"In 2023 a hotel cost at most 120 euros a night.":         "In 2024 a hotel cost at most 140 euros a night.",
		"On Fridays a hotel may cost at most 120 euros a night.":  "On Mondays a hotel may cost at most 140 euros a night.",
		"A hotel of Borealis may cost at most 120 euros a night.": "A hotel of Acme may cost at most 140 euros a night.",
	} {
		policy.Passage.Text, faq.Passage.Text = text, other
		if a := composed(t.Context(), "How much may a hotel cost a night?", []spar.Hit{policy, faq}, weights{}, Options{}); a.Conflicts != nil {
			t.Errorf("%s / %s: %v", text, other, a.Conflicts)
		}
	}
	if a := composed(t.Context(), "Compare the hotels of the travel policy and of newcomers", []spar.Hit{policy, faq}, weights{}, Options{}); a.Conflicts != nil {
		t.Errorf("a comparison: %v", a.Conflicts)
	}
}

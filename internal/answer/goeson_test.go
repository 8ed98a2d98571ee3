package answer

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// An answer may stand beside the sentence about its subject: a reason behind it, a field of the same form, a rule for all of its kind.
func TestAnswerStandsBeside(t *testing.T) {
	for _, tc := range []struct{ question, text, says, not string }{
		{"Why are the lenses delayed?", "The next lenses leave the plant two weeks later than planned.\nThe invoice was paid.\nThe reason is a broken coating machine.", "broken coating machine", ""},
		{"Was Ada Lund's absence paid?", "REQUEST FOR LEAVE\nName: Ada Lund\nGroup: strings\nAbsence: two weeks\nPaid: no\nCover: found by the applicant", "Paid: no", ""},
		{"Is swimming allowed in Hollin Lake?", "Rowing is allowed on Hollin Lake from March to October.\nSwimming is forbidden in all reservoirs.", "Swimming is forbidden", "Rowing"},
		{"Who ran the workshop before Ada Lund?", "Ada Lund has run the workshop since 2008. Before her it was run by Per Moe. The glue is kept in the blue cupboard.", "Per Moe", ""},
		{"By which day are the pictures wanted for the catalogue?", "The catalogue goes to press in autumn.\nCould you send the pictures for the catalogue by 8 August?", "8 August", ""},
		{"How many findings did the audit name?", "The audit named two findings:\n1. Weights had no label.\n2. Records were not signed.", "two findings", "no label"},
		{"Does a customer have to ask for the credit when we miss an appointment?", "If we miss an appointment we credit 38 pounds to the account of the customer. You need not ask for it.\nThe panel is not paid.", "You need not ask for it", "panel"},
		{"Does the fountain run when we miss an appointment?", "If we miss an appointment we credit 38 pounds to your account. Nothing else is paid.", "", "Nothing else"},
	} {
		hit := spar.Hit{Score: 1, Cosine: .8, Share: "share", Path: "file.txt", Passage: spar.Passage{Kind: spar.TextPassage, Text: tc.text, Lang: "en"}}
		a := composed(t.Context(), tc.question, []spar.Hit{hit}, weights{}, Options{})
		if said := bulletsOf(a); !strings.Contains(said, tc.says) || tc.not != "" && strings.Contains(said, tc.not) {
			t.Errorf("%s: %q", tc.question, said)
		}
	}
}

// Below a heading that is the question that is asked the answer begins with the first sentence, which need not have a word of it.
func TestAnswerBeginsBelowItsQuestion(t *testing.T) {
	text := "From Tuesday to Saturday somebody is there from 10:00 to 18:30. The evening box office opens one hour before each performance."
	for _, tc := range []struct {
		heading string
		begins  bool
	}{
		{"What visitors ask > When does the box office open?", true},
		{"What visitors ask > Who runs the box office of the summer stage behind the lake?", false},
		{"What visitors ask > Box office", false},
	} {
		hit := spar.Hit{Score: 1, Cosine: .8, Share: "share", Path: "file.html", Passage: spar.Passage{Kind: spar.TextPassage, Text: text, Lang: "en", Locator: spar.Locator{Heading: tc.heading}}}
		said := bulletsOf(composed(t.Context(), "Box office opening hours please", []spar.Hit{hit}, weights{}, Options{}))
		if strings.Contains(said, "10:00 to 18:30") != tc.begins || !strings.Contains(said, "one hour before") {
			t.Errorf("%s: %q", tc.heading, said)
		}
	}
}

// A line that stops at a verb goes on in the next, whatever that begins with.
func TestLineGoesOnBehindVerb(t *testing.T) {
	got := blocksOf("Change to the agreement with Hollis\nFrom the season 2024/25 on the yearly sum of Hollis Marine Insurance is\n£18,500 in place of £15,000.")
	if last := got[len(got)-1].text; !strings.Contains(last, "Insurance is £18,500") {
		t.Errorf("%q", last)
	}
}

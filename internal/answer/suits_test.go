package answer

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

// TestSuits: an answer holds a thing of the kind that is asked for, in the unit that the question names.
func TestSuits(t *testing.T) {
	for _, c := range []struct {
		asked, said string
		want        bool
	}{
		{"Why are the lenses delayed?", "The next 400 lenses leave on 29 October.", false},
		{"Why are the lenses delayed?", "They are late because a coating machine broke.", true},
		{"How long may a guest stay?", "The room has 3 beds.", false},
		{"How long may a guest stay?", "Guests stay 3 nights.", true},
		{"How many mains burst in 2021?", "The work is done within 73 hours.", false},
		{"How many mains burst in 2021?", "538 mains burst.", true},
		{"Is swimming allowed in the lake?", "Fly fishing takes place on the lake.", false},
		{"Is swimming allowed in the lake?", "Swimming is forbidden.", true},
		{"How much does a ticket cost?", "Tickets are sold from 9.", false},
		{"How much does a ticket cost?", "A ticket is 9 pounds.", true},
		{"Where is the archive?", "In the cellar.", true},
	} {
		if got := suits(question.Parse(c.asked), c.said, c.said, "en"); got != c.want {
			t.Errorf("%q answered by %q: %v", c.asked, c.said, got)
		}
	}
}

// TestAsMuch: sentences that say as much of the question as the answer are counted, those of other files and those of its own.
func TestAsMuch(t *testing.T) {
	hits := hitsOf(2, .3)
	hits[1].Passage.Text = "The parental leave of a partner is paid in full for 9 days. A partner has parental leave for days on end."
	of := func(asked string) (others, same float64) {
		a := composed(context.Background(), asked, hits[:1], weights{}, Options{})
		if a.Refused {
			t.Fatalf("%q is refused", asked)
		}
		signs := Signs(t.Context(), asked, hits, weights{}, a, Options{})
		return sign("others_say", signs), sign("file_says", signs)
	}
	if others, same := of("How many days of parental leave has a partner?"); math.Abs(others-math.Log(3)) > 1e-9 || same != 0 {
		t.Errorf("others say %v, the file itself %v: want two sentences of the other file", others, same)
	}
	hits[1].Passage.Text = "Lunch is served at noon in the canteen."
	if others, _ := of("How many days of parental leave has a partner?"); others != 0 {
		t.Errorf("others say %v, where no other file says anything of it", others)
	}
}

// TestSaysSibling: a statement about the next store, procedure or year differs from one about the store, procedure or year in the question.
func TestSaysSibling(t *testing.T) {
	for _, c := range []struct {
		asked, said string
		want        bool
	}{
		{"At what temperature is store C kept?", "Store A holds the seed for sale at 4 degrees.", true},
		{"At what temperature is store A kept?", "Store A holds the seed for sale at 4 degrees.", false},
		{"What does NP-20 say about hydrants?", "NP-05 FLUSHING\nOpen the hydrant slowly.", true},
		{"What does NP-20 say about hydrants?", "NP-20 FLUSHING\nOpen the hydrant slowly, as NP-05 says.", false},
		{"What was the fee in 2021?", "The fee in 2023 is £9.", true},
		{"What was the fee in 2021?", "The fee is £9, as agreed on 4 May 2023.", false},
		{"Does leave of 20 days need approval?", "Leave of more than 15 days needs approval.", false},
		{"Can I have a bicycle?", "Bicycles are for staff; A and B plates are needed.", false},
		{"", "", false},
	} {
		if got := saysSibling(c.asked, c.said); got != c.want {
			t.Errorf("%q answered by %q: %v", c.asked, c.said, got)
		}
	}
}

// TestDoubted: a refusal because of the signs names the nearest files, and the words that nothing says.
func TestDoubted(t *testing.T) {
	hits := hitsOf(3, .3)
	a := doubted(question.Parse("Is the parental leave forfeited by smugglers?"), hits, weights{})
	if !a.Refused || !slices.Contains(a.Missing, "smugglers") || slices.Contains(a.Missing, "parental") || len(a.Nearest) == 0 {
		t.Errorf("missing %q, nearest %q", a.Missing, a.Nearest)
	}
	read, waits := spar.Coverage{InScope: 3, Read: 3}, spar.Coverage{InScope: 3, Read: 2, Waiting: 1}
	for _, tc := range []struct {
		a    spar.Answer
		c    spar.Coverage
		want string
	}{
		{spar.Answer{}, read, "Not in these files."},
		{spar.Answer{Evidence: make([]spar.Unit, 2)}, read, "Nothing here answers this for sure."},
		{spar.Answer{}, waits, "Not in the 2 files that were read; 1 file waits to be read."},
		{spar.Answer{Evidence: make([]spar.Unit, 2)}, waits, "Nothing in the 2 files that were read answers this for sure; 1 file waits to be read."},
		{spar.Answer{Missing: []string{"Rust", "Go"}, Evidence: make([]spar.Unit, 1)}, read, "No file here says Rust, nor Go. Nothing here answers this for sure."},
		{spar.Answer{Missing: []string{"Rust"}}, read, "No file here says Rust. Not in these files."},
	} {
		if got := Refused(tc.a, tc.c); got != tc.want {
			t.Errorf("%+v: %q, want %q", tc.a, got, tc.want)
		}
	}
}

// TestSumsAreFixed: sums over the question's words keep their order, so that the same question gets the same figures.
func TestSumsAreFixed(t *testing.T) {
	const asked = "How many days of paid parental leave has a partner of a manager in the northern region every second year?"
	hits := hitsOf(8, .07)
	a := composed(context.Background(), asked, hits, weights{}, Options{})
	first := Signs(t.Context(), asked, hits, weights{}, a, Options{})
	for range 50 {
		if again := Signs(t.Context(), asked, hits, weights{}, a, Options{}); !slices.Equal(again, first) {
			t.Fatalf("%v, then %v", first, again)
		}
	}
}

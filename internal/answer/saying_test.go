package answer

import (
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// TestSaying: the shipped weights match the signs of a statement. Weights for other signs are refused, and the error says what to do.
func TestSaying(t *testing.T) {
	s, err := Said()
	if err != nil {
		t.Fatal(err)
	}
	if s.About == "" || s.LeastFact <= 0 || s.LeastFact > 1 || s.LeastOne <= 0 || s.LeastOne > 1 || s.SaysToo <= 0 {
		t.Errorf("%+v", s)
	}
	other := *s
	other.Signs = append([]string{"height"}, s.Signs[1:]...)
	if err := other.Check(); spar.CodeOf(err) != spar.Invalid || !strings.Contains(err.Error(), "fit them anew") {
		t.Errorf("signs of another statement: %v", err)
	}
}

// TestPrepared: a question is answered by one Saying after another, each as if it were the first, and its candidates are the statements
// that may be said.
func TestPrepared(t *testing.T) {
	hits := []spar.Hit{hit("rooms.md", "Rooms", "Deposit: EUR 50\n\nRent: EUR 12 an hour\n\nThe deposit is paid back. It was EUR 40 until 2019.", .9), hit("cars.md", "Cars", "The deposit of a car is EUR 300.", .5)}
	p := Prepare(t.Context(), "What is the deposit for rooms?", hits, weights{}, Options{})
	if p == nil {
		t.Fatal("nothing may be said")
	}
	shipped, err := Said()
	if err != nil {
		t.Fatal(err)
	}
	flat := *shipped
	flat.Weights = make([]float64, len(flat.Weights))
	flat.Weights[slices.Index(StatementSigns, "own")], flat.Weights[slices.Index(StatementSigns, "sentence")] = 9, -9
	flat.Bias, flat.LeastOne, flat.LeastFact = -4, .9, .9
	want := texts(Extractive(t.Context(), "What is the deposit for rooms?", hits, weights{}, Options{Bold: true}))
	for range 2 {
		if got := texts(p.Answer(t.Context(), &flat)); !slices.Equal(got, []string{"Deposit: EUR 50"}) {
			t.Errorf("by its words, where it is no sentence: %q", got)
		}
		if got := texts(p.Answer(t.Context(), shipped)); !slices.Equal(got, want) {
			t.Errorf("as shipped: %q, not %q", got, want)
		}
	}
	if Prepare(t.Context(), "How do I book a room?", hits, weights{}, Options{}) != nil {
		t.Error("a procedure is no statement or two")
	}
}

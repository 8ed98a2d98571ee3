package answer

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

// TestReread: reading reorders the likeliest statements and keeps the top chance. It reads no more than it may, and changes nothing where
// fewer than two are read.
func TestReread(t *testing.T) {
	s := Saying{ReadWeights: []float64{4, 0, 0}}
	tells := [][]float64{{.2, 0, 0}, {.9, 0, 0}, {.5, 0, 0}, {1, 0, 0}}
	var read []int
	reading := func(i int) []float64 { read = append(read, i); return tells[i] }
	got := s.Reread([]float64{.5, .4, .3, .29}, 3, reading)
	if !(got[1] > got[0]) || math.Abs(got[1]-.5) > 1e-9 || !slices.Equal(read, []int{0, 1, 2}) {
		t.Errorf("%v, of which %v were read", got, read)
	}
	for _, chances := range [][]float64{nil, {.5}} {
		read = nil
		if got := s.Reread(chances, 3, reading); !slices.Equal(got, chances) || len(read) > 0 {
			t.Errorf("%v became %v, of which %v were read", chances, got, read)
		}
	}
	if chances := []float64{.5, .4}; !slices.Equal(s.Reread(chances, 2, func(int) []float64 { return nil }), chances) {
		t.Error("what cannot be read changes the order")
	}
}

// TestReadFirst: of two statements that an answer says a short one says that whose words come near to the words of the question that it does not have.
func TestReadFirst(t *testing.T) {
	hits := []spar.Hit{hit("first.md", "", "The pump is to go there now.", .9), hit("second.md", "", "The pump is yvahe by then.", .89)}
	ask := func(l Length, e embed.Encoder) []string {
		return texts(Extractive(t.Context(), "What makes the pump heavy?", hits, weights{}, Options{Bold: true, Length: l, Encoder: e}))
	}
	if got := ask(Short, byLetters{name: toldBy}); !slices.Equal(got, []string{"The pump is yvahe by then."}) {
		t.Errorf("%q", got)
	}
	for _, e := range []embed.Encoder{nil, byLetters{name: "another"}, byLetters{name: toldBy, err: errors.New("broken")}} {
		if got := ask(Short, e); !slices.Equal(got, []string{"The pump is to go there now."}) {
			t.Errorf("with what cannot read: %q", got)
		}
	}
	if got, want := ask(Usual, byLetters{name: toldBy}), ask(Usual, nil); !slices.Equal(got, want) {
		t.Errorf("an answer of usual length is %q, and %q where nothing is read", got, want)
	}
}

// TestReadSigns: a name, and a word that stands above, count in the sign for the rest of the question and not in the sign for the answer.
func TestReadSigns(t *testing.T) {
	q := question.Parse("How heavy is the pump of Kessler?")
	o := Options{Encoder: byLetters{name: toldBy}}
	signs := func(heading, text string) []float64 {
		found := []source{{Hit: hit("a.md", heading, text, .9)}}
		said := statementsOf(found)
		j := newJudge(q, found, said, weights{}, nil)
		return j.reader(t.Context(), q, weights{}, o)(said[0])
	}
	mute, telling := signs("", "The tin is to go to town."), signs("", "The pump is yvahe, all in all.")
	below, all := signs("Pumps of Kessler", "It is yvahe, all in all."), signs("Heavy pumps of Kessler", "It is to go to town.")
	if !(telling[0] > mute[0] && telling[2] > mute[2]) || telling[1] != 1 {
		t.Errorf("%v, what tells nothing %v", telling, mute)
	}
	if !(below[1] < 1 && below[0] > .9) || all[1] != 0 || all[0] != usualTells {
		t.Errorf("below a heading %v, below one that says all %v", below, all)
	}
}

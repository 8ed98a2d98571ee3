package saying

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/answer"
)

// drawn makes questions whose answering statement has more of the sign own; the sign length is noise.
func drawn(n int, seed uint64) (list []*Question) {
	random := rand.New(rand.NewPCG(seed, 1))
	own, length := slices.Index(answer.StatementSigns, "own"), slices.Index(answer.StatementSigns, "length")
	for range n {
		q := &Question{weight: 1, good: 1}
		for k := range 20 {
			c := candidate{signs: make([]float64, len(answer.StatementSigns)), good: k == 0}
			c.signs[own], c.signs[length] = random.Float64(), 3*random.Float64()
			if c.good {
				c.signs[own] += .5
			}
			q.candidates = append(q.candidates, c)
		}
		list = append(list, q)
	}
	return list
}

// TestFit: only the telling sign gets a weight, a sign that is left out gets none, and the fit ranks questions that had no part in it.
func TestFit(t *testing.T) {
	own, length := slices.Index(answer.StatementSigns, "own"), slices.Index(answer.StatementSigns, "length")
	every := func(string) bool { return true }
	s := fit(drawn(300, 1), every, thresholds{Spread: 1, Fact: .3, One: .5, SaysToo: .4})
	if s.Weights[own] < 3 || s.Weights[length] > .3 || s.Weights[length] < -.3 || s.LeastFact != .3 || s.LeastOne != .5 || s.SaysToo != .4 {
		t.Errorf("%+v", s)
	}
	for i, w := range s.Weights {
		if i != own && i != length && w != 0 {
			t.Errorf("%s weighs %v, and is the same in all", answer.StatementSigns[i], w)
		}
	}
	none := *s
	none.Weights = make([]float64, len(s.Weights))
	others := drawn(300, 2)
	first, three := ranks(others, s)
	chance, _ := ranks(others, &none)
	if first < 150 || three < first || chance != 300 { // among equals the first one is the one that answers
		t.Errorf("%d of 300 first, %d among three, without weights %d", first, three, chance)
	}
	if w := fit(drawn(100, 1), func(sign string) bool { return sign != "own" }, thresholds{Spread: 1}).Weights[own]; w != 0 {
		t.Errorf("a sign that is left out weighs %v", w)
	}
}

// TestBest: best chooses a threshold for each form by the gain, and a report prints each part.
func TestBest(t *testing.T) {
	all := map[*Question]kept{}
	var list []*Question
	for _, fact := range []bool{true, false} {
		q := &Question{fact: fact}
		list, all[q] = append(list, q), kept{}
		for th := range tried {
			o := outcome{wrong: 1}
			if fact && th.Fact == .5 || !fact && th.One == .2 {
				o = outcome{right: 1}
			}
			all[q][th] = o
		}
	}
	every := func(*Question) bool { return true }
	got := best(list, all, every)
	if got.Fact != .5 || got.One != .2 {
		t.Errorf("%+v", got)
	}
	if o := sum(list, all, got, every); o.right != 2 || o.gain() != 2 {
		t.Errorf("%+v", o)
	}
	var b bytes.Buffer
	r := Report{Rows: []Row{{Part: "company/a", Questions: 2, Chosen: got}}, Curve: []Point{{thresholds: got, Gain: 2}}}
	if err := r.WriteMarkdown(&b); err != nil || !strings.Contains(b.String(), "company/a") || !strings.Contains(b.String(), "| 2.0 ") {
		t.Errorf("%v: %s", err, b.String())
	}
}

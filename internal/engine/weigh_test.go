package engine

import (
	"testing"

	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/spar"
)

// TestWeighed: a model's word and SPAR's chance make one chance. It lifts a refusal, doubts a sure answer, refuses an answer that neither
// believes, and reorders units only where nothing is sure.
func TestWeighed(t *testing.T) {
	units := []spar.Unit{{N: 1, Text: "one"}, {N: 2, Text: "two"}, {N: 3, Text: "three"}}
	refused := spar.Answer{Refused: true, Text: "Nothing here answers this for sure.", Evidence: units}
	told := func(chance float64) spar.Answer {
		return spar.Answer{Text: "- one [1]", Bullets: []spar.Bullet{{Text: "one", Citations: []int{1}}}, Citations: []spar.Citation{{N: 1}},
			Confidence: chance, Unsure: chance < answer.Sure, Evidence: units}
	}
	for _, c := range []struct {
		name            string
		a               spar.Answer
		odds            []float64
		refused, unsure bool
		first           int // the number of the unit in front
	}{
		{"it was not asked", told(.5), nil, false, true, 1},
		{"both believe", told(.8), []float64{.9, .1, .1}, false, false, 1},
		{"a refusal is lifted", refused, []float64{.2, .95, .1}, false, false, 2},
		{"a refusal that it half believes", refused, []float64{.2, .5, .1}, false, true, 2},
		{"a refusal stays", refused, []float64{.05, .1, .02}, true, false, 2},
		{"sure, and it finds nothing", told(.7), []float64{.2, .15, .1}, false, true, 1},
		{"unsure, and it finds nothing", told(.4), []float64{.05, .02, .1}, true, false, 3},
		{"unsure, and it finds another", told(.5), []float64{.1, .2, .9}, false, false, 3},
		{"sure, and it finds another hardly better", told(.9), []float64{.6, .7}, false, false, 1},
		{"sure, and it finds another better", told(.7), []float64{.6, .9}, false, false, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Weighed(c.a, Weighing{Odds: c.odds})
			if got.Refused != c.refused || got.Unsure != c.unsure || got.Evidence[0].N != c.first {
				t.Errorf("refused %v, unsure %v (%v), unit %d in front", got.Refused, got.Unsure, got.Confidence, got.Evidence[0].N)
			}
			if got.Refused != (len(got.Bullets) == 0 && got.Confidence == 0) && len(c.a.Bullets) > 0 {
				t.Errorf("refused %v with %d bullets and a chance of %v", got.Refused, len(got.Bullets), got.Confidence)
			}
			if len(got.Evidence) != 3 || units[0].N != 1 {
				t.Error("a unit got lost, or the order of others changed")
			}
		})
	}
}

package engine

import (
	"context"
	"math"
	"slices"

	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/spar"
)

// weighedUnits is how many units of evidence a model is asked about: those in front.
const weighedUnits = 3

// Weigh asks the model of a request about each unit in front whether it answers, and returns how likely it says so, by unit. It asks nothing
// about a comparison: no unit has both of its sides. Its errors are those of llm.Client.Yes.
func (e *Engine) Weigh(ctx context.Context, q Request, a spar.Answer, r Result) ([]float64, error) {
	if len(r.sides) > 0 {
		return nil, nil
	}
	ctx, end := span(ctx, "weigh")
	defer end()
	var odds []float64
	for _, u := range a.Evidence[:min(len(a.Evidence), weighedUnits)] {
		system, user := answer.Weighing(q.Question, u)
		yes, err := q.Model.Yes(ctx, system, user)
		if err != nil {
			return nil, err
		}
		odds = append(odds, yes)
	}
	return odds, nil
}

// Weighed gives an answer the chance that the evidence and a model have together. If no sentence is sure, the unit that the model finds
// best comes to the front. Weighed refuses the answer if its chance is less than leastWeighed, and otherwise gives it.
func Weighed(a spar.Answer, odds []float64) spar.Answer {
	if len(odds) == 0 {
		return a
	}
	best := slices.Index(odds, slices.Max(odds))
	if (a.Refused || a.Unsure) && best > 0 {
		front := a.Evidence[best]
		a.Evidence = slices.Insert(slices.Delete(slices.Clone(a.Evidence), best, best+1), 0, front)
	}
	chance := weighedChance(a, odds[best])
	switch {
	case chance < leastWeighed:
		if !a.Refused {
			a.Refused, a.Unsure, a.Confidence, a.Bullets, a.Citations, a.Conflicts = true, false, 0, []spar.Bullet{}, []spar.Citation{}, nil
			a.Text = answer.Refused(a, a.Coverage)
		}
		return a
	case a.Refused:
		a.Refused, a.Nearest, a.Text = false, nil, a.Evidence[0].Text
	}
	a.Confidence, a.Unsure = math.Round(1000*chance)/1000, chance < answer.Sure
	if !a.Unsure {
		a.Missing = nil
	}
	return a
}

// leastWeighed is the chance below which Weighed refuses. Of 193 questions that two fits did not use, 63 % of those without an answer fall
// below it, and 1.6 % of the right answers.
const leastWeighed = .15

// weighedChance is the chance of an answer whose best unit a model finds to answer so likely. It was fitted by logistic regression to questions of
// the sets that are read, asked of Qwen2.5-Coder-1.5B: docs/results/llm.md#a-model-that-checks.
func weighedChance(a spar.Answer, best float64) float64 {
	x := -.13 + 1.31*logOdds(best)
	if a.Refused {
		x -= .73
	} else {
		x += .97 * logOdds(a.Confidence)
	}
	return 1 / (1 + math.Exp(-x))
}

// logOdds are the log odds of a chance, which is taken to be .02 at least and .98 at most.
func logOdds(p float64) float64 {
	p = min(max(p, .02), .98)
	return math.Log(p / (1 - p))
}

package calibrate

import (
	"fmt"
	"math"
)

// A Refit is the result of fitting a chance to samples of one's own, beside the existing model. All reliabilities are of the same samples;
// the ones of the fit are of samples that had no part in it.
type Refit struct {
	Model  Model       // the better of the two ways to fit
	Way    string      // CurveAlone or Weights
	Before Reliability // of the model there is
	After  Reliability // of the better way, each part of the samples by what the others gave
}

// Ways to refit.
const (
	CurveAlone = "curve"   // the weights stay, and the curve is fitted: little is needed for it
	Weights    = "weights" // all is fitted
)

// Better reports whether the fit states chances that are nearer to the outcomes.
func (r Refit) Better() bool { return r.After.Brier < r.Before.Brier }

// FitBeside fits a model to samples beside the one there is: its curve alone, and all of it. Each way is tried on parts of the samples by what
// the other parts gave, and the one with the lower Brier score is fitted to all of them.
func FitBeside(there Model, samples []Sample) Refit {
	ways := []struct {
		name string
		fit  func([]Sample) Model
	}{
		{CurveAlone, func(list []Sample) Model { return there.withCurve(list) }},
		{Weights, func(list []Sample) Model { return Fit("", there.Signs, list) }},
	}
	var before []Stated
	for _, s := range samples {
		before = append(before, Stated{there.Chance(s.Signs), s.Right})
	}
	out := Refit{Before: Reliable(before)}
	best := math.Inf(1)
	for _, way := range ways {
		var stated []Stated
		for fold := range folds {
			var others, part []Sample
			for _, s := range samples {
				if foldOf(s) == fold {
					part = append(part, s)
				} else {
					others = append(others, s)
				}
			}
			if len(part) == 0 || len(others) == 0 {
				continue
			}
			m := way.fit(others)
			for _, s := range part {
				stated = append(stated, Stated{m.Chance(s.Signs), s.Right})
			}
		}
		if r := Reliable(stated); len(stated) > 0 && r.Brier < best {
			best, out.After, out.Way, out.Model = r.Brier, r, way.name, way.fit(samples)
		}
	}
	return out
}

// withCurve is the model with a curve that is fitted to samples.
func (m Model) withCurve(samples []Sample) Model {
	scores, right := make([]float64, len(samples)), make([]bool, len(samples))
	for i, s := range samples {
		scores[i], right[i] = m.Sum(s.Signs), s.Right
	}
	m.Curve = FitCurve(scores, right, min(leastPool, max(1, len(samples)/5)))
	m.About = fmt.Sprintf("%s; the curve: %d of one's own", m.About, len(samples))
	return m
}

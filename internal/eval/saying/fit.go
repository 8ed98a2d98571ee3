// Package saying fits and measures which statements are said: how the signs of a statement weigh, and how likely those must be that are said besides the
// likeliest. Both are fitted together, and what is reported of a part of the questions is what the others gave. It belongs to spar-eval alone.
package saying

import (
	"math"

	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/calibrate"
)

// How weights are fitted: by how much they are held back, and in how many steps.
const (
	ridge = 1.0
	steps = 400
	rate  = .05
)

// scaled gives the mean and the standard deviation of each sign; that of one that is always the same is infinite.
func scaled(list []*Question) (mean, scale []float64) {
	n, count := len(answer.StatementSigns), 0.
	mean, scale = make([]float64, n), make([]float64, n)
	each := func(f func(i int, v float64)) {
		for _, q := range list {
			for _, c := range q.candidates {
				for i, v := range c.signs {
					f(i, v)
				}
			}
		}
	}
	for _, q := range list {
		count += float64(len(q.candidates))
	}
	each(func(i int, v float64) { mean[i] += v / count })
	each(func(i int, v float64) { scale[i] += (v - mean[i]) * (v - mean[i]) / count })
	for i := range scale {
		if scale[i] = math.Sqrt(scale[i]); scale[i] < 1e-9 {
			scale[i] = math.Inf(1)
		}
	}
	return mean, scale
}

// weigh fits weights so that the statements that answer stand before the others of their question: a conditional logit, in which the chance of a question is
// that of any statement that answers (McFadden 1974), with a penalty on standardised weights. use says which signs may weigh.
func weigh(list []*Question, use func(sign string) bool) (weights []float64) {
	n := len(answer.StatementSigns)
	_, scale := scaled(list)
	for i, name := range answer.StatementSigns {
		if !use(name) {
			scale[i] = math.Inf(1)
		}
	}
	w, first, second := make([]float64, n), make([]float64, n), make([]float64, n)
	for step := 1; step <= steps; step++ {
		slope := make([]float64, n)
		for i := range slope {
			slope[i] = -ridge * w[i]
		}
		for _, q := range list {
			q.slope(w, scale, slope)
		}
		for i, g := range slope { // Kingma and Ba 2015
			first[i] = .9*first[i] + .1*g
			second[i] = .999*second[i] + .001*g*g
			a, b := first[i]/(1-math.Pow(.9, float64(step))), second[i]/(1-math.Pow(.999, float64(step)))
			w[i] += rate * (1 - float64(step)/float64(steps+1)) * a / (math.Sqrt(b) + 1e-9)
		}
	}
	weights = make([]float64, n)
	for i := range w {
		weights[i] = w[i] / scale[i]
	}
	return weights
}

// slope adds the slope of the logarithm of the chance of a question, where weights are of standardised signs.
func (q *Question) slope(w, scale, slope []float64) {
	if q.good == 0 || q.good == len(q.candidates) {
		return
	}
	sums, top := make([]float64, len(q.candidates)), math.Inf(-1)
	for k, c := range q.candidates {
		for i, v := range c.signs {
			sums[k] += w[i] * v / scale[i]
		}
		top = max(top, sums[k])
	}
	all, good := 0., 0.
	for k, c := range q.candidates {
		sums[k] = math.Exp(sums[k] - top)
		all += sums[k]
		if c.good {
			good += sums[k]
		}
	}
	for k, c := range q.candidates {
		by := -sums[k] / all
		if c.good {
			by += sums[k] / good
		}
		for i, v := range c.signs {
			slope[i] += q.weight * by * v / scale[i]
		}
	}
}

// chances gives a factor and a bias that make chances of the sums of weights: logistic regression of one sign (calibrate.Fit).
func chances(list []*Question, weights []float64) (factor, bias float64) {
	var samples []calibrate.Sample
	for _, q := range list {
		if q.good == 0 {
			continue
		}
		for _, c := range q.candidates {
			x := 0.
			for i, v := range c.signs {
				x += weights[i] * v
			}
			samples = append(samples, calibrate.Sample{Signs: []float64{x}, Right: c.good})
		}
	}
	m := calibrate.Fit("", []string{"sum"}, samples)
	return m.Weights[0], m.Bias
}

// fit gives the Saying of weights that fit questions, with thresholds. What signs of doubt leave of a chance stays as it is shipped: they are few.
func fit(list []*Question, use func(string) bool, t thresholds) *answer.Saying {
	shipped, err := answer.Said()
	if err != nil {
		panic(err) // a test sees to it that there is one
	}
	weights := weigh(list, use)
	factor, bias := chances(list, weights)
	s := *shipped
	s.Bias, s.Weights = bias, weights[:len(shipped.Weights)]
	for i := range s.Weights {
		s.Weights[i] *= factor
	}
	return t.of(&s)
}

// round keeps of numbers what tells.
func round(s *answer.Saying) {
	for i := range s.Weights {
		s.Weights[i] = math.Round(s.Weights[i]*1e3) / 1e3
	}
	s.Bias = math.Round(s.Bias*1e3) / 1e3
}

// Package saying fits and measures the choice of statements: the weights of a statement's signs, and the chance that a statement besides
// the likeliest must have. It fits both together, and reports each part of the questions by a fit to the others. Only spar-eval uses it.
package saying

import (
	"math"
	"slices"

	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/calibrate"
)

// The penalty on weights, the number of steps, and the size of a step.
const (
	ridge = 1.0
	steps = 400
	rate  = .05
)

// A problem has the samples of a fit: for each question the signs of its statements, which of these answer, and the weight of the question.
type problem struct {
	signs  [][][]float64
	good   [][]bool
	weight []float64
}

func (p *problem) add(weight float64, signs [][]float64, good []bool) {
	if slices.Contains(good, true) && slices.Contains(good, false) {
		p.signs, p.good, p.weight = append(p.signs, signs), append(p.good, good), append(p.weight, weight)
	}
}

// scale returns the standard deviation of each sign, and infinity for a sign that never changes.
func (p *problem) scale(n int) []float64 {
	mean, scale, count := make([]float64, n), make([]float64, n), 0.
	each := func(f func(i int, v float64)) {
		for _, list := range p.signs {
			for _, signs := range list {
				for i, v := range signs {
					f(i, v)
				}
			}
		}
	}
	for _, list := range p.signs {
		count += float64(len(list))
	}
	each(func(i int, v float64) { mean[i] += v / count })
	each(func(i int, v float64) { scale[i] += (v - mean[i]) * (v - mean[i]) / count })
	for i := range scale {
		if scale[i] = math.Sqrt(scale[i]); scale[i] < 1e-9 {
			scale[i] = math.Inf(1)
		}
	}
	return scale
}

// weigh fits weights that rank the statements that answer before the others of their question. It fits a conditional logit (McFadden 1974):
// the likelihood of a question is the chance that any answering statement is chosen. The penalty is on standardised weights.
func (p *problem) weigh(scale []float64) (weights []float64) {
	n := len(scale)
	w, first, second := make([]float64, n), make([]float64, n), make([]float64, n)
	for step := 1; step <= steps; step++ {
		slope := make([]float64, n)
		for i := range slope {
			slope[i] = -ridge * w[i]
		}
		for q := range p.signs {
			p.slope(q, w, scale, slope)
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

// slope adds the gradient of question q's log-likelihood; w weighs standardised signs.
func (p *problem) slope(q int, w, scale, slope []float64) {
	list := p.signs[q]
	sums, top := make([]float64, len(list)), math.Inf(-1)
	for k, signs := range list {
		for i, v := range signs {
			sums[k] += w[i] * v / scale[i]
		}
		top = max(top, sums[k])
	}
	all, good := 0., 0.
	for k := range list {
		sums[k] = math.Exp(sums[k] - top)
		all += sums[k]
		if p.good[q][k] {
			good += sums[k]
		}
	}
	for k, signs := range list {
		by := -sums[k] / all
		if p.good[q][k] {
			by += sums[k] / good
		}
		for i, v := range signs {
			slope[i] += p.weight[q] * by * v / scale[i]
		}
	}
}

// weigh fits the weights of statement signs; a sign that use rejects gets none.
func weigh(list []*Question, use func(sign string) bool) []float64 {
	var p problem
	for _, q := range list {
		var signs [][]float64
		var good []bool
		for _, c := range q.candidates {
			signs, good = append(signs, c.signs), append(good, c.good)
		}
		p.add(q.weight, signs, good)
	}
	scale := p.scale(len(answer.StatementSigns))
	for i, name := range answer.StatementSigns {
		if !use(name) {
			scale[i] = math.Inf(1)
		}
	}
	return p.weigh(scale)
}

// chances returns the factor and the bias that turn weighted sums into chances, by logistic regression on the sum (calibrate.Fit).
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

// fit returns a Saying with thresholds t and weights fitted to list. Factors of doubt keep their shipped values: they are few.
func fit(list []*Question, use func(string) bool, t thresholds) *answer.Saying {
	shipped, err := answer.Said()
	if err != nil {
		panic(err) // a test sees to it that there is one
	}
	s := *shipped
	weights := weigh(list, use)
	factor, bias := chances(list, weights)
	s.Bias, s.Weights = bias, weights[:len(shipped.Weights)]
	for i := range s.Weights {
		s.Weights[i] *= factor
	}
	return t.of(&s)
}

// round rounds weights and bias to three places.
func round(s *answer.Saying) {
	for i, w := range s.Weights {
		s.Weights[i] = math.Round(w*1e3) / 1e3
	}
	s.Bias = math.Round(s.Bias*1e3) / 1e3
}

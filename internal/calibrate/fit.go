package calibrate

import (
	"hash/fnv"
	"math"
)

// How a model is fitted: the penalty on weights, the number of parts for trying samples on a fit to the others, and the least samples
// behind a point of the curve.
const (
	ridge     = 10.0
	folds     = 5
	leastPool = 40
)

// Fit fits a model by logistic regression with a penalty on the weights of standardised signs. The curve is that of sums which
// each part of the samples got from the other parts, so that it knows how far the weights can be believed.
func Fit(about string, signs []string, samples []Sample) Model {
	var scores []float64
	var right []bool
	for fold := range folds {
		var others []Sample
		for _, s := range samples {
			if foldOf(s) != fold {
				others = append(others, s)
			}
		}
		m := regress(len(signs), others)
		for _, s := range samples {
			if foldOf(s) == fold && !s.Aside {
				scores, right = append(scores, m.Sum(s.Signs)), append(right, s.Right)
			}
		}
	}
	m := regress(len(signs), samples)
	for i := range m.Weights {
		m.Weights[i] = round(m.Weights[i])
	}
	m.About, m.Signs, m.Bias, m.Curve = about, signs, round(m.Bias), FitCurve(scores, right, min(leastPool, max(1, len(samples)/5)))
	return m
}

func foldOf(s Sample) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(s.Group))
	return int(h.Sum32() % folds)
}

// regress is logistic regression by Newton's method.
func regress(n int, samples []Sample) Model {
	mean, scale := make([]float64, n), make([]float64, n)
	for _, s := range samples {
		for i, v := range s.Signs {
			mean[i] += v / float64(len(samples))
		}
	}
	for _, s := range samples {
		for i, v := range s.Signs {
			scale[i] += (v - mean[i]) * (v - mean[i]) / float64(len(samples))
		}
	}
	for i := range scale {
		if scale[i] = math.Sqrt(scale[i]); scale[i] < 1e-9 {
			scale[i] = math.Inf(1) // it tells nothing
		}
	}
	w := make([]float64, n+1) // the last is the bias
	x := make([]float64, n+1)
	for range 25 {
		slope, curve := make([]float64, n+1), make([][]float64, n+1)
		for i := range curve {
			curve[i] = make([]float64, n+1)
			if i < n {
				slope[i], curve[i][i] = -ridge*w[i], ridge
			}
		}
		for _, s := range samples {
			sum := w[n]
			for i, v := range s.Signs {
				x[i] = (v - mean[i]) / scale[i]
				sum += w[i] * x[i]
			}
			x[n] = 1
			p := 1 / (1 + math.Exp(-sum))
			y := 0.
			if s.Right {
				y = 1
			}
			for i := range x {
				slope[i] += (y - p) * x[i]
				for j := range x {
					curve[i][j] += p * (1 - p) * x[i] * x[j]
				}
			}
		}
		curve[n][n] += 1e-9 // outcomes that are all the same
		step := solve(curve, slope)
		moved := 0.
		for i, d := range step {
			d = max(-5, min(5, d))
			w[i] += d
			moved = max(moved, math.Abs(d))
		}
		if moved < 1e-8 {
			break
		}
	}
	m := Model{Weights: make([]float64, n), Bias: w[n]}
	for i := range n {
		m.Weights[i] = w[i] / scale[i]
		m.Bias -= m.Weights[i] * mean[i]
	}
	return m
}

// solve solves a x = b for a positive definite a, by elimination. It changes both.
func solve(a [][]float64, b []float64) []float64 {
	for i := range a {
		for j := i + 1; j < len(a); j++ {
			f := a[j][i] / a[i][i]
			for k := i; k < len(a); k++ {
				a[j][k] -= f * a[i][k]
			}
			b[j] -= f * b[i]
		}
	}
	x := make([]float64, len(b))
	for i := len(b) - 1; i >= 0; i-- {
		x[i] = b[i]
		for k := i + 1; k < len(b); k++ {
			x[i] -= a[i][k] * x[k]
		}
		x[i] /= a[i][i]
	}
	return x
}

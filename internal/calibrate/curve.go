// Package calibrate turns what was observed into chances, by curves that were fitted on public sets, and says how far chances can be
// trusted. It is pure.
package calibrate

import (
	"cmp"
	"math"
	"slices"
)

// A Sample is what was observed, and whether what a chance is stated for came about.
type Sample struct {
	Observed []float64
	True     bool
}

// A Curve is a logistic regression: a weight for each value that is observed, after one for none.
type Curve []float64

// Chance is the chance, from 0 to 1, that goes with what was observed.
func (c Curve) Chance(observed []float64) float64 {
	z := c[0]
	for i, x := range observed {
		z += c[i+1] * x
	}
	return 1 / (1 + math.Exp(-z))
}

// ridge keeps weights small for which samples give no reason.
const ridge = 1e-3

// Fit fits a curve by Newton's method to the greatest likelihood. All samples have as many values as the first.
func Fit(samples []Sample) Curve {
	if len(samples) == 0 {
		return nil
	}
	n := len(samples[0].Observed) + 1
	c := make(Curve, n)
	x := make([]float64, n)
	for range 50 {
		slope, bend := make([]float64, n), make([][]float64, n)
		for i := range bend {
			bend[i] = make([]float64, n)
			slope[i], bend[i][i] = -ridge*c[i], ridge
		}
		for _, s := range samples {
			x[0] = 1
			copy(x[1:], s.Observed)
			p, y := c.Chance(s.Observed), 0.0
			if s.True {
				y = 1
			}
			for i := range x {
				slope[i] += (y - p) * x[i]
				for j := range x {
					bend[i][j] += p * (1 - p) * x[i] * x[j]
				}
			}
		}
		step := solve(bend, slope)
		most := 0.0
		for i := range c {
			c[i] += step[i]
			most = max(most, math.Abs(step[i]))
		}
		if most < 1e-9 {
			break
		}
	}
	return c
}

// solve solves a system of linear equations with a positive definite matrix, which it changes (Gauss).
func solve(a [][]float64, b []float64) []float64 {
	n := len(b)
	for i := range n {
		for j := i + 1; j < n; j++ {
			f := a[j][i] / a[i][i]
			for k := i; k < n; k++ {
				a[j][k] -= f * a[i][k]
			}
			b[j] -= f * b[i]
		}
	}
	out := make([]float64, n)
	for i := n - 1; i >= 0; i-- {
		out[i] = b[i]
		for k := i + 1; k < n; k++ {
			out[i] -= a[i][k] * out[k]
		}
		out[i] /= a[i][i]
	}
	return out
}

// A Stated is a chance that was stated, and whether it came about.
type Stated struct {
	Chance float64
	True   bool
}

// A Bin is as many stated chances as every other bin of a diagram has, of like size.
type Bin struct {
	N              int
	Chance, Actual float64 // the mean chance, and the share that came about
}

// A Trust says how far chances can be trusted.
type Trust struct {
	N        int
	Error    float64 // expected calibration error: the mean distance of chance and share over the bins
	Brier    float64 // mean squared error
	Constant float64 // the Brier score of the best constant
	Bins     []Bin
}

// bins is how many bins a diagram has.
const bins = 10

// Judge compares chances with what came about.
func Judge(list []Stated) (t Trust) {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b Stated) int { return cmp.Compare(a.Chance, b.Chance) })
	t.N = len(list)
	actual := 0.0
	for b := range bins {
		part := list[b*len(list)/bins : (b+1)*len(list)/bins]
		if len(part) == 0 {
			continue
		}
		bin := Bin{N: len(part)}
		for _, s := range part {
			y := 0.0
			if s.True {
				y = 1
			}
			bin.Chance += s.Chance / float64(len(part))
			bin.Actual += y / float64(len(part))
			t.Brier += (s.Chance - y) * (s.Chance - y) / float64(len(list))
			actual += y / float64(len(list))
		}
		t.Error += math.Abs(bin.Chance-bin.Actual) * float64(len(part)) / float64(len(list))
		t.Bins = append(t.Bins, bin)
	}
	t.Constant = actual * (1 - actual)
	return t
}

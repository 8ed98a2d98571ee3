package calibrate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// observed makes samples of questions with five observations each, whose outcome has a chance that depends on two signs.
func observed(n int, chance func(a, b float64) float64) (list []Sample) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		for range 5 {
			a, b := r.NormFloat64(), r.NormFloat64()
			list = append(list, Sample{Signs: []float64{a, b}, Right: r.Float64() < chance(a, b), Group: fmt.Sprint(i)})
		}
	}
	return list
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// TestFitBeside: a curve mends chances that are too high, weights mend signs that weigh otherwise, and a right model stays the best.
func TestFitBeside(t *testing.T) {
	there := Fit("all", []string{"a", "b"}, observed(400, func(a, b float64) float64 { return logistic(2*a + b) }))
	for _, tc := range []struct {
		name   string
		chance func(a, b float64) float64
		way    string // that is the better one by far; "": either
		better bool
	}{
		{"chances too high", func(a, b float64) float64 { return logistic(2*a+b) / 4 }, "", true},
		{"other weights", func(a, b float64) float64 { return logistic(3*b - a) }, Weights, true},
		{"always", func(a, b float64) float64 { return 1 }, "", true},
	} {
		r := FitBeside(there, observed(60, tc.chance))
		if r.Better() != tc.better || tc.way != "" && r.Way != tc.way {
			t.Errorf("%s: %s, %.3f after %.3f", tc.name, r.Way, r.After.Brier, r.Before.Brier)
		}
		if err := r.Model.Check(there.Signs); err != nil || r.Before.Questions != 300 || r.After.Questions != 300 {
			t.Errorf("%s: %v, of %d and %d", tc.name, err, r.Before.Questions, r.After.Questions)
		}
		fresh := observed(200, tc.chance)
		var stated []Stated
		for _, s := range fresh {
			stated = append(stated, Stated{r.Model.Chance(s.Signs), s.Right})
		}
		if e := Reliable(stated).Error; e > .08 {
			t.Errorf("%s: an error of %.3f on others", tc.name, e)
		}
	}
	same := FitBeside(there, observed(60, func(a, b float64) float64 { return logistic(2*a + b) }))
	if same.After.Brier < same.Before.Brier-.005 {
		t.Errorf("what is right is mended: %.4f after %.4f", same.After.Brier, same.Before.Brier)
	}
}

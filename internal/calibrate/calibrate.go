// Package calibrate turns signs of an outcome into the chance of it, and says how far such chances can be believed. It is pure, and stands
// left of all that state a chance: an answer its confidence, a coverage the chance of a better passage in unread files.
package calibrate

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// A Model gives the chance of an outcome: a weighted sum of signs, and a curve that says how often the outcome came about at
// such a sum. Signs name the numbers that it takes, in their order.
type Model struct {
	About   string    `json:"about"` // the data of the fit
	Signs   []string  `json:"signs"`
	Weights []float64 `json:"weights"`
	Bias    float64   `json:"bias"`
	Curve   Curve     `json:"curve"`
}

// Chance is the chance of the outcome where the signs have these values.
func (m Model) Chance(signs []float64) float64 { return m.Curve.At(m.Sum(signs)) }

// Sum is the weighted sum of signs, which grows with the chance.
func (m Model) Sum(signs []float64) float64 {
	sum := m.Bias
	for i, v := range signs {
		sum += m.Weights[i] * v
	}
	return sum
}

// Check refuses a model that does not take these signs.
func (m Model) Check(signs []string) error {
	if !slices.Equal(m.Signs, signs) || len(m.Weights) != len(signs) || len(m.Curve) == 0 {
		return fmt.Errorf("calibrate: the model takes %d signs %v with %d weights, not %v", len(m.Signs), m.Signs, len(m.Weights), signs)
	}
	return nil
}

// A Curve is a reliability table: how often the outcome came about at a score. Scores ascend and chances never fall; between
// two points the chance lies on the line, beyond the ends it stays.
type Curve []Point

// A Point of a curve.
type Point struct {
	Score  float64 `json:"score"`
	Chance float64 `json:"chance"`
}

// At is the chance at a score.
func (c Curve) At(score float64) float64 {
	i, _ := slices.BinarySearchFunc(c, score, func(p Point, s float64) int { return cmp.Compare(p.Score, s) })
	switch {
	case i == 0:
		return c[0].Chance
	case i == len(c):
		return c[i-1].Chance
	}
	a, b := c[i-1], c[i]
	return a.Chance + (b.Chance-a.Chance)*(score-a.Score)/(b.Score-a.Score)
}

// A Sample is one observation: the signs, and whether the outcome came about. Samples of one group, such as the variants of a question, are
// never divided between fitting and testing.
type Sample struct {
	Signs []float64
	Right bool
	Group string
	Aside bool // it shapes the weights and not the curve
}

// FitCurve makes a curve of scores and outcomes: bins of equal mass with least samples or more each. It joins neighbouring bins until no
// chance falls (pool adjacent violators: Ayer et al. 1955).
func FitCurve(scores []float64, right []bool, least int) Curve {
	type pool struct{ score, right, n float64 } // sums
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[a], scores[b]) })
	var pools []pool
	bins := max(1, len(order)/max(1, least))
	for bin := range bins {
		var p pool
		for _, i := range order[bin*len(order)/bins : (bin+1)*len(order)/bins] {
			p.n++
			p.score += scores[i]
			if right[i] {
				p.right++
			}
		}
		for len(pools) > 0 {
			last := pools[len(pools)-1]
			if last.right*p.n < p.right*last.n && last.score*p.n < p.score*last.n {
				break
			}
			p = pool{last.score + p.score, last.right + p.right, last.n + p.n}
			pools = pools[:len(pools)-1]
		}
		pools = append(pools, p)
	}
	c := make(Curve, len(pools))
	for i, p := range pools {
		// One more right and one more wrong: nothing that was seen a few times is certain.
		c[i] = Point{round(p.score / max(1, p.n)), round((p.right + 1) / (p.n + 2))}
		if i > 0 {
			c[i].Chance = max(c[i].Chance, c[i-1].Chance)
		}
	}
	return c
}

func round(v float64) float64 { return math.Round(v*1e4) / 1e4 }

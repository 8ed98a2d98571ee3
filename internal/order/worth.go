package order

import (
	"slices"

	"github.com/sparsearch/spar/internal/spar"
)

// Bounds of the comparison that tells the worth of names.
const (
	ToldFiles = 96      // files at most, drawn evenly, whose texts are compared with their names
	ToldText  = 500     // bytes of the beginning of a text
	midFiles  = 1 << 14 // about so many files give the median promise
)

// Tell is how often the text of a file is nearer to the name of its own file than the text of another is, from vectors of length
// 1 in the same order. .5 is no better than chance; 0 says that there are no two files.
func Tell(names, texts [][]float32) float64 {
	nearer, pairs := 0.0, 0
	for i, name := range names {
		own := dot(name, texts[i])
		for j, text := range texts {
			if j == i {
				continue
			}
			pairs++
			switch other := dot(name, text); {
			case own > other:
				nearer++
			case own == other:
				nearer += .5
			}
		}
	}
	if pairs == 0 {
		return 0
	}
	return nearer / float64(pairs)
}

func dot(a, b []float32) (sum float32) {
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}

// StandOut is how far the most promising file is above the middle one. In an order that tells nothing all files promise about the same.
func StandOut(list []Promise) float64 {
	if len(list) == 0 {
		return 0
	}
	return list[0].Score - list[len(list)/2].Score
}

// StandOut is how far the most promising file is above the middle one. Of very many files some are drawn evenly for the middle.
func (r *Ranking) StandOut() float64 {
	if len(r.places) == 0 {
		return 0
	}
	most := r.places[0].score
	every := max(1, len(r.places)/midFiles)
	drawn := make([]float64, 0, len(r.places)/every+1)
	for i, p := range r.places {
		if most = max(most, p.score); i%every == 0 {
			drawn = append(drawn, p.score)
		}
	}
	slices.Sort(drawn)
	return most - drawn[(len(drawn)-1)/2]
}

// ToldFrom is the beginning of a text that is compared with the name of its file.
func ToldFrom(p spar.Passage) string { return start(p.Text, ToldText) }

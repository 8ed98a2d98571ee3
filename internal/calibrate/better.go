package calibrate

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"math"
	"sync"
)

// Progress is the state of the reading for a question, in the order of promise, and its results.
type Progress struct {
	Read       int       // files that were read
	Files      int       // all that are or could be
	Confidence float64   // that the hits answer the question, from 0 to about 1
	Places     []int     // in the order of promise, from 1, of the files of the best passages, that of the best first and each file once
	Scores     []float64 // of the best passages, the best first; their scale does not matter

	NamesTell float64 // how often a text is nearer to the name of its own file than that of another file is, of files drawn evenly; .5: names tell nothing; 0: not known
	StandOut  float64 // how far the most promising file is above the middle one, by their promise
}

// LeadOf says how early files were read: the mean of the logarithm of place by files read, where places count from 1. An order that
// tells nothing has about -1, one that puts the best first has less.
func LeadOf(places []int, read int) float64 {
	sum := 0.0
	for _, p := range places {
		sum += math.Log(float64(max(1, min(p, read))) / float64(max(1, read)))
	}
	if len(places) == 0 {
		return -1
	}
	return sum / float64(len(places))
}

// BetterSigns name the signs for the chance of a better passage, in the order of Signs.
var BetterSigns = []string{"left", "best_place", "lead", "confidence", "ahead_of_next", "ahead_of_tenth", "names_tell", "stand_out"}

// Signs are the signs for the chance of a better passage. left alone tells it where files are read in random order. The places of the best
// and the other hits show how much better than random the order is. The farther the best passage is ahead of others, and the more it
// answers, the fewer can outrank it. Few files show how early hits came. All files show whether names tell the content of texts, and
// whether some names stand out for the question; this separates shares of good names from those of bad ones.
func (p Progress) Signs() []float64 {
	read, files := float64(max(1, p.Read)), float64(max(1, p.Files))
	left := max(0, files-read) / files
	first := 0.0
	if len(p.Places) > 0 {
		first = LeadOf(p.Places[:1], p.Read)
	}
	return []float64{math.Log(left+1e-3) - math.Log(1-left+1e-3), first, LeadOf(p.Places, p.Read), p.Confidence, p.ahead(1), p.ahead(9), cmp.Or(p.NamesTell, .5), min(1, p.StandOut)}
}

// ahead is how far the best passage is ahead of another, as a part of its score.
func (p Progress) ahead(of int) float64 {
	if len(p.Scores) == 0 || p.Scores[0] <= 0 {
		return 0
	}
	return 1 - max(0, p.Scores[min(of, len(p.Scores)-1)])/p.Scores[0]
}

//go:embed better.json
var betterModel []byte

var better = sync.OnceValues(func() (m Model, err error) {
	if err = json.Unmarshal(betterModel, &m); err == nil {
		err = m.Check(BetterSigns)
	}
	return m, err
})

// StatedBetter is the model of the chance of a better passage that is shipped. `spar-eval replay` fits and measures it.
func StatedBetter() (Model, error) { return better() }

// Better is the chance that a file that was not read holds a passage that outranks the best.
func (p Progress) Better() float64 {
	m, err := better()
	if p.Read >= p.Files || err != nil { // a test sees to it that there is a model
		return 0
	}
	return p.BetterBy(m)
}

// BetterBy is Better by another model.
func (p Progress) BetterBy(m Model) float64 {
	if p.Read >= p.Files {
		return 0
	}
	return m.Chance(p.Signs())
}

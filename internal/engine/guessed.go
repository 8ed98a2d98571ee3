package engine

import (
	"context"

	"cmp"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/spar"
)

// A scope's guesses exclude no file. They bring forward the files that they hold for: in the reading order, and among passages by a part of
// the best score. docs/results/sentence.md has the measurement.
const guessedScore = .2

// guessedPart is the name of that summand of a score.
const guessedPart = "guessed"

// guesses returns how much of a scope's guesses holds for a file, from 0 to 1; an unknown one counts half. It is nil if the scope guesses
// nothing, or if its guesses hold for all of the asker's files alike.
func guesses(ctx context.Context, snapshot *index.Snapshot, who spar.Principal, sc spar.Scope) func(spar.FileID) float64 {
	type guess struct{ yes, open *roaring.Bitmap }
	var list []guess
	for _, c := range sc.Constraints {
		if !c.Guess || c.Add {
			continue
		}
		c.Guess = false
		selected, err := snapshot.Eval(ctx, who, spar.Scope{Constraints: []spar.Constraint{c}})
		if err != nil || selected.Known.IsEmpty() { // a tag that is gone, or a value that no file has, says nothing
			continue
		}
		list = append(list, guess{selected.Known, selected.Unknown})
	}
	if len(list) == 0 {
		return nil
	}
	return func(id spar.FileID) float64 {
		sum := 0.0
		for _, g := range list {
			switch {
			case g.yes.Contains(uint32(id)):
				sum++
			case g.open.Contains(uint32(id)):
				sum += .5
			}
		}
		return sum / float64(len(list))
	}
}

// guessing reports whether a scope guesses anything.
func guessing(sc spar.Scope) bool {
	return slices.ContainsFunc(sc.Constraints, func(c spar.Constraint) bool { return c.Guess })
}

// Fetched is how many hits to look for if wanted are needed and guesses may reorder them. A negative number stands for all.
func Fetched(wanted int) int {
	if wanted < 0 {
		return wanted
	}
	return max(overfetch*wanted, leastFetched)
}

// Lift adds to the score of each hit how much the guesses hold for its file, and puts the hits in the new order.
func Lift(hits []spar.Hit, holds func(spar.FileID) float64) []spar.Hit {
	return lift(hits, holds, guessedScore, guessedPart)
}

// lift adds to the score of each hit a part of the best score, by how much holds for its file, under a name. It puts the hits in the new
// order.
func lift(hits []spar.Hit, holds func(spar.FileID) float64, most float64, name string) []spar.Hit {
	if holds == nil || len(hits) == 0 {
		return hits
	}
	top := 0.0
	for _, h := range hits {
		top = max(top, h.Score)
	}
	for i := range hits {
		h := &hits[i]
		part := most * top * holds(h.File)
		if part == 0 {
			continue
		}
		parts := map[string]float64{name: part}
		for k, v := range h.Parts {
			parts[k] = v
		}
		h.Parts, h.Score = parts, h.Score+part
	}
	slices.SortStableFunc(hits, func(a, b spar.Hit) int { return cmp.Compare(b.Score, a.Score) })
	return hits
}

package engine

import (
	"slices"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
)

// GoesOn says what a question continues. The files of the answer before are the likeliest to answer it, too: they are brought forward, and
// no other file is left out.
type GoesOn struct {
	Asked string                  // the question as typed, before it was made self-contained
	Files map[spar.FileID]float64 // that the answer before it cites, with how much it rests on each, from 0 to 1; or the version that is asked for
	Not   map[spar.FileID]bool    // the other versions of that, which take no part
}

// without drops the hits of versions that the question does not ask for.
func (g GoesOn) without(hits []spar.Hit) []spar.Hit {
	if len(g.Not) == 0 {
		return hits
	}
	return slices.DeleteFunc(hits, func(h spar.Hit) bool { return g.Not[h.File] })
}

// threadScore is the part of the best score that passages of these files get on top, where they say all that is asked now. Weights from .1 to .4 were
// tried on two halves of docs/results/threads.md.
const threadScore = .2

// threadPart is the name of that summand of a score.
const threadPart = "thread"

// leastOfAsked is the part of the current question that a file must say to be brought forward. A file that says less is about the question
// before.
const leastOfAsked = .5

// holds returns how much of the current question each file of the thread says, from 0 to 1, judged by its hits. Words that no file has do
// not count.
func (g GoesOn) holds(hits []spar.Hit, stats retrieve.Stats) func(spar.FileID) float64 {
	if len(g.Files) == 0 || question.AsksVersion(g.Asked) { // another version stands in another file
		return nil
	}
	there := map[string]bool{}
	for _, w := range stats.Words {
		there[w.Text] = w.Passages+w.Names > 0
	}
	lang := question.Parse(g.Asked).Lang
	var asked []string
	for _, w := range chunk.Words(g.Asked) {
		if !there[w] || chunk.Common(w, lang) || question.Common(w, lang) || question.Light(w, lang) || ofKind[w] || slices.Contains(asked, w) {
			continue
		}
		asked = append(asked, w)
	}
	said := map[spar.FileID]map[string]bool{}
	var a chunk.Analyzer
	for _, h := range hits {
		if g.Files[h.File] == 0 {
			continue
		}
		if said[h.File] == nil {
			said[h.File] = map[string]bool{}
		}
		has := chunk.Terms(h.Passage.Ranked()+"\n"+apart.Replace(h.Path), h.Passage.Lang)
		for _, w := range asked {
			if slices.Contains(has, a.Stem(w, h.Passage.Lang)) {
				said[h.File][w] = true
			}
		}
	}
	return func(id spar.FileID) float64 {
		part := g.Files[id]
		if part == 0 || len(asked) == 0 {
			return part
		}
		all, has := 0.0, 0.0
		for _, w := range asked {
			weight := stats.Weight(a.Stem(w, lang))
			all += weight
			if said[id][w] {
				has += weight
			}
		}
		if all == 0 {
			return part
		}
		if has < leastOfAsked*all {
			return 0
		}
		return part * has / all
	}
}

package engine

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
)

// What is joined of files whose names have the number of a release that a question names.
const (
	mostReleased   = 4 // files; more are not told apart by the number
	releasedJoined = 6 // passages
)

// releasedPart is the name of that summand of a score.
const releasedPart = "release"

// released puts passages of files first whose names are a release that the question names. The text of "2.39.0.txt" is about 2.39, but
// hardly says so. Of several such files it takes those with most of the question's words in their paths.
func (e *questions) released(ctx context.Context, runs []retrieve.Source, hits []spar.Hit, q Request) ([]spar.Hit, error) {
	releases := question.Releases(q.Question)
	if len(releases) == 0 || len(hits) == 0 || question.Parse(q.Question).Form == question.Comparison {
		return hits, nil
	}
	asked := map[string]bool{}
	for _, w := range chunk.Words(q.Question) {
		asked[strings.ToLower(w)] = true
	}
	var named []retrieve.Source
	most := 0
	for _, s := range runs {
		if !question.NamesRelease(path.Base(s.Path), releases) {
			continue
		}
		words := 0
		for _, w := range chunk.Words(s.Path) {
			if asked[strings.ToLower(w)] && strings.ContainsFunc(w, func(r rune) bool { return r >= 'A' }) {
				words++
			}
		}
		if words > most {
			named, most = nil, words
		}
		if words == most {
			named = append(named, s)
		}
	}
	if len(named) == 0 || len(named) > mostReleased {
		return hits, nil
	}
	of := q
	of.preview, of.Again = nil, nil
	of.Retrieve.Limit = releasedJoined
	found, _, _, err := e.retrieve(ctx, named, of)
	if err != nil {
		return nil, err
	}
	for i := range found {
		h := &found[i]
		part := max(0, hits[0].Score-h.Score)
		parts := map[string]float64{releasedPart: part}
		for k, v := range h.Parts {
			parts[k] = v
		}
		h.Parts, h.Score = parts, h.Score+part
	}
	rest := slices.DeleteFunc(slices.Clone(hits), func(h spar.Hit) bool {
		return slices.ContainsFunc(found, func(f spar.Hit) bool { return f.File == h.File && f.Index == h.Index })
	})
	return append(found, rest...), nil
}

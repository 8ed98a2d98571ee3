package engine

import (
	"context"
	"errors"
	"slices"

	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// The bounds of the search for a definition, and of the passages that join the hits.
const (
	defineLooked = 3000 // passages that have its rarest word
	defineJoined = 6
)

// define adds passages that define the term that a question asks for, if no hit does. Many passages may use a word, and the one that
// explains it need not be among the best.
func (e *questions) define(ctx context.Context, q Request, r *Result) error {
	asked := question.Parse(q.Question)
	if asked.Form != question.Definition || len(r.Hits) == 0 {
		return nil
	}
	says := answer.Defines(asked.Content)
	if slices.ContainsFunc(r.Hits, func(h spar.Hit) bool { return says(h.Passage.Text) }) {
		return nil
	}
	found, err := defining(ctx, r.basis.runs, asked.Content, says)
	if err != nil || len(found) == 0 {
		return err
	}
	stale, err := e.stale(ctx, q.doubts, r.basis.snapshot, found)
	if err != nil || stale {
		return err // the next question reads them again
	}
	middle := r.Hits[len(r.Hits)/2]
	for i := range found {
		h := &found[i]
		h.Score, h.Cosine = middle.Score, middle.Cosine // they were not ranked
		if f, ok := r.basis.snapshot.File(h.File); ok {
			h.Modified = f.ModTime
		}
	}
	r.Hits = append(r.Hits, found...)
	r.joined += len(found)
	return nil
}

// defining returns passages that have the words of a term and say what it means: the first of each file, in the order of the sources.
func defining(ctx context.Context, sources []retrieve.Source, term string, says func(string) bool) (found []spar.Hit, err error) {
	looked := 0
	for _, s := range sources {
		if looked >= defineLooked || len(found) >= defineJoined {
			return found, nil
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		err := store.Guard(func() error {
			for i := range rarest(s.Segment, term).All() {
				if looked++; looked > defineLooked {
					return nil
				}
				kind, _, text, err := s.Segment.Lent(i)
				if err != nil {
					return err
				}
				if kind != spar.TextPassage && kind != spar.RowPassage || !says(string(text)) {
					continue
				}
				p, err := s.Segment.Passage(i)
				if err != nil {
					return err
				}
				found = append(found, spar.Hit{File: s.File, Share: s.Share, Path: s.Path, Segment: s.Segment.ID(), Index: i, Passage: p})
				return nil
			}
			return nil
		})
		if errors.Is(err, store.ErrDamaged) {
			continue // the next question reads the file again
		}
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// rarest are the postings of that word of a text which the fewest passages have, none where one has a word nowhere.
func rarest(s *store.Segment, text string) (least store.Postings) {
	var a chunk.Analyzer
	first := true
	for _, w := range chunk.Words(text) {
		var most store.Postings // of its stems
		for _, lang := range s.Languages() {
			if p := s.Lookup(a.Stem(w, lang)); p.Len() > most.Len() {
				most = p
			}
		}
		if first || most.Len() < least.Len() {
			least, first = most, false
		}
	}
	return least
}

package engine

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/versions"
)

// find is search for an answer. It looks for each side of a comparison alone, because passages that say much of one side push away those of
// the other. It adds the other versions of the documents found.
func (e *questions) find(ctx context.Context, q Request, in *inquiry) (Result, error) {
	r, err := e.search(ctx, q, in)
	if err != nil {
		return r, err
	}
	r.ranked = slices.Clone(r.Hits[:min(len(r.Hits), answer.Passages)])
	asked := question.Parse(q.Question)
	if len(asked.Sides) != 2 {
		if err := e.define(ctx, q, &r); err != nil {
			return r, err
		}
		return r, e.otherVersions(ctx, q, &r)
	}
	q.preview = nil
	var hits []spar.Hit
	for i := range asked.Sides {
		side, _ := asked.Side(i)
		q.Question = side.Text
		s, err := e.search(ctx, q, in)
		if err == nil {
			err = e.otherVersions(ctx, q, &s)
		}
		if err != nil {
			return r, err
		}
		s.Timing.add(r.Timing)
		r.Timing = s.Timing
		r.sides = append(r.sides, answer.Found{Hits: s.Hits, Weights: s.Stats})
		hits = append(hits, s.Hits...)
	}
	r.Hits = append(hits, r.Hits...)
	return r, nil
}

// How many of the files found first are looked at for other versions, and how many passages of these join.
const (
	versionsOf     = 4
	versionsJoined = 8
)

// otherVersions adds passages of files whose names make them other versions of the files found first. It puts them behind the passages of
// these.
func (e *questions) otherVersions(ctx context.Context, q Request, r *Result) error {
	found := map[spar.FileID]bool{}
	var keys, words []string // of families, and a word that the names of each have
	for _, h := range r.Hits {
		if found[h.File] {
			continue
		}
		found[h.File] = true
		if key := versions.Key(h.Share, h.Path); key != "" && len(keys) < versionsOf && !slices.Contains(keys, key) {
			keys, words = append(keys, key), append(words, longest(key))
		}
	}
	var others []retrieve.Source
	of := map[spar.FileID]string{}
	for _, s := range r.basis.runs {
		name := strings.ToLower(path.Base(s.Path))
		if found[s.File] || !slices.ContainsFunc(words, func(w string) bool { return strings.Contains(name, w) }) {
			continue
		}
		if key := versions.Key(s.Share, s.Path); slices.Contains(keys, key) {
			others, of[s.File] = append(others, s), key
		}
	}
	if len(others) == 0 {
		return nil
	}
	q.preview, q.Rerank = nil, nil
	q.Retrieve.Limit, q.Retrieve.Titles = versionsJoined, titlesOf(r.basis.snapshot)
	hits, _, _, err := e.retrieve(ctx, others, q)
	if err != nil {
		return err
	}
	stale, err := e.stale(ctx, q.doubts, r.basis.snapshot, hits)
	if err != nil || stale {
		return err // the next question reads them again
	}
	for _, h := range slices.Backward(hits) {
		at := slices.IndexFunc(r.Hits, func(f spar.Hit) bool { return versions.Key(f.Share, f.Path) == of[h.File] })
		if at < 0 {
			continue
		}
		if f, ok := r.basis.snapshot.File(h.File); ok {
			h.Modified = f.ModTime
		}
		if top := hits[0].Score; top > 0 {
			h.Score *= r.Hits[at].Score / top // scores of other searches have another scale
		}
		r.Hits = slices.Insert(r.Hits, at+1, h)
		r.joined++
	}
	return nil
}

// longest is the longest word of the name of a family.
func longest(key string) (word string) {
	for w := range strings.FieldsSeq(key[strings.IndexByte(key, 0)+1:]) {
		if len(w) > len(word) {
			word = w
		}
	}
	return word
}

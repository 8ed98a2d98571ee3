package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/entity"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// Named returns what each hit's passage names, in the order of its text. It returns nothing if entities are not looked for.
func (e *texts) Named(ctx context.Context, hits []spar.Hit) ([][]entity.Entity, error) {
	out := make([][]entity.Entity, len(hits))
	if e.options.Entities == nil {
		return out, nil
	}
	known := map[spar.SegmentID]*entity.Hints{}
	for i, h := range hits {
		hints := known[h.Segment]
		if hints == nil {
			note, _, err := e.store.Note(ctx, h.Segment)
			if err != nil {
				return nil, err
			}
			var ok bool
			if hints, ok = read.Hints(note); !ok {
				hints = &entity.Hints{DayFirst: true, Comma: h.Passage.Lang != "" && h.Passage.Lang != "en"}
			}
			known[h.Segment] = hints
		}
		out[i] = hints.Of(h.Index, h.Passage.Text, e.options.Entities)
	}
	return out, nil
}

// What a scope asks of files that single passages tell of too, what they name and their language, brings these forward:
// overfetch is from how many times the passages wanted they are looked for, and heldWeight what it is worth to hold all, as a
// part of the best score. It is no wall: the answer may stand beside the name.
const (
	overfetch    = 5
	leastFetched = 50
	heldWeight   = .5
)

// heldPart is the name of that summand of a score.
const heldPart = "scope"

// ofPassages are the constraints of a scope that passages tell of.
func ofPassages(s spar.Scope) (list []spar.Constraint) {
	for _, c := range s.Constraints {
		name := strings.ToLower(scope.AttributeName(c.Key))
		if !c.Not && !c.Guess && (strings.HasPrefix(name, "entity.") && name != "entity.by" || name == "language" || name == "lang") {
			list = append(list, c)
		}
	}
	return list
}

// bringForward adds to the score of each hit how much it holds of the constraints, and puts the hits in the new order.
func (e *texts) bringForward(ctx context.Context, hits []spar.Hit, list []spar.Constraint, snapshot *index.Snapshot) ([]spar.Hit, error) {
	if len(hits) == 0 {
		return hits, nil
	}
	holds, err := snapshot.Predicates(list)
	if err != nil {
		return nil, err
	}
	named, err := e.Named(ctx, hits)
	if err != nil {
		return nil, err
	}
	most := 0.0
	for _, h := range hits {
		most = max(most, h.Score)
	}
	for i := range hits {
		h := &hits[i]
		facts := scope.Facts{File: &spar.File{State: spar.OK}}
		for _, n := range named[i] {
			for _, p := range n.Properties() {
				facts.Attributes = append(facts.Attributes, spar.Attribute{Key: p.Key, Value: p.Value, Origin: spar.ByReading})
			}
		}
		if h.Passage.Lang != "" {
			facts.Attributes = append(facts.Attributes, spar.Attribute{Key: "language", Value: spar.Value{Kind: spar.Text, Text: h.Passage.Lang}, Origin: spar.ByReading})
		}
		n := 0
		for _, p := range holds {
			if p(facts) == scope.True {
				n++
			}
		}
		if n == 0 {
			continue
		}
		part := heldWeight * most * float64(n) / float64(len(holds))
		parts := map[string]float64{heldPart: part}
		for k, v := range h.Parts {
			parts[k] = v
		}
		h.Parts, h.Score = parts, h.Score+part
	}
	slices.SortStableFunc(hits, func(a, b spar.Hit) int { return cmp.Compare(b.Score, a.Score) })
	return hits, nil
}

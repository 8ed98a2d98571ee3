package engine

import (
	"cmp"
	"context"
	"slices"

	"github.com/sparsearch/spar/internal/fulltext"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// text reads an expression over the words of files. What it says of a file whose text cannot be looked at is Unknown.
func (e *shares) text(ctx context.Context, expression string) (func(*spar.File) scope.Truth, error) {
	expr, err := fulltext.Parse(expression)
	if err != nil {
		return nil, err
	}
	m := fulltext.NewMatcher(expr)
	return func(f *spar.File) scope.Truth {
		if f.Segment == (spar.SegmentID{}) {
			return scope.False
		}
		s, err := e.store.Segment(ctx, f.Segment)
		if err != nil {
			return scope.Unknown
		}
		switch ok, err := m.Matches(s); {
		case err != nil:
			return scope.Unknown
		case ok:
			return scope.True
		}
		return scope.False
	}, nil
}

// holding keeps the hits whose passage has something that an expression asks for.
func (e *texts) holding(ctx context.Context, hits []spar.Hit, expr fulltext.Expr) (kept []spar.Hit, err error) {
	m := fulltext.NewMatcher(expr)
	of := map[spar.SegmentID][]int{}
	for _, h := range hits {
		list, met := of[h.Segment]
		if !met {
			s, err := e.store.Segment(ctx, h.Segment)
			if err != nil {
				return nil, err
			}
			if list, err = m.Passages(s); err != nil {
				return nil, err
			}
			of[h.Segment] = list
		}
		if slices.Contains(list, h.Index) {
			kept = append(kept, h)
		}
	}
	return kept, nil
}

// A Holding is a file whose text meets an expression.
type Holding struct {
	File     spar.File
	Passages int // that have something the expression asks for
}

// Holding returns all files of a request whose text meets its expression, the files with the most passages first. It reads as Search does.
// It looked at each file it lists as it is now.
func (e *questions) Holding(ctx context.Context, q Request) ([]Holding, Result, error) {
	q.Limit = 1
	r, err := e.Search(ctx, q)
	if err != nil {
		return nil, r, err
	}
	_, selection, err := e.sel(ctx, q.Selection)
	if err != nil {
		return nil, r, err
	}
	var ids []spar.FileID
	for it := selection.Known.Iterator(); it.HasNext(); {
		ids = append(ids, spar.FileID(it.Next()))
	}
	snapshot, left, err := e.Confirm(ctx, q.Who, ids...)
	if err != nil {
		return nil, r, err
	}
	m := fulltext.NewMatcher(*q.Expression)
	var list []Holding
	for f := range snapshot.In(left) {
		if f.Segment == (spar.SegmentID{}) {
			continue // it changed meanwhile
		}
		s, err := e.store.Segment(ctx, f.Segment)
		if err != nil {
			return nil, r, err
		}
		ok, err := m.Matches(s)
		if err != nil {
			return nil, r, err
		}
		if !ok {
			continue
		}
		passages, err := m.Passages(s)
		if err != nil {
			return nil, r, err
		}
		list = append(list, Holding{f, len(passages)})
	}
	slices.SortStableFunc(list, func(a, b Holding) int { return cmp.Compare(b.Passages, a.Passages) })
	return list, r, nil
}

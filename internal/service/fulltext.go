package service

import (
	"context"
	"fmt"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/fulltext"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// SearchFiles lists the files whose text satisfies an expression, the ones with the most passages first, at most as many as the question
// counts; nil: all. Plain words must all be there.
func (s *Service) SearchFiles(ctx context.Context, who spar.Principal, q api.Question) (api.FileHits, error) {
	r, _, err := s.request(ctx, who, q)
	if err != nil {
		return api.FileHits{}, err
	}
	if r.Expression != nil {
		return api.FileHits{}, spar.Errorf(spar.Invalid, "the question has an expression already")
	}
	whole, err := s.expression(&r, q.Question)
	if err != nil {
		return api.FileHits{}, err
	}
	found, result, err := s.engine.Holding(ctx, r)
	if err != nil {
		return api.FileHits{}, err
	}
	out := api.FileHits{Schema: api.FileHitsSchema, Expression: r.Expression.String(), Files: []api.FileHit{}, Of: len(found), Coverage: result.Coverage, Notes: result.Notes, Do: result.Do}
	if err := s.unread(ctx, who, whole, &out.Coverage, &out.Notes); err != nil {
		return api.FileHits{}, err
	}
	if err := s.noted(ctx, who, r.Scope, q.Workspace, &out.Notes, &out.Do); err != nil {
		return api.FileHits{}, err
	}
	for _, f := range found {
		if q.Count != nil && *q.Count > 0 && len(out.Files) == *q.Count {
			break
		}
		out.Files = append(out.Files, api.FileHit{FileName: nameOf(f.File), Passages: f.Passages})
	}
	return out, nil
}

// expression adds an expression to a request, and returns the scope that the request had before.
func (s *Service) expression(r *engine.Request, text string) (whole spar.Scope, err error) {
	expr, err := fulltext.Parse(text)
	if err != nil {
		return r.Scope, err
	}
	words := expr.Positive()
	if len(words) == 0 {
		return r.Scope, spar.Errorf(spar.Invalid, "the expression names only what is not to be there; add a word that is, or select the files by a scope with text:")
	}
	whole = r.Scope
	r.Expression, r.Question = &expr, strings.Join(words, " ")
	r.Scope = scope.And(r.Scope, spar.Scope{Constraints: []spar.Constraint{{Key: "text", Values: []spar.Match{{Text: expr.String()}}}}})
	return whole, nil
}

// unread makes a coverage count all files that an expression was asked of, and notes how many of them were not read.
func (s *Service) unread(ctx context.Context, who spar.Principal, whole spar.Scope, c *spar.Coverage, notes *[]string) error {
	selected, err := s.engine.Coverage(ctx, who, whole)
	if err != nil {
		return err
	}
	c.InScope, c.Read, c.Waiting, c.Unreadable = selected.Coverage.InScope, selected.Coverage.Read, selected.Coverage.Waiting, selected.Coverage.Unreadable
	if c.Waiting > 0 {
		*notes = append(*notes, fmt.Sprintf("of %s %s not read", Plural(c.InScope, "file", "files"), Plural(c.Waiting, "was", "were")))
	}
	return nil
}

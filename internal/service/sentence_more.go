package service

import (
	"context"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

const (
	mostOutside  = 10     // files that a guard reports
	mostCompared = 20_000 // files outside that it looks at
)

// outside finds files that a stated scope leaves out although they look relevant, with the constraint that excludes each. It counts the
// files that lack an attribute of a constraint. It adds the files of in.Include to the scope.
func (v view) outside(ctx context.Context, s *Service, in api.Saying, got question.Sentence, sc *spar.Scope, out *api.Sentence) error {
	if !in.Guard && len(in.Include) == 0 {
		return nil
	}
	parts, all, err := v.Parts(v.ctx, v.who, *sc)
	if err != nil || len(parts) == 0 {
		return err
	}
	inScope := roaring.New()
	inScope.Or(all)
	for _, p := range parts {
		inScope.And(roaring.Or(p.Yes, p.Open))
	}
	for i, p := range parts {
		c := p.Constraint
		if c.Not || len(c.Any) > 0 || scope.IsFileKey(c.Key) || c.Key == "tag" {
			continue
		}
		rest := all.Clone()
		for j, q := range parts {
			if j != i {
				rest.And(roaring.Or(q.Yes, q.Open))
			}
		}
		has, err := v.selection(spar.Scope{Constraints: []spar.Constraint{{Key: "has", Values: []spar.Match{{Text: c.Key}}}}})
		if err != nil {
			return err
		}
		rest.AndNot(has.Known)
		rest.AndNot(inScope)
		if n := int(rest.GetCardinality()); n > 0 {
			others := spar.Scope{}
			for j, q := range parts {
				if j != i {
					others.Constraints = append(others.Constraints, q.Constraint)
				}
			}
			others.Constraints = append(others.Constraints, spar.Constraint{Key: "has", Not: true, Values: []spar.Match{{Text: c.Key}}})
			out.Lacking = append(out.Lacking, api.Lacking{Constraint: scope.PrintConstraint(c), Attribute: c.Key, Files: n, Scope: scope.Print(others)})
		}
	}
	left := roaring.AndNot(all, inScope)
	if left.IsEmpty() {
		return nil
	}
	var files []spar.File
	for f := range v.In(left) {
		if files = append(files, f); len(files) >= mostCompared {
			break
		}
	}
	list, err := s.engine.Like(ctx, strings.TrimSpace(in.Sentence), v.Snapshot, files, left)
	if err != nil {
		return err
	}
	stated := spar.Scope{Constraints: slices.Clone(sc.Constraints)}
	for i, p := range list[:min(mostOutside, len(list))] {
		reasons, _, err := v.Why(v.who, p.File, stated)
		if err != nil {
			return err
		}
		o := api.OutsideFile{N: i + 1, Share: p.File.Share, Path: api.PathOf(p.File.Path), Score: p.Score, Included: slices.Contains(in.Include, i+1)}
		for _, r := range reasons {
			if r.Truth == scope.False && !r.Guess {
				o.Constraint, o.Has = r.Constraint, r.Has
				break
			}
		}
		if o.Included {
			sc.Constraints = append(sc.Constraints, spar.Constraint{Add: true, Key: "file", Values: []spar.Match{{Text: p.File.Share + ":" + p.File.Path}}})
		}
		out.Outside = append(out.Outside, o)
	}
	return nil
}

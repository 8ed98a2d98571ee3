package service

import (
	"cmp"
	"context"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/scope"
)

const (
	mostOutside  = 10     // files that a guard reports
	mostCompared = 20_000 // files outside that it looks at
	mostMatches  = 5000   // files whose identifiers are looked up
	mostShared   = 200    // values of an identifier
	fullFolder   = 50     // files of a folder that still belong together
	firstShown   = 5      // files of a group
)

// outside finds the files that a stated scope leaves out and that look relevant, with the constraint that keeps each out, and counts
// those of which nothing is known. Those that are included join the scope.
func (v view) outside(ctx context.Context, s *Service, in api.Saying, got question.Sentence, sc *spar.Scope, out *api.Sentence) error {
	if !in.Guard && len(in.Include) == 0 {
		return nil
	}
	parts, all, err := v.Parts(v.who, *sc)
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

// identifying are attributes by which files of one matter know each other.
var identifying = []string{
	"patient", "patient-id", "case", "case-number", "project", "invoice", "order", "contract", "study", "accession", "client", "customer", "thread", "in-reply-to", "references",
	"entity.patient", "entity.case", "entity.project", "entity.invoice", "entity.order", "entity.contract",
}

// associated finds the files that belong to those of a scope: by an identifier that they share, or by a folder that is theirs. What a
// sentence leaves out, such as drafts, it leaves out of these as well.
func (v view) associated(got question.Sentence, sc spar.Scope, matches *roaring.Bitmap) (*api.Associated, error) {
	out := &api.Associated{Words: wordsOf(got.Text, *got.Associated), By: []api.AssociatedGroup{}}
	if matches.IsEmpty() {
		return out, nil
	}
	var without []spar.Constraint
	for _, c := range sc.Constraints {
		if c.Not && !c.Guess {
			without = append(without, c)
		}
	}
	values, folders := map[string]map[string]bool{}, map[string]bool{}
	n := 0
	for f := range v.In(matches) {
		if n++; n > mostMatches {
			break
		}
		folders[f.Share+":"+path.Dir(f.Path)] = true
		for _, a := range v.AttributesOf(f.ID) {
			if !slices.Contains(identifying, a.Key) || a.Value.Kind == spar.Date {
				continue
			}
			if values[a.Key] == nil {
				values[a.Key] = map[string]bool{}
			}
			if len(values[a.Key]) < mostShared {
				values[a.Key][strings.Clone(a.Value.String())] = true
			}
		}
	}
	all := roaring.New()
	add := func(by string, c spar.Constraint) error {
		group := spar.Scope{Constraints: append([]spar.Constraint{c}, without...)}
		selected, err := v.selection(group)
		if err != nil {
			return err
		}
		files := roaring.AndNot(selected.Known, matches)
		if files.IsEmpty() {
			return nil
		}
		all.Or(files)
		g := api.AssociatedGroup{By: by, Scope: scope.Print(group), Files: int(files.GetCardinality()), First: []string{}}
		for f := range v.In(files) {
			if g.First = append(g.First, f.Share+":"+f.Path); len(g.First) == firstShown {
				break
			}
		}
		out.By = append(out.By, g)
		return nil
	}
	for _, key := range slices.SortedFunc(maps.Keys(values), func(a, b string) int {
		return cmp.Compare(slices.Index(identifying, a), slices.Index(identifying, b))
	}) {
		c := spar.Constraint{Key: scope.AttributeKey(key)}
		for _, value := range slices.Sorted(maps.Keys(values[key])) {
			c.Values = append(c.Values, spar.Match{Text: value})
		}
		if err := add(key, c); err != nil {
			return nil, err
		}
	}
	if len(folders) <= fullFolder {
		near := spar.Constraint{}
		for _, at := range slices.Sorted(maps.Keys(folders)) {
			share, dir, _ := strings.Cut(at, ":")
			if dir == "." {
				continue
			}
			one := spar.Scope{Constraints: []spar.Constraint{inShare(share), {Key: "path", Values: []spar.Match{{Text: scope.EscapeGlob(dir) + "/*"}}}}}
			if in, err := v.selection(one); err == nil && in.Known.GetCardinality() <= fullFolder {
				near.Any = append(near.Any, one)
			}
		}
		if len(near.Any) > 0 {
			if err := add("folder", near); err != nil {
				return nil, err
			}
		}
	}
	out.Files = int(all.GetCardinality())
	return out, nil
}

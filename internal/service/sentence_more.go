package service

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

const (
	mostOutside  = 10 // files that a guard reports
	leastOutside = .5 // chance from which it does unasked
	mostYears    = 12 // years of a range that are looked for
)

// outside finds files that a stated scope leaves out although they look relevant, with the constraint that excludes each. It counts the
// files that lack an attribute of a constraint. It adds the files of in.Include to the scope.
func (v view) outside(ctx context.Context, s *Service, in api.Saying, sc *spar.Scope, out *api.Sentence) (err error) {
	if !in.Guard && len(in.Include) == 0 {
		return nil
	}
	stated := spar.Scope{Constraints: slices.Clone(sc.Constraints)}
	if out.Outside, out.Lacking, err = v.leftOut(ctx, s, strings.TrimSpace(in.Sentence), stated, nil, false); err != nil {
		return err
	}
	for i := range out.Outside {
		o := &out.Outside[i]
		if o.Included = slices.Contains(in.Include, o.N); o.Included {
			sc.Constraints = append(sc.Constraints, spar.Constraint{Add: true, Key: "file", Values: []spar.Match{{Text: o.Share + ":" + o.Path.Name}}})
		}
	}
	return nil
}

// leftOut finds files, of only if that is not nil, that one constraint of a stated scope alone keeps out and that may belong into it. If
// lacks is set, these are just files of which nothing is known that the constraint asks for: a tag or a value is missing there. It counts
// the files without a value.
func (v view) leftOut(ctx context.Context, s *Service, text string, sc spar.Scope, only *roaring.Bitmap, lacks bool) (
	list []api.OutsideFile, lacking []api.Lacking, err error,
) {
	parts, all, err := v.Parts(v.ctx, v.who, sc)
	if err != nil || len(parts) == 0 {
		return nil, nil, err
	}
	if only != nil {
		all = roaring.And(all, only)
	}
	known, unknown := index.Combined(all, parts...)
	in := roaring.Or(known, unknown)
	type found struct {
		engine.LeftOut
		constraint spar.Constraint
		lacks      bool
	}
	var files []found
	for i, p := range parts {
		c := p.Constraint
		if c.Not || c.Add || len(c.Any) > 0 || lacks && (c.Guess || c.Key != "tag" && scope.IsFileKey(c.Key)) {
			continue
		}
		others := slices.Delete(slices.Clone(parts), i, i+1)
		rest, open := index.Combined(all, others...)
		left := roaring.AndNot(roaring.AndNot(roaring.Or(rest, open), in), p.Open)
		without := left.Clone()
		if c.Key != "tag" && !scope.IsFileKey(c.Key) {
			has, err := v.selection(spar.Scope{Constraints: []spar.Constraint{{Key: "has", Values: []spar.Match{{Text: c.Key}}}}})
			if err != nil {
				return nil, nil, err
			}
			without.AndNot(has.Known)
			if n := int(without.GetCardinality()); n > 0 {
				of := spar.Scope{}
				for _, q := range others {
					of.Constraints = append(of.Constraints, q.Constraint)
				}
				of.Constraints = append(of.Constraints, spar.Constraint{Key: "has", Not: true, Values: []spar.Match{{Text: c.Key}}})
				lacking = append(lacking, api.Lacking{Constraint: scope.PrintConstraint(c), Attribute: c.Key, Files: n, Scope: scope.Print(of)})
			}
		}
		if lacks {
			left = without
		}
		wanted, ok := v.wanted(c)
		if !ok || left.IsEmpty() {
			continue
		}
		wanted.Has, wanted.Left, wanted.In = p.Yes, left, in
		likely, err := s.engine.LeftOut(ctx, text, v.Snapshot, all, wanted)
		if err != nil {
			return nil, nil, err
		}
		for _, l := range likely {
			if !lacks || l.Chance >= leastOutside { // who asks for them judges themselves
				files = append(files, found{l, c, without.Contains(uint32(l.File.ID)) && (c.Key == "tag" || !scope.IsFileKey(c.Key))})
			}
		}
	}
	slices.SortStableFunc(files, func(a, b found) int { return cmp.Compare(b.Chance, a.Chance) })
	for i, f := range files[:min(mostOutside, len(files))] {
		o := api.OutsideFile{
			N: i + 1, Share: strings.Clone(f.File.Share), Path: api.PathOf(f.File.Path), Constraint: scope.PrintConstraint(f.constraint),
			Chance: rounded(f.Chance), Lacks: f.lacks,
		}
		reasons, _, err := v.Why(v.who, f.File, spar.Scope{Constraints: []spar.Constraint{f.constraint}})
		if err != nil {
			return nil, nil, err
		}
		for _, r := range reasons {
			o.Has = cmp.Or(o.Has, r.Has)
		}
		list = append(list, o)
	}
	return list, lacking, nil
}

// years names the years of a range: the one that it is within, or those of a date, from its beginning or to its end.
func (v view) years(key string, m spar.Match) (names []string) {
	from, low := yearOf(m.From)
	to, high := yearOf(m.To)
	if low && high && from == to {
		return []string{m.From[:4]}
	}
	if a, ok := v.Schema().Attribute(key); !ok || a.Kind != spar.Date && a.Name != "period" {
		return nil
	}
	switch {
	case !low && !high:
		return nil
	case !high:
		to = min(from+mostYears, time.Now().Year()) + 1
	case !low:
		from = to - mostYears
	}
	for y := from; y <= to && len(names) < mostYears; y++ {
		names = append(names, strconv.Itoa(y))
	}
	return names
}

func yearOf(text string) (int, bool) {
	if len(text) < 4 {
		return 0, false
	}
	n, err := strconv.Atoi(text[:4])
	return n, err == nil && n > 1000
}

// wanted names what a constraint asks for; ok is false for a range of numbers, which has no name.
func (v view) wanted(c spar.Constraint) (w engine.Wanted, ok bool) {
	var names []string
	for _, m := range c.Values {
		if m.Text != "" {
			names = append(names, m.Text)
		}
		if m.Range {
			names = append(names, v.years(c.Key, m)...)
		}
		if tag, err := v.FindTag(v.who, m.Text); c.Key == "tag" && err == nil {
			names, w.IsTag = append(append(names, tag.Name), tag.Synonyms...), true
		}
	}
	if len(names) == 0 {
		return w, false
	}
	w.Tag = spar.Tag{Name: names[0], Synonyms: names[1:]}
	return w, true
}

// guarded notes of a refused question in a stated scope which files may lack a tag or a value that the scope asks for.
func (s *Service) guarded(ctx context.Context, m meaning, notes *[]string) error {
	if len(m.request.Scope.Constraints) == 0 {
		return nil
	}
	v, err := s.view(ctx, m.who)
	if err != nil {
		return err
	}
	list, _, err := v.leftOut(ctx, s, m.request.Question, m.request.Scope, m.request.Only, true)
	if err != nil {
		return err
	}
	of := map[string][]string{}
	var order []string
	for _, o := range list {
		if of[o.Constraint] == nil {
			order = append(order, o.Constraint)
		}
		of[o.Constraint] = append(of[o.Constraint], o.Share+":"+o.Path.Name)
	}
	for _, c := range order {
		files := of[c]
		*notes = append(*notes, fmt.Sprintf("%s %s: %s (kept out by %s)",
			Plural(len(files), "file looks", "files look"), v.lookLike(m.request.Scope, c, len(files)), strings.Join(files[:min(3, len(files))], ", "), c))
	}
	return nil
}

// lookLike says what files look like and lack, of which a constraint asks for more than is known.
func (v view) lookLike(sc spar.Scope, printed string, n int) string {
	for _, c := range sc.Constraints {
		w, ok := v.wanted(c)
		if !ok || scope.PrintConstraint(c) != printed {
			continue
		}
		has, lacks := "has", "lacks"
		if n > 1 {
			has, lacks = "have", "lack"
		}
		if c.Key == "tag" {
			return fmt.Sprintf("like “%s” and %s the tag", w.Tag.Name, lacks)
		}
		return fmt.Sprintf("like “%s” and %s no %s", w.Tag.Name, has, strings.ToLower(v.Schema().Label(v.Schema().Key(scope.AttributeName(c.Key)))))
	}
	return "as if something were missing"
}

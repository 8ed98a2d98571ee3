package service

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

const (
	mostNodes = 20 // shown tags of one group
	mostTrees = 32 // shown constraints on tags
)

// ExplainScope says how a scope selects its files: constraint by constraint, tag by tag, and what becomes of the files. It covers only
// files and tags that the asker may know of.
func (s *Service) ExplainScope(ctx context.Context, who spar.Principal, text string) (api.ScopeExplain, error) {
	v, sc, err := s.scoped(ctx, who, text)
	if err != nil {
		return api.ScopeExplain{}, err
	}
	parts, all, err := v.Parts(v.ctx, who, sc)
	if err != nil {
		return api.ScopeExplain{}, err
	}
	known, unknown := index.Combined(all, parts...)
	out := api.ScopeExplain{
		Schema: api.ScopeExplainSchema, Scope: scope.Print(sc), Groups: []api.TagGroup{}, Pruned: []api.PrunedTag{}, Funnel: []api.FunnelStep{}, Gates: []api.Gate{},
		Files: int(known.GetCardinality()), Unknown: int(unknown.GetCardinality()), Notes: v.unattributed(sc),
	}
	moved, _, err := s.moved(ctx, v, sc)
	if err != nil {
		return out, err
	}
	for _, m := range moved {
		out.Notes = append(out.Notes, movedNote(m))
	}
	for i, stage := range index.Funnel(all, parts...) {
		out.Funnel = append(out.Funnel, api.FunnelStep{
			Constraint: scope.PrintConstraint(parts[i].Constraint), Alone: int(parts[i].Yes.GetCardinality()), After: stage.Known,
			Without: stage.Without, Unknown: stage.Unknown,
		})
	}
	if err := (explainer{v}).explainTags(sc, &out); err != nil {
		return out, err
	}
	return out, explainer{v}.gates(sc, roaring.Or(known, unknown), &out)
}

// An explainer tells one asker why a scope selects its files.
type explainer struct{ view }

// gates counts the files in scope that are not searched, or not whole, by reason, and counts the ones that were read.
func (v explainer) gates(sc spar.Scope, files *roaring.Bitmap, out *api.ScopeExplain) error {
	if v.seesAll() { // others do not know of files that they may not read
		denied, err := v.Denied(v.ctx, v.who, sc)
		if err != nil {
			return err
		}
		rights := api.Gate{Gate: "rights", Files: int(denied.GetCardinality()), States: api.States{}}
		for state, of := range v.ByState(denied) {
			rights.States[closedState(state)] += int(of.GetCardinality())
		}
		out.Gates = append(out.Gates, rights)
	}
	gates := map[string]*api.Gate{}
	for _, name := range []string{"size", "format", "quality"} {
		gates[name] = &api.Gate{Gate: name, States: api.States{}}
	}
	for state, of := range v.ByState(files) {
		n := int(of.GetCardinality())
		if state.Read() {
			out.Read += n
		}
		if !state.Skipped() || state == spar.Offline {
			continue
		}
		g := gates["quality"]
		switch state {
		case spar.TooBig:
			g = gates["size"]
		case spar.Unsupported, spar.Program, spar.Special:
			g = gates["format"]
		}
		g.Files += n
		g.States[state] = n
	}
	for _, name := range []string{"size", "format", "quality"} {
		out.Gates = append(out.Gates, *gates[name])
	}
	return nil
}

// A stated is a constraint on tags with the tags that it stands for.
type stated struct {
	constraint *spar.Constraint
	guess      bool
	tags       []spar.Tag
	closure    map[spar.TagID]bool
	at         int // in the conjunction; -1 within a group
}

// explainTags shows the part of the tree around the tags of the scope, and the tags and constraints that are redundant.
func (v explainer) explainTags(sc spar.Scope, out *api.ScopeExplain) error {
	var groups []stated
	at := map[*spar.Constraint]int{}
	guess := map[*spar.Constraint]bool{}
	for i := range sc.Constraints {
		c := &sc.Constraints[i]
		at[c], guess[c] = i, c.Guess
	}
	for c := range scope.Leaves(sc) {
		if c.Key != "tag" {
			continue
		}
		g := stated{constraint: c, guess: c.Guess, closure: map[spar.TagID]bool{}, at: -1}
		if i, ok := at[c]; ok {
			g.at = i
		}
		for _, m := range c.Values {
			closure, err := v.TagClosure(v.who, m.Text)
			if err != nil {
				return err
			}
			maps.Copy(g.closure, closure)
			if t, err := v.FindTag(v.who, m.Text); err == nil {
				g.tags = append(g.tags, t)
			}
		}
		groups = append(groups, g)
	}
	if len(groups) > mostTrees {
		out.Notes = append(out.Notes, fmt.Sprintf("of %d constraints on tags the first %d are shown in the tree", len(groups), mostTrees))
		groups = groups[:mostTrees]
	}
	for _, g := range groups {
		shown, err := v.treeOfGroup(g)
		if err != nil {
			return err
		}
		out.Groups = append(out.Groups, shown)
	}
	out.Pruned = append(out.Pruned, v.prune(groups)...)
	return nil
}

// prune lists what is redundant: within a group, a tag below another tag of it; between two required groups, the one that holds wherever
// the other does. It compares guesses only with guesses.
func (v explainer) prune(groups []stated) (list []api.PrunedTag) {
	for _, g := range groups {
		ids := make([]spar.TagID, len(g.tags))
		for i, t := range g.tags {
			ids[i] = t.ID
		}
		kept, printed := v.PruneTags(ids), scope.PrintConstraint(*g.constraint)
		covers := make([]map[spar.TagID]bool, len(g.tags)) // per kept tag, the tags below it
		for i, t := range g.tags {
			if _, ok := slices.BinarySearch(kept, t.ID); !ok {
				continue
			}
			if closure, err := v.TagClosure(v.who, t.Name); err == nil {
				covers[i] = closure
			}
		}
		for _, t := range g.tags {
			if _, ok := slices.BinarySearch(kept, t.ID); ok {
				continue
			}
			if by := slices.IndexFunc(covers, func(c map[spar.TagID]bool) bool { return c[t.ID] }); by >= 0 {
				list = append(list, api.PrunedTag{Constraint: printed, Tag: t.Name, By: g.tags[by].Name, Guess: g.guess})
			}
		}
	}
	gone := map[int]bool{}
	for i, g := range groups {
		for j, other := range groups {
			same := within(g.closure, other.closure) && len(g.closure) == len(other.closure)
			if i == j || gone[i] || gone[j] || g.at < 0 || other.at < 0 || g.guess != other.guess || g.constraint.Not || other.constraint.Not || !within(other.closure, g.closure) || same && i < j {
				continue
			}
			gone[i] = true
			list = append(list, api.PrunedTag{Constraint: scope.PrintConstraint(*g.constraint), By: scope.PrintConstraint(*other.constraint), Guess: g.guess})
		}
	}
	return list
}

// within reports whether a set is part of another.
func within(a, b map[spar.TagID]bool) bool {
	for t := range a {
		if !b[t] {
			return false
		}
	}
	return true
}

// treeOfGroup lists the selected tags, each below the path from the root down to it, with the tags right below it.
func (v explainer) treeOfGroup(g stated) (out api.TagGroup, err error) {
	out = api.TagGroup{Constraint: scope.PrintConstraint(*g.constraint), Guess: g.guess, Tags: []api.TagNode{}}
	tags := map[spar.TagID]spar.Tag{}
	for _, t := range v.TagsFor(v.who) {
		tags[t.ID] = t
	}
	selected := map[spar.TagID]bool{}
	for _, t := range g.tags {
		selected[t.ID] = true
	}
	add := func(t spar.Tag, depth int) error {
		is := api.TagBeside
		switch {
		case selected[t.ID]:
			is = api.TagSelected
		case g.closure[t.ID]:
			is = api.TagImplied
		}
		part, _, err := v.Parts(v.ctx, v.who, spar.Scope{Constraints: []spar.Constraint{{Key: "tag", Values: []spar.Match{{Text: t.Name}}}}})
		if err == nil {
			out.Tags = append(out.Tags, api.TagNode{Tag: t.Name, Depth: depth, Is: is, Files: int(part[0].Yes.GetCardinality())})
		}
		return err
	}
	byName := func(ids []spar.TagID) (list []spar.Tag) {
		for _, id := range ids {
			if t, ok := tags[id]; ok {
				list = append(list, t)
			}
		}
		slices.SortFunc(list, func(a, b spar.Tag) int { return cmp.Compare(a.Name, b.Name) })
		return list
	}
	shown := map[spar.TagID]bool{}
	for _, t := range g.tags {
		if len(out.Tags) >= mostNodes {
			out.More++
			continue
		}
		if shown[t.ID] {
			continue
		}
		// The path takes the first parent each time; this is enough to see where a tag lies.
		way, met := []spar.Tag{t}, map[spar.TagID]bool{t.ID: true}
		for {
			parents := byName(v.ParentsOf(way[0]))
			if len(parents) == 0 || met[parents[0].ID] {
				break
			}
			met[parents[0].ID] = true
			way = slices.Insert(way, 0, parents[0])
		}
		for depth, w := range way {
			if !shown[w.ID] {
				shown[w.ID] = true
				if err := add(w, depth); err != nil {
					return out, err
				}
			}
		}
		for _, below := range byName(v.ChildrenOf(t)) {
			switch {
			case shown[below.ID]:
			case len(out.Tags) >= mostNodes:
				out.More++
			default:
				shown[below.ID] = true
				if err := add(below, len(way)); err != nil {
					return out, err
				}
			}
		}
	}
	return out, nil
}

// WhyFile says why a scope selects a file or not: which constraints keep it out or let it in, by which values, and where the values come
// from.
func (s *Service) WhyFile(ctx context.Context, who spar.Principal, name, text string) (api.WhyFile, error) {
	v, sc, err := s.scoped(ctx, who, text)
	if err != nil {
		return api.WhyFile{}, err
	}
	v, f, err := s.file(ctx, v, name)
	if err != nil {
		return api.WhyFile{}, err
	}
	links, err := s.catalog.AssignmentsOf(ctx, f.ID)
	if err != nil {
		return api.WhyFile{}, err
	}
	links = slices.DeleteFunc(links, func(a spar.Assignment) bool { return !a.Selects() })
	out := api.WhyFile{Schema: api.WhySchema, File: nameOf(f), Scope: scope.Print(sc), Constraints: []api.WhyConstraint{}}
	list, truth, err := explainer{v}.whyAll(f, sc, links)
	if err != nil {
		return out, err
	}
	out.Holds = truth.String()
	out.Constraints = append(out.Constraints, list...)
	return out, nil
}

// whyAll says of each constraint of a conjunction whether it holds for a file.
func (v explainer) whyAll(f spar.File, sc spar.Scope, links []spar.Assignment) (list []api.WhyConstraint, all scope.Truth, err error) {
	reasons, all, err := v.Why(v.who, f, sc)
	if err != nil {
		return nil, all, err
	}
	for i, r := range reasons {
		c := sc.Constraints[i]
		one := api.WhyConstraint{Constraint: r.Constraint, Holds: r.Truth.String(), Guess: r.Guess, Has: r.Has, Origin: v.origins(f, c, links)}
		for _, in := range c.Any {
			of, _, err := v.whyAll(f, in, links)
			if err != nil {
				return nil, all, err
			}
			one.Any = append(one.Any, of)
		}
		list = append(list, one)
	}
	return list, all, nil
}

// origins lists the origins of the file's values for the key of a constraint. An empty list means the file system alone.
func (v explainer) origins(f spar.File, c spar.Constraint, links []spar.Assignment) []spar.Origin {
	list := []spar.Origin{}
	key := c.Key
	if (key == "has" || key == "unknown") && len(c.Values) > 0 {
		key = c.Values[0].Text
	}
	switch {
	case key == "tag" || key == "linked":
		meant := map[spar.TagID]bool{}
		for _, m := range c.Values {
			if closure, err := v.TagClosure(v.who, m.Text); err == nil && c.Key == "tag" {
				maps.Copy(meant, closure)
			}
		}
		for _, l := range links {
			if l.Review != spar.Rejected && (c.Key != "tag" || meant[l.Tag]) {
				list = append(list, l.Origin)
			}
		}
	case key != "" && key != spar.Saved && !scope.IsFileKey(key):
		held, _ := scope.Held(v.AttributesOf(f.ID), v.Attribute(scope.AttributeName(key)))
		for _, b := range held {
			list = append(list, b.Origin)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

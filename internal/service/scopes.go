package service

import (
	"context"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/workspace"
)

// PrintScope parses a scope and says how SPAR understands it.
func (s *Service) PrintScope(ctx context.Context, who spar.Principal, text string) (api.Scope, error) {
	_, sc, err := s.scoped(ctx, who, text)
	if err != nil {
		return api.Scope{}, err
	}
	out := scopeOf(sc)
	_, out.Words, err = scope.ParseWords(text)
	return out, err
}

// SaveScope stores a scope of the asker under a name, and replaces their scope of that name. It refuses a meaningless scope.
func (s *Service) SaveScope(ctx context.Context, who spar.Principal, in api.Scope) (api.Scope, error) {
	sc, selected, err := s.selects(ctx, who, in.Text)
	if err != nil {
		return api.Scope{}, err
	}
	saved, err := s.workspaces.Save(ctx, who, in.Name, sc)
	if err != nil {
		return api.Scope{}, err
	}
	out := savedOf(saved)
	out.Coverage = &selected.Coverage
	return out, nil
}

// SavedScopes lists by name the saved scopes that the asker may use: their own and the shared ones.
func (s *Service) SavedScopes(ctx context.Context, who spar.Principal) ([]api.Scope, error) {
	if err := must(who, spar.CanRead); err != nil {
		return nil, err
	}
	shelf, err := s.workspaces.Shelf(ctx)
	list := []api.Scope{}
	for _, one := range shelf.For(who) {
		list = append(list, savedOf(one))
	}
	return list, err
}

// SavedScope says what a saved scope selects for the asker now.
func (s *Service) SavedScope(ctx context.Context, who spar.Principal, name string) (api.Scope, error) {
	v, err := s.view(ctx, who)
	if err != nil {
		return api.Scope{}, err
	}
	shelf, err := v.saved()
	if err != nil {
		return api.Scope{}, err
	}
	one, err := shelf.Get(who, name)
	if err != nil {
		return api.Scope{}, err
	}
	out := savedOf(one)
	if one.Scope, err = v.expand(one.Owner, scope.Print(one.Scope), one.Scope); err != nil {
		return api.Scope{}, err
	}
	selected, err := s.engine.Coverage(ctx, who, one.Scope)
	if err != nil {
		return api.Scope{}, spar.Errorf(spar.CodeOf(err), "the saved scope %q cannot be selected: %w", name, err)
	}
	out.Coverage = &selected.Coverage
	return out, nil
}

// RenameScope renames a saved scope; references to it follow.
func (s *Service) RenameScope(ctx context.Context, who spar.Principal, from, to string) error {
	if err := must(who, spar.CanRead); err != nil {
		return err
	}
	return s.workspaces.RenameSaved(ctx, who, from, to)
}

// DeleteScope deletes a saved scope, and returns it for the last time. It refuses a scope that other scopes of the asker refer to.
func (s *Service) DeleteScope(ctx context.Context, who spar.Principal, name string) (api.Scope, error) {
	if err := must(who, spar.CanRead); err != nil {
		return api.Scope{}, err
	}
	one, err := s.workspaces.DeleteSaved(ctx, who, name)
	if err != nil {
		return api.Scope{}, err
	}
	return savedOf(one), nil
}

// ShareScope lets others refer to a saved scope, or stops that. It gives nobody a right to a file.
func (s *Service) ShareScope(ctx context.Context, who spar.Principal, name string, on bool) (api.Scope, error) {
	if err := must(who, spar.CanRead); err != nil {
		return api.Scope{}, err
	}
	one, err := s.workspaces.ShareSaved(ctx, who, name, on)
	if err != nil {
		return api.Scope{}, err
	}
	return savedOf(one), nil
}

// expand resolves the references in a scope for the asker. owner owns the scope, "" for the asker.
func (v view) expand(owner, text string, sc spar.Scope) (spar.Scope, error) {
	sc, err := v.expandSaved(owner, text, sc)
	if err != nil {
		return sc, err
	}
	return sc, relatives{v}.expandRelated(text, sc)
}

func (v view) expandSaved(owner, text string, sc spar.Scope) (spar.Scope, error) {
	for c := range scope.Leaves(sc) {
		if c.Key != spar.Saved {
			continue
		}
		shelf, err := v.saved()
		if err != nil {
			return sc, err
		}
		leaf, err := shelf.Expand(v.who, owner, sc)
		if err == nil {
			err = v.knowsInside(sc)
		}
		return sc, scope.Fault(text, leaf, err)
	}
	return sc, nil
}

// knowsInside refuses saved scopes that name a missing share or type: with a minus in front they would select more.
func (v view) knowsInside(sc spar.Scope) error {
	for c := range scope.Leaves(sc) {
		if c.Key != spar.Saved {
			continue
		}
		for _, in := range c.Any {
			err := v.knows(scope.Print(in), in)
			if err == nil {
				err = v.knowsInside(in)
			}
			if err != nil {
				return spar.Errorf(spar.CodeOf(err), "in %s: %w", scope.PrintConstraint(*c), err)
			}
		}
	}
	return nil
}

func savedOf(one workspace.Saved) api.Scope {
	out := scopeOf(one.Scope)
	out.Name, out.Owner, out.Shared, out.Created = one.Name, one.Owner, one.Shared, one.Created.Format(time.RFC3339)
	out.Whose = Called(one.Owner)
	return out
}

func scopeOf(sc spar.Scope) api.Scope {
	return api.Scope{Schema: api.ScopeSchema, Text: scope.Print(sc), Tree: treeOf(sc)}
}

// treeOf returns a conjunction as a tree.
func treeOf(sc spar.Scope) api.ScopeTree {
	out := api.ScopeTree{Op: api.ScopeAll, Of: []api.ScopeTree{}}
	for _, c := range sc.Constraints {
		part := api.ScopeTree{Op: api.ScopeIs, Key: c.Key, Not: c.Not, Guess: c.Guess}
		switch {
		case c.Key == spar.Saved:
			part.Op, part.Key = api.ScopeSaved, ""
		case c.Add:
			part.Op = api.ScopeAdd
		case len(c.Any) > 0:
			part.Op = api.ScopeAny
			for _, in := range c.Any {
				part.Of = append(part.Of, treeOf(in))
			}
		}
		for _, m := range c.Values {
			part.Values = append(part.Values, api.ScopeValue{Text: m.Text, From: m.From, To: m.To})
		}
		out.Of = append(out.Of, part)
	}
	if len(out.Of) == 1 {
		return out.Of[0]
	}
	return out
}

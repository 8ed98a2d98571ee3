package service

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/models"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/workspace"
)

// lastAsked is how many questions of its history a workspace shows.
const lastAsked = 20

// CreateWorkspace makes a workspace of the asker's with a name, a scope and perhaps an encoder. A scope that means nothing is
// refused now, not at the first question.
func (s *Service) CreateWorkspace(ctx context.Context, who spar.Principal, w api.Workspace) (api.Workspace, error) {
	sc, selected, err := s.selects(ctx, who, w.Scope)
	if err != nil {
		return api.Workspace{}, err
	}
	encoder, err := s.encoderOf(w.Encoder)
	if err != nil {
		return api.Workspace{}, err
	}
	ws, err := s.engine.Workspaces.Create(ctx, who, w.Name, sc, encoder)
	return covered(ws, selected), err
}

// EditWorkspace gives a workspace another scope, another encoder, or both; what is "" stays, and auto is no encoder of its own.
// Its history stays.
func (s *Service) EditWorkspace(ctx context.Context, who spar.Principal, w api.Workspace) (api.Workspace, error) {
	if err := must(who, spar.CanRead); err != nil {
		return api.Workspace{}, err
	}
	ws, err := s.engine.Workspaces.Get(ctx, who, w.Name)
	if err != nil {
		return api.Workspace{}, err
	}
	if w.Scope == "" && w.Encoder == "" {
		return api.Workspace{}, spar.Errorf(spar.Invalid, "say which files are to be in the workspace %s, or what is to be its encoder; path:** is all files", ws.Name)
	}
	sc, selected, err := s.selects(ctx, who, cmp.Or(w.Scope, scope.Print(ws.Scope)))
	if err != nil {
		return api.Workspace{}, err
	}
	if w.Encoder != "" {
		if ws.Encoder, err = s.encoderOf(w.Encoder); err != nil {
			return api.Workspace{}, err
		}
	}
	ws, err = s.engine.Workspaces.Update(ctx, who, w.Name, sc, ws.Encoder)
	return covered(ws, selected), err
}

// RenameWorkspace gives a workspace another name.
func (s *Service) RenameWorkspace(ctx context.Context, who spar.Principal, from, to string) error {
	if err := must(who, spar.CanRead); err != nil {
		return err
	}
	return s.engine.Workspaces.Rename(ctx, who, from, to)
}

// Workspaces lists those of the asker by name, and for one who may see everything those of everybody.
func (s *Service) Workspaces(ctx context.Context, who spar.Principal) ([]api.Workspace, error) {
	if err := must(who, spar.CanRead); err != nil {
		return nil, err
	}
	all, err := s.engine.Workspaces.List(ctx, who)
	list := make([]api.Workspace, len(all))
	for i, ws := range all {
		list[i] = workspaceOf(ws)
	}
	return list, err
}

// Workspace says what a workspace selects, step by step, and what was asked of it last.
func (s *Service) Workspace(ctx context.Context, who spar.Principal, name string) (api.Workspace, error) {
	if err := must(who, spar.CanRead); err != nil {
		return api.Workspace{}, err
	}
	ws, err := s.engine.Workspaces.Get(ctx, who, name)
	if err != nil {
		return api.Workspace{}, err
	}
	v, err := s.view(ctx, who)
	if err != nil {
		return api.Workspace{}, err
	}
	expanded, err := v.expand(ws.Owner, scope.Print(ws.Scope), ws.Scope)
	if err != nil {
		return api.Workspace{}, err
	}
	selected, err := s.engine.Coverage(ctx, who, expanded)
	if spar.CodeOf(err) == spar.NotFound { // a tag or a share of its scope was removed
		return api.Workspace{}, spar.Errorf(spar.NotFound, "the workspace %q cannot be selected: %w; or delete the workspace and make it again", ws.Name, err)
	}
	if err != nil {
		return api.Workspace{}, err
	}
	asked, err := s.engine.Workspaces.History(ctx, who, ws.ID, lastAsked)
	out := covered(ws, selected)
	out.Funnel = stepsOf(selected.Funnel)
	for _, q := range asked {
		out.Asked = append(out.Asked, api.Asked{At: q.At.Format(time.RFC3339), Who: q.Who, Question: q.Question, Refused: q.Refused})
	}
	return out, err
}

// selects reads a scope and counts what it selects for the asker.
func (s *Service) selects(ctx context.Context, who spar.Principal, text string) (spar.Scope, engine.Selected, error) {
	_, sc, err := s.scoped(ctx, who, text)
	if err != nil {
		return sc, engine.Selected{}, err
	}
	selected, err := s.engine.Coverage(ctx, who, sc)
	return sc, selected, err
}

func workspaceOf(ws workspace.Workspace) api.Workspace {
	return api.Workspace{
		Schema: api.WorkspaceSchema, Name: ws.Name, Scope: scope.Print(ws.Scope), Encoder: ws.Encoder, Owner: ws.Owner,
		Created: ws.Created.Format(time.RFC3339),
	}
}

func covered(ws workspace.Workspace, selected engine.Selected) api.Workspace {
	out := workspaceOf(ws)
	out.Coverage = &selected.Coverage
	return out
}

// encoderOf is the encoder of its own that a workspace gets: none for "" and auto.
func (s *Service) encoderOf(name string) (string, error) {
	name = strings.TrimSpace(name)
	if name == models.Auto || name == "" {
		return "", nil
	}
	return name, models.Usable(s.engine.Dir(), name)
}

package service

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/models"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/workspace"
)

// lastAsked bounds the questions of its history that a workspace shows.
const lastAsked = 20

// CreateWorkspace makes a workspace of the asker with a name, a scope and perhaps an encoder. It refuses a meaningless scope at once.
// With read it reads the files at once, within the budget of a question.
func (s *Service) CreateWorkspace(ctx context.Context, who spar.Principal, w api.NewWorkspace, progress func(api.Reading)) (api.Workspace, error) {
	sc, _, err := s.selects(ctx, who, w.Scope)
	if err != nil {
		return api.Workspace{}, err
	}
	encoder, err := s.encoderOf(w.Encoder)
	if err != nil {
		return api.Workspace{}, err
	}
	ws, err := s.workspaces.Create(ctx, who, w.Name, sc, encoder)
	if err != nil {
		return api.Workspace{}, err
	}
	return s.changed(ctx, who, ws, nil, w.Read, progress)
}

// EditWorkspace gives a workspace another scope, another encoder, or both. "" changes nothing; the encoder auto removes the workspace's
// own. The history stays. With read it reads the files at once, within the budget of a question.
func (s *Service) EditWorkspace(ctx context.Context, who spar.Principal, w api.NewWorkspace, progress func(api.Reading)) (api.Workspace, error) {
	ws, err := s.opened(ctx, who, w.Name, workspace.Editor)
	if err != nil {
		return api.Workspace{}, err
	}
	if w.Scope == "" && w.Encoder == "" {
		return api.Workspace{}, spar.Errorf(spar.Invalid, "say which files are to be in the workspace %s, or what is to be its encoder; path:** is all files", ws.Name)
	}
	if w.Encoder != "" {
		if ws.Encoder, err = s.encoderOf(w.Encoder); err != nil {
			return api.Workspace{}, err
		}
	}
	sc, text, err := withWords(cmp.Or(w.Scope, scope.Print(ws.Scope)))
	if err != nil {
		return api.Workspace{}, err
	}
	if w.Scope != "" {
		v, err := s.view(ctx, who)
		if err == nil {
			err = v.knows(text, sc)
		}
		if err != nil {
			return api.Workspace{}, err
		}
	}
	return s.rescoped(ctx, who, ws, sc, w.Read, progress)
}

// RenameWorkspace renames a workspace.
func (s *Service) RenameWorkspace(ctx context.Context, who spar.Principal, from, to string) error {
	if _, err := s.workspaceFor(ctx, who, from, workspace.Owner); err != nil {
		return err
	}
	return s.workspaces.Rename(ctx, who, from, to)
}

// Workspaces lists the workspaces that the asker owns or is a member of, by name, the starred ones first. An asker who may see everything
// gets all workspaces.
func (s *Service) Workspaces(ctx context.Context, who spar.Principal) ([]api.Workspace, error) {
	if err := must(who, spar.CanRead); err != nil {
		return nil, err
	}
	if err := s.expire(ctx); err != nil {
		return nil, err
	}
	all, err := s.workspaces.List(ctx, who)
	if err != nil {
		return nil, err
	}
	v, err := s.view(ctx, who)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b workspace.Workspace) int { // the starred ones first
		switch {
		case a.Starred == b.Starred:
			return 0
		case a.Starred:
			return -1
		}
		return 1
	})
	list := make([]api.Workspace, len(all))
	for i, ws := range all {
		list[i] = workspaceOf(who, ws)
		if list[i].Scope, err = s.scopeFor(ctx, who, ws); err != nil {
			return nil, err
		}
		if err := s.tellMoved(ctx, v, ws, &list[i]); err != nil {
			return nil, err
		}
	}
	return list, err
}

// Workspace says what a workspace selects, step by step, and its latest questions.
func (s *Service) Workspace(ctx context.Context, who spar.Principal, name string) (api.Workspace, error) {
	ws, err := s.workspaceFor(ctx, who, name, workspace.Viewer)
	if err != nil {
		return api.Workspace{}, err
	}
	sel, err := s.selection(ctx, who, ws)
	if err != nil {
		return api.Workspace{}, err
	}
	selected, err := s.engine.Covered(ctx, sel)
	if spar.CodeOf(err) == spar.NotFound { // a tag or a share of its scope was removed
		return api.Workspace{}, spar.Errorf(spar.NotFound, "the workspace %q cannot be selected: %w; or delete the workspace and make it again", ws.Name, err)
	}
	if err != nil {
		return api.Workspace{}, err
	}
	out := workspaceOf(who, ws)
	if out.Scope, err = s.scopeFor(ctx, who, ws); err != nil {
		return out, err
	}
	out.Coverage, out.Funnel = &selected.Coverage, stepsOf(selected.Funnel)
	if out.Scope != scope.Print(ws.Scope) {
		out.Funnel = slices.DeleteFunc(out.Funnel, func(st api.Step) bool { return strings.HasPrefix(strings.TrimLeft(st.Constraint, "+-"), "file:") })
	}
	switch {
	case ws.State == workspace.Archived:
		out.Drift, err = s.drift(ctx, who, ws, ws.Since)
	case !ws.Pinned.IsZero():
		out.Drift, err = s.drift(ctx, who, ws, ws.Pinned)
	}
	if err != nil {
		return api.Workspace{}, err
	}
	if out.Members, err = s.members(ctx, ws); err == nil {
		err = s.mayRead(ctx, who, ws, out.Members)
	}
	if err != nil {
		return api.Workspace{}, err
	}
	v, err := s.view(ctx, who)
	if err == nil {
		err = s.tellMoved(ctx, v, ws, &out)
	}
	if err != nil {
		return api.Workspace{}, err
	}
	asked, err := s.history(ctx, who, ws, lastAsked)
	for _, q := range asked {
		if q.Did == "ask" && q.Question != "" {
			out.Asked = append(out.Asked, api.Asked{At: q.At, Who: q.Who, Question: q.Question, Refused: q.State == string(workspace.Refused), Imported: q.Imported})
		}
	}
	return out, err
}

// selects parses a scope and counts the files that it selects for the asker.
func (s *Service) selects(ctx context.Context, who spar.Principal, text string) (spar.Scope, engine.Selected, error) {
	_, sc, err := s.scoped(ctx, who, text)
	if err != nil {
		return sc, engine.Selected{}, err
	}
	selected, err := s.engine.Coverage(ctx, who, sc)
	return sc, selected, err
}

// scopeFor returns the scope of a workspace as somebody may see it: it hides the names of files added or removed by hand that they may
// not read.
func (s *Service) scopeFor(ctx context.Context, who spar.Principal, ws workspace.Workspace) (string, error) {
	base, hand := byHand(ws.Scope)
	if len(hand) == 0 || who.Owns(ws.Owner) {
		return scope.Print(ws.Scope), nil
	}
	v, err := s.view(ctx, who)
	if err != nil {
		return "", err
	}
	may, err := v.readable()
	if err != nil {
		return "", err
	}
	for _, c := range hand {
		c.Values = slices.DeleteFunc(slices.Clone(c.Values), func(m spar.Match) bool {
			share, path, _ := strings.Cut(m.Text, ":")
			f, ok := v.Named(share, path)
			return !ok || !may.may.Contains(uint32(f.ID))
		})
		if len(c.Values) > 0 {
			base.Constraints = append(base.Constraints, c)
		}
	}
	return scope.Print(base), nil
}

// StarWorkspace puts a workspace at the top of the asker's lists, or back. Nobody else sees that.
func (s *Service) StarWorkspace(ctx context.Context, who spar.Principal, name string, on bool) error {
	ws, err := s.workspaceFor(ctx, who, name, workspace.Viewer)
	if err != nil {
		return err
	}
	return s.workspaces.Star(ctx, who, ws, on)
}

func workspaceOf(who spar.Principal, ws workspace.Workspace) api.Workspace {
	out := api.Workspace{
		Schema: api.WorkspaceSchema, Name: ws.Name, Ref: ws.Ref(who), Scope: scope.Print(ws.Scope), Encoder: ws.Encoder, Owner: ws.Owner, Called: Called(ws.Owner),
		Created: stamp(ws.Created), State: string(ws.State), Since: stamp(ws.Since), Expires: stamp(ws.Expires), Pinned: stamp(ws.Pinned), Role: string(ws.Role),
		Keeps: ws.Keep.String(), Starred: ws.Starred,
	}
	if left := time.Until(ws.Expires); !ws.Expires.IsZero() && left < soon {
		out.Notes = append(out.Notes, fmt.Sprintf("the workspace %s is archived on %s", ws.Name, ws.Expires.Format(time.DateOnly)))
	}
	return out
}

// encoderOf returns the own encoder for a workspace: "" for "" and auto.
func (s *Service) encoderOf(name string) (string, error) {
	name = strings.TrimSpace(name)
	if name == models.Auto || name == "" {
		return "", nil
	}
	return name, models.Usable(s.engine.Dir(), name)
}

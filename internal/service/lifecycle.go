package service

import (
	"context"
	"iter"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/workspace"
)

// soon is how long before the end of a workspace SPAR warns its people.
const soon = 7 * day

// workspaceFor returns a workspace in which the asker has a role. It first archives the workspaces that have expired.
func (s *Service) workspaceFor(ctx context.Context, who spar.Principal, name string, needs workspace.Role) (workspace.Workspace, error) {
	if err := must(who, spar.CanRead); err != nil {
		return workspace.Workspace{}, err
	}
	if err := s.expire(ctx); err != nil {
		return workspace.Workspace{}, err
	}
	return s.workspaces.For(ctx, who, name, needs)
}

// opened is workspaceFor for an open workspace.
func (s *Service) opened(ctx context.Context, who spar.Principal, name string, needs workspace.Role) (workspace.Workspace, error) {
	if _, err := s.workspaceFor(ctx, who, name, needs); err != nil {
		return workspace.Workspace{}, err
	}
	return s.workspaces.Opened(ctx, who, name, needs)
}

// expire archives the workspaces that have reached their end, with the files that their owners may read. It also deletes history that is
// older than workspaces keep it.
func (s *Service) expire(ctx context.Context) error {
	if s.engine.ReadOnly() {
		return nil
	}
	if err := s.workspaces.ForgetOld(ctx, time.Now()); err != nil {
		return err
	}
	due, err := s.workspaces.Due(ctx, time.Now())
	for _, ws := range due {
		var files iter.Seq[workspace.Held]
		owner, err := s.owner(ctx, ws.Owner)
		if err == nil {
			_, files, err = s.selectedNow(ctx, owner, ws)
		}
		if code := spar.CodeOf(err); code == spar.NotFound || code == spar.Invalid {
			// Its owner or something that its scope refers to is gone: it keeps its scope and no files.
			owner, files, err = spar.Principal{}, func(func(workspace.Held) bool) {}, nil
		}
		if err != nil {
			return err
		}
		if err := s.workspaces.Move(ctx, ws, workspace.Archived, owner, files); err != nil && spar.CodeOf(err) != spar.Conflict {
			return err // a conflict means that another process has archived it
		}
	}
	return err
}

// selection returns what a workspace selects for somebody: by its scope, and within its list of files if it is pinned.
func (s *Service) selection(ctx context.Context, who spar.Principal, ws workspace.Workspace) (engine.Selection, error) {
	v, err := s.view(ctx, who)
	if err != nil {
		return engine.Selection{}, err
	}
	sc, err := v.expand(ws.Owner, scope.Print(ws.Scope), ws.Scope)
	if err != nil {
		return engine.Selection{}, err
	}
	only, err := s.pinned(ctx, ws)
	return engine.Selection{Who: who, Scope: sc, Only: only}, err
}

// pinned returns the files of a pinned workspace, or nil.
func (s *Service) pinned(ctx context.Context, ws workspace.Workspace) (*roaring.Bitmap, error) {
	if ws.Pinned.IsZero() {
		return nil, nil
	}
	held, err := s.workspaces.Held(ctx, ws.ID)
	only := roaring.New()
	for _, h := range held {
		only.Add(uint32(h.File))
	}
	return only, err
}

// selectedNow evaluates the scope of a workspace for somebody, and returns the list of files to store. The list is nil for a pinned
// workspace, which keeps its own.
func (s *Service) selectedNow(ctx context.Context, who spar.Principal, ws workspace.Workspace) (index.Selection, iter.Seq[workspace.Held], error) {
	v, err := s.view(ctx, who)
	if err != nil {
		return index.Selection{}, nil, err
	}
	sc, err := v.expand(ws.Owner, scope.Print(ws.Scope), ws.Scope)
	if err != nil {
		return index.Selection{}, nil, err
	}
	selected, err := v.selection(sc)
	if err != nil || !ws.Pinned.IsZero() {
		return selected, nil, err
	}
	return selected, v.listing(selected), nil
}

// listing lists the files of a selection as a workspace stores them.
func (v view) listing(selected index.Selection) iter.Seq[workspace.Held] {
	return func(yield func(workspace.Held) bool) {
		for f := range v.In(roaring.Or(selected.Known, selected.Unknown)) {
			if !yield(workspace.HeldAs(f)) {
				return
			}
		}
	}
}

// ArchiveWorkspace stores a workspace with the list of its files and its threads; nobody can ask it until it is reactivated. With purge
// it deletes from the disk the text and vectors of files that no other open workspace selects.
func (s *Service) ArchiveWorkspace(ctx context.Context, who spar.Principal, name string, purge bool) (api.Workspace, error) {
	if purge {
		if err := must(who, spar.CanAdminister); err != nil { // it purges unused text, whoever it belonged to
			return api.Workspace{}, err
		}
	}
	ws, err := s.opened(ctx, who, name, workspace.Owner)
	if err != nil {
		return api.Workspace{}, err
	}
	_, files, err := s.selectedNow(ctx, who, ws)
	if err != nil {
		return api.Workspace{}, err
	}
	its, err := s.filesOf(ctx, who, ws)
	if err != nil {
		return api.Workspace{}, err
	}
	if err := s.workspaces.Move(ctx, ws, workspace.Archived, who, files); err != nil {
		return api.Workspace{}, err
	}
	out, err := s.told(ctx, who, ws)
	if err != nil || !purge {
		return out, err
	}
	alone, err := s.without(ctx, who, its)
	if err != nil {
		return out, err
	}
	n, freed, err := s.engine.Free(ctx, who, alone)
	out.Freed = &api.Freed{Files: n, Segments: freed.Segments, Bytes: freed.Bytes}
	return out, err
}

// without returns files less the files that any open workspace selects, whoever owns it.
func (s *Service) without(ctx context.Context, who spar.Principal, files *roaring.Bitmap) (*roaring.Bitmap, error) {
	all := spar.Principal{All: true, Name: who.Name, UID: who.UID}
	list, err := s.workspaces.List(ctx, all)
	if err != nil {
		return nil, err
	}
	left := files.Clone()
	for _, ws := range list {
		if ws.State != workspace.Open {
			continue
		}
		selected, _, err := s.selectedNow(ctx, all, ws)
		if spar.CodeOf(err) == spar.NotFound || spar.CodeOf(err) == spar.Invalid {
			continue // its scope refers to something that is gone, so it selects nothing
		}
		if err != nil {
			return nil, err
		}
		left.AndNot(roaring.Or(selected.Known, selected.Unknown))
	}
	return left, nil
}

// ReactivateWorkspace opens an archived workspace again, and says what changed since. Unchanged files are neither read nor embedded
// again, unless their text was deleted from the disk.
func (s *Service) ReactivateWorkspace(ctx context.Context, who spar.Principal, name string) (api.Workspace, error) {
	ws, err := s.workspaceFor(ctx, who, name, workspace.Owner)
	if err != nil {
		return api.Workspace{}, err
	}
	if ws.State != workspace.Archived {
		return api.Workspace{}, spar.Errorf(spar.Conflict, "the workspace %s is %s, and only an archived one can be reactivated", ws.Name, spar.Phrase(ws.State))
	}
	since := ws.Since
	if !ws.Pinned.IsZero() {
		since = ws.Pinned
	}
	drift, err := s.drift(ctx, who, ws, since)
	if err != nil {
		return api.Workspace{}, err
	}
	if err := s.workspaces.Move(ctx, ws, workspace.Open, who, nil); err != nil {
		return api.Workspace{}, err
	}
	out, err := s.told(ctx, who, ws)
	out.Drift = drift
	return out, err
}

// TerminateWorkspace ends a workspace for good. Its threads stay readable.
func (s *Service) TerminateWorkspace(ctx context.Context, who spar.Principal, name string) (api.Workspace, error) {
	ws, err := s.workspaceFor(ctx, who, name, workspace.Owner)
	if err == nil && ws.State == workspace.Terminated {
		err = spar.Errorf(spar.Conflict, "the workspace %s was terminated on %s", ws.Name, ws.Since.Format(time.DateOnly))
	}
	if err == nil {
		err = s.workspaces.Move(ctx, ws, workspace.Terminated, who, nil)
	}
	if err != nil {
		return api.Workspace{}, err
	}
	return s.told(ctx, who, ws)
}

// never is the end of a workspace without end.
const never = "never"

// ExpireWorkspace sets the day on which a workspace will be archived, as 2026-12-31, or never.
func (s *Service) ExpireWorkspace(ctx context.Context, who spar.Principal, name, at string) (api.Workspace, error) {
	var end time.Time
	if at != never {
		var err error
		if end, err = time.ParseInLocation(time.DateOnly, at, time.UTC); err != nil {
			return api.Workspace{}, spar.Errorf(spar.Invalid, "%q is no day: write it as 2026-12-31, or %s", at, never)
		}
		if !end.After(time.Now()) {
			return api.Workspace{}, spar.Errorf(spar.Invalid, "%s has begun already: archive the workspace, or name a later day", at)
		}
	}
	ws, err := s.opened(ctx, who, name, workspace.Owner)
	if err != nil {
		return api.Workspace{}, err
	}
	if err := s.workspaces.Expire(ctx, ws, end); err != nil {
		return api.Workspace{}, err
	}
	return s.told(ctx, who, ws)
}

// PinWorkspace fixes the files of a workspace to their present list. Files that its scope selects later stay out until FollowWorkspace.
// Answers use the present text of a changed file, and the workspace says that it changed.
func (s *Service) PinWorkspace(ctx context.Context, who spar.Principal, name string) (api.Workspace, error) {
	ws, err := s.opened(ctx, who, name, workspace.Editor)
	if err != nil {
		return api.Workspace{}, err
	}
	ws.Pinned = time.Time{}
	_, files, err := s.selectedNow(ctx, who, ws)
	if err == nil {
		err = s.workspaces.Pin(ctx, ws, who, files)
	}
	if err != nil {
		return api.Workspace{}, err
	}
	return s.told(ctx, who, ws)
}

// FollowWorkspace makes a pinned workspace follow its scope again, and says what changed since it was pinned.
func (s *Service) FollowWorkspace(ctx context.Context, who spar.Principal, name string) (api.Workspace, error) {
	ws, err := s.opened(ctx, who, name, workspace.Editor)
	if err == nil && ws.Pinned.IsZero() {
		err = spar.Errorf(spar.Conflict, "the workspace %s follows its scope: it is not pinned", ws.Name)
	}
	if err != nil {
		return api.Workspace{}, err
	}
	drift, err := s.drift(ctx, who, ws, ws.Pinned)
	if err == nil {
		err = s.workspaces.Pin(ctx, ws, who, nil)
	}
	if err != nil {
		return api.Workspace{}, err
	}
	out, err := s.told(ctx, who, ws)
	out.Drift = drift
	return out, err
}

// told returns a workspace as it is now.
func (s *Service) told(ctx context.Context, who spar.Principal, ws workspace.Workspace) (api.Workspace, error) {
	ws, err := s.workspaces.Get(ctx, who, ws.Ref(who))
	if err != nil {
		return api.Workspace{}, err
	}
	out := workspaceOf(who, ws)
	out.Scope, err = s.scopeFor(ctx, who, ws)
	return out, err
}

// mostDrift bounds the files that a drift names.
const mostDrift = 100

// drift compares the files that a workspace keeps with the files that its scope selects now.
func (s *Service) drift(ctx context.Context, who spar.Principal, ws workspace.Workspace, since time.Time) (*api.Drift, error) {
	held, err := s.workspaces.Held(ctx, ws.ID)
	if err != nil {
		return nil, err
	}
	v, err := s.view(ctx, who)
	if err != nil {
		return nil, err
	}
	ws.Pinned = time.Time{}
	selected, _, err := s.selectedNow(ctx, who, ws)
	if err != nil {
		return nil, err
	}
	may, err := v.selection(spar.Scope{})
	if err != nil {
		return nil, err
	}
	out := &api.Drift{Since: since.Format(time.RFC3339), Files: []api.DriftFile{}}
	name := func(how string, f api.FileName) {
		if len(out.Files) < mostDrift {
			out.Files = append(out.Files, api.DriftFile{FileName: f, How: how})
		}
	}
	now := roaring.Or(selected.Known, selected.Unknown)
	readable := roaring.Or(may.Known, may.Unknown)
	for _, h := range held {
		f, there := v.File(h.File)
		selects := now.CheckedRemove(uint32(h.File))
		switch {
		case !there || f.State == spar.Vanished || !readable.Contains(uint32(h.File)):
			// They may not learn whether it is gone or closed to them. If it was listed for them, they may know that it existed.
			if who.Owns(ws.Holder) {
				out.Gone++
				name("gone", api.FileName{Share: h.Share, Path: api.PathOf(h.Path)})
			}
		case !h.Same(f):
			out.Changed++
			name("changed", nameOf(f))
		case !selects:
			out.Dropped++
			name("dropped", nameOf(f))
		default:
			out.Unchanged++
		}
	}
	for f := range v.In(now) {
		out.Added++
		name("added", nameOf(f))
	}
	return out, nil
}

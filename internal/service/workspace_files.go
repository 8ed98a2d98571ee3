package service

import (
	"context"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/workspace"
)

// UpdateWorkspace changes which files are in a workspace, and says what changed. A pinned workspace gets a new fixed list.
func (s *Service) UpdateWorkspace(ctx context.Context, who spar.Principal, e api.WorkspaceEdit, progress func(api.Reading)) (api.Workspace, error) {
	given := 0
	for _, text := range []string{e.Add, e.Narrow, e.Scope} {
		if text != "" {
			given++
		}
	}
	if given > 1 {
		return api.Workspace{}, spar.Errorf(spar.Invalid, "add, narrow and scope were given together: change one thing at a time")
	}
	ws, err := s.opened(ctx, who, e.Name, workspace.Editor)
	if err != nil {
		return api.Workspace{}, err
	}
	v, err := s.view(ctx, who)
	if err != nil {
		return api.Workspace{}, err
	}
	stated, text, err := withWords(e.Add + e.Narrow + e.Scope)
	if err == nil {
		err = v.knows(text, stated)
	}
	if err != nil {
		return api.Workspace{}, err
	}
	sc := ws.Scope
	base, hand := byHand(sc)
	switch {
	case e.Scope != "":
		sc = stated
	case e.Add != "":
		more, also := byHand(stated)
		sc = spar.Scope{Constraints: append(either(base, more), append(hand, also...)...)}
	case e.Narrow != "":
		less, also := byHand(stated)
		sc = spar.Scope{Constraints: slices.Concat(base.Constraints, less.Constraints, hand, also)}
	}
	for _, name := range e.In {
		if sc, err = s.put(ctx, v, ws.Owner, sc, name, true); err != nil {
			return api.Workspace{}, err
		}
	}
	for _, name := range e.Out {
		if sc, err = s.put(ctx, v, ws.Owner, sc, name, false); err != nil {
			return api.Workspace{}, err
		}
	}
	return s.rescoped(ctx, who, ws, sc, e.Read, progress)
}

// ResetWorkspace forgets the files that people added to or removed from a workspace by hand, unpins it, and tries again the files that
// could not be read. Its threads stay.
func (s *Service) ResetWorkspace(ctx context.Context, who spar.Principal, name string, read bool, progress func(api.Reading)) (api.Workspace, error) {
	ws, err := s.opened(ctx, who, name, workspace.Editor)
	if err != nil {
		return api.Workspace{}, err
	}
	before, err := s.filesOf(ctx, who, ws)
	if err != nil && spar.CodeOf(err) != spar.NotFound {
		return api.Workspace{}, err
	}
	base, _ := byHand(ws.Scope)
	if who.May(spar.CanOperate) {
		sel, err := s.selection(ctx, who, ws)
		if err != nil {
			return api.Workspace{}, err
		}
		failed := spar.Constraint{Key: "state"}
		for _, state := range []spar.State{spar.Corrupt, spar.Quarantined, spar.Denied, spar.Vanished, spar.TooBig} {
			failed.Values = append(failed.Values, spar.Match{Text: string(state)})
		}
		sel.Only, sel.Scope = nil, scope.And(sel.Scope, spar.Scope{Constraints: []spar.Constraint{failed}})
		if _, err := s.engine.Reread(ctx, sel, s.engine.ToRecognise()); err != nil {
			return api.Workspace{}, err
		}
	}
	if !ws.Pinned.IsZero() {
		if err := s.workspaces.Pin(ctx, ws, who, nil); err != nil {
			return api.Workspace{}, err
		}
		ws.Pinned = time.Time{}
	}
	return s.rescopedFrom(ctx, who, ws, before, base, read, progress)
}

// rescoped gives a workspace another scope, and compares its files with those of the old scope.
func (s *Service) rescoped(ctx context.Context, who spar.Principal, ws workspace.Workspace, sc spar.Scope, read bool, progress func(api.Reading)) (api.Workspace, error) {
	before, err := s.filesOf(ctx, who, ws)
	if err != nil && spar.CodeOf(err) != spar.NotFound { // the old scope may refer to something that is gone
		return api.Workspace{}, err
	}
	return s.rescopedFrom(ctx, who, ws, before, sc, read, progress)
}

func (s *Service) rescopedFrom(ctx context.Context, who spar.Principal, ws workspace.Workspace, before *roaring.Bitmap, sc spar.Scope, read bool, progress func(api.Reading)) (api.Workspace, error) {
	text := scope.Print(sc)
	v, err := s.view(ctx, who)
	if err != nil {
		return api.Workspace{}, err
	}
	// Resolve references for the owner, whoever changes the scope.
	meant, err := v.expand(ws.Owner, text, sc)
	if err != nil {
		return api.Workspace{}, err
	}
	if err := v.Means(who, meant); err != nil {
		if n, ok := scope.Place(err); ok {
			err = scope.Fault(text, n, err)
		}
		return api.Workspace{}, err
	}
	if _, err := v.selection(meant); err != nil {
		return api.Workspace{}, err
	}
	was := ws
	if ws, err = s.workspaces.Update(ctx, who, ws.Ref(who), sc, ws.Encoder); err != nil {
		return api.Workspace{}, err
	}
	if !was.Pinned.IsZero() {
		if _, err := s.PinWorkspace(ctx, who, ws.Ref(who)); err != nil {
			return api.Workspace{}, err
		}
	}
	return s.changed(ctx, who, ws, before, read, progress)
}

// changed says what a workspace selects, and how that differs from before.
func (s *Service) changed(ctx context.Context, who spar.Principal, ws workspace.Workspace, before *roaring.Bitmap, read bool, progress func(api.Reading)) (api.Workspace, error) {
	if before == nil {
		before = roaring.New()
	}
	ws, err := s.workspaces.Get(ctx, who, ws.Ref(who))
	if err != nil {
		return api.Workspace{}, err
	}
	v, err := s.view(ctx, who)
	if err != nil {
		return api.Workspace{}, err
	}
	now, err := s.filesOf(ctx, who, ws)
	if err != nil {
		return api.Workspace{}, err
	}
	change := &api.WorkspaceChange{Dropped: int(before.AndCardinality(now))}
	change.Dropped = int(before.GetCardinality()) - change.Dropped
	added := roaring.AndNot(now, before)
	change.Added = int(added.GetCardinality())
	for state, files := range v.ByState(added) {
		if state.Read() {
			change.Reused += int(files.GetCardinality())
		}
	}
	sel, err := s.selection(ctx, who, ws)
	if err != nil {
		return api.Workspace{}, err
	}
	if read {
		set, err := s.settings()
		if err != nil {
			return api.Workspace{}, err
		}
		sel.Budget = set.Budget
		if change.Read, err = s.engine.ReadAhead(ctx, sel, telling(progress)); err != nil {
			return api.Workspace{}, err
		}
	}
	selected, err := s.engine.Covered(ctx, sel)
	if err != nil {
		return api.Workspace{}, err
	}
	change.Waiting, change.Failed = selected.Coverage.Waiting, selected.Coverage.Unreadable
	out := workspaceOf(who, ws)
	out.Coverage, out.Change = &selected.Coverage, change
	out.Scope, err = s.scopeFor(ctx, who, ws)
	return out, err
}

// telling returns a function that reports the progress of reading; nil without a listener.
func telling(progress func(api.Reading)) func(engine.Progress) {
	if progress == nil {
		return nil
	}
	return func(p engine.Progress) { progress(*readingOf(p)) }
}

// filesOf returns the files of a workspace that somebody may read.
func (s *Service) filesOf(ctx context.Context, who spar.Principal, ws workspace.Workspace) (*roaring.Bitmap, error) {
	selected, _, err := s.selectedNow(ctx, who, ws)
	if err != nil {
		return nil, err
	}
	files := roaring.Or(selected.Known, selected.Unknown)
	only, err := s.pinned(ctx, ws)
	if only != nil {
		files.And(only)
	}
	return files, err
}

// byHand splits a scope into its general constraints and the single files that were added or removed.
func byHand(sc spar.Scope) (base spar.Scope, hand []spar.Constraint) {
	for _, c := range sc.Constraints {
		if c.Key == "file" && (c.Add || c.Not) && !c.Guess {
			hand = append(hand, c)
		} else {
			base.Constraints = append(base.Constraints, c)
		}
	}
	return base, hand
}

// either returns constraints that hold for the files of either scope.
func either(a, b spar.Scope) []spar.Constraint {
	if len(a.Constraints) == 0 || len(b.Constraints) == 0 {
		return nil // every file
	}
	return []spar.Constraint{{Any: []spar.Scope{a, b}}}
}

// put adds a file to a scope, or removes it, with the smallest change of the scope.
func (s *Service) put(ctx context.Context, v view, owner string, sc spar.Scope, name string, in bool) (spar.Scope, error) {
	_, f, err := s.file(ctx, v, name)
	if err != nil {
		return sc, err
	}
	at := f.Share + ":" + f.Path
	out := spar.Scope{}
	for _, c := range sc.Constraints {
		if c.Key == "file" && (c.Add || c.Not) {
			c.Values = slices.DeleteFunc(slices.Clone(c.Values), func(m spar.Match) bool { return m.Text == at })
			if len(c.Values) == 0 {
				continue
			}
		}
		out.Constraints = append(out.Constraints, c)
	}
	text := scope.Print(out)
	plain, err := scope.Parse(text) // a copy with references resolved
	if err != nil {
		return sc, err
	}
	if plain, err = v.expand(owner, text, plain); err != nil {
		return sc, err
	}
	selected, err := v.selection(plain)
	if err != nil || roaring.Or(selected.Known, selected.Unknown).Contains(uint32(f.ID)) == in {
		return out, err
	}
	for i, c := range out.Constraints {
		if c.Key == "file" && c.Add == in && c.Not == !in && !c.Guess {
			out.Constraints[i].Values = append(slices.Clone(c.Values), spar.Match{Text: at})
			return out, nil
		}
	}
	out.Constraints = append(out.Constraints, spar.Constraint{Key: "file", Add: in, Not: !in, Values: []spar.Match{{Text: at}}})
	return out, nil
}

// WorkspaceFiles lists the files of a workspace with the result of reading each. An error comes last.
func (s *Service) WorkspaceFiles(ctx context.Context, who spar.Principal, name string) iter.Seq2[api.WorkspaceFile, error] {
	return events(ctx, func(ctx context.Context, out *stream[api.WorkspaceFile]) error {
		ws, err := s.workspaceFor(ctx, who, name, workspace.Viewer)
		if err != nil {
			return err
		}
		v, err := s.view(ctx, who)
		if err != nil {
			return err
		}
		files, err := s.filesOf(ctx, who, ws)
		if err != nil {
			return err
		}
		_, hand := byHand(ws.Scope)
		put := map[string]bool{}
		for _, c := range hand {
			for _, m := range c.Values {
				put[m.Text] = c.Add
			}
		}
		made := s.engine.Making(ctx)
		several := func(files []spar.File) error {
			ids := make([]spar.FileID, len(files))
			for i, f := range files {
				ids[i] = f.ID
			}
			read, err := s.catalog.ReadAt(ctx, ids)
			if err != nil {
				return err
			}
			for _, f := range files {
				one := api.WorkspaceFile{
					Schema: api.WorkspaceFileSchema, Share: f.Share, Path: api.PathOf(f.Path), Open: spar.Address{Share: f.Share, Path: f.Path}.String(),
					Size: f.Size, Modified: f.ModTime.UTC(), Format: f.Format, State: string(f.State), Reason: f.Reason, By: "scope", Read: stamp(read[f.ID]),
				}
				if put[f.Share+":"+f.Path] {
					one.By = "hand"
				}
				m, err := made.Of(ctx, f)
				if err != nil {
					return err
				}
				one.Passages, one.Rows = m.Passages, m.Rows
				if m.Vectors >= 0 {
					one.Vectors = &m.Vectors
				}
				for _, a := range v.AttributesOf(f.ID) {
					if strings.HasPrefix(a.Key, "entity.") {
						one.Entities++
					}
				}
				if out.send(one); ctx.Err() != nil {
					return ctx.Err()
				}
			}
			return nil
		}
		var next []spar.File
		for f := range v.In(files) {
			if next = append(next, f); len(next) == filesAtOnce {
				if err := several(next); err != nil {
					return err
				}
				next = next[:0]
			}
		}
		return several(next)
	})
}

// filesAtOnce is the number of files in one query to the catalog.
const filesAtOnce = 200

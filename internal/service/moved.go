package service

import (
	"cmp"
	"context"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/workspace"
)

// A trace is a file that a scan found to have moved.
type trace struct {
	file spar.File // the present file
	was  string    // its old path
}

// A rename is a folder or file of a share that has a new name.
type rename struct{ share, from, to string }

// moved lists the names in a scope that select nothing because scans found their files elsewhere, and returns the scope with the present
// names. It uses only files that the asker may read.
func (s *Service) moved(ctx context.Context, v view, sc spar.Scope) (list []api.Moved, now spar.Scope, err error) {
	named := func(c *spar.Constraint) bool {
		return !c.Not && !c.Guess && (c.Key == "path" || c.Key == "folder" || c.Key == "file")
	}
	if !slices.ContainsFunc(slices.Collect(scope.Leaves(sc)), named) {
		return nil, sc, nil
	}
	// A scope may have hundreds of paths, but a share rarely has a move, so start with the moves.
	traces, err := s.traces(ctx, v)
	if err != nil || len(traces) == 0 {
		return nil, sc, err
	}
	if now, err = scope.Parse(scope.Print(sc)); err != nil { // values of its own
		return nil, sc, err
	}
	for c := range scope.Leaves(now) {
		if !named(c) {
			continue
		}
		were, err := v.were(*c, traces)
		if err != nil {
			return nil, sc, err
		}
		for i := range c.Values {
			one := spar.Constraint{Key: c.Key, Values: c.Values[i : i+1]}
			was, err := v.were(one, were)
			if err != nil {
				return nil, sc, err
			}
			if c.Values[i].Text == "" || len(was) == 0 || !v.files([]spar.Constraint{one}).IsEmpty() {
				continue
			}
			if text, r, files := v.follow(one, was); files > 0 {
				c.Values[i] = spar.Match{Text: text}
				list = append(list, api.Moved{Share: r.share, From: api.PathOf(r.from).Name, To: api.PathOf(r.to).Name, Files: files})
			}
		}
	}
	return list, now, nil
}

// traces returns the moved files that the asker may read, the latest move first.
func (s *Service) traces(ctx context.Context, v view) (list []trace, err error) {
	var visible *roaring.Bitmap // made when there is a move
	for m, err := range s.catalog.Finds(ctx, 0, catalog.SeenMoved, time.Time{}) {
		if err == nil && visible == nil {
			visible, err = v.visible()
		}
		if err != nil {
			return nil, err
		}
		if f, ok := v.File(m.First); ok && visible.Contains(uint32(f.ID)) && f.Path != m.Was {
			list = append(list, trace{f, m.Was})
		}
	}
	return list, nil
}

// were returns the traces of files that a constraint would have selected before they moved.
func (v view) were(c spar.Constraint, traces []trace) (list []trace, err error) {
	if len(traces) == 0 {
		return nil, nil
	}
	holds, err := v.Predicates([]spar.Constraint{c})
	if err != nil {
		return nil, err
	}
	for _, t := range traces {
		was := t.file
		if was.Path = t.was; holds[0](scope.Facts{File: &was}) == scope.True {
			list = append(list, t)
		}
	}
	return list, nil
}

// follow returns the value of a constraint that selects nothing, changed to the present name, if most of the files that it once selected
// moved together; and the number of these files.
func (v view) follow(c spar.Constraint, were []trace) (text string, r rename, files int) {
	to := map[rename]*roaring.Bitmap{}
	all := roaring.New()
	for _, t := range were {
		if !all.CheckedAdd(uint32(t.file.ID)) {
			continue
		}
		r := renamed(t)
		if to[r] == nil {
			to[r] = roaring.New()
		}
		to[r].Add(uint32(t.file.ID))
	}
	r = slices.MaxFunc(slices.Collect(maps.Keys(to)), func(a, b rename) int {
		return cmp.Or(cmp.Compare(to[a].GetCardinality(), to[b].GetCardinality()), cmp.Compare(b.to, a.to), cmp.Compare(b.from, a.from), cmp.Compare(b.share, a.share))
	})
	n := int(to[r].GetCardinality())
	text, ok := r.in(c.Key, c.Values[0].Text)
	if !ok || 2*n <= int(all.GetCardinality()) || !v.knew(r) {
		return "", r, 0
	}
	selected := v.files([]spar.Constraint{{Key: c.Key, Values: []spar.Match{{Text: text}}}})
	if to[r].AndCardinality(selected) == 0 {
		return "", r, 0
	}
	return text, r, n
}

// renamed returns the smallest rename that turns the old path into the present one: a common end is no part of it.
func renamed(t trace) rename {
	from, to := strings.Split(t.was, "/"), strings.Split(t.file.Path, "/")
	for len(from) > 1 && len(to) > 1 && from[len(from)-1] == to[len(to)-1] {
		from, to = from[:len(from)-1], to[:len(to)-1]
	}
	return rename{t.file.Share, strings.Join(from, "/"), strings.Join(to, "/")}
}

// in returns the value of a constraint after a rename.
func (r rename) in(key, text string) (string, bool) {
	switch key {
	case "folder":
		return path.Base(r.to), text == path.Base(r.from)
	case "file":
		return r.share + ":" + r.to, true
	}
	from, to := scope.EscapeGlob(r.from), scope.EscapeGlob(r.to)
	if rest, ok := strings.CutPrefix(text, from); ok && (rest == "" || rest[0] == '/') {
		return to + rest, true
	}
	// A glob such as **/contracts/** names the folder alone.
	parts := strings.Split(text, "/")
	at := slices.Index(parts, path.Base(from))
	if at < 0 || path.Dir(from) != path.Dir(to) {
		return "", false
	}
	parts[at] = path.Base(to)
	return strings.Join(parts, "/"), true
}

// knew reports whether the asker may learn the old name of a file or folder: if they see everything, if its folder stays the same, or if
// they may know of files beside the old place.
func (v view) knew(r rename) bool {
	if v.seesAll() || path.Dir(r.from) == path.Dir(r.to) {
		return true
	}
	beside := "*"
	if above := path.Dir(r.from); above != "." {
		beside = scope.EscapeGlob(above) + "/*"
	}
	return !v.files([]spar.Constraint{inShare(r.share), {Key: "path", Values: []spar.Match{{Text: beside}}}}).IsEmpty()
}

// movedNote describes a rename in words.
func movedNote(m api.Moved) string {
	return m.Share + ":" + m.From + ", which the scope names, is " + m.To + " now, with " + Plural(m.Files, "file", "files")
}

// tellMoved adds to a workspace the old names in its scope.
func (s *Service) tellMoved(ctx context.Context, v view, ws workspace.Workspace, out *api.Workspace) error {
	if ws.State == workspace.Terminated {
		return nil
	}
	moved, _, err := s.moved(ctx, v, ws.Scope)
	if err != nil || len(moved) == 0 {
		return err
	}
	out.Moved = moved
	for _, m := range moved {
		out.Notes = append(out.Notes, movedNote(m))
	}
	if ws.State == workspace.Open && ws.Role != workspace.Viewer {
		out.Do = append(out.Do, spar.Remedy{Do: spar.FollowMoves, Name: out.Ref})
	}
	return nil
}

// FollowMoves replaces old names in the scope of a workspace by present ones.
func (s *Service) FollowMoves(ctx context.Context, who spar.Principal, name string) (api.Workspace, error) {
	ws, err := s.opened(ctx, who, name, workspace.Editor)
	if err != nil {
		return api.Workspace{}, err
	}
	v, err := s.view(ctx, who)
	if err != nil {
		return api.Workspace{}, err
	}
	moved, now, err := s.moved(ctx, v, ws.Scope)
	if err != nil {
		return api.Workspace{}, err
	}
	if len(moved) == 0 {
		return api.Workspace{}, spar.Errorf(spar.Conflict, "no folder or file that the scope of the workspace %s names is known to have another name now", ws.Name)
	}
	out, err := s.rescoped(ctx, who, ws, now, false, nil)
	out.Moved = moved
	return out, err
}

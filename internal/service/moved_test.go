package service_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// rescan scans the share docs to its end.
func rescan(t *testing.T, s *service.Service) {
	t.Helper()
	for _, err := range s.Scan(t.Context(), owner, api.ScanRequest{What: []string{"docs"}}) {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestMovedFolder: a workspace whose folder has another name says so at every door, and takes the new one when it is told to. Others learn
// of old names only where they may see what lies beside them.
func TestMovedFolder(t *testing.T) { dbtest.Each(t, testMovedFolder) }

func testMovedFolder(t *testing.T) {
	ctx := t.Context()
	h := enginetest.Open(t, map[string]string{
		"legal/contracts/a.md": "# Supply\n\nThe supply contract ends in May.\n", "legal/contracts/old/b.md": "# Lease\n\nThe lease ends in June.\n",
		"legal/other.md": "# Other\n\nNothing here.\n", "vault/list.md": "# List\n\nA list of vaults.\n",
	}, func(o *engine.Options) { o.Database = dbtest.Database(t, o.Dir) })
	s := service.New(h.Opened, service.Options{})
	rescan(t, s)
	made := func(name, scope string) {
		t.Helper()
		if _, err := s.CreateWorkspace(ctx, owner, api.NewWorkspace{Name: name, Scope: scope}, nil); err != nil {
			t.Fatal(err)
		}
	}
	made("deals", "share:docs path:(legal/contracts/** | legal/other.md)")
	made("leases", "folder:old")
	made("any", "path:**/contracts/**")
	if w, err := s.Workspace(ctx, owner, "deals"); err != nil || len(w.Moved)+len(w.Notes) > 0 {
		t.Fatalf("nothing has moved, and it says %v, %v, %v", w.Moved, w.Notes, err)
	}
	if _, err := s.FollowMoves(ctx, owner, "deals"); spar.CodeOf(err) != spar.Conflict {
		t.Errorf("following where nothing moved: %v", err)
	}
	rename := func(from, to string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(h.Root, to)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(filepath.Join(h.Root, from), filepath.Join(h.Root, to)); err != nil {
			t.Fatal(err)
		}
		rescan(t, s)
	}
	rename("legal/contracts", "legal/agreed")
	rename("legal/agreed", "legal/agreements")

	want := "docs:legal/contracts, which the scope names, is legal/agreements now, with 2 files"
	told := map[string]func() ([]string, error){
		"show": func() ([]string, error) { w, err := s.Workspace(ctx, owner, "deals"); return w.Notes, err },
		"list": func() (notes []string, err error) {
			list, err := s.Workspaces(ctx, owner)
			for _, w := range list {
				if w.Name == "deals" {
					notes = w.Notes
				}
			}
			return notes, err
		},
		"ask": func() ([]string, error) {
			a := ask(t, s, owner, api.Question{Question: "When does the supply contract end?", Workspace: "deals"})
			if len(a.Do) == 0 || a.Do[len(a.Do)-1] != (spar.Remedy{Do: spar.FollowMoves, Name: "deals"}) {
				t.Errorf("the answer offers %v", a.Do)
			}
			return a.Notes, nil
		},
		"diagnose": func() ([]string, error) {
			d, err := s.DiagnoseScope(ctx, owner, "path:legal/contracts/**")
			if len(d.Relaxations) == 0 || d.Relaxations[0].Scope != "path:legal/agreements/**" || d.Relaxations[0].How != api.HowMoved {
				t.Errorf("the first relaxation is %+v", d.Relaxations)
			}
			return d.Notes, err
		},
	}
	for door, notes := range told {
		if got, err := notes(); err != nil || !strings.Contains(strings.Join(got, "\n"), want) {
			t.Errorf("%s says %q, %v", door, got, err)
		}
	}
	for _, err := range s.Ask(ctx, owner, api.Question{Question: "and the lease?", Continue: true}) {
		if spar.CodeOf(err) != spar.NotFound || !strings.Contains(err.Error(), "asked of the workspace deals: name it") {
			t.Errorf("going on outside of the workspace: %v", err)
		}
	}
	for name, scope := range map[string]string{"deals": "share:docs path:(legal/agreements/**|legal/other.md)", "any": "path:**/agreements/**"} {
		if w, err := s.FollowMoves(ctx, owner, name); err != nil || w.Scope != scope || w.Change == nil || w.Change.Added != 2 {
			t.Errorf("%s becomes %q, %+v, %v", name, w.Scope, w.Change, err)
		}
	}
	if w, err := s.Workspace(ctx, owner, "leases"); err != nil || len(w.Moved) > 0 {
		t.Errorf("the folder of that name is still there: %v, %v", w.Moved, err)
	}

	// Out of a folder that others may not list.
	if err := os.Chmod(filepath.Join(h.Root, "vault"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(h.Root, "vault", "zebra"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(h.Root, "vault", "zebra", "plan.md"), []byte("# Plan\n\nThe plan.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	rescan(t, s)
	rename("vault/zebra/plan.md", "public/plan.md")
	if err := os.Chmod(h.Root, 0o755); err != nil {
		t.Fatal(err)
	}
	rescan(t, s)
	eve := spar.Principal{Name: "stranger", UID: 4_000_001}
	scope := "path:vault/zebra/**"
	if d, err := s.DiagnoseScope(ctx, owner, scope); err != nil || !strings.Contains(strings.Join(d.Notes, "\n"), "is public now") {
		t.Errorf("the owner is told %v, %v", d.Notes, err)
	}
	if d, err := s.DiagnoseScope(ctx, eve, scope); err != nil || len(d.Notes) > 0 {
		t.Errorf("a stranger is told %v, %v", d.Notes, err)
	}
	seen := changes(t, ctx, s, eve, api.ChangesQuery{})
	if !strings.Contains(seen, "moved public/plan.md\n") || strings.Contains(seen, "zebra") {
		t.Errorf("a stranger is told of the changes\n%s", seen)
	}
}

func changes(t *testing.T, ctx context.Context, s *service.Service, who spar.Principal, q api.ChangesQuery) string {
	t.Helper()
	var b strings.Builder
	for c, err := range s.Changes(ctx, who, q) {
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(c.Kind + " " + c.Path.Name)
		if c.Was != "" {
			b.WriteString(" was " + c.Was)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// TestChanges: which files a scan found other than they were known can be asked later, by kind, share and time.
func TestChanges(t *testing.T) {
	ctx := t.Context()
	s, h := open(t, map[string]string{"a.md": "one", "b.md": "two", "c.md": "three", "d.md": "four", "e.md": "five"})
	rescan(t, s)
	if got := changes(t, ctx, s, owner, api.ChangesQuery{}); got != "" {
		t.Errorf("a first scan is told as changes:\n%s", got)
	}
	h.Write("a.md", "one and more")
	h.Write("f.md", "six")
	h.Write("g.md", "hidden")
	for _, err := range []error{
		os.Remove(filepath.Join(h.Root, "b.md")), os.Rename(filepath.Join(h.Root, "c.md"), filepath.Join(h.Root, "z.md")),
		os.Chmod(filepath.Join(h.Root, "g.md"), 0o600), os.Chmod(h.Root, 0o755),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	rescan(t, s)
	got := changes(t, ctx, s, owner, api.ChangesQuery{})
	for _, line := range []string{"changed a.md\n", "gone b.md\n", "moved z.md was c.md\n", "new f.md\n", "new g.md\n"} {
		if !strings.Contains(got, line) {
			t.Errorf("no %q in\n%s", line, got)
		}
	}
	if n := strings.Count(got, "\n"); n != 5 {
		t.Errorf("%d lines:\n%s", n, got)
	}
	if got := changes(t, ctx, s, owner, api.ChangesQuery{Share: "docs", Kind: "gone", Since: "1h"}); got != "gone b.md\n" {
		t.Errorf("gone: %q", got)
	}
	if got := changes(t, ctx, s, owner, api.ChangesQuery{Since: "2999-01-01"}); got != "" {
		t.Errorf("since the future: %q", got)
	}
	eve := spar.Principal{Name: "stranger", UID: 4_000_001}
	if got := changes(t, ctx, s, eve, api.ChangesQuery{}); strings.Contains(got, "gone") || strings.Contains(got, "g.md") || !strings.Contains(got, "new f.md") {
		t.Errorf("a stranger is told\n%s", got)
	}
	for _, q := range []api.ChangesQuery{{Kind: "lost"}, {Since: "soon"}, {Share: "none"}} {
		for _, err := range s.Changes(ctx, owner, q) {
			if code := spar.CodeOf(err); code != spar.Invalid && code != spar.NotFound {
				t.Errorf("%+v: %v", q, err)
			}
		}
	}
}

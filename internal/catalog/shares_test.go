package catalog

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/durable"
	spar "github.com/sparsearch/spar/internal/spar"
)

func TestShares(t *testing.T) { dbtest.Each(t, testShares) }

func testShares(t *testing.T) {
	ctx := t.Context()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{"data/inside", "a/b/c", "other"} {
		if err := os.MkdirAll(filepath.Join(top, d), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	put(t, top, "file", "x")
	if err := os.Symlink("a/b", filepath.Join(top, "link")); err != nil {
		t.Fatal(err)
	}
	c := openCatalog(t, filepath.Join(top, "data"))
	if _, err := c.Share(ctx, "none"); spar.CodeOf(err) != spar.NotFound || !cmp.Equal(spar.RemediesOf(err), []spar.Remedy{{Do: spar.AddShare}}) {
		t.Errorf("no shares yet: %v", err)
	}
	if sh, err := c.AddShare(ctx, "b", filepath.Join(top, "link"), ShareOptions{}); err != nil || sh.Root != filepath.Join(top, "a/b") {
		t.Fatalf("%+v, %v", sh, err)
	}
	for _, tt := range []struct {
		name, root string
		code       spar.Code
		says       string
	}{
		{"x", "a/b", spar.Conflict, `"b"`},
		{"x", "a/b/c", spar.Conflict, `in the share "b"`},
		{"x", "a", spar.Conflict, `contains the share "b"`},
		{"b", "other", spar.Conflict, "another name"},
		{"x", "missing", spar.NotFound, "mount"},
		{"x", "file", spar.Invalid, "not a folder"},
		{"x", "data", spar.Invalid, "data directory"},
		{"x", "data/inside", spar.Invalid, "data directory"},
		{"", "other", spar.Invalid, "name"},
		{"a/b", "other", spar.Invalid, "name"},
		{"a:b", "other", spar.Invalid, "name"},
		{"-v", "other", spar.Invalid, "name"},
	} {
		if _, err := c.AddShare(ctx, tt.name, filepath.Join(top, tt.root), ShareOptions{}); spar.CodeOf(err) != tt.code || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("AddShare(%q, %q): %v; want %s and %q", tt.name, tt.root, err, tt.code, tt.says)
		}
	}
	// Around the data directory is allowed, and so is nesting when asked for.
	nested, err := c.AddShare(ctx, "top", top, ShareOptions{Nested: true})
	if err != nil {
		t.Error(err)
	}
	if err := c.RenameShare(ctx, "b", "top"); spar.CodeOf(err) != spar.Conflict {
		t.Errorf("rename to a taken name: %v", err)
	}
	if err := c.RenameShare(ctx, "b", "new"); err != nil {
		t.Error(err)
	}
	if _, err := c.RelocateShare(ctx, "new", filepath.Join(top, "other"), ShareOptions{Nested: true}); err != nil {
		t.Error(err)
	}
	if _, err := c.RelocateShare(ctx, "new", top, ShareOptions{Nested: true}); spar.CodeOf(err) != spar.Conflict {
		t.Errorf("relocate to another share's root: %v", err)
	}
	shares, err := c.Shares(ctx)
	if want := []spar.Share{{ID: 1, Name: "new", Root: filepath.Join(top, "other"), Relocated: true}, {ID: nested.ID, Name: "top", Root: top}}; err != nil || !cmp.Equal(shares, want) {
		t.Errorf("%+v, %v; want %+v", shares, err, want)
	}
	if _, err := c.Share(ctx, "b"); spar.CodeOf(err) != spar.NotFound || !strings.Contains(err.Error(), "new, top") {
		t.Errorf("an old name: %v", err)
	}
}

func TestRemoveShare(t *testing.T) { dbtest.Each(t, testRemoveShare) }

func testRemoveShare(t *testing.T) {
	h := openHouse(t, tree(t, map[string]string{"a": "1", "d/b": "2"}))
	h.scan()
	h.read()
	h.tag("T", "a")
	lock, err := h.ScanLock(t.Context(), h.share, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.RemoveShare(t.Context(), "docs"); spar.CodeOf(err) != spar.Conflict || !errors.Is(err, durable.ErrHeld) || !strings.Contains(err.Error(), "process") {
		t.Errorf("remove while scanning: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := h.ScanLock(ctx, h.share, func(string) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Errorf("a second lock: %v", err)
	}
	if err := lock.Unlock(); err != nil {
		t.Fatal(err)
	}
	if err := h.RemoveShare(t.Context(), "docs"); err != nil {
		t.Fatal(err)
	}
	if err := h.db.Checkpoint(t.Context()); err != nil {
		t.Fatal(err)
	}
	replay(t, h.Catalog)
	links, err := collect(h.Assignments(t.Context()))
	if n := len(h.files()); n != 0 || err != nil || len(links) != 0 {
		t.Errorf("%d files, assignments %v, %v", n, links, err)
	}
	if _, err := h.Scan(t.Context(), h.share, ScanOptions{}); spar.CodeOf(err) != spar.NotFound {
		t.Errorf("scan of a removed share: %v", err)
	}
}

// The file is SQLite's; a server's files are its administrator's concern.
func TestDeletedIsForgotten(t *testing.T) {
	root := tree(t, map[string]string{"a": "a secret title", "keep": "k"})
	h := openHouse(t, root)
	h.scan()
	h.read()
	if err := os.Remove(filepath.Join(root, "a")); err != nil {
		t.Fatal(err)
	}
	h.scan()
	if err := h.db.Checkpoint(t.Context()); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(h.db.Dir(), db.FileName))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(b), "a secret title") {
		t.Error("the title of a deleted file is still in the database")
	}
}

package catalog

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sparsearch/spar/internal/db/dbtest"
	spar "github.com/sparsearch/spar/internal/spar"
)

// A house is a catalog with one share over a real folder.
type house struct {
	*Catalog
	t     testing.TB
	share spar.Share
}

func openHouse(t testing.TB, root string) *house {
	t.Helper()
	h := &house{Catalog: openCatalog(t, t.TempDir()), t: t}
	var err error
	if h.share, err = h.AddShare(t.Context(), "docs", root, ShareOptions{}); err != nil {
		t.Fatal(err)
	}
	return h
}

func openCatalog(t testing.TB, dir string) *Catalog {
	t.Helper()
	return New(dbtest.Open(t, dir, Schema))
}

func (h *house) scan() ScanReport {
	h.t.Helper()
	r, err := h.Scan(h.t.Context(), h.share, ScanOptions{})
	if err != nil {
		h.t.Fatal(err)
	}
	if !r.Complete || r.Seen != r.Added+r.Changed+r.Moved+r.Unchanged {
		h.t.Errorf("the counts do not add up: %+v", r)
	}
	return r
}

// files is all files by path.
func (h *house) files() map[string]spar.File {
	h.t.Helper()
	all := map[string]spar.File{}
	for f, err := range h.Files(h.t.Context()) {
		if err != nil {
			h.t.Fatal(err)
		}
		all[f.Path] = f
	}
	return all
}

// read records that every unread file was read, with a segment and a title that come from its content.
func (h *house) read() (n int) {
	h.t.Helper()
	var findings []spar.Finding
	for _, f := range h.files() {
		if f.State != spar.Unread {
			continue
		}
		findings = append(findings, finding(h.t, h.share.Root, f))
	}
	n, err := h.Record(h.t.Context(), findings...)
	if err != nil {
		h.t.Fatal(err)
	}
	return n
}

func finding(t testing.TB, root string, f spar.File) spar.Finding {
	t.Helper()
	found, err := readFinding(root, f)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func readFinding(root string, f spar.File) (spar.Finding, error) {
	content, err := os.ReadFile(filepath.Join(root, f.Path))
	if err != nil {
		return spar.Finding{}, err
	}
	v := f.Version()
	v.Hash = sha256.Sum256(content)
	return spar.Finding{Version: v, Format: "text", State: spar.OK, Segment: spar.NewSegmentID(v.Hash, "text", "1"),
		Properties: []spar.Property{{Key: "Title", Value: spar.Value{Kind: spar.Text, Text: string(content)}}}}, nil
}

func (h *house) tag(name string, paths ...string) spar.Tag {
	h.t.Helper()
	tag, err := h.AddTag(h.t.Context(), spar.Tag{Name: name})
	if err != nil {
		h.t.Fatal(err)
	}
	var links []spar.Assignment
	for _, p := range paths {
		links = append(links, spar.Assignment{File: h.files()[p].ID, Tag: tag.ID, Origin: spar.ByPerson, Confidence: 1})
	}
	if n, err := h.Assign(h.t.Context(), links); err != nil || n != len(paths) {
		h.t.Fatalf("assigned %d of %d: %v", n, len(paths), err)
	}
	return tag
}

// tagged is the paths that have assignments.
func (h *house) tagged() []string {
	h.t.Helper()
	links, err := collect(h.Assignments(h.t.Context()))
	if err != nil {
		h.t.Fatal(err)
	}
	var paths []string
	for _, f := range h.files() {
		for _, a := range links {
			if a.File == f.ID {
				paths = append(paths, f.Path)
			}
		}
	}
	slices.Sort(paths)
	return paths
}

// tree writes files, given as path and content, below a new folder.
func tree(t testing.TB, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for p, content := range files {
		put(t, root, p, content)
	}
	return root
}

func put(t testing.TB, root, p, content string) {
	t.Helper()
	p = filepath.Join(root, p)
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func rename(t testing.TB, root, from, to string) {
	t.Helper()
	if err := os.Rename(filepath.Join(root, from), filepath.Join(root, to)); err != nil {
		t.Fatal(err)
	}
}

func counts(r ScanReport) string {
	return fmt.Sprintf("added %d changed %d moved %d deleted %d unchanged %d", r.Added, r.Changed, r.Moved, r.Deleted, r.Unchanged)
}

package index

import (
	"fmt"
	"io/fs"
	"testing"

	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/spar"
)

// TestFolderNews changes the rights of folders one after the other. The journal names them, queries of the catalog stay within them, and
// the saved index is rebuilt without reading the files.
func TestFolderNews(t *testing.T) { dbtest.Each(t, testFolderNews) }

func testFolderNews(t *testing.T) {
	h := openHouse(t, Options{Small: 1, Changed: 20, Thorough: true})
	ctx := t.Context()
	h.addShare("s")
	for i := range 60 {
		h.put("s", fmt.Sprintf("d%d/e/%d.txt", i%6, i), 0o644, 2, 2, 1, 1)
	}
	h.scan("s")
	h.must(h.index.Rebuild(ctx))
	known := func() (changed int) {
		h.must(h.View(ctx, func(v *catalog.View) error {
			s, err := h.index.known(v)
			if err == nil && s == nil {
				t.Error("the saved index is of no use")
			}
			if s != nil {
				changed = s.Changed()
			}
			return err
		}))
		return changed
	}
	for _, step := range []struct {
		folder  string
		changed int // files beside the saved index afterwards; it is made again for more than 20
	}{{"d1", 10}, {"d1/e", 10}, {"d2", 20}, {"d1", 20}, {"d3/e", 0}, {"d4", 10}, {".", 0}} {
		before, err := h.Head(ctx)
		h.must(err)
		mode := fs.FileMode(0o700)
		if h.shares["s"][step.folder].Mode.Perm() == mode {
			mode = 0o755
		}
		h.put("s", step.folder, fs.ModeDir|mode, 1, 1, 0, 0)
		h.scan("s")
		var named []string
		for c, err := range h.Changes(ctx, before) {
			h.must(err)
			if c.Kind == catalog.DirectoriesChanged {
				named = append(named, c.Folder)
			}
		}
		if fmt.Sprint(named) != fmt.Sprint([]string{step.folder}) {
			t.Errorf("%s: the journal names %q", step.folder, named)
		}
		if n := known(); n != 0 {
			t.Errorf("%s: %d files are read to save the index again", step.folder, n)
		}
		s, err := h.index.Snapshot(ctx)
		h.must(err)
		if s.Changed() != step.changed {
			t.Errorf("%s: %d files are beside the saved index, want %d", step.folder, s.Changed(), step.changed)
		}
		h.equal(t, s, []spar.Scope{{}}, people)
		fresh, err := h.reopened(Options{Small: 1, Changed: 20, Thorough: true}).Snapshot(ctx)
		h.must(err)
		h.equal(t, fresh, []spar.Scope{{}}, people)
		found, err := h.index.Check(ctx)
		if h.must(err); len(found) > 0 {
			t.Errorf("%s: %q", step.folder, found)
		}
	}
}

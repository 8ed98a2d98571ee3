package index

import (
	"context"
	"io/fs"
	"iter"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
)

// A house is a catalog of shares that exist in memory only, with an index of it.
type house struct {
	*catalog.Catalog
	t      testing.TB
	dir    string
	shares map[string]map[string]share.Entry // by name of the share and path
	inode  uint64
	device uint64
	index  *Index
	draft  *Draft // told of additions, unless it is nil
}

func openHouse(t testing.TB, o Options) *house {
	t.Helper()
	h := &house{t: t, dir: t.TempDir(), shares: map[string]map[string]share.Entry{}}
	h.Catalog = catalog.New(dbtest.Open(t, h.dir, catalog.Schema))
	h.FormatOf = func(name string) string {
		if path.Ext(name) == ".txt" {
			return "text"
		}
		return ""
	}
	h.index = h.reopened(o)
	return h
}

func (h *house) reopened(o Options) *Index { return New(h.Catalog, filepath.Join(h.dir, Folder), o) }

func (h *house) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) share(name string) spar.Share {
	h.t.Helper()
	sh, err := h.Share(h.t.Context(), name)
	h.must(err)
	return sh
}

func (h *house) addShare(name string) {
	root := h.t.TempDir()
	var o catalog.ShareOptions
	o.Settings.AnyCase = len(h.shares)%2 == 1
	_, err := h.AddShare(h.t.Context(), name, root, o)
	h.must(err)
	h.shares[name] = map[string]share.Entry{}
	h.put(name, ".", fs.ModeDir|0o755, 1, 1, 0, 0)
}

// put puts a file or a folder with all above it into a share.
func (h *house) put(name, p string, mode fs.FileMode, uid, gid uint32, size int64, modified int) {
	if p != "." {
		if _, ok := h.shares[name][path.Dir(p)]; !ok {
			h.put(name, path.Dir(p), fs.ModeDir|0o755, 1, 1, 0, 0)
		}
	}
	was, ok := h.shares[name][p]
	if ok && was.Mode.IsDir() != mode.IsDir() {
		return
	}
	if !ok {
		h.inode++
		was.Ino = h.inode
	}
	e := share.Entry{Path: p, Size: size, ModTime: time.Date(2000+modified, 5, 1, 0, 0, 0, 0, time.UTC), Dev: h.device, Ino: was.Ino, Mode: mode, UID: uid, GID: gid}
	switch mode.Type() {
	case fs.ModeDir:
		e.Kind = share.Dir
	case fs.ModeSymlink:
		e.Kind = share.Symlink
	}
	h.shares[name][p] = e
}

func (h *house) scan(name string) {
	h.t.Helper()
	walk := func(context.Context, string, share.WalkOptions) iter.Seq2[share.Listing, error] {
		return func(yield func(share.Listing, error) bool) {
			entries := h.shares[name]
			for _, dir := range slices.Sorted(maps.Keys(entries)) {
				if entries[dir].Kind != share.Dir {
					continue
				}
				l := share.Listing{Dir: entries[dir]}
				for _, p := range slices.Sorted(maps.Keys(entries)) {
					switch e := entries[p]; {
					case p == "." || path.Dir(p) != dir:
					case e.Kind == share.Dir:
						l.Folders++
					default:
						l.Entries = append(l.Entries, e)
						l.Count++
					}
				}
				if !yield(l, nil) {
					return
				}
			}
		}
	}
	o := catalog.ScanOptions{Walk: walk}
	if h.draft != nil {
		o.Added = h.draft.Add
	}
	_, err := h.Scan(h.t.Context(), h.share(name), o)
	h.must(err)
}

func (h *house) files() []spar.File {
	var list []spar.File
	for f, err := range h.Files(h.t.Context()) {
		h.must(err)
		list = append(list, f)
	}
	return list
}

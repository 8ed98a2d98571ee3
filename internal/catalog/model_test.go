package catalog

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/db/dbtest"
	spar "github.com/sparsearch/spar/internal/spar"
	"pgregory.net/rapid"
)

// A modelFile is the model's knowledge of a file: the plainest account of the catalog.
type modelFile struct {
	Content string // "" when unread
	Tags    string // names, sorted
}

// TestModel does random things to a share and to its catalog and compares the catalog with a model after each scan.
func TestModel(t *testing.T) { dbtest.Each(t, testModel) }

func testModel(t *testing.T) {
	dbtest.Checks(t)
	number := 0
	rapid.Check(t, func(r *rapid.T) {
		number++
		root := filepath.Join(t.TempDir(), fmt.Sprint(number))
		if err := os.Mkdir(root, 0o755); err != nil {
			t.Fatal(err)
		}
		h := openHouse(t, root)
		defer h.db.Close()
		disk := map[string]string{}    // path to content
		want := map[string]modelFile{} // as of the last scan, tags and readings since then included
		origin := map[string]string{}  // path now to path at the last scan, of files only renamed since
		clock := time.Unix(1e9, 0)     // each content gets a time of its own, so that tags never come back by chance
		var tags []string

		write := func(p string) {
			clock = clock.Add(time.Second)
			content := fmt.Sprintf("content %d", clock.Unix()) // of one size, and never the same
			put(t, root, p, content)
			if err := os.Chtimes(filepath.Join(root, p), clock, clock); err != nil {
				t.Fatal(err)
			}
			disk[p] = content
			delete(origin, p)
		}
		settle := func() {
			h.scan()
			// A file has moved when its path is gone, or taken by another known file. When its path has new content, it
			// is the same file, changed: so tags stay with a file whose editor keeps the old one under another name.
			moves, moved := map[string]string{}, map[string]bool{}
			for p, from := range origin {
				_, taken := disk[from]
				_, byKnown := origin[from]
				if from == p || !taken || byKnown {
					moves[p], moved[from] = from, true
				}
			}
			next := map[string]modelFile{}
			for p := range disk {
				if from, ok := moves[p]; ok {
					next[p] = want[from]
				} else if !moved[p] {
					next[p] = modelFile{Tags: want[p].Tags} // new content at a known path, or nothing known at all
				} else {
					next[p] = modelFile{}
				}
			}
			want = next
			origin = map[string]string{}
			for p := range disk {
				origin[p] = p
			}
		}
		check := func() {
			got := map[string]modelFile{}
			titles, links := map[spar.FileID]string{}, map[spar.FileID]string{}
			for a, err := range h.Attributes(t.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				titles[a.File] = a.Value.Text
			}
			for a, err := range h.Assignments(t.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				links[a.File] += tags[a.Tag-1] + " "
			}
			for p, f := range h.files() {
				// A file renamed away and back may have been edited: it is read again, and keeps its facts until then.
				doubted := f.State == spar.Unread && f.Hash != spar.Hash{}
				if !doubted && (f.State == spar.OK) != (titles[f.ID] != "") {
					r.Fatalf("%s is %s and has the title %q", p, f.State, titles[f.ID])
				}
				got[p] = modelFile{titles[f.ID], links[f.ID]}
			}
			if !cmp.Equal(got, want) {
				r.Fatalf("the catalog is not the model: %s", cmp.Diff(want, got))
			}
			replay(t, h.Catalog)
		}
		path := rapid.SampledFrom([]string{"a", "b", "c", "d/a", "d/b", "e/f/a"})
		any := func(m map[string]string) string {
			if len(m) == 0 {
				r.Skip("nothing there")
			}
			return rapid.SampledFrom(slices.Sorted(maps.Keys(m))).Draw(r, "which")
		}
		r.Repeat(map[string]func(*rapid.T){
			"write": func(r *rapid.T) { write(path.Draw(r, "path")) },
			"remove": func(r *rapid.T) {
				p := any(disk)
				if err := os.Remove(filepath.Join(root, p)); err != nil {
					t.Fatal(err)
				}
				delete(disk, p)
				delete(origin, p)
			},
			"rename": func(r *rapid.T) {
				from, to := any(disk), path.Draw(r, "to")
				if from == to {
					return
				}
				if err := os.MkdirAll(filepath.Dir(filepath.Join(root, to)), 0o755); err != nil {
					t.Fatal(err)
				}
				rename(t, root, from, to)
				disk[to] = disk[from]
				delete(disk, from)
				if was, ok := origin[from]; ok {
					origin[to] = was
				} else {
					delete(origin, to)
				}
				delete(origin, from)
			},
			"scan": func(r *rapid.T) { settle(); check() },
			"scan and read": func(r *rapid.T) {
				settle()
				h.read()
				for p := range want {
					want[p] = modelFile{disk[p], want[p].Tags}
				}
				check()
			},
			"tag": func(r *rapid.T) {
				if len(want) == 0 {
					r.Skip("nothing there")
				}
				p := rapid.SampledFrom(slices.Sorted(maps.Keys(want))).Draw(r, "tagged")
				name := fmt.Sprintf("t%02d", len(tags))
				tags = append(tags, name)
				h.tag(name, p)
				want[p] = modelFile{want[p].Content, want[p].Tags + name + " "}
				check()
			},
		})
	})
}

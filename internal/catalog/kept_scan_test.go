package catalog

import (
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/share"
)

// TestScanKeepsEarly: a slow walk is killed long before a batch is full, and its finds so far are there. The next scan goes on from them.
func TestScanKeepsEarly(t *testing.T) { dbtest.Each(t, testScanKeepsEarly) }

func testScanKeepsEarly(t *testing.T) {
	files := map[string]string{}
	for i := range 5 {
		files[fmt.Sprintf("d%d/a", i)] = fmt.Sprint(i)
	}
	h := openHouse(t, tree(t, files))
	now := time.Now()
	h.now = func() time.Time { return now }
	kept := -1
	killed := func(ctx context.Context, root string, o share.WalkOptions) iter.Seq2[share.Listing, error] {
		return func(yield func(share.Listing, error) bool) {
			for l, err := range share.Walk(ctx, root, o) {
				if !yield(l, err) {
					return
				}
				now = now.Add(10 * time.Second)
				if l.Dir.Path == "d3" {
					for until := time.Now().Add(2 * time.Minute); len(h.files()) < 2 && time.Now().Before(until); {
						time.Sleep(10 * time.Millisecond)
					}
					kept = len(h.files())
				}
			}
		}
	}
	if _, err := h.Scan(t.Context(), h.share, ScanOptions{Walk: killed}); err != nil {
		t.Fatal(err)
	}
	if kept < 2 {
		t.Errorf("a scan that is killed at the fourth of five folders keeps %d files", kept)
	}
	if got, want := counts(h.scan()), "added 0 changed 0 moved 0 deleted 0 unchanged 5"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestScanHolds: a file that left a folder for one still to be walked is not deleted first, so that it is followed.
func TestScanHolds(t *testing.T) { dbtest.Each(t, testScanHolds) }

func testScanHolds(t *testing.T) {
	root := tree(t, map[string]string{"a/1": "one", "a/2": "two", "b/3": "three"})
	h := openHouse(t, root)
	h.scan()
	h.tag("T", "a/1")
	rename(t, root, "a/1", "b/other")
	part := func(hold bool, folders ...string) ScanReport {
		t.Helper()
		r, err := h.Scan(t.Context(), h.share, ScanOptions{Only: at(folders...), Hold: func() bool { return hold }})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := part(true, "a"); r.Deleted != 0 || !cmp.Equal(r.Unsettled, []string{"a"}) {
		t.Errorf("while more is to come: %+v", r)
	}
	part(true, "b")
	if r := part(false, "a"); r.Moved != 1 || r.Deleted != 0 {
		t.Errorf("then: %+v", r)
	}
	if got := h.tagged(); !cmp.Equal(got, []string{"b/other"}) {
		t.Errorf("tagged are %q", got)
	}
	if err := os.Remove(filepath.Join(root, "a/2")); err != nil {
		t.Fatal(err)
	}
	part(true, "a")
	if r := part(false, "a"); r.Deleted != 1 {
		t.Errorf("what is gone after all: %+v", r)
	}
	replay(t, h.Catalog)
}

package catalog

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sparsearch/spar/internal/db/dbtest"
)

// TestScanKeep looks at some folders, takes in new, changed and moved files there, and deletes nothing. The next complete scan finds
// deleted files, and files that moved elsewhere.
func TestScanKeep(t *testing.T) { dbtest.Each(t, testScanKeep) }

func testScanKeep(t *testing.T) {
	root := tree(t, map[string]string{"a/1": "one", "a/2": "two", "a/3": "three", "b/4": "four", "c/5": "five", "a/d/6": "six"})
	h := openHouse(t, root)
	h.scan()
	h.read()
	h.tag("T", "a/2", "a/3")
	keep := func(folders ...string) ScanReport {
		t.Helper()
		r, err := h.Scan(t.Context(), h.share, ScanOptions{Only: at(folders...), Keep: true})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	was := h.files()
	put(t, root, "a/7", "seven")
	put(t, root, "a/1", "one and more")
	rename(t, root, "a/2", "c/2") // where nobody looks
	rename(t, root, "a/3", "b/3")
	if err := os.Remove(filepath.Join(root, "b", "4")); err != nil {
		t.Fatal(err)
	}
	if got, want := counts(keep("a", "b")), "added 1 changed 1 moved 1 deleted 0 unchanged 0"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	now := h.files()
	if _, ok := now["a/7"]; !ok || now["b/3"].ID != was["a/3"].ID {
		t.Errorf("what is there was not taken in: %v", now)
	}
	for _, path := range []string{"a/2", "b/4"} {
		if now[path].ID != was[path].ID || now[path].State != was[path].State {
			t.Errorf("%s was not kept as it was: %+v", path, now[path])
		}
	}
	if got, want := counts(h.scan()), "added 0 changed 0 moved 1 deleted 1 unchanged 5"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if now = h.files(); now["c/2"].ID != was["a/2"].ID {
		t.Errorf("a moved file is another one: %v", now)
	}
}

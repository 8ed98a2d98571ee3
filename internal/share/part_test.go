package share

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestWalkParts lists some folders only.
func TestWalkParts(t *testing.T) {
	root := t.TempDir()
	for _, p := range []string{"a/1", "a/b/2", "a/b/c/3", "a/new/4", "a/new/deep/5", "z/6", ".spar/7", "open/8", "open/in/9", "open/new/10"} {
		put(t, root, p)
	}
	known := func(p string) (Digest, bool) {
		if p == "open" { // it was left without a digest
			return Digest{}, true
		}
		return Digest{1}, slices.Contains([]string{".", "a", "a/b", "a/b/c", "z", "open/in"}, p)
	}
	for _, tt := range []struct {
		only []Part
		want map[string]int // entries by folder, -1 where there is none
		kept []string
	}{
		{[]Part{{Path: "a"}}, map[string]int{"a": 1, "a/new": 1, "a/new/deep": 1}, []string{"a/b"}},
		{[]Part{{Path: "a/b"}, {Path: "."}}, map[string]int{"a/b": 1, ".": 0, "open": 1, "open/new": 1}, []string{"a", "a/b/c", "open/in", "z"}},
		{[]Part{{Path: "a/b", Deep: true}}, map[string]int{"a/b": 1, "a/b/c": 1}, nil},
		{[]Part{{Path: "gone"}, {Path: "a/1"}, {Path: "../x"}, {Path: ".spar"}, {Path: ""}}, map[string]int{"gone": -1, "a/1": -1}, nil},
		{[]Part{{Path: "."}, {Path: "a"}, {Path: "a/new", Deep: true}, {Path: "a/new/deep"}, {Path: "a"}}, map[string]int{".": 0, "a": 1, "a/new": 1, "a/new/deep": 1, "open": 1, "open/new": 1}, []string{"a", "a/b", "open/in", "z"}},
		{[]Part{}, map[string]int{}, nil},
	} {
		got, kept := map[string]int{}, []string(nil)
		for l, err := range Walk(t.Context(), root, WalkOptions{Only: tt.only, Known: known}) {
			if err != nil {
				t.Fatal(err)
			}
			if _, twice := got[l.Dir.Path]; twice {
				t.Errorf("%v: %q was listed twice", tt.only, l.Dir.Path)
			}
			got[l.Dir.Path] = len(l.Entries)
			if l.Dir.Err != nil {
				got[l.Dir.Path] = -1
			} else if l.Dir.Mode == 0 || l.Dir.Ino == 0 {
				t.Errorf("%q is described as %+v", l.Dir.Path, l.Dir)
			}
			kept = append(kept, l.Kept...)
		}
		slices.Sort(kept)
		if !cmp.Equal(got, tt.want) || !cmp.Equal(kept, tt.kept) {
			t.Errorf("%v: %v, kept %q; want %v, %q", tt.only, got, kept, tt.want, tt.kept)
		}
	}
}

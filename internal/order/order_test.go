package order

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar"
	"pgregory.net/rapid"
)

func paths(files []spar.File) (list []string) {
	for _, f := range files {
		list = append(list, f.Path)
	}
	return list
}

func TestByPromise(t *testing.T) {
	at := func(year int) time.Time { return time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC) }
	files := []spar.File{
		{Path: "misc/notes.txt", ModTime: at(2024)},
		{Path: "hr/Parental_Leave-Policy.docx", ModTime: at(2015)},
		{Path: "hr/leave.md", ModTime: at(2020)},
		{Path: "hr/travel.md", ModTime: at(2021)},
		{Path: "hr/leaving gifts.md", ModTime: at(2001)},
	}
	for _, tc := range []struct {
		question string
		want     []string
	}{
		// The rarer word counts more, stems are compared, and among equals the latest is first.
		{"How long is parental leave?", []string{"hr/Parental_Leave-Policy.docx", "hr/leave.md", "hr/leaving gifts.md", "misc/notes.txt", "hr/travel.md"}},
		{"unrelated", []string{"misc/notes.txt", "hr/travel.md", "hr/leave.md", "hr/Parental_Leave-Policy.docx", "hr/leaving gifts.md"}},
	} {
		if diff := cmp.Diff(tc.want, paths(ByPromise(tc.question, files))); diff != "" {
			t.Errorf("%q: %s", tc.question, diff)
		}
	}
}

// TestOrderIsTotal: whatever order files come in, they are read in one and the same.
func TestOrderIsTotal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b leave", "c/leave", "d", "e/b", "f", "leave", "\xff"}), 1, 8, rapid.ID[string]).Draw(t, "names")
		var files []spar.File
		for _, n := range names {
			files = append(files, spar.File{Share: "s", Path: n, ModTime: time.Unix(int64(rapid.IntRange(0, 2).Draw(t, "time")), 0)})
		}
		want := paths(ByPromise("leave b", files))
		if diff := cmp.Diff(want, paths(ByPromise("leave b", rapid.Permutation(files).Draw(t, "order")))); diff != "" {
			t.Fatal(diff)
		}
		if len(want) != len(files) {
			t.Fatalf("%d files became %d", len(files), len(want))
		}
	})
}

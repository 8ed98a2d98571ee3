package order

import (
	"cmp"
	"slices"
	"testing"
	"time"

	diff "github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/spar"
	"pgregory.net/rapid"
)

// each yields files as a snapshot does: one that is filled anew for each.
func each(files []spar.File) func(func(*spar.File) bool) {
	return func(yield func(*spar.File) bool) {
		var one spar.File
		for _, one = range files {
			if !yield(&one) {
				return
			}
		}
	}
}

// TestRankingIsOrder: a ranking gives files one by one in the order of By, and says the place of each.
func TestRankingIsOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b leave", "c/leave", "d.pdf", "e/b", "f", "leave", "travel b", "é b", "\xff"}), 0, 9, rapid.ID[string]).Draw(t, "names")
		files := make([]spar.File, len(names))
		for i, n := range names {
			files[i] = spar.File{
				ID: spar.FileID(i + 1), Share: rapid.SampledFrom([]string{"s", "two"}).Draw(t, "share"), Path: n,
				Size: int64(rapid.IntRange(0, 1).Draw(t, "size")) << 24, ModTime: time.Unix(int64(rapid.IntRange(0, 1).Draw(t, "time")), 0),
			}
		}
		slices.SortFunc(files, func(a, b spar.File) int { return cmp.Or(cmp.Compare(a.Share, b.Share), cmp.Compare(a.Path, b.Path)) })
		draw := func(what string) func(spar.File) float64 {
			of := map[spar.FileID]float64{}
			for _, f := range files {
				of[f.ID] = rapid.SampledFrom([]float64{0, .3, 1}).Draw(t, what)
			}
			return func(f spar.File) float64 { return of[f.ID] }
		}
		var known Known
		if rapid.Bool().Draw(t, "meaning") {
			near := draw("near")
			known.Near = func(f spar.File) (float64, bool) { return near(f), near(f) > 0 }
		}
		if rapid.Bool().Draw(t, "more") {
			known.Guess, known.Tags, known.About = draw("guess"), draw("tags"), "b"
			known.Title = func(f spar.File) string { return map[spar.FileID]string{1: "leave", 2: "on b"}[f.ID] }
		}
		want := By("leave b", files, known)
		r := Rank("leave b", each(files), len(files), known)
		var ids, got []spar.FileID
		for _, p := range want {
			ids = append(ids, p.File.ID)
		}
		for i, n := range r.Places(ids) {
			if n != i+1 {
				t.Fatalf("the file at place %d is said to be at %d", i+1, n)
			}
		}
		for id, ok := r.Next(); ok; id, ok = r.Next() {
			got = append(got, id)
		}
		if d := diff.Diff(ids, got); d != "" || r.Len() != len(files) {
			t.Fatal(d)
		}
	})
}

// TestRankingAdd: files that come later take their place among the files not given yet.
func TestRankingAdd(t *testing.T) {
	at := func(id spar.FileID, path string) spar.File { return spar.File{ID: id, Share: "s", Path: path} }
	r := Rank("parental leave", each([]spar.File{at(1, "a"), at(2, "leave"), at(3, "parental leave"), at(4, "z leave")}), 4, Known{})
	if id, _ := r.Next(); id != 3 {
		t.Fatalf("the first is %d", id)
	}
	r.Add(each([]spar.File{at(5, "b"), at(6, "on parental leave"), at(7, "q leave")}), Known{})
	var got []spar.FileID
	for id, ok := r.Next(); ok; id, ok = r.Next() {
		got = append(got, id)
	}
	if d := diff.Diff([]spar.FileID{6, 2, 4, 7, 1, 5}, got); d != "" {
		t.Error(d)
	}
	if d := diff.Diff([]int{1, 0, 7}, r.Places([]spar.FileID{3, 99, 5})); d != "" {
		t.Error(d)
	}
}

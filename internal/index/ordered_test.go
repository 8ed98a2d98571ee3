package index

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestFirsts: the heap keeps what sorting all ranks puts first.
func TestFirsts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(1, 5).Draw(t, "limit")
		top := &firsts{reverse: rapid.Bool().Draw(t, "reverse")}
		var all []rank
		for i := range rapid.IntRange(0, 20).Draw(t, "files") {
			all = append(all, rank{number: rapid.Int64Range(0, 3).Draw(t, "number"), text: rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "text"), place: uint32(i)})
		}
		for _, r := range all {
			top.keep(r, limit)
		}
		slices.SortFunc(top.list, top.compare)
		slices.SortFunc(all, top.compare)
		if want := all[:min(len(all), limit)]; !slices.Equal(top.list, want) {
			t.Fatalf("kept %v, want %v", top.list, want)
		}
	})
}

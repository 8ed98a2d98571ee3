package service

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestRanks: the heap keeps what sorting all ranks puts first.
func TestRanks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := sorting{by: rapid.SampledFrom(Orders()).Draw(t, "by"), reverse: rapid.Bool().Draw(t, "reverse"), limit: rapid.IntRange(1, 5).Draw(t, "limit")}
		var all []rank
		for i := range rapid.IntRange(0, 20).Draw(t, "files") {
			all = append(all, rank{number: rapid.Int64Range(0, 3).Draw(t, "number"), text: rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "text"), place: uint32(i)})
		}
		top := &ranks{compare: o.compare}
		for _, r := range all {
			top.keep(r, o.limit)
		}
		slices.SortFunc(top.list, o.compare)
		slices.SortFunc(all, o.compare)
		if want := all[:min(len(all), o.limit)]; !slices.Equal(top.list, want) {
			t.Fatalf("kept %v, want %v", top.list, want)
		}
	})
}

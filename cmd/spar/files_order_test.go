package main

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestRanks: the heap keeps what sorting all ranks puts first.
func TestRanks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := listing{by: rapid.SampledFrom(orderNames).Draw(t, "by"), reverse: rapid.Bool().Draw(t, "reverse"), limit: rapid.IntRange(1, 5).Draw(t, "limit")}
		var all []rank
		for i := range rapid.IntRange(0, 20).Draw(t, "files") {
			all = append(all, rank{number: rapid.Int64Range(0, 3).Draw(t, "number"), text: rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "text"), place: uint32(i)})
		}
		top := &ranks{compare: l.compare}
		for _, r := range all {
			top.keep(r, l.limit)
		}
		slices.SortFunc(top.list, l.compare)
		slices.SortFunc(all, l.compare)
		if want := all[:min(len(all), l.limit)]; !slices.Equal(top.list, want) {
			t.Fatalf("kept %v, want %v", top.list, want)
		}
	})
}

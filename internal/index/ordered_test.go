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

// TestArrange: a part of a list is what sorting puts there, of lists in any order and of lists that are sorted already.
func TestArrange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list []rank
		for i := range rapid.IntRange(0, 400).Draw(t, "files") {
			list = append(list, rank{number: rapid.Int64Range(0, 20).Draw(t, "number"), place: uint32(i)})
		}
		order := &firsts{reverse: rapid.Bool().Draw(t, "reverse")}
		want := slices.SortedFunc(slices.Values(list), order.compare)
		switch rapid.IntRange(0, 2).Draw(t, "begin") {
		case 0:
			list = slices.Clone(want)
		case 1:
			list = slices.Clone(want)
			slices.Reverse(list)
		}
		from := rapid.IntRange(0, len(list)).Draw(t, "from")
		to := rapid.IntRange(from, len(list)).Draw(t, "to")
		arrange(list, from, to, order.compare)
		if !slices.Equal(list[from:to], want[from:to]) {
			t.Fatalf("%d to %d: %v, want %v", from, to, list[from:to], want[from:to])
		}
		if slices.SortFunc(list, order.compare); !slices.Equal(list, want) {
			t.Fatal("a rank was lost")
		}
	})
}

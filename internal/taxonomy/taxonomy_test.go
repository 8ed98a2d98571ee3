package taxonomy

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	spar "github.com/sparsearch/spar"
	"pgregory.net/rapid"
)

type ids = []spar.TagID

func sorted(s map[spar.TagID]bool) ids { return slices.Sorted(maps.Keys(s)) }

// The graph of the tables below: 1 over 2 and 3, both over 4; 4 over 5; 10, 11, 12 are a cycle over 13, below 9; 20 alone.
var tags = []spar.Tag{
	{ID: 1}, {ID: 2, Parents: ids{1}}, {ID: 3, Parents: ids{1, 3}}, {ID: 4, Parents: ids{2, 3}}, {ID: 5, Parents: ids{4, 99}},
	{ID: 9}, {ID: 10, Parents: ids{12, 9}}, {ID: 11, Parents: ids{10}}, {ID: 12, Parents: ids{11}}, {ID: 13, Parents: ids{11}},
	{ID: 20},
}

func TestReach(t *testing.T) {
	g := New(tags)
	for _, tt := range []struct {
		of, below, above ids
	}{
		{ids{1}, ids{1, 2, 3, 4, 5}, ids{1}},
		{ids{4}, ids{4, 5}, ids{1, 2, 3, 4}},
		{ids{2, 3}, ids{2, 3, 4, 5}, ids{1, 2, 3}},
		{ids{11}, ids{10, 11, 12, 13}, ids{9, 10, 11, 12}},
		{ids{13, 20}, ids{13, 20}, ids{9, 10, 11, 12, 13, 20}},
		{ids{99}, nil, nil},
		{nil, nil, nil},
	} {
		if got := sorted(g.Descendants(tt.of...)); !cmp.Equal(got, tt.below, cmpopts.EquateEmpty()) {
			t.Errorf("Descendants(%v) = %v, want %v", tt.of, got, tt.below)
		}
		if got := sorted(g.Ancestors(tt.of...)); !cmp.Equal(got, tt.above, cmpopts.EquateEmpty()) {
			t.Errorf("Ancestors(%v) = %v, want %v", tt.of, got, tt.above)
		}
	}
}

func TestPrune(t *testing.T) {
	g := New(tags)
	for _, tt := range []struct{ given, want ids }{
		{ids{5, 1}, ids{1}},
		{ids{4, 3, 2, 2}, ids{2, 3}},
		{ids{20, 5}, ids{5, 20}},
		{ids{12, 11, 13}, ids{11}},
		{ids{12, 9}, ids{9}},
		{ids{99}, nil},
	} {
		if got := g.Prune(tt.given); !cmp.Equal(got, tt.want) {
			t.Errorf("Prune(%v) = %v, want %v", tt.given, got, tt.want)
		}
	}
}

func TestCycles(t *testing.T) {
	if got, want := New(tags).Cycles(), []ids{{10, 11, 12}}; !cmp.Equal(got, want) {
		t.Errorf("Cycles() = %v, want %v", got, want)
	}
	long := make([]spar.Tag, 200_000) // one chain, closed into a ring
	for i := range long {
		long[i] = spar.Tag{ID: spar.TagID(i + 1), Parents: ids{spar.TagID((i+1)%len(long) + 1)}}
	}
	if got := New(long).Cycles(); len(got) != 1 || len(got[0]) != len(long) {
		t.Errorf("%d cycles in a ring", len(got))
	}
}

// TestRandomGraphs compares everything with the plain definition: a matrix of what lies above what.
func TestRandomGraphs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		tag := rapid.Map(rapid.IntRange(1, n), func(i int) spar.TagID { return spar.TagID(i) })
		all := make([]spar.Tag, n)
		above := make([][]bool, n+1) // above[a][b]: a is b or above it
		for i := range above {
			above[i] = make([]bool, n+1)
			above[i][i] = true
		}
		for i := range all {
			all[i] = spar.Tag{ID: spar.TagID(i + 1), Parents: rapid.SliceOfN(tag, 0, 3).Draw(t, "parents")}
			for _, p := range all[i].Parents {
				above[p][i+1] = true
			}
		}
		for k := range above {
			for i := range above {
				for j := range above {
					above[i][j] = above[i][j] || above[i][k] && above[k][j]
				}
			}
		}
		g := New(all)
		given := rapid.SliceOf(tag).Draw(t, "given")
		var below, over ids
		for i := 1; i <= n; i++ {
			id := spar.TagID(i)
			if slices.ContainsFunc(given, func(a spar.TagID) bool { return above[a][i] }) {
				below = append(below, id)
			}
			if slices.ContainsFunc(given, func(b spar.TagID) bool { return above[i][b] }) {
				over = append(over, id)
			}
		}
		if got := sorted(Closure(all, given...)); !cmp.Equal(got, below, cmpopts.EquateEmpty()) {
			t.Fatalf("Descendants(%v) = %v, want %v", given, got, below)
		}
		if got := sorted(Ancestors(all, given...)); !cmp.Equal(got, over, cmpopts.EquateEmpty()) {
			t.Fatalf("Ancestors(%v) = %v, want %v", given, got, over)
		}
		kept := g.Prune(given)
		if got := sorted(g.Descendants(kept...)); !cmp.Equal(got, below, cmpopts.EquateEmpty()) {
			t.Fatalf("Prune(%v) = %v has the closure %v, want %v", given, kept, got, below)
		}
		for _, a := range kept {
			for _, b := range kept {
				if a != b && above[a][b] {
					t.Fatalf("Prune(%v) keeps %d above %d", given, a, b)
				}
			}
		}
		for _, group := range g.Cycles() {
			for i := 1; i <= n; i++ {
				together := above[group[0]][i] && above[i][group[0]]
				if together != slices.Contains(group, spar.TagID(i)) {
					t.Fatalf("cycle %v is wrong about %d", group, i)
				}
			}
		}
	})
}

package taxonomy

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	spar "github.com/sparsearch/spar/internal/spar"
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
		if got := sorted(g.Descendants(given...)); !cmp.Equal(got, below, cmpopts.EquateEmpty()) {
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

func TestLinks(t *testing.T) {
	g := New([]spar.Tag{
		{ID: 1, Links: ids{4, 99}}, {ID: 2, Parents: ids{1}, Links: ids{6}}, {ID: 3},
		{ID: 4, Links: ids{3}}, {ID: 5, Parents: ids{4}}, {ID: 6},
	})
	for id, want := range map[spar.TagID]ids{1: {1, 2, 4, 5, 6}, 2: {2, 6}, 3: {3}} {
		if got := sorted(g.WithLinks(g.Descendants(id))); !cmp.Equal(got, want) {
			t.Errorf("below %d with links: %v, want %v", id, got, want)
		}
	}
}

func TestFind(t *testing.T) {
	all := []spar.Tag{
		{ID: 1, Name: "Leave", Synonyms: []string{"Time off", "Pay"}},
		{ID: 2, Name: "Pay", Synonyms: []string{"Wages"}},
		{ID: 3, Key: "a:3", Name: "Straße", Synonyms: []string{"wages"}, Positions: []string{"X1.2"}},
		{ID: 4, Key: "b:4", Name: "Old", Retired: true, Positions: []string{"X1.2", "X1.3"}},
		{ID: 5, Name: "Secret", Synonyms: []string{"Time off"}},
		{ID: 6, Key: "b:6", Name: "X1.3.1", Positions: []string{"Y"}},
	}
	visible := func(t spar.Tag) bool { return t.Name != "Secret" }
	for text, want := range map[string]Match{
		"leave": {Tag: 1}, " TIME OFF ": {Tag: 1}, "pay": {Tag: 2}, "STRASSE": {Tag: 3}, "b:4": {Tag: 4}, "OLD": {Tag: 4},
		"X1.3": {Vocabulary: "b", Position: "X1.3"}, "a:X1.2": {Vocabulary: "a", Position: "X1.2"}, "x1.3.1": {Tag: 6},
	} {
		if got, err := Find(all, text, visible); err != nil || got != want {
			t.Errorf("Find(%q) = %+v, %v, want %+v", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"wages": `name one of "Pay", "Straße"`, "X1.2": "several vocabularies", "secret": "there is no tag", "": "there is no tag", "a:X1.3": "there is no tag",
	} {
		if _, err := Find(all, text, visible); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Find(%q): %v, want %q", text, err, want)
		}
	}
	_, hidden := Find(all, "secret", visible)
	_, absent := Find(all[:4], "secret", nil)
	if hidden.Error() != absent.Error() {
		t.Errorf("a hidden tag shows: %v, and not %v", hidden, absent)
	}
	if _, err := Find(all, "time off", nil); spar.CodeOf(err) != spar.Conflict {
		t.Errorf("for who sees all: %v", err)
	}
}

func TestCheck(t *testing.T) {
	all := []spar.Tag{
		{ID: 1, Key: "v:1", Name: "A", Positions: []string{"1"}}, {ID: 2, Key: "v:2", Name: "B", Parents: ids{1}, Positions: []string{"1.1", "2.1"}},
		{ID: 3, Key: "v:3", Name: "Alone", Synonyms: []string{"b"}}, {ID: 4, Key: "v:4", Name: "Gone", Retired: true},
		{ID: 5, Name: "X", Parents: ids{6}}, {ID: 6, Name: "Y", Parents: ids{5}}, {ID: 7, Key: "w:1", Name: "A (w)", Synonyms: []string{"A"}},
		{ID: 8, Key: "w:2", Name: "National Institutes (U.S.)", Synonyms: []string{"National Institutes"}},
	}
	got := Check(all, map[spar.TagID]int{4: 3})
	want := []Problem{
		{Cycle, ids{5, 6}, "X = Y"}, {Orphan, ids{3}, "Alone"}, {Duplicate, ids{2, 3}, `"b" is a name of "B", "Alone"`},
		{RetiredUse, ids{4}, "Gone, on 3 files"}, {LoosePlace, ids{2}, "B at 2.1: nothing stands at 2"}, {ClashedName, ids{7}, `"A" of w is called "A (w)"`},
	}
	if !cmp.Equal(got, want) {
		t.Error(cmp.Diff(want, got))
	}
	whole := Whole(all)
	if _, err := whole.Normalize(); err != nil {
		t.Fatal(err)
	}
	if c := whole.Concepts; len(c) != 8 || c[0].ID != "X" || !cmp.Equal(c[0].Parents, []string{"Y"}) || c[3].ID != "v:2" || !cmp.Equal(c[3].Parents, []string{"v:1"}) {
		t.Errorf("%+v", c)
	}
}

func TestDiff(t *testing.T) {
	version := func(concepts ...Concept) Vocabulary {
		v := Vocabulary{Concepts: concepts}
		if _, err := v.Normalize(); err != nil {
			t.Fatal(err)
		}
		return v
	}
	old := version(Concept{ID: "1", Name: "A", Synonyms: []string{"a1", "a2"}, Notes: "n"}, Concept{ID: "2", Name: "B", Parents: []string{"1"}}, Concept{ID: "3", Name: "C", Retired: true},
		Concept{ID: "4", Name: "D"}, Concept{ID: "5", Name: "E", Parents: []string{"4"}, Links: []string{"1"}})
	next := version(Concept{ID: "1", Name: "AA", Synonyms: []string{"a1", "a3"}}, Concept{ID: "22", Name: "b", Parents: []string{"1"}, Positions: []string{"X"}}, Concept{ID: "3", Name: "C"},
		Concept{ID: "5", Name: "E", Links: []string{"22"}}, Concept{ID: "6", Name: "F"})
	want := []Change{
		{Added, "6", "F", ""}, {Renumbered, "22", "b", "was 2"}, {Renamed, "1", "AA", "was A"}, {Renamed, "22", "b", "was B"},
		{Moved, "22", "b", "positions +X"}, {Moved, "5", "E", "parents -D"}, {Resynonymed, "1", "AA", "+a3, -a2"}, {Renoted, "1", "AA", ""},
		{Relinked, "5", "E", "+b, -AA"}, {Retired, "4", "D", "no longer in the file"}, {Revived, "3", "C", ""},
	}
	if got := Diff(old, next); !cmp.Equal(got, want) {
		t.Error(cmp.Diff(want, got))
	}
	if got := Diff(next, next); len(got) > 0 {
		t.Errorf("nothing changed: %+v", got)
	}
}

// TestCompare: the quick comparison agrees with folding both sides.
func TestCompare(t *testing.T) {
	text := rapid.OneOf(rapid.StringOfN(rapid.SampledFrom([]rune("aAeE sSßſ\u0301\u00e9Éﬁfi\u212akKİıΣςσ")), 0, 4, -1), rapid.String())
	rapid.Check(t, func(t *rapid.T) {
		a, b := text.Draw(t, "a"), text.Draw(t, "b")
		if got, want := compare(a)(b), Fold(a) == Fold(b) && Fold(a) != ""; got != want {
			t.Fatalf("%q and %q: %t, want %t (%q, %q)", a, b, got, want, Fold(a), Fold(b))
		}
	})
}

package taxonomy

import (
	"bufio"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	spar "github.com/sparsearch/spar/internal/spar"
)

// TestPositions has table 3 of the SPAR paper, and tags made by hand above and below it: 30 over 1, 31 below 5, 32 in
// another vocabulary with the same position.
func TestPositions(t *testing.T) {
	g := New([]spar.Tag{
		{ID: 1, Key: "mesh:D010829", Name: "Physiological Phenomena", Positions: []string{"G07"}},
		{ID: 2, Key: "mesh:D000220", Name: "Adaptation, Biological", Positions: []string{"G16.012"}},
		{ID: 3, Key: "mesh:D000222", Name: "Adaptation, Physiological", Positions: []string{"G07.025", "G16.012.500"}, Parents: ids{1, 2}},
		{ID: 4, Key: "mesh:D000064", Name: "Acclimatization", Positions: []string{"G07.025.133", "G16.012.500.133"}, Parents: ids{3}},
		{ID: 5, Key: "mesh:D001833", Name: "Body Temperature Regulation", Positions: []string{"G16.012.500.535"}, Parents: ids{3}},
		{ID: 30, Name: "Ours"}, {ID: 31, Name: "Sweating", Parents: ids{5}},
		{ID: 32, Key: "plos:x", Positions: []string{"G07"}},
		{ID: 33, Key: "mesh:other", Positions: []string{"G07.0255"}, Parents: ids{30}},
	})
	for position, want := range map[string]ids{
		"G07": {1, 3, 4, 33}, "G07.025": {3, 4}, "G16.012.500": {3, 4, 5, 31}, "G16.012": {2, 3, 4, 5, 31}, "G07.02": nil,
	} {
		if got := sorted(g.DescendantsAt("mesh", position)); !cmp.Equal(got, want, cmpopts.EquateEmpty()) {
			t.Errorf("below %s: %v, want %v", position, got, want)
		}
	}
	for id, want := range map[spar.TagID]ids{1: {1, 3, 4, 33}, 3: {3, 4, 5, 31}, 30: {30, 33}, 32: {32}} {
		if got := sorted(g.Descendants(id)); !cmp.Equal(got, want) {
			t.Errorf("below %d: %v, want %v", id, got, want)
		}
	}
	for id, want := range map[spar.TagID]ids{5: {2, 3, 5}, 31: {2, 3, 5, 31}, 4: {1, 2, 3, 4}, 33: {1, 30, 33}} {
		if got := sorted(g.Ancestors(id)); !cmp.Equal(got, want) {
			t.Errorf("above %d: %v, want %v", id, got, want)
		}
	}
	if got, want := g.Prune(ids{5, 3, 32}), (ids{3, 32}); !cmp.Equal(got, want) {
		t.Errorf("pruned: %v, want %v", got, want)
	}
}

// TestStrongPositions has the pair of MeSH 2022 that lies below each other. 2 selects the same as 1, and 4 lies below both. One position of
// 2 selects only the tags below that position.
func TestStrongPositions(t *testing.T) {
	g := New([]spar.Tag{
		{ID: 1, Key: "mesh:D054990", Name: "Idiopathic Pulmonary Fibrosis", Positions: []string{"C08.381.483.652.500", "C08.381.483.652.500.750.624"}, Parents: ids{2, 5}},
		{ID: 2, Key: "mesh:D054988", Name: "Idiopathic Interstitial Pneumonias", Positions: []string{"C08.381.483.652.500.750"}, Parents: ids{1}},
		{ID: 3, Key: "mesh:D018549", Name: "Cryptogenic Organizing Pneumonia", Positions: []string{"C08.381.483.652.500.750.312"}, Parents: ids{2}},
		{ID: 4, Key: "mesh:D011649", Name: "Hamman-Rich Syndrome", Positions: []string{"C08.381.483.652.500.500"}, Parents: ids{1}},
		{ID: 5, Key: "mesh:D011658", Name: "Pulmonary Fibrosis", Positions: []string{"C08.381.483.652"}},
	})
	for id, want := range map[spar.TagID]ids{1: {1, 2, 3, 4}, 2: {1, 2, 3, 4}, 3: {3}, 4: {4}, 5: {1, 2, 3, 4, 5}} {
		if got := sorted(g.Descendants(id)); !cmp.Equal(got, want) {
			t.Errorf("below %d: %v, want %v", id, got, want)
		}
	}
	for id, want := range map[spar.TagID]ids{1: {1, 2, 5}, 2: {1, 2, 5}, 3: {1, 2, 3, 5}, 4: {1, 2, 4, 5}, 5: {5}} {
		if got := sorted(g.Ancestors(id)); !cmp.Equal(got, want) {
			t.Errorf("above %d: %v, want %v", id, got, want)
		}
	}
	if got, want := sorted(g.DescendantsAt("mesh", "C08.381.483.652.500.750")), (ids{1, 2, 3}); !cmp.Equal(got, want) {
		t.Errorf("below one position: %v, want %v", got, want)
	}
	if got, want := g.Cycles(), []ids{{1, 2}}; !cmp.Equal(got, want) {
		t.Errorf("cycles: %v, want %v", got, want)
	}
}

// TestMeSH compares the closure of every position and of every descriptor of MeSH 2022 with prefixes of strings.
func TestMeSH(t *testing.T) {
	f, err := os.Open(filepath.Join(os.Getenv("SPAR_EVAL_DATA"), "mesh2022", "mtrees2022.bin"))
	if err != nil {
		if slices.Contains(strings.Split(os.Getenv("SPAR_REQUIRE"), ","), "data") {
			t.Fatal(err)
		}
		t.Skip("set SPAR_EVAL_DATA to the folder of public data, which has mesh2022/mtrees2022.bin")
	}
	defer f.Close()
	number := map[string]spar.TagID{}
	var all []spar.Tag
	owner := map[string]spar.TagID{} // by position
	for lines := bufio.NewScanner(f); lines.Scan(); {
		name, position, _ := strings.Cut(lines.Text(), ";")
		if number[name] == 0 {
			all = append(all, spar.Tag{ID: spar.TagID(len(all) + 1), Key: "mesh:" + name, Name: name})
			number[name] = all[len(all)-1].ID
		}
		tag := &all[number[name]-1]
		tag.Positions = append(tag.Positions, position)
		owner[position] = tag.ID
	}
	g := New(all)
	order := slices.Sorted(maps.Keys(owner)) // a dot sorts before what may stand in a number
	below := func(position string) set {
		want := set{owner[position]: true}
		i, _ := slices.BinarySearch(order, position+".")
		for ; i < len(order) && strings.HasPrefix(order[i], position+"."); i++ {
			want[owner[order[i]]] = true
		}
		return want
	}
	for position := range owner {
		if want := below(position); !maps.Equal(want, g.DescendantsAt("mesh", position)) {
			t.Fatalf("below %s: %v, want %v", position, sorted(g.DescendantsAt("mesh", position)), sorted(want))
		}
	}
	pairs := 0
	for _, tag := range all {
		want := set{}
		for _, p := range tag.Positions {
			maps.Copy(want, below(p))
		}
		for _, cycle := range g.Cycles() { // all that are below each other select as one
			if slices.Contains(cycle, tag.ID) {
				for _, same := range cycle {
					for _, p := range all[same-1].Positions {
						maps.Copy(want, below(p))
					}
				}
			}
		}
		if got := g.Descendants(tag.ID); !maps.Equal(want, got) {
			t.Fatalf("below %s: %v, want %v", tag.Name, sorted(got), sorted(want))
		}
		pairs += len(want)
	}
	if len(g.Cycles()) != 1 || len(g.Cycles()[0]) != 2 {
		t.Errorf("cycles: %v, want one of two tags", g.Cycles())
	}
	t.Logf("%d tags, %d positions, %d pairs of a tag and one below it", len(all), len(owner), pairs)
}

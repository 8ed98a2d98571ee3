package nothing

import (
	"slices"
	"testing"

	"github.com/sparsearch/spar/internal/measure/evaltest"
)

// TestSet: a hundred scopes a half by their quota, each with files, all of them in its catalog, and one constraint that is
// wrong; the halves share none; and the same seed gives the same set.
func TestSet(t *testing.T) {
	data := evaltest.Data(t)
	meant := map[string]bool{}
	for _, half := range []string{"a", "b"} {
		s, err := Make(data, half, Seed)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Cases) != 100 || len(s.Catalogs) != 3 {
			t.Errorf("half %s has %d scopes over %d catalogs", half, len(s.Cases), len(s.Catalogs))
		}
		counts, restores := map[string]int{}, map[string]int{}
		for _, c := range s.Cases {
			counts[c.Kind+" "+c.Catalog]++
			for _, r := range c.Restores {
				restores[c.Kind+" "+r]++
			}
			if meant[c.Meant] || c.Meant == c.Broken || c.Right == c.Wrong || len(c.Files) < 2 || len(c.Restores) == 0 {
				t.Errorf("%s: %+v", c.ID, c)
			}
			meant[c.Meant] = true
			i := slices.IndexFunc(s.Catalogs, func(of *Catalog) bool { return of.Name == c.Catalog })
			for _, path := range c.Files {
				if !slices.ContainsFunc(s.Catalogs[i].Files, func(f File) bool { return f.Path == path }) {
					t.Errorf("%s: there is no %s", c.ID, path)
				}
			}
			if testing.Verbose() {
				t.Logf("%s %s, %d files: %s  ->  %s  %v", c.ID, c.Kind, len(c.Files), c.Meant, c.Wrong, c.Restores)
			}
		}
		for _, q := range quota {
			if counts[q.kind+" "+q.catalog] != q.n {
				t.Errorf("half %s: %v", half, counts)
			}
		}
		for _, c := range s.Catalogs {
			paths := map[string]bool{}
			for _, f := range c.Files {
				if paths[f.Path] {
					t.Errorf("%s: %s is there twice", c.Name, f.Path)
				}
				paths[f.Path] = true
			}
		}
		if again, err := Make(data, half, Seed); err != nil || again.Sum() != s.Sum() {
			t.Errorf("half %s is not the same again: %v", half, err)
		}
		t.Logf("half %s: %v, SHA-256 %s", half, restores, s.Sum())
	}
	if _, err := Make(data, "c", Seed); err == nil {
		t.Error("there is a half c")
	}
}

// TestScope: how constraints are written, and which files fit them.
func TestScope(t *testing.T) {
	c := &Catalog{
		Files: []File{
			{Path: "x/a", Attributes: map[string][]string{"n": {"5"}, "w": {"Life Sciences"}}},
			{Path: "xy/b", Attributes: map[string][]string{"n": {"9"}}},
		},
		Terms: []Term{{"Top", []string{"A1"}}, {"Left", []string{"A1.1"}}, {"Right", []string{"A1.2"}}},
		index: map[string][]int{"Top": {0, 1}, "Left": {0}},
	}
	for _, test := range []struct {
		by   constraint
		text string
		want []int
	}{
		{constraint{key: "path", value: "x"}, "path:x/**", []int{0}},
		{constraint{key: "tag", value: "Top"}, "tag:Top", []int{0, 1}},
		{constraint{key: "tag", value: "Left"}, "tag:Left", []int{0}},
		{constraint{key: "w", value: "life sciences"}, `w:"life sciences"`, []int{0}},
		{constraint{key: "n", ranged: true, low: 6, high: -1}, "n:6..", []int{1}},
		{constraint{key: "n", ranged: true, low: -1, high: 5}, "n:..5", []int{0}},
		{constraint{key: "n", ranged: true, low: 5, high: 5}, "n:5", []int{0}},
		{constraint{key: "n", ranged: true, low: 6, high: 8}, "n:6..8", nil},
		{constraint{key: "Age", ranged: true, low: 6, high: 8}, "attr.Age:6..8", nil},
	} {
		if got := test.by.String(); got != test.text || !slices.Equal(c.files(scope{test.by}), test.want) {
			t.Errorf("%s, want %s: %v", got, test.text, c.files(scope{test.by}))
		}
	}
	c.arrange()
	if got := c.parents("Right"); !slices.Equal(got, []string{"Top"}) || !slices.Equal(c.below("Top"), []string{"Left", "Right"}) {
		t.Errorf("parents %v, below %v", got, c.below("Top"))
	}
}

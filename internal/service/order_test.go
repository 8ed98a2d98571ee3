package service_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
)

// TestOrdersOfKinds: a part of a list by type or state is the part of the whole list, sorted plainly.
func TestOrdersOfKinds(t *testing.T) {
	s, h := open(t, map[string]string{"b/long.md": "A long text about gates.\n", "a.md": "Short.\n", "c.txt": "A text.\n", "odd.zq9": "\x00\x01"})
	h.Scanned()
	if _, err := all(s.Search(t.Context(), owner, api.Question{Question: "gates"})); err != nil {
		t.Fatal(err)
	}
	by := map[string]func(f api.File) string{"type": func(f api.File) string { return f.Format }, "state": func(f api.File) string { return f.State }}
	for key, of := range by {
		for _, sort := range []string{key, "-" + key} {
			whole, err := all(s.Files(t.Context(), owner, api.Listing{}))
			if err != nil {
				t.Fatal(err)
			}
			slices.SortStableFunc(whole, func(a, b api.File) int {
				if sort != key {
					a, b = b, a
				}
				return strings.Compare(of(a), of(b))
			})
			for skip := range len(whole) + 2 {
				for most := range 4 {
					var want []string
					for i, f := range whole {
						if i >= skip && (most == 0 || i < skip+most) {
							want = append(want, f.Path.Name)
						}
					}
					l := api.Listing{Sort: sort, Skip: skip, Limit: most}
					if got := paths(t, s, owner, l); got != strings.Join(want, " ") {
						t.Errorf("%+v lists %s, want %v", l, got, want)
					}
				}
			}
		}
	}
}

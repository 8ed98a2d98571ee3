package answer

import (
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// FuzzCheck lets a model reply anything: each statement that is kept cites passages that the model was given, each of
// them once in the list of citations, and no other marker is left in the text.
func FuzzCheck(f *testing.F) {
	f.Add("- Employees get 12 weeks [1][2].\n- It costs 7 [3, 1].\n2. Nothing [9]\nno marker")
	f.Add("<think>[1]</think>* x 【2】 [ 1 ; 3 ]")
	f.Add("NOT IN THESE FILES.")
	f.Add("Nested " + strings.Repeat("[1", 9) + strings.Repeat("]", 9))
	hits := []spar.Hit{hit("a.md", "A", "12 weeks", 1), hit("b.md", "", "two", 1), hit("c.md", "", "three", 1)}
	f.Fuzz(func(t *testing.T, reply string) {
		text := withoutThoughts(reply)
		if isRefusal(text) {
			return
		}
		a, ok := check(text, "how many?", hits)
		if ok != (len(a.Bullets) > 0) || len(a.Citations) > len(hits) {
			t.Fatalf("%v: %+v", ok, a)
		}
		cited := map[int]bool{}
		for i, c := range a.Citations {
			if c.N != i+1 || !slices.ContainsFunc(hits, func(h spar.Hit) bool { return h.Path == c.Path && h.Passage.Text == c.Text }) {
				t.Fatalf("citation %d is %+v", i, c)
			}
		}
		for _, b := range a.Bullets {
			if len(b.Citations) == 0 || strings.TrimSpace(b.Text) == "" || markers.MatchString(b.Text) {
				t.Fatalf("%+v", b)
			}
			for _, n := range b.Citations {
				if n < 1 || n > len(a.Citations) {
					t.Fatalf("%+v of %d citations", b, len(a.Citations))
				}
				cited[n] = true
			}
		}
		if len(cited) != len(a.Citations) {
			t.Fatalf("%d of %d citations are used", len(cited), len(a.Citations))
		}
	})
}

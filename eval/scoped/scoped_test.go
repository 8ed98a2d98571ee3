package scoped

import (
	"testing"

	"github.com/sparsearch/spar/internal/scope"
)

// TestCases: each half has 75 questions, with scopes that can be read and files of their share.
func TestCases(t *testing.T) {
	seen := map[string]bool{}
	for _, half := range []string{"a", "b"} {
		list, err := Cases(half)
		if err != nil || len(list) != 75 {
			t.Fatalf("half %s has %d questions, %v", half, len(list), err)
		}
		for _, c := range list {
			if _, err := scope.Parse(c.Scope); err != nil {
				t.Errorf("%s: %v", c.Text, err)
			}
			if seen[c.Text] || len(c.Gold) == 0 {
				t.Errorf("%q stands there twice, or nothing answers it", c.Text)
			}
			seen[c.Text] = true
		}
	}
	if _, err := Cases("c"); err == nil {
		t.Error("there is a half c")
	}
}

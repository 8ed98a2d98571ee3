package main

import (
	"testing"

	"github.com/sparsearch/spar/internal/pattern"
)

// TestPatterns: the patterns of all rooms are right, though none is compiled before it is used.
func TestPatterns(t *testing.T) {
	t.Parallel()
	if n := pattern.Compile(); n < 100 {
		t.Errorf("%d patterns; want those of the readers and of questions", n)
	}
}

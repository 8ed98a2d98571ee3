package main

import (
	"slices"
	"testing"
)

func TestInOrder(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{
		{"The first, the second.", "the FIRST the second", 1},
		{"a b c d", "c d a b", 0.5},
		{"a b c d", "a b c d e f g h", 0.5},
		{"", "", 1},
		{"a", "", 0},
	} {
		if got := inOrder(words(c.a), words(c.b)); got != c.want {
			t.Errorf("%q, %q: %v, want %v", c.a, c.b, got, c.want)
		}
	}
	if got := words("ﬁve 縦書き, x\u00adray"); !slices.Equal(got, []string{"five", "縦", "書", "き", "xray"}) {
		t.Errorf("words are %q", got)
	}
}

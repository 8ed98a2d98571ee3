package main

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// TestPointed: below a text that was typed a mark stands under the character that is at fault, also behind the last one and far inside.
func TestPointed(t *testing.T) {
	long := strings.Repeat("ä", 100)
	for _, c := range []struct {
		s    spar.Spot
		want string
	}{
		{spar.Spot{Text: "type:pdf )", At: 10}, "  type:pdf )\n           ^\n"},
		{spar.Spot{Text: "type:(pdf", At: 10}, "  type:(pdf\n           ^\n"},
		{spar.Spot{Text: "Größe:)", At: 7}, "  Größe:)\n        ^\n"},
		{spar.Spot{Text: long + ")" + long, At: 101}, "  …" + long[:100] + ")" + long[:48] + "…\n" + strings.Repeat(" ", 53) + "^\n"},
		{spar.Spot{Text: "a\nb\x1b[31m)", At: 1}, "  a b\\u001b[31m)\n  ^\n"},
	} {
		if got := pointed(c.s); got != c.want {
			t.Errorf("%+v:\n%q, want\n%q", c.s, got, c.want)
		}
	}
}

package engine

import (
	"testing"

	"github.com/sparsearch/spar/internal/scope"
)

// TestMayHold: an unseen folder may hold files of a scope unless the scope's paths name other folders.
func TestMayHold(t *testing.T) {
	for _, c := range []struct {
		scope string
		want  bool
	}{
		{"", true}, {"type:pdf", true}, {"path:hr/pay/**", true}, {"path:hr/**", true}, {"path:hr/pay/2024/**", true}, {"path:*.md", true},
		{"path:finance/**", false}, {"path:hr/payments/**", false}, {"-path:finance/**", true}, {"path:finance/** or path:hr/pay/**", true},
	} {
		sc, err := scope.Parse(c.scope)
		if err != nil {
			t.Fatal(err)
		}
		if got := mayHold(sc, "hr/pay"); got != c.want {
			t.Errorf("%q: %v", c.scope, got)
		}
	}
}

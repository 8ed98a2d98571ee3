package question

import (
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// TestTyped: a constraint in the query language always holds, whatever stands beside it.
func TestTyped(t *testing.T) {
	v := firmWords()
	v.Written = func(text string) (spar.Constraint, bool) {
		return spar.Constraint{Key: "type", Values: []spar.Match{{Text: "markdown"}}}, text == "type:markdown"
	}
	for _, text := range []string{"files type:markdown autor:Hopper", "the type:markdown reader", "leases that tenants disputed in type:markdown"} {
		found := false
		for _, part := range ParseSentence(text, v, Options{Now: now}).Parts {
			if part.Constraint.Key == "type" {
				found = true
				if part.Guess || part.Doubt != nil {
					t.Errorf("%q: %+v is doubted: %+v", text, part.Constraint, part.Doubt)
				}
			}
		}
		if !found {
			t.Errorf("%q: type:markdown was not read", text)
		}
	}
}

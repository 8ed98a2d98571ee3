package chunk

import (
	"testing"

	"pgregory.net/rapid"
)

// TestPlainCells compares cells read without regular expressions with cells read by them.
func TestPlainCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cell := rapid.OneOf(rapid.StringMatching(`[0-9.-]{0,12}`), rapid.StringMatching(`[0-9]{4}-[0-9]{2}-[0-9]{2}`), rapid.StringMatching(`[0-9]{1,9}[.]?[0-9]{0,6}[*)]?`)).Draw(t, "cell")
		got, unit := Typed(cell)
		want, wantUnit := typed(cell)
		if got != want || unit != wantUnit {
			t.Fatalf("%q: %+v %q, want %+v %q", cell, got, unit, want, wantUnit)
		}
	})
}

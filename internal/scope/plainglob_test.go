package scope

import (
	"testing"

	"github.com/bmatcuk/doublestar/v4"
	"pgregory.net/rapid"
)

// TestPlainGlob: a glob with stars around a text matches as a matcher of globs does.
func TestPlainGlob(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		glob := rapid.StringMatching(`\*{0,2}[ab.]{1,3}\*{0,2}`).Draw(r, "glob")
		name := rapid.StringMatching(`[ab.]{0,6}`).Draw(r, "name")
		holds := plainGlob(glob)
		if holds == nil {
			r.Fatalf("%q is not taken as plain", glob)
		}
		if got, want := holds(name), doublestar.MatchUnvalidated(glob, name); got != want {
			r.Fatalf("%q matches %q: %v, want %v", glob, name, got, want)
		}
	})
	for _, glob := range []string{"", "*", "a*b", "?a", "[a]", "{a,b}", `a\*`, "a/b"} {
		if plainGlob(glob) != nil {
			t.Errorf("%q is taken as plain", glob)
		}
	}
}

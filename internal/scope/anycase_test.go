package scope

import (
	"strings"
	"testing"

	"github.com/bmatcuk/doublestar/v4"
	"pgregory.net/rapid"
)

func TestAnyCase(t *testing.T) {
	for _, tc := range []struct {
		glob, name string
		want       bool
	}{
		{"Report*", "rePORT-1.pdf", true},
		{"Report*", "reports/x", false},
		{"hr/**/L?ave.{MD,txt}", "HR/a/leave.md", true},
		{"[a-c]x", "BX", true},
		{"[a-c]x", "dx", false},
		{"[!a-c]x", "Bx", false},
		{"[!a-c]x", "Dx", true},
		{"[^k]", "\u212a", false}, // the sign of Kelvin is a k
		{`a\*B\Q`, "A*bq", true},
		{"Überstunden", "üBERSTUNDEN", true},
		{"[]]x", "]X", false}, // as it stands it is no glob
		{"2024-01", "2024-01", true},
	} {
		glob := AnyCase(tc.glob)
		if got := doublestar.ValidatePattern(glob) && doublestar.MatchUnvalidated(glob, tc.name); got != tc.want {
			t.Errorf("AnyCase(%q) = %q, which matches %q: %v, want %v", tc.glob, glob, tc.name, got, tc.want)
		}
	}
}

// TestAnyCaseMatches: what a glob matches it matches in either case too.
func TestAnyCaseMatches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		glob := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "B", "é", "*", "?", "/", "[a-c]", "[!x]", "[Kß]", `\*`, `\A`, "{a,B}", "**/", "-"}), 1, 6).Draw(t, "glob"), "")
		if !doublestar.ValidatePattern(glob) {
			t.Skip("no glob")
		}
		name := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "B", "É", "*", "/", "k", "-", "x"}), 1, 6).Draw(t, "name"), "")
		any := AnyCase(glob)
		if !doublestar.ValidatePattern(any) {
			t.Fatalf("AnyCase(%q) = %q is no glob", glob, any)
		}
		if doublestar.MatchUnvalidated(glob, name) && !strings.Contains(glob, "[!") && !(doublestar.MatchUnvalidated(any, name) && doublestar.MatchUnvalidated(any, strings.ToLower(name))) {
			t.Fatalf("%q matches %q, and %q does not, or not in lower case", glob, name, any)
		}
	})
}

package nearest

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestName(t *testing.T) {
	names := []string{"share", "scan", "search", "show", "status", "store", "Leave policy", "docs", "docx", "duplicates", "Überstunden"}
	for text, want := range map[string]string{
		"shaer":        "share", // swapped
		"serch":        "search",
		"stats":        "status",
		"statsu":       "status",
		"SCAN":         "scan", // letter case does not count
		"leave polcy":  "Leave policy",
		"dup":          "duplicates", // begins so
		"dosc":         "docs",
		"doc":          "docs", // as near as docx, and before it
		"uberstunden":  "Überstunden",
		"finance":      "",
		"x":            "",
		"":             "",
		"zzzzzzzzzzzz": "",
	} {
		if got := Name(text, slices.Values(names)); got != want {
			t.Errorf("Name(%q) = %q, want %q", text, got, want)
		}
	}
	if got := Name(strings.Repeat("a", longest+1), slices.Values([]string{strings.Repeat("a", longest)})); got != "" {
		t.Errorf("a text beyond the bound has the name %.10q...", got)
	}
}

func TestHint(t *testing.T) {
	if got, want := Hint("shaer", slices.Values([]string{"share"})), `; did you mean "share"?`; got != want {
		t.Errorf("Hint = %q, want %q", got, want)
	}
	if got := Hint("shaer", slices.Values([]string(nil))); got != "" {
		t.Errorf("Hint without names = %q", got)
	}
}

// plain is the distance by its definition: the whole table, no bound.
func plain(a, b []rune) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}

func TestDistance(t *testing.T) {
	var m matrix
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SliceOfN(rapid.SampledFrom([]rune("abcä")), 0, 9)
		a, b, most := text.Draw(t, "a"), text.Draw(t, "b"), rapid.IntRange(0, 4).Draw(t, "most")
		got, want := m.distance(a, b, most), plain(a, b)
		if got != want && (got <= most || want <= most) {
			t.Fatalf("distance(%q, %q, %d) = %d, want %d", string(a), string(b), most, got, want)
		}
	})
}

package question

import (
	"slices"
	"testing"
)

// TestReleases: a number with a point names a release, unless it counts something, and a file may be named so.
func TestReleases(t *testing.T) {
	for text, want := range map[string][]string{
		"what changed in git 2.39?":           {"2.39"},
		"What is new in v3.11.0 and in 3.12?": {"3.11", "3.12"},
		"How much is 2.5 hours of parking?":   nil,
		"Is the discount 12.5 % or 15.0%?":    nil,
		"Which version added foreign keys?":   nil,
		"Does release 4.0 run on Debian?":     {"4.0"},
	} {
		if got := Releases(text); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
	}
	for name, want := range map[string]bool{
		"2.39.0.txt": true, "git-2.39.md": true, "v2.39-ReleaseNotes": true, "2.39.1.txt": false, "12.39.txt": false, "notes.txt": false,
	} {
		if got := NamesRelease(name, []string{"2.39"}); got != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
}

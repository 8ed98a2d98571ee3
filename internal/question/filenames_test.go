package question

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestFileNames: the names that are kept are found as if each was looked at.
func TestFileNames(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		names := rapid.SliceOfN(rapid.StringMatching(`[aAbBäÄẞ _.\-]{0,8}`), 0, 20).Draw(r, "names")
		words := rapid.StringMatching(`[abäÄ]{1,2}([ .][ab]{1,2}){0,2}`).Draw(r, "words")
		whole, odd := rapid.Bool().Draw(r, "whole"), rapid.Bool().Draw(r, "odd")
		kept := &FileNames{}
		var known []string
		for i, name := range names {
			kept.Add(uint32(7*i), name)
			if !odd || i%2 == 1 {
				known = append(known, name)
			}
		}
		got := kept.Spellings(words, whole, func(id uint32) bool { return !odd || id/7%2 == 1 })
		if want := SpellingsOf(slices.Values(known), words, whole); !slices.Equal(got, want) {
			r.Fatalf("%q in %q: %q, want %q", words, known, got, want)
		}
	})
}

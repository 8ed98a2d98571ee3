package table

import (
	"testing"

	languages "github.com/sparsearch/spar/internal/tongue"
)

// TestPlansInAllLanguages: every function and comparison that a plan says in words has its words in every language.
func TestPlansInAllLanguages(t *testing.T) {
	for _, language := range languages.Languages() {
		for fn, words := range spokenFns {
			if text := words + "X"; languages.Plan(language, text) == text {
				t.Errorf("internal/tongue/%s.txt has no line for the function %s:\nplan:%s", language, fn, words)
			}
		}
		for _, op := range []string{"!=", "<", "<=", ">", ">="} { // the others are signs, or words that labels have, too
			if text := "X" + spokenOps[op] + "Y"; languages.Plan(language, text) == text {
				t.Errorf("internal/tongue/%s.txt has no line for the comparison %s:\nplan:%s", language, op, spokenOps[op])
			}
		}
	}
}

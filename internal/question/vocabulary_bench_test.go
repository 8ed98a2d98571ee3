package question

import (
	"fmt"
	"testing"
)

// BenchmarkVocabularyOfFolders collects the names of 20,000 folders that share a word with one another, as those of matters and years do.
func BenchmarkVocabularyOfFolders(b *testing.B) {
	for b.Loop() {
		v := NewVocabulary()
		for i := range 20_000 {
			v.Add("folder", fmt.Sprintf("project %d minutes", i))
		}
		if got := len(v.parts["project"]); got != 20_000 {
			b.Fatalf("%d folders have the word", got)
		}
	}
}

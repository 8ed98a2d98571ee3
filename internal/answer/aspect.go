package answer

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/question"
)

// saysAspect gives whether texts name the aspect that a question asks for: all its words, or of a single word one that stands for it. Where it
// names none all do.
func saysAspect(q question.Question) func(lang string, texts ...string) bool {
	aspect := q.Aspect()
	if aspect == "" {
		return func(string, ...string) bool { return true }
	}
	words := strings.Fields(strings.ToLower(aspect))
	var others []string
	for _, w := range words {
		others = append(others, q.Related(w)...)
	}
	return func(lang string, texts ...string) bool {
		all := strings.ToLower(strings.Join(texts, "\n"))
		terms := chunk.Terms(all, lang)
		in := func(word string) bool {
			of := chunk.Terms(word, lang)
			return strings.Contains(all, word) || !slices.ContainsFunc(of, func(t string) bool { return !slices.Contains(terms, t) })
		}
		return !slices.ContainsFunc(words, func(w string) bool { return !in(w) }) || slices.ContainsFunc(others, in)
	}
}

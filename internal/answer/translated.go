package answer

import (
	"slices"

	"github.com/sparsearch/spar/internal/chunk"
)

// untranslated leaves out text in another language than the question's, beside the same section's text in the question's language:
// descriptions of programs, standards and contracts have the same text in several languages side by side. Where a section has no text in
// the language of the question, everything stays.
func (j *judge) untranslated(chosen []choice) []choice {
	if len(chosen) < 2 {
		return chosen
	}
	lang := make(map[int]string, len(chosen))
	for _, s := range chosen {
		lang[s.index] = chunk.Language(s.text)
	}
	return slices.DeleteFunc(slices.Clone(chosen), func(s choice) bool {
		from := j.sources[s.source]
		return lang[s.index] != "" && lang[s.index] != j.lang && slices.ContainsFunc(chosen, func(o choice) bool {
			other := j.sources[o.source]
			return lang[o.index] == j.lang && fileOf(from.Hit) == fileOf(other.Hit) && from.Passage.Locator.Heading == other.Passage.Locator.Heading
		})
	})
}

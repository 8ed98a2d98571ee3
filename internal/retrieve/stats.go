package retrieve

import (
	"slices"

	"github.com/sparsearch/spar/internal/chunk"
)

// Stats says what a search ranked by.
type Stats struct {
	Files    int
	Passages int     // of a long list a part
	Average  float64 // words in a passage
	Words    []Word  // of the question
	Embedded int     // passages that were given a vector
	Damaged  int     // vectors that were not as they were written
	Remade   int     // of them

	weights map[string]float64 // by stem
}

// A Word is a word of the question.
type Word struct {
	Text     string
	Passages int     // that have it
	Names    int     // files whose name has it
	Weight   float64 // its idf among the passages
}

func newStats(q *query, text *field, names *setting, files int) Stats {
	s := Stats{Files: files, Passages: text.n, Average: text.average, weights: map[string]float64{}}
	for i, w := range q.words {
		word := Word{Text: w, Passages: text.having[i], Weight: text.weights[i]}
		if names.having != nil {
			word.Names = names.having[i]
		}
		s.Words = append(s.Words, word)
	}
	for _, l := range q.languages {
		for i, stem := range l.stems {
			for _, stem := range append(l.other[i], stem) {
				s.weights[stem] = max(s.weights[stem], text.weights[i])
			}
		}
	}
	return s
}

// Terms gives the significant terms of the question in a language: its words without words that every text has.
func (s Stats) Terms(question, lang string) []string {
	words := slices.DeleteFunc(chunk.Words(question), func(w string) bool { return chunk.Common(w, lang) })
	var a chunk.Analyzer
	for i, w := range words {
		words[i] = a.Stem(w, lang)
	}
	return words
}

// Nowhere reports whether a word of the question stands in no passage and in no name of a file.
func (s Stats) Nowhere(word string) bool {
	return slices.ContainsFunc(s.Words, func(w Word) bool { return w.Text == word && w.Passages+w.Names == 0 })
}

// Weight is the idf of a term of the question among the passages, the greatest there is for one that stands nowhere.
func (s Stats) Weight(term string) float64 {
	if w, ok := s.weights[term]; ok {
		return w
	}
	return idf(s.Passages, 0)
}

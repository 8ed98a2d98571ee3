package retrieve

import (
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/spar"
)

// coverage is how much of the question a passage accounts for: the part, from 0 to 1, of the weight of the question's words that its text,
// the headings above it, its path or the title of its file have at all. BM25 sums each place on its own, so that a passage with half of the
// question often outranks one whose folder has one half and whose text has the other.
//
// It looks at candidates alone: copies share segments, and their paths and titles differ.
func (m *meaning) coverage(c candidate) float64 {
	if m.total <= 0 {
		return 0
	}
	key := candidateKey{c.run, c.passage}
	if part, ok := m.covered[key]; ok {
		return part
	}
	says := make([]bool, len(m.q.words))
	d := m.doc(c.doc)
	for i := range d.matches {
		says[d.matches[i].word] = says[d.matches[i].word] || d.matches[i].in(c.passage)
	}
	r := m.sources[c.run]
	m.q.mark(says, nameWords(r.Path), d.segment.Languages())
	if m.o.Titles != nil {
		m.q.mark(says, chunk.Words(m.o.Titles(r.File)), d.segment.Languages())
	}
	sum := 0.
	for w, said := range says {
		if said {
			sum += m.text.asked[w] * m.text.weights[w]
		}
	}
	m.covered[key] = sum / m.total
	return sum / m.total
}

// in reports whether a passage has the word.
func (m *match) in(passage int) bool {
	for p := range m.all {
		if p >= passage {
			return p == passage
		}
	}
	return false
}

// mark marks the question's words that a text in one of some languages says.
func (q *query) mark(says []bool, text, langs []string) {
	for _, lang := range langs {
		q.in(lang)
	}
	q.said(&q.analyzer, text, langs, func(i int) { says[i] = true })
}

// said tells the question's words in a text. Each word of the text stands for the question's words that it matches in the first language
// that knows it. The question must be prepared in all these languages, so that many may ask at once, each with an analyzer of its own.
func (q *query) said(a *chunk.Analyzer, text, langs []string, tell func(i int)) {
	for _, w := range text {
		for _, lang := range langs {
			found := q.languages[lang].words[a.Stem(w, lang)]
			for _, i := range found {
				tell(i)
			}
			if len(found) > 0 {
				break
			}
		}
	}
}

// Titles tells what a file says that it is called, "" where that is not known.
type Titles func(spar.FileID) string

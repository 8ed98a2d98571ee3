package retrieve

import (
	"cmp"
	"container/heap"
	"slices"
	"strings"
)

// A candidate is a passage of a run with its score.
type candidate struct {
	doc, run, passage int
	score             float64

	fused  map[string]float64 // the summands of a score that is not of words alone
	cosine float64            // to the question, where it was compared
}

// parts are the summands of a candidate's score by words.
func (s *search) parts(c candidate) map[string]float64 {
	parts := map[string]float64{}
	add := func(kind string, word int, score float64) {
		if s.o.Explain {
			kind += " " + s.q.words[word]
		}
		parts[kind] += score
	}
	d := s.doc(c.doc)
	for i := range d.matches {
		m := &d.matches[i]
		for p, times := range m.all {
			if p == c.passage {
				add("text", m.word, s.text.score(m.word, times, d.segment.Length(p)))
			}
		}
	}
	for _, w := range s.names.of[c.run].words {
		add("name", w.word, s.names.part(c.run, w))
	}
	for _, w := range s.files.of[c.doc].words {
		add("file", w.word, s.files.part(c.doc, w))
	}
	return parts
}

// top keeps the best candidates of those offered, in any order: a heap with the least of them first.
type top struct {
	runs  []Source
	limit int // negative: none
	list  []candidate
}

func newTop(runs []Source, limit int) *top { return &top{runs: runs, limit: limit} }

func (t *top) offer(c candidate) {
	switch {
	case t.limit < 0:
		t.list = append(t.list, c)
	case len(t.list) < t.limit:
		heap.Push(t, c)
	case t.compare(c, t.list[0]) < 0:
		t.list[0] = c
		heap.Fix(t, 0)
	}
}

// sorted gives the candidates, best first.
func (t *top) sorted() []candidate {
	slices.SortFunc(t.list, t.compare)
	return t.list
}

// compare orders candidates: by score, then share, path and passage.
func (t *top) compare(a, b candidate) int {
	if c := cmp.Compare(b.score, a.score); c != 0 {
		return c
	}
	x, y := &t.runs[a.run], &t.runs[b.run]
	return cmp.Or(strings.Compare(x.Share, y.Share), strings.Compare(x.Path, y.Path), cmp.Compare(x.File, y.File), cmp.Compare(a.passage, b.passage))
}

// Len, Less, Swap, Push and Pop are for container/heap.
func (t *top) Len() int           { return len(t.list) }
func (t *top) Less(i, j int) bool { return t.compare(t.list[i], t.list[j]) > 0 }
func (t *top) Swap(i, j int)      { t.list[i], t.list[j] = t.list[j], t.list[i] }
func (t *top) Push(x any)         { t.list = append(t.list, x.(candidate)) }
func (t *top) Pop() any {
	c := t.list[len(t.list)-1]
	t.list = t.list[:len(t.list)-1]
	return c
}

package retrieve

import (
	"cmp"
	"container/heap"
	"context"
	"errors"
	"slices"

	"github.com/sparsearch/spar/internal/store"
)

// within prepares a search like newSearch, from the corpus. It looks only at the segments and names that have a word, and only at postings
// that may be among the best.
func (s *search) within(ctx context.Context, c *corpus) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.docs, s.corpus = c.docs, c
	s.found = map[int]*doc{}
	variants := make([][][]string, len(c.sets))
	for i, langs := range c.sets {
		variants[i] = s.q.stems(langs)
	}
	s.text = newField(s.q, s.o)
	s.text.n, s.text.total = c.n, c.counted
	s.files = setting{weight: s.o.Files, of: make([]counts, len(s.docs))}
	s.files.field = newField(s.q, s.o)
	s.files.n, s.files.total = len(s.sources), c.total
	s.lists = make([][]entry, len(s.q.words))
	s.several = make([]map[int32][]posting, len(s.q.words))
	looking := 0
	err := store.Guard(func() error {
		for word := range s.q.words {
			s.listWithin(c, word, variants, &looking)
			for _, e := range s.lists[word] {
				k := len(c.docs[e.doc].sources)
				s.text.having[word] += k * counted(c.docs[e.doc].segment, s.passagesOf(word, e, &looking))
				s.files.having[word] += k
			}
		}
		return nil
	})
	if errors.Is(err, store.ErrDamaged) {
		return s.damaged(&atError{looking, err})
	}
	if err != nil {
		return err
	}
	s.text.weigh()
	if s.o.Files > 0 {
		s.files.weigh()
	} else {
		s.files.field = field{}
	}
	s.nameWithin(c)
	return nil
}

// listWithin lists the segments that have a word, in the order of docs. Where one has several stems of it, their postings together are kept
// beside.
func (s *search) listWithin(c *corpus, word int, variants [][][]string, looking *int) {
	var stems []string // in any language
	for _, of := range variants {
		for _, stem := range of[word] {
			if !slices.Contains(stems, stem) {
				stems = append(stems, stem)
			}
		}
	}
	if len(variants) == 1 && len(stems) == 1 {
		s.lists[word] = c.has(stems[0])
		return
	}
	var list []entry
	for _, stem := range stems {
		for _, e := range c.has(stem) {
			if slices.Contains(variants[c.set[e.doc]][word], stem) { // a stem in a language of this segment
				list = append(list, e)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b entry) int { return cmp.Compare(a.doc, b.doc) })
	n := 0
	for from, to := 0, 0; from < len(list); from = to {
		for to = from + 1; to < len(list) && list[to].doc == list[from].doc; to++ {
		}
		e := list[from]
		if to > from+1 {
			*looking = int(e.doc)
			var several []store.Postings
			for _, e := range list[from:to] {
				several = append(several, c.docs[e.doc].segment.PostingsAt(e.at))
			}
			if s.several[word] == nil {
				s.several[word] = map[int32][]posting{}
			}
			together := merge(several)
			times := 0
			for _, p := range together {
				times += p.times
			}
			s.several[word][e.doc] = together
			e.n, e.times = uint16(min(len(together), many)), uint16(min(times, many))
		}
		list[n] = e
		n++
	}
	s.lists[word] = list[:n]
}

// match is what doc.match finds of a word.
func (s *search) match(word int, e entry) match {
	if together := s.several[word][e.doc]; together != nil {
		return match{word: word, merged: together}
	}
	return match{word: word, postings: s.docs[e.doc].segment.PostingsAt(e.at)}
}

// passagesOf is how many passages of a segment have a word, and timesOf how often they have it.
func (s *search) passagesOf(word int, e entry, looking *int) int {
	if e.n < many {
		return int(e.n)
	}
	*looking = int(e.doc)
	m := s.match(word, e)
	return m.len()
}

func (s *search) timesOf(word int, e entry, looking *int) int {
	if e.times < many {
		return int(e.times)
	}
	*looking = int(e.doc)
	m, times := s.match(word, e), 0
	for _, n := range m.all {
		times += n
	}
	return times
}

// doc is a doc with its matches.
func (s *search) doc(i int) *doc {
	if s.corpus == nil {
		return &s.docs[i]
	}
	if d := s.found[i]; d != nil {
		return d
	}
	looking := i
	return s.find(i, &looking)
}

// find finds the matches of a doc.
func (s *search) find(i int, looking *int) *doc {
	*looking = i
	d := s.docs[i]
	for word, list := range s.lists {
		at, ok := slices.BinarySearchFunc(list, int32(i), func(e entry, doc int32) int { return cmp.Compare(e.doc, doc) })
		if ok {
			d.matches = append(d.matches, s.match(word, list[at]))
		}
	}
	s.found[i] = &d
	if s.o.Files > 0 {
		s.files.of[i] = d.whole()
	}
	return &d
}

// nameWithin finds the names that have a word.
func (s *search) nameWithin(c *corpus) {
	s.names = setting{weight: s.o.Names, of: make([]counts, len(s.sources))}
	if s.o.Names <= 0 {
		return
	}
	s.names.field = newField(s.q, s.o)
	s.names.n, s.names.total = len(s.sources), c.named
	type found struct {
		nameWord
		words []int
	}
	var list []found
	for lang, l := range s.q.languages {
		for stem, words := range l.words {
			for _, w := range c.names[lang+"\x00"+stem] {
				list = append(list, found{w, words})
			}
		}
	}
	slices.SortFunc(list, func(a, b found) int {
		return cmp.Or(cmp.Compare(a.source, b.source), cmp.Compare(a.place, b.place), cmp.Compare(a.rank, b.rank))
	})
	for i, f := range list {
		if i > 0 && list[i-1].source == f.source && list[i-1].place == f.place {
			continue // a language that goes before knows the word
		}
		text := &s.names.of[f.source]
		text.length = int(c.lengths[f.source])
		for _, w := range f.words {
			text.add(w, 1)
		}
	}
	for i, f := range list {
		if i == 0 || list[i-1].source != f.source {
			for _, w := range s.names.of[f.source].words {
				s.names.having[w.word]++
			}
			s.named = append(s.named, int(f.source))
		}
	}
	s.names.weigh()
}

// byBounds is byWords with the corpus. It takes segments in the order of the best score that a passage of theirs can have, until none can
// be among the best any more.
func (s *search) byBounds(ctx context.Context, o Options, top *top) ([]candidate, error) {
	looking := 0
	var scores []float64
	err := store.Guard(func() error {
		queue := s.bounds(&looking)
		for n := 0; len(queue) > 0; n++ {
			if n%1024 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			full := top.limit >= 0 && len(top.list) >= top.limit
			if full && (top.limit == 0 || queue[0].most < top.list[0].score) {
				return nil
			}
			i := heap.Pop(&queue).(bound).doc
			d := s.find(i, &looking)
			if full {
				scores = slices.Grow(scores[:0], d.segment.Len())[:d.segment.Len()]
				if d.most(&s.text, scores)+s.beside(i) < top.list[0].score { // summed as score does
					continue
				}
			}
			for _, c := range d.score(&s.text, &s.names, &s.files, o) {
				top.offer(c)
			}
		}
		return nil
	})
	if errors.Is(err, store.ErrDamaged) {
		err = &atError{looking, err}
	}
	if err != nil {
		return nil, s.damaged(err)
	}
	return top.sorted(), nil
}

// beside is the most that names and the whole of a doc add to its passages.
func (s *search) beside(doc int) float64 {
	name := 0.
	for _, run := range s.docs[doc].sources {
		name = max(name, s.names.score(run))
	}
	return name + s.files.score(doc)
}

// bounds gives an upper bound on the scores of passages, for each doc that has a word in its text or names: each word as often as one
// passage can have it, in the shortest passage. Rounding makes the sums a little larger than needed.
func (s *search) bounds(looking *int) bounds {
	c := s.corpus
	most := make([]float64, len(s.docs))
	for word, list := range s.lists {
		for _, e := range list {
			times := s.timesOf(word, e, looking)
			once := times - s.passagesOf(word, e, looking) + 1 // each passage that has it has it once
			most[e.doc] += s.text.score(word, once, int(c.least[e.doc]))
			if s.o.Files > 0 {
				most[e.doc] += s.files.weight * s.files.field.score(word, times, s.docs[e.doc].segment.TotalLength())
			}
		}
	}
	for _, run := range s.named {
		most[c.of[run]] += s.names.score(run) // of several names one counts
	}
	var queue bounds
	for i, m := range most {
		if m > 0 {
			queue = append(queue, bound{m * (1 + 1e-9), i})
		}
	}
	heap.Init(&queue)
	return queue
}

// A bound is what the best passage of a doc can score at most.
type bound struct {
	most float64
	doc  int
}

// bounds are a heap with the greatest first.
type bounds []bound

func (b bounds) Len() int           { return len(b) }
func (b bounds) Less(i, j int) bool { return b[i].most > b[j].most }
func (b bounds) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }
func (b *bounds) Push(x any)        { *b = append(*b, x.(bound)) }
func (b *bounds) Pop() any {
	last := len(*b) - 1
	x := (*b)[last]
	*b = (*b)[:last]
	return x
}

// most is the best score of a passage by its text alone. It uses the scores, one for each passage.
func (d *doc) most(text *field, scores []float64) (most float64) {
	clear(scores)
	for i := range d.matches {
		m := &d.matches[i]
		for p, times := range m.all {
			scores[p] += text.score(m.word, times, d.segment.Length(p))
			most = max(most, scores[p])
		}
	}
	return most
}

package retrieve

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"unsafe"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/store"
)

const (
	// keptAfter is how often the same sources are searched before what their searches have in common is made: making it costs about as
	// much as that many searches without it.
	keptAfter = 8
	// keptEntries is how many terms of segments all that is kept may have, 8 bytes each.
	keptEntries = 8 << 20
	// seenSources is how many lists of sources are remembered that were searched.
	seenSources = 64
)

// Kept keeps what searches over the same sources have in common, in a process that lives long: which segments have a term, and what words
// their names have. Sources are the same when they are the same segments of the same files in the same order, so that one of another
// asker, or after a change, is another list. Many goroutines may use it. The zero Kept is empty.
type Kept struct {
	mu   sync.Mutex
	seen map[uint64]int // how often each list was searched, by its sum
	list []*corpus      // the one that was used last first
}

// of gives the corpus of sources if it is kept, or if it is time to make it. A nil Kept has none.
func (k *Kept) of(sources []Source) *corpus {
	if k == nil || len(sources) == 0 {
		return nil
	}
	sum := sumOf(sources)
	k.mu.Lock()
	for i, c := range k.list {
		if c.sum == sum && c.isOf(sources) {
			k.list = slices.Insert(slices.Delete(k.list, i, i+1), 0, c)
			k.mu.Unlock()
			return c
		}
	}
	if k.seen == nil || len(k.seen) >= seenSources {
		k.seen = map[uint64]int{}
	}
	k.seen[sum]++
	due := k.seen[sum] == keptAfter // one of several askers makes it, and nobody waits for it
	k.mu.Unlock()
	if !due {
		return nil
	}
	c := newCorpus(sum, sources)
	if c == nil {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.list = slices.Insert(k.list, 0, c)
	for n, i := 0, 0; i < len(k.list); i++ {
		if n += len(k.list[i].entries); n > keptEntries {
			clear(k.list[i:])
			k.list = k.list[:i]
		}
	}
	return c
}

// sumOf tells lists of sources apart, nearly always.
func sumOf(sources []Source) uint64 {
	sum := uint64(len(sources))
	for i := range sources {
		sum = (sum ^ uint64(uintptr(unsafe.Pointer(sources[i].Segment)))) * 0x9e3779b97f4a7c15
		sum = (sum<<29 | sum>>35) ^ uint64(sources[i].File)
	}
	return sum
}

// A corpus is what all searches over some sources have in common. It never changes.
type corpus struct {
	sum     uint64
	sources []Source
	docs    []doc      // without matches
	of      []int32    // the doc of each source
	sets    [][]string // the languages of segments
	set     []int32    // of each doc
	n       int        // passages, those of a content in two files twice
	total   int        // words in them

	terms   map[string]int32
	starts  []int32 // of the entries of each term, and where the last end
	entries []entry // in the order of docs

	names   map[string][]nameWord // by language and stem
	lengths []int32               // words in the name of each source
	named   int                   // in all of them
}

// An entry is a segment that has a term, and where its postings are.
type entry struct {
	doc int32
	at  uint32
}

// A nameWord is a word of a source's name. rank is that of the language among those of its segment.
type nameWord struct{ source, place, rank int32 }

func (c *corpus) isOf(sources []Source) bool {
	return slices.EqualFunc(c.sources, sources, func(a, b Source) bool {
		return a.Segment == b.Segment && a.File == b.File && a.Path == b.Path && a.Share == b.Share
	})
}

// newCorpus makes a corpus, nil where a segment cannot be read or where it would be too large. A search without it says what is wrong.
func newCorpus(sum uint64, sources []Source) *corpus {
	c := &corpus{sum: sum, sources: slices.Clone(sources), of: make([]int32, len(sources)), terms: map[string]int32{}, names: map[string][]nameWord{}}
	at := make(map[spar.SegmentID]int, len(sources))
	entries := 0
	for i, r := range sources {
		d, ok := at[r.Segment.ID()]
		if !ok {
			d = len(c.docs)
			at[r.Segment.ID()] = d
			c.docs = append(c.docs, doc{index: d, segment: r.Segment})
			langs := r.Segment.Languages()
			set := slices.IndexFunc(c.sets, func(s []string) bool { return slices.Equal(s, langs) })
			if set < 0 {
				set = len(c.sets)
				c.sets = append(c.sets, langs)
			}
			c.set = append(c.set, int32(set))
			entries += r.Segment.TermCount()
		}
		c.docs[d].sources = append(c.docs[d].sources, i)
		c.of[i] = int32(d)
		c.n += r.Segment.Len()
		c.total += r.Segment.TotalLength()
	}
	if entries > keptEntries {
		return nil
	}
	if err := store.Guard(func() error { return c.index(entries) }); err != nil {
		return nil
	}
	c.indexNames()
	return c
}

// index lists for each term the segments that have it.
func (c *corpus) index(entries int) error {
	var counts []int32
	for i := range c.docs {
		if err := c.docs[i].segment.Verify(); err != nil {
			return err
		}
		for term := range c.docs[i].segment.Entries() {
			n, ok := c.terms[string(term)]
			if !ok {
				n = int32(len(counts))
				c.terms[string(term)] = n
				counts = append(counts, 0)
			}
			counts[n]++
		}
	}
	c.starts = make([]int32, len(counts)+1)
	for i, n := range counts {
		c.starts[i+1] = c.starts[i] + n
	}
	next := slices.Clone(c.starts)
	c.entries = make([]entry, entries)
	for i := range c.docs {
		for term, at := range c.docs[i].segment.Entries() {
			n := c.terms[string(term)]
			c.entries[next[n]] = entry{int32(i), at}
			next[n]++
		}
	}
	return nil
}

// indexNames lists the words of the sources' names by their stems.
func (c *corpus) indexNames() {
	var a chunk.Analyzer
	c.lengths = make([]int32, len(c.sources))
	for i, r := range c.sources {
		words := nameWords(r.Path)
		c.lengths[i] = int32(len(words))
		c.named += len(words)
		for rank, lang := range c.sets[c.set[c.of[i]]] {
			for place, w := range words {
				key := lang + "\x00" + a.Stem(w, lang)
				c.names[key] = append(c.names[key], nameWord{int32(i), int32(place), int32(rank)})
			}
		}
	}
}

// has lists the segments that have a term.
func (c *corpus) has(term string) []entry {
	n, ok := c.terms[term]
	if !ok {
		return nil
	}
	return c.entries[c.starts[n]:c.starts[n+1]]
}

// within is what newSearch does, by what is kept: it looks only at the segments and names that have a word.
func (s *search) within(ctx context.Context, c *corpus) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.docs, s.touched = slices.Clone(c.docs), []int{}
	variants := make([][][]string, len(c.sets))
	for i, langs := range c.sets {
		variants[i] = s.q.stems(langs)
	}
	s.text = newField(s.q, s.o)
	s.text.n, s.text.total = c.n, c.total
	s.files = setting{weight: s.o.Files, of: make([]counts, len(s.docs))}
	s.files.field = newField(s.q, s.o)
	s.files.n, s.files.total = len(s.sources), c.total
	looking := 0
	err := store.Guard(func() error {
		for word := range s.q.words {
			s.matchWithin(c, word, variants, &looking)
		}
		for _, looking = range s.touched {
			d := &s.docs[looking]
			k := len(d.sources)
			for i := range d.matches {
				s.text.having[d.matches[i].word] += k * d.matches[i].len()
			}
			if s.o.Files > 0 {
				s.files.of[looking] = d.whole()
				for _, w := range s.files.of[looking].words {
					s.files.having[w.word] += k
				}
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
	}
	s.nameWithin(c)
	return nil
}

// matchWithin finds the segments that have a word.
func (s *search) matchWithin(c *corpus, word int, variants [][][]string, looking *int) {
	type found struct {
		doc      int32
		postings store.Postings
	}
	var list []found
	var stems []string
	for _, of := range variants {
		for _, stem := range of[word] {
			if slices.Contains(stems, stem) {
				continue
			}
			stems = append(stems, stem)
			for _, e := range c.has(stem) {
				if len(variants) > 1 && !slices.Contains(variants[c.set[e.doc]][word], stem) {
					continue // not a stem in a language of this segment
				}
				*looking = int(e.doc)
				if p := s.docs[e.doc].segment.PostingsAt(e.at); p.Len() > 0 {
					list = append(list, found{e.doc, p})
				}
			}
		}
	}
	if len(stems) > 1 {
		slices.SortStableFunc(list, func(a, b found) int { return cmp.Compare(a.doc, b.doc) })
	}
	for from, to := 0, 0; from < len(list); from = to {
		for to = from + 1; to < len(list) && list[to].doc == list[from].doc; to++ {
		}
		*looking = int(list[from].doc)
		d := &s.docs[*looking]
		if d.matches == nil {
			s.touched = append(s.touched, *looking)
		}
		m := match{word: word, postings: list[from].postings}
		if to > from+1 {
			var several []store.Postings
			for _, f := range list[from:to] {
				several = append(several, f.postings)
			}
			m = match{word: word, merged: merge(several)}
		}
		d.matches = append(d.matches, m)
	}
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
		if d := int(c.of[f.source]); s.docs[d].matches == nil && (len(s.touched) == 0 || s.touched[len(s.touched)-1] != d) {
			s.touched = append(s.touched, d)
		}
	}
	for i, f := range list {
		if i == 0 || list[i-1].source != f.source {
			for _, w := range s.names.of[f.source].words {
				s.names.having[w.word]++
			}
		}
	}
	s.names.weigh()
	slices.Sort(s.touched)
	s.touched = slices.Compact(s.touched)
}

// byTouched is byWords by what is kept: of a segment whose best passage cannot be among the best no list is made.
func (s *search) byTouched(ctx context.Context, o Options, top *top) ([]candidate, error) {
	looking := 0
	var scores []float64
	err := store.Guard(func() error {
		for n, i := range s.touched {
			if n%1024 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			looking = i
			d := &s.docs[i]
			if top.limit >= 0 && len(top.list) >= top.limit && top.limit > 0 {
				name := 0.
				for _, run := range d.sources {
					name = max(name, s.names.score(run))
				}
				scores = slices.Grow(scores[:0], d.segment.Len())[:d.segment.Len()]
				if d.most(&s.text, scores)+(name+s.files.score(i)) < top.list[0].score { // summed as score does, so that equals are equal
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

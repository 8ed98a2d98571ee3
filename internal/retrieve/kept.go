package retrieve

import (
	"slices"
	"sync"
	"unsafe"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

const (
	// keptAfter is how often the same sources are searched before what their searches have in common is made: making it costs about as
	// much as that many searches without it.
	keptAfter = 8
	// keptEntries is how many terms of segments all that is kept may have, 12 bytes each; a source, and a different term or word of a name,
	// counts as keptEach of them.
	keptEntries = 8 << 20
	keptEach    = 8
	// keptLists is how many lists of sources are kept.
	keptLists = 32
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
	delete(k.seen, sum) // once it makes room for others it may come again
	k.list = slices.Insert(k.list, 0, c)
	for n, i := 0, 0; i < len(k.list); i++ {
		if n += k.list[i].weight(); i > 0 && n > keptEntries || i == keptLists {
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
	least   []int32    // words of the shortest passage of each doc
	n       int        // passages as they count, those of a content in two files twice
	counted int        // words in them
	total   int        // words in all passages

	terms   map[string]int32
	starts  []int32 // of the entries of each term, and where the last end
	entries []entry // in the order of docs

	names   map[string][]nameWord // by language and stem
	lengths []int32               // words in the name of each source
	named   int                   // in all of them
}

// An entry is a segment that has a term, where its postings are, how many passages they name and how often the term stands in them. The
// last two are many where they are too large, so that the postings tell.
type entry struct {
	doc      int32
	at       uint32
	n, times uint16
}

const many = 1<<16 - 1

// A nameWord is a word of a source's name. rank is that of the language among those of its segment.
type nameWord struct{ source, place, rank int32 }

// weight is what a corpus takes of keptEntries.
func (c *corpus) weight() int {
	return len(c.entries) + keptEach*(len(c.sources)+len(c.terms)+len(c.names))
}

func (c *corpus) isOf(sources []Source) bool {
	return slices.EqualFunc(c.sources, sources, func(a, b Source) bool {
		return a.Segment == b.Segment && a.File == b.File && a.Path == b.Path && a.Share == b.Share
	})
}

// newCorpus makes a corpus, nil where a segment cannot be read or where it would be too large. A search without it reports the fault.
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
		c.n += counted(r.Segment, r.Segment.Len())
		c.counted += counted(r.Segment, r.Segment.TotalLength())
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
		seg := c.docs[i].segment
		if err := seg.Verify(); err != nil {
			return err
		}
		least := 0
		for p := range seg.Len() {
			if n := seg.Length(p); p == 0 || n < least {
				least = n
			}
		}
		c.least = append(c.least, int32(least))
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
			postings, times := c.docs[i].segment.PostingsAt(at), 0
			for _, t := range postings.All() {
				times += t
			}
			c.entries[next[n]] = entry{int32(i), at, uint16(min(postings.Len(), many)), uint16(min(times, many))}
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

// Package retrieve ranks the passages of some files for a question: by words, BM25 over the text of exactly these files
// and over their names, and by meaning, with vectors made when they are needed. It stands between store and answer and
// keeps nothing but these vectors, in their column.
package retrieve

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/sparsearch/spar/internal/chunk"
	spar "github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// A Source is a file that is searched: its segment, which others may share, and its name.
type Source struct {
	File    spar.FileID
	Share   string
	Path    string
	Segment *store.Segment
}

// What a ranking uses unless Options say otherwise.
const (
	DefaultCandidates = 50
	DefaultMeaning    = .6
	DefaultRerank     = .35
	DefaultCover      = .8
)

// Options shape a search. The zero value is the default.
type Options struct {
	Limit      int     // hits wanted; 0: 10; negative: all
	PerFile    int     // hits of one file at most; 0: no limit
	Names      float64 // weight of the file's name beside the text; 0: .3; negative: none
	Files      float64 // weight of the whole file's text beside the passage; 0: .5; negative: none
	K1, B      float64 // of BM25; 0: 1.2 and .75
	Rank       Rank    // of SearchByMeaning; "": Hybrid
	Candidates int     // of SearchByMeaning, by words and by meaning; 0: DefaultCandidates; negative: all
	Meaning    float64 // weight of meaning beside words; 0: DefaultMeaning
	Rerank     float64 // weight of a reranker's chance beside the score; 0: DefaultRerank
	Cover      float64 // of Hybrid: weight of how much of the question passage, path and title say, beside words; 0: DefaultCover; negative: none
	Titles     Titles  // what files are called, for Cover; nil: nobody knows
	Kept       *Kept   // what searches over the same sources have in common; nil: nothing is kept of them
	Explain    bool    // Parts are given word by word, such as "text leave", instead of "text" and "name"
}

func (o Options) filled() Options {
	if o.Limit == 0 {
		o.Limit = 10
	}
	if o.Names == 0 {
		o.Names = .3
	}
	o.Names = max(0, o.Names)
	if o.Files == 0 {
		o.Files = .5
	}
	o.Files = max(0, o.Files)
	if o.Rank == "" {
		o.Rank = Hybrid
	}
	if o.Candidates == 0 {
		o.Candidates = DefaultCandidates
	}
	if o.Meaning == 0 {
		o.Meaning = DefaultMeaning
	}
	if o.Rerank == 0 {
		o.Rerank = DefaultRerank
	}
	if o.Cover == 0 {
		o.Cover = DefaultCover
	}
	o.Cover = max(0, o.Cover)
	if o.K1 == 0 {
		o.K1 = 1.2
	}
	if o.B == 0 {
		o.B = .75
	}
	return o
}

// A DamagedError names files whose stored text cannot be read; the store has forgotten it, so that reading the files
// again mends it. It wraps store.ErrDamaged.
type DamagedError struct {
	Files []spar.FileID
	Err   error
}

// Error gives the text of the damage.
func (e *DamagedError) Error() string { return e.Err.Error() }

// Unwrap gives the cause.
func (e *DamagedError) Unwrap() error { return e.Err }

// Search gives the passages of the sources that fit a question best, best first, each with its score and the summands of
// it. The score is Okapi BM25 (Robertson and Zaragoza 2009, with the idf of Lucene, which is never negative) of the
// passage, with the headings above it, plus Options.Names times BM25 of the file's name among the names, plus
// Options.Files times BM25 of the file's whole text among the files: a passage seldom says what its file is about. The
// statistics are those of the sources and of nothing else: a content that stands in two files counts twice and is found in
// both. A question's word stands for its stems in all languages of a segment; words that say nothing, such as "the",
// count commonWeight of what others do.
//
// Equal scores are ordered by share, path and passage, so that the same sources give the same hits in any order. Many
// goroutines may search the same segments. An error is a *DamagedError or ctx's.
func Search(ctx context.Context, sources []Source, question string, o Options) ([]spar.Hit, Stats, error) {
	s, err := newSearch(ctx, sources, question, o.filled())
	if err != nil {
		return nil, Stats{}, err
	}
	found, err := s.byWords(ctx, s.o.Limit)
	if err != nil {
		return nil, Stats{}, err
	}
	hits, err := s.hits(found)
	if err != nil {
		return nil, Stats{}, err
	}
	return hits, s.stats(), nil
}

// A search is one question over some sources: where its words stand, and what that says.
type search struct {
	o       Options
	q       *query
	sources []Source
	docs    []doc
	text    field
	names   setting // of the sources
	files   setting // of the docs

	// From the corpus; nil without one.
	corpus  *corpus
	lists   [][]entry             // of each word the segments that have it
	several []map[int32][]posting // of each word, in segments that have several stems of it
	named   []int                 // the sources in whose names a word stands
	found   map[int]*doc          // those whose matches were found
}

// newSearch looks the question's words up in all sources and their names, and makes the statistics.
func newSearch(ctx context.Context, sources []Source, question string, o Options) (*search, error) {
	s := &search{o: o, q: newQuery(question), sources: sources}
	if c := o.Kept.of(sources); c != nil {
		return s, s.within(ctx, c)
	}
	s.docs = s.q.group(sources)
	if err := forEach(ctx, len(s.docs), func(_ *chunk.Analyzer, i int) { s.docs[i].match(s.q) }); err != nil {
		return nil, s.damaged(err)
	}
	if err := s.unverified(); err != nil {
		return nil, err
	}
	s.text = newField(s.q, o)
	for i := range s.docs {
		s.docs[i].countInto(&s.text)
	}
	s.text.weigh()

	s.files = setting{weight: o.Files, of: make([]counts, len(s.docs))}
	if o.Files > 0 {
		if err := forEach(ctx, len(s.docs), func(_ *chunk.Analyzer, i int) { s.files.of[i] = s.docs[i].whole() }); err != nil {
			return nil, s.damaged(err)
		}
		s.files.field = newField(s.q, o)
		for i, c := range s.files.of {
			s.files.add(c, len(s.docs[i].sources))
		}
		s.files.weigh()
	}

	s.names = setting{weight: o.Names, of: make([]counts, len(sources))}
	if o.Names > 0 {
		if err := forEach(ctx, len(sources), func(a *chunk.Analyzer, i int) { s.names.of[i] = s.q.inName(a, sources[i]) }); err != nil {
			return nil, err
		}
		s.names.field = newField(s.q, o)
		for _, c := range s.names.of {
			s.names.add(c, 1)
		}
		s.names.weigh()
	}
	return s, nil
}

// byWords gives the best passages by words, at most limit, best first; all if limit is negative.
func (s *search) byWords(ctx context.Context, limit int) ([]candidate, error) {
	var mu sync.Mutex
	o := s.o
	o.Limit = limit
	top := newTop(s.sources, limit)
	if s.corpus != nil {
		return s.byBounds(ctx, o, top)
	}
	err := forEach(ctx, len(s.docs), func(_ *chunk.Analyzer, i int) {
		found := s.docs[i].score(&s.text, &s.names, &s.files, o)
		mu.Lock()
		defer mu.Unlock()
		for _, c := range found {
			top.offer(c)
		}
	})
	if err != nil {
		return nil, s.damaged(err)
	}
	return top.sorted(), nil
}

// hits reads the passages of candidates.
func (s *search) hits(found []candidate) ([]spar.Hit, error) {
	hits := make([]spar.Hit, 0, len(found))
	for _, c := range found {
		p, err := s.passage(c.doc, c.passage)
		if err != nil {
			return nil, err
		}
		r := s.sources[c.run]
		h := spar.Hit{
			File: r.File, Share: r.Share, Path: r.Path, Segment: r.Segment.ID(), Index: c.passage, Passage: p,
			Score: c.score, Parts: c.fused, Cosine: c.cosine,
		}
		if h.Parts == nil {
			h.Parts = s.parts(c)
		}
		hits = append(hits, h)
	}
	return hits, nil
}

func (s *search) passage(doc, passage int) (spar.Passage, error) {
	p, err := s.docs[doc].segment.Passage(passage)
	if err != nil {
		err = s.damaged(&atError{doc, err})
	}
	return p, err
}

func (s *search) stats() Stats { return newStats(s.q, &s.text, &s.names, len(s.sources)) }

func (s *search) damaged(err error) error { return damaged(s.sources, s.docs, err) }

// Files keeps of hits, best first, the best of each file.
func Files(hits []spar.Hit) []spar.Hit {
	var files []spar.Hit
	seen := map[spar.FileID]bool{}
	for _, h := range hits {
		if !seen[h.File] {
			seen[h.File] = true
			files = append(files, h)
		}
	}
	return files
}

// Texts keeps of hits, best first, the best of each text: copies say nothing new.
func Texts(hits []spar.Hit) []spar.Hit {
	var texts []spar.Hit
	seen := map[string]bool{}
	for _, h := range hits {
		if !seen[h.Passage.Text] {
			seen[h.Passage.Text] = true
			texts = append(texts, h)
		}
	}
	return texts
}

// An atError is damage found at a segment.
type atError struct {
	index int // of its doc
	err   error
}

func (e *atError) Error() string { return e.err.Error() }
func (e *atError) Unwrap() error { return e.err }

// unverified is a DamagedError with the files of all segments that do not match their checksums.
func (s *search) unverified() error {
	var e DamagedError
	for _, d := range s.docs {
		if d.err == nil {
			continue
		}
		for _, r := range d.sources {
			e.Files = append(e.Files, s.sources[r].File)
		}
		if e.Err == nil {
			r := s.sources[d.sources[0]]
			e.Err = fmt.Errorf("the stored text of %s:%s cannot be read: %w", r.Share, r.Path, d.err)
		}
	}
	if e.Err == nil {
		return nil
	}
	return &e
}

// damaged tells the store of damage, and the caller of the files that have it.
func damaged(sources []Source, docs []doc, err error) error {
	var at *atError
	if !errors.As(err, &at) {
		return err
	}
	d := &docs[at.index]
	err = d.segment.Damaged(at.err)
	e := &DamagedError{}
	for _, r := range d.sources {
		e.Files = append(e.Files, sources[r].File)
	}
	e.Err = fmt.Errorf("the stored text of %s:%s cannot be read: %w", sources[d.sources[0]].Share, sources[d.sources[0]].Path, err)
	return e
}

// forEach calls f for 0 to n-1 on all processors, each with an analyzer of its own, under the store's guard.
func forEach(ctx context.Context, n int, f func(a *chunk.Analyzer, i int)) error {
	const batch = 32
	var next atomic.Int64
	workers := max(1, min(runtime.GOMAXPROCS(0), n/batch))
	errs := make([]error, workers)
	var wait sync.WaitGroup
	for w := range workers {
		wait.Go(func() {
			var a chunk.Analyzer
			i := 0
			err := store.Guard(func() error {
				for {
					from := int(next.Add(batch)) - batch
					if from >= n {
						return nil
					}
					if err := ctx.Err(); err != nil {
						return err
					}
					for i = from; i < min(from+batch, n); i++ {
						f(&a, i)
					}
				}
			})
			if errors.Is(err, store.ErrDamaged) {
				err = &atError{i, err}
			}
			errs[w] = err
		})
	}
	wait.Wait()
	return errors.Join(errs...)
}

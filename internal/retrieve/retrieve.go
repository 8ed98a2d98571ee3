// Package retrieve ranks the passages of some files for a question, by words: BM25 over the text of exactly these files,
// and over their names. It stands between store and answer and keeps nothing.
package retrieve

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	spar "github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/store"
)

// A Run is a file that is searched: its segment, which others may share, and its name.
type Run struct {
	File    spar.FileID
	Share   string
	Path    string
	Segment *store.Segment
}

// Options shape a search. The zero value is the default.
type Options struct {
	Limit   int     // hits wanted; 0: 10; negative: all
	PerFile int     // hits of one file at most; 0: no limit
	Names   float64 // weight of the file's name beside the text; 0: .25; negative: none
	K1, B   float64 // of BM25; 0: 1.2 and .75
	Explain bool    // Parts are given word by word, such as "text leave", instead of "text" and "name"
}

func (o Options) filled() Options {
	if o.Limit == 0 {
		o.Limit = 10
	}
	if o.Names == 0 {
		o.Names = .25
	}
	o.Names = max(0, o.Names)
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

// Error says what is damaged.
func (e *DamagedError) Error() string { return e.Err.Error() }

// Unwrap gives the cause.
func (e *DamagedError) Unwrap() error { return e.Err }

// Search gives the passages of the runs that fit a question best, best first, each with its score and the summands of
// it. The score is Okapi BM25 (Robertson and Zaragoza 2009, with the idf of Lucene, which is never negative) of the
// passage, with the headings above it, plus Options.Names times BM25 of the file's name among the names. The statistics
// are those of the runs and of nothing else: a content that stands in two files counts twice and is found in both.
// A question's word stands for its stems in all languages of a segment.
//
// Equal scores are ordered by share, path and passage, so that the same runs give the same hits in any order. Many
// goroutines may search the same segments. An error is a *DamagedError or ctx's.
func Search(ctx context.Context, runs []Run, question string, o Options) ([]spar.Hit, Stats, error) {
	o = o.filled()
	q := newQuery(question)
	docs := q.group(runs)
	if err := forEach(ctx, len(docs), func(_ *chunk.Analyzer, i int) { docs[i].match(q) }); err != nil {
		return nil, Stats{}, damaged(runs, docs, err)
	}
	text := newField(q, o)
	for i := range docs {
		docs[i].countInto(&text)
	}
	text.weigh()

	names := names{weight: o.Names, runs: make([]counts, len(runs))}
	if o.Names > 0 {
		if err := forEach(ctx, len(runs), func(a *chunk.Analyzer, i int) { names.runs[i] = q.inName(a, runs[i]) }); err != nil {
			return nil, Stats{}, err
		}
		names.field = newField(q, o)
		for _, c := range names.runs {
			names.add(c)
		}
		names.weigh()
	}

	var mu sync.Mutex
	top := newTop(runs, o.Limit)
	err := forEach(ctx, len(docs), func(_ *chunk.Analyzer, i int) {
		found := docs[i].score(&text, &names, o)
		mu.Lock()
		defer mu.Unlock()
		for _, c := range found {
			top.offer(c)
		}
	})
	if err != nil {
		return nil, Stats{}, damaged(runs, docs, err)
	}
	var hits []spar.Hit
	for _, c := range top.sorted() {
		p, err := docs[c.doc].segment.Passage(c.passage)
		if err != nil {
			return nil, Stats{}, damaged(runs, docs, &atError{c.doc, err})
		}
		r := runs[c.run]
		hits = append(hits, spar.Hit{
			File: r.File, Share: r.Share, Path: r.Path, Segment: r.Segment.ID(), Index: c.passage, Passage: p,
			Score: c.score, Parts: c.parts(q, &docs[c.doc], &text, &names, o.Explain),
		})
	}
	return hits, newStats(q, &text, &names, len(runs)), nil
}

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

// An atError is damage found at a segment.
type atError struct {
	index int // of its doc
	err   error
}

func (e *atError) Error() string { return e.err.Error() }
func (e *atError) Unwrap() error { return e.err }

// damaged tells the store of damage, and the caller of the files that have it.
func damaged(runs []Run, docs []doc, err error) error {
	var at *atError
	if !errors.As(err, &at) {
		return err
	}
	d := &docs[at.index]
	err = d.segment.Damaged(at.err)
	e := &DamagedError{}
	for _, r := range d.runs {
		e.Files = append(e.Files, runs[r].File)
	}
	e.Err = fmt.Errorf("the stored text of %s:%s cannot be read: %w", runs[d.runs[0]].Share, runs[d.runs[0]].Path, err)
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

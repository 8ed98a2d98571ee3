package engine

import (
	"context"
	"errors"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/llm"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/vec"
)

// A Request is a question over a scope.
type Request struct {
	Who      spar.Principal
	Scope    spar.Scope
	Question string
	Limit    int              // passages wanted; 0: 10
	Budget   time.Duration    // for reading; 0: no limit
	Retrieve retrieve.Options // Limit is taken from above
	Answer   answer.Options
	Model    *llm.Client      // writes the answer; nil: sentences of the files
	Draft    func(string)     // gets what the model writes as it comes, unchecked; may be nil
	Preview  func([]spar.Hit) // gets the hits in the order of words before any passage is embedded; may be nil
	Progress func(Progress)   // called while files are read; may be nil
}

// Progress of the reading that a request waits for.
type Progress struct {
	Read, ToRead int
	Path         string
}

// A Result is what retrieval found, on how much of the scope it rests, and where the time went.
type Result struct {
	Hits     []spar.Hit
	Stats    retrieve.Stats
	Coverage spar.Coverage
	Funnel   []index.Step
	Timing   Timing
}

// Timing is the wall time of each stage.
type Timing struct {
	Scope, Read, Retrieve, Answer time.Duration
}

// Ask answers a question from the files of a scope.
func (e *Engine) Ask(ctx context.Context, q Request) (spar.Answer, Result, error) {
	q.Limit = max(q.Limit, answer.Passages)
	r, err := e.Search(ctx, q)
	if err != nil {
		return spar.Answer{}, r, err
	}
	begin := time.Now()
	if q.Answer.Cosines == nil && q.Retrieve.Rank != retrieve.Words {
		q.Answer.Cosines = e.cosines(q.Question)
	}
	var a spar.Answer
	if q.Model != nil {
		a, err = answer.Grounded(ctx, q.Model, q.Question, r.Hits, r.Stats, q.Answer, q.Draft)
	} else {
		a, err = answer.Extractive(ctx, q.Question, r.Hits, r.Stats, q.Answer)
	}
	if err != nil {
		return spar.Answer{}, r, err
	}
	a.Coverage = r.Coverage
	r.Timing.Answer = time.Since(begin)
	return a, r, nil
}

// refreshes is how often Search starts again because a file it found had changed meanwhile.
const refreshes = 3

// Search finds passages in the files of a scope. Files that were not read yet are read first, in the order of their
// promise, until the budget is spent. A file that changed since it was read is never answered from what it was: the
// files of the hits are looked at once more, and read again if need be.
func (e *Engine) Search(ctx context.Context, q Request) (Result, error) {
	if q.Limit == 0 {
		q.Limit = 10
	}
	var r Result
	for range refreshes {
		begin := time.Now()
		snapshot, selection, err := e.sel(ctx, q)
		if err != nil {
			return r, err
		}
		r.Timing.Scope += time.Since(begin)

		begin = time.Now()
		n, err := e.readUnread(ctx, q, snapshot, roaring.Or(selection.Known, selection.Unknown))
		if err != nil {
			return r, err
		}
		r.Timing.Read += time.Since(begin)

		begin = time.Now()
		if n > 0 {
			if snapshot, selection, err = e.sel(ctx, q); err != nil {
				return r, err
			}
		}
		runs, coverage, err := e.runs(ctx, snapshot, selection)
		if err != nil {
			return r, err
		}
		r.Coverage, r.Funnel = coverage, selection.Funnel
		q.Retrieve.Limit = q.Limit
		r.Hits, r.Stats, err = e.retrieve(ctx, runs, q)
		var damaged *retrieve.DamagedError
		if errors.As(err, &damaged) {
			// The store has forgotten it; the next round reads the files again.
			e.log.Warn("the stored text of files is damaged and is read again", "err", err)
			if err := e.Catalog.Reread(ctx, damaged.Files...); err != nil {
				return r, err
			}
			continue
		}
		if err != nil {
			return r, err
		}
		r.Timing.Retrieve += time.Since(begin)

		stale, err := e.stale(ctx, snapshot, r.Hits)
		if err != nil || !stale {
			return r, err
		}
	}
	return r, spar.Errorf(spar.Unavailable, "the files that answer change faster than they can be read; ask again later")
}

// retrieve ranks the passages of runs by words and meaning, or as the request says.
func (e *Engine) retrieve(ctx context.Context, runs []retrieve.Run, q Request) ([]spar.Hit, retrieve.Stats, error) {
	if q.Retrieve.Rank == retrieve.Words {
		return retrieve.Search(ctx, runs, q.Question, q.Retrieve)
	}
	m, err := e.Meaning(ctx)
	if spar.CodeOf(err) == spar.Unavailable && q.Retrieve.Rank == "" {
		e.log.Warn("passages are ranked by words alone", "reason", err)
		return retrieve.Search(ctx, runs, q.Question, q.Retrieve)
	}
	if err != nil {
		return nil, retrieve.Stats{}, err
	}
	if err := m.Column.Refresh(ctx); err != nil {
		return nil, retrieve.Stats{}, err
	}
	return retrieve.SearchByMeaning(ctx, runs, q.Question, retrieve.Vectors{Encoder: m.Encoder, Column: m.Column}, q.Retrieve, q.Preview)
}

// cosines compares texts with a question by meaning; nil where no encoder is at hand.
func (e *Engine) cosines(question string) func(context.Context, []string) ([]float64, error) {
	if e.meaning == nil {
		return nil
	}
	encoder := e.meaning.Encoder
	return func(ctx context.Context, texts []string) ([]float64, error) {
		vectors, err := encoder.Embed(ctx, append([]string{question}, texts...))
		if err != nil {
			return nil, err
		}
		out := make([]float64, len(texts))
		for i := range out {
			out[i] = float64(vec.Best().Dot(vectors[0], vectors[i+1]))
		}
		return out, nil
	}
}

func (e *Engine) sel(ctx context.Context, q Request) (*index.Snapshot, index.Selection, error) {
	snapshot, err := e.Snapshot(ctx)
	if err != nil {
		return nil, index.Selection{}, err
	}
	selection, err := snapshot.Eval(q.Who, q.Scope)
	return snapshot, selection, err
}

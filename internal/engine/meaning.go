package engine

import (
	"context"
	"fmt"

	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// A Meaning is an encoder with the column of its vectors.
type Meaning struct {
	Encoder embed.Encoder
	Column  *store.Column
}

// Meaning opens the encoder and the vectors that it made so far. Where there is no encoder the error is
// spar.Unavailable.
func (e *encoders) Meaning(ctx context.Context) (*Meaning, error) { return e.meanings.of(ctx, "") }

// retrieve ranks the passages of runs as the request says, or by words and meaning. Where there is no encoder, a
// request that does not say is ranked by words, and note says why. With a reranker the best are ranked anew, by its word too.
func (e *questions) retrieve(ctx context.Context, runs []retrieve.Source, q Request) (hits []spar.Hit, stats retrieve.Stats, note, err error) {
	if q.Again == nil || q.Retrieve.Limit < 0 {
		return e.retrieveAll(ctx, runs, q)
	}
	wanted := q.Retrieve.Limit
	q.preview = nil
	q.Retrieve.Limit += 4 * len(q.Again.Without) // and their copies
	hits, stats, note, err = e.retrieveAll(ctx, runs, q)
	hits = q.Again.without(hits)
	return hits[:min(wanted, len(hits))], stats, note, err
}

// retrieveAll is retrieve of all passages.
func (e *questions) retrieveAll(ctx context.Context, runs []retrieve.Source, q Request) (hits []spar.Hit, stats retrieve.Stats, note, err error) {
	if q.Rerank == nil || q.Rerank.Name() == embed.VerifierName && question.Parse(q.Question).Lang != "en" {
		return e.retrieveOnce(ctx, runs, q)
	}
	wanted := q.Retrieve.Limit
	q.Retrieve.Limit = max(wanted, retrieve.Reranked)
	if hits, stats, note, err = e.retrieveOnce(ctx, runs, q); err != nil {
		return nil, stats, note, err
	}
	if hits, err = retrieve.Rerank(ctx, hits, q.Question, q.Rerank, q.Retrieve); err != nil {
		return nil, stats, note, err
	}
	return hits[:min(wanted, len(hits))], stats, note, nil
}

// english is the name of the built-in encoder, which knows no other language: there words decide alone, with thresholds of their own.
const english = "all-MiniLM-L6-v2"

func (e *questions) retrieveOnce(ctx context.Context, runs []retrieve.Source, q Request) (hits []spar.Hit, stats retrieve.Stats, note, err error) {
	q.Retrieve.Kept = &e.kept
	byWords := func() ([]spar.Hit, retrieve.Stats, error) {
		hits, stats, err := retrieve.Search(ctx, runs, q.sought(), q.Retrieve)
		if err == nil && q.preview != nil {
			q.preview(hits)
		}
		return hits, stats, err
	}
	if q.Retrieve.Rank == retrieve.Words {
		hits, stats, err = byWords()
		return hits, stats, nil, err
	}
	m, err := e.meanings.of(ctx, q.Encoder)
	if spar.CodeOf(err) == spar.Unavailable && q.Retrieve.Rank == "" {
		note = fmt.Errorf("passages are ranked by words alone, not by meaning: %w", err)
		hits, stats, err = byWords()
		return hits, stats, note, err
	}
	if err != nil {
		return nil, stats, nil, err
	}
	if q.Retrieve.Rank == "" && m.Encoder.Name() == english && question.Parse(q.Question).Lang != "en" {
		hits, stats, err = byWords()
		return hits, stats, nil, err
	}
	if err := m.Column.Refresh(ctx); err != nil {
		return nil, stats, nil, err
	}
	if q.Retrieve.Rank == retrieve.Dense {
		if note, err = m.complete(runs); err != nil {
			return nil, stats, nil, err
		}
	}
	hits, stats, err = retrieve.SearchByMeaning(ctx, runs, q.sought(), retrieve.Vectors{Encoder: askedOnce{m.Encoder, &e.asked}, Column: e.column(m)}, q.Retrieve, q.preview)
	if stats.Damaged > 0 {
		e.log.Warn("vectors of passages were damaged on the disk and are made again", "damaged", stats.Damaged, "made", stats.Remade)
	}
	return hits, stats, note, err
}

// complete says how many passages a ranking by meaning alone does not see, nil if it sees all.
func (m *Meaning) complete(runs []retrieve.Source) (note, err error) {
	met := map[spar.SegmentID]bool{}
	all, lacking := 0, 0
	for _, r := range runs {
		if id := r.Segment.ID(); !met[id] {
			met[id] = true
			slots := m.Column.Slots(id)
			err := store.Guard(func() error {
				for i := range r.Segment.Len() {
					if !slots.Has(i) && !slots.Damaged(i) { // a damaged vector is made again for this question
						lacking++
					}
				}
				return nil
			})
			if err != nil {
				return nil, err
			}
			all += r.Segment.Len()
		}
	}
	if lacking == 0 {
		return nil, nil
	}
	return spar.Errorf(spar.Unavailable, "%d of %d passages have no vector yet and take no part in a ranking by meaning alone", lacking, all).Try(spar.Remedy{Do: spar.EmbedAll}), nil
}

package engine

import (
	"context"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/question"
)

// find is search for an answer. Each side of a comparison is looked for alone, for passages that say much of one side push those
// of the other away.
func (e *Engine) find(ctx context.Context, q Request, in *inquiry) (Result, error) {
	r, err := e.search(ctx, q, in)
	if err != nil {
		return r, err
	}
	asked := question.Parse(q.Question)
	if len(asked.Sides) != 2 {
		return r, nil
	}
	q.Preview = nil
	var hits []spar.Hit
	for i := range asked.Sides {
		side, _ := asked.Side(i)
		q.Question = side.Text
		s, err := e.search(ctx, q, in)
		if err != nil {
			return r, err
		}
		s.Timing.add(r.Timing)
		r.Timing = s.Timing
		r.sides = append(r.sides, answer.Found{Hits: s.Hits, Weights: s.Stats})
		hits = append(hits, s.Hits...)
	}
	r.Hits = append(hits, r.Hits...)
	return r, nil
}

package retrieve

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/sparsearch/spar"
)

// scorer says how well each text answers a question: the greater, the better.
type scorer interface {
	Score(ctx context.Context, question string, texts []string) ([]float32, error)
}

// Rerank puts hits into the order of a scorer that reads question and passage together; equal ones keep theirs. Score
// stays what the first ranking gave, because a scorer's values compare with nothing else; Parts has them as "rerank".
// hits is left as it is.
func Rerank(ctx context.Context, hits []spar.Hit, question string, by scorer) ([]spar.Hit, error) {
	if len(hits) == 0 {
		return nil, ctx.Err()
	}
	texts := make([]string, len(hits))
	for i, h := range hits {
		texts[i] = h.Passage.Text
	}
	scores, err := by.Score(ctx, question, texts)
	if err != nil {
		return nil, fmt.Errorf("rerank: %w", err)
	}
	if len(scores) != len(hits) {
		return nil, fmt.Errorf("rerank: %d scores for %d passages", len(scores), len(hits))
	}
	order := make([]int, len(hits))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(scores[j], scores[i]) })
	out := make([]spar.Hit, len(hits))
	for to, from := range order {
		h := hits[from]
		parts := map[string]float64{"rerank": float64(scores[from])}
		for name, v := range h.Parts {
			if name != "rerank" {
				parts[name] = v
			}
		}
		h.Parts = parts
		out[to] = h
	}
	return out, nil
}

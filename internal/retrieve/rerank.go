package retrieve

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// scorer says how well each text answers a question: the greater, the better. The values are chances from 0 to 1, or else
// what a sigmoid makes chances of.
type scorer interface {
	Score(ctx context.Context, question string, texts []string) ([]float32, error)
}

// Reranked is how many of the best passages a reranker looks at. Further down there is more to confuse it than to find.
const Reranked = 20

// RerankPart names what a reranker adds, among the parts of a score.
const RerankPart = "rerank"

// Rerank adds to the score of the Reranked best hits, and to its parts as RerankPart, Options.Rerank times the chance that a
// scorer gives them, which reads the question together with the passage, its headings and the name of its file; and orders
// the hits by the sum. Scores of rankings that have no scale are divided by the best one first. hits is left as it is.
func Rerank(ctx context.Context, hits []spar.Hit, question string, by scorer, o Options) ([]spar.Hit, error) {
	if len(hits) == 0 {
		return nil, ctx.Err()
	}
	looked := hits[:min(len(hits), Reranked)]
	texts := make([]string, len(looked))
	for i, h := range looked {
		texts[i] = titled(h)
	}
	scores, err := by.Score(ctx, question, texts)
	if err != nil {
		return nil, fmt.Errorf("rerank: %w", err)
	}
	if len(scores) != len(looked) {
		return nil, fmt.Errorf("rerank: %d scores for %d passages", len(scores), len(looked))
	}
	chance := chances(scores)
	weight, unit := o.filled().Rerank, unit(hits[0], o.Rank)
	out := make([]spar.Hit, len(hits))
	for i, h := range hits {
		h.Score /= unit
		parts := map[string]float64{}
		for name, v := range h.Parts {
			parts[name] = v / unit
		}
		if i < len(chance) {
			parts[RerankPart] = weight * chance[i]
			h.Score += parts[RerankPart]
		}
		h.Parts = parts
		out[i] = h
	}
	slices.SortStableFunc(out, func(a, b spar.Hit) int { return cmp.Compare(b.Score, a.Score) })
	return out, nil
}

// titled is what a reranker reads of a hit.
func titled(h spar.Hit) string {
	name := path.Base(h.Path)
	name = strings.NewReplacer("_", " ", "-", " ").Replace(strings.TrimSuffix(name, path.Ext(name)))
	return name + "\n" + h.Passage.Ranked()
}

// chances makes chances of a scorer's values, if they are none yet.
func chances(scores []float32) []float64 {
	out := make([]float64, len(scores))
	logits := slices.ContainsFunc(scores, func(s float32) bool { return s < 0 || s > 1 })
	for i, s := range scores {
		out[i] = float64(s)
		if logits {
			out[i] = 1 / (1 + math.Exp(-float64(s)))
		}
	}
	return out
}

// unit is what the scores of a ranking are divided by so that they lie near 0 to 1, as those of Hybrid and Dense do anyway.
func unit(best spar.Hit, rank Rank) float64 {
	_, compared := best.Parts["meaning"]
	if compared && rank != RRF && rank != ZScore || best.Score <= 0 {
		return 1
	}
	return best.Score
}

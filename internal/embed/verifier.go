package embed

import (
	"context"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// A Verifier reads a question together with a text and tells how likely the text answers it (an answer verifier, Hu et al. 2019). It is the
// precise encoder with other upper layers and one linear value of [CLS]. It may be used by many goroutines.
type Verifier struct {
	network
	head dense
}

// Lengths in tokens, those of the texts that the verifier was fitted to.
const (
	mostAsked    = 40 // of a question
	mostTitle    = 16
	mostTogether = 112 // that are read together; a longer text is read in parts
	mostRead     = 560 // of a text
)

// nothing are the log odds of a text without a word.
const nothing = -10

// Score gives the log odds that each text answers a question. The first line of a text is its title.
func (v *Verifier) Score(ctx context.Context, question string, texts []string) ([]float32, error) {
	asked := v.tokens.encode(nil, question, mostAsked+2)
	scores := make([]float32, len(texts))
	var seqs []sequence
	var of []int // texts
	for i, t := range texts {
		scores[i] = nothing
		title, text, _ := strings.Cut(t, "\n")
		above := v.tokens.encode(nil, title, mostTitle+2)
		ids := v.tokens.encode(nil, text, mostRead+2)
		for ids = ids[1 : len(ids)-1]; len(ids) > 0; {
			n := min(len(ids), mostTogether)
			if rest := len(ids) - n; rest > 0 && rest < mostTogether/2 {
				n = (len(ids) + 1) / 2 // no part is much shorter than the others
			}
			seqs = append(seqs, sequence{slices.Concat(asked, above[1:len(above)-1], ids[:n], []int32{v.tokens.sep}), len(asked)})
			of, ids = append(of, i), ids[n:]
		}
	}
	odds := make([]float32, len(seqs))
	if err := v.run(ctx, seqs, func(i int, x []float32) { v.head.of(v.k, odds[i:i+1], x[:v.Hidden]) }); err != nil {
		return nil, err
	}
	for i, o := range odds {
		if o-o != 0 {
			return nil, spar.Errorf(spar.Internal, "the built-in verifier gave no number, so that its weights are broken: build the program again")
		}
		scores[of[i]] = max(scores[of[i]], o)
	}
	return scores, nil
}

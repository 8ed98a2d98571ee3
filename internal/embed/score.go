package embed

import (
	"context"
	"math"
	"slices"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/vec"
)

// A crossEncoder reads a question and a text together (Nogueira and Cho 2019): BERT's pooler over [CLS], then one
// linear value.
type crossEncoder struct {
	network
	pooler, classifier dense
}

// dense is a small linear layer, in float32 whatever the arithmetic.
type dense struct {
	w, bias []float32
}

func (d dense) of(k *vec.Kernels, dst, x []float32) {
	for i := range dst {
		dst[i] = k.Dot(d.w[i*len(x):][:len(x)], x) + d.bias[i]
	}
}

// OpenScorer reads a cross-encoder, BERT for sequence classification with one label, from a Hugging Face folder. It has the errors of Open.
func OpenScorer(dir string, o Options) (Scorer, error) {
	c, err := readConfig(dir)
	if err != nil {
		return nil, err
	}
	switch kind := c.kind(); {
	case kind != Scores:
		return nil, c.wrong("%s is a model of the kind %q, not %q: name it where a %s is asked for", c.architecture(), kind, Scores, kind)
	case c.Family != bertFamily:
		return nil, c.wrong("%s is not supported, only BertForSequenceClassification: take another model, or serve this one over HTTP", c.architecture())
	case len(c.labels) != 1:
		return nil, c.wrong("the model tells %d labels apart, and a reranker has one: take a model that was trained to rank", len(c.labels))
	}
	s := &crossEncoder{}
	var pooler, classifier dense
	err = s.open(dir, c, o, "score", func(r *weightReader) {
		pooler = dense{r.floats(r.inside+"pooler.dense.weight", c.Hidden, c.Hidden), r.floats(r.inside+"pooler.dense.bias", c.Hidden)}
		classifier = dense{r.floats("classifier.weight", 1, c.Hidden), r.floats("classifier.bias", 1)}
	})
	if err != nil {
		return nil, err
	}
	if s.kind == nil {
		return nil, c.wrong("the model has one token type, so that it cannot tell a question from a text: take another model")
	}
	s.pooler, s.classifier = pooler, classifier
	return s, nil
}

// Score gives the model's own values, before any sigmoid.
func (s *crossEncoder) Score(ctx context.Context, question string, texts []string) ([]float32, error) {
	seqs := make([]sequence, len(texts))
	asked := s.tokens.encode(nil, question, 0) // whole: where both are too long it matters which is longer
	for i, t := range texts {
		if i%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		seqs[i] = s.tokens.pair(asked, t, s.MaxTokens)
	}
	scores := make([]float32, len(texts))
	err := s.run(ctx, seqs, func(i int, x []float32) {
		pooled := make([]float32, s.Hidden)
		s.pooler.of(s.k, pooled, x[:s.Hidden])
		for j, v := range pooled {
			pooled[j] = float32(math.Tanh(float64(v)))
		}
		s.classifier.of(s.k, scores[i:i+1], pooled)
	})
	if err != nil {
		return nil, err
	}
	for _, v := range scores {
		if v-v != 0 {
			return nil, spar.Errorf(spar.Internal, "%s gave %v for a score, so that its weights are broken: take another release of the model", s.Name(), v)
		}
	}
	return scores, nil
}

// pair puts an encoded question and a text into one sequence of at most limit tokens, [CLS] question [SEP] text [SEP]. A pair that is too
// long is cut as Hugging Face's longest_first does: the longer one to the length of the shorter, then both.
func (w *wordpiece) pair(question []int32, text string, limit int) sequence {
	q := question[1 : len(question)-1]
	t := w.encode(nil, text, max(limit, len(question))+1)
	t = t[1 : len(t)-1]
	room := max(limit-3, 0)
	nq, nt := len(q), len(t)
	if nq+nt > room {
		short := min(nq, nt)
		long := max(short, room-short)
		if short+long > room {
			short = room / 2
			long = short + room%2
		}
		if nq > nt {
			nq, nt = long, short
		} else {
			nq, nt = short, long
		}
	}
	ids := slices.Concat([]int32{w.cls}, q[:nq], []int32{w.sep}, t[:nt], []int32{w.sep})
	return sequence{ids, nq + 2}
}

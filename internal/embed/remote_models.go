package embed

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
)

// A remoteEncoder has its vectors made by a server with an OpenAI-compatible /embeddings, such as Ollama, vLLM,
// llama.cpp, Text Embeddings Inference or OpenAI.
type remoteEncoder struct {
	*server
	recipe string
}

// OpenRemote connects to an encoder on a server. When o.Dim is 0 it asks the server once.
func OpenRemote(ctx context.Context, o Remote) (Encoder, error) {
	s, err := newServer(o)
	if err != nil {
		return nil, err
	}
	e := &remoteEncoder{server: s}
	if s.Dim <= 0 {
		s.Dim = 0
		v, err := e.batch(ctx, []string{"dimension"})
		if err != nil {
			return nil, err
		}
		s.Dim = len(v[0])
	}
	e.recipe = remoteRecipe("vectors", s.URL, s.Model, fmt.Sprint(s.Dim), o.Question, o.Passage)
	return e, nil
}

// remoteRecipe cannot name the weights: a server that changes them under one name gives vectors that do not fit.
func remoteRecipe(parts ...string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "remote 1 %q", parts))
	return hex.EncodeToString(sum[:16])
}

func (e *remoteEncoder) Name() string   { return e.Model }
func (e *remoteEncoder) Dim() int       { return e.server.Dim }
func (e *remoteEncoder) Recipe() string { return e.recipe }

func (e *remoteEncoder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	return e.embed(ctx, e.Passage, texts)
}

func (e *remoteEncoder) EmbedQuestions(ctx context.Context, texts []string) ([][]float32, error) {
	return e.embed(ctx, e.Question, texts)
}

func (e *remoteEncoder) embed(ctx context.Context, prompt string, texts []string) ([][]float32, error) {
	sent := make([]string, len(texts))
	for i, t := range texts {
		sent[i] = sendable(prompt, t)
	}
	out := make([][]float32, 0, len(texts))
	for _, u := range e.batches(sent) {
		v, err := e.batch(ctx, sent[u.from:u.to])
		if err != nil {
			return nil, err
		}
		out = append(out, v...)
	}
	return out, ctx.Err()
}

func (e *remoteEncoder) batch(ctx context.Context, texts []string) ([][]float32, error) {
	var got struct {
		Data []struct {
			Index     *int       `json:"index"`
			Embedding []*float64 `json:"embedding"` // null is no number
		} `json:"data"`
	}
	request := struct {
		Model  string   `json:"model"`
		Input  []string `json:"input"`
		Format string   `json:"encoding_format"`
	}{e.Model, texts, "float"}
	if err := e.ask(ctx, "/embeddings", request, &got); err != nil {
		return nil, err
	}
	if len(got.Data) != len(texts) {
		return nil, e.fault("it gave %d vectors for %d texts", len(got.Data), len(texts))
	}
	out := make([][]float32, len(texts))
	for i, d := range got.Data {
		at := i
		if d.Index != nil {
			at = *d.Index
		}
		if at < 0 || at >= len(out) || out[at] != nil {
			return nil, e.fault("it gave a vector the number %d, which is taken or out of range", at)
		}
		dim := e.server.Dim
		if dim == 0 {
			dim = len(got.Data[0].Embedding)
		}
		if len(d.Embedding) != dim || dim == 0 {
			return nil, e.fault("it gave a vector of %d values, not %d: another model may run there now; name the right one, or build the vectors again", len(d.Embedding), dim)
		}
		v, ok := unitVector(d.Embedding)
		if !ok {
			return nil, e.fault("it gave a vector that is zero or holds no numbers")
		}
		out[at] = v
	}
	return out, nil
}

// unitVector is x at length 1; false if it has none.
func unitVector(x []*float64) ([]float32, bool) {
	var most, sum float64
	for _, v := range x {
		if v == nil {
			return nil, false
		}
		most = max(most, math.Abs(*v))
	}
	if !(most > math.SmallestNonzeroFloat32 && most < math.MaxFloat32) {
		return nil, false
	}
	for _, v := range x { // by the largest, as squares of very small values are not exact
		sum += (*v / most) * (*v / most)
	}
	out := make([]float32, len(x))
	for i, v := range x {
		out[i] = float32(*v / most / math.Sqrt(sum))
	}
	return out, true
}

// A remoteScorer has its scores made by a server with /rerank.
type remoteScorer struct {
	*server
	recipe string
}

// NewRemoteScorer is a reranker on a server; it connects to nothing until asked.
func NewRemoteScorer(o Remote) (Scorer, error) {
	s, err := newServer(o)
	if err != nil {
		return nil, err
	}
	return &remoteScorer{s, remoteRecipe("scores", s.URL, s.Model, fmt.Sprint(o.TEI))}, nil
}

func (r *remoteScorer) Name() string   { return r.Model }
func (r *remoteScorer) Recipe() string { return r.recipe }

func (r *remoteScorer) Score(ctx context.Context, question string, texts []string) ([]float32, error) {
	sent := make([]string, len(texts))
	for i, t := range texts {
		sent[i] = sendable("", t)
	}
	question = sendable("", question)
	out := make([]float32, 0, len(texts))
	for _, u := range r.batches(sent) {
		part, err := r.batch(ctx, question, sent[u.from:u.to])
		if err != nil {
			return nil, err
		}
		out = append(out, part...)
	}
	return out, ctx.Err()
}

// score is a result of either kind of server.
type score struct {
	Index     *int     `json:"index"`
	Score     *float64 `json:"score"`
	Relevance *float64 `json:"relevance_score"`
}

func (r *remoteScorer) batch(ctx context.Context, question string, texts []string) ([]float32, error) {
	var results []score
	if r.TEI {
		request := struct {
			Query string   `json:"query"`
			Texts []string `json:"texts"`
			Cut   bool     `json:"truncate"`
		}{question, texts, true}
		if err := r.ask(ctx, "/rerank", request, &results); err != nil {
			return nil, err
		}
	} else {
		var got struct {
			Results []score `json:"results"`
		}
		request := struct {
			Model     string   `json:"model"`
			Query     string   `json:"query"`
			Documents []string `json:"documents"`
			Top       int      `json:"top_n"`
		}{r.Model, question, texts, len(texts)}
		if err := r.ask(ctx, "/rerank", request, &got); err != nil {
			return nil, err
		}
		results = got.Results
	}
	if len(results) != len(texts) {
		return nil, r.fault("it gave %d scores for %d texts", len(results), len(texts))
	}
	out, seen := make([]float32, len(texts)), make([]bool, len(texts))
	for _, s := range results {
		value := s.Relevance
		if value == nil {
			value = s.Score
		}
		if s.Index == nil || *s.Index < 0 || *s.Index >= len(texts) || seen[*s.Index] || value == nil {
			return nil, r.fault("it gave a score without a number or for no text, or two for one")
		}
		seen[*s.Index] = true
		if out[*s.Index] = float32(*value); math.IsInf(float64(out[*s.Index]), 0) {
			return nil, r.fault("it gave the score %v", *value)
		}
	}
	return out, nil
}

package engine

import (
	"context"
	"sync"

	"github.com/sparsearch/spar/internal/embed"
)

// keptQuestions is how many questions keep their vector. It covers the questions that are asked at the same time. Several parts of one
// answer compare its question with something: with names of tags, with sketches of files, with passages.
const keptQuestions = 16

// askedVectors keeps the vectors of the last questions.
type askedVectors struct {
	mu   sync.Mutex
	kept []askedVector // the last ones last
}

type askedVector struct {
	by, text string // the encoder's recipe
	vector   []float32
}

// of embeds a question, or gives the vector that it got a moment ago. Nobody changes it.
func (a *askedVectors) of(ctx context.Context, e embed.Encoder, text string) ([]float32, error) {
	by := e.Recipe()
	a.mu.Lock()
	for _, k := range a.kept {
		if k.by == by && k.text == text {
			a.mu.Unlock()
			return k.vector, nil
		}
	}
	a.mu.Unlock()
	vectors, err := embed.Questions(ctx, e, []string{text})
	if err != nil {
		return nil, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.kept) >= keptQuestions {
		a.kept = append(a.kept[:0], a.kept[1:]...)
	}
	a.kept = append(a.kept, askedVector{by, text, vectors[0]})
	return vectors[0], nil
}

// An askedOnce is an encoder that embeds a question once.
type askedOnce struct {
	embed.Encoder
	asked *askedVectors
}

// EmbedQuestions embeds questions, each once.
func (a askedOnce) EmbedQuestions(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, t := range texts {
		v, err := a.asked.of(ctx, a.Encoder, t)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

// Package embed turns text into vectors, pairs of texts into scores, and text into labelled spans: an engine for
// encoders of the BERT and MPNet families in pure Go, which reads Hugging Face folders and the weights that are built
// into the program, and clients of servers that do the same. It stands between the chunks that store keeps and the
// ranking by meaning in retrieve; it stores nothing itself.
package embed

import (
	"context"

	"github.com/sparsearch/spar/internal/vec"
)

// An Encoder turns texts into vectors of Dim values and length 1, one for each text and in their order. The vector of a text depends on
// nothing but the text: not on other texts embedded with it, nor on the number of threads. Embed may be called from several goroutines at
// once, and ends soon with ctx's error when ctx does.
type Encoder interface {
	Name() string
	Dim() int
	Recipe() string // names everything that shapes a vector: vectors of different recipes must never be compared
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// A Questioner is an Encoder that embeds questions in another way than the passages that answer them. Vectors of the
// two may be compared.
type Questioner interface {
	EmbedQuestions(ctx context.Context, texts []string) ([][]float32, error)
}

// Questions embeds questions, as such if e makes a difference.
func Questions(ctx context.Context, e Encoder, texts []string) ([][]float32, error) {
	if q, ok := e.(Questioner); ok {
		return q.EmbedQuestions(ctx, texts)
	}
	return e.Embed(ctx, texts)
}

// A Scorer says how well each text answers a question: the greater, the better. Scores of one model may be compared
// with each other, and with nothing else. Score may be called from several goroutines at once.
type Scorer interface {
	Name() string
	Recipe() string // names everything that shapes a score
	Score(ctx context.Context, question string, texts []string) ([]float32, error)
}

// A Span is a part of a text that carries a label, such as a name.
type Span struct {
	From, To int     // bytes of the text
	Label    string  // such as PER, without what the model puts before it, such as B-
	Score    float32 // the mean probability of its words' labels
}

// A Tagger finds the labelled spans of texts, for each text in the order of the text and apart from each other. Tag may
// be called from several goroutines at once.
type Tagger interface {
	Name() string
	Recipe() string // names everything that shapes a span
	Labels() []string
	Tag(ctx context.Context, texts []string) ([][]Span, error)
}

// Arithmetic is how the matrix products of an encoder are computed.
type Arithmetic string

// The arithmetics. Int8 rounds weights to 8 bits with a scale a row and activations to 8 bits
// with a scale a token, but for the few values of a token that are far larger than its others; sums are exact.
const (
	Float32 Arithmetic = "float32"
	Int8    Arithmetic = "int8"
)

// DefaultArithmetic is faster, and as good in retrieval; docs/decisions/0014-arithmetic.md has the measurement.
const DefaultArithmetic = Int8

// Options says how an encoder is run. The zero value is DefaultArithmetic on all processors.
type Options struct {
	Threads    int          // at most so many goroutines for one call of Embed; 0: as many as processors
	Arithmetic Arithmetic   // "" is DefaultArithmetic
	Kernels    *vec.Kernels // nil is vec.Best()

	// Prefixes of questions and passages instead of the ones in the model's folder, such as "query: " and "passage: " for E5, whose folders do
	// not have them.
	Question, Passage string
}

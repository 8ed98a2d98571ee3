// Package embed turns text into vectors: an engine for encoders of the BERT family in pure Go, which reads Hugging
// Face folders and the weights that are built into the program. It stands between the chunks that store keeps and the
// ranking by meaning in retrieve; it stores nothing itself.
package embed

import (
	"context"

	"github.com/sparsearch/spar/internal/vec"
)

// An Encoder turns texts into vectors of Dim values and length 1, one for each text and in their order. The vector of
// a text depends on nothing but the text: not on what is embedded with it, nor on the number of threads. Embed may be
// called from several goroutines at once, and ends soon with ctx's error when ctx does.
type Encoder interface {
	Name() string
	Dim() int
	Recipe() string // names everything that shapes a vector: vectors of different recipes must never be compared
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// Arithmetic is how the matrix products of an encoder are computed.
type Arithmetic string

// The arithmetics. Float32 is the default. Int8 rounds weights to 8 bits with a scale a row and activations to 8 bits
// with a scale a token; sums are exact.
const (
	Float32 Arithmetic = "float32"
	Int8    Arithmetic = "int8"
)

// Options says how an encoder is run. The zero value is float32 arithmetic on all processors.
type Options struct {
	Threads    int          // at most so many goroutines for one call of Embed; 0: as many as processors
	Arithmetic Arithmetic   // "" is Float32
	Kernels    *vec.Kernels // nil is vec.Best()
}

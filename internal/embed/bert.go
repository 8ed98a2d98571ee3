package embed

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"strings"
	"sync"

	"github.com/sparsearch/spar/internal/vec"
)

// shape is the description of an encoder that the file formats must have.
type shape struct {
	Family    family  `json:"family,omitempty"` // "" is BERT
	Name      string  `json:"name"`
	Hidden    int     `json:"hidden"` // values a token
	Heads     int     `json:"heads"`
	Layers    int     `json:"layers"`
	Inner     int     `json:"inner"`      // width of the feed-forward layer
	Eps       float32 `json:"eps"`        // of LayerNorm
	MaxTokens int     `json:"max_tokens"` // of a text, [CLS] and [SEP] among them; the rest is cut off
	Pooling   string  `json:"pooling"`    // "mean" or "cls"
}

// A family is a kind of transformer that the engine runs.
type family string

const (
	bertFamily  family = ""      // Devlin et al. 2018
	mpnetFamily family = "mpnet" // Song et al. 2020: BERT's blocks, with a bias in the attention by the distance of two tokens
)

// A network is a transformer of the BERT or MPNet family with its tokenizer, up to the hidden states. It may be used by
// many goroutines.
type network struct {
	shape
	recipe  string
	source  string // the origin of the weights
	weights string // what an encoder file was made from; "" for others
	opts    Options
	k       *vec.Kernels
	words   wordVectors
	tokens  *wordpiece
	places  []float32   // MaxTokens x Hidden: position plus token type 0
	kind    []float32   // token type 1 less token type 0; nil where there is but one
	near    [][]float32 // MPNet: for each head the bias of key less query, from 1-MaxTokens to MaxTokens-1; else nil
	first   layerNorm
	layers  []layer
	zeros   []float32
	scratch sync.Pool
}

// wordVectors gives the vector of a token.
type wordVectors interface {
	vector(dst []float32, id int32) error
}

type layerNorm struct{ gamma, beta []float32 }

// A layer is one transformer block. qkv computes queries, keys and values side by side, the queries already divided
// by the square root of a head's width.
type layer struct {
	qkv, out, up, down linear
	attention, forward layerNorm
}

// A linear computes x W + b in the arithmetic of one of its two matrices.
type linear struct {
	in, n int
	f     *vec.PackedF32
	i     *vec.PackedI8
	bias  []float32 // padded to whole panels
}

// matrix is an int8 matrix with a scale a column, in the panels of package vec.
type matrix struct {
	panels []int8
	scale  []float32
}

// quantized rounds the n rows of w to 8 bits.
func quantized(w []float32, in, n int) matrix {
	m := matrix{make([]int8, vec.PanelBytes(in, n)), make([]float32, vec.Padded(n))}
	row := make([]int8, in)
	for col := range n {
		m.scale[col] = vec.QuantizeI8(row, w[col*in:][:in])
		for i, v := range row {
			m.panels[vec.At(in, i, col)] = v
		}
	}
	return m
}

// linearOf takes a layer as model files store it: n rows of in weights.
func linearOf(o Options, w []float32, in, n int, bias []float32) linear {
	if o.Arithmetic == Int8 {
		return linearOfInt8(o, quantized(w, in, n), in, n, bias)
	}
	l := linear{in: in, n: n, f: o.Kernels.NewPackedF32(in, n), bias: padded(bias, n)}
	l.f.PackRows(w, in)
	return l
}

func linearOfInt8(o Options, m matrix, in, n int, bias []float32) linear {
	l := linear{in: in, n: n, bias: padded(bias, n)}
	if o.Arithmetic == Int8 {
		l.i = o.Kernels.NewPackedI8(in, n, m.panels, m.scale)
		return l
	}
	l.f = o.Kernels.NewPackedF32(in, n)
	l.f.PackI8(m.panels, m.scale)
	return l
}

func padded(x []float32, n int) []float32 {
	out := make([]float32, vec.Padded(n))
	copy(out, x)
	return out
}

// withDefaults fills in what o leaves open.
func (o Options) withDefaults() (Options, error) {
	if o.Threads <= 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	if o.Kernels == nil {
		if err := vec.Check(os.Getenv("SPAR_CPU")); err != nil {
			return o, err
		}
		o.Kernels = vec.Best()
	}
	switch o.Arithmetic {
	case "":
		o.Arithmetic = DefaultArithmetic
	case Float32, Int8:
	default:
		return o, fmt.Errorf("there is no arithmetic %q: use %s or %s", o.Arithmetic, Float32, Int8)
	}
	return o, nil
}

// finish completes a network with loaded weights; source names them. head names the output computed with it, "" for vectors.
func (b *network) finish(source, head string) {
	b.k = b.opts.Kernels
	b.source = source
	b.zeros = make([]float32, vec.PanelWidth)
	h := sha256.New()
	arithmetic := string(b.opts.Arithmetic)
	if b.opts.Arithmetic == Int8 {
		arithmetic += " 2" // 2: lone values stay out of the 8 bits
	}
	fmt.Fprintf(h, "bert 1\n%s\n%s\n%d\n%s\n%g\n%t %t\n", source, arithmetic, b.MaxTokens, b.Pooling, b.Eps, b.tokens.vocab.Lower, b.tokens.vocab.Accents)
	io.WriteString(h, strings.Join(b.tokens.vocab.Tokens, "\n"))
	if b.Family != bertFamily || head != "" {
		fmt.Fprintf(h, "\n%s\n%s\n%q\n", b.Family, head, b.tokens.vocab.Special)
	}
	b.recipe = hex.EncodeToString(h.Sum(nil)[:16])
	b.scratch.New = func() any { return new(scratch) }
}

// Name is that of the model's folder.
func (b *network) Name() string { return b.shape.Name }

// Recipe names everything that shapes what comes out.
func (b *network) Recipe() string { return b.recipe }

// foldQueries divides the query rows of a fused matrix by the square root of a head's width.
func (s shape) foldQueries(w []float32) {
	scale := float32(1 / math.Sqrt(float64(s.Hidden/s.Heads)))
	for i := range w {
		w[i] *= scale
	}
}

package embed

import (
	"context"
	"math"

	"github.com/sparsearch/spar/internal/vec"
)

// scratch is the working memory of one goroutine. It grows with the tokens of a unit and the longest sequence.
type scratch struct {
	x, mixed, room []float32
	qkv            []float32 // of some heads
	keys, values   []float32 // of one sequence
	scores, head   []float32
	left           vec.LeftI8
}

func grow[T any](s *[]T, n int) []T {
	if cap(*s) < n {
		*s = make([]T, n)
	}
	*s = (*s)[:n]
	return *s
}

// forward runs sequences through the encoder, packed one behind the other without padding, and hands each one's index
// and hidden states to each: a row a token, Padded(Hidden) values apart, good until each returns.
func (b *network) forward(ctx context.Context, seqs []sequence, each func(i int, x []float32), s *scratch) error {
	total := 0
	for _, q := range seqs {
		total += len(q.ids)
	}
	h := vec.Padded(b.Hidden)
	x := grow(&s.x, total*h)
	at := 0
	for _, q := range seqs {
		for i, id := range q.ids {
			row := x[at*h:][:b.Hidden]
			if err := b.words.vector(row, id); err != nil {
				return err
			}
			if q.second > 0 && i >= q.second {
				for j, v := range b.kind {
					row[j] += v
				}
			}
			b.k.AddLayerNorm(row, b.places[i*b.Hidden:], b.first.gamma, b.first.beta, b.Eps)
			at++
		}
	}
	mixed := grow(&s.mixed, total*h)
	room := grow(&s.room, max(total*h, min(total, innerRowsF32)*vec.Padded(b.Inner)))
	for i := range b.layers {
		if err := ctx.Err(); err != nil {
			return err
		}
		l := &b.layers[i]
		b.attention(mixed, x, &l.qkv, seqs, total, s)
		b.mul(&l.out, room, h, mixed, h, total, s)
		b.addNorm(x, room, total, l.attention)
		b.feedForward(mixed, x, room, total, l, s)
		b.addNorm(x, mixed, total, l.forward)
	}
	at = 0
	for i, q := range seqs {
		each(i, x[at*h:][:len(q.ids)*h])
		at += len(q.ids)
	}
	return nil
}

// mul computes dst = src W + bias for n rows.
func (b *network) mul(l *linear, dst []float32, ldd int, src []float32, lds, n int, s *scratch) {
	b.quantize(l, src, lds, n, s)
	b.mulColumns(l, 0, l.n, dst, ldd, src, lds, n, s)
}

// quantize readies src for mulColumns.
func (b *network) quantize(l *linear, src []float32, lds, n int, s *scratch) {
	if l.i != nil {
		b.k.Quantize(&s.left, src, lds, n, l.in)
	}
}

// mulColumns computes the columns from from to to of src W + bias, src having been through quantize.
func (b *network) mulColumns(l *linear, from, to int, dst []float32, ldd int, src []float32, lds, n int, s *scratch) {
	if l.f != nil {
		part := l.f.Columns(from, to)
		b.k.MulF32(dst, ldd, src, lds, n, &part, l.bias[from:])
		return
	}
	part := l.i.Columns(from, to)
	b.k.MulI8(dst, ldd, &s.left, &part, l.bias[from:])
}

// innerRows is how many rows feedForward takes at a time where it takes rows: a multiple of what kernels take at once,
// few enough for their inner values to stay in the processor's cache. Weights in float32 are worth more rows, which
// fetch them less often.
const innerRows, innerRowsF32 = 60, 120

// feedForward computes y = GELU(x U + u) D + d for n rows. room holds the values in between: of few columns at a time, so that they stay in
// the processor's cache and each weight is fetched once; or, where that cannot be, of few rows.
func (b *network) feedForward(y, x, room []float32, n int, l *layer, s *scratch) {
	h, inner := vec.Padded(b.Hidden), vec.Padded(b.Inner)
	if l.up.f == nil || !b.k.Adds() {
		most := innerRows
		if l.up.f != nil {
			most = innerRowsF32
		}
		for r := 0; r < n; r += most {
			rows := min(most, n-r)
			b.mul(&l.up, room, inner, x[r*h:], h, rows, s)
			b.k.GELU(room[:rows*inner])
			b.mul(&l.down, y[r*h:], h, room, inner, rows, s)
		}
		return
	}
	bias := l.down.bias
	for from := 0; from < b.Inner; from += h {
		to := min(from+h, b.Inner)
		part := l.up.f.Columns(from, to)
		b.k.MulF32(room, h, x, h, n, &part, l.up.bias[from:])
		b.k.GELU(room[:n*h])
		b.k.MulStepsF32(y, h, room, h, n, l.down.f, from, to, bias)
		bias = nil
	}
}

func (b *network) addNorm(x, y []float32, n int, norm layerNorm) {
	h := vec.Padded(b.Hidden)
	for i := range n {
		b.k.AddLayerNorm(x[i*h:][:b.Hidden], y[i*h:][:b.Hidden], norm.gamma, norm.beta, b.Eps)
	}
}

// pool writes the vector of a sequence with the hidden states x: the mean of its tokens, or the first, at length 1.
func (b *bert) pool(dst, x []float32) {
	copy(dst, x[:b.Hidden])
	if b.Pooling == "mean" {
		h := vec.Padded(b.Hidden)
		for x := x[min(h, len(x)):]; len(x) > 0; x = x[h:] {
			for j, v := range x[:b.Hidden] {
				dst[j] += v
			}
		}
	}
	var sum float64
	for _, v := range dst {
		sum += float64(v) * float64(v)
	}
	if sum == 0 {
		return
	}
	inv := float32(1 / math.Sqrt(sum))
	for i := range dst {
		dst[i] *= inv
	}
}

package embed

import (
	"context"
	"math"

	"github.com/sparsearch/spar/internal/vec"
)

// rowBlock is how many rows go through the attention of one head together: few enough for their scores to stay in the
// processor's cache.
const rowBlock = 96

// scratch is the working memory of one goroutine. It grows with the tokens of a unit and the longest sequence.
type scratch struct {
	x, qkv, mixed []float32
	keys, values  []float32
	scores, head  []float32
	left          vec.LeftI8
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
	h, width := vec.Padded(b.Hidden), vec.Padded(3*b.Hidden)
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
	qkv := grow(&s.qkv, max(total*width, vec.Padded(b.Inner))) // feedForward needs a row
	mixed := grow(&s.mixed, total*h)
	for i := range b.layers {
		if err := ctx.Err(); err != nil {
			return err
		}
		l := &b.layers[i]
		b.mul(&l.qkv, qkv, width, x, h, total, s)
		at := 0
		for _, q := range seqs {
			b.attend(mixed[at*h:], h, qkv[at*width:], width, len(q.ids), s)
			at += len(q.ids)
		}
		// Queries, keys and values are done with; their memory serves what follows.
		b.mul(&l.out, qkv, h, mixed, h, total, s)
		b.addNorm(x, qkv, total, l.attention)
		b.feedForward(mixed, x, qkv, total, l, s)
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
	if l.f != nil {
		b.k.MulF32(dst, ldd, src, lds, n, l.f, l.bias)
		return
	}
	b.k.Quantize(&s.left, src, lds, n, l.in)
	b.k.MulI8(dst, ldd, &s.left, l.i, l.bias)
}

// feedForward computes y = GELU(x U + u) D + d for n rows. room is for what is in between: of few columns at a time, so
// that it stays in the processor's cache and each weight is fetched once; or, where that cannot be, of few rows.
func (b *network) feedForward(y, x, room []float32, n int, l *layer, s *scratch) {
	h, inner := vec.Padded(b.Hidden), vec.Padded(b.Inner)
	if l.up.f == nil || !b.k.Adds() {
		most := len(room) / inner
		blocks := (n + most - 1) / most
		const even = 12 // rows that kernels take at once, or a multiple
		rows := min(((n+blocks-1)/blocks+even-1)/even*even, most)
		for r := 0; r < n; r += rows {
			rows := min(rows, n-r)
			b.mul(&l.up, room, inner, x[r*h:], h, rows, s)
			b.k.GELU(room[:rows*inner])
			b.mul(&l.down, y[r*h:], h, room, inner, rows, s)
		}
		return
	}
	wide := min(h, len(room)/n) &^ (vec.PanelWidth - 1)
	bias := l.down.bias
	for from := 0; from < b.Inner; from += wide {
		to := min(from+wide, b.Inner)
		part := l.up.f.Columns(from, to)
		b.k.MulF32(room, wide, x, h, n, &part, l.up.bias[from:])
		b.k.GELU(room[:n*wide])
		b.k.MulStepsF32(y, h, room, wide, n, l.down.f, from, to, bias)
		bias = nil
	}
}

func (b *network) addNorm(x, y []float32, n int, norm layerNorm) {
	h := vec.Padded(b.Hidden)
	for i := range n {
		b.k.AddLayerNorm(x[i*h:][:b.Hidden], y[i*h:][:b.Hidden], norm.gamma, norm.beta, b.Eps)
	}
}

// attend mixes the values of one sequence of n tokens, head by head: softmax(Q K') V, the queries being scaled already.
func (b *network) attend(dst []float32, ldd int, qkv []float32, ld, n int, s *scratch) {
	d := b.Hidden / b.Heads
	wide := vec.Padded(d)
	cols := vec.Padded(n)
	keys, values := grow(&s.keys, cols*d), grow(&s.values, n*wide)
	scores := grow(&s.scores, rowBlock*cols)
	head := grow(&s.head, rowBlock*wide)
	clear(keys[max(0, cols-vec.PanelWidth)*d:])
	for hd := range b.Heads {
		q := qkv[hd*d:]
		for t := range n {
			panel := keys[t/vec.PanelWidth*vec.PanelWidth*d+t%vec.PanelWidth:]
			for i, k := range qkv[t*ld+b.Hidden+hd*d:][:d] {
				panel[i*vec.PanelWidth] = k
			}
			copy(values[t*wide:][:d], qkv[t*ld+2*b.Hidden+hd*d:])
		}
		for r := 0; r < n; r += rowBlock {
			rows := min(rowBlock, n-r)
			for c := 0; c < cols; c += vec.PanelWidth {
				b.k.Block(scores[c:], cols, q[r*ld:], ld, rows, keys[c*d:], vec.PanelWidth, d, b.zeros)
			}
			for i := range rows {
				row := scores[i*cols:][:n]
				if b.near != nil {
					for t, v := range b.near[hd][b.MaxTokens-1-(r+i):][:n] {
						row[t] += v
					}
				}
				b.k.Softmax(row)
			}
			out, ldo := dst[r*ldd+hd*d:], ldd
			if d < wide { // whole panels would run into the next head
				out, ldo = head, wide
			}
			for c := 0; c < d; c += vec.PanelWidth {
				b.k.Block(out[c:], ldo, scores, cols, rows, values[c:], wide, n, b.zeros)
			}
			for i := 0; d < wide && i < rows; i++ {
				copy(dst[(r+i)*ldd+hd*d:][:d], head[i*wide:])
			}
		}
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

package embed

import (
	"context"
	"math"

	"github.com/sparsearch/spar/internal/vec"
)

// rowBlock is how many tokens go through the feed-forward layer, or rows through the attention of one head, together:
// few enough for their intermediate values to stay in the processor's cache.
const rowBlock = 96

// scratch is the working memory of one goroutine. It grows with the tokens of a unit and the longest sequence.
type scratch struct {
	x, qkv, mixed, y, up []float32
	keys, scores, head   []float32
	left                 vec.LeftI8
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
	// Attention reads whole panels of values, past the last head where heads are narrow.
	qkv := grow(&s.qkv, total*width+vec.PanelWidth)
	mixed, y := grow(&s.mixed, total*h), grow(&s.y, rowBlock*h)
	up := grow(&s.up, rowBlock*vec.Padded(b.Inner))
	for i := range b.layers {
		if err := ctx.Err(); err != nil {
			return err
		}
		l := &b.layers[i]
		for r := 0; r < total; r += rowBlock {
			b.mul(&l.qkv, qkv[r*width:], width, x[r*h:], h, min(rowBlock, total-r), s)
		}
		at := 0
		for _, q := range seqs {
			b.attend(mixed[at*h:], h, qkv[at*width:], width, len(q.ids), s)
			at += len(q.ids)
		}
		for r := 0; r < total; r += rowBlock {
			n := min(rowBlock, total-r)
			b.mul(&l.out, y, h, mixed[r*h:], h, n, s)
			b.addNorm(x[r*h:], y, n, l.attention)
			w := vec.Padded(b.Inner)
			b.mul(&l.up, up, w, x[r*h:], h, n, s)
			b.k.GELU(up[:n*w])
			b.mul(&l.down, y, h, up, w, n, s)
			b.addNorm(x[r*h:], y, n, l.forward)
		}
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
	keys := grow(&s.keys, cols*d)
	scores := grow(&s.scores, rowBlock*cols)
	head := grow(&s.head, rowBlock*wide)
	clear(keys[max(0, cols-vec.PanelWidth)*d:])
	for hd := range b.Heads {
		q, v := qkv[hd*d:], qkv[2*b.Hidden+hd*d:]
		for t := range n {
			panel := keys[t/vec.PanelWidth*vec.PanelWidth*d+t%vec.PanelWidth:]
			for i, k := range qkv[t*ld+b.Hidden+hd*d:][:d] {
				panel[i*vec.PanelWidth] = k
			}
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
			if d%vec.PanelWidth == 0 {
				for c := 0; c < d; c += vec.PanelWidth {
					b.k.Block(dst[r*ldd+hd*d+c:], ldd, scores, cols, rows, v[c:], ld, n, b.zeros)
				}
				continue
			}
			for c := 0; c < d; c += vec.PanelWidth {
				b.k.Block(head[c:], wide, scores, cols, rows, v[c:], ld, n, b.zeros)
			}
			for i := range rows {
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

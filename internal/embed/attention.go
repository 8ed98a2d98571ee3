package embed

import "github.com/sparsearch/spar/internal/vec"

// rowBlock is how many rows go through the attention of one head together: few enough for their scores to stay in the
// processor's nearest cache, many enough to fetch the keys seldom.
const rowBlock = 24

// attention computes what each token takes from the others of its sequence: dst = softmax(Q K') V, the queries being
// scaled already, for total rows of x. Queries, keys and values are made for a few heads at a time, so that they are
// still in the processor's cache when they are used.
func (b *network) attention(dst, x []float32, qkv *linear, seqs []sequence, total int, s *scratch) {
	h, d := vec.Padded(b.Hidden), b.Hidden/b.Heads
	heads := 1 // that fill whole panels
	for heads < b.Heads && (heads*d%vec.PanelWidth != 0 || b.Heads%heads != 0) {
		heads++
	}
	width := heads * d // of queries, and of keys, and of values
	ld := 3 * width
	whole := width%vec.PanelWidth != 0
	if whole {
		ld = vec.Padded(ld)
	}
	room := grow(&s.qkv, total*ld)
	b.quantize(qkv, x, h, total, s)
	for first := 0; first < b.Heads; first += heads {
		if whole {
			b.mulColumns(qkv, 0, 3*width, room, ld, x, h, total, s)
		} else {
			for i := range 3 {
				from := i*b.Hidden + first*d
				b.mulColumns(qkv, from, from+width, room[i*width:], ld, x, h, total, s)
			}
		}
		at := 0
		for _, q := range seqs {
			for hd := range heads {
				b.attend(dst[at*h+(first+hd)*d:], h, room[at*ld+hd*d:], width, ld, len(q.ids), first+hd, s)
			}
			at += len(q.ids)
		}
	}
}

// attend does so for one head of one sequence of n tokens. Its keys stand width behind its queries, its values width
// behind those.
func (b *network) attend(dst []float32, ldd int, queries []float32, width, ld, n, hd int, s *scratch) {
	d := b.Hidden / b.Heads
	wide, cols := vec.Padded(d), vec.Padded(n)
	keys := grow(&s.keys, cols*d)
	clear(keys[(cols-vec.PanelWidth)*d:])
	for t := 0; t < n; t += vec.PanelWidth {
		b.k.Transpose(keys[t*d:], vec.PanelWidth, queries[t*ld+width:], ld, min(vec.PanelWidth, n-t), d)
	}
	values, ldv := queries[2*width:], ld
	if d < wide { // whole panels would run into the next head
		values, ldv = grow(&s.values, n*wide), wide
		for t := range n {
			copy(values[t*wide:][:d], queries[t*ld+2*width:])
		}
	}
	scores, head := grow(&s.scores, rowBlock*cols), grow(&s.head, rowBlock*wide)
	for r := 0; r < n; r += rowBlock {
		rows := min(rowBlock, n-r)
		for c := 0; c < cols; c += vec.PanelWidth {
			b.k.Block(scores[c:], cols, queries[r*ld:], ld, rows, keys[c*d:], vec.PanelWidth, d, b.zeros)
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
		out, ldo := dst[r*ldd:], ldd
		if d < wide {
			out, ldo = head, wide
		}
		for c := 0; c < d; c += vec.PanelWidth {
			b.k.Block(out[c:], ldo, scores, cols, rows, values[c:], ldv, n, b.zeros)
		}
		for i := 0; d < wide && i < rows; i++ {
			copy(dst[(r+i)*ldd:][:d], head[i*wide:])
		}
	}
}

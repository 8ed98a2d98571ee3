package vec

import "unsafe"

// PackedI8 is the right operand of a product in small integers, K x N: its weights are int8 values times the scale of
// their column. Which order the values stand in is up to the Kernels that it was made by and is for.
type PackedI8 struct {
	K, N   int
	Scale  []float32 // Padded(N)
	values []int8
	offset []int32 // what the shift of the left operand by 128 adds, negated
}

// PanelBytes is the size of the panels of a K x N matrix.
func PanelBytes(k, n int) int { return (k + 3) &^ 3 * Padded(n) }

// Int8s are the same bytes as int8.
func Int8s(b []byte) []int8 {
	return unsafe.Slice((*int8)(unsafe.Pointer(unsafe.SliceData(b))), len(b))
}

// At is where the value of step i and column n stands in the panels of a matrix with k steps: PanelWidth columns to a
// panel; within it four steps of K of one column are neighbours, then come the columns. K is rounded up to a multiple
// of four with zeros, as are columns past N.
func At(k, i, n int) int {
	return n/PanelWidth*PanelWidth*((k+3)&^3) + i/4*4*PanelWidth + n%PanelWidth*4 + i%4
}

// NewPackedI8 takes panels of weights in [-127, 127] (see At), which it keeps and may change, and a scale for each of
// Padded(n) columns.
func (k *Kernels) NewPackedI8(inner, n int, panels []int8, scale []float32) *PackedI8 {
	p := &PackedI8{K: inner, N: n, values: panels[:PanelBytes(inner, n)], Scale: scale[:Padded(n)]}
	k.arrange(p)
	return p
}

// Panels are the panels that NewPackedI8 was given.
func (p *PackedI8) Panels() []int8 {
	if p.offset == nil {
		return fromStrips(p)
	}
	return p.values
}

// Columns are those of p from from to to, from a multiple of PanelWidth. They share p's memory.
func (p *PackedI8) Columns(from, to int) PackedI8 {
	part := PackedI8{K: p.K, N: to - from, Scale: p.Scale[from:Padded(to)]}
	steps := (p.K + 3) &^ 3
	if p.offset == nil {
		steps = (p.K + foldSteps - 1) &^ (foldSteps - 1)
	} else {
		part.offset = p.offset[from:Padded(to)]
	}
	part.values = p.values[from*steps : Padded(to)*steps]
	return part
}

// addOffsets leaves the values in panels.
func addOffsets(p *PackedI8) {
	p.offset = make([]int32, Padded(p.N))
	steps := (p.K + 3) / 4
	for col := 0; col < p.N; col += PanelWidth {
		sums := p.offset[col:][:PanelWidth]
		for i := range steps {
			four := p.values[(col/PanelWidth*steps+i)*4*PanelWidth:][:4*PanelWidth]
			for c := range sums {
				sums[c] -= int32(four[4*c]) + int32(four[4*c+1]) + int32(four[4*c+2]) + int32(four[4*c+3])
			}
		}
		for c := range sums {
			sums[c] *= 128
		}
	}
}

// LeftI8 is the left operand of MulI8, rows rounded to 8 bits with a scale each and their lone values, in the order that
// the Kernels want that filled it. The zero value is ready to be filled, and to be filled again: its memory grows with the largest.
type LeftI8 struct {
	inner, rows int
	stride      int // bytes from row to row
	values      []uint8
	scale       []float32
	lone        []lone
	rest        []float32 // a row without its lone values

	// Only with AVX2; see fold.go.
	zero   []int32 // of a row: what the shift of the weights by 128 adds, negated
	heavy  []uint32
	loose  []part // of the rows of one block, row by row
	parts  []part // of all blocks, see interleave
	blocks []int  // of parts: where those of each block of rows begin, and the end
}

// Quantize fills l with the m rows of x, which lie ldx apart and have inner values each. Of a row the few values
// that are far larger than the others stay as they are (see lone). Of the others scale is the largest magnitude over 127
// and a value is round(x/scale), so that a row depends on nothing but itself.
func (k *Kernels) Quantize(l *LeftI8, x []float32, ldx, m, inner int) {
	if ldx < inner {
		panic("vec: a stride is shorter than its row")
	}
	l.inner, l.rows, l.lone = inner, m, l.lone[:0]
	if m > 0 {
		l.scale = room(l.scale, m)
		x = x[:(m-1)*ldx+inner]
		k.quantizeRows(l, func(i int) ([]float32, float32) { return k.split(l, i, x[i*ldx:][:inner]) })
	}
}

// MulI8 computes c = a b + bias for the rows of a. Rows of c lie ldc apart, at least Padded(b.N); bias has Padded(b.N)
// values. The sums of 8-bit products are exact, whatever the Kernels; a row of the result depends on nothing but its own row of a.
func (k *Kernels) MulI8(c []float32, ldc int, a *LeftI8, b *PackedI8, bias []float32) {
	if a.rows <= 0 {
		return
	}
	if a.inner != b.K || ldc < Padded(b.N) {
		panic("vec: the sizes of a product do not fit")
	}
	_ = c[:(a.rows-1)*ldc+Padded(b.N)]
	_ = bias[:Padded(b.N)]
	if b.K == 0 { // nothing for a kernel to begin with
		for i := range a.rows {
			copy(c[i*ldc:], bias[:Padded(b.N)])
		}
		return
	}
	k.mulI8(c, ldc, a, b, bias)
	addLone(c, ldc, a, b)
}

// A rowSource gives row i of a left operand and the largest magnitude in it. It is called once a row, in their order.
type rowSource = func(i int) (x []float32, top float32)

// shifted is how rows are quantised where values need no care: to unsigned bytes, shifted by 128. by does it with values
// times inv.
func shifted(by func(dst []uint8, x []float32, inv float32)) func(l *LeftI8, row rowSource) {
	return func(l *LeftI8, row rowSource) {
		l.stride = (l.inner + 3) &^ 3
		l.values = room(l.values, l.rows*l.stride)
		for i := range l.rows {
			x, top := row(i)
			l.scale[i] = top / 127
			dst := l.values[i*l.stride:][:l.inner]
			if top == 0 {
				for j := range dst {
					dst[j] = 128
				}
				continue
			}
			by(dst, x, 127/top)
		}
	}
}

// A panelKernel computes some rows of one panel.
type panelKernel = func(c []float32, ldc int, a []uint8, lda, rows int, p *PackedI8, panel int, scale []float32, bias []float32)

// byPanels goes through the panels of b and, with each, through the rows of a.
func byPanels(rows int, kernel panelKernel) func(c []float32, ldc int, a *LeftI8, b *PackedI8, bias []float32) {
	return func(c []float32, ldc int, a *LeftI8, b *PackedI8, bias []float32) {
		for n := 0; n < b.N; n += PanelWidth {
			for i := 0; i < a.rows; i += rows {
				kernel(c[i*ldc+n:], ldc, a.values[min(i*a.stride, len(a.values)):], a.stride, min(rows, a.rows-i), b, n, a.scale[i:], bias[n:])
			}
		}
	}
}

// room is s with n elements, which may hold anything.
func room[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

package vec

import "unsafe"

// PanelWidth is the number of columns that stand side by side in a packed matrix. Results of a matrix product are
// written in whole panels: rows of c need room for Padded(N) values.
const PanelWidth = 32

// Padded is n rounded up to whole panels.
func Padded(n int) int { return (n + PanelWidth - 1) &^ (PanelWidth - 1) }

// PackedF32 is the right operand of a product, K x N, in panels of PanelWidth columns; within a panel the columns of
// one step of K are neighbours. Columns past N are zero.
type PackedF32 struct {
	K, N   int
	Panels []float32
}

// NewPackedF32 makes room for a matrix of zeros.
func NewPackedF32(k, n int) *PackedF32 {
	return &PackedF32{K: k, N: n, Panels: make([]float32, k*Padded(n))}
}

// PackRows packs the transpose of w, N rows of K values with a distance of stride between rows: the way linear layers
// are stored.
func (p *PackedF32) PackRows(w []float32, stride int) {
	if p.K == 0 {
		return
	}
	for n := range p.N {
		row := w[n*stride:][:p.K]
		panel := p.Panels[n/PanelWidth*PanelWidth*p.K+n%PanelWidth:]
		for i, v := range row {
			panel[i*PanelWidth] = v
		}
	}
}

// MulF32 computes c = a b + bias for m rows. Rows of a lie lda apart and rows of c ldc, at least Padded(b.N); bias has
// Padded(b.N) values. A row of the result depends on nothing but its own row of a: it is the same to the last bit
// whatever stands beside it.
func (k *Kernels) MulF32(c []float32, ldc int, a []float32, lda, m int, b *PackedF32, bias []float32) {
	if m <= 0 {
		return
	}
	for n := 0; n < b.N; n += PanelWidth {
		k.Block(c[n:], ldc, a, lda, m, b.Panels[n*b.K:], PanelWidth, b.K, bias[n:])
	}
}

// Block is one panel of a product: c, m x PanelWidth, = a, m x inner, times b, inner x PanelWidth, + bias. Rows lie
// ldc, lda and ldb apart.
func (k *Kernels) Block(c []float32, ldc int, a []float32, lda, m int, b []float32, ldb, inner int, bias []float32) {
	if m <= 0 {
		return
	}
	if inner < 0 || lda < inner || ldb < PanelWidth || ldc < PanelWidth {
		panic("vec: a stride is shorter than its row")
	}
	_ = bias[PanelWidth-1]
	_ = c[(m-1)*ldc+PanelWidth-1]
	if inner > 0 {
		_ = a[(m-1)*lda+inner-1]
		_ = b[(inner-1)*ldb+PanelWidth-1]
	}
	for i := 0; i < m; i += k.rows {
		k.blockF(c[i*ldc:], ldc, a[min(i*lda, len(a)):], lda, min(k.rows, m-i), b, ldb, inner, bias)
	}
}

// PackedI8 is the right operand of a product in small integers, K x N, in panels of PanelWidth columns; within a panel
// four steps of K of one column are neighbours, then come the columns. K is rounded up to a multiple of four with
// zeros, as are columns past N. A column's weights are its int8 values times its Scale.
type PackedI8 struct {
	K, N   int
	Panels []int8
	Scale  []float32 // Padded(N)
	offset []int32   // what the shift of the left operand by 128 adds, negated
}

// PanelBytes is the size of the panels of a K x N matrix.
func PanelBytes(k, n int) int { return (k + 3) &^ 3 * Padded(n) }

// Int8s are the same bytes as int8.
func Int8s(b []byte) []int8 {
	return unsafe.Slice((*int8)(unsafe.Pointer(unsafe.SliceData(b))), len(b))
}

// At is where the value of step i and column n stands in the panels of a matrix with k steps.
func At(k, i, n int) int {
	return n/PanelWidth*PanelWidth*((k+3)&^3) + i/4*4*PanelWidth + n%PanelWidth*4 + i%4
}

// NewPackedI8 takes panels of weights in [-127, 127], which it keeps, and a scale for each of Padded(n) columns.
func NewPackedI8(inner, n int, panels []int8, scale []float32) *PackedI8 {
	p := &PackedI8{K: inner, N: n, Panels: panels[:PanelBytes(inner, n)], Scale: scale[:Padded(n)]}
	p.offset = make([]int32, Padded(n))
	steps := (inner + 3) / 4
	for col := 0; col < n; col += PanelWidth {
		sums := p.offset[col:][:PanelWidth]
		for i := range steps {
			four := p.Panels[(col/PanelWidth*steps+i)*4*PanelWidth:][:4*PanelWidth]
			for c := range sums {
				sums[c] -= int32(four[4*c]) + int32(four[4*c+1]) + int32(four[4*c+2]) + int32(four[4*c+3])
			}
		}
		for c := range sums {
			sums[c] *= 128
		}
	}
	return p
}

// Unpack writes the float32 values of column n, K of them.
func (p *PackedI8) Unpack(dst []float32, n int) {
	for i := range p.K {
		dst[i] = p.Scale[n] * float32(p.Panels[At(p.K, i, n)])
	}
}

// MulI8 computes c = a b + bias for m rows, the rows of a being those of QuantizeU8 with their scales. Rows of a lie
// lda apart, a multiple of four and at least K; bytes past K, up to the multiple of four, may be anything. The sums
// are exact; a row of the result depends on nothing but its own row of a.
func (k *Kernels) MulI8(c []float32, ldc int, a []uint8, lda, m int, scale []float32, b *PackedI8, bias []float32) {
	if m <= 0 {
		return
	}
	inner := (b.K + 3) &^ 3
	if lda < inner || ldc < Padded(b.N) {
		panic("vec: a stride is shorter than its row")
	}
	_ = a[:(m-1)*lda+inner]
	_ = c[:(m-1)*ldc+Padded(b.N)]
	_ = scale[:m]
	_ = bias[:Padded(b.N)]
	for n := 0; n < b.N; n += PanelWidth {
		for i := 0; i < m; i += k.rows {
			k.blockI(c[i*ldc+n:], ldc, a[i*lda:], lda, min(k.rows, m-i), b, n, scale[i:], bias[n:])
		}
	}
}

package vec

// PanelWidth is the number of columns that stand side by side in a packed matrix. Results of a matrix product are
// written in whole panels: rows of c need room for Padded(N) values.
const PanelWidth = 32

// Padded is n rounded up to whole panels.
func Padded(n int) int { return (n + PanelWidth - 1) &^ (PanelWidth - 1) }

// PackedF32 is the right operand of a product, K x N, in strips of as many columns as the Kernels want that made it;
// within a strip the columns of one step of K are neighbours. Columns past N, up to whole panels, are zero.
type PackedF32 struct {
	K, N   int
	strip  int
	values []float32
}

// NewPackedF32 makes room for a matrix of zeros.
func (k *Kernels) NewPackedF32(inner, n int) *PackedF32 {
	return &PackedF32{K: inner, N: n, strip: k.strip, values: make([]float32, inner*Padded(n))}
}

// column is where column n begins; its steps are strip apart.
func (p *PackedF32) column(n int) []float32 { return p.values[n/p.strip*p.strip*p.K+n%p.strip:] }

// PackRows packs the transpose of w, N rows of K values with a distance of stride between rows: the way linear layers
// are stored.
func (p *PackedF32) PackRows(w []float32, stride int) {
	if p.K == 0 {
		return
	}
	for n := range p.N {
		row, column := w[n*stride:][:p.K], p.column(n)
		for i, v := range row {
			column[i*p.strip] = v
		}
	}
}

// PackI8 packs what the panels (see At) and the scales of NewPackedI8 stand for.
func (p *PackedF32) PackI8(panels []int8, scale []float32) {
	for n := 0; n < Padded(p.N); n += p.strip {
		scale := scale[n:][:p.strip]
		for i := 0; i < p.K; i += 4 {
			from := panels[At(p.K, i, n):][:4*p.strip]
			for j := range min(4, p.K-i) {
				to := p.values[n*p.K+(i+j)*p.strip:][:len(scale)]
				for c, s := range scale {
					to[c] = s * float32(from[4*c+j])
				}
			}
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
	if b.K > 0 {
		k.MulStepsF32(c, ldc, a, lda, m, b, 0, b.K, bias)
		return
	}
	for n := 0; n < b.N; n += PanelWidth {
		k.Block(c[n:], ldc, a, lda, m, nil, PanelWidth, 0, bias[n:])
	}
}

// stripSteps is how many steps of a strip go through all rows together: they stay in the nearest cache.
const stripSteps = 192

// leftValues is how many values of a left operand go through all columns together: they stay in the second cache.
const leftValues = 64 << 10

// Adds says whether MulStepsF32 can add to existing values.
func (k *Kernels) Adds() bool { return k.addF != nil || k.stripF != nil }

// MulStepsF32 computes c = a b + bias, b being the steps from from to to of the inner dimension of p, which are all that a
// has; or, where bias is nil, c = c + a b, which is only for Kernels with Adds. All steps of p taken in their order, the
// first with bias, give the same as MulF32 to the last bit.
func (k *Kernels) MulStepsF32(c []float32, ldc int, a []float32, lda, m int, p *PackedF32, from, to int, bias []float32) {
	if m <= 0 {
		return
	}
	if from < 0 || from >= to || to > p.K || lda < to-from || ldc < Padded(p.N) {
		panic("vec: the sizes of a product do not fit")
	}
	_ = c[(m-1)*ldc+Padded(p.N)-1]
	_ = a[(m-1)*lda+to-from-1]
	const even = 12 // rows that kernels take at once, or a multiple
	blocks := (m*(to-from) + leftValues - 1) / leftValues
	most := ((m+blocks-1)/blocks + even - 1) / even * even
	for ; m > most; m -= most {
		k.mulStepsF32(c, ldc, a, lda, most, p, from, to, bias)
		c, a = c[most*ldc:], a[most*lda:]
	}
	k.mulStepsF32(c, ldc, a, lda, m, p, from, to, bias)
}

func (k *Kernels) mulStepsF32(c []float32, ldc int, a []float32, lda, m int, p *PackedF32, from, to int, bias []float32) {
	pieces := (to - from + stripSteps - 1) / stripSteps
	some := (to - from + pieces - 1) / pieces // steps of each
	for n := 0; n < Padded(p.N); n += p.strip {
		b := p.values[n*p.K+from*p.strip:][:(to-from)*p.strip]
		switch {
		case p.strip != PanelWidth:
			start, distance := c[n:], ldc
			if bias != nil {
				start, distance = bias[n:Padded(p.N)], 0
			}
			for i := 0; i < to-from; i += some {
				k.stripF(c[n:], ldc, a[i:], lda, m, b[i*p.strip:], min(some, to-from-i), start, distance)
				start, distance = c[n:], ldc
			}
		case bias != nil:
			k.Block(c[n:], ldc, a, lda, m, b, PanelWidth, to-from, bias[n:])
		default:
			for i := 0; i < m; i += k.rows {
				k.addF(c[i*ldc+n:], ldc, a[i*lda:], lda, min(k.rows, m-i), b, PanelWidth, to-from)
			}
		}
	}
}

// Columns are those of p from from to to, from a multiple of PanelWidth. They share p's memory.
func (p *PackedF32) Columns(from, to int) PackedF32 {
	return PackedF32{K: p.K, N: to - from, strip: p.strip, values: p.values[from*p.K : Padded(to)*p.K]}
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

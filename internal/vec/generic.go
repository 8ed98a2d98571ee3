package vec

import "math"

// generic is the reference: plain Go, the same on every processor.
var generic = Kernels{
	name:         "generic",
	rows:         1 << 30,
	blockF:       blockF,
	addF:         addF,
	strip:        PanelWidth,
	arrange:      addOffsets,
	absMax:       absMax,
	quantizeRows: shifted(quantize),
	mulI8:        byPanels(1<<30, blockI),
	transpose:    transpose,
	softmax:      softmax,
	gelu:         gelu,
	layerNorm:    layerNorm,
	dot:          dot,
	dotI8:        dotI8,
	dotF16:       dotF16,
	widen:        widen,
	narrowF16:    narrow,
	scanI8:       scanI8,
	addI8:        addI8,
}

func blockF(c []float32, ldc int, a []float32, lda, rows int, b []float32, ldb, k int, bias []float32) {
	for i := range rows {
		var sum [PanelWidth]float32
		copy(sum[:], bias)
		for j := range k {
			v := a[i*lda+j]
			for n, w := range b[j*ldb:][:PanelWidth] {
				sum[n] += v * w
			}
		}
		copy(c[i*ldc:], sum[:])
	}
}

func addF(c []float32, ldc int, a []float32, lda, rows int, b []float32, ldb, k int) {
	for i := range rows {
		row := c[i*ldc:][:PanelWidth]
		blockF(row, ldc, a[min(i*lda, len(a)):], lda, 1, b, ldb, k, row)
	}
}

func blockI(c []float32, ldc int, a []uint8, lda, rows int, p *PackedI8, panel int, scale []float32, bias []float32) {
	inner := (p.K + 3) &^ 3
	w := p.values[panel*inner:]
	for i := range rows {
		var sum [PanelWidth]int32
		copy(sum[:], p.offset[panel:])
		for j := range inner {
			v := int32(a[i*lda+j])
			for n := range sum {
				sum[n] += v * int32(w[j/4*4*PanelWidth+n*4+j%4])
			}
		}
		for n, s := range sum {
			c[i*ldc+n] = float32(s)*scale[i]*p.Scale[panel+n] + bias[n]
		}
	}
}

func transpose(dst []float32, ldd int, src []float32, lds, m, n int) {
	for i := range m {
		for j, v := range src[i*lds:][:n] {
			dst[j*ldd+i] = v
		}
	}
}

func softmax(x []float32) {
	top := float32(math.Inf(-1))
	for _, v := range x {
		top = max(top, v)
	}
	var sum float64
	for i, v := range x {
		e := math.Exp(float64(v - top))
		x[i] = float32(e)
		sum += e
	}
	for i := range x {
		x[i] = float32(float64(x[i]) / sum)
	}
}

func gelu(x []float32) {
	for i, v := range x {
		x[i] = float32(float64(v) / 2 * (1 + math.Erf(float64(v)/math.Sqrt2)))
	}
}

func layerNorm(x, y, gamma, beta []float32, eps float32) {
	var sum float64
	for i := range x {
		x[i] += y[i]
		sum += float64(x[i])
	}
	mean := sum / float64(len(x))
	var squares float64
	for _, v := range x {
		squares += (float64(v) - mean) * (float64(v) - mean)
	}
	inv := 1 / math.Sqrt(squares/float64(len(x))+float64(eps))
	for i, v := range x {
		x[i] = float32((float64(v)-mean)*inv)*gamma[i] + beta[i]
	}
}

func absMax(x []float32) float32 {
	var top float32
	for _, v := range x {
		top = max(top, float32(math.Abs(float64(v))))
	}
	return top
}

func quantize(dst []uint8, x []float32, inv float32) {
	for i, v := range x {
		dst[i] = uint8(int32(math.RoundToEven(float64(v*inv))) + 128)
	}
}

func dot(a, b []float32) float32 {
	var sum float32
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}

func dotI8(a, b []int8) int32 {
	var sum int32
	for i, v := range a {
		sum += int32(v) * int32(b[i])
	}
	return sum
}

func dotF16(a []float32, h []uint16) float32 {
	var sum float32
	for i, v := range a {
		sum += v * Float32(h[i])
	}
	return sum
}

func scanI8(out []int32, q, rows []int8) {
	for i := range out {
		out[i] = dotI8(q, rows[i*len(q):][:len(q)])
	}
}

func addI8(dst []float32, row []int8, scale float32) {
	for i, v := range row {
		dst[i] += scale * float32(v)
	}
}

func widen(dst []float32, src []uint16) {
	for i, h := range src {
		dst[i] = Float32(h)
	}
}

func narrow(dst []uint16, src []float32) {
	for i, f := range src {
		dst[i] = Float16(f)
	}
}

// Float32 is the value of a float16 (IEEE 754 binary16).
func Float32(h uint16) float32 {
	sign := uint32(h&0x8000) << 16
	exp, frac := uint32(h>>10&0x1f), uint32(h&0x3ff)
	switch exp {
	case 0: // zero and subnormal numbers, in units of 2^-24
		f := float32(frac) / (1 << 24)
		return math.Float32frombits(math.Float32bits(f) | sign)
	case 0x1f:
		if frac != 0 {
			frac |= 0x200 // processors quiet a signalling NaN
		}
		return math.Float32frombits(sign | 0x7f800000 | frac<<13)
	}
	return math.Float32frombits(sign | (exp+112)<<23 | frac<<13)
}

// Float16 is the float16 nearest to f, ties to even.
func Float16(f float32) uint16 {
	bits := math.Float32bits(f)
	sign := uint16(bits >> 16 & 0x8000)
	bits &= 0x7fffffff
	switch {
	case bits > 0x7f800000:
		return sign | 0x7e00 | uint16(bits>>13&0x1ff)
	case bits >= 0x477ff000: // rounds to 65536 or is beyond
		return sign | 0x7c00
	case bits < 0x38800000: // below the smallest normal number: adding 1/2 leaves units of 2^-24 in the low bits
		return sign | uint16(math.Float32bits(math.Float32frombits(bits)+.5)-0x3f000000)
	}
	odd := bits >> 13 & 1
	return sign | uint16((bits-112<<23+0xfff+odd)>>13)
}

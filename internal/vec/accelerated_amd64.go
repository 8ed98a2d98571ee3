package vec

import "golang.org/x/sys/cpu"

func accelerated() []*Kernels {
	var list []*Kernels
	x := &cpu.X86
	if x.HasAVX2 && x.HasFMA && x.HasF16C {
		list = append(list, &avx2)
		if x.HasAVX512F && x.HasAVX512BW && x.HasAVX512DQ && x.HasAVX512VL && x.HasAVX512VNNI {
			list = append(list, &avx512)
		}
	}
	return list
}

var avx2 = Kernels{
	name: "avx2",
	rows: 6,
	blockF: func(c []float32, ldc int, a []float32, lda, rows int, b []float32, ldb, k int, bias []float32) {
		if k == 0 {
			blockF(c, ldc, a, lda, rows, b, ldb, k, bias)
			return
		}
		f := gemmF32AVX2[rows]
		f(&c[0], uintptr(4*ldc), &a[0], uintptr(4*lda), &b[0], uintptr(4*ldb), uintptr(k), &bias[0], 0)
		f(&c[16], uintptr(4*ldc), &a[0], uintptr(4*lda), &b[16], uintptr(4*ldb), uintptr(k), &bias[16], 0)
	},
	strip: 16,
	stripF: func(c []float32, ldc int, a []float32, lda, m int, b []float32, k int, start []float32, lds int) {
		for i := 0; i < m; i += 6 {
			gemmF32AVX2[min(6, m-i)](&c[i*ldc], uintptr(4*ldc), &a[i*lda], uintptr(4*lda), &b[0], 4*16, uintptr(k), &start[i*lds], uintptr(4*lds))
		}
	},
	arrange:      arrangeStrips,
	absMax:       func(x []float32) float32 { return absMaxAVX2(&x[0], size(x)) },
	quantizeRows: quantizeFold,
	mulI8:        mulFold,
	transpose:    transposeWith(transposeAVX2),
	softmax:      func(x []float32) { softmaxAVX2(&x[0], size(x)) },
	gelu:         func(x []float32) { geluAVX2(&x[0], size(x)) },
	layerNorm: func(x, y, gamma, beta []float32, eps float32) {
		layerNormAVX2(&x[0], &y[0], &gamma[0], &beta[0], size(x), 1/float32(len(x)), eps)
	},
	dot: func(a, b []float32) float32 { return dotF32AVX2(&a[0], &b[0], size(a)) },
	dotI8: func(a, b []int8) int32 {
		n := len(a) &^ 15
		return dotI8AVX2(&a[0], &b[0], uintptr(n)) + dotI8(a[n:], b[n:])
	},
	dotF16: func(a []float32, h []uint16) float32 {
		n := len(a) &^ 7
		return dotF16AVX2(&a[0], &h[0], uintptr(n)) + dotF16(a[n:], h[n:])
	},
	widen:     func(dst []float32, src []uint16) { convert(dst, src, 8, widenAVX2, widen) },
	narrowF16: func(dst []uint16, src []float32) { convert(dst, src, 8, narrowAVX2, narrow) },
	addI8: func(dst []float32, row []int8, scale float32) {
		n := len(row) &^ 7
		if n > 0 {
			addI8AVX2(&dst[0], &row[0], uintptr(n), scale)
		}
		addI8(dst[n:], row[n:], scale)
	},
	scanI8: func(out []int32, q, rows []int8) {
		n := len(q) &^ 15
		if n == 0 {
			scanI8(out, q, rows)
			return
		}
		for i := range out {
			row := rows[i*len(q):][:len(q)]
			out[i] = dotI8AVX2(&q[0], &row[0], uintptr(n)) + dotI8(q[n:], row[n:])
		}
	},
}

var avx512 = Kernels{
	name:  "avx512",
	rows:  12,
	strip: PanelWidth,
	blockF: func(c []float32, ldc int, a []float32, lda, rows int, b []float32, ldb, k int, bias []float32) {
		if k == 0 {
			blockF(c, ldc, a, lda, rows, b, ldb, k, bias)
			return
		}
		gemmF32AVX512[rows](&c[0], uintptr(4*ldc), &a[0], uintptr(4*lda), &b[0], uintptr(4*ldb), uintptr(k), &bias[0])
	},
	arrange:      addOffsets,
	absMax:       func(x []float32) float32 { return absMaxAVX512(&x[0], size(x)) },
	quantizeRows: shifted(quantizeWith(quantizeAVX512)),
	mulI8: byPanels(12, func(c []float32, ldc int, a []uint8, lda, rows int, p *PackedI8, panel int, scale []float32, bias []float32) {
		steps := (p.K + 3) / 4
		w := p.values[panel*4*steps:]
		gemmI8AVX512[rows](&c[0], uintptr(4*ldc), &a[0], uintptr(lda), &w[0], uintptr(steps), &p.offset[panel], &p.Scale[panel], &scale[0], &bias[0])
	}),
	transpose: transposeWith(transposeAVX512),
	softmax:   func(x []float32) { softmaxAVX512(&x[0], size(x)) },
	gelu:      func(x []float32) { geluAVX512(&x[0], size(x)) },
	layerNorm: func(x, y, gamma, beta []float32, eps float32) {
		layerNormAVX512(&x[0], &y[0], &gamma[0], &beta[0], size(x), 1/float32(len(x)), eps)
	},
	dot: func(a, b []float32) float32 { return dotF32AVX512(&a[0], &b[0], size(a)) },
	dotI8: func(a, b []int8) int32 {
		n := len(a) &^ 31
		return dotI8AVX512(&a[0], &b[0], uintptr(n)) + dotI8(a[n:], b[n:])
	},
	dotF16: func(a []float32, h []uint16) float32 {
		n := len(a) &^ 15
		return dotF16AVX512(&a[0], &h[0], uintptr(n)) + dotF16(a[n:], h[n:])
	},
	widen:     func(dst []float32, src []uint16) { convert(dst, src, 16, widenAVX512, widen) },
	narrowF16: func(dst []uint16, src []float32) { convert(dst, src, 16, narrowAVX512, narrow) },
	addI8: func(dst []float32, row []int8, scale float32) {
		n := len(row) &^ 15
		if n > 0 {
			addI8AVX512(&dst[0], &row[0], uintptr(n), scale)
		}
		addI8(dst[n:], row[n:], scale)
	},
	scanI8: func(out []int32, q, rows []int8) {
		n := len(q) &^ 63
		if n == 0 {
			scanI8(out, q, rows)
			return
		}
		var sum int32
		for _, v := range q[:n] {
			sum += int32(v)
		}
		scanI8AVX512(&out[0], &q[0], &rows[0], size(q), size(out), uintptr(n), uintptr(int64(128*sum)))
		if n < len(q) {
			for i := range out {
				out[i] += dotI8(q[n:], rows[i*len(q)+n:][:len(q)-n])
			}
		}
	},
}

// transposeWith leaves to plain Go the rows and values at the end that do not fill a register.
func transposeWith(f func(dst *float32, ldd uintptr, src *float32, lds, fours uintptr)) func(dst []float32, ldd int, src []float32, lds, m, n int) {
	return func(dst []float32, ldd int, src []float32, lds, m, n int) {
		even, fours := m&^7, n/4
		if fours == 0 {
			even = 0
		}
		for i := 0; i < even; i += 8 {
			f(&dst[i], uintptr(4*ldd), &src[i*lds], uintptr(4*lds), uintptr(fours))
			if n%4 != 0 {
				transpose(dst[4*fours*ldd+i:], ldd, src[i*lds+4*fours:], lds, 8, n%4)
			}
		}
		if even < m {
			transpose(dst[even:], ldd, src[even*lds:], lds, m-even, n)
		}
	}
}

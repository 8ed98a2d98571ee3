package vec

import "golang.org/x/sys/cpu"

func accelerated() []*Kernels {
	list := []*Kernels{&neon}
	if cpu.ARM64.HasASIMDDP {
		list = append(list, &dotprod)
	}
	return list
}

// neon is for every arm64 processor.
var neon = Kernels{
	name:  "neon",
	rows:  6,
	strip: PanelWidth,
	blockF: func(c []float32, ldc int, a []float32, lda, rows int, b []float32, ldb, k int, bias []float32) {
		if k == 0 {
			blockF(c, ldc, a, lda, rows, b, ldb, k, bias)
			return
		}
		f := gemmF32NEON[rows]
		for n := 0; n < PanelWidth; n += 16 {
			f(&c[n], uintptr(4*ldc), &a[0], uintptr(4*lda), &b[n], uintptr(4*ldb), uintptr(k), &bias[n])
		}
	},
	arrange:      addOffsets,
	absMax:       func(x []float32) float32 { return absMaxNEON(&x[0], size(x)) },
	quantizeRows: shifted(quantizeWith(quantizeNEON)),
	mulI8: byPanels(6, func(c []float32, ldc int, a []uint8, lda, rows int, p *PackedI8, panel int, scale []float32, bias []float32) {
		blockI8(gemmI8NEON[rows], c, ldc, a, lda, p, panel, scale, bias)
	}),
	transpose: transpose,
	softmax:   func(x []float32) { softmaxNEON(&x[0], size(x)) },
	gelu:      func(x []float32) { geluNEON(&x[0], size(x)) },
	layerNorm: func(x, y, gamma, beta []float32, eps float32) {
		layerNormNEON(&x[0], &y[0], &gamma[0], &beta[0], size(x), 1/float32(len(x)), eps)
	},
	dot:   func(a, b []float32) float32 { return dotF32NEON(&a[0], &b[0], size(a)) },
	dotI8: func(a, b []int8) int32 { return dotWith(dotI8NEON, a, b) },
	dotF16: func(a []float32, h []uint16) float32 {
		n := len(a) &^ 7
		return dotF16NEON(&a[0], &h[0], uintptr(n)) + dotF16(a[n:], h[n:])
	},
	widen:     func(dst []float32, src []uint16) { convert(dst, src, 8, widenNEON, widen) },
	narrowF16: func(dst []uint16, src []float32) { convert(dst, src, 8, narrowNEON, narrow) },
	addI8: func(dst []float32, row []int8, scale float32) {
		n := len(row) &^ 7
		if n > 0 {
			addI8NEON(&dst[0], &row[0], uintptr(n), scale)
		}
		addI8(dst[n:], row[n:], scale)
	},
	scanI8: func(out []int32, q, rows []int8) { scanWith(dotI8NEON, out, q, rows) },
}

// dotprod is neon with the dot products of small integers that Armv8.2 brought.
var dotprod = func() Kernels {
	k := neon
	k.name = "dotprod"
	k.mulI8 = byPanels(6, func(c []float32, ldc int, a []uint8, lda, rows int, p *PackedI8, panel int, scale []float32, bias []float32) {
		blockI8(gemmI8DOT[rows], c, ldc, a, lda, p, panel, scale, bias)
	})
	k.dotI8 = func(a, b []int8) int32 { return dotWith(dotI8DOT, a, b) }
	k.scanI8 = func(out []int32, q, rows []int8) { scanWith(dotI8DOT, out, q, rows) }
	return k
}()

type gemmI8Func = func(c *float32, ldc uintptr, a *uint8, lda uintptr, b *int8, k4 uintptr, wscale, ascale, bias *float32)

func blockI8(f gemmI8Func, c []float32, ldc int, a []uint8, lda int, p *PackedI8, panel int, scale, bias []float32) {
	steps := (p.K + 3) / 4
	w := p.values[panel*4*steps:]
	for n := 0; n < PanelWidth; n += 16 {
		f(&c[n], uintptr(4*ldc), &a[0], uintptr(lda), &w[4*n], uintptr(steps), &p.Scale[panel+n], &scale[0], &bias[n])
	}
}

// dotWith leaves to plain Go what does not fill a register.
func dotWith(f func(a, b *int8, n uintptr) int32, a, b []int8) int32 {
	n := len(a) &^ 15
	return f(&a[0], &b[0], uintptr(n)) + dotI8(a[n:], b[n:])
}

func scanWith(f func(a, b *int8, n uintptr) int32, out []int32, q, rows []int8) {
	if len(q) == 0 {
		scanI8(out, q, rows)
		return
	}
	for i := range out {
		out[i] = dotWith(f, q, rows[i*len(q):][:len(q)])
	}
}

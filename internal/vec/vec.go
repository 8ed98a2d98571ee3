// Package vec holds the arithmetic that encoders and exact search spend their time in: matrix products, the
// functions between the layers of a transformer, dot products, and conversions to small number formats. Each kernel
// has a plain Go reference and assembly: on amd64 for AVX2 with FMA and for AVX-512 with VNNI, on arm64 for Advanced SIMD
// (NEON) and for its dot products of small integers. Which is used is chosen once by what the processor can do. It knows
// nothing of models or of storage.
//
//go:generate go run ./gen
package vec

import (
	"fmt"
	"math"
	"os"
	"strings"
	"sync"
)

// Kernels is one implementation of everything in this package. Its methods may be called from many goroutines at
// once; they keep nothing that they are given, and allocate nothing but what a
// LeftI8 needs. Slices that a method takes must not overlap unless it
// says so, and lengths that do not fit each other are a fault of the program: they panic as an index does.
type Kernels struct {
	name string

	rows   int // of the left operand that one block of a matrix product takes
	blockF func(c []float32, ldc int, a []float32, lda, rows int, b []float32, ldb, k int, bias []float32)
	addF   func(c []float32, ldc int, a []float32, lda, rows int, b []float32, ldb, k int) // nil where there is none
	strip  int                                                                             // columns of a PackedF32 that stand side by side: PanelWidth, or fewer where there is a stripF
	stripF func(c []float32, ldc int, a []float32, lda, m int, b []float32, k int, start []float32, lds int)

	arrange      func(p *PackedI8)
	absMax       func(x []float32) float32 // of at least one value
	quantizeRows func(l *LeftI8, row rowSource)
	mulI8        func(c []float32, ldc int, a *LeftI8, b *PackedI8, bias []float32)

	transpose func(dst []float32, ldd int, src []float32, lds, m, n int)
	softmax   func(x []float32)
	gelu      func(x []float32)
	layerNorm func(x, y, gamma, beta []float32, eps float32)
	dot       func(a, b []float32) float32
	dotI8     func(a, b []int8) int32
	dotF16    func(a []float32, h []uint16) float32
	widen     func(dst []float32, src []uint16)
	narrowF16 func(dst []uint16, src []float32)
	scanI8    func(out []int32, q, rows []int8)
	addI8     func(dst []float32, row []int8, scale float32)
}

// Name is "generic", "avx2", "avx512", "neon" or "dotprod".
func (k *Kernels) Name() string { return k.name }

// Available lists what this processor can run, the plain reference first and the fastest last.
func Available() []*Kernels { return append([]*Kernels{&generic}, accelerated()...) }

// Best is the fastest implementation, or the one that the environment variable SPAR_CPU names when the processor can
// run it. It is chosen at the first call.
var Best = sync.OnceValue(func() *Kernels {
	all := Available()
	if k, err := pick(all, os.Getenv("SPAR_CPU")); err == nil {
		return k
	}
	return all[len(all)-1]
})

// Check returns an error for a wrong value of SPAR_CPU; Best passes over such a value.
func Check(value string) error {
	_, err := pick(Available(), value)
	return err
}

func pick(all []*Kernels, name string) (*Kernels, error) {
	if name == "" {
		return all[len(all)-1], nil
	}
	var names []string
	for _, k := range all {
		if k.name == name {
			return k, nil
		}
		names = append(names, k.name)
	}
	return nil, fmt.Errorf("SPAR_CPU is %q, but this processor runs %s", name, strings.Join(names, ", "))
}

// Transpose writes the columns of src as rows: m rows of n values, lds apart, become n rows of m values, ldd apart.
func (k *Kernels) Transpose(dst []float32, ldd int, src []float32, lds, m, n int) {
	if m <= 0 || n <= 0 {
		return
	}
	if lds < n || ldd < m {
		panic("vec: a stride is shorter than its row")
	}
	_ = src[(m-1)*lds+n-1]
	_ = dst[(n-1)*ldd+m-1]
	k.transpose(dst, ldd, src, lds, m, n)
}

// Softmax replaces x by exp(x)/sum(exp(x)), shifted by the maximum so that nothing overflows.
func (k *Kernels) Softmax(x []float32) {
	if len(x) > 0 {
		k.softmax(x)
	}
}

// GELU replaces each value x by x/2 (1 + erf(x/sqrt 2)), the form that BERT uses (Hendrycks and Gimpel 2016), with an
// absolute error below 2e-6 for |x| <= 20 and 1e-7 |x| beyond.
func (k *Kernels) GELU(x []float32) {
	if len(x) > 0 {
		k.gelu(x)
	}
}

// AddLayerNorm replaces x by gamma (x + y - mean)/sqrt(variance + eps) + beta, mean and variance being those of x + y
// (Ba, Kiros and Hinton 2016).
func (k *Kernels) AddLayerNorm(x, y, gamma, beta []float32, eps float32) {
	n := len(x)
	if n > 0 {
		k.layerNorm(x, y[:n], gamma[:n], beta[:n], eps)
	}
}

// Dot is the dot product of two vectors of one length.
func (k *Kernels) Dot(a, b []float32) float32 {
	if len(a) == 0 {
		return 0
	}
	return k.dot(a, b[:len(a)])
}

// MaxDotI8 is the greatest length whose product of int8 vectors is sure to fit an int32.
const MaxDotI8 = math.MaxInt32 / (128 * 128)

// DotI8 is the dot product of two vectors of one length, at most MaxDotI8.
func (k *Kernels) DotI8(a, b []int8) int32 {
	if len(a) == 0 {
		return 0
	}
	return k.dotI8(a, b[:len(a)])
}

// ScanI8 writes the dot product of q with each of the len(out) rows, which lie one behind the other.
func (k *Kernels) ScanI8(out []int32, q, rows []int8) {
	if len(out) > 0 {
		k.scanI8(out, q, rows[:len(out)*len(q)])
	}
}

// AddI8 adds scale times the int8 values of row to as many values of dst.
func (k *Kernels) AddI8(dst []float32, row []int8, scale float32) {
	k.addI8(dst[:len(row)], row, scale)
}

// DotF16 is the dot product of float32 values with float16 values (IEEE 754 binary16), in float32 arithmetic.
func (k *Kernels) DotF16(a []float32, h []uint16) float32 {
	if len(a) == 0 {
		return 0
	}
	return k.dotF16(a, h[:len(a)])
}

// Widen turns float16 into float32, exactly.
func (k *Kernels) Widen(dst []float32, src []uint16) { k.widen(dst[:len(src)], src) }

// Narrow rounds float32 to the nearest float16, ties to even; too large values become infinite.
func (k *Kernels) Narrow(dst []uint16, src []float32) { k.narrowF16(dst[:len(src)], src) }

// QuantizeI8 writes round(x/scale), which lies in [-127, 127], and returns scale, the largest magnitude of x over 127,
// or 0 when all of x is 0.
func QuantizeI8(dst []int8, x []float32) (scale float32) {
	dst = dst[:len(x)]
	top := absMax(x)
	if top == 0 {
		clear(dst)
		return 0
	}
	inv := 127 / top
	for i, v := range x {
		dst[i] = int8(math.RoundToEven(float64(v * inv)))
	}
	return top / 127
}

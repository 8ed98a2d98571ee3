package vec

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestMulF32(t *testing.T) {
	each(t, func(t *testing.T, k *Kernels) {
		r := rand.New(rand.NewPCG(1, 1))
		for _, inner := range []int{0, 1, 2, 3, 4, 5, 7, 32, 257} {
			for _, n := range []int{1, 31, 32, 33, 64} {
				for m := range 27 {
					lda, ldc := inner+r.IntN(3), Padded(n)+r.IntN(3)
					w := floats(r, make([]float32, n*inner), 1)
					p := &PackedF32{K: inner, N: n, Panels: guarded[float32](t, inner*Padded(n))}
					p.PackRows(w, inner)
					bias := floats(r, guarded[float32](t, Padded(n)), 1)
					a := floats(r, guarded[float32](t, max(0, (m-1)*lda+inner)), 1)
					got, want := guarded[float32](t, max(0, (m-1)*ldc+Padded(n))), make([]float32, m*ldc)
					k.MulF32(got, ldc, a, lda, m, p, bias)
					generic.MulF32(want, ldc, a, lda, m, p, bias)
					for i := range m {
						near(t, fmt.Sprintf("%dx%dx%d row %d", m, inner, n, i), got[i*ldc:][:n], want[i*ldc:][:n], 1e-4)
					}
					if m > 0 && inner > 0 { // the reference against the definition
						var sum float64
						for i := range inner {
							sum += float64(a[i]) * float64(w[(n-1)*inner+i])
						}
						near(t, "definition", want[n-1:n], []float32{float32(sum + float64(bias[n-1]))}, 1e-4)
					}
				}
			}
		}
	})
}

func packInts(r *rand.Rand, t *testing.T, inner, n int) ([]int8, []float32) {
	panels := guarded[int8](t, PanelBytes(inner, n))
	for col := range n {
		for i := range inner {
			panels[At(inner, i, col)] = int8(r.IntN(255) - 127)
		}
	}
	return panels, floats(r, guarded[float32](t, Padded(n)), .01)
}

func TestMulI8(t *testing.T) {
	each(t, func(t *testing.T, k *Kernels) {
		r := rand.New(rand.NewPCG(1, 1))
		for _, inner := range []int{1, 3, 4, 5, 32, 257, 1536} {
			for _, n := range []int{1, 32, 33} {
				for m := range 27 {
					lda, ldc := (inner+3)&^3, Padded(n)+r.IntN(3)
					panels, scale := packInts(r, t, inner, n)
					p := NewPackedI8(inner, n, panels, scale)
					bias := floats(r, guarded[float32](t, Padded(n)), 1)
					a := guarded[uint8](t, m*lda)
					for i := range a {
						a[i] = uint8(r.IntN(256))
						if m%3 == 0 {
							a[i] = 255
						}
					}
					as := floats(r, guarded[float32](t, m), .01)
					got, want := guarded[float32](t, max(0, (m-1)*ldc+Padded(n))), make([]float32, m*ldc)
					k.MulI8(got, ldc, a, lda, m, as, p, bias)
					generic.MulI8(want, ldc, a, lda, m, as, p, bias)
					for i := range m {
						near(t, fmt.Sprintf("%dx%dx%d row %d", m, inner, n, i), got[i*ldc:][:n], want[i*ldc:][:n], 1e-5)
					}
				}
			}
		}
	})
}

// The worst that 16-bit sums can meet: all weights and all activations at their extremes.
func TestMulI8Saturation(t *testing.T) {
	for _, k := range Available() {
		for _, w := range []int8{127, -127} {
			const inner = 64
			panels := make([]int8, PanelBytes(inner, 1))
			for i := range inner {
				panels[At(inner, i, 0)] = w
			}
			scale := make([]float32, PanelWidth)
			scale[0] = 1
			p := NewPackedI8(inner, 1, panels, scale)
			for _, v := range []uint8{0, 1, 128, 255} {
				a := bytes.Repeat([]byte{v}, inner)
				c := make([]float32, PanelWidth)
				k.MulI8(c, PanelWidth, a, inner, 1, []float32{1}, p, make([]float32, PanelWidth))
				if want := float32(int(w) * (int(v) - 128) * inner); c[0] != want {
					t.Errorf("%s: %d x %d: got %v, want %v", k.name, w, v, c[0], want)
				}
			}
		}
	}
}

func TestUnpack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	panels, scale := packInts(r, t, 7, 40)
	p := NewPackedI8(7, 40, panels, scale)
	got := make([]float32, 7)
	p.Unpack(got, 35)
	for i, v := range got {
		if want := float32(panels[At(7, i, 35)]) * scale[35]; v != want {
			t.Errorf("value %d is %v, want %v", i, v, want)
		}
	}
}

// A row of a product is the same whatever rows stand beside it.
func TestRowsAreIndependent(t *testing.T) {
	for _, k := range Available() {
		r := rand.New(rand.NewPCG(9, 9))
		const inner, n, m = 384, 64, 40
		p := NewPackedF32(inner, n)
		p.PackRows(floats(r, make([]float32, n*inner), 1), inner)
		a, bias := floats(r, make([]float32, m*inner), 1), make([]float32, n)
		whole, alone := make([]float32, m*n), make([]float32, n)
		k.MulF32(whole, n, a, inner, m, p, bias)
		for i := range m {
			k.MulF32(alone, n, a[i*inner:], inner, 1, p, bias)
			if !slices.Equal(alone, whole[i*n:][:n]) {
				t.Fatalf("%s: row %d differs from the row alone", k.name, i)
			}
		}
	}
}

func BenchmarkMulF32(b *testing.B) {
	const m, inner, n = 192, 384, 1536
	r := rand.New(rand.NewPCG(1, 1))
	p := NewPackedF32(inner, n)
	p.PackRows(floats(r, make([]float32, n*inner), 1), inner)
	a, bias, c := floats(r, make([]float32, m*inner), 1), make([]float32, n), make([]float32, m*n)
	for _, k := range Available() {
		b.Run(k.name, func(b *testing.B) {
			for b.Loop() {
				k.MulF32(c, n, a, inner, m, p, bias)
			}
			b.ReportMetric(2*m*inner*n*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
	}
}

func BenchmarkMulI8(b *testing.B) {
	const m, inner, n = 192, 384, 1536
	scale, bias, c := make([]float32, n), make([]float32, n), make([]float32, m*n)
	a, as := make([]uint8, m*inner), make([]float32, m)
	for _, k := range Available() {
		b.Run(k.name, func(b *testing.B) {
			p := NewPackedI8(inner, n, make([]int8, PanelBytes(inner, n)), scale)
			for b.Loop() {
				k.MulI8(c, n, a, inner, m, as, p, bias)
			}
			b.ReportMetric(2*m*inner*n*float64(b.N)/b.Elapsed().Seconds()/1e9, "GOP/s")
		})
	}
}

func BenchmarkElementwise(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	const n = 1536
	x, src, y := make([]float32, n), floats(r, make([]float32, n), 1), make([]float32, n)
	u := make([]uint8, n)
	for _, k := range Available() {
		for name, f := range map[string]func(){
			"gelu":      func() { copy(x, src); k.GELU(x) },
			"softmax":   func() { copy(x, src); k.Softmax(x) },
			"layernorm": func() { copy(x, src); k.AddLayerNorm(x, y, y, y, 1e-12) },
			"quantize":  func() { k.QuantizeU8(u, src) },
		} {
			b.Run(k.name+"/"+name, func(b *testing.B) {
				for b.Loop() {
					f()
				}
				b.ReportMetric(b.Elapsed().Seconds()*1e9/n/float64(b.N), "ns/value")
			})
		}
	}
}

func BenchmarkScanI8(b *testing.B) {
	const rows, dim = 100_000, 384
	r := rand.New(rand.NewPCG(1, 1))
	q, data, out := ints(r, make([]int8, dim)), ints(r, make([]int8, rows*dim)), make([]int32, rows)
	for _, k := range Available() {
		b.Run(k.name, func(b *testing.B) {
			b.SetBytes(rows * dim)
			for b.Loop() {
				k.ScanI8(out, q, data)
			}
		})
	}
}

package vec

import (
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
					p, q := k.NewPackedF32(inner, n), generic.NewPackedF32(inner, n)
					p.values = guarded[float32](t, inner*Padded(n))
					p.PackRows(w, inner)
					q.PackRows(w, inner)
					bias := floats(r, guarded[float32](t, Padded(n)), 1)
					a := floats(r, guarded[float32](t, max(0, (m-1)*lda+inner)), 1)
					got, want := guarded[float32](t, max(0, (m-1)*ldc+Padded(n))), make([]float32, m*ldc)
					k.MulF32(got, ldc, a, lda, m, p, bias)
					generic.MulF32(want, ldc, a, lda, m, q, bias)
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

// A product taken in pieces of both inner dimension and columns is the same as the whole.
func TestMulStepsF32(t *testing.T) {
	for _, k := range Available() {
		if !k.Adds() {
			continue
		}
		t.Run(k.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 1))
			for _, inner := range []int{1, 5, 64, 257} {
				for _, n := range []int{1, 33, 100} {
					for m := range 15 {
						p := k.NewPackedF32(inner, n)
						p.PackRows(floats(r, make([]float32, n*inner), 1), inner)
						ldc := Padded(n)
						a, bias := floats(r, guarded[float32](t, m*inner), 1), floats(r, make([]float32, ldc), 1)
						got, want := guarded[float32](t, m*ldc), make([]float32, m*ldc)
						k.MulF32(want, ldc, a, inner, m, p, bias)
						for from := 0; from < inner; {
							to := min(from+1+r.IntN(inner), inner)
							first := bias
							if from > 0 {
								first = nil
							}
							k.MulStepsF32(got, ldc, a[min(from, len(a)):], inner, m, p, from, to, first)
							from = to
						}
						if !slices.Equal(got, want) {
							t.Fatalf("%dx%dx%d: steps differ from the whole", m, inner, n)
						}
						clear(got)
						for from := 0; from < n; from += PanelWidth {
							part := p.Columns(from, min(from+PanelWidth, n))
							k.MulF32(got[min(from, len(got)):], ldc, a, inner, m, &part, bias[from:])
						}
						if !slices.Equal(got, want) {
							t.Fatalf("%dx%dx%d: columns differ from the whole", m, inner, n)
						}
					}
				}
			}
		})
	}
}

// whole gives m rows of whole numbers in [-127, 127], the largest magnitude among them thrice, so that none is alone,
// which quantise to themselves at scale 1.
func whole(r *rand.Rand, x []float32, ldx, m, inner, spread int) {
	for i := range m {
		row := x[i*ldx:][:inner]
		for j := range row {
			row[j] = float32(max(-127, min(127, int(r.NormFloat64()*float64(spread)))))
		}
		if inner > 0 {
			at := r.IntN(inner)
			row[at], row[(at+1)%inner], row[(at+2)%inner] = float32(127-254*r.IntN(2)), 127, -127
		}
	}
}

// TestMulI8 compares with sums of whole numbers. The spreads are of few large activations, of many, and of the extremes.
func TestMulI8(t *testing.T) {
	for _, k := range Available() {
		t.Run(k.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 1))
			var l LeftI8
			for _, inner := range []int{0, 1, 3, 4, 5, 8, 12, 31, 32, 33, 257} {
				for _, n := range []int{1, 32, 33, 100} {
					for m := range 27 {
						ldx, ldc := inner+r.IntN(3), Padded(n)+r.IntN(3)
						w := make([]int8, inner*n)
						panels := guarded[int8](t, PanelBytes(inner, n))
						clear(panels)
						for i := range w {
							w[i] = int8(r.IntN(255) - 127)
							if m%3 == 0 {
								w[i] = int8(127 - 254*(m&1))
							}
							panels[At(inner, i%inner, i/inner)] = w[i]
						}
						scale := floats(r, guarded[float32](t, Padded(n)), .01)
						p := k.NewPackedI8(inner, n, panels, scale)
						bias := floats(r, guarded[float32](t, Padded(n)), 1)
						if m == 0 {
							again := p.Panels()
							for i := range w {
								if got := again[At(inner, i%inner, i/inner)]; got != w[i] {
									t.Fatalf("%dx%d: weight %d comes back as %d, want %d", inner, n, i, got, w[i])
								}
							}
						}
						x := guarded[float32](t, max(0, (m-1)*ldx+inner))
						whole(r, x, ldx, m, inner, []int{20, 60, 1000}[m%3])
						l.values, l.scale = guarded[uint8](t, m*Padded(inner)), guarded[float32](t, m)
						if k.name != "avx2" {
							l.values = guarded[uint8](t, m*((inner+3)&^3))
						}
						k.Quantize(&l, x, ldx, m, inner)
						got := guarded[float32](t, max(0, (m-1)*ldc+Padded(n)))
						k.MulI8(got, ldc, &l, p, bias)
						for i := range m {
							for j := range n {
								var sum int64
								for s := range inner {
									sum += int64(x[i*ldx+s]) * int64(w[j*inner+s])
								}
								near(t, fmt.Sprintf("%dx%dx%d row %d column %d", m, inner, n, i, j), got[i*ldc+j:][:1], []float32{float32(sum)*scale[j] + bias[j]}, 1e-6)
							}
						}
					}
				}
			}
		})
	}
}

// All Kernels give the same to the last bit or nearly: their sums are equal.
func TestMulI8IsTheSame(t *testing.T) {
	each(t, func(t *testing.T, k *Kernels) {
		r := rand.New(rand.NewPCG(2, 2))
		const inner, n, m = 100, 40, 17
		x, bias, scale := make([]float32, m*inner), floats(r, make([]float32, Padded(n)), 1), floats(r, make([]float32, Padded(n)), .01)
		panels := make([]int8, PanelBytes(inner, n))
		for i := range inner * n {
			panels[At(inner, i%inner, i/inner)] = int8(r.IntN(255) - 127)
		}
		want, got := make([]float32, m*Padded(n)), make([]float32, m*Padded(n))
		var l LeftI8
		for _, spread := range []float64{.1, 1, 100} {
			floats(r, x, spread)
			clear(x[inner : 2*inner])
			generic.Quantize(&l, x, inner, m, inner)
			generic.MulI8(want, Padded(n), &l, generic.NewPackedI8(inner, n, slices.Clone(panels), scale), bias)
			k.Quantize(&l, x, inner, m, inner)
			k.MulI8(got, Padded(n), &l, k.NewPackedI8(inner, n, slices.Clone(panels), scale), bias)
			near(t, "product", got, want, 1e-6)
		}
	})
}

// Some columns of a product are the same as in the whole.
func TestColumnsI8(t *testing.T) {
	for _, k := range Available() {
		r := rand.New(rand.NewPCG(3, 3))
		for _, inner := range []int{1, 12, 100} {
			const n, m = 100, 7
			ld := Padded(n)
			p := k.NewPackedI8(inner, n, ints(r, make([]int8, PanelBytes(inner, n))), floats(r, make([]float32, ld), .01))
			bias := floats(r, make([]float32, ld), 1)
			var l LeftI8
			k.Quantize(&l, floats(r, make([]float32, m*inner), 1), inner, m, inner)
			got, want := make([]float32, m*ld), make([]float32, m*ld)
			k.MulI8(want, ld, &l, p, bias)
			for from := 0; from < n; from += PanelWidth {
				part := p.Columns(from, min(from+PanelWidth, n))
				k.MulI8(got[from:], ld, &l, &part, bias[from:])
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, %d steps: columns differ from the whole", k.name, inner)
			}
		}
	}
}

// The worst that 16-bit sums can meet: all weights and all activations at their extremes.
func TestMulI8Saturation(t *testing.T) {
	for _, k := range Available() {
		for _, w := range []int8{127, -127, -128} {
			const inner = 64
			panels := make([]int8, PanelBytes(inner, 1))
			for i := range inner {
				panels[At(inner, i, 0)] = w
			}
			scale := make([]float32, PanelWidth)
			scale[0] = 1
			p := k.NewPackedI8(inner, 1, panels, scale)
			// Values of eight activations; ever more of them are at the extremes.
			for _, at := range []uint{0, 1, 3, 0x11, 0x33, 0x0f, 0xf0, 0xff, 0xcc, 0xaa} {
				for _, v := range []float32{127, -127} {
					x := make([]float32, inner)
					for i := range x {
						x[i] = -v / 127
						if at>>(i%8)&1 == 1 {
							x[i] = v
						}
					}
					x[0] = v
					var sum float32
					for _, a := range x {
						sum += a
					}
					var l LeftI8
					k.Quantize(&l, x, inner, 1, inner)
					c := make([]float32, PanelWidth)
					k.MulI8(c, PanelWidth, &l, p, make([]float32, PanelWidth))
					if want := float32(w) * sum; c[0] != want {
						t.Errorf("%s: weights %d, activations %v at %#x: got %v, want %v", k.name, w, v, at, c[0], want)
					}
				}
			}
		}
	}
}

// Weights of 8 bits, packed as float32, are what they stand for.
func TestPackI8(t *testing.T) {
	for _, k := range Available() {
		for _, size := range [][2]int{{1, 1}, {7, 40}, {12, 64}} {
			inner, n := size[0], size[1]
			r := rand.New(rand.NewPCG(1, 1))
			panels, scale := ints(r, make([]int8, PanelBytes(inner, n))), floats(r, make([]float32, Padded(n)), 1)
			p, q := k.NewPackedF32(inner, n), k.NewPackedF32(inner, n)
			w := make([]float32, inner*n)
			for i := range w {
				w[i] = scale[i/inner] * float32(panels[At(inner, i%inner, i/inner)])
			}
			p.PackRows(w, inner)
			q.PackI8(panels, scale)
			for c := range n {
				for i := range inner {
					if got, want := q.column(c)[i*q.strip], p.column(c)[i*p.strip]; got != want {
						t.Fatalf("%s: %dx%d: value %d of column %d is %v, want %v", k.name, inner, n, i, c, got, want)
					}
				}
			}
		}
	}
}

// A row of a product is the same whatever rows stand beside it.
func TestRowsAreIndependent(t *testing.T) {
	for _, k := range Available() {
		r := rand.New(rand.NewPCG(9, 9))
		const inner, n, m = 384, 64, 130
		p := k.NewPackedF32(inner, n)
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
	w := floats(r, make([]float32, n*inner), 1)
	a, bias, c := floats(r, make([]float32, m*inner), 1), make([]float32, n), make([]float32, m*n)
	for _, k := range Available() {
		b.Run(k.name, func(b *testing.B) {
			p := k.NewPackedF32(inner, n)
			p.PackRows(w, inner)
			for b.Loop() {
				k.MulF32(c, n, a, inner, m, p, bias)
			}
			b.ReportMetric(2*m*inner*n*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
	}
}

func BenchmarkMulI8(b *testing.B) {
	const m, inner, n = 192, 384, 1536
	r := rand.New(rand.NewPCG(1, 1))
	scale, bias, c := make([]float32, n), make([]float32, n), make([]float32, m*n)
	x := floats(r, make([]float32, m*inner), 1)
	for i := range m { // as encoders have it: a few values far from the others
		for j := range 4 {
			x[i*inner+(97*j+i)%inner] *= 2
		}
	}
	for _, k := range Available() {
		b.Run(k.name, func(b *testing.B) {
			p := k.NewPackedI8(inner, n, make([]int8, PanelBytes(inner, n)), scale)
			var l LeftI8
			k.Quantize(&l, x, inner, m, inner)
			for b.Loop() {
				k.MulI8(c, n, &l, p, bias)
			}
			b.ReportMetric(2*m*inner*n*float64(b.N)/b.Elapsed().Seconds()/1e9, "GOP/s")
		})
	}
}

func BenchmarkElementwise(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	const n = 1536
	x, src, y := make([]float32, n), floats(r, make([]float32, n), 1), make([]float32, n)
	var l LeftI8
	for _, k := range Available() {
		for name, f := range map[string]func(){
			"gelu":      func() { copy(x, src); k.GELU(x) },
			"softmax":   func() { copy(x, src); k.Softmax(x) },
			"layernorm": func() { copy(x, src); k.AddLayerNorm(x, y, y, y, 1e-12) },
			"quantize":  func() { k.Quantize(&l, src, n, 1, n) },
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

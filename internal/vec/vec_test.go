package vec

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// each runs a test for every implementation but the reference.
func each(t *testing.T, f func(t *testing.T, k *Kernels)) {
	all := Available()[1:]
	if len(all) == 0 {
		t.Skip("this processor runs the reference only")
	}
	for _, k := range all {
		t.Run(k.Name(), func(t *testing.T) { f(t, k) })
	}
}

func floats(r *rand.Rand, x []float32, scale float64) []float32 {
	for i := range x {
		x[i] = float32(r.NormFloat64() * scale)
	}
	return x
}

func ints(r *rand.Rand, x []int8) []int8 {
	for i := range x {
		x[i] = int8(r.IntN(256) - 128)
	}
	return x
}

// near fails unless got and want differ by at most tol, relative to want where that is larger than 1.
func near(t *testing.T, what string, got, want []float32, tol float64) {
	t.Helper()
	for i := range want {
		d := math.Abs(float64(got[i]) - float64(want[i]))
		if !(d <= tol*max(1, math.Abs(float64(want[i])))) {
			t.Fatalf("%s: value %d is %v, want %v", what, i, got[i], want[i])
		}
	}
}

// lengths calls f for all lengths from 0 to 257, with operands that end at an unmapped page and with operands that
// begin at odd offsets.
func lengths(t *testing.T, f func(n int, room func() []float32)) {
	buf := make([]float32, 0, 1<<20)
	for n := range 258 {
		f(n, func() []float32 { return guarded[float32](t, n) })
		for off := range min(64, n) {
			buf = buf[:0]
			f(n, func() []float32 {
				at := len(buf) + off
				buf = buf[:at+n]
				return buf[at : at+n : at+n]
			})
			if n%7 != 0 { // all offsets for every seventh length, one for the others
				break
			}
		}
	}
}

func TestElementwise(t *testing.T) {
	each(t, func(t *testing.T, k *Kernels) {
		r := rand.New(rand.NewPCG(1, 2))
		lengths(t, func(n int, room func() []float32) {
			name := fmt.Sprintf("length %d", n)
			x, y, gamma, beta := room(), room(), room(), room()
			want := floats(r, make([]float32, n), 10)

			copy(x, want)
			k.Softmax(x)
			generic.Softmax(want)
			near(t, "softmax of "+name, x, want, 1e-6)

			floats(r, want, 3)
			copy(x, want)
			k.GELU(x)
			generic.GELU(want)
			near(t, "GELU of "+name, x, want, 2e-6)

			floats(r, want, 2)
			copy(x, want)
			floats(r, y, 1)
			floats(r, gamma, 1)
			floats(r, beta, 1)
			k.AddLayerNorm(x, y, gamma, beta, 1e-12)
			generic.AddLayerNorm(want, y, gamma, beta, 1e-12)
			if n > 2 { // one and two values are all cancellation
				near(t, "LayerNorm of "+name, x, want, 2e-5)
			}

			near(t, "dot of "+name, []float32{k.Dot(y, gamma)}, []float32{generic.Dot(y, gamma)}, 1e-4)
		})
	})
}

func TestGELUEverywhere(t *testing.T) {
	each(t, func(t *testing.T, k *Kernels) {
		var x []float32
		for v := -20.0; v <= 20; v += 1. / 4096 {
			x = append(x, float32(v))
		}
		x = append(x, 0, float32(math.Copysign(0, -1)), 1e-30, -1e-30, 1e30)
		want := slices.Clone(x)
		k.GELU(x)
		generic.GELU(want)
		near(t, "GELU", x, want, 2e-6)
	})
}

func TestSoftmaxExtremes(t *testing.T) {
	each(t, func(t *testing.T, k *Kernels) {
		for _, x := range [][]float32{{-1e30, 1e30, 0}, {1e4, 1e4, 1e4, -1e4}, {-500, -500}, {3}, make([]float32, 300)} {
			want := slices.Clone(x)
			k.Softmax(x)
			generic.Softmax(want)
			near(t, "softmax", x, want, 1e-6)
		}
	})
}

func TestQuantize(t *testing.T) {
	for _, k := range Available() {
		t.Run(k.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, 4))
			lengths(t, func(n int, room func() []float32) {
				x := floats(r, room(), 5)
				for range 2 {
					var l LeftI8
					k.Quantize(&l, x, n, 1, n)
					want := make([]int8, n)
					withoutLone(t, &l, x)
					if scale := QuantizeI8(want, x); n > 0 && l.scale[0] != scale {
						t.Fatalf("length %d: got scale %v, want %v", n, l.scale[0], scale)
					}
					if got := l.row(0); !slices.Equal(got, want) {
						t.Fatalf("length %d: got %v, want %v", n, got, want)
					}
					clear(x)
				}
			})
		})
	}
}

func TestInt8Products(t *testing.T) {
	each(t, func(t *testing.T, k *Kernels) {
		r := rand.New(rand.NewPCG(5, 6))
		for n := range 258 {
			a, b := guarded[int8](t, n), guarded[int8](t, n)
			for _, extreme := range []bool{false, true} {
				ints(r, a)
				ints(r, b)
				if extreme {
					for i := range a {
						a[i], b[i] = -128, int8(-128+255*(i&1))
					}
				}
				if got, want := k.DotI8(a, b), generic.DotI8(a, b); got != want {
					t.Fatalf("length %d: got %d, want %d", n, got, want)
				}
				rows := ints(r, guarded[int8](t, 3*n))
				got, want := guarded[int32](t, 3), make([]int32, 3)
				k.ScanI8(got, a, rows)
				generic.ScanI8(want, a, rows)
				if !slices.Equal(got, want) {
					t.Fatalf("rows of length %d: got %v, want %v", n, got, want)
				}
			}
		}
		long := make([]int8, MaxDotI8)
		for i := range long {
			long[i] = -128
		}
		if got, want := k.DotI8(long, long), int32(MaxDotI8*128*128); got != want {
			t.Errorf("the greatest product is %d, want %d", got, want)
		}
	})
}

func TestAddI8(t *testing.T) {
	each(t, func(t *testing.T, k *Kernels) {
		r := rand.New(rand.NewPCG(9, 10))
		for n := range 258 {
			row, got := ints(r, guarded[int8](t, n)), floats(r, guarded[float32](t, n), 5)
			want := slices.Clone(got)
			scale := float32(r.NormFloat64())
			k.AddI8(got, row, scale)
			generic.AddI8(want, row, scale)
			near(t, "sum", got, want, 1e-4)
		}
	})
}

func TestFloat16(t *testing.T) {
	all := make([]uint16, 1<<16)
	for i := range all {
		all[i] = uint16(i)
	}
	want := make([]float32, len(all))
	generic.Widen(want, all)
	for i, f := range want {
		if back := Float16(f); back != all[i] && f == f {
			t.Fatalf("float16 %#04x becomes %v and then %#04x", i, f, back)
		}
	}
	each(t, func(t *testing.T, k *Kernels) {
		got := make([]float32, len(all))
		k.Widen(got, all)
		for i := range got {
			if math.Float32bits(got[i]) != math.Float32bits(want[i]) {
				t.Fatalf("float16 %#04x is %v, want %v", i, got[i], want[i])
			}
		}
		r := rand.New(rand.NewPCG(7, 8))
		for n := range 258 {
			a, h := floats(r, guarded[float32](t, n), 1), guarded[uint16](t, n)
			dst := guarded[float32](t, n)
			k.Narrow(h, a)
			k.Widen(dst, h)
			near(t, "round trip", dst, a, 1e-3)
			near(t, "float16 product", []float32{k.DotF16(a, h)}, []float32{generic.DotF16(a, h)}, 1e-4)
		}
	})
}

// Rounding to float16 is the same to the last bit, ties among it.
func TestNarrow(t *testing.T) {
	each(t, func(t *testing.T, k *Kernels) {
		r := rand.New(rand.NewPCG(7, 8))
		x := make([]float32, 1<<20)
		for i := range x {
			x[i] = math.Float32frombits(r.Uint32())
			if i%2 == 0 { // near the range of float16, and exactly between two of them
				x[i] = math.Float32frombits(uint32(0x33000000+r.IntN(0x15000000))&^0xfff | uint32(r.IntN(2))<<31)
			}
		}
		g, w := make([]uint16, len(x)), make([]uint16, len(x))
		k.Narrow(g, x)
		generic.Narrow(w, x)
		for i := range g {
			if g[i] != w[i] {
				t.Fatalf("%v (%#x) becomes %#04x, want %#04x", x[i], math.Float32bits(x[i]), g[i], w[i])
			}
		}
	})
}

func TestQuantizeI8(t *testing.T) {
	x := []float32{0, 1, -1, .5, 2.54, -2.54}
	got := make([]int8, len(x))
	scale := QuantizeI8(got, x)
	if want := []int8{0, 50, -50, 25, 127, -127}; !slices.Equal(got, want) || math.Abs(float64(scale)-.02) > 1e-6 {
		t.Errorf("got %v at scale %v, want %v at .02", got, scale, want)
	}
	if scale := QuantizeI8(got, make([]float32, len(x))); scale != 0 || slices.Max(got) != 0 || slices.Min(got) != 0 {
		t.Errorf("zeros become %v at scale %v", got, scale)
	}
}

func TestPick(t *testing.T) {
	if err := Check(""); err != nil {
		t.Error(err)
	}
	if err := Check("generic"); err != nil {
		t.Error(err)
	}
	if err := Check("z80"); err == nil {
		t.Error("SPAR_CPU=z80 is accepted")
	}
}

func FuzzElementwise(f *testing.F) {
	f.Add(uint64(1), 17, 3.)
	f.Add(uint64(2), 255, 60.)
	f.Fuzz(func(t *testing.T, seed uint64, n int, scale float64) {
		if n < 0 || n > 2000 || !(math.Abs(scale) < 1e3) {
			t.Skip()
		}
		r := rand.New(rand.NewPCG(seed, 0))
		x := floats(r, make([]float32, n), scale)
		for _, k := range Available()[1:] {
			got, want := slices.Clone(x), slices.Clone(x)
			k.Softmax(got)
			generic.Softmax(want)
			near(t, k.name+" softmax", got, want, 1e-5)
			copy(got, x)
			copy(want, x)
			k.GELU(got)
			generic.GELU(want)
			near(t, k.name+" GELU", got, want, 2e-6+1e-6*math.Abs(scale))
			var l LeftI8
			k.Quantize(&l, x, n, 1, n)
			q, rest := make([]int8, n), slices.Clone(x)
			withoutLone(t, &l, rest)
			if QuantizeI8(q, rest); !slices.Equal(l.row(0), q) {
				t.Fatalf("%s: quantised differently", k.name)
			}
		}
	})
}

func TestTranspose(t *testing.T) {
	each(t, func(t *testing.T, k *Kernels) {
		r := rand.New(rand.NewPCG(11, 12))
		for m := range 35 {
			for n := range 35 {
				lds, ldd := n+r.IntN(3), m+r.IntN(3)
				src := floats(r, guarded[float32](t, max(0, (m-1)*lds+n)), 1)
				got, want := guarded[float32](t, max(0, (n-1)*ldd+m)), make([]float32, n*ldd)
				clear(got)
				k.Transpose(got, ldd, src, lds, m, n)
				generic.Transpose(want, ldd, src, lds, m, n)
				if !slices.Equal(got, want[:len(got)]) {
					t.Fatalf("%dx%d: got %v, want %v", m, n, got, want)
				}
			}
		}
	})
}

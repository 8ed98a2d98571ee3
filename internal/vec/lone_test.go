package vec

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// withoutLone checks that l, filled with the row x alone, keeps its lone values, and sets those to zero in x.
func withoutLone(t *testing.T, l *LeftI8, x []float32) {
	t.Helper()
	var want []lone
	for range maxLone {
		var energy float64
		at := -1
		for i, v := range x {
			energy += float64(v) * float64(v)
			if at < 0 || math.Abs(float64(v)) > math.Abs(float64(x[at])) {
				at = i
			}
		}
		if at < 0 || !(float64(x[at])*float64(x[at]) > .4*energy) {
			break
		}
		want = append(want, lone{0, at, x[at]})
		x[at] = 0
	}
	if !slices.Equal(l.lone, want) {
		t.Fatalf("the lone values of a row of %d values are %v, want %v", len(x), l.lone, want)
	}
}

// TestLone compares rows with exact products, whole and in columns. Some rows have a lone value, from hardly larger than the rest to a
// thousand times as large.
func TestLone(t *testing.T) {
	for _, k := range Available() {
		r := rand.New(rand.NewPCG(4, 4))
		var l LeftI8
		for _, inner := range []int{1, 2, 7, 32, 100, 384} {
			for _, n := range []int{1, 33, 100} {
				const m = 14
				ld := Padded(n)
				panels, scale := make([]int8, PanelBytes(inner, n)), floats(r, make([]float32, ld), .01)
				for i := range inner * n {
					panels[At(inner, i%inner, i/inner)] = int8(r.IntN(255) - 127)
				}
				weight := func(i, col int) float64 { return float64(panels[At(inner, i, col)]) * float64(scale[col]) }
				x, bias := floats(r, make([]float32, m*inner), 1), floats(r, make([]float32, ld), 1)
				lonely := 0
				for i := range m { // none, hardly one, one, two as large
					for range []int{0, 1, 1, 2}[i%4] {
						x[i*inner+r.IntN(inner)] = float32(math.Sqrt(float64(inner))) * []float32{0, 1.5, -1000, 30}[i%4]
					}
				}
				want, most := make([]float64, m*n), make([]float64, m) // most: how far rounding may lead in a row
				for i := range m {
					row := x[i*inner:][:inner]
					rest := slices.Clone(row)
					var one LeftI8
					k.Quantize(&one, row, inner, 1, inner)
					withoutLone(t, &one, rest)
					lonely += min(1, len(one.lone))
					for col := range n {
						sum, weights := float64(bias[col]), 0.0
						for j, v := range row {
							sum += float64(v) * weight(j, col)
							weights += math.Abs(weight(j, col))
						}
						want[i*n+col] = sum
						most[i] = max(most[i], weights*float64(absMax(rest))/254+1e-5*math.Abs(sum)+1e-6)
					}
				}
				if lonely < m/2 {
					t.Fatalf("only %d of %d rows of %d values have a lone one", lonely, m, inner)
				}
				p := k.NewPackedI8(inner, n, slices.Clone(panels), scale)
				k.Quantize(&l, x, inner, m, inner)
				got, parts := make([]float32, m*ld), make([]float32, m*ld)
				k.MulI8(got, ld, &l, p, bias)
				for from := 0; from < n; from += PanelWidth {
					part := p.Columns(from, min(from+PanelWidth, n))
					k.MulI8(parts[from:], ld, &l, &part, bias[from:])
				}
				for i := range m {
					for col := range n {
						if g := got[i*ld+col]; math.Abs(float64(g)-want[i*n+col]) > most[i] || parts[i*ld+col] != g {
							t.Fatalf("%s: %dx%dx%d row %d column %d: got %v, in columns %v, want %v within %v", k.name, m, inner, n, i, col, g, parts[i*ld+col], want[i*n+col], most[i])
						}
					}
				}
			}
		}
	}
}

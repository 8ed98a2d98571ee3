package calibrate

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// drawn are samples of two signs, where only the first tells, and one sign that is always the same.
func drawn(n int, seed uint64) (list []Sample, chances []float64) {
	random := rand.New(rand.NewPCG(seed, 1))
	for i := range n {
		x, y := random.NormFloat64(), random.NormFloat64()
		p := 1 / (1 + math.Exp(-(1.5*x - .5)))
		list = append(list, Sample{Signs: []float64{x, y, 7}, Right: random.Float64() < p, Group: fmt.Sprint(i / 2)})
		chances = append(chances, p)
	}
	return list, chances
}

// TestFit: the fit finds the weights that the samples were drawn with, and holds for samples that it did not see.
func TestFit(t *testing.T) {
	samples, _ := drawn(4000, 1)
	m := Fit("drawn", []string{"x", "y", "same"}, samples)
	if err := m.Check([]string{"x", "y", "same"}); err != nil {
		t.Fatal(err)
	}
	if m.Check([]string{"x"}) == nil {
		t.Error("a model takes other signs than its own")
	}
	if math.Abs(m.Weights[0]-1.5) > .2 || math.Abs(m.Weights[1]) > .15 || m.Weights[2] != 0 || math.Abs(m.Bias+.5) > .15 {
		t.Errorf("weights %v, bias %v", m.Weights, m.Bias)
	}
	others, chances := drawn(4000, 2)
	var stated []Stated
	far := 0.
	for i, s := range others {
		p := m.Chance(s.Signs)
		stated, far = append(stated, Stated{p, s.Right}), max(far, math.Abs(p-chances[i]))
	}
	if r := Reliable(stated); r.Error > .03 || r.Gain() < .2 || far > .15 {
		t.Errorf("error %.3f, gain %.2f, farthest %.2f", r.Error, r.Gain(), far)
	}
	if again := Fit("drawn", []string{"x", "y", "same"}, samples); fmt.Sprint(again) != fmt.Sprint(m) {
		t.Error("fitted again, the model is another")
	}
	// Nothing to learn is no fault.
	for _, few := range [][]Sample{nil, samples[:1], {{Signs: []float64{1, 2, 7}, Right: true}, {Signs: []float64{2, 2, 7}, Right: true}}} {
		if p := Fit("few", []string{"x", "y", "same"}, few).Chance([]float64{0, 0, 0}); !(p >= 0 && p <= 1) {
			t.Errorf("of %d samples the chance is %v", len(few), p)
		}
	}
}

// TestCurve: chances of any curve lie between 0 and 1, never fall, and equal the ones that it was fitted to.
func TestCurve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 200).Draw(t, "n")
		scores, right := make([]float64, n), make([]bool, n)
		for i := range n {
			scores[i] = float64(rapid.IntRange(-20, 20).Draw(t, "score"))
			right[i] = rapid.Bool().Draw(t, "right")
		}
		c := FitCurve(scores, right, rapid.IntRange(1, 50).Draw(t, "least"))
		last := 0.
		for s := -25.; s < 25; s += .5 {
			p := c.At(s)
			if !(p > 0 && p < 1) || p < last-1e-12 {
				t.Fatalf("at %v the chance is %v, after %v: %v", s, p, last, c)
			}
			last = p
		}
	})
	c := FitCurve([]float64{1, 1, 2, 2, 3, 3, 4, 4}, []bool{false, false, true, false, true, false, true, true}, 2)
	if got, want := fmt.Sprint(c), "[{1 0.25} {2.5 0.5} {4 0.75}]"; got != want {
		t.Errorf("the curve is %s, want %s", got, want)
	}
	if p := c.At(1.75); p != .375 {
		t.Errorf("between two points the chance is %v", p)
	}
}

func TestReliable(t *testing.T) {
	var list []Stated
	for i := range 100 {
		list = append(list, Stated{Chance: .9, Right: i%10 > 0}, Stated{Chance: .2, Right: i%2 == 0})
	}
	r := Reliable(list)
	if r.Questions != 200 || math.Abs(r.Right-.7) > 1e-9 || math.Abs(r.Error-.15) > 1e-9 || len(r.Bins) != Bins {
		t.Errorf("%+v", r)
	}
	if want := (.9*.01 + .1*.81 + .5*.64 + .5*.04) / 2; math.Abs(r.Brier-want) > 1e-9 || math.Abs(r.Constant-.21) > 1e-9 {
		t.Errorf("Brier %v, want %v; constant %v", r.Brier, want, r.Constant)
	}
	if want := (90*50 + 90*10*.5 + 50*50*.5) / (140 * 60); math.Abs(r.Area-want) > 1e-9 {
		t.Errorf("area %v, want %v", r.Area, want)
	}
	if r := Reliable(nil); r.Questions != 0 || r.Gain() != 0 {
		t.Errorf("of nothing: %+v", r)
	}
	var b strings.Builder
	if err := WriteSVG(&b, "A <title>", []string{"one & all"}, []Reliability{r}); err != nil {
		t.Fatal(err)
	}
	d := xml.NewDecoder(strings.NewReader(b.String()))
	var names []string
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok {
			names = append(names, e.Name.Local)
		}
	}
	if n := len(slices.DeleteFunc(names, func(s string) bool { return s != "circle" })); n != Bins+1 {
		t.Errorf("the diagram has %d dots", n)
	}
}

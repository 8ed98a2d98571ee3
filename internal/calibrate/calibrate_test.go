package calibrate

import (
	"math"
	"math/rand/v2"
	"testing"
)

// drawn are samples of a known curve.
func drawn(c Curve, n int, seed uint64) (list []Sample) {
	r := rand.New(rand.NewPCG(seed, 0))
	for range n {
		s := Sample{Observed: make([]float64, len(c)-1)}
		for i := range s.Observed {
			s.Observed[i] = r.NormFloat64()
		}
		s.True = r.Float64() < c.Chance(s.Observed)
		list = append(list, s)
	}
	return list
}

// TestFit finds the curve that samples were drawn from, and its chances hold on others.
func TestFit(t *testing.T) {
	want := Curve{-.5, 1.5, -1}
	got := Fit(drawn(want, 20_000, 1))
	for i := range want {
		if math.Abs(got[i]-want[i]) > .1 {
			t.Fatalf("%v, want %v", got, want)
		}
	}
	var stated []Stated
	for _, s := range drawn(want, 20_000, 2) {
		stated = append(stated, Stated{got.Chance(s.Observed), s.True})
	}
	if trust := Judge(stated); trust.Error > .02 || trust.Brier > .8*trust.Constant || len(trust.Bins) != bins {
		t.Errorf("%+v", trust)
	}
	same := make([]Stated, 1000)
	for i := range same {
		same[i] = Stated{.9, i%2 == 0}
	}
	if trust := Judge(same); math.Abs(trust.Error-.4) > .02 || math.Abs(trust.Brier-.41) > .01 || trust.Constant != .25 {
		t.Errorf("chances of .9 for a coin: %+v", trust)
	}
	if c := Fit(nil); c != nil {
		t.Errorf("of nothing: %v", c)
	}
}

// TestBetter: the chance of something better is 0 when all was read, and falls while more is read, the longer the best stands the more.
func TestBetter(t *testing.T) {
	last := 1.0
	for n := 64; n < 4096; n *= 2 {
		now := Progress{Read: n, Files: 4096, Since: 64, Confidence: .6}.Better()
		if !(now < last && now > 0) {
			t.Errorf("%d files read: %v after %v", n, now, last)
		}
		if moved := (Progress{Read: n, Files: 4096, Since: n, Confidence: .6}).Better(); moved < now {
			t.Errorf("%d files read, the best just found: %v, long since: %v", n, moved, now)
		}
		last = now
	}
	for _, p := range []Progress{{}, {Read: 5, Files: 5}, {Read: 7, Files: 5, Since: 3}} {
		if chance := p.Better(); chance != 0 {
			t.Errorf("%+v: %v", p, chance)
		}
	}
}

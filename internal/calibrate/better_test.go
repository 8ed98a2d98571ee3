package calibrate

import (
	"math"
	"testing"
)

// spread are scores of passages, each so much lower than the one before.
func spread(step float64) []float64 {
	out := make([]float64, 10)
	for i := range out {
		out[i] = 1 - step*float64(i)
	}
	return out
}

// TestBetter: the chance of something better is 0 when all was read, and falls while more is read and the hits stay early in the order. It
// is lower the earlier the best came, the farther it is ahead, and the more it answers.
func TestBetter(t *testing.T) {
	if _, err := StatedBetter(); err != nil {
		t.Fatal(err)
	}
	last := 1.0
	for n := 64; n < 4096; n *= 2 {
		p := Progress{Read: n, Files: 4096, Confidence: .7, Places: []int{3, 9, 30}, Scores: spread(.05), NamesTell: .8, StandOut: .5}
		now := p.Better()
		if !(now < last && now > 0) {
			t.Errorf("%d files read: %v after %v", n, now, last)
		}
		late, near, far, mute, flat := p, p, p, p, p
		late.Places, near.Scores, far.Confidence = []int{n, 9, 30}, spread(.001), .2
		mute.NamesTell, flat.StandOut = .5, .1
		for name, worse := range map[string]Progress{"the best came just now": late, "others are as near": near, "it says little": far, "names say nothing of texts": mute, "no name stands out": flat} {
			if chance := worse.Better(); chance < now {
				t.Errorf("%d files read, %s: %v, else %v", n, name, chance, now)
			}
		}
		last = now
	}
	// The scale of the scores says nothing, and nothing found is no fault.
	p := Progress{Read: 100, Files: 1000, Confidence: .5, Places: []int{7}, Scores: []float64{.8, .6}}
	q := p
	q.Scores = []float64{40, 30}
	if math.Abs(p.Better()-q.Better()) > 1e-9 {
		t.Errorf("%v and %v", p.Better(), q.Better())
	}
	q.NamesTell = .5 // not known is no better than chance
	if math.Abs(p.Better()-q.Better()) > 1e-9 {
		t.Errorf("%v where it is not known what names tell, and %v where they tell nothing", p.Better(), q.Better())
	}
	if none := (Progress{Read: 100, Files: 1000}).Better(); !(none > .3 && none < 1) {
		t.Errorf("where nothing was found: %v", none)
	}
	for _, p := range []Progress{{}, {Read: 5, Files: 5}, {Read: 7, Files: 5, Places: []int{3}}} {
		if chance := p.Better(); chance != 0 {
			t.Errorf("%+v: %v", p, chance)
		}
	}
}

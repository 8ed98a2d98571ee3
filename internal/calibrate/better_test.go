package calibrate

import "testing"

// TestBetter: the chance of something better is 0 when all was read, and falls while more is read and what was found stays early in the
// order, the longer the best stands the more.
func TestBetter(t *testing.T) {
	last := 1.0
	for n := 64; n < 4096; n *= 2 {
		now := Progress{Read: n, Files: 4096, Since: 64, Confidence: .6, Lead: LeadOf([]int{3, 9, 30}, n)}.Better()
		if !(now < last && now > 0) {
			t.Errorf("%d files read: %v after %v", n, now, last)
		}
		if moved := (Progress{Read: n, Files: 4096, Since: n, Confidence: .6, Lead: LeadOf([]int{n, 9, 30}, n)}).Better(); moved < now {
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

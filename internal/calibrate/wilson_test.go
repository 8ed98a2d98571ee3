package calibrate_test

import (
	"math"
	"testing"

	"github.com/sparsearch/spar/internal/calibrate"
)

func TestWilson(t *testing.T) {
	for _, c := range []struct {
		right, n  int
		low, high float64
	}{{0, 0, 0, 1}, {0, 10, 0, .2775}, {5, 10, .2366, .7634}, {81, 263, .2553, .3662}} {
		low, high := calibrate.Wilson(c.right, c.n)
		if math.Abs(low-c.low) > 1e-3 || math.Abs(high-c.high) > 1e-3 {
			t.Errorf("%d of %d: %.4f to %.4f, not %.4f to %.4f", c.right, c.n, low, high, c.low, c.high)
		}
	}
}

//go:build !linux

package eval

import (
	"runtime"

	"github.com/sparsearch/spar"
)

func resetPeakRSS() {}

func peakRSS() (int64, error) {
	return 0, spar.Errorf(spar.Unavailable, "peak memory is not measured on %s", runtime.GOOS)
}

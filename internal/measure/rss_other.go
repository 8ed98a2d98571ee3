//go:build !linux

package measure

import (
	"runtime"

	"github.com/sparsearch/spar/internal/spar"
)

// ResetPeakRSS does nothing here.
func ResetPeakRSS() {}

// PeakRSS is not known here.
func PeakRSS() (int64, error) {
	return 0, spar.Errorf(spar.Unavailable, "peak memory is not measured on %s", runtime.GOOS)
}

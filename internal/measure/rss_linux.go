package measure

import (
	"os"
	"strconv"
	"strings"
	"syscall"

	"github.com/sparsearch/spar/internal/spar"
)

// ResetPeakRSS starts a new peak of this process, so that systems measured one after the other do not inherit it.
// Where the kernel refuses, peaks only grow.
func ResetPeakRSS() { _ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) }

// PeakRSS is the largest resident memory of this process since ResetPeakRSS and of its largest child that has ended
// since it began, added up.
func PeakRSS() (int64, error) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, spar.Errorf(spar.Unavailable, "the peak memory cannot be read: %w", err)
	}
	var own int64 = -1
	for line := range strings.SplitSeq(string(status), "\n") {
		if value, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kilobytes, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "kB")), 10, 64)
			if err == nil {
				own = kilobytes << 10
			}
		}
	}
	if own < 0 {
		return 0, spar.Errorf(spar.Unavailable, "the peak memory is not in /proc/self/status")
	}
	var children syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &children); err != nil {
		return 0, spar.Errorf(spar.Unavailable, "the peak memory of child processes cannot be read: %w", err)
	}
	return own + int64(children.Maxrss)<<10, nil
}

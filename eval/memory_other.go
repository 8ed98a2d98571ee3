//go:build !linux

package eval

// peakMemory is not told here.
func peakMemory(int, <-chan struct{}) int64 { return 0 }

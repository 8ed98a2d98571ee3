//go:build !linux

package store

import "os"

// punch overwrites part of a file with zeros.
func punch(f *os.File, offset, n int64) error { return zero(f, offset, n) }

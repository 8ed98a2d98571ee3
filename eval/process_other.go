//go:build !linux

package eval

import "time"

// processTime is 0: unknown.
func processTime(int) time.Duration { return 0 }

// familyTime is 0: unknown.
func familyTime(int) time.Duration { return 0 }

//go:build !linux

package eval

import "errors"

func forgetPages(string) error {
	return errors.New("this system has no way to say so")
}

// privateMemory is 0: unknown.
func privateMemory() int64 { return 0 }

package main

import (
	"fmt"
	"os"
	"syscall"
)

// limitMemory bounds the data of this process and of all that it starts from now on, in MiB: a worker that wants more
// dies, which is a failure of its target. Address space is no measure, as Go's runtime and PDFium's reserve much more
// than they use.
func limitMemory(mib int) error {
	if mib <= 0 {
		return nil
	}
	l := syscall.Rlimit{Cur: uint64(mib) << 20, Max: uint64(mib) << 20}
	if err := syscall.Setrlimit(syscall.RLIMIT_DATA, &l); err != nil {
		return fmt.Errorf("the memory cannot be limited to %d MiB: %w", mib, err)
	}
	return nil
}

// peakMemory returns the largest resident memory, in bytes, of a process that has ended or of one that it waited for.
func peakMemory(p *os.ProcessState) int64 {
	if u, ok := p.SysUsage().(*syscall.Rusage); ok {
		return u.Maxrss << 10
	}
	return 0
}

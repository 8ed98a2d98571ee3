package main

import (
	"os"
	"syscall"
)

// maxRSS returns the largest resident size, in bytes, of a process that has ended and of the children that it waited for.
func maxRSS(p *os.ProcessState) int64 {
	usage, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return usage.Maxrss << 10
}

//go:build unix && !linux

package share

import "syscall"

const nonblock = syscall.O_NONBLOCK

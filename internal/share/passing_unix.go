//go:build unix

package share

import "syscall"

var passing = []error{
	syscall.EIO, syscall.ESTALE, syscall.ETIMEDOUT, syscall.EHOSTDOWN, syscall.EHOSTUNREACH, syscall.ENETDOWN, syscall.ENETUNREACH,
	syscall.ENOTCONN, syscall.ECONNABORTED, syscall.ECONNREFUSED, syscall.ECONNRESET, syscall.ENXIO, syscall.ENODEV,
}

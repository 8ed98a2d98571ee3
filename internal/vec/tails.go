//go:build amd64 || arm64

package vec

// size is the length of a slice as the kernels want it.
func size[T any](x []T) uintptr { return uintptr(len(x)) }

// quantizeWith leaves to plain Go what does not fill a register.
func quantizeWith(by func(*uint8, *float32, uintptr, float32)) func(dst []uint8, x []float32, inv float32) {
	return func(dst []uint8, x []float32, inv float32) {
		n := len(x) &^ 15
		if n > 0 {
			by(&dst[0], &x[0], uintptr(n), inv)
		}
		quantize(dst[n:], x[n:], inv)
	}
}

// convert leaves to plain Go what does not fill a register.
func convert[D, S any](dst []D, src []S, lanes int, fast func(*D, *S, uintptr), slow func([]D, []S)) {
	n := len(src) &^ (lanes - 1)
	if n > 0 {
		fast(&dst[0], &src[0], uintptr(n))
	}
	slow(dst[n:], src[n:])
}

//go:build amd64 || arm64

package vec

// size is the length of a slice as the kernels want it.
func size[T any](x []T) uintptr { return uintptr(len(x)) }

// quantizeWith leaves to plain Go what does not fill a register.
func quantizeWith(dst []uint8, x []float32, top func(*float32, uintptr) float32, by func(*uint8, *float32, uintptr, float32)) float32 {
	if len(x) == 0 {
		return 0
	}
	t := top(&x[0], size(x))
	if t == 0 {
		return quantizeZero(dst)
	}
	n := len(x) &^ 15
	by(&dst[0], &x[0], uintptr(n), 127/t)
	quantizeBy(dst[n:], x[n:], 127/t)
	return t / 127
}

// convert leaves to plain Go what does not fill a register.
func convert[D, S any](dst []D, src []S, lanes int, fast func(*D, *S, uintptr), slow func([]D, []S)) {
	n := len(src) &^ (lanes - 1)
	if n > 0 {
		fast(&dst[0], &src[0], uintptr(n))
	}
	slow(dst[n:], src[n:])
}

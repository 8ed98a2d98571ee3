//go:build !amd64 && !arm64

package vec

func accelerated() []*Kernels { return nil }

//go:build !amd64

package vec

func accelerated() []*Kernels { return nil }

package vec

import (
	"syscall"
	"testing"
	"unsafe"
)

// guarded is room for n values that end where the next page is unmapped, so that reading or writing past them faults.
func guarded[T any](t testing.TB, n int) []T {
	t.Helper()
	if n == 0 {
		return nil
	}
	var zero T
	size := n * int(unsafe.Sizeof(zero))
	page := syscall.Getpagesize()
	pages := (size + page - 1) / page * page
	mem, err := syscall.Mmap(-1, 0, pages+page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(mem); err != nil {
			t.Error(err)
		}
	})
	if err := syscall.Mprotect(mem[pages:], syscall.PROT_NONE); err != nil {
		t.Fatal(err)
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&mem[pages-size])), n)
}

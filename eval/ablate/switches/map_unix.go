//go:build unix

package switches

import (
	"os"
	"syscall"
)

// mapped returns a file of Most bytes in memory; without a name it is memory alone.
func mapped(name string) []byte {
	if name == "" {
		return make([]byte, Most)
	}
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return make([]byte, Most)
	}
	defer f.Close()
	if err := f.Truncate(Most); err != nil {
		return make([]byte, Most)
	}
	b, err := syscall.Mmap(int(f.Fd()), 0, Most, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		return make([]byte, Most)
	}
	return b
}

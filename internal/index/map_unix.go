//go:build unix

package index

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// A mapping is a file in memory.
type mapping struct{ bytes []byte }

func mapFile(f *os.File) (*mapping, error) {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return &mapping{}, err
	}
	b, err := unix.Mmap(int(f.Fd()), 0, int(info.Size()), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("map %s: %w", f.Name(), err)
	}
	return &mapping{b}, nil
}

func (m *mapping) close() error {
	if m.bytes == nil {
		return nil
	}
	b := m.bytes
	m.bytes = nil
	return unix.Munmap(b)
}

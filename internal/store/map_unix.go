//go:build unix

package store

import (
	"fmt"
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// A pack is a pack's file open for reading. Its mappings stay until close, for segments lie in them.
type pack struct {
	f *os.File

	mu       sync.Mutex
	size     int64 // of the file when last asked
	mappings [][]byte
}

func openPack(path string) (*pack, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	return &pack{f: f}, nil
}

// mapUnit is the least that is mapped. A mapping may reach behind the end of the file, so that it need not be made anew
// whenever the file has grown; its length at least doubles when it must be.
const mapUnit = 16 << 20

// bytes gives part of the file, mapped.
func (p *pack) bytes(offset, n int64) (b []byte, mapped bool, err error) {
	if offset < 0 || n < 0 {
		return nil, false, fmt.Errorf("impossible place %d, %d", offset, n)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if offset+n > p.size {
		info, err := p.f.Stat()
		if err != nil {
			return nil, false, err
		}
		if p.size = info.Size(); offset+n > p.size {
			return nil, false, fmt.Errorf("the file ends at %d, before %d", p.size, offset+n)
		}
	}
	var m []byte
	if len(p.mappings) > 0 {
		m = p.mappings[len(p.mappings)-1]
	}
	if offset+n > int64(len(m)) {
		length := max(2*int64(len(m)), (p.size+mapUnit-1)/mapUnit*mapUnit)
		if m, err = unix.Mmap(int(p.f.Fd()), 0, int(length), unix.PROT_READ, unix.MAP_SHARED); err != nil {
			return nil, false, fmt.Errorf("map %s: %w", p.f.Name(), err)
		}
		p.mappings = append(p.mappings, m)
	}
	return m[offset : offset+n : offset+n], true, nil
}

func (p *pack) close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, m := range p.mappings {
		if err := unix.Munmap(m); err != nil {
			return err
		}
	}
	return p.f.Close()
}

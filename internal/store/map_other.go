//go:build !unix

package store

import (
	"fmt"
	"os"
)

// A pack is a pack's file open for reading. It is not mapped on this system: every opening of a segment reads it.
type pack struct{ f *os.File }

func openPack(path string) (*pack, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	return &pack{f}, nil
}

// bytes reads part of the file.
func (p *pack) bytes(offset, n int64) (b []byte, mapped bool, err error) {
	if offset < 0 || n < 0 || n > maxPayload+headerSize+8 {
		return nil, false, fmt.Errorf("impossible place %d, %d", offset, n)
	}
	b = make([]byte, n)
	if _, err := p.f.ReadAt(b, offset); err != nil {
		return nil, false, fmt.Errorf("read %s at %d: %w", p.f.Name(), offset, err)
	}
	return b, false, nil
}

func (p *pack) close() error { return p.f.Close() }

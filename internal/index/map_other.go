//go:build !unix

package index

import (
	"io"
	"os"
)

// A mapping is a file in memory: read, for a file that is mapped cannot be replaced on this system.
type mapping struct{ bytes []byte }

func mapFile(f *os.File) (*mapping, error) {
	b, err := io.ReadAll(f)
	return &mapping{b}, err
}

func (*mapping) close() error { return nil }

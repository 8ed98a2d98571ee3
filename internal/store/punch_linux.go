package store

import (
	"os"

	"golang.org/x/sys/unix"
)

// punch makes a hole in a file: the bytes are gone and read as zero. Where the file system cannot, they are overwritten.
func punch(f *os.File, offset, n int64) error {
	if unix.Fallocate(int(f.Fd()), unix.FALLOC_FL_PUNCH_HOLE|unix.FALLOC_FL_KEEP_SIZE, offset, n) == nil {
		return nil
	}
	return zero(f, offset, n)
}

package yamlfile

import (
	"errors"
	"io/fs"
	"os"
	"sync/atomic"
	"time"
)

// settled is how old a file must be before its time tells the next change: one that is being written may change within it.
const settled = 2 * time.Second

// A Kept keeps what a file says for as long as the file is the same. Many goroutines may use it; none waits for another.
type Kept[T any] struct{ last atomic.Pointer[kept[T]] }

type kept[T any] struct {
	info  fs.FileInfo // nil where there was no file
	value T
}

// Now gives what read makes of a file, which it asks when the file has changed. Errors are not kept. A nil Kept keeps nothing.
func (k *Kept[T]) Now(file string, read func() (T, error)) (T, error) {
	if k == nil {
		return read()
	}
	info, err := os.Stat(file) // before it is read: a change in between shows the next time
	missing := errors.Is(err, fs.ErrNotExist)
	if last := k.last.Load(); last != nil && (err == nil && same(last.info, info) || missing && last.info == nil) {
		return last.value, nil
	}
	value, failed := read()
	switch {
	case failed != nil:
	case missing:
		k.last.Store(&kept[T]{nil, value})
	case err == nil && time.Since(info.ModTime()) > settled:
		k.last.Store(&kept[T]{info, value})
	}
	return value, failed
}

func same(a, b fs.FileInfo) bool {
	return a != nil && os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}

package read

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// What reading may cost that lies in containers within one file of a share, so that a small file does not take days and the disk: each of its
// members alone has bounds of its own. An honest archive of documents takes seconds and some megabytes a megabyte.
const (
	heldBytes    = 4 << 30 // unpacked, and
	bytesPerByte = 100     // for each byte of the file on top
	heldTime     = 10 * time.Minute
	timePerMB    = 10 * time.Second
)

// spent is the cost so far of reading the members of one file of a share.
type spent struct {
	version spar.FileVersion
	bytes   atomic.Int64 // unpacked
	time    atomic.Int64 // of processors, in nanoseconds
}

// mostRoots bounds the files whose members' costs are kept. Beyond it all begin anew.
const mostRoots = 100_000

// A budgets knows the costs of the members of files since this process began. Members that were left out for their cost stay so in the
// catalog.
type budgets struct {
	mu sync.Mutex
	of map[spar.FileID]*spent
}

// get gives the cost of the members of a file, from nothing where it has changed.
func (b *budgets) get(v spar.FileVersion) *spent {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.of[v.File]
	if s == nil || !s.version.Same(v) {
		if b.of == nil || len(b.of) >= mostRoots {
			b.of = map[spar.FileID]*spent{}
		}
		s = &spent{version: v}
		b.of[v.File] = s
	}
	return s
}

// left gives the cost so far of reading the members of j's outermost file, nil for a file that is no member. It refuses a member of a
// nested container where the cost is too high.
func (r *Reader) left(j Job) (*spent, error) {
	if j.Container == nil {
		return nil, nil
	}
	outer := j.Container
	for outer.Container != nil {
		outer = outer.Container
	}
	s := r.budgets.get(outer.File.Version())
	if j.Container.Container == nil {
		return s, nil
	}
	size := outer.File.Size
	bytes := r.o.heldBytes + bytesPerByte*size
	most := r.o.heldTime + time.Duration(size>>20)*timePerMB
	switch {
	case s.bytes.Load() > bytes:
		return nil, &refusal{spar.TooBig, fmt.Sprintf("what was unpacked from the file that it lies in has more than %d MB in all: unpack that one to have this one read", bytes>>20)}
	case s.time.Load() > int64(most):
		return nil, &refusal{spar.TooBig, fmt.Sprintf("reading what lies in the file that it lies in took more than %v of a processor: unpack that one to have this one read", most)}
	}
	return s, nil
}

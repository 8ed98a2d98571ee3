// Package index evaluates scopes over all files for somebody: it keeps a saved index of the Metadata Index in the data
// directory, follows the journal from there on, and says which files a scope selects, rights included. SQL stays the
// truth: the saved index can be deleted at any time, and Check compares the two.
package index

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/durable"
	"github.com/sparsearch/spar/internal/schema"
)

// Folder is the folder of the saved index in the data directory.
const Folder = "index"

// Options shape an Index; the zero value is the default.
type Options struct {
	Log    *slog.Logger   // nil discards
	Schema *schema.Schema // what the names of attributes stand for; nil is the standard one

	// Small is how many files may be read from the catalog when an index is asked for first, without a saved one; 0: 4096.
	Small int
	// Changed is how many files may be kept beside the saved index before it is made anew; 0: a sixteenth of all files, and
	// at least Small.
	Changed int
	// Thorough asks the lists of the index also where looking at single files is cheaper, as tests want it.
	Thorough bool
}

// An Index gives snapshots of a catalog. It may be used by many goroutines, and several processes may have one over the
// same data directory.
type Index struct {
	catalog *catalog.Catalog
	dir     string
	o       Options
	plain   bool // the classes of the files of its snapshots do not matter

	turn  chan struct{}            // of cap 1: of whoever makes the next snapshot; where nothing has changed nobody waits for it
	saved *base                    // nil if there is none
	file  fs.FileInfo              // of saved
	last  atomic.Pointer[Snapshot] // over saved
}

// New makes the index of a catalog in the folder dir, which is made when something is saved. It reads nothing yet.
func New(c *catalog.Catalog, dir string, o Options) *Index {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Schema == nil {
		o.Schema = schema.Standard()
	}
	if o.Small == 0 {
		o.Small = 4096
	}
	return &Index{catalog: c, dir: dir, o: o, turn: make(chan struct{}, 1)}
}

func (x *Index) path() string { return filepath.Join(x.dir, savedName) }

// errLarge means that more has changed than a snapshot should keep beside the saved index.
var errLarge = errors.New("too much has changed since the index was saved")

// Snapshot gives the catalog as it is now, with everything committed before the call. When much has changed since the index was saved, one
// process at a time makes it anew; the others go on with theirs.
func (x *Index) Snapshot(ctx context.Context) (*Snapshot, error) {
	s, err := x.current(ctx, false)
	if errors.Is(err, errLarge) {
		return x.renewed(ctx)
	}
	return s, err
}

// Save makes the saved index anew if a snapshot keeps much beside it: for callers that have just changed much and can take the time.
func (x *Index) Save(ctx context.Context) error {
	s, err := x.Snapshot(ctx)
	if err != nil || s.weight() <= x.limit(s.base)/4 {
		return err
	}
	lock, err := x.tryLock()
	if err != nil || lock == nil {
		return err
	}
	return errors.Join(x.build(ctx, false), lock.Unlock())
}

func (x *Index) limit(b *base) int {
	if x.o.Changed > 0 {
		return x.o.Changed
	}
	return max(x.o.Small, b.rows()/16)
}

// current follows the journal from the last snapshot on. Unless large, it gives up with errLarge where that is a long way.
// Of many who find that something has changed one follows it, and the others take what came of that.
func (x *Index) current(ctx context.Context, large bool) (s *Snapshot, err error) {
	last := x.last.Load()
	var head int64
	var w waiting
	err = x.catalog.View(ctx, func(v *catalog.View) (err error) {
		if head, err = v.Head(); err == nil {
			w, err = waitingOf(v)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if last != nil && last.head == head {
		return x.same(last, w), nil
	}
	if err := x.take(ctx); err != nil {
		return nil, err
	}
	defer x.give()
	if now := x.last.Load(); now != nil && now != last && now.head >= head && w.equals(now.waiting) {
		return now, nil // another has followed the journal so far
	}
	err = x.catalog.View(ctx, func(v *catalog.View) error {
		head, err := v.Head()
		if err != nil {
			return err
		}
		last := x.last.Load()
		if last != nil && last.head == head {
			w, err := waitingOf(v)
			if err == nil {
				s = x.same(last, w)
			}
			return err
		}
		if last == nil || last.head > head {
			if err := x.open(v, head); err != nil {
				return err
			}
		}
		s, err = x.advance(v, head, large)
		if errors.Is(err, errLarge) && x.replaced() {
			if err := x.open(v, head); err != nil {
				return err
			}
			s, err = x.advance(v, head, large)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	x.last.Store(s)
	return s, nil
}

// take takes the turn to make the next snapshot. Who is not waited for any more stops waiting.
func (x *Index) take(ctx context.Context) error {
	select {
	case x.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (x *Index) give() { <-x.turn }

// renew makes the next snapshot open the newly saved index.
func (x *Index) renew() {
	x.turn <- struct{}{}
	x.last.Store(nil)
	x.give()
}

// same gives a snapshot where the journal says nothing new. Rules may have been applied since, and have changed nothing.
func (x *Index) same(last *Snapshot, w waiting) *Snapshot {
	if w.equals(last.waiting) {
		return last
	}
	s := last.waitingFor(w)
	x.last.CompareAndSwap(last, s)
	return s
}

// open maps the saved index, if there is one that belongs to this journal.
func (x *Index) open(v *catalog.View, head int64) error {
	x.saved, x.file = nil, nil
	x.last.Store(nil)
	b, err := openBase(x.path())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		x.o.Log.Warn("the saved index cannot be used and is made anew", "err", err)
		return nil
	}
	mark, err := markOf(v, b.Head)
	if err != nil {
		return err
	}
	if b.Head > head || mark != b.Mark {
		x.o.Log.Info("the saved index is of another journal and is made anew")
		return nil
	}
	x.saved = b
	x.file, _ = os.Stat(x.path())
	return nil
}

// replaced reports whether another process has saved the index since it was opened here.
func (x *Index) replaced() bool {
	now, err := os.Stat(x.path())
	return err == nil && (x.file == nil || !os.SameFile(now, x.file) || !now.ModTime().Equal(x.file.ModTime()))
}

// renewed is Snapshot where much has changed.
func (x *Index) renewed(ctx context.Context) (*Snapshot, error) {
	for {
		lock, err := x.tryLock()
		if err != nil {
			return nil, err
		}
		if lock == nil { // somebody is at it
			if err := x.take(ctx); err != nil {
				return nil, err
			}
			usable := x.saved != nil
			x.give()
			if usable {
				return x.current(ctx, true)
			}
			if lock, err = durable.Lock(ctx, x.lockPath(), nil); err != nil {
				return nil, err
			}
		}
		s, err := x.current(ctx, false) // it may have been done meanwhile
		if errors.Is(err, errLarge) {
			if err = x.build(ctx, false); err != nil && ctx.Err() == nil {
				x.o.Log.Warn("the index cannot be saved; selecting goes on, but slowly", "err", err)
				s, err = x.current(ctx, true)
			}
		}
		if err := errors.Join(err, lock.Unlock()); err != nil || s != nil {
			return s, err
		}
		if s, err = x.current(ctx, false); !errors.Is(err, errLarge) {
			return s, err
		}
	}
}

// known gives a snapshot of the saved index, brought to the point of v. It is nil if nothing is saved or most of it has changed.
func (x *Index) known(v *catalog.View) (*Snapshot, error) {
	head, err := v.Head()
	if err != nil {
		return nil, err
	}
	y := New(x.catalog, x.dir, x.o) // keeps nobody waiting
	y.plain = true                  // building finds the classes anew
	if err := y.open(v, head); err != nil || y.saved == nil {
		return nil, err
	}
	y.o.Changed = max(y.saved.rows()/2, 1)
	s, err := y.advance(v, head, false)
	if errors.Is(err, errLarge) {
		return nil, nil
	}
	return s, err
}

// build saves the index of the catalog as it is now, afresh or from the saved one. The caller holds the lock.
func (x *Index) build(ctx context.Context, afresh bool) error {
	if err := durable.Sweep(x.dir); err != nil {
		return err
	}
	err := x.catalog.View(ctx, func(v *catalog.View) error {
		var known *Snapshot
		if !afresh {
			var err error
			if known, err = x.known(v); err != nil {
				return err
			}
		}
		return build(v, known, x.path(), x.dir)
	})
	if err == nil {
		x.renew()
	}
	return err
}

func (x *Index) lockPath() string { return filepath.Join(x.dir, "lock") }

// tryLock takes the right to save the index; nil means that somebody else has it.
func (x *Index) tryLock() (*durable.Held, error) {
	if err := os.MkdirAll(x.dir, 0o700); err != nil {
		return nil, err
	}
	lock, err := durable.TryLock(x.lockPath())
	if errors.Is(err, durable.ErrHeld) {
		return nil, nil
	}
	return lock, err
}

// Rebuild saves the index afresh as the catalog is now, whatever has changed. It waits for another process that is at it.
func (x *Index) Rebuild(ctx context.Context) error {
	if err := os.MkdirAll(x.dir, 0o700); err != nil {
		return err
	}
	lock, err := durable.Lock(ctx, x.lockPath(), nil)
	if err != nil {
		return err
	}
	return errors.Join(x.build(ctx, true), lock.Unlock())
}

package share

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"path/filepath"
	"sync"
	"syscall"

	spar "github.com/sparsearch/spar"
)

// WalkOptions shape a walk; the zero value is the default.
type WalkOptions struct {
	Workers int      // folders listed at a time; 0 is 8. Network shares are bound by latency and want more.
	Skip    []string // absolute paths of folders that are left out, with all below them
}

const (
	defaultWorkers = 8
	batchSize      = 256   // entries handed over at a time
	maxPath        = 32768 // bytes; a hostile tree can be deeper than any memory
	ownFolder      = ".spar"
)

// Walk yields what lies below root, and first root itself, as Root. It examines every name once and opens only
// folders. The order of entries is that of the disk and of chance; their set is not. Folders named .spar are left out.
// Whatever cannot be examined or listed is yielded with its Err and ends nothing; a folder that could not be listed to
// its end comes after those of its entries that could. A non-nil error is the last thing yielded and means that the walk
// is not complete: the root is unreachable or became so, or ctx ended.
func Walk(ctx context.Context, root string, o WalkOptions) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		w, err := newWalk(ctx, root, o)
		if err != nil {
			yield(Entry{}, err)
			return
		}
		defer w.root.close()
		if !yield(w.first, nil) {
			return
		}
		ctx, cancel := context.WithCancel(ctx)
		batches := make(chan []Entry, 16)
		var workers sync.WaitGroup
		for range w.workers {
			workers.Go(func() { w.work(ctx, batches) })
		}
		go func() { workers.Wait(); close(batches) }()
		// Whatever ends the loop, no worker outlives it.
		defer func() {
			cancel()
			w.stop()
			for range batches {
			}
		}()
		for batch := range batches {
			for _, e := range batch {
				if !yield(e, nil) {
					return
				}
			}
		}
		if err := w.finish(ctx); err != nil {
			yield(Entry{}, err)
		}
	}
}

// A walk holds the folders that wait to be listed. They form a stack: depth first keeps it short.
type walk struct {
	path    string
	root    *rootDir
	first   Entry
	workers int
	skip    map[string]bool // paths relative to the root

	mu      sync.Mutex
	wake    *sync.Cond
	waiting []Entry
	busy    int   // workers that are listing a folder, which may add to waiting
	stopped bool  // waiting folders are to be dropped
	failed  error // the root's own listing
}

func newWalk(ctx context.Context, path string, o WalkOptions) (*walk, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	root, err := openRoot(path)
	if err != nil {
		return nil, unreachable(path, err)
	}
	first, err := root.stat()
	if err != nil {
		root.close()
		return nil, unreachable(path, err)
	}
	w := &walk{path: path, root: root, first: first, workers: o.Workers, skip: map[string]bool{}, waiting: []Entry{first}}
	w.wake = sync.NewCond(&w.mu)
	if w.workers <= 0 {
		w.workers = defaultWorkers
	}
	for _, s := range o.Skip {
		w.addSkip(s)
		if real, err := filepath.EvalSymlinks(s); err == nil {
			w.addSkip(real)
		}
	}
	return w, nil
}

func (w *walk) addSkip(path string) {
	if rel, err := filepath.Rel(w.path, path); err == nil && filepath.IsLocal(rel) {
		w.skip[filepath.ToSlash(rel)] = true
	}
}

// work lists waiting folders until there are no more.
func (w *walk) work(ctx context.Context, batches chan<- []Entry) {
	l := lister{root: w.root}
	batch := make([]Entry, 0, batchSize)
	hand := func() bool {
		if len(batch) == 0 {
			return true
		}
		select {
		case batches <- batch:
			batch = make([]Entry, 0, batchSize)
			return true
		case <-ctx.Done():
			return false
		}
	}
	add := func(e Entry) bool {
		batch = append(batch, e)
		return len(batch) < batchSize || hand()
	}
	for {
		dir, ok := w.next()
		if !ok {
			hand()
			return
		}
		err := w.list(&l, dir, add)
		switch {
		case dir.Path == Root && err != nil:
			w.fail(err)
		case dir.Path != Root && !errors.Is(err, fs.ErrNotExist): // else gone since its parent was listed
			dir.Err = err
			if !add(dir) {
				w.stop()
			}
		}
		if ctx.Err() != nil {
			w.stop()
		}
		w.done()
	}
}

var errStopped = errors.New("the walk was stopped")

// list hands on what stands in dir, but for its folders, which it lets wait: each is handed on when it has been listed.
func (w *walk) list(l *lister, dir Entry, add func(Entry) bool) error {
	prefix := ""
	if dir.Path != Root {
		prefix = dir.Path + "/"
	}
	var folders []Entry
	err := l.list(dir, func(name string, e Entry) bool {
		e.Path = prefix + name
		if e.Kind != Dir {
			return add(e)
		}
		switch {
		case name == ownFolder, w.skip[e.Path]:
			return true
		case e.Err == nil && len(e.Path) > maxPath:
			e.Err = syscall.ENAMETOOLONG
		}
		if e.Err != nil {
			return add(e)
		}
		folders = append(folders, e)
		return true
	})
	w.mu.Lock()
	if !w.stopped {
		w.waiting = append(w.waiting, folders...)
	}
	w.mu.Unlock()
	w.wake.Broadcast()
	return err
}

// next waits for a folder; false means that all is done.
func (w *walk) next() (Entry, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.waiting) == 0 && w.busy > 0 {
		w.wake.Wait()
	}
	if len(w.waiting) == 0 {
		return Entry{}, false
	}
	last := len(w.waiting) - 1
	dir := w.waiting[last]
	w.waiting = w.waiting[:last]
	w.busy++
	return dir, true
}

func (w *walk) done() {
	w.mu.Lock()
	w.busy--
	w.mu.Unlock()
	w.wake.Broadcast()
}

func (w *walk) stop() {
	w.mu.Lock()
	w.stopped, w.waiting = true, nil
	w.mu.Unlock()
}

func (w *walk) fail(err error) {
	w.mu.Lock()
	w.failed = err
	w.mu.Unlock()
}

// finish says whether the walk was complete: the root was listed, and its path still leads to it.
func (w *walk) finish(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if w.failed != nil {
		return unreachable(w.path, w.failed)
	}
	again, err := openRoot(w.path)
	if err != nil {
		return unreachable(w.path, err)
	}
	defer again.close()
	now, err := again.stat()
	if err != nil {
		return unreachable(w.path, err)
	}
	if now.Dev != w.first.Dev || now.Ino != w.first.Ino {
		return unreachable(w.path, errors.New("another folder took its place during the walk"))
	}
	return nil
}

func unreachable(root string, err error) error {
	var cause *fs.PathError
	if errors.As(err, &cause) {
		err = cause.Err
	}
	return spar.Errorf(spar.Unavailable, "the folder %q cannot be reached: mount it, or tell SPAR where it is now with `spar share relocate`: %w", root, err)
}

package share

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"

	spar "github.com/sparsearch/spar/internal/spar"
)

// WalkOptions shape a walk; the zero value is the default.
type WalkOptions struct {
	Workers int      // folders listed at a time; 0 is 8. Network shares are bound by latency and want more.
	Skip    []string // absolute paths of folders that are left out, with all below them
	NoLists bool     // leave access control lists unread
	Lists   []string // extended attributes with lists that the file system has and does not list, see FileSystem.Asked
	Sleep   Sleep    // how files that are offline are recognised
	Ignore  Ignore   // names that are left out; nil for none

	// Known gives the digest that a folder had when it was last listed. Where it has not changed the entries are left out.
	// It is called from several goroutines. nil knows nothing.
	Known func(path string) (Digest, bool)
	// Only, if not nil, are the folders to be listed. Folders in them are listed too where Known does not know them, with all
	// below them, or has no digest for them, as after a scan that was cut off.
	Only []Part
	// Pace, if not nil, is called before n names are examined and delays the walk; its error ends it.
	Pace func(ctx context.Context, n int) error
}

// A Part is a folder to be listed.
type Part struct {
	Path string
	Deep bool // with all folders below it
}

// Ignore says which names are left out. It is called from several goroutines.
type Ignore interface {
	// Ignored gives the rule that leaves a path out, "" for none. A folder goes with all below it.
	Ignored(path string, folder bool) (rule string)
}

const (
	defaultWorkers = 8
	maxPath        = 32768 // bytes; a hostile tree can be deeper than any memory
	ownFolder      = ".spar"
)

// Walk yields the listing of the root and of every folder below it. It examines every name once and opens only folders. A folder
// comes before those in it; otherwise their order is that of the disk and of chance. Folders named .spar are left out. Whatever
// cannot be examined or listed has its Err and ends nothing. A non-nil error is the last thing yielded and means that the walk is
// not complete: the root is unreachable or became so, or ctx ended.
func Walk(ctx context.Context, root string, o WalkOptions) iter.Seq2[Listing, error] {
	return func(yield func(Listing, error) bool) {
		w, err := newWalk(ctx, root, o)
		if err != nil {
			yield(Listing{}, err)
			return
		}
		defer w.root.close()
		ctx, cancel := context.WithCancel(ctx)
		listings := make(chan Listing, 64)
		var workers sync.WaitGroup
		for range w.workers {
			workers.Go(func() { w.work(ctx, listings) })
		}
		go func() { workers.Wait(); close(listings) }()
		// Whatever ends the loop, no worker outlives it.
		defer func() {
			cancel()
			w.stop()
			for range listings {
			}
		}()
		for l := range listings {
			if !yield(l, nil) {
				return
			}
		}
		if err := w.finish(ctx); err != nil {
			yield(Listing{}, err)
		}
	}
}

// A walk holds the folders that wait to be listed. They form a stack: depth first keeps it short.
type walk struct {
	WalkOptions
	path    string
	root    *rootDir
	first   Entry
	workers int
	skip    map[string]bool // paths relative to the root

	mu      sync.Mutex
	wake    *sync.Cond
	met     map[string]bool // with Only: folders that were let wait, which a part and its parent may both ask for
	waiting []folder
	busy    int   // workers that are listing a folder, which may add to waiting
	stopped bool  // waiting folders are to be dropped
	failed  error // the root's own listing, or the error of Pace
}

// A folder is one that waits to be listed.
type folder struct {
	Entry
	deep bool // all folders in it are to be listed
	bare bool // its Entry is but its path
}

func newWalk(ctx context.Context, path string, o WalkOptions) (*walk, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	root, err := openRoot(path)
	if err != nil {
		return nil, unreachable(path, err)
	}
	root.sleep = o.Sleep
	first, err := root.stat()
	if err != nil {
		root.close()
		return nil, unreachable(path, err)
	}
	root.lists = Lists{!o.NoLists, o.Lists}
	first.ACL = root.listsOf(Root)
	w := &walk{WalkOptions: o, path: path, root: root, first: first, workers: o.Workers, skip: map[string]bool{}}
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
	if o.Only == nil {
		w.waiting = []folder{{Entry: first, deep: true}}
		return w, nil
	}
	w.met = map[string]bool{}
	for _, p := range o.Only {
		switch {
		case slices.ContainsFunc(o.Only, func(q Part) bool {
			return q.Deep && (q.Path == Root && p != q || strings.HasPrefix(p.Path, q.Path+"/"))
		}):
			// it comes with the other one
		case p.Path == Root:
			w.add(folder{Entry: first, deep: p.Deep})
		case validPath(p.Path) && !w.leftOut(p.Path):
			w.add(folder{Entry: Entry{Path: p.Path, Kind: Dir}, deep: p.Deep, bare: true})
		}
	}
	return w, nil
}

// add lets folders wait, each once.
func (w *walk) add(folders ...folder) {
	for _, f := range folders {
		if w.met != nil {
			if w.met[f.Path] {
				continue
			}
			w.met[f.Path] = true
		}
		w.waiting = append(w.waiting, f)
	}
}

func (w *walk) addSkip(path string) {
	if rel, err := filepath.Rel(w.path, path); err == nil && filepath.IsLocal(rel) {
		w.skip[filepath.ToSlash(rel)] = true
	}
}

// leftOut reports whether a folder, or one above it, is not part of the share.
func (w *walk) leftOut(path string) bool {
	for end := range len(path) + 1 {
		if end < len(path) && path[end] != '/' {
			continue
		}
		above := path[:end]
		if w.skip[above] || above[strings.LastIndexByte(above, '/')+1:] == ownFolder || w.Ignore != nil && w.Ignore.Ignored(above, true) != "" {
			return true
		}
	}
	return false
}

// work lists waiting folders until there are no more.
func (w *walk) work(ctx context.Context, listings chan<- Listing) {
	l := lister{root: w.root}
	var b builder
	for {
		dir, ok := w.next()
		if !ok {
			return
		}
		listing, below, err := w.list(ctx, &l, &b, dir)
		switch {
		case dir.Path == Root && err != nil:
			w.fail(err)
		case err != nil && !dir.bare && errors.Is(err, fs.ErrNotExist): // gone since its parent was listed
		default:
			select {
			case listings <- listing:
			case <-ctx.Done():
			}
			w.await(below) // now, so that a folder is told before those in it
		}
		if ctx.Err() != nil {
			w.stop()
		}
		w.done()
	}
}

var errStopped = errors.New("the walk was stopped")

// list describes the entries of a folder, and gives the folders in it to list.
func (w *walk) list(ctx context.Context, l *lister, b *builder, dir folder) (listing Listing, below []folder, err error) {
	b.reset()
	err = w.examine(l, &dir)
	paced := 0
	prefix := ""
	if dir.Path != Root {
		prefix = dir.Path + "/"
	}
	if err == nil {
		err = l.list(&dir.Entry, func(name []byte, e *Entry) bool {
			if w.Pace != nil {
				if paced++; paced == paceStep {
					paced = 0
					if err := w.Pace(ctx, paceStep); err != nil {
						w.fail(err)
						return false
					}
				}
			}
			if e.Kind == Dir && string(name) == ownFolder {
				return true
			}
			if w.Ignore != nil || e.Kind == Dir {
				e.Path = prefix + string(name)
			}
			if w.Ignore != nil {
				if rule := w.Ignore.Ignored(e.Path, e.Kind == Dir); rule != "" {
					b.ignore(rule)
					return true
				}
			}
			if e.Kind == Dir {
				if w.skip[e.Path] {
					return true
				}
				if e.Err == nil && len(e.Path) > maxPath {
					e.Err = syscall.ENAMETOOLONG
				}
				if e.Err == nil {
					b.folders = append(b.folders, *e)
					return true
				}
			}
			b.add(name, e)
			return true
		})
	}
	if w.Pace != nil && err == nil {
		err = w.Pace(ctx, paced+1)
	}
	listing = b.listing(dir.Entry, prefix, err, w.Known)
	for _, f := range b.folders {
		deep := true
		if !dir.deep && w.Known != nil {
			digest, known := w.Known(f.Path)
			if known && digest != (Digest{}) {
				listing.Kept = append(listing.Kept, f.Path)
				continue
			}
			deep = !known
		}
		below = append(below, folder{Entry: f, deep: deep})
	}
	return listing, below, err
}

// await lets folders wait.
func (w *walk) await(folders []folder) {
	w.mu.Lock()
	if !w.stopped {
		w.add(folders...)
	}
	w.mu.Unlock()
	w.wake.Broadcast()
}

// paceStep is how many names are examined between two calls of Pace.
const paceStep = 64

// examine describes a folder with only its path known.
func (w *walk) examine(l *lister, dir *folder) error {
	if !dir.bare {
		return nil
	}
	e, err := w.root.statDir(dir.Path)
	if err != nil {
		return err
	}
	e.Path = dir.Path
	dir.Entry = e
	return nil
}

// next waits for a folder; false means that all is done.
func (w *walk) next() (folder, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.waiting) == 0 && w.busy > 0 {
		w.wake.Wait()
	}
	if len(w.waiting) == 0 {
		return folder{}, false
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
	return spar.Errorf(spar.Unavailable, "the folder %q cannot be reached (mount it, or say where it is now): %w", root, err).Try(spar.Remedy{Do: spar.RelocateShare})
}

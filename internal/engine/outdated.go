package engine

import (
	"slices"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/spar"
)

// renewals are the files that this engine read again because their text came from other settings or another version. It reads no file twice
// for that, whatever other processes with other settings make of it.
type renewals struct {
	mu   sync.Mutex
	done roaring.Bitmap
}

func (r *renewals) add(id spar.FileID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done.Add(uint32(id))
}

func (r *renewals) has(id spar.FileID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.done.Contains(uint32(id))
}

// outdated tells of files whether their text was made with other settings, or by another version of SPAR. It is searched
// until they are read again. What another program gave is made anew by `spar read again` and `spar read recover` alone: it may
// have taken minutes.
func (e *shares) outdated(snapshot *index.Snapshot) func(spar.File) bool {
	current, err := e.options.Current()
	if err != nil {
		e.log.Warn("whether files were read with other settings is not known", "err", err)
		return func(spar.File) bool { return false }
	}
	return func(f spar.File) bool {
		return f.State.Searchable() && !current(f) && !slices.ContainsFunc(snapshot.AttributesOf(f.ID), func(a spar.Attribute) bool {
			return a.Key == "read-by" && a.Origin == spar.ByReading
		})
	}
}

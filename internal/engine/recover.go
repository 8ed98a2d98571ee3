package engine

import (
	"context"
	"iter"
	"strings"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/spar"
)

// Recovered is what Recover did.
type Recovered struct {
	Files int // that were tried
	Found int // that gave text
	Left  int // that a program might still read
}

// Recover has other programs that are installed here, such as tesseract for pictures of text, read files of a scope that SPAR
// could not read itself, the most recently changed first, until the budget is spent. What they could not read either is
// not tried again until it changes. progress gets each file when it begins; it may be nil.
func (e *texts) Recover(ctx context.Context, s Selection, limit int, progress func(done, total int, f spar.File)) (Recovered, error) {
	var out Recovered
	snapshot, selection, err := e.sel(ctx, s)
	if err != nil {
		return out, err
	}
	tried, err := e.triedToRecover()
	if err != nil {
		return out, err
	}
	waits := e.untried(tried)
	var todo []spar.File
	for f := range snapshot.In(roaring.Or(selection.Known, selection.Unknown)) {
		if waits(f) {
			todo = append(todo, f)
		}
	}
	byTime(todo)
	if len(todo) == 0 {
		return out, nil
	}
	files := todo
	if limit > 0 {
		files = files[:min(len(files), limit)]
	}
	at := make(map[spar.FileID]int, len(files))
	for i, f := range files {
		at[f.ID] = i
	}
	err = through(ctx, e, s, pass[spar.Finding]{
		files: files, every: 1,
		read: func(_ context.Context, r *read.Reader, jobs iter.Seq[read.Job]) iter.Seq2[spar.Finding, error] {
			return func(yield func(spar.Finding, error) bool) {
				for j := range jobs {
					i, asked := at[j.File.ID]
					if !asked {
						continue // a container that must be read first
					}
					if progress != nil {
						progress(i, len(files), files[i])
					}
					if f, err := r.Recover(ctx, j); !yield(f, err) { // the budget does not cut short a file that was begun
						return
					}
				}
			}
		},
		each: func(f spar.Finding) (spar.Finding, bool, error) {
			if f.State != spar.Unread {
				return f, true, nil
			}
			if f.Now == (spar.FileVersion{}) { // it changed since
				return f, false, nil
			}
			return f, false, e.catalog.Refresh(ctx, catalog.Sighting{Path: f.Path, Version: f.Now})
		},
		record: func(ctx context.Context, findings []spar.Finding) error {
			if _, err := e.catalog.Record(ctx, findings...); err != nil {
				return err
			}
			for _, found := range findings {
				f := files[at[found.Version.File]]
				out.Files++
				if found.State.Searchable() && found.Segment != f.Segment || found.State == spar.Container {
					out.Found++
				} else if err := tried.add(f, found, e.options.Recoverers); err != nil {
					return err
				}
			}
			return nil
		},
	})
	if err != nil {
		return out, err
	}
	out.Left = len(todo) - out.Files
	if out.Found > 0 {
		e.tagRead(ctx, spar.Principal{All: true})
	}
	return out, nil
}

// untried returns a function that reports whether another program that is here may read a file, and did not try it yet. Whether a program is
// here is looked up once for all files that are alike.
func (e *texts) untried(t *tried) func(spar.File) bool {
	type kind struct {
		state  spar.State
		format string
		pages  bool
	}
	known := map[kind][]string{}
	return func(f spar.File) bool {
		k := kind{f.State, f.Format, f.State == spar.Partial && strings.Contains(f.Reason, extract.NeedOCR)}
		by, is := known[k]
		if !is {
			by = e.options.Recoverers(f)
			known[k] = by
		}
		return len(by) > 0 && !t.has(f, by)
	}
}

// ToRecover returns a function that reports whether a file waits for another program that is here to read it.
func (e *texts) ToRecover() func(spar.File) bool {
	waits := sync.OnceValue(func() func(spar.File) bool {
		t, err := e.triedToRecover()
		if err != nil {
			e.log.Warn("which files other programs could not read is not known", "err", err)
			t = &tried{}
		}
		return e.untried(t)
	})
	return func(f spar.File) bool {
		switch f.State {
		case spar.NeedsOCR, spar.Partial, spar.Corrupt, spar.Unsupported, spar.TooBig, spar.Quarantined:
			return waits()(f)
		}
		return false // most files: nothing is looked up for them
	}
}

// ToRecognise returns a function that reports whether the text of a file, or of pages in it, waits to be recognised. Reading it again gives
// nothing more.
func (e *texts) ToRecognise() func(spar.File) bool {
	waits := e.ToRecover()
	return func(f spar.File) bool {
		return (f.State == spar.NeedsOCR || f.State == spar.Partial) && waits(f)
	}
}

package engine

import (
	"context"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/read"
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
func (e *Engine) Recover(ctx context.Context, q Request, limit int, progress func(done, total int, f spar.File)) (Recovered, error) {
	var out Recovered
	snapshot, selection, err := e.sel(ctx, q)
	if err != nil {
		return out, err
	}
	tried, err := e.triedToRecover()
	if err != nil {
		return out, err
	}
	var todo []spar.File
	for f := range snapshot.In(roaring.Or(selection.Known, selection.Unknown)) {
		if by := e.options.Recoverers(f); len(by) > 0 && !tried.has(f, by) {
			todo = append(todo, f)
		}
	}
	byTime(todo)
	if len(todo) == 0 {
		return out, nil
	}
	reader, err := e.reader()
	if err != nil {
		return out, err
	}
	roots, err := e.roots(ctx)
	if err != nil {
		return out, err
	}
	reaches, err := e.reaches(ctx)
	if err != nil {
		return out, err
	}
	containers, err := e.containers(ctx, todo)
	if err != nil {
		return out, err
	}
	devices := e.devices(ctx)
	total := len(todo)
	if limit > 0 {
		total = min(total, limit)
	}
	var until time.Time
	if q.Budget > 0 {
		until = time.Now().Add(q.Budget)
	}
	for i, f := range todo[:total] {
		if !until.IsZero() && time.Now().After(until) {
			break
		}
		j, ok := containers.job(f, func(f spar.File) read.Job {
			return reaches[f.Share].job(roots[f.Share], f, devices(f.Share))
		})
		if !ok || j.Root == "" || j.File.ID != f.ID {
			continue
		}
		if progress != nil {
			progress(i, total, f)
		}
		found, err := reader.Recover(ctx, j)
		if err != nil {
			return out, err
		}
		if found.State == spar.Unread { // it changed since
			if found.Now != (spar.FileVersion{}) {
				err = e.Catalog.Refresh(ctx, catalog.Sighting{Path: found.Path, Version: found.Now})
			}
			if err != nil {
				return out, err
			}
			continue
		}
		if _, err := e.Catalog.Record(context.WithoutCancel(ctx), found); err != nil {
			return out, err
		}
		out.Files++
		if found.State.Searchable() && found.Segment != f.Segment || found.State == spar.Container {
			out.Found++
		} else if err := tried.add(f, found, e.options.Recoverers); err != nil {
			return out, err
		}
	}
	out.Left = len(todo) - out.Files
	if out.Found > 0 {
		e.tagRead(ctx, spar.Principal{All: true})
	}
	return out, nil
}

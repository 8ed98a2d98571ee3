package engine

import (
	"context"
	"errors"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/read"
)

// Draw gives a page of a file, from 1, as its reader sees it, with dots to the inch, or its words alone for 0 dots. The file need
// not have been read. One that is gone, or that who may not read, is not found.
func (e *Engine) Draw(ctx context.Context, who spar.Principal, share, path string, page int, dots float64) (*extract.Drawing, error) {
	q := Request{Selection: Selection{Who: who, doubts: newDoubts(who)}}
	for range refreshes {
		snapshot, file, stale, err := e.current(ctx, q.Selection, share, path)
		if err != nil {
			return nil, err
		}
		if stale {
			continue
		}
		j, err := e.jobOf(ctx, file)
		if err != nil {
			return nil, err
		}
		if j.File.ID != file.ID { // where it lies shows when what it lies in is read
			if _, err := e.readUnread(ctx, q, snapshot, roaring.BitmapOf(uint32(j.File.ID))); err != nil {
				return nil, err
			}
			continue
		}
		reader, err := e.reader()
		if err != nil {
			return nil, err
		}
		d, err := reader.Draw(ctx, j, page, dots)
		if !errors.Is(err, read.ErrChanged) {
			return d, err
		}
	}
	return nil, spar.Errorf(spar.Unavailable, "%s:%s goes on changing; ask again when that has ended", share, path)
}

// jobOf is what has to be read for a file.
func (e *Engine) jobOf(ctx context.Context, file spar.File) (read.Job, error) {
	roots, err := e.roots(ctx)
	if err != nil {
		return read.Job{}, err
	}
	reaches, err := e.reaches(ctx)
	if err != nil {
		return read.Job{}, err
	}
	containers, err := e.containers(ctx, []spar.File{file})
	if err != nil {
		return read.Job{}, err
	}
	devices := e.devices(ctx)
	j, ok := containers.job(file, func(f spar.File) read.Job { return reaches[f.Share].job(roots[f.Share], f, devices(f.Share)) })
	if !ok || j.Root == "" {
		return read.Job{}, spar.Errorf(spar.Unavailable, "the share %s cannot be reached now", file.Share)
	}
	return j, reaches[file.Share].pace.Open(ctx, 0)
}

package engine

import (
	"context"

	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/spar"
)

// Draw returns a page of a file, counted from 1, as its reader sees it: as a picture with dots to the inch, or only its words for 0 dots.
// The file need not have been read. A file that is gone, or that who may not read, is not found.
func (e *texts) Draw(ctx context.Context, who spar.Principal, share, path string, page int, dots float64) (d *extract.Drawing, err error) {
	err = e.asItLies(ctx, who, share, path, func(r *read.Reader, j read.Job) (err error) {
		d, err = r.Draw(ctx, j, page, dots)
		return err
	})
	return d, err
}

// jobOf returns the job of reading a file.
func (e *texts) jobOf(ctx context.Context, file spar.File) (read.Job, error) {
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
		return read.Job{}, spar.Errorf(spar.Unavailable, "the share %s cannot be reached now: see that its folder is there and mounted", file.Share)
	}
	return j, reaches[file.Share].pace.Open(ctx, 0)
}

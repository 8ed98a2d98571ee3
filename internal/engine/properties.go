package engine

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/read"
)

// peekCost is about what the properties of a file cost in bytes, as far as the rate of a share goes: their beginning, and
// a directory at their end.
const peekCost = 128 << 10

// Properties is what reading properties alone came to.
type Properties struct {
	Files int   // that were opened
	Found int   // that say something of themselves
	Bytes int64 // that were read of them
	Left  int   // files of a scope that were not opened yet
}

// ReadProperties reads what the unread files of a scope say of themselves, without their text, the most recently changed
// first: title, author, dates, pages and the like can be selected by then, before a question has the files read. It ends when
// there are no more, after limit files (0 is no limit), or when the budget of the request is spent. Formats that say
// nothing of themselves and members of containers are left alone; so is what was looked at before and has not changed since.
func (e *Engine) ReadProperties(ctx context.Context, q Request, limit int, progress func(done, total int, path string)) (Properties, error) {
	var out Properties
	snapshot, selection, err := e.sel(ctx, q)
	if err != nil {
		return out, err
	}
	ids, err := e.Catalog.Unpeeked(ctx)
	if err != nil {
		return out, err
	}
	unpeeked := roaring.New()
	for _, id := range ids {
		unpeeked.Add(uint32(id))
	}
	unpeeked.And(roaring.Or(selection.Known, selection.Unknown))
	var files []spar.File
	names := map[spar.FileID]string{}
	for f := range snapshot.In(unpeeked) {
		if f.State == spar.Unread && f.Container == 0 && extract.HasProperties(cmp.Or(f.Format, extract.ByExtension(f.Path))) {
			files = append(files, f)
		}
	}
	if len(files) == 0 {
		return out, nil
	}
	byTime(files)
	out.Left = len(files)
	if limit > 0 && len(files) > limit {
		files = files[:limit]
	}
	roots, err := e.roots(ctx)
	if err != nil {
		return out, err
	}
	reaches, err := e.reaches(ctx)
	if err != nil {
		return out, err
	}
	reader, err := e.reader()
	if err != nil {
		return out, err
	}
	reading := ctx
	if q.Budget > 0 {
		var stop context.CancelFunc
		reading, stop = context.WithTimeout(ctx, q.Budget)
		defer stop()
	}
	for _, f := range files {
		names[f.ID] = f.Path
	}
	devices := e.devices(ctx)
	jobs := func(yield func(read.Job) bool) {
		for _, f := range files {
			if roots[f.Share] == "" {
				continue
			}
			reach := reaches[f.Share]
			if reach.pace.Open(reading, min(f.Size, peekCost)) != nil || reading.Err() != nil ||
				!yield(reach.job(roots[f.Share], f, devices(f.Share))) {
				return
			}
		}
	}
	var findings []spar.Finding
	last := time.Now()
	record := func() error {
		_, err := e.Catalog.RecordProperties(context.WithoutCancel(ctx), findings...)
		findings, last = findings[:0], time.Now()
		return err
	}
	var fault error
	for p, err := range reader.Properties(reading, jobs) {
		if err != nil {
			if !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
				fault = err
			}
			break
		}
		findings = append(findings, p.Finding)
		out.Files, out.Bytes, out.Left = out.Files+1, out.Bytes+p.Bytes, out.Left-1
		if len(p.Properties) > 0 {
			out.Found++
		}
		if progress != nil {
			progress(out.Files, len(files), names[p.Version.File])
		}
		if len(findings) >= recordFiles || time.Since(last) > recordEvery {
			if fault = record(); fault != nil {
				break
			}
		}
	}
	return out, errors.Join(fault, record())
}

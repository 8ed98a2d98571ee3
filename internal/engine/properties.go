package engine

import (
	"cmp"
	"context"
	"iter"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/spar"
)

// peekCost is about how many bytes reading a file's properties takes from the rate of a share: for its beginning, and a directory at its
// end.
const peekCost = 128 << 10

// Properties is the result of reading properties alone.
type Properties struct {
	Files int   // that were opened
	Found int   // that have properties
	Bytes int64 // that were read of them
	Left  int   // files of a scope that were not opened yet
}

// ReadProperties reads the properties of the unread files of a scope without their text, the most recently changed first. Scopes can then
// select by title, author, dates, pages and the like before a question has the files read. It ends when no file is left, after limit files
// (0 is no limit), or when the budget of the selection is spent. It leaves alone formats without properties, members of containers, and
// files that it looked at before and that have not changed since.
func (e *texts) ReadProperties(ctx context.Context, s Selection, limit int, progress func(done, total int, path string)) (Properties, error) {
	var out Properties
	snapshot, selection, err := e.sel(ctx, s)
	if err != nil {
		return out, err
	}
	ids, err := e.catalog.Unpeeked(ctx)
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
	for _, f := range files {
		names[f.ID] = f.Path
	}
	err = through(ctx, e, s, pass[read.Peeked]{
		files: files, most: peekCost,
		read: func(ctx context.Context, r *read.Reader, jobs iter.Seq[read.Job]) iter.Seq2[read.Peeked, error] {
			return r.Properties(ctx, jobs)
		},
		each: func(p read.Peeked) (spar.Finding, bool, error) {
			out.Files, out.Bytes, out.Left = out.Files+1, out.Bytes+p.Bytes, out.Left-1
			if len(p.Properties) > 0 {
				out.Found++
			}
			if progress != nil {
				progress(out.Files, len(files), names[p.Version.File])
			}
			return p.Finding, true, nil
		},
		record: func(ctx context.Context, findings []spar.Finding) error {
			_, err := e.catalog.RecordProperties(ctx, findings...)
			return err
		},
	})
	return out, err
}

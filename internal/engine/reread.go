package engine

import (
	"context"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/spar"
)

// Reread sets the files of a selection back to unread, so that the next question, or idle time, reads them again. Files in quarantine get
// two more attempts. Files that were never read and special files stay as they are. Reread returns how many files it set back; with only it
// takes no others. Text that comes out the same is not made anew. Files for which leave reports true stay as they are; it may be nil.
func (e *shares) Reread(ctx context.Context, s Selection, leave func(spar.File) bool, only ...spar.FileID) (int, error) {
	snapshot, selection, err := e.sel(ctx, s)
	if err != nil {
		return 0, err
	}
	var ids []spar.FileID
	var files []spar.File
	set := roaring.Or(selection.Known, selection.Unknown)
	if len(only) > 0 {
		named := roaring.New()
		for _, id := range only {
			named.Add(uint32(id))
		}
		set.And(named)
	}
	for f := range snapshot.In(set) {
		if leave != nil && leave(f) {
			continue
		}
		switch f.State {
		case spar.Unread, spar.Special, spar.Offline:
			continue
		case spar.Quarantined:
			files = append(files, f)
		}
		ids = append(ids, f.ID)
	}
	containers, err := e.containers(ctx, files)
	if err != nil {
		return 0, err
	}
	var keys []spar.SegmentID
	for _, f := range files {
		if f.Hash != (spar.Hash{}) {
			keys = append(keys, read.Trial(f.Hash, f.Format))
		}
		if c := containers[f.Container]; c.ID != 0 {
			keys = append(keys, read.TrialOf(c.Hash, c.Format, f.At))
		}
	}
	if err := e.catalog.Forgive(ctx, keys...); err != nil {
		return 0, err
	}
	const most = 1000 // in one transaction
	for i := 0; i < len(ids); i += most {
		if err := e.catalog.Reread(ctx, ids[i:min(len(ids), i+most)]...); err != nil {
			return i, err
		}
	}
	return len(ids), nil
}

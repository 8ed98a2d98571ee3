package engine

import (
	"context"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// Free sets files back to unread and removes their text and vectors from the disk at once. Whoever asks next has them read again. The
// history keeps as much of their answers as Purge says.
func (e *Engine) Free(ctx context.Context, who spar.Principal, files *roaring.Bitmap) (n int, done store.Purged, err error) {
	ids := make([]spar.FileID, 0, files.GetCardinality())
	for it := files.Iterator(); it.HasNext(); {
		ids = append(ids, spar.FileID(it.Next()))
	}
	if len(ids) > 0 {
		if n, err = e.Reread(ctx, Selection{Who: who}, nil, ids...); err != nil {
			return n, done, err
		}
	}
	done, err = e.Purge(ctx, true)
	return n, done, err
}

// ReadAhead reads the unread files of a selection until its budget is spent. It returns how many of the selection's files this accounted
// for.
func (e *texts) ReadAhead(ctx context.Context, s Selection, progress func(Progress)) (read int, err error) {
	q := Request{Selection: s.begun()}
	if progress != nil {
		q.Tell = func(n News) {
			if p, ok := n.(Progress); ok {
				progress(p)
			}
		}
	}
	q.doubts = newDoubts(s.Who)
	snapshot, selection, err := e.sel(ctx, q.Selection)
	if err != nil {
		return 0, err
	}
	before := coverage(snapshot, selection)
	snapshot, selection, _, err = e.readScope(ctx, q, snapshot, selection)
	after := coverage(snapshot, selection)
	return max(0, after.Read+after.Unreadable-before.Read-before.Unreadable), err
}

package engine

import (
	"context"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar"
)

// Reread has the files of a scope that were read, and gave text, read again when they are next asked for, as after a change
// of what shapes reading. It gives their number. Text that comes out as it was is not made anew.
func (e *Engine) Reread(ctx context.Context, q Request) (int, error) {
	snapshot, selection, err := e.sel(ctx, q)
	if err != nil {
		return 0, err
	}
	var list []spar.FileID
	for f := range snapshot.In(roaring.Or(selection.Known, selection.Unknown)) {
		if f.State.Searchable() {
			list = append(list, f.ID)
		}
	}
	const most = 1000 // in one transaction
	for i := 0; i < len(list); i += most {
		if err := e.Catalog.Reread(ctx, list[i:min(len(list), i+most)]...); err != nil {
			return i, err
		}
	}
	return len(list), nil
}

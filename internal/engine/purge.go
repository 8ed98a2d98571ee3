package engine

import (
	"context"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/store"
)

// Purge removes the text and the vectors of content that no file has any more from the disk: all of it at once, or
// only from packs in which it is the greater part.
func (e *Engine) Purge(ctx context.Context, all bool) (store.Purged, error) {
	live, err := e.Catalog.LiveSegments(ctx)
	if err != nil {
		return store.Purged{}, err
	}
	return e.Store.Purge(ctx, func(id spar.SegmentID) bool { return live[id] }, all)
}

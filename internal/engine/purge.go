package engine

import (
	"context"
	"errors"
	"time"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/store"
)

// KeepDeleted is how long text that no file has any more may stay on the disk, when nothing else is set.
const KeepDeleted = 7 * 24 * time.Hour

// Purge removes from the disk the text and vectors of content that no file has any more. With all it removes everything at once. Otherwise
// it takes only packs that consist mostly of such content, or that have kept some of it for as long as the options allow. A caller who
// purges once a day keeps nothing for longer. The history of questions keeps the share, path and numbers of places whose text is gone, and
// no words.
func (e *Engine) Purge(ctx context.Context, all bool) (store.Purged, error) {
	keep := e.keep
	if all {
		keep = 0
	}
	done, err := e.store.Purge(ctx, e.catalog.Live, keep)
	if err != nil {
		return done, err
	}
	if err := e.forgetCited(ctx); err != nil {
		return done, err
	}
	if err := e.purgeSketches(ctx); err != nil {
		return done, err
	}
	// What was deleted from tables is gone from the log as well, once nobody reads from it; else the next purge sees to it.
	if err := e.db.Checkpoint(ctx); err != nil && !errors.Is(err, db.ErrBusy) {
		return done, err
	}
	return done, nil
}

package engine

import (
	"context"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/durable"
)

// lockScan keeps other processes from scanning the same share.
func (e *Engine) lockScan(ctx context.Context, s spar.Share, o ScanOptions) (*durable.Held, error) {
	if o.Wait {
		return e.Catalog.ScanLock(ctx, s, o.Waiting)
	}
	return e.Catalog.TryScanLock(s)
}

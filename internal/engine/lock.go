package engine

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/durable"
)

// lockScan keeps other processes from scanning the same share until release is called.
func (e *Engine) lockScan(ctx context.Context, s spar.Share, o ScanOptions) (release func() error, err error) {
	path := filepath.Join(e.dir, fmt.Sprintf("scan-%d.lock", s.ID))
	if o.Wait {
		waiting := o.Waiting
		if waiting == nil {
			waiting = func(string) {}
		}
		held, err := durable.Lock(ctx, path, waiting)
		if err != nil {
			return nil, err
		}
		return held.Unlock, nil
	}
	held, err := durable.TryLock(path)
	var busy *durable.HeldError
	if errors.As(err, &busy) {
		return nil, spar.Errorf(spar.Conflict, "share %s is being scanned by %s; wait for it, or let the command wait with --wait", s.Name, busy.Holder)
	}
	if err != nil {
		return nil, err
	}
	return held.Unlock, nil
}

package service

import (
	"context"

	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/spar"
)

// ErrManyWait says that as many things of one person wait to be computed as may.
var ErrManyWait = engine.ErrManyWait

// Computing waits until the turn of who asks comes, so that one person who asks much holds up nobody else, and gives a context for what
// is computed then. The caller calls end when that is done. What calls this with the same context has its turn already.
func (s *Service) Computing(ctx context.Context, who spar.Principal) (_ context.Context, end func(), err error) {
	return s.engine.Computing(ctx, who)
}

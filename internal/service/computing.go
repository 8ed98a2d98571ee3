package service

import (
	"context"

	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/spar"
)

// ErrManyWait says that one person has too many computations waiting.
var ErrManyWait = engine.ErrManyWait

// Computing waits for the turn of who, so that one busy person delays nobody else, and returns a context for the computation. The caller
// calls end after it. A call with that context has its turn already.
func (s *Service) Computing(ctx context.Context, who spar.Principal) (_ context.Context, end func(), err error) {
	return s.engine.Computing(ctx, who)
}

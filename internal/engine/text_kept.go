package engine

import (
	"context"

	"github.com/sparsearch/spar/internal/store"
)

// TextUsage counts the text that is kept.
func (e *base) TextUsage(ctx context.Context) (store.Usage, error) { return e.store.Usage(ctx) }

// CheckText compares the text that is kept with its checksums. It changes nothing.
func (e *base) CheckText(ctx context.Context) (store.Checked, error) { return e.store.Check(ctx) }

// ForgetAway has text read again whose pack is not in this data directory, and says of how many files.
func (e *base) ForgetAway(ctx context.Context) (segments int, err error) {
	return e.store.ForgetAway(ctx)
}

package engine

import (
	"context"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/order"
	"github.com/sparsearch/spar/internal/spar"
)

// A Selection says which files to work on, for whom, and how long it may read them.
type Selection struct {
	Who    spar.Principal
	Scope  spar.Scope
	Only   *roaring.Bitmap // no other file is selected; nil: all may be
	Reads  *roaring.Bitmap // no other file is read for it, however many are unread; nil: all that the budget allows
	Budget order.Budget    // of the reading

	until  time.Time // when the budget is spent
	purse  *purse    // the rest of the budget; nil: no bound
	doubts *doubts   // nil: none
}

// sel gives the catalog as it is now, and the files of it that are selected.
func (e *shares) sel(ctx context.Context, s Selection) (*index.Snapshot, index.Selection, error) {
	snapshot, err := e.SnapshotFor(ctx, s.Who)
	if err != nil {
		return nil, index.Selection{}, err
	}
	selection, err := snapshot.Eval(ctx, s.Who, s.Scope)
	if err == nil {
		s.doubts.leaveOut(&selection)
		if s.Only != nil {
			selection.Known = roaring.And(selection.Known, s.Only)
			selection.Unknown = roaring.And(selection.Unknown, s.Only)
			selection.Denied = roaring.And(selection.Denied, s.Only)
		}
	}
	return snapshot, selection, err
}

// A Step is one line of a funnel.
type Step = index.Step

// A Selected is the size of a selection and how it came about.
type Selected struct {
	Coverage spar.Coverage
	Funnel   []Step
}

// Coverage says what a scope selects for somebody, without reading anything.
func (e *shares) Coverage(ctx context.Context, who spar.Principal, s spar.Scope) (Selected, error) {
	return e.Covered(ctx, Selection{Who: who, Scope: s})
}

// Covered says how large a selection is, without reading anything.
func (e *shares) Covered(ctx context.Context, s Selection) (Selected, error) {
	snapshot, selection, err := e.sel(ctx, s)
	if err != nil {
		return Selected{}, err
	}
	return Selected{coverage(snapshot, selection), selection.Funnel}, nil
}

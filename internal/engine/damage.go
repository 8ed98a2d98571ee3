package engine

import (
	"context"
	"errors"
	"time"

	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// mostHealed is how often one question reads files again because their stored text was damaged. If that is not enough, the disk damages
// whatever is written to it.
const mostHealed = 5

// healing repeats do when it met damaged text. The store has forgotten that text by then, so the files are read again.
func healing(do func() error) (err error) {
	for range mostHealed {
		if err = do(); !errors.Is(err, store.ErrDamaged) {
			return err
		}
	}
	return err
}

// damagedIn returns the searched files whose text is damaged, as far as it finds them in a short time. The store checks a passage's text
// only when somebody needs it. Without damagedIn a question would meet the damage piece by piece, and search once for each.
func damagedIn(ctx context.Context, runs []retrieve.Source) (files []spar.FileID) {
	until := time.Now().Add(widen)
	for _, r := range runs {
		for i := range r.Segment.Len() {
			if _, err := r.Segment.Passage(i); errors.Is(err, store.ErrDamaged) {
				files = append(files, r.File)
				break
			}
		}
		if ctx.Err() != nil || time.Now().After(until) {
			break
		}
	}
	return files
}

// Ask answers a question from the files of a scope, as ask does. Text that is found damaged on the way is read again first.
func (e *questions) Ask(ctx context.Context, q Request) (a spar.Answer, r Result, err error) {
	err = healing(func() error {
		a, r, err = e.ask(ctx, q)
		return err
	})
	return a, r, err
}

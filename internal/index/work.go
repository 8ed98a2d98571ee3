package index

import (
	"context"
	"math"

	"github.com/sparsearch/spar/internal/spar"
)

// work is what one evaluation may still cost. It ends when nobody waits for the result any more.
type work struct {
	ctx  context.Context
	left int64
	err  error // why it ended
}

// Bounds on an evaluation, in units of about 20 ns, the cost of looking at the row of a file. They allow seconds with a few hundred
// thousand files, and with many more the cost of some globs over all of them.
const (
	workInAll  = 200_000_000
	workPerRow = 200
)

// Rules is the principal for evaluating rules: they decide the tags of files, not who may see them. No person waits for that, so that it
// has no bound.
var Rules = spar.Principal{Name: "rules", All: true}

// work bounds the work of an evaluation over these files. It depends only on files that the asker may know of: else a refusal would reveal
// the others.
func (r *readable) work(ctx context.Context) *work {
	w := &work{ctx: ctx, left: workInAll + workPerRow*int64(r.open.GetCardinality()+r.listed.GetCardinality())}
	if r.unbounded {
		w.left = math.MaxInt64
	}
	return w
}

// take takes so much off, and reports whether the work goes on.
func (w *work) take(n int64) bool {
	switch {
	case w.err != nil:
	case w.ctx.Err() != nil:
		w.err = w.ctx.Err()
	default:
		if w.left -= n; w.left < 0 {
			w.err = spar.Errorf(spar.Invalid, "the patterns of this scope are too many to be compared with so many files: "+
				"put a folder, a share, a type or a date before them, use fewer, or patterns that are a text between stars, as in *report*")
		}
	}
	return w.err == nil
}

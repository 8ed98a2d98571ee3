package read

import (
	"context"
	"errors"
	"fmt"

	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/spar"
)

// maxTrials is how often a content is tried that costs its reader its life, by all processes and for all time.
const maxTrials = 2

// A Ledger remembers, beyond this process, which contents have cost a reader its life. The keys are those of Trial. It may
// be used by many goroutines and processes.
type Ledger interface {
	// Losses is how often readers were lost on a content, and the reason of the last loss.
	Losses(ctx context.Context, key spar.SegmentID) (n int, reason string, err error)
	// Lose adds a loss, or with final as many as there may be, and gives how many there are now. Reader is the version that
	// was lost, such as "pdf/3", and file the one with the content.
	Lose(ctx context.Context, key spar.SegmentID, file spar.FileID, reader, reason string, final bool) (n int, err error)
	// Interrupted adds an attempt that ended, soon after it began, with the whole program; a few of them are a loss.
	Interrupted(ctx context.Context, key spar.SegmentID, file spar.FileID, reader, reason string) error
	// Forgive forgets the losses of contents.
	Forgive(ctx context.Context, keys ...spar.SegmentID) error
}

// A trial identifies a content in the ledger. The zero trial is not kept.
type trial struct {
	key    spar.SegmentID
	file   spar.FileID
	reader string
}

// Trial is the key under which a Ledger has a content: it holds for one version of the format's reader, and for all copies.
func Trial(content spar.Hash, format string) spar.SegmentID {
	return spar.NewSegmentID(content, format, "trial "+extract.Recipe(format))
}

// TrialOf is the key of unpacking a member from a container with that content and format.
func TrialOf(container spar.Hash, format string, at int64) spar.SegmentID {
	return spar.NewSegmentID(container, format, fmt.Sprintf("trial %s of %d", extract.Recipe(format), at))
}

// Current reports whether a version of a reader, as a Ledger has it, is that of this program.
func Current(format, reader string) bool { return extract.Recipe(format) == reader }

// Versions gives the versions of this program's readers by format; see extract.Versions.
func Versions() map[string]int { return extract.Versions() }

// quarantined is the outcome of a content that is not tried again.
func quarantined(format, reason string) outcome {
	return outcome{Format: format, State: spar.Quarantined, Reason: line(reason, maxReason)}
}

// trying runs f, an attempt at a content, up to maxTrials times, including past ones and those of other processes; f is told whether it
// follows a loss. An error of f that is a *breach counts as a failed attempt; one that names a state is the outcome. A content that failed
// before is tried while nothing else is read, so that no innocent neighbour is lost with it.
func (r *Reader) trying(ctx context.Context, t trial, format, path string, f func(again bool) (outcome, error)) (outcome, error) {
	n, reason, err := r.losses(ctx, t)
	if err != nil {
		return outcome{}, err
	}
	had, spared := n > 0, 0
	for n < maxTrials {
		out, err := r.marked(t, n > 0, func() (outcome, error) { return f(n > 0) })
		var b *breach
		ok := errors.As(err, &b)
		switch {
		case !ok && err != nil:
			return out, err
		case !ok:
			if had {
				return out, r.forgive(ctx, t)
			}
			return out, nil
		case b.state != "":
			return outcome{Format: format, State: b.state, Reason: b.reason}, nil
		case b.before && spared < r.o.Workers: // after as many, the next worker is a fresh one
			spared++
			r.o.Log.Info("a worker that had read other files ran out of memory; another one reads this file", "path", path, "format", format)
			continue
		}
		reason, had = b.reason, true
		r.o.Log.Warn("a worker was lost", "path", path, "format", format, "attempt", n+1, "reason", reason)
		if n, err = r.lose(ctx, t, n, reason, !b.again); err != nil {
			return outcome{}, err
		}
	}
	return quarantined(format, reason), nil
}

// marked runs one attempt with a mark beside it that outlives this process; alone keeps all others away meanwhile.
func (r *Reader) marked(t trial, alone bool, f func() (outcome, error)) (outcome, error) {
	if alone {
		r.alone.Lock()
		defer r.alone.Unlock()
	} else {
		r.alone.RLock()
		defer r.alone.RUnlock()
	}
	defer r.marks.begin(t)()
	return f()
}

func (t trial) none() bool { return t == trial{} }

func (r *Reader) losses(ctx context.Context, t trial) (int, string, error) {
	if r.o.Ledger == nil || t.none() {
		return 0, "", nil
	}
	return r.o.Ledger.Losses(ctx, t.key)
}

// lose notes a loss; before is how many are known without a ledger.
func (r *Reader) lose(ctx context.Context, t trial, before int, reason string, final bool) (int, error) {
	switch {
	case r.o.Ledger != nil && !t.none():
		return r.o.Ledger.Lose(context.WithoutCancel(ctx), t.key, t.file, t.reader, reason, final)
	case final:
		return maxTrials, nil
	}
	return before + 1, nil
}

func (r *Reader) forgive(ctx context.Context, t trial) error {
	if r.o.Ledger == nil || t.none() {
		return nil
	}
	return r.o.Ledger.Forgive(context.WithoutCancel(ctx), t.key)
}

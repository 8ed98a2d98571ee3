package engine

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/durable"
	"github.com/sparsearch/spar/internal/order"
	"github.com/sparsearch/spar/internal/spar"
)

// background does the work that can wait for idle time, while ctx lasts.
func (w *watcher) background(ctx context.Context) {
	for pause(ctx, idleAfter) {
		if err := w.purge(ctx); err != nil && ctx.Err() == nil {
			w.o.Tell(failed(api.WatchFailed, "", "deleted text was not purged: ", err))
		}
		if !w.idle() {
			continue
		}
		if err := w.work(ctx); err != nil && ctx.Err() == nil {
			w.o.Tell(failed(api.WatchFailed, "", "work in idle time: ", err))
		}
	}
}

// purge removes deleted text once a day, whichever process comes first.
func (w *watcher) purge(ctx context.Context) error {
	return w.leased("purge", func() error {
		stamp := w.e.lockPath("purged")
		if info, err := os.Stat(stamp); err == nil && time.Since(info.ModTime()) < purgeEvery {
			return nil
		}
		r, err := w.e.Purge(ctx, false)
		if err != nil {
			return err
		}
		w.o.Tell(WatchEvent{Kind: api.WatchPurged, N: r.Segments})
		return durable.WriteFile(stamp, nil, 0o600)
	})
}

// leased does work that only one process does at a time. If another process does it, leased does nothing.
func (w *watcher) leased(name string, do func() error) error {
	held, err := durable.TryLock(w.e.lockPath("watch-" + name))
	if errors.Is(err, durable.ErrHeld) {
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(do(), held.Unlock())
}

// work reads and embeds for a turn at a time, as long as nothing changes and the hours of the shares hold.
func (w *watcher) work(ctx context.Context) error {
	return w.leased("background", func() error {
		if err := w.warm(ctx); err != nil {
			return err
		}
		for w.idle() && ctx.Err() == nil {
			n, err := w.catchUp(ctx)
			if err == nil && n == 0 {
				n, err = w.e.store.SealVectors(ctx, sealedInATurn)
			}
			if err == nil && n == 0 {
				n, err = w.sketch(ctx)
			}
			if err == nil && n == 0 && (w.o.Read || w.o.Embed) {
				n, err = w.turn(ctx)
			}
			if err == nil && n == 0 && w.o.Propose != nil {
				if n, err = w.o.Propose(ctx); n > 0 {
					w.o.Tell(WatchEvent{Kind: api.WatchProposed, N: n})
				}
			}
			if err != nil {
				return err
			}
			if n == 0 && (w.o.Read || w.o.Embed) {
				return w.fitLight(ctx)
			}
			if n == 0 {
				return nil
			}
		}
		return nil
	})
}

// warm has PDFium compiled, once, where a share has a PDF file: else the first question that reads one pays for it out of its time.
func (w *watcher) warm(ctx context.Context) error {
	if w.warmed {
		return nil
	}
	pdf := spar.Scope{Constraints: []spar.Constraint{{Key: "type", Values: []spar.Match{{Text: formatPDF}}}}}
	_, selection, err := w.e.sel(ctx, Selection{Who: spar.Principal{All: true}, Scope: pdf})
	if err != nil || selection.Known.IsEmpty() && selection.Unknown.IsEmpty() {
		return err
	}
	reader, err := w.e.reader()
	if err != nil {
		return err
	}
	reader.Ready(ctx, formatPDF)
	w.warmed = ctx.Err() == nil
	return nil
}

// sketch makes sketches of names for a turn.
func (w *watcher) sketch(ctx context.Context) (int, error) {
	turn, stop := context.WithTimeout(ctx, idleTurn)
	defer stop()
	made, err := w.e.Sketch(turn)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		err = nil
	}
	return made, err
}

// sealedInATurn is how many contents' vectors of an older SPAR get checksums before others are asked for.
const sealedInATurn = 500

// fitLight fits the light encoder on when vectors enough have come since.
func (w *watcher) fitLight(ctx context.Context) error {
	r, done, err := w.e.KeepLight(ctx, spar.Principal{All: true})
	if done && err == nil {
		w.o.Tell(WatchEvent{Kind: api.WatchFitted, N: r.Samples, Detail: r.String()})
	}
	return err
}

// catchUp makes for a turn the vectors that a switch of the encoder has left to be made, whether or not passages are
// embedded in idle time: somebody has paid for them once.
func (w *watcher) catchUp(ctx context.Context) (int, error) {
	turn, stop := context.WithTimeout(ctx, idleTurn)
	defer stop()
	made, err := w.e.CatchUp(turn, nil)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		err = nil
	}
	if made > 0 {
		w.o.Tell(WatchEvent{Kind: api.WatchEmbedded, N: made})
	}
	return made, err
}

// turn is one turn of background work; it gives how much there was.
func (w *watcher) turn(ctx context.Context) (int, error) {
	allowed, err := w.allowed(ctx)
	if err != nil || len(allowed.Constraints) == 0 {
		return 0, err
	}
	who := spar.Principal{All: true}
	if n, err := w.properties(ctx, Selection{Who: who, Scope: allowed, Budget: order.Of(idleTurn)}); n > 0 || err != nil {
		return n, err
	}
	if w.o.Read {
		snapshot, selection, err := w.e.sel(ctx, Selection{Who: who, Scope: allowed})
		if err != nil {
			return 0, err
		}
		n, err := w.e.readUnread(ctx, Request{Selection: Selection{Who: who, Budget: order.Of(idleTurn)}}, snapshot, roaring.Or(selection.Known, selection.Unknown))
		if err != nil {
			return 0, err
		}
		if n > 0 {
			w.o.Tell(WatchEvent{Kind: api.WatchRead, N: n})
			w.tagged(w.e.Tag(ctx))
			return n, nil
		}
		r, err := w.e.Recover(ctx, Selection{Who: who, Scope: allowed, Budget: order.Of(idleTurn)}, 0, nil)
		if err != nil || r.Files > 0 {
			w.o.Tell(WatchEvent{Kind: api.WatchRead, N: r.Found})
			return r.Files, err
		}
	}
	if !w.o.Embed {
		return 0, nil
	}
	turn, stop := context.WithTimeout(ctx, idleTurn)
	defer stop()
	made, err := w.e.EmbedAll(turn, Request{Selection: Selection{Who: who, Scope: allowed, Budget: order.Of(time.Nanosecond)}}, nil)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		err = nil
	}
	if made.Made > 0 {
		w.o.Tell(WatchEvent{Kind: api.WatchEmbedded, N: made.Made})
	}
	return made.Made, err
}

// An allowance is how much of something may be done: as much as an hour's worth at once, and then so much an hour.
type allowance struct {
	anHour, left float64
	since        time.Time
}

// now is how much may be done at a time.
func (a *allowance) now(t time.Time) int {
	if a.since.IsZero() {
		a.left = a.anHour
	} else {
		a.left = min(a.anHour, a.left+a.anHour*t.Sub(a.since).Hours())
	}
	a.since = t
	return int(a.left)
}

// properties reads what files say of themselves, as far as the allowance goes, and gives how many there were.
func (w *watcher) properties(ctx context.Context, s Selection) (int, error) {
	n := w.peeks.now(time.Now())
	if n == 0 {
		return 0, nil
	}
	head, err := w.e.catalog.Head(ctx)
	if err != nil || int64(head) == w.peekedAll {
		return 0, err
	}
	r, err := w.e.ReadProperties(ctx, s, n, nil)
	if spar.CodeOf(err) == spar.Unavailable {
		w.peeks.anHour = 0 // files cannot be read here; whoever asks learns why
		return 0, nil
	}
	w.peeks.left -= float64(r.Files)
	if r.Files == 0 && r.Left == 0 {
		w.peekedAll = int64(head)
	}
	if r.Found > 0 {
		w.o.Tell(WatchEvent{Kind: api.WatchPeeked, N: r.Files})
		w.tagged(w.e.Tag(ctx))
	}
	return r.Files, err
}

// allowed is the scope of the shares whose hours hold now; without constraints it is none.
func (w *watcher) allowed(ctx context.Context) (spar.Scope, error) {
	reaches, err := w.e.reaches(ctx)
	if err != nil {
		return spar.Scope{}, err
	}
	one := spar.Constraint{Key: "share"}
	for name, r := range reaches {
		if r.settings.Limits.Hours.Hold(time.Now()) {
			one.Values = append(one.Values, spar.Match{Text: name})
		}
	}
	if len(one.Values) == 0 {
		return spar.Scope{}, nil
	}
	return spar.Scope{Constraints: []spar.Constraint{one}}, nil
}

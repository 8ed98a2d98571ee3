package db

import (
	"context"
	"sync"

	"github.com/sparsearch/spar/internal/durable"
)

// mostTogether is how many small writes share a commit.
const mostTogether = 64

// A sharing lets writes share a commit.
type sharing struct {
	mu      sync.Mutex
	waiting []*share
	led     bool // somebody waits for the writer in the place of all who wait here
}

// A share is one write among several that share a commit.
type share struct {
	ctx      context.Context
	f        func(context.Context, *Tx) error
	err      error
	panicked any
	done     chan struct{} // closed when err is known
}

// Together is Write for a few rows that many people may want to write at once. Writes that wait for the writer are committed together, so
// that they wait once for the disk. Each is all or nothing, whatever becomes of the others, and is as durable as by Write when Together
// returns nil. f gets the context to use with its transaction, may be called twice, and runs in another goroutine.
func (d *DB) Together(ctx context.Context, f func(context.Context, *Tx) error) error {
	if !d.shares() || d.closed != nil {
		return d.Write(ctx, func(tx *Tx) error { return f(ctx, tx) })
	}
	s := &share{ctx: ctx, f: f, done: make(chan struct{})}
	d.sharing.mu.Lock()
	d.sharing.waiting = append(d.sharing.waiting, s)
	lead := !d.sharing.led
	d.sharing.led = true
	d.sharing.mu.Unlock()
	if lead {
		go d.lead() // and not here: who began may give up before the others do
	}
	select {
	case <-s.done:
	case <-ctx.Done():
		if d.sharing.leave(s) {
			return ctx.Err()
		}
		<-s.done
	}
	if s.panicked != nil {
		panic(s.panicked)
	}
	return s.err
}

// leave takes back a share that nobody has begun.
func (g *sharing) leave(s *share) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i, w := range g.waiting {
		if w == s {
			g.waiting = append(g.waiting[:i:i], g.waiting[i+1:]...)
			return true
		}
	}
	return false
}

// next takes those whose turn it is.
func (g *sharing) next() (list []*share, more bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := min(len(g.waiting), mostTogether)
	list, g.waiting = g.waiting[:n:n], g.waiting[n:]
	g.led = len(g.waiting) > 0
	return list, g.led
}

// lead waits for the writer and commits what waits then.
func (d *DB) lead() {
	d.turn.Acquire(context.Background(), 1) // which cannot fail
	defer d.turn.Release(1)
	list, more := d.sharing.next()
	if more {
		go d.lead()
	}
	if len(list) > 1 && !d.commitTogether(list) || len(list) == 1 {
		for _, s := range list {
			if s.err == nil && s.panicked == nil {
				s.err = d.write(s.ctx, func(tx *Tx) error { s.run(s.ctx, tx); return s.err })
			}
		}
	}
	for _, s := range list {
		close(s.done)
	}
}

// run calls the function of a share. A panic is its owner's.
func (s *share) run(ctx context.Context, tx *Tx) {
	defer func() {
		if s.panicked = recover(); s.panicked != nil {
			s.err = context.Canceled // so that nothing is kept of it; its owner panics
		}
	}()
	s.err = s.f(ctx, tx)
}

// commitTogether writes all shares in one transaction. It reports false where the transaction fails. Shares that failed by themselves then
// have their errors, and each of the others must be written alone.
func (d *DB) commitTogether(list []*share) bool {
	ctx := context.Background()
	tx, err := d.begin(ctx, d.writer, true)
	if err != nil {
		return false
	}
	defer tx.rollback()
	for _, s := range list {
		if s.err = s.ctx.Err(); s.err != nil {
			continue
		}
		if _, err := tx.Exec("SAVEPOINT share"); err != nil {
			return false
		}
		// SQLite gives up a whole transaction when one of its statements is interrupted.
		s.run(context.WithoutCancel(s.ctx), tx)
		if s.err != nil {
			s.err = d.explain(s.err)
			if _, err := tx.Exec("ROLLBACK TO share"); err != nil { // it was the transaction that failed, and who began it may not be to blame
				if s.panicked == nil {
					s.err = nil
				}
				return false
			}
		}
		if _, err := tx.Exec("RELEASE share"); err != nil {
			return false
		}
	}
	if err := tx.commit(ctx); err != nil {
		return false
	}
	durable.Step("commit")
	return true
}

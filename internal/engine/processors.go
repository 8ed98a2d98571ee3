package engine

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// ErrManyWait says that no more computations of one person may wait for a processor.
var ErrManyWait = spar.Errorf(spar.Unavailable,
	"so many of your requests wait for a processor that this one is not taken: ask again when some of them have ended")

// processors lets no more computations run at a time than the machine has processors: if all ran at once, each would take as long as all of
// them. People take turns. While somebody else asks as well, one person gets at most half of the processors. So people who ask much wait
// for themselves, and people who ask little find a processor free.
type processors struct {
	mu   sync.Mutex
	all  int // that there are
	free int
	of   map[string]*asker
	line []*asker // askers who have something waiting, the next one first
}

// An asker is one person, with their running and waiting computations.
type asker struct {
	name    string
	running int
	waiting []*waiter
	asked   time.Time // last
}

type waiter struct {
	begin chan struct{} // closed when its turn comes
	begun bool
}

const (
	// slice is how long a computation has a processor for itself. Most end within it. A longer one goes on beside the others, and the
	// system shares the processors. So nobody waits for a question over a very large scope, or for a question that waits for a disk.
	slice = 250 * time.Millisecond

	// long is how long a computation counts as its person's. Only a computation that waits for something else takes longer.
	long = 20 * time.Second

	mostWaiting = 32          // of one person; more are refused
	remembered  = time.Minute // since somebody asked last
)

func newProcessors(n int) *processors {
	return &processors{all: n, free: n, of: map[string]*asker{}}
}

// A computing is somebody's time on a processor. A nil one can be ended as well.
type computing struct {
	late, over  *time.Timer
	slice, free func() // end the time for itself, and the whole
}

type computingKey struct{}

// compute waits for a processor. Its error is that of ctx, or ErrManyWait. What is called with a context of Computing has one
// already, which
// ends with it.
func (p *processors) compute(ctx context.Context, who string) (*computing, error) {
	if has, ok := ctx.Value(computingKey{}).(*computing); ok {
		return has, nil
	}
	w := &waiter{begin: make(chan struct{})}
	p.mu.Lock()
	a := p.of[who]
	if a == nil {
		p.forget()
		a = &asker{name: who}
		p.of[who] = a
	}
	a.asked = time.Now()
	if len(a.waiting) >= mostWaiting {
		p.mu.Unlock()
		return nil, ErrManyWait
	}
	if a.waiting = append(a.waiting, w); len(a.waiting) == 1 {
		p.line = append(p.line, a)
	}
	p.next()
	p.mu.Unlock()
	select {
	case <-w.begin:
	case <-ctx.Done():
		p.mu.Lock()
		defer p.mu.Unlock()
		if w.begun {
			a.running--
			p.free++
		} else {
			a.waiting = slices.DeleteFunc(a.waiting, func(x *waiter) bool { return x == w })
			if len(a.waiting) == 0 {
				p.line = slices.DeleteFunc(p.line, func(x *asker) bool { return x == a })
			}
		}
		p.next()
		return nil, ctx.Err()
	}
	c := &computing{
		slice: sync.OnceFunc(func() { p.give(func() { p.free++ }) }),
		free:  sync.OnceFunc(func() { p.give(func() { a.running-- }) }),
	}
	c.late, c.over = time.AfterFunc(slice, c.slice), time.AfterFunc(long, c.free)
	return c, nil
}

func (p *processors) give(back func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	back()
	p.next()
}

// next begins the computations that may begin. The caller holds the lock.
func (p *processors) next() {
	for p.free > 0 {
		most := p.share()
		i := slices.IndexFunc(p.line, func(a *asker) bool { return a.running < most })
		if i < 0 {
			return
		}
		a := p.line[i]
		p.line = slices.Delete(p.line, i, i+1)
		w := a.waiting[0]
		if a.waiting = a.waiting[1:]; len(a.waiting) > 0 {
			p.line = append(p.line, a)
		}
		p.free--
		a.running++
		w.begun = true
		close(w.begin)
	}
}

// share is how many computations of one person run at a time: as many as the machine can do while nobody else asks.
func (p *processors) share() int {
	others := 0
	for _, a := range p.of {
		if a.running > 0 || len(a.waiting) > 0 || time.Since(a.asked) < remembered {
			if others++; others > 1 {
				return max(1, p.all/2)
			}
		}
	}
	return p.all
}

// forget forgets people who have not asked for a while. The caller holds the lock.
func (p *processors) forget() {
	for name, a := range p.of {
		if a.running == 0 && len(a.waiting) == 0 && time.Since(a.asked) >= remembered {
			delete(p.of, name)
		}
	}
}

// end gives the processor to the next one. What comes after it is waiting for something else, or the end. It may be called more
// than once.
func (c *computing) end() {
	if c != nil {
		c.late.Stop()
		c.over.Stop()
		c.slice()
		c.free()
	}
}

// Computing waits until it is somebody's turn to compute, and returns a context for the computation. The caller calls end when it is done.
// A question within ends the turn when it waits for files or a model. The error is that of ctx, or ErrManyWait.
func (e *questions) Computing(ctx context.Context, who spar.Principal) (_ context.Context, end func(), err error) {
	c, err := e.processors.compute(ctx, who.Owner())
	if err != nil {
		return ctx, nil, err
	}
	return context.WithValue(ctx, computingKey{}, c), c.end, nil
}

package read

import (
	"context"
	"sync"
	"time"
)

// A clock is a context whose deadline can be put off: it measures the time that is spent on a file, not the time that
// is spent waiting for others.
type clock struct {
	context.Context

	mu       sync.Mutex
	deadline time.Time
	err      error
	done     chan struct{}
	timer    *time.Timer
	detach   func() bool
}

func newClock(ctx context.Context, d time.Duration) *clock {
	c := &clock{Context: ctx, deadline: time.Now().Add(d), done: make(chan struct{})}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.timer = time.AfterFunc(d, c.ring)
	c.detach = context.AfterFunc(ctx, func() { c.end(ctx.Err()) })
	return c
}

// ring ends the clock unless its deadline was put off meanwhile.
func (c *clock) ring() {
	c.mu.Lock()
	left := time.Until(c.deadline)
	if left > 0 && c.err == nil {
		c.timer.Reset(left)
	}
	c.mu.Unlock()
	if left <= 0 {
		c.end(context.DeadlineExceeded)
	}
}

func (c *clock) end(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err = err
		close(c.done)
	}
}

// extend puts the deadline off.
func (c *clock) extend(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.deadline = c.deadline.Add(d)
}

// stop frees the timer; the context is cancelled by it.
func (c *clock) stop() {
	c.timer.Stop()
	c.detach()
	c.end(context.Canceled)
}

// Deadline is when the time will be over, as things stand.
func (c *clock) Deadline() (time.Time, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.deadline, true
}

// Done is closed when the time is over.
func (c *clock) Done() <-chan struct{} { return c.done }

// Err says why Done is closed.
func (c *clock) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

package read

import (
	"context"
	"sync"
	"syscall"
	"time"
)

// A clock is a context that ends when a file has taken its time. That is processor time, so that a busy machine or a slow
// disk costs no file its text, but never more than waits times as much by the wall; waiting for the parent does not count.
type clock struct {
	context.Context
	begin time.Time
	limit time.Duration
	used  func() time.Duration // processor time since begin

	mu     sync.Mutex
	held   time.Duration // waiting for the parent
	err    error
	done   chan struct{}
	timer  *time.Timer
	detach func() bool
}

func newClock(ctx context.Context, limit time.Duration) *clock {
	before := ownTime()
	return newClockOf(ctx, limit, func() time.Duration { return ownTime() - before })
}

func newClockOf(ctx context.Context, limit time.Duration, used func() time.Duration) *clock {
	c := &clock{Context: ctx, begin: time.Now(), limit: limit, used: used, done: make(chan struct{})}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.timer = time.AfterFunc(limit, c.ring)
	c.detach = context.AfterFunc(ctx, func() { c.end(ctx.Err()) })
	return c
}

// ownTime is the processor time that this process has used.
func ownTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// ring ends the clock unless there is time left by now.
func (c *clock) ring() {
	deadline, _ := c.Deadline()
	left := time.Until(deadline)
	c.mu.Lock()
	if left > 0 && c.err == nil {
		c.timer.Reset(max(left, time.Millisecond))
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
	c.held += d
}

// stop frees the timer; the context is cancelled by it.
func (c *clock) stop() {
	c.timer.Stop()
	c.detach()
	c.end(context.Canceled)
}

// Deadline is when the time will be over if the processor is not waited for from now on.
func (c *clock) Deadline() (time.Time, bool) {
	c.mu.Lock()
	held := c.held
	c.mu.Unlock()
	idle := time.Since(c.begin) - held - c.used()
	return c.begin.Add(c.limit + held + min(max(0, idle), (waits-1)*c.limit)), true
}

// Done is closed when the time is over.
func (c *clock) Done() <-chan struct{} { return c.done }

// Err says why Done is closed.
func (c *clock) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

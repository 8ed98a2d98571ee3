package engine

import (
	"context"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
)

// processors lets no more questions compute at a time than the machine has processors; the others wait in the order in which they came.
// Where all compute at once each takes as long as all of them together, and some are served twice while others wait.
type processors struct{ free *semaphore.Weighted }

// slice is how long a question has a processor for itself. Most are answered by then. One that is not goes on beside the others, as the
// system shares the processors, so that nobody waits for a question over a very large scope, or for one that itself waits for a disk.
const slice = 250 * time.Millisecond

func newProcessors() processors {
	return processors{semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0)))}
}

// A computing is the time in which a question has a processor. A nil one ends as well.
type computing struct {
	late *time.Timer
	free func()
}

// compute waits for a processor. Its error is that of ctx.
func (p processors) compute(ctx context.Context) (*computing, error) {
	if err := p.free.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	c := &computing{free: sync.OnceFunc(func() { p.free.Release(1) })}
	c.late = time.AfterFunc(slice, c.free)
	return c, nil
}

// end gives the processor to the next one. What comes after it is waiting for something else, or the end. It may be called more than once.
func (c *computing) end() {
	if c != nil {
		c.late.Stop()
		c.free()
	}
}

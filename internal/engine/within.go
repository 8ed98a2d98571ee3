package engine

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/tagging"
)

// stillFor is how long a scan may tell of nothing before a question stops waiting for it.
const stillFor = time.Minute

// ScanWithin is Scan for a question, which cannot wait without end. It waits no longer than within, if that is not 0, and not when the scan
// falls silent. It waits only for a moment for another scan of a share that was scanned before. late says why it did not wait to the end.
// What the scan found by then is known; the next scan goes on.
func (e *shares) ScanWithin(ctx context.Context, name string, within time.Duration, o ScanOptions) (late string, err error) {
	s, err := e.catalog.Share(ctx, name)
	if err != nil {
		return "", err
	}
	known, err := e.catalog.Scanned(ctx, s)
	if err != nil {
		return "", err
	}
	if known && e.ReadOnly() {
		return "the data directory can only be read", nil
	}
	p := &patience{within: within, known: known, began: time.Now(), o: o}
	p.last = p.began
	scanning, stop := context.WithCancel(ctx)
	defer stop()
	done := make(chan error, 1)
	go func() {
		_, err := e.Scan(scanning, name, p.options())
		done <- err
	}()
	tick := time.NewTicker(lookFor / 20)
	defer tick.Stop()
	for late == "" && ctx.Err() == nil {
		select {
		case err := <-done:
			return "", err
		case <-ctx.Done():
		case <-tick.C:
			late = p.late()
		}
	}
	stop()
	select {
	case err = <-done: // the files that it found are kept
		if err == nil {
			return "", nil
		}
	case <-time.After(lookFor): // it hangs in the file system, and is left to itself
	}
	p.leave()
	return late, ctx.Err()
}

// patience says how long somebody waits for a scan.
type patience struct {
	within time.Duration
	known  bool // the share was scanned before
	began  time.Time
	o      ScanOptions

	mu     sync.Mutex
	last   time.Time // when something was heard of the scan
	holder string    // of the lock, as long as it waits for that
	left   bool
}

// options are the options of the scan. It is listened to until the patience ends.
func (p *patience) options() ScanOptions {
	o := p.o
	o.Wait = true
	o.Progress = func(r catalog.ScanReport) {
		p.hear("", func() {
			if p.o.Progress != nil {
				p.o.Progress(r)
			}
		})
	}
	o.Waiting = func(holder string) {
		p.hear(holder, func() {
			if p.o.Waiting != nil {
				p.o.Waiting(holder)
			}
		})
	}
	o.Tagged = func(r tagging.Report, err error) {
		p.hear("", func() {
			if p.o.Tagged != nil {
				p.o.Tagged(r, err)
			}
		})
	}
	return o
}

func (p *patience) hear(holder string, tell func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.left {
		return
	}
	p.last, p.holder = time.Now(), holder
	tell()
}

// late says why the waiting is over, "" while it is not.
func (p *patience) late() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	waited := time.Since(p.began)
	switch {
	case p.holder != "" && (p.known && waited > lookFor || p.within > 0 && waited > p.within):
		return "it is being scanned by " + p.holder
	case p.within > 0 && waited > p.within:
		return fmt.Sprintf("its scan had not ended after %v", p.within.Round(time.Millisecond))
	case p.holder == "" && time.Since(p.last) > stillFor:
		return fmt.Sprintf("nothing was heard of its scan for %v", stillFor)
	}
	return ""
}

func (p *patience) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.left = true
}

package engine

import (
	"context"
	"sync"
	"time"

	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
)

// Why a share cannot be looked at, for anybody who may know of the share. No reason says where it lies.
const (
	notScanned   = "it was never scanned to its end"
	relocated    = "it was relocated, and not scanned since"
	notReachable = "its folder cannot be reached"
	notMounted   = "it is not mounted: its folder is empty and not the one of the last scan"
	replaced     = "another folder stands where it was at the last scan"
	silent       = "its file system does not answer"
	notBelieved  = "it is there, and so much of it is gone at once that nothing was taken to be deleted; a scan says more"
)

// closed says which of some shares cannot be looked at now, in their order.
func (e *shares) closed(ctx context.Context, shares []spar.Share) ([]spar.ClosedShare, error) {
	reasons := make([]string, len(shares))
	faults := make([]error, len(shares))
	var all sync.WaitGroup
	for i, s := range shares {
		all.Go(func() { reasons[i], faults[i] = e.closedFor(ctx, s) })
	}
	all.Wait()
	var closed []spar.ClosedShare
	for i, s := range shares {
		switch {
		case spar.CodeOf(faults[i]) == spar.NotFound: // removed at this moment
		case faults[i] != nil:
			return nil, faults[i]
		case reasons[i] != "":
			closed = append(closed, spar.ClosedShare{Share: s.Name, Reason: reasons[i]})
		}
	}
	return closed, nil
}

// closedFor says why a share cannot be looked at, "" when it can.
func (e *shares) closedFor(ctx context.Context, s spar.Share) (string, error) {
	status, err := e.catalog.ShareStatus(ctx, s)
	if err != nil {
		return "", err
	}
	dev, ino, known, err := e.catalog.Identity(ctx, s)
	if err != nil {
		return "", err
	}
	reason := e.grounds.ask(s.Root, func() string {
		now, err := share.StatRoot(s.Root)
		switch {
		case err != nil || !share.Reachable(s.Root):
			return notReachable
		case known && share.Unmounted(s.Root, dev, ino):
			return notMounted
		case !known || now.Ino == ino: // the device has another number after each mount
			return ""
		}
		return replaced
	})
	switch {
	case reason != "":
		return reason, nil
	case status.Scans == 0:
		return notScanned, nil
	case !known:
		return relocated, nil
	}
	return "", nil
}

// isClosed reports whether a share cannot be looked at.
func (in *inquiry) isClosed(name string) bool {
	for _, c := range in.closed {
		if c.Share == name {
			return true
		}
	}
	return false
}

// close keeps why a share could not be looked at.
func (in *inquiry) close(name, reason string) {
	if !in.isClosed(name) {
		in.closed = append(in.closed, spar.ClosedShare{Share: name, Reason: reason})
	}
}

// grounds asks file systems whether they are there. A file system that is gone may never answer. grounds asks it only once at a time, and
// nobody waits longer than lookFor.
type grounds struct {
	mu    sync.Mutex
	asked map[string]asking // by root
}

// An asking is a question to a file system that it has not answered yet.
type asking struct {
	since time.Time
	done  chan struct{}
}

// ask gives what look finds out about a root, or that its file system does not answer.
func (g *grounds) ask(root string, look func() string) string {
	g.mu.Lock()
	earlier, busy := g.asked[root]
	g.mu.Unlock()
	if busy {
		select {
		case <-earlier.done:
		case <-time.After(max(lookFor/20, lookFor-time.Since(earlier.since))):
			return silent
		}
	}
	mine, answer := asking{time.Now(), make(chan struct{})}, make(chan string, 1)
	g.mu.Lock()
	if g.asked == nil {
		g.asked = map[string]asking{}
	}
	g.asked[root] = mine
	g.mu.Unlock()
	go func() {
		answer <- look()
		g.mu.Lock()
		if g.asked[root] == mine {
			delete(g.asked, root)
		}
		g.mu.Unlock()
		close(mine.done)
	}()
	select {
	case found := <-answer:
		return found
	case <-time.After(lookFor):
		return silent
	}
}

// Package watch says when which folders of a share are to be looked at: it takes in events of the file system where there
// are any, waits until a folder has become quiet, and spaces scans of the whole share by how much they find. It stands
// beside the index, between share and engine, and looks at no file itself.
package watch

import (
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/share"
)

// Options shape a Plan; the zero value is the default.
type Options struct {
	Interval time.Duration // between scans of the whole share; 0 adapts to what they find

	Quiet    time.Duration // a folder is looked at when nothing happened in it for this long; 0 is 2 s
	Patience time.Duration // or this long after the first of its events; 0 is 30 s
	Settle   time.Duration // a file is taken for finished when nobody wrote to it for this long; 0 is 1.5 s
	Writing  time.Duration // or this long after it was first seen unfinished; 0 is 5 min
}

// The bounds of the time between two scans of the whole share, when it adapts.
const (
	shortest       = 15 * time.Second
	longest        = time.Hour
	shortestBeside = 15 * time.Minute // where events tell of everything, which they do but for what got lost
	longestBeside  = 24 * time.Hour
	share20        = 20 // a scan takes at most one part in so many of the time
	maxParts       = 1000
	maxWrote       = 10_000
	firstRetry     = 10 * time.Second
	lastRetry      = 10 * time.Minute
)

// A Plan says what to do for one share, and when. One goroutine uses it.
type Plan struct {
	Schedule
	o       Options
	dirty   map[string]mark
	wrote   map[string]bool      // files that somebody wrote to
	writing map[string]time.Time // folders with unfinished files, since when
}

// A mark is a changed folder.
type mark struct {
	first, last time.Time
	deep        bool
}

// An Action is what to do next.
type Action struct {
	At     time.Time
	Full   bool          // scan the whole share, else Parts
	Parts  []share.Part  // by path
	Wrote  []string      // files there that somebody wrote to
	Settle time.Duration // as in catalog.ScanOptions
}

// New is a plan that begins with a scan of the whole share.
func New(o Options, now time.Time) *Plan {
	for d, initial := range map[*time.Duration]time.Duration{&o.Quiet: 2 * time.Second, &o.Patience: 30 * time.Second, &o.Settle: 1500 * time.Millisecond, &o.Writing: 5 * time.Minute} {
		if *d == 0 {
			*d = initial
		}
	}
	p := &Plan{o: o, dirty: map[string]mark{}, wrote: map[string]bool{}, writing: map[string]time.Time{}, Schedule: Schedule{every: o.Interval, full: now}}
	p.interval, _ = p.bounds()
	return p
}

// Event takes in that something happened in a folder, or, deep, to the folder and all below it.
func (p *Plan) Event(folder string, deep bool, now time.Time) {
	m, ok := p.dirty[folder]
	if !ok {
		m.first = now
	}
	m.last, m.deep = now, m.deep || deep
	p.dirty[folder] = m
	if len(p.dirty) > maxParts {
		p.Lost(now)
	}
}

// Wrote takes in that somebody wrote to a file. Of more files than it keeps their times alone tell.
func (p *Plan) Wrote(path string) {
	if len(p.wrote) < maxWrote {
		p.wrote[path] = true
	}
}

// wroteIn gives the files that somebody wrote to, in some folders or, nil, in all.
func (p *Plan) wroteIn(parts []share.Part) (files []string) {
	in := map[string]bool{}
	for _, part := range parts {
		in[part.Path] = true
	}
	for file := range p.wrote {
		folder := share.Root
		if i := strings.LastIndexByte(file, '/'); i >= 0 {
			folder = file[:i]
		}
		if parts == nil || in[folder] {
			files = append(files, file)
		}
	}
	return files
}

// Lost takes in that events were lost, or are too many to be followed one by one: the whole share is next.
func (p *Plan) Lost(now time.Time) {
	clear(p.dirty)
	if at := now.Add(p.o.Quiet); p.failures == 0 && p.full.After(at) {
		p.full = at
	}
}

// Next gives the next action and its time. The caller performs it, calls Done or Failed, then Next again.
func (p *Plan) Next(now time.Time) Action {
	if !p.hours.Hold(now) {
		return Action{At: p.hours.Next(now), Full: true}
	}
	full := p.Full(now)
	if p.failures > 0 || !full.After(now) {
		return Action{At: p.full, Full: true, Wrote: p.wroteIn(nil), Settle: p.settle(now)}
	}
	at := full
	var parts []share.Part
	for folder, m := range p.dirty {
		ready := m.last.Add(p.o.Quiet)
		if latest := m.first.Add(p.o.Patience); latest.Before(ready) {
			ready = latest
		}
		if ready.After(now) {
			if ready.Before(at) {
				at = ready
			}
			continue
		}
		parts = append(parts, share.Part{Path: folder, Deep: m.deep})
	}
	if len(parts) == 0 {
		return Action{At: at, Full: at.Equal(full)}
	}
	slices.SortFunc(parts, func(a, b share.Part) int {
		if a.Path < b.Path {
			return -1
		}
		return 1
	})
	return Action{At: now, Parts: parts, Wrote: p.wroteIn(parts), Settle: p.settle(now)}
}

// settle is how long a file must have been left alone; 0 when one has been written to for so long that it is taken as it is.
func (p *Plan) settle(now time.Time) time.Duration {
	for _, since := range p.writing {
		if now.Sub(since) >= p.o.Writing {
			return 0
		}
	}
	return p.o.Settle
}

// Begin says that an action is being done: what happens from now on is for the next one.
func (p *Plan) Begin(a Action) {
	if a.Full {
		clear(p.dirty)
	}
	for _, part := range a.Parts {
		delete(p.dirty, part.Path)
	}
	for _, file := range a.Wrote {
		delete(p.wrote, file)
	}
}

// Done takes in what an action found: whether there was any news, and the folders with files that are still being
// written.
func (p *Plan) Done(a Action, news bool, unsettled []string, began, now time.Time) {
	p.failures = 0
	still := make(map[string]time.Time, len(unsettled))
	for _, folder := range unsettled {
		since, ok := p.writing[folder]
		if !ok {
			since = began
		}
		still[folder] = since
		p.Event(folder, false, now)
	}
	if a.Full {
		p.writing = still
	} else {
		for _, part := range a.Parts {
			delete(p.writing, part.Path)
		}
		for folder, since := range still {
			p.writing[folder] = since
		}
	}
	if !a.Full {
		if news && !p.covered && p.every == 0 { // where some folders have events the others may have changed too
			p.interval = max(shortest, p.interval/2)
		}
		return
	}
	least, most := p.bounds()
	switch {
	case p.every > 0:
		p.interval = p.every
	case news:
		p.interval = max(least, p.interval/2)
	default:
		p.interval = min(most, max(least, p.interval*3/2))
	}
	if p.every == 0 {
		p.interval = max(p.interval, min(most, share20*now.Sub(began)))
	}
	p.last, p.full = now, now.Add(p.interval)
}

// Failed takes in that a share could not be reached: it is tried again, ever less often, and then as a whole.
func (p *Plan) Failed(now time.Time) {
	clear(p.dirty)
	p.full = now.Add(min(lastRetry, firstRetry<<min(p.failures, 10)))
	p.failures++
}

// Pending reports whether something has happened in folders that no action has been begun for.
func (p *Plan) Pending() bool { return len(p.dirty) > 0 }

// Failing reports whether the last action failed.
func (p *Plan) Failing() bool { return p.failures > 0 }

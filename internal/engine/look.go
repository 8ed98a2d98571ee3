package engine

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

const (
	// lookFor is how long a question may look at the folders of its scope before it says that something is not there.
	lookFor = time.Second
	// lookWait is how long it waits for that where others look at the same shares.
	lookWait = 3 * lookFor
	// lookWhole is of how many files a share is looked at whole. Of larger ones a question looks at some folders.
	lookWhole = 20_000
	// glance is the part of lookFor for a question that found something, but misses a word: often that word is only misspelt.
	glance      = lookFor / 4
	glanceWhole = 5_000
)

// An inquiry is what a question finds out about its shares on the way.
type inquiry struct {
	shares []spar.Share       // in its scope, and that the asker may know of
	closed []spar.ClosedShare // those of them that cannot be looked at, by name
	first  *roaring.Bitmap    // the files that were in scope when it came; nil before
	left   time.Duration      // of lookWait
	head   int64              // of the journal that the search knows
	looked bool               // at all that can be looked at
	behind bool               // the last search did not use the files that a look found
	short  []unfinished       // shares at which it could not look to the end
	late   *lateLook          // for words in rows that are not kept as text; nil: nobody looked
	lateOf *roaring.Bitmap    // the files that were read in part then
}

// An unfinished look is a look at a share that is too large for the time, or busy: another process scans it.
type unfinished struct {
	share spar.Share
	busy  bool
}

// inquire finds out which shares a request is about.
func (e *questions) inquire(ctx context.Context, q Request) (*inquiry, error) {
	in := &inquiry{left: lookWait}
	known, err := e.SharesFor(ctx, q.Who)
	if err != nil {
		return nil, err
	}
	for _, s := range known {
		if scope.OfShare(q.Scope, s.Name) {
			in.shares = append(in.shares, s)
		}
	}
	in.closed, err = e.closed(ctx, in.shares)
	return in, err
}

// sees keeps the files that are in scope at first. It reports whether some of them were found gone and nobody has looked since. Another
// question may find files gone by what it knew before a look; then that look does not count.
func (in *inquiry) sees(snapshot *index.Snapshot, selection index.Selection) (unsettled bool) {
	set := roaring.Or(selection.Known, selection.Unknown)
	if in.first == nil {
		in.first = set
	}
	unsettled = snapshot.ByState(set)[spar.Vanished] != nil
	in.head, in.looked = snapshot.Head(), in.looked && !unsettled
	return unsettled
}

// look brings the catalog up to date with the shares of a scope, and also their tags by rules and sidecars, as far as there is time. It
// reports whether there is more to know than the search knew. Once it has seen everything, it does not look again: the subject of a
// question stood there when it was asked.
func (e *questions) look(ctx context.Context, q Request, in *inquiry) bool {
	return e.lookAt(ctx, q, in, in.left, lookWhole)
}

// lookAgain is look before a question is refused. It also looks for files that were found gone meanwhile.
func (e *questions) lookAgain(ctx context.Context, q Request, in *inquiry) bool {
	if snapshot, selection, err := e.sel(ctx, q.Selection); err == nil {
		head := in.head
		in.sees(snapshot, selection)
		in.head = head // the search has not seen more
	}
	return e.look(ctx, q, in)
}

// glance is look where it costs little.
func (e *questions) glance(ctx context.Context, q Request, in *inquiry) bool {
	return e.lookAt(ctx, q, in, min(in.left, glance), glanceWhole)
}

func (e *questions) lookAt(ctx context.Context, q Request, in *inquiry, within time.Duration, whole int) bool {
	if in.looked || within <= 0 || e.ReadOnly() {
		return false
	}
	began := time.Now()
	defer func() { in.left -= time.Since(began) }()
	ctx, stop := context.WithTimeout(ctx, within)
	defer stop()
	snapshot, err := e.Snapshot(ctx)
	if err != nil {
		return false
	}
	open := slices.DeleteFunc(slices.Clone(in.shares), func(s spar.Share) bool { return in.isClosed(s.Name) })
	found := make([]looked, len(open))
	var all sync.WaitGroup
	for i, s := range open {
		all.Go(func() { found[i] = e.lookAtShare(ctx, q, snapshot, s, whole) })
	}
	all.Wait()
	in.short = nil
	bare := false
	for i, s := range open {
		bare = bare || found[i].bare
		switch {
		case found[i].closed != "":
			in.close(s.Name, found[i].closed)
		case !found[i].whole:
			in.short = append(in.short, unfinished{s, found[i].busy})
		}
	}
	in.looked = len(in.short) == 0
	if bare && q.Who.Served {
		return false // the new files lack labels; the next command that gives them shows it
	}
	head, err := e.catalog.Head(context.WithoutCancel(ctx))
	return err == nil && head != in.head // others may have looked for us
}

// A looked is the result of a look at a share.
type looked struct {
	whole  bool   // all of it was looked at
	bare   bool   // rules were not applied to the new files
	busy   bool   // another process scans it
	closed string // why it cannot be looked at at all
}

// lookAtShare looks at one share. Questions that look at the same share at the same time share one scan, which began after they came.
func (e *questions) lookAtShare(ctx context.Context, q Request, snapshot *index.Snapshot, s spar.Share, whole int) looked {
	n := snapshot.CountOf(s.Name)
	settings, err := e.catalog.Settings(ctx, s)
	if err != nil {
		return looked{}
	}
	switch rate := settings.Limits.Names; {
	case rate > 0 && float64(n) > rate*lookFor.Seconds():
		return looked{} // who limits the rate of a share wants it spared
	case n <= whole:
		return e.looks.join(ctx, s.ID, func(ctx context.Context) looked {
			return e.scanForQuestion(ctx, s, time.Time{}, ScanOptions{})
		})
	case whole == lookWhole:
		return e.lookAtParts(ctx, q, snapshot, s)
	}
	return looked{}
}

// scanForQuestion scans a share, or parts of it, and applies rules to the files it found, so that a question is answered from files with
// tags and labels. It ends at until, if that is not zero.
func (e *questions) scanForQuestion(ctx context.Context, s spar.Share, until time.Time, o ScanOptions) looked {
	o.Bare = true
	scanning := ctx
	if !until.IsZero() {
		var stop context.CancelFunc
		scanning, stop = context.WithDeadline(ctx, until)
		defer stop()
	}
	r, err := e.scanSoon(scanning, s, o)
	out := looked{whole: err == nil}
	switch {
	case spar.CodeOf(err) == spar.Conflict:
		out.busy = true
	case spar.CodeOf(err) == spar.Unavailable && !errors.Is(err, context.DeadlineExceeded):
		out.closed = notBelieved // it was reached a moment ago
	case err != nil:
		e.log.Debug("a look at a share did not end", "share", s.Name, "err", err)
	}
	if r.News() {
		if _, err := e.Tag(ctx); err != nil {
			e.log.Debug("rules were not applied to what a look at a share found", "share", s.Name, "err", err)
			out.bare = true
		}
	}
	return out
}

// lockEvery is how often a question tries to begin a scan while another process scans: its own is short.
const lockEvery = 10 * time.Millisecond

// scanSoon scans for as long as lookFor, and waits as long for other scans of the share to end.
func (e *questions) scanSoon(ctx context.Context, s spar.Share, o ScanOptions) (r catalog.ScanReport, err error) {
	for until := time.Now().Add(lookFor); ; {
		scanning, stop := context.WithTimeout(ctx, lookFor)
		r, err = e.Scan(scanning, s.Name, o)
		stop()
		if spar.CodeOf(err) != spar.Conflict || time.Now().After(until) || !pause(ctx, lockEvery) {
			return r, err
		}
	}
}

// looks lets questions share scans.
type looks struct {
	mu      sync.Mutex
	running map[int64]*aLook // by share
	waiting map[int64]*aLook // begins when the running one has ended
	all     sync.WaitGroup
	end     context.CancelFunc
	ctx     context.Context
}

// An aLook is one scan that questions wait for.
type aLook struct {
	done chan struct{}
	what looked // once it is done
}

// join waits for a scan of a share that begins from now on, and makes one if there is none. Whoever leaves early, when ctx
// ends, leaves the scan to the others.
func (l *looks) join(ctx context.Context, id int64, scan func(context.Context) looked) looked {
	l.mu.Lock()
	if l.running == nil {
		l.running, l.waiting = map[int64]*aLook{}, map[int64]*aLook{}
		l.ctx, l.end = context.WithCancel(context.WithoutCancel(ctx))
	}
	var mine *aLook
	switch {
	case l.running[id] == nil:
		mine = &aLook{done: make(chan struct{})}
		l.running[id] = mine
		l.all.Go(func() { l.run(id, mine, scan) })
	case l.waiting[id] == nil:
		mine = &aLook{done: make(chan struct{})}
		l.waiting[id] = mine
	default:
		mine = l.waiting[id]
	}
	l.mu.Unlock()
	select {
	case <-mine.done:
		return mine.what
	case <-ctx.Done():
		return looked{}
	}
}

// run scans, and again as long as somebody came meanwhile.
func (l *looks) run(id int64, now *aLook, scan func(context.Context) looked) {
	for now != nil {
		now.what = scan(l.ctx)
		close(now.done)
		l.mu.Lock()
		now = l.waiting[id]
		delete(l.waiting, id)
		if now == nil {
			delete(l.running, id)
		} else {
			l.running[id] = now
		}
		l.mu.Unlock()
	}
}

// close ends the scans under way and waits for them, but not for a file system that does not answer.
func (l *looks) close() {
	l.mu.Lock()
	end := l.end
	l.mu.Unlock()
	if end == nil {
		return
	}
	end()
	over := make(chan struct{})
	go func() { l.all.Wait(); close(over) }()
	select {
	case <-over:
	case <-time.After(lookFor):
	}
}

// lacking reports whether a word of a question that says something stands in no file and in no name of one.
func lacking(q Request, stats retrieve.Stats) bool {
	lang := chunk.Language(q.Question)
	for _, w := range stats.Words {
		if w.Passages == 0 && w.Names == 0 && !chunk.Common(w.Text, lang) {
			return true
		}
	}
	return false
}

// steady keeps the hits of files that are as they were when they were ranked, and that the asker may still read.
func (e *shares) steady(ctx context.Context, q Request, hits []spar.Hit) ([]spar.Hit, error) {
	now, selection, err := e.sel(ctx, q.Selection)
	if err != nil {
		return nil, err
	}
	selected := roaring.Or(selection.Known, selection.Unknown)
	var kept []spar.Hit
	for _, h := range hits {
		f, ok := now.File(h.File)
		if ok && selected.Contains(uint32(f.ID)) && f.State.Searchable() && f.Segment == h.Segment && f.Share == h.Share && f.Path == h.Path {
			kept = append(kept, h)
		}
	}
	return kept, nil
}

// missing reports whether files of hits are not where they were.
func (e *shares) missing(ctx context.Context, hits []spar.Hit) (bool, error) {
	now, err := e.Snapshot(ctx)
	if err != nil {
		return false, err
	}
	for _, h := range hits {
		if f, ok := now.File(h.File); !ok || f.State == spar.Vanished {
			return true, nil
		}
	}
	return false, nil
}

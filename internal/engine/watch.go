package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/durable"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/tagging"
	"github.com/sparsearch/spar/internal/watch"
)

// WatchOptions shape Watch; the zero value is the default.
type WatchOptions struct {
	Shares   []string      // by name; none: all, also shares that are added later
	Interval time.Duration // between scans of a whole share; 0 is that of its settings, or adapts
	Read     bool          // read files in idle time, the most promising first
	Embed    bool          // and give their passages vectors
	Peek     int           // unread files an idle hour whose properties are read; 0 for none
	Once     bool          // stop when every share was scanned once
	Tell     func(WatchEvent)

	// Propose proposes tags in idle time, after all else, and says how many files it looked at; 0: nothing is left for now. nil: none are proposed.
	Propose func(context.Context) (files int, err error)
}

// A WatchEvent is something that Watch did or met.
type WatchEvent struct {
	Kind    string // as package api names them
	Share   string // "" if it is about all
	Report  catalog.ScanReport
	Folders int // looked at
	N       int // files, passages or segments
	Detail  string
	Do      []spar.Remedy // about it
}

// failed tells why something does not work, of a share or of all.
func failed(kind string, share, what string, err error) WatchEvent {
	return WatchEvent{Kind: kind, Share: share, Detail: what + err.Error(), Do: spar.RemediesOf(err)}
}

const (
	followAfter   = time.Second
	lookForShares = 30 * time.Second // between two looks for shares that were added, or left by another process
	idleAfter     = 10 * time.Second // without any change
	idleTurn      = 20 * time.Second // of background work before it looks whether it is still idle
	purgeEvery    = 24 * time.Hour
)

// Watch keeps the catalog up to date with shares until ctx ends; that is no error. It also does the work that follows: tags, the saved
// index, the purge of deleted text. Several processes may watch. One of them watches each share, and one does each sort of idle work.
func (e *Engine) Watch(ctx context.Context, o WatchOptions) error {
	if err := e.MayWrite(); err != nil {
		return err
	}
	w := &watcher{e: e, o: o, running: map[int64]bool{}, changed: time.Now(), peeks: allowance{anHour: float64(o.Peek)}, peekedAll: -1}
	var mu sync.Mutex
	tell := o.Tell
	w.o.Tell = func(ev WatchEvent) {
		mu.Lock()
		defer mu.Unlock()
		if tell != nil {
			tell(ev)
		}
	}
	defer w.shares.Wait()
	if err := w.start(ctx, o.Shares); err != nil || o.Once {
		return err
	}
	w.shares.Go(func() { w.background(ctx) })
	w.shares.Go(func() { w.keepUp(ctx) })
	for {
		if !pause(ctx, lookForShares) {
			return nil
		}
		if err := w.start(ctx, o.Shares); err != nil && ctx.Err() == nil {
			w.o.Tell(failed(api.WatchFailed, "", "", err))
		}
	}
}

// pause waits and reports whether ctx has not ended.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

type watcher struct {
	e      *Engine
	o      WatchOptions
	shares sync.WaitGroup

	mu      sync.Mutex
	running map[int64]bool
	changed time.Time // when something was last found
	behind  bool      // the work that follows the catalog has not seen it yet

	peeks     allowance
	peekedAll int64 // the journal when there was nothing left whose properties could be read

	warmed bool // PDFium is compiled
}

// start watches those of the shares that nobody watches yet.
func (w *watcher) start(ctx context.Context, names []string) error {
	all, err := w.e.catalog.Shares(ctx)
	if err != nil {
		return err
	}
	for _, name := range names {
		if !slices.ContainsFunc(all, func(s spar.Share) bool { return s.Name == name }) {
			_, err := w.e.catalog.Share(ctx, name) // says which there are
			return err
		}
	}
	var once sync.WaitGroup
	faults := make(chan error, len(all))
	for _, s := range all {
		if len(names) > 0 && !slices.Contains(names, s.Name) {
			continue
		}
		if w.o.Once {
			once.Go(func() { faults <- w.once(ctx, s) })
			continue
		}
		w.mu.Lock()
		begin := !w.running[s.ID]
		w.running[s.ID] = true
		w.mu.Unlock()
		if begin {
			w.shares.Go(func() {
				w.watch(ctx, s)
				w.mu.Lock()
				delete(w.running, s.ID)
				w.mu.Unlock()
			})
		}
	}
	once.Wait()
	close(faults)
	var fault error
	for err := range faults {
		fault = errors.Join(fault, err)
	}
	return fault
}

// once scans a share and does the work that follows.
func (w *watcher) once(ctx context.Context, s spar.Share) error {
	r, err := w.e.Scan(ctx, s.Name, ScanOptions{Wait: true, Tagged: w.tagged})
	if err != nil {
		w.o.Tell(failed(api.WatchUnreachable, s.Name, "", err))
		return err
	}
	w.o.Tell(WatchEvent{Kind: api.WatchScanned, Share: s.Name, Report: r, Folders: r.Folders})
	return nil
}

// lock is the path of a lock between processes.
func (e *base) lockPath(name string) string {
	dir := filepath.Join(e.dir, "locks")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		e.log.Warn("the folder of locks cannot be made", "dir", dir, "err", err)
	}
	return filepath.Join(dir, name)
}

// A watched share is one that this process watches.
type watchedShare struct {
	*watcher
	share    spar.Share
	plan     *watch.Plan
	notifier *watch.Notifier
	limited  bool // some folders have no events

	holding time.Time // since when deletions wait, zero while none does
}

// watch watches a share until ctx ends or the share is removed.
func (w *watcher) watch(ctx context.Context, s spar.Share) {
	held, err := durable.TryLock(w.e.lockPath(fmt.Sprintf("watch-%d", s.ID)))
	var other *durable.HeldError
	switch {
	case errors.As(err, &other):
		w.o.Tell(WatchEvent{Kind: api.WatchWaiting, Share: s.Name, Detail: other.Holder})
		if held, err = durable.Lock(ctx, w.e.lockPath(fmt.Sprintf("watch-%d", s.ID)), nil); err != nil {
			return
		}
	case err != nil:
		w.o.Tell(failed(api.WatchFailed, s.Name, "", err))
		return
	}
	defer held.Unlock()
	one := &watchedShare{watcher: w, share: s, plan: watch.New(watch.Options{Interval: w.o.Interval}, time.Now())}
	defer w.e.next.Delete(s.ID)
	defer func() { one.notifier.Close() }()
	one.listen(ctx)
	for ctx.Err() == nil {
		if !one.step(ctx) {
			return
		}
	}
}

// listen begins to listen to the folders that are known.
func (s *watchedShare) listen(ctx context.Context) {
	var err error
	if s.notifier, err = watch.Listen(s.share.Root); err != nil {
		s.o.Tell(failed(api.WatchFailed, s.share.Name, "events of the file system cannot be listened to: ", err))
	}
	if s.notifier == nil {
		s.o.Tell(WatchEvent{Kind: api.WatchBegun, Share: s.share.Name, Detail: "its file system tells of no changes, or not of those made elsewhere: the share is scanned again and again"})
		return
	}
	folders := []string{share.Root}
	for d, err := range s.e.catalog.Directories(ctx) {
		if err != nil {
			break // the first scan finds them
		}
		if d.Share == s.share.Name && d.Path != share.Root {
			folders = append(folders, d.Path)
		}
	}
	s.add(folders)
	if !s.limited {
		s.o.Tell(WatchEvent{Kind: api.WatchBegun, Share: s.share.Name, Folders: len(folders), Detail: "its file system tells of changes"})
	}
}

// add listens to folders too.
func (s *watchedShare) add(folders []string) {
	if s.notifier == nil || s.limited {
		return
	}
	for i, f := range folders {
		switch err := s.notifier.Add(f); {
		case errors.Is(err, watch.ErrLimit):
			s.limited = true
			s.o.Tell(WatchEvent{Kind: api.WatchBegun, Share: s.share.Name, Folders: i, Detail: err.Error() + "; the others are scanned again and again"})
			s.plan.Cover(false)
			return
		case err != nil:
			s.e.log.Warn("a folder has no events", "share", s.share.Name, "folder", f, "err", err)
		}
	}
	s.plan.Cover(true)
}

// An upcoming scan is one that the watch of a share does next.
type upcoming struct {
	watch.Schedule
	fixed bool // whoever began the watch said how often, whatever the settings of the share say
}

// under is when it is with the settings as they are now, which the watch itself takes up a little later.
func (u upcoming) under(settings catalog.Settings) time.Time {
	u.Within(settings.Limits.Hours)
	if !u.fixed {
		u.Every(settings.Interval)
	}
	return u.Full(time.Now())
}

// step waits for the next thing to do and does it; false means that the share is gone for good. It looks at the share's settings now and then:
// somebody may set other hours, or another time between scans.
func (s *watchedShare) step(ctx context.Context) bool {
	if settings, err := s.e.catalog.Settings(ctx, s.share); err == nil {
		s.plan.Within(settings.Limits.Hours)
		if s.o.Interval == 0 {
			s.plan.Every(settings.Interval)
		}
	}
	s.e.next.Store(s.share.ID, upcoming{s.plan.Schedule, s.o.Interval > 0})
	a := s.plan.Next(time.Now())
	if wait := time.Until(a.At); wait > 0 {
		timer := time.NewTimer(min(wait, lookForShares))
		defer timer.Stop()
		select {
		case <-ctx.Done():
		case <-timer.C:
		case ev, ok := <-s.notifier.Events():
			s.take(ev, ok)
		}
		return true
	}
	return s.do(ctx, a)
}

// take takes in an event, or, not ok, that there will be none any more.
func (s *watchedShare) take(ev watch.Event, ok bool) {
	switch {
	case !ok:
		s.notifier = nil
		s.plan.Cover(false)
	case ev.Lost:
		s.plan.Lost(time.Now())
	default:
		s.plan.Event(ev.Folder, ev.Deep, time.Now())
		if ev.Wrote != "" {
			s.plan.Wrote(ev.Wrote)
		}
	}
}

// holdFor is how long files that were not found stay known while something happens elsewhere in their share: longer than a folder waits
// until it is quiet.
const holdFor = 40 * time.Second

// hold reports whether files that were not found may be in a folder that is still to be looked at. There they are found to have
// moved; deleted first, they would be new there, and without their tags.
func (s *watchedShare) hold() bool {
	for more := true; more; {
		select {
		case ev, ok := <-s.notifier.Events():
			s.take(ev, ok)
			more = ok
		default:
			more = false
		}
	}
	switch {
	case !s.plan.Pending():
		s.holding = time.Time{}
		return false
	case s.holding.IsZero():
		s.holding = time.Now()
	case time.Since(s.holding) > holdFor:
		s.holding = time.Time{}
		return false
	}
	return true
}

// do carries out the scan that an action names.
func (s *watchedShare) do(ctx context.Context, a watch.Action) bool {
	wasFailing := s.plan.Failing()
	s.plan.Begin(a)
	began := time.Now()
	r, err := s.e.Scan(ctx, s.share.Name, ScanOptions{
		Wait: true, Only: a.Parts, Wrote: a.Wrote, Settle: a.Settle, Tagged: s.tagged, Hold: s.hold,
	})
	switch {
	case ctx.Err() != nil:
		return true
	case spar.CodeOf(err) == spar.NotFound:
		return false
	case err != nil && !a.Full && spar.CodeOf(err) == spar.Unavailable:
		s.plan.Lost(time.Now()) // perhaps only a part cannot be scanned by itself: the whole share decides
		return true
	case err != nil:
		s.plan.Failed(time.Now())
		kind := api.WatchFailed
		if spar.CodeOf(err) == spar.Unavailable {
			kind = api.WatchUnreachable
		}
		if !wasFailing {
			s.o.Tell(failed(kind, s.share.Name, "", err))
		}
		return true
	}
	if wasFailing {
		s.o.Tell(WatchEvent{Kind: api.WatchReachable, Share: s.share.Name})
		if s.notifier != nil { // the folder that it listened to may be gone with the mount
			s.notifier.Close()
			s.notifier, s.limited = nil, false
			s.listen(ctx)
		}
	}
	now := time.Now()
	s.plan.Done(a, r.News(), r.Unsettled, began, now)
	if a.Full {
		s.o.Tell(WatchEvent{Kind: api.WatchScanned, Share: s.share.Name, Report: r, Folders: r.Folders})
	} else if r.News() {
		s.o.Tell(WatchEvent{Kind: api.WatchLooked, Share: s.share.Name, Report: r, Folders: r.Folders})
	}
	if len(r.Found) > 0 {
		s.add(r.Found)
		// What happened in them before somebody listened is found by looking once more.
		for _, f := range r.Found {
			s.plan.Event(f, false, now)
		}
	}
	if r.News() {
		s.mu.Lock()
		s.changed, s.behind = now, true
		s.mu.Unlock()
	}
	return true
}

// tagged tells why rules were not applied to new files.
func (w *watcher) tagged(_ tagging.Report, err error) {
	if err != nil && !errors.Is(err, context.Canceled) {
		w.o.Tell(failed(api.WatchFailed, "", "rules were not applied: ", err))
	}
}

// keepUp makes the rest follow the catalog while ctx lasts, and leaves at least as much time as it takes to others.
func (w *watcher) keepUp(ctx context.Context) {
	for rest := followAfter; pause(ctx, rest); {
		w.mu.Lock()
		behind := w.behind
		w.behind = false
		w.mu.Unlock()
		rest = followAfter
		if !behind {
			continue
		}
		began := time.Now()
		if err := w.leased("follow", func() error { return w.follow(ctx) }); err != nil && ctx.Err() == nil {
			w.o.Tell(failed(api.WatchFailed, "", "", err))
		}
		rest = max(followAfter, 4*time.Since(began))
	}
}

// follow brings tags by rules and the saved index up to date with the catalog.
func (w *watcher) follow(ctx context.Context) error {
	if _, err := w.e.Tag(ctx); err != nil && ctx.Err() == nil {
		w.o.Tell(failed(api.WatchFailed, "", "rules were not applied: ", err))
	}
	if err := w.e.index().Save(ctx); err != nil {
		return fmt.Errorf("the index was not brought up to date: %w", err)
	}
	head, err := w.e.catalog.Head(ctx)
	if err == nil {
		w.o.Tell(WatchEvent{Kind: api.WatchFollowed, N: int(head)})
	}
	return err
}

// idle reports whether nothing has changed for a while.
func (w *watcher) idle() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return time.Since(w.changed) >= idleAfter
}

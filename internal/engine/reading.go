package engine

import (
	"cmp"
	"context"
	"errors"
	"path"
	"slices"
	"sync"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/store"
)

// What the catalog is told of at a time: enough to make a commit cheap, little enough to lose when killed.
const (
	recordFiles = 256
	recordEvery = 500 * time.Millisecond
)

// readScope reads what is unread in a selection, and then what that turned out to hold: the members of archives and
// messages. It gives the selection as it is then, and what is to be said of the tags that followed.
func (e *Engine) readScope(ctx context.Context, q Request, snapshot *index.Snapshot, selection index.Selection) (*index.Snapshot, index.Selection, string, error) {
	var tagging string
	for range read.MaxNested + 2 {
		n, err := e.readUnread(ctx, q, snapshot, roaring.Or(selection.Known, selection.Unknown))
		if err != nil || n == 0 {
			return snapshot, selection, tagging, err
		}
		tagging = e.tagRead(ctx, q.Who)
		if snapshot, selection, err = e.sel(ctx, q); err != nil {
			return snapshot, selection, tagging, err
		}
	}
	return snapshot, selection, tagging, nil
}

// readUnread reads the unread files of a set, and after them those whose text is outdated, both in the order of their
// promise, and records what it found; it gives the number of files that are now accounted for.
func (e *Engine) readUnread(ctx context.Context, q Request, snapshot *index.Snapshot, set *roaring.Bitmap) (int, error) {
	var unread, again []spar.File
	outdated := e.outdated(snapshot)
	for state, files := range snapshot.ByState(set) {
		switch {
		case state == spar.Unread:
			unread = slices.Collect(snapshot.In(files))
		case state.Searchable():
			for f := range snapshot.In(files) {
				if outdated(f) && !e.renewals.has(f.ID) {
					again = append(again, f)
				}
			}
		}
	}
	if len(unread)+len(again) == 0 {
		return 0, nil
	}
	roots, err := e.roots(ctx)
	if err != nil {
		return 0, err
	}
	reaches, err := e.reaches(ctx)
	if err != nil {
		return 0, err
	}
	reader, err := e.reader()
	if err != nil {
		return 0, err
	}
	reading := ctx
	if q.until.IsZero() && q.Budget > 0 {
		q.until = time.Now().Add(q.Budget)
	}
	if !q.until.IsZero() {
		var stop context.CancelFunc
		reading, stop = context.WithDeadline(ctx, q.until)
		defer stop()
	}
	var ordered []spar.File
	for _, files := range [][]spar.File{unread, again} {
		promising, err := e.byPromise(ctx, q.Question, snapshot, files)
		if err != nil {
			return 0, err
		}
		ordered = append(ordered, promising...)
	}
	renewed := make(map[spar.FileID]bool, len(again))
	for _, f := range again {
		renewed[f.ID] = true
	}
	names := make(map[spar.FileID]string, len(ordered))
	for _, f := range ordered {
		names[f.ID] = f.Path
	}
	containers, err := e.containers(ctx, ordered)
	if err != nil {
		return 0, err
	}
	devices := e.devices(ctx)
	jobs := func(yield func(read.Job) bool) {
		for j := range containers.jobs(ordered, func(f spar.File) read.Job {
			return reaches[f.Share].job(roots[f.Share], f, devices(f.Share))
		}) {
			if j.Root == "" {
				continue
			}
			if reaches[j.File.Share].pace.Open(reading, j.File.Size) != nil || reading.Err() != nil || !yield(j) {
				return
			}
		}
	}

	var findings, restless []spar.Finding
	last, recorded := time.Now(), 0
	// What was read is kept even when the asker has gone.
	record := func() error {
		n, err := e.Catalog.Record(context.WithoutCancel(ctx), findings...)
		recorded += n
		findings, last = findings[:0], time.Now()
		return err
	}
	done := 0
	var fault error
	for f, err := range reader.Read(reading, jobs) {
		if err != nil {
			if !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
				fault = err
			}
			break
		}
		done++
		if q.Progress != nil {
			q.Progress(Progress{Read: done, ToRead: len(ordered), Path: names[f.Version.File]})
		}
		if renewed[f.Version.File] {
			e.renewals.add(f.Version.File)
			if f.State == spar.Offline {
				continue // what was read before it went to sleep is the best there is
			}
		}
		if f.State == spar.Unread { // somebody goes on writing to it
			restless = append(restless, f)
			continue
		}
		findings = append(findings, f)
		if len(findings) >= recordFiles || time.Since(last) > recordEvery {
			if fault = record(); fault != nil {
				break
			}
		}
	}
	if err := record(); fault == nil {
		fault = err
	}
	if _, err := e.Catalog.Record(context.WithoutCancel(ctx), restless...); fault == nil {
		fault = err
	}
	return recorded, fault
}

// roots gives the folder of each share by name. One where the mount is gone is left out: what is missing there says
// nothing of the files.
func (e *Engine) roots(ctx context.Context) (map[string]string, error) {
	shares, err := e.Catalog.Shares(ctx)
	if err != nil {
		return nil, err
	}
	roots := make(map[string]string, len(shares))
	for _, s := range shares {
		dev, ino, ok, err := e.Catalog.Identity(ctx, s)
		switch {
		case spar.CodeOf(err) == spar.NotFound: // removed at this moment
			continue
		case err != nil:
			return nil, err
		}
		reason := e.grounds.ask(s.Root, func() string {
			if ok && share.Unmounted(s.Root, dev, ino) {
				return notMounted
			}
			return ""
		})
		if reason != "" {
			e.log.Debug("a share is left out; its files stay as they were last seen", "share", s.Name, "why", reason)
			continue
		}
		roots[s.Name] = s.Root
	}
	return roots, nil
}

// devices gives what tells the devices of a share, by its name, as they are for as long as a question takes.
func (e *Engine) devices(ctx context.Context) func(name string) *catalog.Devices {
	known := map[string]*catalog.Devices{}
	var mu sync.Mutex
	return func(name string) *catalog.Devices {
		mu.Lock()
		defer mu.Unlock()
		d, ok := known[name]
		if !ok {
			s, err := e.Catalog.Share(ctx, name)
			if err == nil {
				d, err = e.Catalog.Devices(ctx, s)
			}
			if err != nil { // inode, size and times tell files apart without it
				e.log.Warn("what a share lies on is not known", "share", name, "err", err)
			}
			known[name] = d
		}
		return d
	}
}

// runs gives the segments of a selection, and what the selection is made of. A segment that is missing or damaged
// makes its file unread again; it says how many there were.
func (e *Engine) runs(ctx context.Context, snapshot *index.Snapshot, selection index.Selection) ([]retrieve.Run, spar.Coverage, int, error) {
	var runs []retrieve.Run
	damaged := map[spar.FileID]spar.SegmentID{}
	var first []any // of them
	c := spar.Coverage{Unreadable: int(selection.Denied.GetCardinality())}
	outdated := e.outdated(snapshot)
	for f := range snapshot.In(roaring.Or(selection.Known, selection.Unknown)) {
		switch {
		case f.State == spar.Unread:
			c.Waiting++
		case selection.Unknown.Contains(uint32(f.ID)):
			// Read since, and still undecided: cannot be, for reading decides.
			c.Waiting++
		case f.State == spar.Container:
			c.Read++
		case !f.State.Searchable():
			c.Unreadable++
		default:
			segment, err := e.Store.Segment(ctx, f.Segment)
			if errors.Is(err, store.ErrDamaged) || errors.Is(err, store.ErrMissing) {
				if len(damaged) == 0 {
					first = []any{"share", f.Share, "path", f.Path, "err", err}
				}
				damaged[f.ID] = f.Segment
				c.Waiting++
				continue
			}
			if err != nil {
				return nil, c, 0, err
			}
			c.Read++
			if outdated(f) {
				c.Outdated++
			}
			if f.State == spar.Partial {
				c.Partial++
			}
			runs = append(runs, retrieve.Run{File: f.ID, Share: f.Share, Path: f.Path, Segment: segment})
		}
	}
	c.InScope = c.Read + c.Waiting + c.Unreadable
	if len(damaged) > 0 {
		e.log.Warn("the stored text of files is missing or damaged and is read again", append([]any{"files", len(damaged)}, first...)...)
		if err := e.Catalog.TextLost(ctx, damaged); err != nil {
			return nil, c, 0, err
		}
	}
	return runs, c, len(damaged), nil
}

// coverage counts a selection without opening anything.
func coverage(snapshot *index.Snapshot, selection index.Selection) spar.Coverage {
	c := spar.Coverage{Unreadable: int(selection.Denied.GetCardinality())}
	for state, files := range snapshot.ByState(roaring.Or(selection.Known, selection.Unknown)) {
		n := int(files.GetCardinality())
		switch {
		case state == spar.Unread:
			c.Waiting += n
		case state.Searchable(), state == spar.Container:
			c.Read += n
			if state == spar.Partial {
				c.Partial = n
			}
		default:
			c.Unreadable += n
		}
	}
	c.InScope = c.Read + c.Waiting + c.Unreadable
	return c
}

// widen is how long stale looks at files beyond those of the hits.
const widen = 2 * time.Second

// stale looks at the files of hits, and at the folders that lead to them, as they are now, and compares all that tells versions
// of a file apart. It tells the catalog of those that changed or went, of other rights too, and says whether there were any
// that matter to the asker. Where one did, others most likely did: then it looks at all files of that share that could be hits
// next, as far as a short time allows. What cannot be looked at is as it was read, but for those who are served, who may not
// rely on that: it comes to the doubts of the question.
func (e *Engine) stale(ctx context.Context, d *doubts, snapshot *index.Snapshot, hits []spar.Hit) (bool, error) {
	roots, err := e.roots(ctx)
	if err != nil {
		return false, err
	}
	reaches, err := e.reaches(ctx)
	if err != nil {
		return false, err
	}
	seen := map[spar.FileID]bool{}
	shares := map[string]bool{} // with stale files
	var gone, changed []catalog.Sighting
	var taken []spar.Access
	again := false
	outermost, devices := e.outermost(ctx), e.devices(ctx)
	look := func(f spar.File) {
		if f.Container != 0 {
			if f = outermost(f); f.ID == 0 {
				return
			}
		}
		if seen[f.ID] {
			return
		}
		seen[f.ID] = true
		reach := reaches[f.Share]
		if roots[f.Share] == "" {
			again = d.unseen(reach.share, share.Root) || again
			return
		}
		way, err := share.Look(roots[f.Share], f.Path, reach.lists())
		now, access := way.File, way.Access(f.ID)
		switch {
		case spar.CodeOf(err) == spar.Unavailable:
			again = d.unseen(reach.share, share.Root) || again
			return
		case share.Passing(err):
			// This part of the share cannot be reached: what was read of it is the best there is.
			again = d.unseen(reach.share, path.Dir(f.Path)) || again
			return
		case err != nil:
			gone = append(gone, catalog.Sighting{Path: f.Path, Version: f.Version()})
		case d.remounted(reach.share, way):
			again = d.unseen(reach.share, path.Dir(f.Path)) || again
			return
		default:
			v := spar.FileVersion{File: f.ID, Size: now.Size, ModTime: now.ModTime, Changed: now.Changed, Dev: cmp.Or(devices(f.Share).Of(now.Dev, f.Path), f.Dev), Ino: now.Ino}
			if reach.share.Relocated { // the scan that is due takes a file of the same path, size and time for the same
				v.Ino, v.Changed = f.Ino, f.Changed
			}
			same := v.Same(f.Version()) || now.Offline && v.Alike(f.Version()) // what was brought to a tape has changed for that
			if same && !snapshot.Differs(f, access) {
				return
			}
			taken = append(taken, access)
			if same && d.who.All {
				return // what they were found to say they may read, whatever the rights
			}
			if !same {
				changed = append(changed, catalog.Sighting{Path: f.Path, Version: v})
			}
		}
		shares[f.Share] = true
	}
	for _, h := range hits {
		if f, ok := snapshot.File(h.File); ok {
			look(f)
		}
	}
	if len(shares) > 0 {
		again = true
		until := time.Now().Add(widen)
		for f := range snapshot.All() {
			if f.State.Searchable() && shares[f.Share] {
				look(f)
			}
			if time.Now().After(until) {
				break
			}
		}
	}
	d.spread(snapshot)
	err = errors.Join(e.Catalog.Vanished(ctx, gone...), e.Catalog.Refresh(ctx, changed...))
	if err == nil {
		_, err = e.Catalog.Retake(ctx, taken...) // of what was refreshed, so that older rights never come to newer text
	}
	return again, err
}

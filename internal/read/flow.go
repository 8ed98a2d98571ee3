package read

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"sync"
	"time"

	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// segmentStore is where segments go. PutAll makes all of the items durable or none; one that is there stays as it is.
type segmentStore interface {
	Note(ctx context.Context, id spar.SegmentID) (note []byte, found bool, err error)
	PutAll(ctx context.Context, items []store.Item) error
}

// recall gives the outcome of a content whose segment is stored, so that a copy has the same properties without a reading. Missing facts
// are found again, by reading.
func recall(ctx context.Context, s segmentStore, id spar.SegmentID) (out outcome, known bool, err error) {
	note, found, err := s.Note(ctx, id)
	if err != nil || !found || json.Unmarshal(note, &out) != nil {
		return outcome{}, false, err
	}
	return out, true, nil
}

// How much is stored at a time: enough to make the sync cheap, little enough to be soon told of.
const (
	batchSegments = 64
	batchBytes    = 8 << 20
	batchTime     = 100 * time.Millisecond
)

// Read reads files and yields a finding for each, in the order they are done; it begins them in the order of jobs. The segment of a finding
// is durable. Read does not read the same content twice, under whatever name. It passes over the files of a share that cannot be reached:
// they stay unread.
//
// An error is not about a file and ends the reading. When ctx ends, the findings done by then still come, and then its error.
func (r *Reader) Read(ctx context.Context, jobs iter.Seq[Job]) iter.Seq2[spar.Finding, error] {
	return func(yield func(spar.Finding, error) bool) {
		work, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		x := &run{
			r: r, cancel: cancel, flights: map[spar.SegmentID][]Job{}, lost: map[string]bool{}, others: map[spar.FileID]bool{},
			done: make(chan reading, r.o.Workers), findings: make(chan spar.Finding, batchSegments),
		}
		go x.all(work, jobs)
		stopped := false
		for f := range x.findings {
			if !stopped && !yield(f, nil) {
				stopped = true
				cancel(nil)
			}
		}
		if err := context.Cause(work); err != nil && !stopped {
			yield(spar.Finding{}, err)
		}
	}
}

// A run is one Read under way: jobs become readings, readings are stored, and then become findings.
type run struct {
	r      *Reader
	cancel context.CancelCauseFunc

	mu      sync.Mutex
	flights map[spar.SegmentID][]Job // contents that are being read, each with the copies that wait for it
	lost    map[string]bool          // roots that cannot be reached
	others  map[spar.FileID]bool     // containers that had changed when a member was wanted

	done     chan reading
	findings chan spar.Finding
}

// A reading is a finding on its way; text is nil unless there is something to store.
type reading struct {
	finding spar.Finding
	text    *text
}

// all does all jobs.
func (x *run) all(ctx context.Context, jobs iter.Seq[Job]) {
	if err := x.r.recount(ctx); err != nil {
		x.cancel(err)
		close(x.findings)
		return
	}
	queue := make(chan Job)
	go func() {
		defer close(queue)
		for j := range jobs {
			select {
			case queue <- j:
			case <-ctx.Done():
				return
			}
		}
	}()
	go func() {
		defer close(x.done)
		var hands sync.WaitGroup
		defer hands.Wait()
		for range x.r.o.Workers {
			hands.Go(func() {
				buf := make([]byte, 256<<10)
				for j := range queue {
					if err := x.read(ctx, j, buf); err != nil {
						x.cancel(err)
						return
					}
				}
			})
		}
	}()
	defer close(x.findings)
	// Finished readings are kept even when ctx has ended.
	if err := x.keep(context.WithoutCancel(ctx)); err != nil {
		x.cancel(err)
		for rd := range x.done {
			if rd.text != nil {
				rd.text.release(x.r)
			}
		}
	}
}

// tries is how often a file is begun that changes while it is read.
const tries = 3

// read does one job. A file that changes again and again while it is read stays unread.
func (x *run) read(ctx context.Context, j Job, buf []byte) error {
	for range tries {
		if changed, err := x.try(ctx, j, buf); err != nil || !changed {
			return err
		}
	}
	return x.give(j, outcome{State: spar.Unread, Reason: reasonChanging}, spar.Hash{})
}

// try does one job, unless the file changes meanwhile.
func (x *run) try(ctx context.Context, j Job, buf []byte) (changed bool, err error) {
	if err := context.Cause(ctx); err != nil {
		return false, err
	}
	var c *content
	if j.spent, err = x.r.left(j); err == nil {
		c, err = x.r.look(ctx, j, buf)
	}
	if err != nil {
		var no *refusal
		var other *otherContainer
		switch {
		case errors.As(err, &no) && no.state == spar.Unread:
			return true, nil
		case errors.As(err, &no):
			return false, x.give(j, outcome{State: no.state, Reason: no.reason}, spar.Hash{})
		case errors.As(err, &other):
			if !x.first(other.job.File.ID) {
				return false, nil
			}
			return false, x.read(ctx, other.job, buf)
		case errors.Is(err, errRoot):
			x.miss(j.Root, err)
			return false, nil
		}
		return false, err
	}
	defer c.file.Close()
	j.now, j.access, c.spent = c.now, c.access, j.spent
	if j.spent != nil {
		j.spent.bytes.Add(c.stamp.size)
	}
	return x.digest(ctx, j, c, buf)
}

// first reports whether a container is met for the first time that had changed when a member was wanted.
func (x *run) first(id spar.FileID) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	met := x.others[id]
	x.others[id] = true
	return !met
}

// digest does a job whose content is open and hashed, unless it changes meanwhile.
func (x *run) digest(ctx context.Context, j Job, c *content, buf []byte) (changed bool, err error) {
	switch {
	case c.stamp.size == 0:
		return false, x.give(j, outcome{State: spar.NoText, Reason: reasonEmpty}, c.hash)
	case c.format == "":
		return false, x.give(j, outcome{State: spar.Unsupported, Reason: reasonUnknown}, spar.Hash{})
	}
	if recipe := x.r.layoutRecipe(c.format); recipe != "" {
		if done, changed, err := x.laidOut(ctx, j, c, spar.NewSegmentID(c.hash, c.format, recipe), buf); done || err != nil {
			return changed, err
		}
	}
	id := spar.NewSegmentID(c.hash, c.format, x.r.recipe(c.format))
	if !x.lead(id, j) {
		return false, nil // a copy is being read just now; its finding will come with that one's
	}
	out, known, err := recall(ctx, x.r.store, id)
	if err != nil {
		return false, err
	}
	if known {
		return false, x.land(id, j, out, c.hash)
	}
	c.trial = trial{Trial(c.hash, c.format), j.File.ID, extract.Recipe(c.format)}
	t, err := x.r.extract(ctx, c, j.File.Path)
	if err != nil {
		return false, err
	}
	changed = !c.steady()
	switch {
	case changed:
		t.release(x.r)
		return true, x.forsake(ctx, id, buf)
	case t.State.Searchable():
		x.done <- reading{x.finding(j, t.outcome, c.hash, id), t}
		return false, nil
	case t.State == spar.Vanished || t.State == spar.Denied:
		if err := x.give(j, t.outcome, spar.Hash{}); err != nil {
			return false, err
		}
		return false, x.forsake(ctx, id, buf)
	}
	return false, x.land(id, j, t.outcome, c.hash)
}

// laidOut does a job by the layout service; done is false where the readers here have to do it.
func (x *run) laidOut(ctx context.Context, j Job, c *content, id spar.SegmentID, buf []byte) (done, changed bool, err error) {
	if !x.lead(id, j) {
		return true, false, nil
	}
	out, known, err := recall(ctx, x.r.store, id)
	if err != nil {
		return true, false, err
	}
	if known {
		return true, false, x.land(id, j, out, c.hash)
	}
	t, fault := x.r.laidOut(ctx, c, j.File.Path)
	switch {
	case ctx.Err() != nil:
		return true, false, context.Cause(ctx)
	case fault != nil:
		x.r.o.Log.Info("the layout service did not read a file", "path", j.File.Path, "err", fault)
	case !c.steady():
		t.release(x.r)
		changed = true
	default:
		x.done <- reading{x.finding(j, t.outcome, c.hash, id), t}
		return true, false, nil
	}
	return changed, changed, x.forsake(ctx, id, buf)
}

// forsake ends a flight whose result does not hold for the copies: they are read by themselves.
func (x *run) forsake(ctx context.Context, id spar.SegmentID, buf []byte) error {
	for _, copy := range x.followers(id) {
		if err := x.read(ctx, copy, buf); err != nil {
			return err
		}
	}
	return nil
}

// lead begins a flight, or joins the one that is under way for the same content.
func (x *run) lead(id spar.SegmentID, j Job) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	copies, under := x.flights[id]
	if under {
		x.flights[id] = append(copies, j)
	} else {
		x.flights[id] = nil
	}
	return !under
}

// followers ends a flight and gives the copies that waited for it.
func (x *run) followers(id spar.SegmentID) []Job {
	x.mu.Lock()
	defer x.mu.Unlock()
	copies := x.flights[id]
	delete(x.flights, id)
	return copies
}

// land gives the outcome of a content to a file and its copies.
func (x *run) land(id spar.SegmentID, j Job, out outcome, hash spar.Hash) error {
	if !out.State.Searchable() {
		for _, copy := range x.followers(id) {
			if err := x.give(copy, out, hash); err != nil {
				return err
			}
		}
		return x.give(j, out, hash)
	}
	x.done <- reading{finding: x.finding(j, out, hash, id)}
	for _, copy := range x.followers(id) {
		x.done <- reading{finding: x.finding(copy, out, hash, id)}
	}
	return nil
}

// give tells of a file without text.
func (x *run) give(j Job, out outcome, hash spar.Hash) error {
	x.done <- reading{finding: x.finding(j, out, hash, spar.SegmentID{})}
	return nil
}

func (x *run) finding(j Job, out outcome, hash spar.Hash, id spar.SegmentID) spar.Finding {
	v := j.File.Version()
	v.Hash = hash
	f := spar.Finding{Version: v, Path: j.File.Path, Now: j.now, Format: out.Format, State: out.State, Reason: out.Reason, Segment: id, Properties: out.Properties, Access: j.access}
	if out.State.Searchable() {
		f.Properties = named(j.File.Path, out.Properties)
	}
	for _, m := range out.Members {
		f.Members = append(f.Members, m.decode())
	}
	return f
}

// missAgain is how long nothing more is said of a root that cannot be reached: a question reads in many turns.
const missAgain = 10 * time.Minute

// miss says of a root that it cannot be reached.
func (x *run) miss(root string, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.lost[root] {
		return
	}
	x.lost[root] = true
	if said, ok := x.r.missed.Load(root); !ok || time.Since(said.(time.Time)) > missAgain {
		x.r.missed.Store(root, time.Now())
		x.r.o.Log.Warn("a share cannot be reached; its files stay unread", "root", root, "err", err)
	}
}

// keep stores readings, many at a time, and then yields their findings.
func (x *run) keep(ctx context.Context) error {
	var batch []reading
	var bytes int64
	timer := time.NewTimer(batchTime)
	defer timer.Stop()
	flush := func() error {
		err := x.put(ctx, batch)
		batch, bytes = batch[:0], 0
		return err
	}
	for {
		select {
		case rd, more := <-x.done:
			if !more {
				return flush()
			}
			if rd.text == nil {
				x.findings <- rd.finding
				continue
			}
			if len(batch) == 0 {
				timer.Reset(batchTime)
			}
			batch = append(batch, rd)
			bytes += rd.text.bytes
			if len(batch) < batchSegments && bytes < batchBytes && !rd.text.large {
				continue
			}
		case <-timer.C:
		}
		if err := flush(); err != nil {
			return err
		}
	}
}

// put stores a batch and tells of it and of the copies that waited.
func (x *run) put(ctx context.Context, batch []reading) error {
	if len(batch) == 0 {
		return nil
	}
	defer func() {
		for _, rd := range batch {
			rd.text.release(x.r)
		}
	}()
	items := make([]store.Item, len(batch))
	for i, rd := range batch {
		note, err := json.Marshal(rd.text.outcome)
		if err != nil {
			return err
		}
		items[i] = store.Item{ID: rd.finding.Segment, Passages: rd.text.passages, Note: note}
	}
	if err := x.r.store.PutAll(ctx, items); err != nil {
		return err
	}
	for _, rd := range batch {
		id, out := rd.finding.Segment, rd.text.outcome
		x.findings <- rd.finding
		for _, copy := range x.followers(id) {
			x.findings <- x.finding(copy, out, rd.finding.Version.Hash, id)
		}
	}
	return nil
}

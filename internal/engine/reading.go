package engine

import (
	"context"
	"errors"
	"iter"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// readScope reads the unread files of a selection, and then the members of archives and messages that this brought to light. It returns the
// snapshot and the selection as they are afterwards, and an error of the tagging that followed.
func (e *texts) readScope(ctx context.Context, q Request, snapshot *index.Snapshot, selection index.Selection) (*index.Snapshot, index.Selection, error, error) {
	var tagging error
	for range 2 * (read.MaxNested + 2) { // in each round another asker may give up its files
		if q.purse.spent() {
			return snapshot, selection, tagging, nil
		}
		n, err := e.readUnread(ctx, q, snapshot, roaring.Or(selection.Known, selection.Unknown))
		if err != nil || n == 0 {
			return snapshot, selection, tagging, err
		}
		tagging = e.tagRead(ctx, q.Who)
		if snapshot, selection, err = e.sel(ctx, q.Selection); err != nil {
			return snapshot, selection, tagging, err
		}
	}
	return snapshot, selection, tagging, nil
}

// readUnread reads the unread files of a set, then the files whose text is outdated, both in the order of their promise. It records what it
// found. It does not read a file that another question of this process is reading; when nothing else is left, it waits for that question as
// long as the budget lasts. It returns the number of files now accounted for; the snapshot does not know of them yet.
func (e *texts) readUnread(ctx context.Context, q Request, snapshot *index.Snapshot, set *roaring.Bitmap) (int, error) {
	if q.Reads != nil {
		set = roaring.And(set, q.Reads)
	}
	known := e.toRead(snapshot, set)
	if known.files() == 0 {
		return 0, nil
	}
	q.computing.end()
	q.Selection = q.begun()
	q.purse.open(snapshot, set)
	beside := e.claims.enter()
	defer beside.leave()
	// Others may have recorded files since the snapshot: the next one knows of that, and beside of all that follows.
	snapshot, err := e.SnapshotFor(ctx, q.Who)
	if err != nil {
		return 0, err
	}
	todo := e.toRead(snapshot, set)
	done := max(0, known.files()-todo.files())
	if todo.files() == 0 {
		return done, nil
	}
	n, err := e.readList(ctx, q, snapshot, todo, beside)
	if done += n; err != nil {
		return done, err
	}
	waiting, stop := q.reading(ctx)
	defer stop()
	return done + beside.wait(waiting), ctx.Err()
}

// A reading list is files that were not read yet, and files whose text is outdated.
type readingList struct {
	unread   *roaring.Bitmap
	outdated []spar.File
}

func (l readingList) files() int { return int(l.unread.GetCardinality()) + len(l.outdated) }

// amount is how much there is to read.
func (l readingList) amount(snapshot *index.Snapshot) amount {
	out := amount{l.files(), snapshot.Size(l.unread)}
	for _, f := range l.outdated {
		out.bytes += f.Size
	}
	return out
}

func (l readingList) renewed() map[spar.FileID]bool {
	renewed := make(map[spar.FileID]bool, len(l.outdated))
	for _, f := range l.outdated {
		renewed[f.ID] = true
	}
	return renewed
}

// toRead lists the files of a set to read.
func (e *texts) toRead(snapshot *index.Snapshot, set *roaring.Bitmap) readingList {
	list := readingList{unread: roaring.New()}
	outdated := e.outdated(snapshot)
	for state, files := range snapshot.ByState(set) {
		switch {
		case state == spar.Unread:
			list.unread = files
		case state.Searchable():
			for f := range snapshot.In(files) {
				if outdated(f) && !e.renewals.has(f.ID) {
					list.outdated = append(list.outdated, f)
				}
			}
		}
	}
	return list
}

// readList reads a list, the unread files first, and gives how many the catalog was told of.
func (e *texts) readList(ctx context.Context, q Request, snapshot *index.Snapshot, todo readingList, beside *party) (recorded int, err error) {
	in, fresh, err := e.lineUp(ctx, q, snapshot, todo.unread)
	if err != nil {
		return 0, err
	}
	if err := e.ready(ctx, q, in, snapshot, todo.unread); err != nil {
		return 0, err
	}
	q.purse.reads()
	reading, stop := q.reading(ctx)
	defer stop()
	left := todo.amount(snapshot)
	read := func(files []spar.File, renewed map[spar.FileID]bool) error {
		n, err := e.readFiles(ctx, q, files, renewed, &left, beside)
		recorded += n
		return err
	}
	if q.purse.filled() { // only members of files that it took
		return recorded, read(in.membersOf(snapshot, fresh, q.purse.took), nil)
	}
	for size := in.first(q.purse); ; size *= 2 {
		files := in.next(snapshot, todo.unread, size)
		if len(files) == 0 {
			break
		}
		if err := read(files, nil); err != nil || q.purse.spent() || q.purse.filled() || reading.Err() != nil {
			return recorded, err
		}
	}
	if len(todo.outdated) == 0 {
		return recorded, nil
	}
	files, err := e.byPromise(ctx, q.Question, snapshot, todo.outdated, guesses(ctx, snapshot, q.Who, q.Scope))
	if err != nil {
		return recorded, err
	}
	return recorded, read(files, todo.renewed())
}

// ready prepares what the first files of a turn need before SPAR can read one of them. Within the turn this would take time from the most
// promising files, and they would be put off.
func (e *texts) ready(ctx context.Context, q Request, in *line, snapshot *index.Snapshot, unread *roaring.Bitmap) error {
	most := q.purse.turnFiles()
	for at := 0; most > 0; at++ {
		id, ok := in.place(at)
		if !ok {
			return nil
		}
		if !unread.Contains(uint32(id)) {
			continue
		}
		most--
		f, ok := snapshot.File(id)
		if !ok || extract.ByExtension(f.Path) != formatPDF {
			continue
		}
		reader, err := e.reader()
		if err != nil {
			return err
		}
		within, stop := q.reading(ctx)
		defer stop()
		reader.Ready(within, formatPDF)
		return ctx.Err()
	}
	return nil
}

// formatPDF is the one format whose reader is code that is compiled on the machine.
const formatPDF = "pdf"

// readFiles reads files in their order, and those in renewed only once in the life of this engine. It returns how many it told the catalog
// of. A file that somebody goes on writing to stays unread. left counts the files still to be read, these and others.
func (e *texts) readFiles(ctx context.Context, q Request, files []spar.File, renewed map[spar.FileID]bool, left *amount, beside *party) (recorded int, err error) {
	if len(files) == 0 {
		return 0, nil
	}
	known := make(map[spar.FileID]spar.File, len(files))
	for _, f := range files {
		known[f.ID] = f
	}
	var restless []spar.Finding
	err = through(ctx, e, q.Selection, pass[spar.Finding]{
		files: files, beside: beside,
		read: func(ctx context.Context, r *read.Reader, jobs iter.Seq[read.Job]) iter.Seq2[spar.Finding, error] {
			return r.Read(ctx, jobs)
		},
		each: func(f spar.Finding) (spar.Finding, bool, error) {
			read := known[f.Version.File]
			left.files, left.bytes = max(0, left.files-1), max(0, left.bytes-read.Size)
			if q.purse.line != nil {
				q.purse.line.done[f.Version.File] = true
			}
			if told := q.purse.tell(read, f.State, *left); q.Tell != nil {
				q.Tell(told)
			}
			if renewed[f.Version.File] {
				e.renewals.add(f.Version.File)
				if f.State == spar.Offline {
					return f, false, nil // the text read before it went to sleep is the best there is
				}
			}
			if f.State == spar.Unread {
				restless = append(restless, f)
				return f, false, nil
			}
			return f, true, nil
		},
		record: func(ctx context.Context, findings []spar.Finding) error {
			e.takeOver(ctx, known, findings)
			n, err := e.catalog.Record(ctx, findings...)
			recorded += n
			return err
		},
	})
	_, changing := e.catalog.Record(context.WithoutCancel(ctx), restless...)
	return recorded, errors.Join(err, changing)
}

// takeOver keeps the vectors of passages whose text a new way of reading left as it was. What it cannot keep is made anew.
func (e *texts) takeOver(ctx context.Context, known map[spar.FileID]spar.File, findings []spar.Finding) {
	var list []store.Renewal
	for _, f := range findings {
		was := known[f.Version.File].Segment
		if was != (spar.SegmentID{}) && f.Segment != (spar.SegmentID{}) && was != f.Segment {
			list = append(list, store.Renewal{From: was, To: f.Segment})
		}
	}
	if len(list) == 0 {
		return
	}
	if _, err := e.store.TakeOver(ctx, list); err != nil && ctx.Err() == nil {
		e.log.Warn("vectors of what was read anew could not be taken over; they are made again", "err", err)
	}
}

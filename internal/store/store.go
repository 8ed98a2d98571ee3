// Package store keeps segments: the passages and terms of contents, written once, in append-only pack files that are
// mapped and not read. It stands between read, which puts segments, and retrieve, which looks terms up. Nothing in it
// comes from a path or depends on who asks; which file has which segment is the catalog's to know.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
	"time"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/durable"
	spar "github.com/sparsearch/spar/internal/spar"
)

// packLimit is the size from which on a pack is not appended to.
const packLimit = 1 << 30

// A Store is the packs below one data directory. Many goroutines, and many processes, may use it at once.
type Store struct {
	dir   string // of the packs
	db    *db.DB
	limit int64
	now   func() time.Time

	analyzers sync.Pool

	writing sync.Mutex // one batch at a time; others of this process wait here, other processes find the pack locked

	mu       sync.Mutex
	packs    map[int64]*pack
	known    map[spar.SegmentID]place
	segments map[spar.SegmentID]*Segment // met and verified
	flights  map[spar.SegmentID]*flight  // that open segments
	loose    []*Segment                  // that are not stored, the newest last
	epoch    int                         // counts how often places were forgotten
	newest   int64                       // highest row in known, if all up to it are
	misses   int

	looking sync.Mutex
	looks   map[int64]look // at the files of packs

	opening  sync.Mutex
	second   *Store // of text that was read again because its pack is not here; nil until it is needed
	isSecond bool   // this is such a store
}

// An Item is a segment to be put.
type Item struct {
	ID       spar.SegmentID
	Passages []spar.Passage
	Note     []byte // what its maker wants to know of it again, such as the properties of the document
}

// Open opens the packs below dir, the data directory, whose segments d lists.
func Open(dir string, d *db.DB) (*Store, error) {
	s := &Store{
		dir: filepath.Join(dir, "packs"), db: d, limit: packLimit, now: time.Now,
		looks: map[int64]look{}, packs: map[int64]*pack{}, known: map[spar.SegmentID]place{}, segments: map[spar.SegmentID]*Segment{}, flights: map[spar.SegmentID]*flight{},
	}
	s.analyzers.New = func() any { return new(chunk.Analyzer) }
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return nil, spar.Errorf(spar.Unavailable, "the folder %s for stored text cannot be made: %w", s.dir, err)
	}
	return s, nil
}

// Close lets go of the files. Segments are not valid after it.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for _, p := range s.packs {
		errs = append(errs, p.close())
	}
	clear(s.packs)
	clear(s.segments)
	return errors.Join(append(errs, s.closeAgain())...)
}

// Has reports whether there is a segment that can be read here.
func (s *Store) Has(ctx context.Context, id spar.SegmentID) (bool, error) {
	p, found, err := s.lookup(ctx, id)
	if err != nil || found && s.here(p.pack) {
		return found, err
	}
	return s.hasAgain(ctx, id)
}

// Note gives the note of a segment that can be read here, and whether there is such a segment.
func (s *Store) Note(ctx context.Context, id spar.SegmentID) (note []byte, found bool, err error) {
	var pack int64
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		err := tx.QueryRowContext(ctx, selectNote, id[:]).Scan(&note, &pack)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		found = err == nil
		return err
	})
	if found && !s.here(pack) {
		found, err = s.hasAgain(ctx, id)
	}
	return note, found, err
}

// Put stores a segment; it is durable when Put returns. A segment that is there already stays as it is.
func (s *Store) Put(ctx context.Context, id spar.SegmentID, passages []spar.Passage) error {
	return s.PutAll(ctx, []Item{{ID: id, Passages: passages}})
}

// PutAll stores many segments at the price of one sync and one commit; all of them or, after an error, none.
//
// A segment listed in a pack that is not here stays listed there, and is stored here as well.
func (s *Store) PutAll(ctx context.Context, items []Item) error {
	todo, away, err := s.lacking(ctx, items)
	if err != nil {
		return err
	}
	if len(away) > 0 {
		again, err := s.again(ctx, true)
		if err != nil {
			return err
		}
		if err := again.PutAll(ctx, away); err != nil {
			return err
		}
	}
	records, err := s.encodeAll(todo)
	if err != nil || len(records) == 0 {
		return err
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	f, id, end, err := s.takePack(ctx)
	if err != nil {
		return err
	}
	defer f.Close() // which gives the lock back
	at := end
	err = func() error {
		for i := range records {
			r := &records[i]
			if _, err := f.WriteAt(r.data, at); err != nil {
				return err
			}
			r.offset = at
			at += int64(len(r.data))
		}
		durable.Step("append to " + filepath.Base(f.Name()))
		if err := durable.Sync(f); err != nil {
			return err
		}
		return s.db.Write(ctx, func(tx *db.Tx) error {
			if _, err := tx.ExecContext(ctx, keepPack, id); err != nil {
				return err
			}
			insert, err := tx.PrepareContext(ctx, insertSegment)
			if err != nil {
				return err
			}
			defer insert.Close()
			made := s.now().Unix()
			for _, r := range records {
				if _, err := insert.ExecContext(ctx, r.id[:], id, r.offset, len(r.data), r.passages, r.words, r.note, made); err != nil {
					return err
				}
			}
			return nil
		})
	}()
	if err != nil {
		f.Truncate(end) // the rest is cut off when the pack is next taken
		return explain(f.Name(), err)
	}
	return nil
}

// A record is an encoded segment on its way to a pack.
type record struct {
	id       spar.SegmentID
	data     []byte
	passages int
	words    int64
	note     []byte
	offset   int64
}

// lacking gives the items that are not stored yet, and the items in packs that are not here.
func (s *Store) lacking(ctx context.Context, items []Item) (todo, away []Item, err error) {
	seen := map[spar.SegmentID]bool{}
	for _, it := range items {
		if seen[it.ID] {
			continue
		}
		seen[it.ID] = true
		p, found, err := s.lookup(ctx, it.ID)
		switch {
		case err != nil:
			return nil, nil, err
		case !found:
			todo = append(todo, it)
		case s.here(p.pack):
		case s.isSecond: // a second store does not wait for lost packs
			if err := s.forget(ctx, p); err != nil {
				return nil, nil, err
			}
			todo = append(todo, it)
		default:
			away = append(away, it)
		}
	}
	return todo, away, nil
}

// encodeAll encodes items.
func (s *Store) encodeAll(todo []Item) ([]record, error) {
	records, errs := make([]record, len(todo)), make([]error, len(todo))
	next := make(chan int)
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(todo)) {
		wait.Go(func() {
			a := s.analyzers.Get().(*chunk.Analyzer)
			defer s.analyzers.Put(a)
			for i := range next {
				r := &records[i]
				r.id, r.passages, r.note = todo[i].ID, len(todo[i].Passages), todo[i].Note
				if r.data, r.words, errs[i] = encode(r.id, todo[i].Passages, a); errs[i] != nil {
					errs[i] = fmt.Errorf("store segment %s: %w", r.id, errs[i])
				}
			}
		})
	}
	for i := range todo {
		next <- i
	}
	close(next)
	wait.Wait()
	return records, errors.Join(errs...)
}

// damaged forgets a segment and says why.
func (s *Store) damaged(ctx context.Context, p place, cause error) error {
	if !errors.Is(cause, ErrDamaged) {
		cause = fmt.Errorf("%w: %w", ErrDamaged, cause)
	}
	err := fmt.Errorf("segment %s in %s: %w", p.id, s.path(p.pack), cause)
	if e := s.forget(context.WithoutCancel(ctx), p); e != nil {
		err = errors.Join(err, e)
	}
	return err
}

// ofMachine separates an error of the machine, such as too many open files, from a fault in a file: it forgets no text. An unreadable disk
// is both, and its text is read again.
func ofMachine(err error) bool {
	var errno syscall.Errno
	return errors.As(err, &errno) && errno != syscall.EIO
}

// explain gives the faults of a disk the words that a user needs.
func explain(path string, err error) error {
	var known *spar.Error
	switch {
	case errors.As(err, &known):
		return err
	case errors.Is(err, syscall.EFBIG):
		return spar.Errorf(spar.Unavailable, "%s may not grow: raise the limit on the size of files (ulimit -f) and repeat the command, which goes on where it stopped: %w", path, err)
	case errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, io.ErrShortWrite):
		return spar.Errorf(spar.Unavailable, "the disk that holds %s is full: free some space and repeat the command, which goes on where it stopped: %w", path, err)
	}
	return fmt.Errorf("write %s: %w", path, err)
}

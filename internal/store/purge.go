package store

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/durable"
	spar "github.com/sparsearch/spar/internal/spar"
)

// Purged says what a purge did.
type Purged struct {
	Segments int   // removed
	Packs    int   // rewritten or removed
	Bytes    int64 // given back to the disk
}

// A Live tells which segments files have, in a transaction of the tables that list them: of some, or of all with nil.
// Purge asks it again in the transaction that removes a segment, so that text which a file has got meanwhile stays.
type Live func(ctx context.Context, tx *db.Tx, some []spar.SegmentID) (func(spar.SegmentID) bool, error)

// Purge removes dead segments from the packs, physically: it writes the live segments of a pack to a new one beside it, and removes the old
// one. It does so to packs that are half dead, and to packs with a segment that has been dead for keep, less the day until the next purge:
// a daily purge keeps nothing longer. With a keep of 0 it purges every pack with dead bytes. Purge waits for writers and for backups. A
// process that has the old pack mapped keeps its bytes until it ends, but under no name.
func (s *Store) Purge(ctx context.Context, live Live, keep time.Duration) (done Purged, err error) {
	lock, err := s.lockPurge(ctx, true)
	if err != nil {
		return done, err
	}
	defer lock.Close()
	if err := s.sweep(ctx); err != nil {
		return done, err
	}
	alive, due, err := s.due(ctx, live, keep)
	if err != nil {
		return done, err
	}
	packs, err := s.packEnds(ctx)
	if err != nil {
		return done, err
	}
	for _, p := range packs {
		if _, err := os.Stat(s.path(p.id)); p.end > 0 && errors.Is(err, fs.ErrNotExist) {
			continue // only the owner of an absent pack may remove it: see ForgetAway
		}
		for {
			revived, err := s.purgePack(ctx, p.id, alive, live, keep <= 0 || due[p.id], &done)
			if err != nil {
				return done, err
			}
			if len(revived) == 0 {
				break
			}
			before := alive
			alive = func(id spar.SegmentID) bool { return revived[id] || before(id) }
		}
	}
	again, err := s.purgeAgain(ctx, live, keep)
	if err != nil {
		return done, err
	}
	done.Segments, done.Packs, done.Bytes = done.Segments+again.Segments, done.Packs+again.Packs, done.Bytes+again.Bytes
	return done, s.purgeVectors(ctx, live)
}

// due notes which segments have died, and when. alive tells live segments; packs are the ones that must lose their dead segments now.
func (s *Store) due(ctx context.Context, live Live, keep time.Duration) (alive func(spar.SegmentID) bool, packs map[int64]bool, err error) {
	now := s.now()
	packs = map[int64]bool{}
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		var err error
		if alive, err = live(ctx, tx, nil); err != nil {
			return err
		}
		var last int64
		if err := tx.QueryRowContext(ctx, selectPurge).Scan(&last); err != nil {
			return err
		}
		type change struct {
			row int64
			at  any // NULL for one that lives again
		}
		var changes []change
		if err := db.Each(ctx, tx, func(rows *sql.Rows) error {
			var row, dead, made int64
			var id []byte
			if err := rows.Scan(&row, &id, &dead, &made); err != nil {
				return err
			}
			switch is := alive(spar.SegmentID(id)); {
			case !is && dead == 0:
				changes = append(changes, change{row, max(made, last)}) // the last time that it was known to live
			case is && dead != 0:
				changes = append(changes, change{row, nil})
			}
			return nil
		}, selectLives); err != nil {
			return err
		}
		mark, err := tx.PrepareContext(ctx, markDead)
		if err != nil {
			return err
		}
		defer mark.Close()
		for _, c := range changes {
			if err := mark.Queue(c.at, c.row); err != nil {
				return err
			}
		}
		if _, err := tx.ExecContext(ctx, setPurge, now.Unix()); err != nil {
			return err
		}
		return db.Each(ctx, tx, func(rows *sql.Rows) error {
			var pack int64
			err := rows.Scan(&pack)
			packs[pack] = true
			return err
		}, selectDue, now.Add(untilNextPurge-keep).Unix())
	})
	return alive, packs, err
}

// untilNextPurge is how long a purge thinks ahead.
const untilNextPurge = 24 * time.Hour

// lockPurge takes the lock that a purge has alone and that backups share; closing the file gives it back.
func (s *Store) lockPurge(ctx context.Context, alone bool) (*os.File, error) {
	if err := s.db.MayWrite(); err != nil && alone {
		return nil, err
	} else if err != nil {
		return os.Open(s.dir) // nobody purges what nobody can write
	}
	dir := filepath.Join(filepath.Dir(s.dir), "locks")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, explain(dir, err)
	}
	f, err := os.OpenFile(filepath.Join(dir, "packs"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, explain(dir, err)
	}
	for {
		ok, err := durable.TryLockFile(f, alone)
		if ok {
			return f, nil
		}
		if err == nil {
			select {
			case <-ctx.Done():
				err = ctx.Err()
			case <-time.After(100 * time.Millisecond):
				continue
			}
		}
		f.Close()
		return nil, err
	}
}

// purgePack purges one pack of dead segments. If files have come to use some of them since, it does nothing and gives those segments.
func (s *Store) purgePack(ctx context.Context, id int64, alive func(spar.SegmentID) bool, live Live, all bool, done *Purged) (revived map[spar.SegmentID]bool, err error) {
	s.writing.Lock()
	defer s.writing.Unlock()
	old, err := s.waitPack(ctx, id)
	if err != nil {
		return nil, err
	}
	var size int64
	if old != nil {
		defer old.Close()
		info, err := old.Stat()
		if err != nil {
			return nil, err
		}
		size = info.Size()
	}
	places, err := s.places(ctx, selectOfPack, id)
	if err != nil {
		return nil, err
	}
	var keep, drop []place
	kept, listed := int64(0), int64(0)
	for _, p := range places {
		listed += p.length
		if old != nil && alive(p.id) {
			keep = append(keep, p)
			kept += p.length
		} else {
			drop = append(drop, p)
		}
	}
	dead := size - kept
	all = all || listed < size // segments in no table have been dead for an unknown time
	if dead == 0 && len(drop) == 0 && size > 0 || !all && dead*2 < size {
		return nil, nil
	}
	var to *os.File
	var number int64
	if len(keep) > 0 {
		for to == nil { // a writer that looks for a place may be quicker at taking it
			if number, err = s.newPack(ctx); err != nil {
				return nil, err
			}
			if to, _, err = s.lockPack(ctx, number, true); err != nil {
				return nil, err
			}
		}
		defer to.Close()
	}
	moved, lost, err := copyRecords(ctx, to, old, keep)
	if err != nil {
		return nil, err
	}
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		if revived, err = revivedOf(ctx, tx, live, drop); err != nil || len(revived) > 0 {
			return err
		}
		for _, p := range moved {
			if _, err := tx.ExecContext(ctx, moveSegment, number, p.offset, p.row); err != nil {
				return err
			}
		}
		for _, p := range append(drop, lost...) {
			if _, err := tx.ExecContext(ctx, deleteSegment, p.row, p.pack, p.offset); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, deletePack, id)
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(revived) > 0 {
		return revived, s.discard(ctx, number) // which is locked until then: nobody may append to it
	}
	drop = append(drop, lost...)
	s.mu.Lock()
	s.epoch++ // who looked a place up before does not keep it
	s.loose = nil
	for _, p := range places {
		delete(s.known, p.id)
		delete(s.segments, p.id)
	}
	s.mu.Unlock()
	done.Segments += len(drop)
	done.Packs++
	done.Bytes += dead
	return nil, s.remove(id)
}

// revivedOf gives the segments of places that files have got since they were found dead.
func revivedOf(ctx context.Context, tx *db.Tx, live Live, places []place) (map[spar.SegmentID]bool, error) {
	ids := make([]spar.SegmentID, len(places))
	for i, p := range places {
		ids[i] = p.id
	}
	is, err := live(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	revived := map[spar.SegmentID]bool{}
	for _, id := range ids {
		if is(id) {
			revived[id] = true
		}
	}
	return revived, nil
}

// discard takes back a pack that nothing was listed in, whose lock the caller holds; 0 is none.
func (s *Store) discard(ctx context.Context, id int64) error {
	if id == 0 {
		return nil
	}
	if err := s.db.Write(ctx, func(tx *db.Tx) error {
		_, err := tx.ExecContext(ctx, deletePack, id)
		return err
	}); err != nil {
		return err
	}
	if err := os.Remove(s.path(id)); err != nil {
		return nil // where open files cannot be removed, the next purge does
	}
	durable.Step("remove " + filepath.Base(s.path(id)))
	return durable.SyncDir(s.dir)
}

// copyRecords appends whole records to a new pack and syncs it. The places that come back are the new ones; a record
// that cannot be read is lost.
func copyRecords(ctx context.Context, to, from *os.File, places []place) (moved, lost []place, err error) {
	var at int64
	for _, p := range places {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		b := make([]byte, p.length)
		if _, err := from.ReadAt(b, p.offset); err != nil {
			lost = append(lost, p)
			continue
		}
		if !whole(b, p) {
			lost = append(lost, p)
			continue
		}
		if _, err := to.WriteAt(b, at); err != nil {
			return nil, nil, explain(to.Name(), err)
		}
		p.offset = at
		at += p.length
		moved = append(moved, p)
	}
	if to == nil {
		return nil, lost, nil
	}
	durable.Step("append to " + filepath.Base(to.Name()))
	return moved, lost, durable.Sync(to)
}

// whole reports whether b is the record of a place.
func whole(b []byte, p place) bool {
	seg, err := newSegment(b, p.id, func(err error) error { return err })
	return err == nil && seg.Verify() == nil
}

// remove removes the file of a pack that the database does not know any more.
func (s *Store) remove(id int64) error {
	if err := os.Remove(s.path(id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return explain(s.path(id), err) // where open files cannot be removed, the next purge does
	}
	durable.Step("remove " + filepath.Base(s.path(id)))
	return durable.SyncDir(s.dir)
}

// sweep removes packs that a purge has replaced but was killed before it could remove them. A pack is listed before its
// file is made.
func (s *Store) sweep(ctx context.Context) error {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return err
	}
	packs, err := s.packEnds(ctx)
	if err != nil {
		return err
	}
	listed := map[int64]bool{}
	for _, p := range packs {
		listed[p.id] = true
	}
	for _, e := range entries {
		if id := packNumber(e.Name()); id > 0 && !listed[id] {
			f, end, err := s.lockPack(ctx, id, false)
			if err != nil {
				return err
			}
			if f == nil {
				continue // somebody has just made it anew
			}
			defer f.Close()
			if end > 0 {
				continue
			}
			if err := s.remove(id); err != nil {
				return err
			}
		}
	}
	return nil
}

package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/sparsearch/spar/internal/db"
	spar "github.com/sparsearch/spar/internal/spar"
)

// againFolder is the folder of a data directory with text that was read again because its pack is not in the data directory: a store of its
// own, with its own tables in SQLite. The shared listing stays: the pack may be in another data directory over the same database, or on a
// disk that is not mounted.
const againFolder = "reread"

// lookEvery is how long a look at a pack's file stays valid.
const lookEvery = time.Second

// A look is whether a pack's file was there, and when.
type look struct {
	here bool
	at   time.Time
}

// here reports whether a pack's file is in this data directory. A pack that cannot be looked at is.
func (s *Store) here(pack int64) bool {
	s.looking.Lock()
	defer s.looking.Unlock()
	if l, ok := s.looks[pack]; ok && s.now().Sub(l.at) < lookEvery && s.now().Sub(l.at) >= 0 {
		return l.here
	}
	_, err := os.Stat(s.path(pack))
	l := look{!errors.Is(err, fs.ErrNotExist), s.now()}
	s.looks[pack] = l
	return l.here
}

// again opens the store of text that was read again; without create it is nil where there is none.
func (s *Store) again(ctx context.Context, create bool) (*Store, error) {
	s.opening.Lock()
	defer s.opening.Unlock()
	dir := filepath.Join(filepath.Dir(s.dir), againFolder)
	if s.second != nil || s.isSecond {
		return s.second, nil
	}
	if _, err := os.Stat(filepath.Join(dir, db.FileName)); errors.Is(err, fs.ErrNotExist) {
		if !create {
			return nil, nil
		}
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, explain(dir, err)
		}
	}
	d, err := db.Open(ctx, dir, Schema)
	if err != nil {
		return nil, err
	}
	second, err := Open(dir, d)
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}
	second.isSecond = true
	s.second = second
	return second, nil
}

// readAgain opens a segment of the text that was read again; it is nil where there is none.
func (s *Store) readAgain(ctx context.Context, id spar.SegmentID) (*Segment, error) {
	again, err := s.again(ctx, false)
	if err != nil || again == nil {
		return nil, err
	}
	seg, err := again.Segment(ctx, id)
	if errors.Is(err, ErrMissing) {
		return nil, nil
	}
	return seg, err
}

// hasAgain reports whether a segment was read again.
func (s *Store) hasAgain(ctx context.Context, id spar.SegmentID) (bool, error) {
	again, err := s.again(ctx, false)
	if err != nil || again == nil {
		return false, err
	}
	return again.Has(ctx, id)
}

// closeAgain closes the store of text that was read again.
func (s *Store) closeAgain() error {
	s.opening.Lock()
	defer s.opening.Unlock()
	if s.second == nil {
		return nil
	}
	err := errors.Join(s.second.Close(), s.second.db.Close())
	s.second = nil
	return err
}

// purgeAgain removes text that was read again and is not needed: no file has it, or its pack is back.
func (s *Store) purgeAgain(ctx context.Context, live Live, keep time.Duration) (Purged, error) {
	again, err := s.again(ctx, false)
	if err != nil || again == nil {
		return Purged{}, err
	}
	return again.Purge(ctx, func(ctx context.Context, _ *db.Tx, some []spar.SegmentID) (func(spar.SegmentID) bool, error) {
		var is func(spar.SegmentID) bool
		back := map[spar.SegmentID]bool{}
		err := s.db.Read(ctx, func(tx *db.Tx) (err error) {
			if is, err = live(ctx, tx, some); err != nil {
				return err
			}
			places, err := queryPlaces(ctx, tx, selectSegments)
			for _, p := range places {
				if s.here(p.pack) {
					back[p.id] = true
				}
			}
			return err
		})
		return func(id spar.SegmentID) bool { return is(id) && !back[id] }, err
	}, keep)
}

// An Away is a pack that the tables list and that is not in this data directory.
type Away struct {
	Pack     string // path of the file that is missing
	Segments int    // listed in it
	Again    int    // of them that were read again here
	id       int64
}

// Away lists the packs with text that are not in this data directory.
func (s *Store) Away(ctx context.Context) (list []Away, err error) {
	packs, err := s.packEnds(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range packs {
		if _, err := os.Stat(s.path(p.id)); p.end == 0 || !errors.Is(err, fs.ErrNotExist) {
			continue
		}
		places, err := s.places(ctx, selectOfPack, p.id)
		if err != nil {
			return nil, err
		}
		a := Away{Pack: s.path(p.id), Segments: len(places), id: p.id}
		for _, place := range places {
			if has, err := s.hasAgain(ctx, place.id); err != nil {
				return nil, err
			} else if has {
				a.Again++
			}
		}
		if len(places) > 0 { // a purge may have moved them meanwhile
			list = append(list, a)
		}
	}
	return list, nil
}

// ForgetAway strikes packs that are not in this data directory from the tables, for everybody who uses these: their text
// is read again where it was not already. It says of how many segments.
func (s *Store) ForgetAway(ctx context.Context) (segments int, err error) {
	lock, err := s.lockPurge(ctx, true)
	if err != nil {
		return 0, err
	}
	defer lock.Close()
	list, err := s.Away(ctx)
	if err != nil {
		return 0, err
	}
	for _, a := range list {
		if err := s.db.Write(ctx, func(tx *db.Tx) error { return s.dropPack(ctx, tx, a.id) }); err != nil {
			return segments, err
		}
		segments += a.Segments
		s.forgetPlaces(func(p place) bool { return p.pack == a.id })
	}
	return segments, nil
}

// awayError says that a segment's pack is not here.
func (s *Store) awayError(p place) error {
	return fmt.Errorf("segment %s in %s: %w", p.id, s.path(p.pack), ErrAway)
}

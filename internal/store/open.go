package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/sparsearch/spar/internal/spar"
)

// A flight is the opening of a segment, which others who need the same one wait for.
type flight struct {
	done  chan struct{}
	epoch int // of the places when it began
}

// Segment opens a stored segment. An error is ErrMissing, ErrAway, ErrDamaged, or a fault of the machine. The database is
// asked, and files are opened, outside of the lock: whoever opens one segment keeps nobody from another.
func (s *Store) Segment(ctx context.Context, id spar.SegmentID) (*Segment, error) {
	for {
		seg, f, lead := s.met(id)
		switch {
		case seg != nil:
			return seg, nil
		case lead:
			defer s.landed(id, f)
			return s.segment(ctx, id, f)
		}
		select {
		case <-f.done:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// met gives a segment that is open, or else the flight that opens it; lead says that the caller is to open it.
func (s *Store) met(id spar.SegmentID) (seg *Segment, f *flight, lead bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if seg := s.segments[id]; seg != nil {
		return seg, nil, false
	}
	if seg := s.looseOf(id); seg != nil {
		return seg, nil, false
	}
	if f := s.flights[id]; f != nil {
		return nil, f, false
	}
	f = &flight{done: make(chan struct{}), epoch: s.epoch}
	s.flights[id] = f
	return nil, f, true
}

func (s *Store) landed(id spar.SegmentID, f *flight) {
	s.mu.Lock()
	delete(s.flights, id)
	s.mu.Unlock()
	close(f.done)
}

func (s *Store) segment(ctx context.Context, id spar.SegmentID, f *flight) (*Segment, error) {
	p, found, err := s.find(ctx, id, f)
	for err == nil && found {
		if s.pack(p.pack) == nil && !s.here(p.pack) {
			if seg, err := s.readAgain(ctx, id); err != nil || seg != nil {
				return seg, err
			}
		}
		seg, opening := s.open(ctx, p, f)
		if opening == nil {
			return seg, nil
		}
		// Another process may have moved it: the database decides now.
		was := p
		if p, found, err = s.moved(ctx, id, f); err != nil || !found {
			break
		}
		if p == was {
			switch {
			case errors.Is(opening, fs.ErrNotExist):
				return nil, s.awayError(p)
			case ofMachine(opening):
				return nil, spar.Errorf(spar.Unavailable, "the stored text in %s cannot be opened: %w", s.path(p.pack), opening)
			}
			return nil, s.damaged(ctx, p, opening)
		}
	}
	if err != nil {
		return nil, err
	}
	if seg, err := s.readAgain(ctx, id); err != nil || seg != nil {
		return seg, err
	}
	return nil, fmt.Errorf("segment %s: %w", id, ErrMissing)
}

// bulk is the number of questions to the database after which it is asked for everything new at once.
const bulk = 16

// find gives the place of a segment as this process knows it.
func (s *Store) find(ctx context.Context, id spar.SegmentID, f *flight) (place, bool, error) {
	p, found, after, ask := s.place(id)
	if found {
		return p, true, nil
	}
	if ask {
		places, err := s.places(ctx, selectNewer, after)
		if err != nil {
			return place{}, false, err
		}
		s.learn(f, true, places...)
		if p, found, _, _ := s.place(id); found {
			return p, true, nil
		}
	}
	p, found, err := s.lookup(ctx, id)
	if found {
		s.learn(f, false, p)
	}
	return p, found, err
}

// place gives a place that is known. For one that is not, ask says that the database is to be asked for all after a row.
func (s *Store) place(id spar.SegmentID) (p place, found bool, after int64, ask bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p, found = s.known[id]; found {
		return p, true, 0, false
	}
	if s.misses++; s.misses > bulk {
		s.misses, ask = 0, true
	}
	return p, false, s.newest, ask
}

// learn keeps places that the database told a flight, all up to the last of them or single ones. Where places changed
// since the flight began they may be old, and are not kept.
func (s *Store) learn(f *flight, all bool, places ...place) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.epoch != f.epoch {
		return
	}
	for _, p := range places {
		s.known[p.id] = p
		if all {
			s.newest = max(s.newest, p.row)
		}
	}
}

// forgetPlaces forgets the segments whose places changed.
func (s *Store) forgetPlaces(of func(place) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.epoch++
	for id, p := range s.known {
		if of(p) {
			delete(s.known, id)
		}
	}
}

// moved asks the database where a segment is now.
func (s *Store) moved(ctx context.Context, id spar.SegmentID, f *flight) (p place, found bool, err error) {
	s.mu.Lock()
	delete(s.known, id)
	s.mu.Unlock()
	if p, found, err = s.lookup(ctx, id); found {
		s.learn(f, false, p)
	}
	return p, found, err
}

// pack gives a pack that is open, nil if it is not.
func (s *Store) pack(id int64) *pack {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.packs[id]
}

// opened gives a pack, opened if it is not.
func (s *Store) opened(id int64) (*pack, error) {
	if pk := s.pack(id); pk != nil {
		return pk, nil
	}
	mine, err := openPack(s.path(id))
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if pk := s.packs[id]; pk != nil { // another was quicker
		return pk, mine.close()
	}
	s.packs[id] = mine
	return mine, nil
}

// open makes the segment at a place.
func (s *Store) open(ctx context.Context, p place, f *flight) (seg *Segment, err error) {
	pk, err := s.opened(p.pack)
	if err != nil {
		return nil, err
	}
	b, mapped, err := pk.bytes(p.offset, p.length)
	if err != nil {
		return nil, err
	}
	err = Guard(func() error {
		seg, err = newSegment(b, p.id, func(cause error) error {
			s.mu.Lock()
			delete(s.segments, p.id)
			delete(s.known, p.id)
			s.mu.Unlock()
			return s.damaged(context.WithoutCancel(ctx), p, cause)
		})
		return err
	})
	if err != nil || !mapped {
		return seg, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.epoch == f.epoch {
		s.segments[p.id] = seg
	}
	return seg, nil
}

package store

import (
	"slices"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/spar"
)

// keptLoose is how many loose segments are had at a time: those of the questions that are being answered.
const keptLoose = 32

// Loose makes a segment of some passages that is not stored: this process alone has it, until it has made many others. Segment
// gives it as any other.
func (s *Store) Loose(id spar.SegmentID, passages []spar.Passage) (*Segment, error) {
	a := s.analyzers.Get().(*chunk.Analyzer)
	defer s.analyzers.Put(a)
	record, _, err := encode(id, passages, a)
	if err != nil {
		return nil, err
	}
	seg, err := newSegment(record, id, func(err error) error { return err })
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.loose = slices.DeleteFunc(s.loose, func(o *Segment) bool { return o.id == id })
	if s.loose = append(s.loose, seg); len(s.loose) > keptLoose {
		s.loose = slices.Delete(s.loose, 0, 1)
	}
	return seg, nil
}

// IsLoose reports whether a segment is one that Loose made.
func (s *Store) IsLoose(id spar.SegmentID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.looseOf(id) != nil
}

func (s *Store) looseOf(id spar.SegmentID) *Segment {
	for _, seg := range s.loose {
		if seg.id == id {
			return seg
		}
	}
	return nil
}

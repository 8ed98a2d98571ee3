package engine

import (
	"context"
	"errors"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// Made is the result of reading and embedding a file.
type Made struct {
	Passages int
	Rows     int // rows of tables, which are passages too
	Vectors  int // of passages; -1 where no model is there whose vectors they would be
}

// A Making tells what SPAR made of files.
type Making struct {
	e       *Engine
	meaning *Meaning // nil if there is no model
}

// Making prepares to look at files.
func (e *Engine) Making(ctx context.Context) *Making {
	m, err := e.Meaning(ctx)
	if err != nil {
		m = nil // then there are no vectors to be counted
	}
	return &Making{e, m}
}

// Of returns what SPAR made of a file. It counts no text that is lost or damaged.
func (m *Making) Of(ctx context.Context, f spar.File) (made Made, err error) {
	if m.meaning == nil {
		made.Vectors = -1
	}
	if f.Segment == (spar.SegmentID{}) || !f.State.Searchable() {
		return made, nil
	}
	segment, err := m.e.store.Segment(ctx, f.Segment)
	if errors.Is(err, store.ErrMissing) || errors.Is(err, store.ErrDamaged) {
		return made, nil
	}
	if err != nil {
		return made, err
	}
	made.Passages = segment.Len()
	for i := range segment.Len() {
		kind, _, _, err := segment.Lent(i)
		if err != nil {
			return made, err
		}
		if kind == spar.RowPassage {
			made.Rows++
		}
	}
	if m.meaning != nil {
		missing, err := withoutVector(m.meaning.Column.Slots(f.Segment), segment.Len())
		if err != nil {
			return made, err
		}
		made.Vectors = segment.Len() - len(missing)
	}
	return made, nil
}

package store

import (
	"context"
	"errors"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/vec"
)

// A Renewal is a content that was read anew: the segment that it had, and the one that it has now.
type Renewal struct{ From, To spar.SegmentID }

const selectColumns = `SELECT recipe, dim FROM columns ORDER BY id`

// TakeOver gives the passages of new segments the vectors of those passages of the old ones that are found by the same text, of
// every encoder, and says how many it gave. An old segment that is not here gives none.
func (s *Store) TakeOver(ctx context.Context, list []Renewal) (taken int, err error) {
	type column struct {
		recipe string
		dim    int
	}
	var columns []column
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		rows, err := tx.QueryContext(ctx, selectColumns)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var c column
			if err := rows.Scan(&c.recipe, &c.dim); err != nil {
				return err
			}
			columns = append(columns, c)
		}
		return rows.Err()
	})
	if err != nil || len(list) == 0 {
		return 0, err
	}
	for _, of := range columns {
		n, err := s.takeOver(ctx, list, of.recipe, of.dim)
		if taken += n; err != nil {
			return taken, err
		}
	}
	return taken, nil
}

func (s *Store) takeOver(ctx context.Context, list []Renewal, recipe string, dim int) (taken int, err error) {
	c, err := s.Column(ctx, recipe, dim)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	var vectors []Vector
	for _, r := range list {
		if c.Slots(r.From).Len() == 0 {
			continue
		}
		now, err := s.Segment(ctx, r.To)
		if err != nil {
			return 0, err
		}
		was, err := s.Segment(ctx, r.From)
		if err != nil {
			continue // it may be on a disk that is not here: its vectors are made anew
		}
		found, err := same(was, now, c.Slots(r.From), c.Slots(r.To), r.To, dim)
		if err != nil && !errors.Is(err, ErrDamaged) {
			return 0, err
		}
		vectors = append(vectors, found...)
	}
	return len(vectors), c.Put(ctx, vectors)
}

// same gives the vectors that passages of now have in was, and not yet in theirs.
func same(was, now *Segment, from, to Slots, id spar.SegmentID, dim int) (vectors []Vector, err error) {
	at := map[string]int{}
	for i := range min(was.Len(), from.Len()) {
		p, err := was.Passage(i)
		if err != nil {
			return nil, err
		}
		at[p.Ranked()] = i
	}
	for i := range now.Len() {
		p, err := now.Passage(i)
		if err != nil {
			return nil, err
		}
		k, ok := at[p.Ranked()]
		if !ok {
			continue
		}
		err = Guard(func() error {
			if to.Len() > i && to.Has(i) || !from.Whole(k) {
				return nil
			}
			if fine, ok := from.Fine(k); ok {
				values := make([]float32, dim)
				vec.Best().Widen(values, fine)
				vectors = append(vectors, Vector{Segment: id, Len: now.Len(), Index: i, Values: values})
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return vectors, nil
}

package store

import (
	"context"
	"maps"

	"github.com/sparsearch/spar/internal/db"
	spar "github.com/sparsearch/spar/internal/spar"
)

// Usage is how much the store holds.
type Usage struct {
	Segments int   `json:"segments"`
	Passages int   `json:"passages"`
	Bytes    int64 `json:"bytes"` // of their records in the packs
}

// Usage counts the stored segments, passages and bytes.
func (s *Store) Usage(ctx context.Context) (u Usage, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		return tx.QueryRowContext(ctx, selectUsage).Scan(&u.Segments, &u.Passages, &u.Bytes)
	})
	return u, err
}

// Lists reports, in a transaction, whether a segment is stored.
func (s *Store) Lists(ctx context.Context, tx *db.Tx, id spar.SegmentID) (bool, error) {
	var n int
	err := tx.QueryRowContext(ctx, countSegment, id[:]).Scan(&n)
	return n > 0, err
}

// Segments is all that are stored, listed in packs or read again here.
func (s *Store) Segments(ctx context.Context) (map[spar.SegmentID]bool, error) {
	places, err := s.places(ctx, selectSegments)
	if err != nil {
		return nil, err
	}
	all := make(map[spar.SegmentID]bool, len(places))
	for _, p := range places {
		all[p.id] = true
	}
	again, err := s.again(ctx, false)
	if err != nil || again == nil {
		return all, err
	}
	also, err := again.Segments(ctx)
	maps.Copy(all, also)
	return all, err
}

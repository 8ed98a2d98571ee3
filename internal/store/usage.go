package store

import (
	"context"
	"database/sql"
)

// Usage is how much the store holds.
type Usage struct {
	Segments int   `json:"segments"`
	Passages int   `json:"passages"`
	Bytes    int64 `json:"bytes"` // of their records in the packs
}

// Usage counts what is stored.
func (s *Store) Usage(ctx context.Context) (u Usage, err error) {
	err = s.db.Read(ctx, func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, selectUsage).Scan(&u.Segments, &u.Passages, &u.Bytes)
	})
	return u, err
}

package catalog

import (
	"context"
	"database/sql"
	"time"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/spar"
)

// stepRead keeps when the text of each file was read. The text itself is kept once for all files of one content, so that its own date
// would tell of others.
const stepRead = `
ALTER TABLE files ADD COLUMN read_at INTEGER;   -- in seconds; NULL before, or where it is not known
`

// ReadAt gives the times when files were last read, and leaves out files where that is unknown.
func (c *Catalog) ReadAt(ctx context.Context, ids []spar.FileID) (at map[spar.FileID]time.Time, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	args := make([]any, len(ids))
	for i, id := range ids {
		args[i] = id
	}
	err = c.db.Read(ctx, func(tx *db.Tx) error {
		at = make(map[spar.FileID]time.Time, len(ids))
		return query(tx, func(r *sql.Rows) error {
			var id spar.FileID
			var seconds int64
			err := r.Scan(&id, &seconds)
			at[id] = time.Unix(seconds, 0).UTC()
			return err
		}, "SELECT id, read_at FROM files WHERE read_at IS NOT NULL AND segment IS NOT NULL AND id IN ("+marks(len(ids))+")", args...)
	})
	return at, err
}

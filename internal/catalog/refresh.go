package catalog

import (
	"context"
	"database/sql"

	spar "github.com/sparsearch/spar"
)

// Refresh tells the catalog that a file was found to have another size, time or identity than the last scan saw: what
// was read of it is out of date, and it becomes Unread.
func (c *Catalog) Refresh(ctx context.Context, now spar.FileVersion) error {
	return c.write(ctx, func(t *tx) error {
		n, err := t.exec(`UPDATE files SET size = ?, mtime = ?, dev = ?, ino = ?, state = ?, reason = '', hash = NULL, segment = NULL WHERE id = ?`,
			now.Size, now.ModTime.UnixNano(), int64(now.Dev), int64(now.Ino), spar.Unread, now.File)
		if err != nil || n == 0 {
			return err
		}
		return t.forgetReading(now.File)
	})
}

// Scanned reports whether a share was ever scanned completely.
func (c *Catalog) Scanned(ctx context.Context, sh spar.Share) (scanned bool, err error) {
	err = c.db.Read(ctx, func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, "SELECT scans > 0 FROM shares WHERE id = ?", sh.ID).Scan(&scanned)
	})
	return scanned, err
}

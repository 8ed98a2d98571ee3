package catalog

import (
	"context"
	"database/sql"
	"errors"

	spar "github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/db"
)

// Refresh tells the catalog that files were found to have another size, time or identity than the last scan saw: what
// was read of them is out of date, and they become Unread.
func (c *Catalog) Refresh(ctx context.Context, found ...spar.FileVersion) error {
	if len(found) == 0 {
		return nil
	}
	return c.write(ctx, func(t *tx) error {
		for _, now := range found {
			n, err := t.exec(`UPDATE files SET size = ?, mtime = ?, dev = ?, ino = ?, state = ?, reason = '', hash = NULL, segment = NULL WHERE id = ?`,
				now.Size, now.ModTime.UnixNano(), int64(now.Dev), int64(now.Ino), spar.Unread, now.File)
			if err != nil {
				return err
			}
			if n == 0 {
				continue
			}
			if err := t.forgetReading(now.File); err != nil {
				return err
			}
			if err := t.forgetDigest(now.File); err != nil {
				return err
			}
		}
		return nil
	})
}

// forgetDigest makes the next scan compare the folder of a file, of which more is known than the last one saw.
func (t *tx) forgetDigest(id spar.FileID) error {
	var sh int64
	var path []byte
	if err := t.QueryRow("SELECT share, path FROM files WHERE id = ?", id).Scan(&sh, &path); err != nil {
		return err
	}
	return t.run("UPDATE directories SET digest = NULL WHERE share = ? AND path = ? AND digest IS NOT NULL", sh, []byte(dirName(string(path))))
}

// Scanned reports whether a share was ever scanned completely.
func (c *Catalog) Scanned(ctx context.Context, sh spar.Share) (scanned bool, err error) {
	err = c.db.Read(ctx, func(tx *db.Tx) error {
		return tx.QueryRowContext(ctx, "SELECT scans > 0 FROM shares WHERE id = ?", sh.ID).Scan(&scanned)
	})
	return scanned, err
}

// Identity is the device and inode that the root of a share had at the last complete scan; ok is false where there is
// nothing to compare with, as before the first scan or after the share was relocated.
func (c *Catalog) Identity(ctx context.Context, sh spar.Share) (dev, ino uint64, ok bool, err error) {
	err = c.db.Read(ctx, func(tx *db.Tx) error {
		var d, i sql.NullInt64
		var relocated bool
		err := tx.QueryRowContext(ctx, "SELECT root_dev, root_ino, relocated FROM shares WHERE id = ?", sh.ID).Scan(&d, &i, &relocated)
		dev, ino, ok = uint64(d.Int64), uint64(i.Int64), d.Valid && i.Valid && !relocated
		if errors.Is(err, sql.ErrNoRows) {
			return gone(sh)
		}
		return err
	})
	return dev, ino, ok, err
}

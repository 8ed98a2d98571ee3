package catalog

import (
	"context"

	"github.com/sparsearch/spar/internal/db"
	spar "github.com/sparsearch/spar/internal/spar"
)

// Refresh tells the catalog that files now have other versions than the last scan saw. Their readings are out of date, and they become
// Unread. A file that is known at another path by now stays as it is. Where the versions look alike, the facts about the content stay, for
// its hash decides.
func (c *Catalog) Refresh(ctx context.Context, found ...Sighting) error {
	if len(found) == 0 {
		return nil
	}
	return c.write(ctx, func(t *tx) error {
		for _, f := range found {
			now := f.Version
			if there, err := t.isAt(now.File, f.Path); err != nil {
				return err
			} else if !there {
				continue
			}
			n, err := t.exec("UPDATE files SET state = ?, reason = '' WHERE id = ? AND size = ? AND mtime = ? AND ino = ?",
				spar.Unread, now.File, now.Size, now.ModTime.UnixNano(), int64(now.Ino))
			if err != nil {
				return err
			}
			if n == 0 {
				n, err = t.exec("UPDATE files SET state = ?, reason = '', hash = NULL, segment = NULL WHERE id = ?", spar.Unread, now.File)
				if err != nil {
					return err
				}
				if n == 0 {
					continue
				}
				if err := t.forgetFound(now.File); err != nil {
					return err
				}
			}
			if err := t.found(now.File, now); err != nil {
				return err
			}
		}
		return nil
	})
}

// forgetDigest makes the next scan compare the folder of a file, since something newer than the last scan is known of the file.
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
		r, err := queryRoot(tx, sh)
		dev, ino, ok = uint64(r.dev), uint64(r.ino), r.hasRoot && !r.relocated
		return err
	})
	return dev, ino, ok, err
}

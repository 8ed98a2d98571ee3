package catalog

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/sparsearch/spar/internal/db"
	spar "github.com/sparsearch/spar/internal/spar"
)

// Losses is how often readers were lost on a content, across processes and restarts, and the reason of the last loss; 0 for
// all but a few contents. Keys are those of package read.
func (c *Catalog) Losses(ctx context.Context, key spar.SegmentID) (n int, reason string, err error) {
	err = c.db.Read(ctx, func(tx *db.Tx) error {
		err := tx.QueryRowContext(ctx, "SELECT n + ends / 4, reason FROM losses WHERE key = ?", key[:]).Scan(&n, &reason)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	})
	return n, reason, err
}

// enoughLosses is as many losses as a content may have.
const enoughLosses = 2

// Lose adds a loss to a content, or with final as many as it may have, and gives how many it has now. Reader is the version
// of the reader that was lost.
func (c *Catalog) Lose(ctx context.Context, key spar.SegmentID, file spar.FileID, reader, reason string, final bool) (n int, err error) {
	err = c.write(ctx, func(t *tx) error {
		first := 1
		if final {
			first = enoughLosses
		}
		if err := t.run(`INSERT INTO losses (key, file, reader, n, ends, reason, lost) VALUES (?, ?, ?, ?, 0, ?, ?) ON CONFLICT (key) DO UPDATE SET
			file = excluded.file, n = losses.n + excluded.n, reason = excluded.reason, lost = excluded.lost`,
			key[:], file, reader, first, reason, c.now().Unix()); err != nil {
			return err
		}
		return t.QueryRow("SELECT n + ends / 4 FROM losses WHERE key = ?", key[:]).Scan(&n)
	})
	return n, err
}

// Interrupted adds an attempt that ended, soon after it began, with the whole program. Four of them are a loss: most likely
// somebody killed it, and the file is not to blame.
func (c *Catalog) Interrupted(ctx context.Context, key spar.SegmentID, file spar.FileID, reader, reason string) error {
	return c.write(ctx, func(t *tx) error {
		return t.run(`INSERT INTO losses (key, file, reader, n, ends, reason, lost) VALUES (?, ?, ?, 0, 1, ?, ?) ON CONFLICT (key) DO UPDATE SET
			file = excluded.file, ends = losses.ends + 1, lost = excluded.lost`, key[:], file, reader, reason, c.now().Unix())
	})
}

// Forgive forgets the losses of contents, so that they are tried again.
func (c *Catalog) Forgive(ctx context.Context, keys ...spar.SegmentID) error {
	if len(keys) == 0 {
		return nil
	}
	return c.write(ctx, func(t *tx) error {
		for _, k := range keys {
			if err := t.run("DELETE FROM losses WHERE key = ?", k[:]); err != nil {
				return err
			}
		}
		return nil
	})
}

// Requalify makes those files in quarantine unread again whose reader has another version now: current says of a format
// and a version whether it is the one that this program has. It gives how many. While nothing is in quarantine it costs one look.
func (c *Catalog) Requalify(ctx context.Context, current func(format, reader string) bool) (n int, err error) {
	var readers []string
	err = c.db.Read(ctx, func(tx *db.Tx) error {
		return query(tx, func(r *sql.Rows) error {
			var reader string
			err := r.Scan(&reader)
			readers = append(readers, reader)
			return err
		}, "SELECT DISTINCT reader FROM losses")
	})
	if err != nil {
		return 0, err
	}
	for _, reader := range readers {
		format := reader[:max(0, strings.LastIndexByte(reader, '/'))]
		if current(format, reader) {
			continue
		}
		var files []spar.FileID
		err := c.db.Read(ctx, func(tx *db.Tx) error {
			return query(tx, func(r *sql.Rows) error {
				var id spar.FileID
				err := r.Scan(&id)
				files = append(files, id)
				return err
			}, "SELECT id FROM files WHERE state = ? AND (format = ? OR id IN (SELECT file FROM losses WHERE reader = ?))", spar.Quarantined, format, reader)
		})
		if err != nil {
			return n, err
		}
		if err := c.Reread(ctx, files...); err != nil {
			return n, err
		}
		n += len(files)
		if err := c.write(ctx, func(t *tx) error { return t.run("DELETE FROM losses WHERE reader = ?", reader) }); err != nil {
			return n, err
		}
	}
	return n, nil
}

// A Suspect is a file on which readers were lost.
type Suspect struct {
	File   spar.FileID
	N      int // losses
	Reason string
}

// Suspects gives the existing files that cost readers their lives: files in quarantine, and files that will be tried once more.
func (c *Catalog) Suspects(ctx context.Context) (list []Suspect, err error) {
	err = c.db.Read(ctx, func(tx *db.Tx) error {
		return query(tx, func(r *sql.Rows) error {
			var s Suspect
			err := r.Scan(&s.File, &s.N, &s.Reason)
			list = append(list, s)
			return err
		}, "SELECT l.file, l.n + l.ends / 4, l.reason FROM losses l JOIN files f ON f.id = l.file ORDER BY l.lost, l.file")
	})
	return list, err
}

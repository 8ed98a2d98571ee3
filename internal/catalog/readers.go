package catalog

import (
	"context"
	"database/sql"
	"maps"
	"slices"

	"github.com/sparsearch/spar/internal/db"
	spar "github.com/sparsearch/spar/internal/spar"
)

// stepReaders keeps the newest version of the reader of each format that files were read by. Text carries the version that made it;
// a file without text carries nothing.
const stepReaders = `
CREATE TABLE readers (
	format  TEXT PRIMARY KEY,                -- '' for files of unknown formats
	version INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`

// textless are the states of files without text after reading, where a newer reader may do better. Files in quarantine belong to Requalify.
var textless = []spar.State{spar.NoText, spar.NeedsOCR, spar.Encrypted, spar.Corrupt, spar.TooBig, spar.Unsupported, spar.Program, spar.Container}

// Renew makes those files unread again that reading left without text, and those containers, whose reader is newer now than any
// that this catalog was read by: readers gives the versions that this program has, by format. A format that is not there has version 0.
// It gives how many files there were. An older program changes nothing. Where no reader is newer it costs one look.
func (c *Catalog) Renew(ctx context.Context, readers map[string]int) (n int, err error) {
	newer := maps.Clone(readers)
	err = c.db.Read(ctx, func(tx *db.Tx) error {
		return query(tx, func(r *sql.Rows) error {
			var format string
			var version int
			err := r.Scan(&format, &version)
			if newer[format] <= version {
				delete(newer, format)
			}
			return err
		}, "SELECT format, version FROM readers")
	})
	maps.DeleteFunc(newer, func(_ string, version int) bool { return version == 0 })
	if err != nil || len(newer) == 0 {
		return 0, err
	}
	files, err := c.textlessOf(ctx, newer)
	if err != nil {
		return 0, err
	}
	const most = 1000 // in one transaction
	for some := range slices.Chunk(files, most) {
		if err := c.Reread(ctx, some...); err != nil {
			return n, err
		}
		n += len(some)
	}
	// Only now: an interrupted run begins anew.
	return n, c.write(ctx, func(t *tx) error {
		for _, format := range slices.Sorted(maps.Keys(newer)) {
			if err := t.run(`INSERT INTO readers (format, version) VALUES (?, ?)
				ON CONFLICT (format) DO UPDATE SET version = excluded.version WHERE readers.version < excluded.version`, format, newer[format]); err != nil {
				return err
			}
		}
		return nil
	})
}

// textlessOf lists the files of some formats that reading left without text, and the containers.
func (c *Catalog) textlessOf(ctx context.Context, formats map[string]int) (files []spar.FileID, err error) {
	err = c.db.Read(ctx, func(tx *db.Tx) error {
		for _, state := range textless {
			if err := query(tx, func(r *sql.Rows) error {
				var id spar.FileID
				var format string
				err := r.Scan(&id, &format)
				if formats[format] > 0 {
					files = append(files, id)
				}
				return err
			}, "SELECT id, format FROM files WHERE state = ? ORDER BY id", state); err != nil {
				return err
			}
		}
		return nil
	})
	return files, err
}

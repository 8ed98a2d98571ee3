package db

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"time"

	spar "github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/durable"
)

// A Schema is the tables of one room. Steps[i] is the SQL that takes them from version i to i+1; version 0 has no
// tables. Released steps never change: a change of the tables is a new step.
type Schema struct {
	Room  string
	Steps []string
}

const versions = `CREATE TABLE IF NOT EXISTS schema_versions (room TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT, WITHOUT ROWID`

// migrate brings every room's tables to the version that this program knows.
func (d *DB) migrate(ctx context.Context, schemas []Schema) error {
	// The usual case needs no lock: everything is there.
	var old, behind bool
	err := d.Read(ctx, func(tx *sql.Tx) error {
		var n int
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema WHERE name = 'schema_versions'").Scan(&n); err != nil {
			return err
		}
		if n == 0 {
			behind = true
			return nil
		}
		var err error
		old, behind, err = d.compare(ctx, tx, schemas)
		return err
	})
	if err != nil || !behind {
		return err
	}
	if old {
		if err := d.backup(ctx); err != nil {
			return err
		}
	}
	return d.Write(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, versions); err != nil {
			return err
		}
		// Another process may have migrated since.
		if _, _, err := d.compare(ctx, tx, schemas); err != nil {
			return err
		}
		for _, s := range schemas {
			at, err := version(ctx, tx, s.Room)
			if err != nil {
				return err
			}
			for i := at; i < len(s.Steps); i++ {
				if _, err := tx.ExecContext(ctx, s.Steps[i]); err != nil {
					return fmt.Errorf("migrate %s from version %d to %d: %w", s.Room, i, i+1, err)
				}
			}
			if _, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO schema_versions VALUES (?, ?)", s.Room, len(s.Steps)); err != nil {
				return err
			}
		}
		return nil
	})
}

// compare reports whether some room's tables exist in an older version, and whether any room is behind or missing. A
// newer one is an error.
func (d *DB) compare(ctx context.Context, tx *sql.Tx, schemas []Schema) (old, behind bool, err error) {
	for _, s := range schemas {
		at, err := version(ctx, tx, s.Room)
		switch {
		case err != nil:
			return false, false, err
		case at > len(s.Steps):
			return false, false, spar.Errorf(spar.Unavailable, "%s was written by a newer SPAR (%s is at version %d, this program knows %d): use the newer program",
				d.path, s.Room, at, len(s.Steps))
		case at < len(s.Steps):
			behind = true
			old = old || at > 0
		}
	}
	return old, behind, nil
}

func version(ctx context.Context, tx *sql.Tx, room string) (v int, err error) {
	err = tx.QueryRowContext(ctx, "SELECT coalesce(max(version), 0) FROM schema_versions WHERE room = ?", room).Scan(&v)
	return v, err
}

// backup writes a copy of the database beside it.
func (d *DB) backup(ctx context.Context) error {
	to := fmt.Sprintf("%s.backup-%s", d.path, time.Now().UTC().Format("20060102T150405.000Z"))
	f, err := os.CreateTemp(d.Dir(), "."+FileName+".unfinished-*") // mode 0600, which VACUUM INTO keeps
	if err != nil {
		return err
	}
	defer f.Close()
	defer os.Remove(f.Name())
	if _, err := d.writer.ExecContext(ctx, "VACUUM INTO ?", f.Name()); err != nil {
		return fmt.Errorf("back up %s before migrating it: %w", d.path, err)
	}
	if err := durable.Sync(f); err != nil {
		return err
	}
	return durable.Rename(f.Name(), to)
}

package engine

import (
	"context"

	"github.com/sparsearch/spar/internal/access"
	"github.com/sparsearch/spar/internal/audit"
	"github.com/sparsearch/spar/internal/backup"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/store"
	"github.com/sparsearch/spar/internal/workspace"
)

// schemas is the tables of all rooms.
var schemas = []db.Schema{catalog.Schema, store.Schema, workspace.Schema, access.Schema, audit.Schema}

// Backup writes the data directory, which may be in use, to a new file or folder; program is the version of this one.
func (e *base) Backup(ctx context.Context, to, program string, tell func(done, total int64)) (backup.Manifest, error) {
	away, err := e.store.Away(ctx)
	if err != nil {
		return backup.Manifest{}, err
	}
	for _, a := range away {
		e.log.Warn("a pack is not here and not in the backup; its files are read again after a restore", "missing", a.Pack, "contents", a.Segments)
	}
	return backup.Make(ctx, e.db, e.store, to, backup.Options{Program: program, Schemas: schemas, Tell: tell})
}

// Restore makes an empty or missing data directory of a backup, with its tables in the database named, "" for SQLite.
func Restore(ctx context.Context, from, dir, database string) (backup.Manifest, error) {
	return backup.Restore(ctx, from, dir, database, workspace.Interrupt, schemas...)
}

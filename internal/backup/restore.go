package backup

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/durable"
	spar "github.com/sparsearch/spar/internal/spar"
)

// Restore makes the data directory dir of a backup, with its tables in the database that the connection string names, or in SQLite where it
// is empty. The directory must be missing or empty, and so must the database be. It appears when it is whole; an older backup is brought up
// to date, one of a newer program is refused. settle, if there is one, corrects in the tables facts that were true only where the backup
// was made.
func Restore(ctx context.Context, from, dir, database string, settle func(context.Context, *db.DB) error, schemas ...db.Schema) (m Manifest, err error) {
	if dir, err = filepath.Abs(dir); err != nil {
		return m, err
	}
	if info, err := os.Stat(dir); err == nil && (!info.IsDir() || !empty(dir)) {
		return m, spar.Errorf(spar.Conflict,
			"%s is not empty, and a backup is restored into an empty data directory only: name another one, or "+
				"move this one away", dir).Try(spar.Remedy{Do: spar.ChooseDataDir})
	}
	if _, err := os.Stat(from); errors.Is(err, fs.ErrNotExist) {
		return m, spar.Errorf(spar.NotFound, "there is no backup %s: check the path", from)
	} else if err != nil {
		return m, spar.Errorf(spar.Unavailable, "the backup %s cannot be read: %w", from, err)
	}
	parent := filepath.Dir(dir)
	if err := os.MkdirAll(parent, 0o700); err != nil {
		return m, failed(dir, err)
	}
	if err := sweep(parent); err != nil {
		return m, failed(dir, err)
	}
	work, err := os.MkdirTemp(parent, unfinished(dir))
	if err != nil {
		return m, failed(dir, err)
	}
	defer func() {
		if err != nil {
			os.RemoveAll(work)
			err = failed(dir, err)
		}
	}()
	tables := work
	if database != "" { // the copy of the tables is not part of the data directory
		if tables, err = os.MkdirTemp(parent, unfinished(dir)); err != nil {
			return m, err
		}
		defer os.RemoveAll(tables)
	}
	m, err = each(ctx, from, func(name string, r io.Reader) (n int64, err error) {
		to := work
		if name == db.FileName {
			to = tables
		}
		return n, folder(to).add(name, 0, func(w io.Writer) error {
			n, err = io.Copy(w, r)
			return err
		})
	})
	if err != nil {
		return m, err
	}
	if err := check(ctx, tables, settle, schemas); err != nil {
		return m, err
	}
	if err := syncTree(work); err != nil {
		return m, err
	}
	if database != "" {
		return m, intoServer(ctx, work, tables, dir, database, schemas)
	}
	return m, folder(work).finish(dir)
}

// check opens the restored tables, which brings them up to date, and reads them.
func check(ctx context.Context, dir string, settle func(context.Context, *db.DB) error, schemas []db.Schema) error {
	d, err := db.Open(ctx, dir, schemas...)
	if err != nil {
		return err
	}
	err = d.Check(ctx)
	if err == nil && settle != nil {
		err = settle(ctx, d)
	}
	if err == nil {
		err = d.Checkpoint(ctx)
	}
	if err = errors.Join(err, d.Close()); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), db.FileName+".backup-") { // which the backup itself is
			err = errors.Join(err, os.Remove(filepath.Join(dir, e.Name())))
		}
	}
	return err
}

// intoServer fills the database and gives the data directory its name. The database comes first: a directory that is
// there has its tables.
func intoServer(ctx context.Context, work, tables, dir, database string, schemas []db.Schema) error {
	lite, err := db.Open(ctx, tables, schemas...)
	if err != nil {
		return err
	}
	defer lite.Close()
	// The text is there before its tables are, which a new data directory's is not.
	packs, aside := filepath.Join(work, "packs"), filepath.Join(work, "restored")
	if err := os.Rename(packs, aside); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	server, err := db.Connect(ctx, work, database, schemas...)
	if err != nil {
		return err
	}
	err = server.Fill(ctx, lite)
	if err = errors.Join(err, server.Close()); err != nil {
		return err
	}
	if err := os.Rename(aside, packs); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := durable.SyncDir(work); err != nil {
		return err
	}
	return folder(work).finish(dir)
}

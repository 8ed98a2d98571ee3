package db

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/sparsearch/spar/internal/durable"
	spar "github.com/sparsearch/spar/internal/spar"
)

// IdentityFile lies in a data directory whose tables are on a server, which has the same number: text and vectors in the directory have a
// meaning only with their own tables.
const IdentityFile = "database.json"

const identityTable = "data_directory"

type identity struct {
	ID    string `json:"id"`
	Where string `json:"where"` // for a person; no secret
}

func readIdentity(dir string) (id identity, err error) {
	b, err := os.ReadFile(filepath.Join(dir, IdentityFile))
	if errors.Is(err, fs.ErrNotExist) {
		return id, nil
	}
	if err != nil {
		return id, err
	}
	if err := json.Unmarshal(b, &id); err != nil || id.ID == "" {
		return id, spar.Errorf(spar.Internal, "%s does not say where the tables of this data directory are: restore a backup, or begin a new data directory", filepath.Join(dir, IdentityFile))
	}
	return id, nil
}

// elsewhere is an error when the tables of a data directory are on a server.
func elsewhere(dir string) error {
	id, err := readIdentity(dir)
	if err == nil && id.ID != "" {
		err = spar.Errorf(spar.Invalid, "the data directory %s has its tables in %s: name it in the setting `database` (SPAR_DATABASE)", dir, id.Where)
	}
	return err
}

// identify sees to it that this data directory and these tables belong together. New ones are tied to each other; the
// file comes first, so that after a crash between the two the directory is still empty and is tied the next time.
func (d *DB) identify(ctx context.Context) error {
	mine, err := readIdentity(d.dir)
	if err != nil {
		return err
	}
	if mine.ID != "" { // the usual case needs no lock
		known := false
		if err := d.Read(ctx, func(tx *Tx) error {
			tables, err := d.migrated(ctx, tx)
			if err != nil || !tables {
				return err
			}
			id, err := theirs(ctx, tx)
			known = id == mine.ID
			return err
		}); err != nil || known {
			return err
		}
	}
	return d.Write(ctx, func(tx *Tx) error {
		if _, err := tx.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS `+identityTable+` (id TEXT PRIMARY KEY)`); err != nil {
			return err
		}
		other, err := theirs(ctx, tx)
		if err != nil {
			return err
		}
		// Another process may have made it since.
		if mine, err = readIdentity(d.dir); err != nil {
			return err
		}
		switch {
		case other != "" && other == mine.ID:
			return nil
		case other != "":
			// An empty database is free, such as the remains of a failed restore.
			used, err := d.used(ctx, tx)
			if err != nil {
				return err
			}
			if !used {
				if _, err := tx.ExecContext(ctx, "DELETE FROM "+identityTable); err != nil {
					return err
				}
				break
			}
			if mine.ID != "" {
				return spar.Errorf(spar.Conflict,
					"%s belongs to another data directory than %s, whose tables are in %s: name that one in the setting "+
						"`database`, or the right data directory", d.Name(), d.dir, mine.Where)
			}
			return spar.Errorf(spar.Conflict, "%s belongs to another data directory than %s: name another schema in the connection string (search_path=NAME), or the right data directory", d.Name(), d.dir)
		}
		if holds, err := holdsText(d.dir); err != nil {
			return err
		} else if holds {
			return spar.Errorf(spar.Conflict, "the data directory %s holds text of files whose tables are not in %s: name the right database, or begin a new data directory", d.dir, d.Name())
		}
		if mine.ID == "" {
			mine.ID = rand.Text()
		}
		mine.Where = d.Name()
		b, err := json.Marshal(mine)
		if err != nil {
			return err
		}
		if err := durable.WriteFile(filepath.Join(d.dir, IdentityFile), append(b, '\n'), 0o600); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO "+identityTable+" (id) VALUES (?)", mine.ID)
		return err
	})
}

// used reports whether any table of a room has a row.
func (d *DB) used(ctx context.Context, tx *Tx) (bool, error) {
	tables, err := d.columns(ctx, tx)
	if err != nil {
		return false, err
	}
	for t := range tables {
		var rows int
		if t == "schema_versions" {
			continue
		}
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM (SELECT 1 FROM "+quoted(t)+" LIMIT 1) t").Scan(&rows); err != nil || rows > 0 {
			return true, err
		}
	}
	return false, nil
}

func theirs(ctx context.Context, tx *Tx) (id string, err error) {
	err = tx.QueryRowContext(ctx, "SELECT coalesce(max(id), '') FROM "+identityTable).Scan(&id)
	return id, err
}

// holdsText reports whether there are packs in a data directory.
func holdsText(dir string) (bool, error) {
	entries, err := os.ReadDir(filepath.Join(dir, "packs"))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	for _, e := range entries {
		if filepath.Ext(e.Name()) == ".pack" {
			return true, nil
		}
	}
	return false, err
}

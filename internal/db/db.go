// Package db opens the one database of a data directory, SQLite in a file of it or PostgreSQL on a server: a single
// writer, readers that see consistent snapshots, and the numbered schemas of the rooms that keep tables in it. It lies
// below catalog, store and the other rooms that persist, and knows nothing of their tables.
package db

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/sparsearch/spar/internal/durable"
	"golang.org/x/sync/semaphore"
)

// A DB is an open database. It may be used by many goroutines; other processes may have it open too.
type DB struct {
	dir    string
	reader *sql.DB
	writer *sql.DB
	dialect
	closed  error               // why nothing can be written; nil where it can
	turn    *semaphore.Weighted // of the writers of this process, first come first served: a pool serves them in any order
	sharing sharing
}

// A dialect is what differs between SQLite and PostgreSQL.
type dialect interface {
	name() string                                                         // of the database, for errors
	begin(ctx context.Context, pool *sql.DB, write bool) (*Tx, error)     // a snapshot, or the only writing transaction
	migrated(ctx context.Context, tx *Tx) (bool, error)                   // whether there are tables already
	step(s Schema, i int) string                                          // the SQL of a step of a schema
	beforeMigration(ctx context.Context, d *DB) error                     // keeps the existing tables
	checkpoint(ctx context.Context, d *DB) error                          // see Checkpoint
	check(ctx context.Context, tx *Tx) (faults []string, err error)       // see Check
	explain(err error) error                                              // gives an error the words that a user needs
	columns(ctx context.Context, tx *Tx) (map[string][]string, error)     // of each table, in order of their names
	shares() bool                                                         // whether writes may share a commit by savepoints
	marks(ctx context.Context, tx *Tx, table string) (int64, bool, error) // the highest number that a table has given out
	setMark(ctx context.Context, tx *Tx, table string, to int64) error    // makes a table go on after a number
}

// Open opens, and when needed makes or migrates, the SQLite database in dir for the rooms given. The database of a
// newer program is refused; an older one is first backed up beside itself.
func Open(ctx context.Context, dir string, schemas ...Schema) (*DB, error) {
	return Connect(ctx, dir, "", schemas...)
}

// Connect is Open for the database of the data directory dir that a connection string names: of PostgreSQL, or, when it
// is empty, the SQLite database in dir. The string may hold a password and is in no error.
func Connect(ctx context.Context, dir, database string, schemas ...Schema) (*DB, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	open := openSQLite
	if database != "" {
		open = openPostgres
	}
	d, err := open(ctx, dir, database)
	if err != nil {
		return nil, err
	}
	if err := d.migrate(ctx, schemas); err != nil {
		d.Close()
		return nil, d.explain(err)
	}
	return d, nil
}

// unopened is a database of a data directory, before its pools are there.
func unopened(dir string) *DB { return &DB{dir: dir, turn: semaphore.NewWeighted(1)} }

// Exists reports whether the database that Connect would open has tables. It makes nothing.
func Exists(ctx context.Context, dir, database string) (bool, error) {
	if database == "" {
		info, err := os.Stat(filepath.Join(dir, FileName))
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
			return false, nil
		}
		return err == nil && info.Size() > 0, err
	}
	d, _, err := reachPostgres(dir, database)
	if err != nil {
		return false, err
	}
	defer d.Close()
	there := false
	err = d.Read(ctx, func(tx *Tx) error {
		there, err = d.migrated(ctx, tx)
		return err
	})
	return there, err
}

// Name says which database it is, for a person: the file, or the server with the name of the database there.
func (d *DB) Name() string { return d.name() }

// ReadOnly says why nothing can be written to the data directory, nil where something can.
func (d *DB) ReadOnly() error { return d.closed }

// MayWrite is the error of whoever would write to a data directory that can only be read, nil where it can be written.
func (d *DB) MayWrite() error {
	if d.closed == nil {
		return nil
	}
	return d.onlyRead()
}

// Dir is the absolute path of the data directory.
func (d *DB) Dir() string { return d.dir }

// Read calls f with one consistent snapshot, which cannot be written to. Readers never wait for writers.
func (d *DB) Read(ctx context.Context, f func(*Tx) error) error {
	tx, err := d.begin(ctx, d.reader, false)
	if err != nil {
		return d.explain(err)
	}
	defer tx.rollback()
	return d.explain(f(tx))
}

// Write calls f with the only writing transaction and commits when f returns nil; the commit is a durable step. It waits for other writers;
// writers of this process wait in the order they came. f must not call Write.
func (d *DB) Write(ctx context.Context, f func(*Tx) error) error {
	if d.closed != nil {
		return d.onlyRead()
	}
	if err := d.turn.Acquire(ctx, 1); err != nil {
		return err
	}
	defer d.turn.Release(1)
	return d.write(ctx, f)
}

// write is Write by who has the turn.
func (d *DB) write(ctx context.Context, f func(*Tx) error) error {
	tx, err := d.begin(ctx, d.writer, true)
	if err != nil {
		return d.explain(err)
	}
	defer tx.rollback()
	if err := f(tx); err != nil {
		return d.explain(tx.cause(err))
	}
	if err := tx.commit(ctx); err != nil {
		return d.explain(tx.cause(err))
	}
	durable.Step("commit")
	return nil
}

// Checkpoint makes deleted content physically gone where that is this program's to do: with SQLite it moves everything
// from the write-ahead log into the database and empties the log, and fails while a reader still needs the log. With
// PostgreSQL it vacuums the tables; the log and the backups of a server are its administrator's.
func (d *DB) Checkpoint(ctx context.Context) error {
	if d.closed != nil {
		return d.onlyRead()
	}
	if err := d.checkpoint(ctx, d); err != nil {
		return d.explain(err)
	}
	durable.Step("checkpoint")
	return nil
}

// Check reads the whole database and returns an error that names the damage.
func (d *DB) Check(ctx context.Context) error {
	faults, err := d.Faults(ctx)
	if err == nil && len(faults) > 0 {
		err = d.damaged(faults)
	}
	return err
}

// Faults reads the whole database and names the damage, and rows that refer to missing ones.
func (d *DB) Faults(ctx context.Context) (faults []string, err error) {
	err = d.Read(ctx, func(tx *Tx) error {
		faults, err = d.check(ctx, tx)
		return err
	})
	return faults, err
}

// Close closes the database.
func (d *DB) Close() error { return errors.Join(d.reader.Close(), d.writer.Close()) }

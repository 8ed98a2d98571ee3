// Package db opens the one SQLite database of a data directory: a single writer, a pool of readers that see consistent
// snapshots, and the numbered schemas of the rooms that keep tables in it. It lies below catalog, store and the other
// rooms that persist, and knows nothing of their tables.
package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/sparsearch/spar/internal/durable"
	_ "modernc.org/sqlite" // the driver
)

// FileName is the database's file in the data directory.
const FileName = "catalog.db"

// A DB is an open database. It may be used by many goroutines; other processes may have it open too.
type DB struct {
	path   string
	reader *sql.DB
	writer *sql.DB
}

// Open opens, and when needed makes or migrates, the database in dir for the rooms given. The database of a newer
// program is refused; an older one is first backed up beside itself.
func Open(ctx context.Context, dir string, schemas ...Schema) (*DB, error) {
	path, err := filepath.Abs(filepath.Join(dir, FileName))
	if err != nil {
		return nil, err
	}
	// SQLite gives its other files the mode of this one.
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, explain(path, err)
	}
	if err := errors.Join(f.Chmod(0o600), f.Close()); err != nil {
		return nil, explain(path, err)
	}

	d := &DB{path: path}
	if d.writer, err = sql.Open("sqlite", dsn(path, "_txlock=immediate", "synchronous(FULL)", "secure_delete(ON)",
		"cache_size(-65536)", "wal_autocheckpoint(4000)", "journal_size_limit(67108864)")); err != nil {
		return nil, err
	}
	d.writer.SetMaxOpenConns(1)
	if d.reader, err = sql.Open("sqlite", dsn(path, "_txlock=deferred", "query_only(ON)", "cache_size(-16384)")); err != nil {
		d.writer.Close()
		return nil, err
	}
	// Readers are not limited, so that reading while reading cannot wait for itself.
	d.reader.SetMaxIdleConns(8)

	if err := d.migrate(ctx, schemas); err != nil {
		d.Close()
		return nil, explain(path, err)
	}
	return d, nil
}

// dsn is the data source name with the pragmas: one set by Exec would reach one connection of the pool only.
func dsn(path, txlock string, pragmas ...string) string {
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(path)}
	if !strings.HasPrefix(u.Path, "/") {
		u.Path = "/" + u.Path // C:/x is /C:/x in a file URL
	}
	var b strings.Builder
	b.WriteString(u.String() + "?" + txlock)
	for _, p := range append([]string{"busy_timeout(30000)", "journal_mode(WAL)", "foreign_keys(ON)", "temp_store(MEMORY)"}, pragmas...) {
		b.WriteString("&_pragma=" + url.QueryEscape(p))
	}
	return b.String()
}

// Path is the absolute path of the database file.
func (d *DB) Path() string { return d.path }

// Dir is the absolute path of the data directory.
func (d *DB) Dir() string { return filepath.Dir(d.path) }

// Read calls f with one consistent snapshot, which cannot be written to. Readers never wait for writers.
func (d *DB) Read(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := d.reader.BeginTx(ctx, nil)
	if err != nil {
		return explain(d.path, err)
	}
	defer tx.Rollback()
	return explain(d.path, f(tx))
}

// Write calls f with the only writing transaction and commits when f returns nil; the commit is a durable step. It
// waits for other writers. f must not call Write.
func (d *DB) Write(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := d.writer.BeginTx(ctx, nil)
	if err != nil {
		return explain(d.path, err)
	}
	defer tx.Rollback()
	if err := f(tx); err != nil {
		return explain(d.path, err)
	}
	if err := tx.Commit(); err != nil {
		return explain(d.path, err)
	}
	durable.Step("commit")
	return nil
}

// Checkpoint moves everything from the write-ahead log into the database and empties the log, so that deleted content
// is physically gone from both. It fails while a reader still needs the log.
func (d *DB) Checkpoint(ctx context.Context) error {
	var busy, pages, moved int
	if err := d.writer.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &pages, &moved); err != nil {
		return explain(d.path, err)
	}
	if busy != 0 {
		return fmt.Errorf("checkpoint of %s: %w", d.path, ErrBusy)
	}
	durable.Step("checkpoint")
	return nil
}

// Check reads the whole database and returns an error that says what is damaged.
func (d *DB) Check(ctx context.Context) error {
	return d.Read(ctx, func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, "PRAGMA integrity_check(10)")
		if err != nil {
			return err
		}
		defer rows.Close()
		var faults []string
		for rows.Next() {
			var s string
			if err := rows.Scan(&s); err != nil {
				return err
			}
			if s != "ok" {
				faults = append(faults, s)
			}
		}
		if len(faults) > 0 {
			return damaged(d.path, errors.New(strings.Join(faults, "; ")))
		}
		return rows.Err()
	})
}

// Close closes the database.
func (d *DB) Close() error { return errors.Join(d.reader.Close(), d.writer.Close()) }

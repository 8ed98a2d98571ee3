package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/sparsearch/spar/internal/durable"
	spar "github.com/sparsearch/spar/internal/spar"
	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// FileName is the SQLite database's file in the data directory.
const FileName = "catalog.db"

// busyTimeout is how long a process waits for another that writes.
const busyTimeout = 30 * time.Second

// keepBackups is how many of the copies made before migrations stay.
const keepBackups = 2

// lite is the dialect of SQLite; it is the path of the file.
type lite string

func openSQLite(ctx context.Context, dir, _ string) (*DB, error) {
	s := lite(filepath.Join(dir, FileName))
	if err := elsewhere(dir); err != nil {
		return nil, err
	}
	closed := durable.Writable(dir)
	if _, err := os.Stat(string(s)); closed != nil && err == nil {
		return openToRead(ctx, dir, s, closed)
	}
	// SQLite gives its other files the mode of this one.
	f, err := os.OpenFile(string(s), os.O_RDWR|os.O_CREATE, 0o600)
	if errors.Is(err, fs.ErrPermission) {
		if _, e := os.Stat(string(s)); e == nil {
			return openToRead(ctx, dir, s, err)
		}
	}
	if err != nil {
		return nil, s.explain(err)
	}
	if err := errors.Join(f.Chmod(0o600), f.Close()); err != nil {
		return nil, s.explain(err)
	}
	d := unopened(dir)
	d.dialect = s
	if d.writer, err = sql.Open("sqlite", dsn(string(s), "_txlock=immediate", "synchronous(FULL)", "secure_delete(ON)",
		"cache_size(-65536)", "wal_autocheckpoint(4000)", "journal_size_limit(67108864)")); err != nil {
		return nil, err
	}
	d.writer.SetMaxOpenConns(1)
	if d.reader, err = sql.Open("sqlite", dsn(string(s), "_txlock=deferred", "query_only(ON)", "cache_size(-16384)")); err != nil {
		d.writer.Close()
		return nil, err
	}
	// Readers are not limited, so that reading while reading cannot wait for itself.
	d.reader.SetMaxIdleConns(8)
	if err := waitForLog(ctx, d.reader); err != nil {
		d.Close()
		return nil, s.explain(err)
	}
	return d, nil
}

// openToRead opens a database that cannot be written, for the reason given. Where its log is empty nobody else has it open, and SQLite
// needs neither log nor locks. Otherwise it needs the index of the log that others keep while they have it open.
func openToRead(ctx context.Context, dir string, s lite, closed error) (*DB, error) {
	f, err := os.Open(string(s))
	if err != nil {
		return nil, s.explain(err)
	}
	f.Close()
	how := []string{"mode=ro", "_txlock=deferred"}
	if log, err := os.Stat(string(s) + "-wal"); err != nil || log.Size() == 0 {
		how = append(how, "immutable=1")
	} else if _, err := os.Stat(string(s) + "-shm"); err != nil {
		return nil, spar.Errorf(spar.Unavailable,
			"%s was not closed, and what its log has must be written into it before it can be read: make the data directory "+
				"writable for one command: %w", s, errors.Join(ErrReadOnly, closed))
	}
	d := unopened(dir)
	d.dialect, d.closed = s, closed
	if d.reader, err = sql.Open("sqlite", source(string(s), how, "query_only(ON)", "cache_size(-16384)")); err != nil {
		return nil, err
	}
	d.writer = d.reader
	d.reader.SetMaxIdleConns(8)
	if err := d.reader.PingContext(ctx); err != nil {
		d.Close()
		return nil, s.explain(err)
	}
	return d, nil
}

// waitForLog makes the first connection of a pool, one that is used next, which switches a new database to its write-ahead
// log. Where others open the same new database SQLite refuses that at once, whatever the timeout: two that waited for each
// other would wait for ever.
func waitForLog(ctx context.Context, pool *sql.DB) error {
	for end := time.Now().Add(busyTimeout); ; {
		err := pool.PingContext(ctx)
		var e *sqlite.Error
		if !errors.As(err, &e) || e.Code()&0xff != lib.SQLITE_BUSY || time.Now().After(end) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// dsn is the data source name with the pragmas: one set by Exec would reach one connection of the pool only.
func dsn(path, txlock string, pragmas ...string) string {
	return source(path, []string{txlock}, append([]string{"journal_mode(WAL)"}, pragmas...)...)
}

func source(path string, how []string, pragmas ...string) string {
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(path)}
	if !strings.HasPrefix(u.Path, "/") {
		u.Path = "/" + u.Path // C:/x is /C:/x in a file URL
	}
	var b strings.Builder
	b.WriteString(u.String() + "?" + strings.Join(how, "&"))
	always := []string{fmt.Sprintf("busy_timeout(%d)", busyTimeout.Milliseconds()), "foreign_keys(ON)", "temp_store(MEMORY)"}
	for _, p := range append(always, pragmas...) {
		b.WriteString("&_pragma=" + url.QueryEscape(p))
	}
	return b.String()
}

func (s lite) name() string { return string(s) }

func (s lite) begin(ctx context.Context, pool *sql.DB, write bool) (*Tx, error) {
	tx, err := pool.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	return &Tx{tx: tx}, nil
}

func (s lite) shares() bool { return true }

func (s lite) migrated(ctx context.Context, tx *Tx) (bool, error) {
	var n int
	err := tx.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema WHERE name = 'schema_versions'").Scan(&n)
	return n > 0, err
}

func (s lite) step(schema Schema, i int) string { return schema.Steps[i] }

// beforeMigration writes a copy of the database beside it, and removes the oldest when there are several.
func (s lite) beforeMigration(ctx context.Context, d *DB) error {
	to := fmt.Sprintf("%s.backup-%s", s, time.Now().UTC().Format("20060102T150405.000Z"))
	if err := s.copyTo(ctx, d, to); err != nil {
		return fmt.Errorf("back up %s before migrating it: %w", s, err)
	}
	entries, err := os.ReadDir(d.dir)
	if err != nil {
		return err
	}
	var backups []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), FileName+".backup-") {
			backups = append(backups, e.Name())
		}
	}
	slices.Sort(backups) // by time
	for _, old := range backups[:max(0, len(backups)-keepBackups)] {
		if err := os.Remove(filepath.Join(d.dir, old)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// copyTo writes the database as it is now to a file that appears when it is whole.
func (s lite) copyTo(ctx context.Context, d *DB, to string) error {
	f, err := os.CreateTemp(filepath.Dir(to), "."+FileName+".unfinished-*") // mode 0600, which VACUUM INTO keeps
	if err != nil {
		return err
	}
	defer f.Close()
	defer os.Remove(f.Name())
	// Of the pool of readers, so that writers need not wait; its connections are kept from writing, which this is.
	conn, err := d.reader.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "PRAGMA query_only(OFF)"); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "VACUUM INTO ?", f.Name())
	if broke(err, "", lib.SQLITE_FULL) { // it is not the disk of the database that is full
		err = &fs.PathError{Op: "write", Path: to, Err: syscall.ENOSPC}
	}
	if _, back := conn.ExecContext(context.WithoutCancel(ctx), "PRAGMA query_only(ON)"); err == nil {
		err = back
	}
	if err != nil {
		return err
	}
	if err := durable.Sync(f); err != nil {
		return err
	}
	return durable.Rename(f.Name(), to)
}

func (s lite) checkpoint(ctx context.Context, d *DB) error {
	var busy, pages, moved int
	if err := d.writer.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &pages, &moved); err != nil {
		return err
	}
	if busy != 0 {
		return fmt.Errorf("checkpoint of %s: %w", s, ErrBusy)
	}
	return nil
}

func (s lite) check(ctx context.Context, tx *Tx) (faults []string, err error) {
	err = Each(ctx, tx, func(rows *sql.Rows) error {
		var fault string
		err := rows.Scan(&fault)
		if fault != "ok" {
			faults = append(faults, fault)
		}
		return err
	}, "PRAGMA integrity_check(100)")
	if err != nil {
		return nil, err
	}
	err = Each(ctx, tx, func(rows *sql.Rows) error {
		var table, parent string
		var n int
		err := rows.Scan(&table, &parent, &n)
		faults = append(faults, fmt.Sprintf("%d rows of %s refer to rows of %s that are not there", n, table, parent))
		return err
	}, `SELECT "table", parent, count(*) FROM pragma_foreign_key_check() GROUP BY 1, 2 ORDER BY 1, 2`)
	if err != nil {
		return nil, err
	}
	unread, err := s.unreadable(ctx, tx)
	return append(faults, unread...), err
}

// unreadable reads every table and index as a copy would. PRAGMA integrity_check takes a page without rows for sound whatever it belongs
// to, and who reads or writes the table does not.
func (s lite) unreadable(ctx context.Context, tx *Tx) (faults []string, err error) {
	type thing struct{ kind, name, query string }
	var all []thing
	err = Each(ctx, tx, func(rows *sql.Rows) error {
		var t thing
		err := rows.Scan(&t.kind, &t.name, &t.query)
		all = append(all, t)
		return err
	}, `SELECT 'table', t.name, 'SELECT ' || group_concat('max("' || c.name || '")') || ' FROM "' || t.name || '" NOT INDEXED'
		FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' GROUP BY t.name
		UNION ALL SELECT 'index', name, 'SELECT 1 FROM "' || tbl_name || '" INDEXED BY "' || name || '"' ||
		CASE WHEN instr(sql, ' WHERE ') > 0 THEN substr(sql, instr(sql, ' WHERE ')) ELSE '' END || ' LIMIT 1'
		FROM sqlite_schema WHERE type = 'index' ORDER BY 1, 2`)
	if err != nil {
		return nil, err
	}
	for _, t := range all {
		err := Each(ctx, tx, func(*sql.Rows) error { return nil }, t.query)
		var e *sqlite.Error
		switch {
		case err == nil:
		case errors.As(err, &e) && e.Code()&0xff == lib.SQLITE_CORRUPT:
			faults = append(faults, fmt.Sprintf("the %s %s cannot be read: %v", t.kind, t.name, err))
		default:
			return nil, fmt.Errorf("read the %s %s: %w", t.kind, t.name, err)
		}
	}
	return faults, nil
}

func (s lite) columns(ctx context.Context, tx *Tx) (map[string][]string, error) {
	tables := map[string][]string{}
	return tables, Each(ctx, tx, func(rows *sql.Rows) error {
		var table, column string
		err := rows.Scan(&table, &column)
		tables[table] = append(tables[table], column)
		return err
	}, `SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
		WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite^_%' ESCAPE '^' ORDER BY t.name, c.name`)
}

func (s lite) marks(ctx context.Context, tx *Tx, table string) (n int64, ok bool, err error) {
	err = tx.QueryRowContext(ctx, "SELECT seq FROM sqlite_sequence WHERE name = ?", table).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}
	return n, err == nil && n > 0, err // 0 after a statement that might have numbered rows and did not
}

func (s lite) setMark(ctx context.Context, tx *Tx, table string, to int64) error {
	var keeps int
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema WHERE name = ? AND sql LIKE '%AUTOINCREMENT%'", table).Scan(&keeps); err != nil || keeps == 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM sqlite_sequence WHERE name = ?", table); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", table, to)
	return err
}

func (s lite) explain(err error) error {
	var known *spar.Error
	if err == nil || errors.As(err, &known) {
		return err
	}
	var e *sqlite.Error
	if errors.As(err, &e) {
		if e.Code() == lib.SQLITE_IOERR_SHMSIZE { // the index of the log could not grow
			return full(string(s), err)
		}
		switch e.Code() & 0xff {
		case lib.SQLITE_BUSY, lib.SQLITE_LOCKED:
			return busy(string(s), err)
		case lib.SQLITE_FULL:
			return full(string(s), err)
		case lib.SQLITE_IOERR:
			return spar.Errorf(spar.Unavailable,
				"the disk that holds %s failed, or does not let it grow: look at free space, quota and the limit on the size of "+
					"files (ulimit -f), then repeat the command: %w", s, err)
		case lib.SQLITE_NOTADB, lib.SQLITE_CORRUPT:
			return spar.Errorf(spar.Internal,
				"%s is damaged: restore a backup, put back the newest %s.backup-* beside it, or move it away and scan again: %w",
				s, FileName, err).Try(spar.Remedy{Do: spar.RestoreBackup})
		case lib.SQLITE_READONLY, lib.SQLITE_CANTOPEN, lib.SQLITE_PERM:
			// SQLite does not say why. Whether as many files can be opened as a database has does.
			for range 3 {
				f, e := os.Open(string(s))
				if errors.Is(e, syscall.EMFILE) || errors.Is(e, syscall.ENFILE) {
					return spar.Errorf(spar.Unavailable, "%s cannot be opened: %w", s, e)
				}
				if e == nil {
					defer f.Close()
				}
			}
			return spar.Errorf(spar.Unavailable, "%s cannot be opened for writing: check the owner and the mode of its folder: %w", s, err)
		}
	}
	if errors.Is(err, syscall.EROFS) {
		return spar.Errorf(spar.Unavailable, "%s lies on a file system that is read-only: have it mounted for writing, or choose another data directory: %w", s, err).Try(spar.Remedy{Do: spar.ChooseDataDir})
	}
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) {
		return spar.Errorf(spar.Unavailable, "%s cannot be opened: check that its folder exists and is yours: %w", s, err)
	}
	return err
}

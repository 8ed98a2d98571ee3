package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	spar "github.com/sparsearch/spar/internal/spar"
)

// Conditions of PostgreSQL (appendix A of its manual).
const (
	pgUnique     = "23505"
	pgForeignKey = "23503"
)

// lockTimeout is how long a writer waits for the others, in milliseconds, as the busy_timeout of SQLite.
const lockTimeout = "30000"

// postgres is the dialect of PostgreSQL; it is the name of the database for errors. The tables are in the first schema
// of the search_path that the connection string or the server sets.
type postgres string

func openPostgres(ctx context.Context, dir, database string) (*DB, error) {
	d, path, err := reachPostgres(dir, database)
	if err != nil {
		return nil, err
	}
	where, err := prepare(ctx, d.writer, d.name(), path)
	if err == nil {
		d.dialect = postgres(where)
		err = d.identify(ctx)
	}
	if err != nil {
		err = d.explain(err)
		d.Close()
		return nil, err
	}
	return d, nil
}

// reachPostgres makes the pools of connections without opening any; path is the requested search path.
func reachPostgres(dir, database string) (d *DB, path string, err error) {
	if _, err := os.Stat(filepath.Join(dir, FileName)); err == nil {
		return nil, "", spar.Errorf(spar.Invalid,
			"the data directory %s has its tables in %s and cannot have them in PostgreSQL too: choose another data directory, or "+
				"take `database` out of the settings", dir, FileName)
	}
	config, err := pgx.ParseConfig(database)
	if err != nil { // which may quote the password
		return nil, "", spar.Errorf(spar.Invalid,
			"the setting `database` is no connection string of PostgreSQL: write it as postgres://USER@HOST:PORT/DATABASE, with "+
				"the password in ~/.pgpass or behind the user")
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "spar"
	}
	where := fmt.Sprintf("the PostgreSQL database %q on %s", config.Database, net.JoinHostPort(config.Host, strconv.Itoa(int(config.Port))))
	if strings.HasPrefix(config.Host, "/") {
		where = fmt.Sprintf("the PostgreSQL database %q on %s", config.Database, config.Host)
	}
	d = unopened(dir)
	d.reader = stdlib.OpenDB(*config.Copy())
	d.reader.SetMaxIdleConns(8)
	config.RuntimeParams["lock_timeout"] = lockTimeout
	d.writer = stdlib.OpenDB(*config)
	d.writer.SetMaxOpenConns(1)
	d.dialect = postgres(where)
	return d, config.RuntimeParams["search_path"], nil
}

// prepare looks at the database and makes the schema that the search path asks for. It gives the database's whole name.
func prepare(ctx context.Context, db *sql.DB, where, path string) (string, error) {
	var encoding string
	var schema sql.NullString
	const query = "SELECT pg_encoding_to_char(encoding), current_schema() FROM pg_database WHERE datname = current_database()"
	if err := db.QueryRowContext(ctx, query).Scan(&encoding, &schema); err != nil {
		return where, err
	}
	if encoding != "UTF8" {
		return where, spar.Errorf(spar.Invalid, "%s has the encoding %s: make one with `createdb --encoding=UTF8 --template=template0`", where, encoding)
	}
	if !schema.Valid {
		first, _, _ := strings.Cut(path, ",")
		first = strings.Trim(strings.TrimSpace(first), `"`)
		if first == "" {
			return where, spar.Errorf(spar.Invalid, "%s has no schema to keep tables in: name one in the connection string as search_path=NAME", where)
		}
		// Two processes may come to this at once, which IF NOT EXISTS does not settle.
		if _, err := db.ExecContext(ctx, "CREATE SCHEMA IF NOT EXISTS "+pgx.Identifier{first}.Sanitize()); err != nil && !IsUnique(err) {
			return where, err
		}
		schema.String = first
	}
	return fmt.Sprintf("%s (schema %q)", where, schema.String), nil
}

func (p postgres) name() string { return string(p) }

func (p postgres) begin(ctx context.Context, pool *sql.DB, write bool) (*Tx, error) {
	conn, err := pool.Conn(ctx)
	if err != nil {
		return nil, err
	}
	// A reader's snapshot begins with its first statement. Writers take turns, and each of their statements sees the commits of the one
	// before.
	o := &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
	if write {
		o = &sql.TxOptions{Isolation: sql.LevelReadCommitted}
	}
	tx, err := conn.BeginTx(ctx, o)
	if err != nil {
		conn.Close()
		return nil, err
	}
	t := &Tx{tx: tx, pg: &pipeline{conn: conn}}
	if write {
		// One writer a schema, so that numbers that ascend are in the order of commits.
		if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(hashtextextended('spar writer ' || current_schema(), 0))"); err != nil {
			t.rollback()
			return nil, err
		}
	}
	return t, nil
}

// shares: a statement that fails ends a queue of statements, with all that was in it.
func (p postgres) shares() bool { return false }

func (p postgres) migrated(ctx context.Context, tx *Tx) (bool, error) {
	var n int
	err := tx.QueryRowContext(ctx, "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'schema_versions'").Scan(&n)
	return n > 0, err
}

func (p postgres) step(s Schema, i int) string {
	if sql, ok := s.Postgres[i]; ok {
		return sql
	}
	return postgresStep(s.Steps[i])
}

// beforeMigration does nothing: a migration is one transaction, and backups of a server are its administrator's.
func (p postgres) beforeMigration(context.Context, *DB) error { return nil }

func (p postgres) checkpoint(ctx context.Context, d *DB) error {
	tables, err := d.Columns(ctx)
	if err != nil {
		return err
	}
	for t := range tables {
		if _, err := d.writer.ExecContext(ctx, "VACUUM "+pgx.Identifier{t}.Sanitize()); err != nil {
			return err
		}
	}
	return nil
}

// check reads every row; the server verifies them if its cluster was made with checksums. It looks for rows that refer to missing ones
// although the server lets none be made: a damaged index could have.
func (p postgres) check(ctx context.Context, tx *Tx) (faults []string, err error) {
	tables, err := p.columns(ctx, tx)
	if err != nil {
		return nil, err
	}
	for table := range tables {
		var n int
		quoted := pgx.Identifier{table}.Sanitize()
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM (SELECT CAST(t AS text) AS line FROM "+quoted+" t) l WHERE length(line) > 0").Scan(&n); err != nil {
			return nil, err
		}
	}
	type key struct{ table, column, parent, target string }
	var keys []key
	err = Each(ctx, tx, func(rows *sql.Rows) error {
		var k key
		err := rows.Scan(&k.table, &k.column, &k.parent, &k.target)
		keys = append(keys, k)
		return err
	}, `SELECT c.relname, a.attname, p.relname, b.attname FROM pg_constraint k
		JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class p ON p.oid = k.confrelid
		JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[1] JOIN pg_attribute b ON b.attrelid = p.oid AND b.attnum = k.confkey[1]
		WHERE k.contype = 'f' AND c.relnamespace = CAST(current_schema() AS regnamespace) ORDER BY 1, 2`)
	if err != nil {
		return nil, err
	}
	for _, k := range keys {
		var n int
		id := func(s string) string { return pgx.Identifier{s}.Sanitize() }
		if err := tx.QueryRowContext(ctx, fmt.Sprintf("SELECT count(*) FROM %s t WHERE t.%s IS NOT NULL AND NOT EXISTS (SELECT 1 FROM %s p WHERE p.%s = t.%s)",
			id(k.table), id(k.column), id(k.parent), id(k.target), id(k.column))).Scan(&n); err != nil {
			return nil, err
		}
		if n > 0 {
			faults = append(faults, fmt.Sprintf("%d rows of %s refer to rows of %s that are not there", n, k.table, k.parent))
		}
	}
	return faults, nil
}

func (p postgres) columns(ctx context.Context, tx *Tx) (map[string][]string, error) {
	tables := map[string][]string{}
	return tables, Each(ctx, tx, func(rows *sql.Rows) error {
		var table, column string
		err := rows.Scan(&table, &column)
		tables[table] = append(tables[table], column)
		return err
	}, `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()
		AND table_name <> ? ORDER BY table_name COLLATE "C", column_name COLLATE "C"`, identityTable)
}

// sequence is the SQL name of what numbers a table's rows, "" for a table without numbers.
func sequence(ctx context.Context, tx *Tx, table string) (string, error) {
	var numbered int
	const query = `SELECT count(*) FROM information_schema.columns
		WHERE table_schema = current_schema() AND table_name = ? AND is_identity = 'YES' AND column_name IN ('id', 'seq')`
	if err := tx.QueryRowContext(ctx, query, table).Scan(&numbered); err != nil || numbered == 0 {
		return "", err
	}
	var name sql.NullString
	err := tx.QueryRowContext(ctx, `SELECT pg_get_serial_sequence(?, (SELECT column_name FROM information_schema.columns
		WHERE table_schema = current_schema() AND table_name = ? AND is_identity = 'YES'))`, pgx.Identifier{table}.Sanitize(), table).Scan(&name)
	return name.String, err
}

func (p postgres) marks(ctx context.Context, tx *Tx, table string) (n int64, ok bool, err error) {
	name, err := sequence(ctx, tx, table)
	if err != nil || name == "" {
		return 0, false, err
	}
	var called bool
	err = tx.QueryRowContext(ctx, "SELECT last_value, is_called FROM "+name).Scan(&n, &called)
	return n, err == nil && called, err
}

func (p postgres) setMark(ctx context.Context, tx *Tx, table string, to int64) error {
	name, err := sequence(ctx, tx, table)
	if err != nil || name == "" {
		return err
	}
	var set int64
	return tx.QueryRowContext(ctx, "SELECT setval(CAST(? AS text), CAST(? AS bigint))", name, to).Scan(&set)
}

// explain gives an error of the server or of the way to it the words that a user needs.
func (p postgres) explain(err error) error {
	var known *spar.Error
	if err == nil || errors.As(err, &known) {
		return err
	}
	var refused *pgconn.ConnectError
	var e *pgconn.PgError
	switch {
	case errors.As(err, &e):
		switch {
		case e.Code == "55P03": // lock_not_available
			return busy(string(p), err)
		case e.Code == "53100":
			return full(string(p), err)
		case e.Code == "53300":
			return spar.Errorf(spar.Unavailable, "%s has no connection left: raise max_connections of the server, or run less at once: %w", p, err)
		case e.Code == "3D000":
			return spar.Errorf(spar.NotFound, "%s does not exist: make it with `createdb`: %w", p, err)
		case strings.HasPrefix(e.Code, "28"):
			return spar.Errorf(spar.Unavailable, "%s does not let this user in: look at user and password in the setting `database`, ~/.pgpass and the server's pg_hba.conf: %w", p, err)
		case e.Code == "42501":
			return spar.Errorf(spar.Unavailable, "%s does not let this user make or use tables: give it a schema of its own (CREATE SCHEMA ... AUTHORIZATION ...), named as search_path: %w", p, err)
		case strings.HasPrefix(e.Code, "XX"):
			return spar.Errorf(spar.Internal, "%s is damaged: restore the server's backup, or begin a new schema and data directory: %w", p, err)
		case strings.HasPrefix(e.Code, "57P"), strings.HasPrefix(e.Code, "08"):
			return spar.Errorf(spar.Unavailable, "%s cannot be reached now: try again when the server is up: %w", p, err)
		}
	case errors.As(err, &refused), errors.Is(err, driver.ErrBadConn), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, net.ErrClosed):
		return spar.Errorf(spar.Unavailable, "%s cannot be reached: check that the server runs and that the setting `database` is right: %w", p, err)
	}
	return err
}

// numbered is a statement with $1, $2, ... for its question marks.
func numbered(query string) string {
	n := strings.Count(query, "?")
	if n == 0 {
		return query
	}
	b := make([]byte, 0, len(query)+3*n)
	n = 0
	for i := range len(query) {
		if query[i] != '?' {
			b = append(b, query[i])
			continue
		}
		n++
		b = strconv.AppendInt(append(b, '$'), int64(n), 10)
	}
	return string(b)
}

// arguments is args in the types that columns have: integers, real numbers, text and bytes.
func arguments(args []any) ([]any, error) {
	out := make([]any, len(args))
	for i, a := range args {
		v, err := driver.DefaultParameterConverter.ConvertValue(a)
		if err != nil {
			return nil, fmt.Errorf("argument %d: %w", i+1, err)
		}
		switch v := v.(type) {
		case bool:
			out[i] = int64(0)
			if v {
				out[i] = int64(1)
			}
		case string:
			out[i] = text(v)
		default:
			out[i] = v
		}
	}
	return out, nil
}

// A pipeline holds the statements of a transaction for whose results nobody waits.
type pipeline struct {
	conn   *sql.Conn
	batch  pgx.Batch
	failed error // of the first that failed
}

const pipelineLength = 1000

func (p *pipeline) queue(query string, args []any) error {
	args, err := arguments(args)
	if err != nil {
		return err
	}
	p.batch.Queue(numbered(query), args...)
	if p.batch.Len() >= pipelineLength {
		return p.flush(context.Background())
	}
	return nil
}

// waiting reports whether anything is queued.
func (p *pipeline) waiting() bool { return p.batch.Len() > 0 && p.failed == nil }

// exec runs a statement with the queued ones before it, all in one go.
func (p *pipeline) exec(ctx context.Context, query string, args []any) (sql.Result, error) {
	args, err := arguments(args)
	if err != nil {
		return nil, err
	}
	p.batch.Queue(numbered(query), args...)
	n := p.batch.Len()
	var affected driver.RowsAffected
	err = p.conn.Raw(func(c any) error {
		results := c.(*stdlib.Conn).Conn().SendBatch(ctx, &p.batch)
		for i := range n {
			tag, err := results.Exec()
			if err != nil {
				if i < n-1 {
					p.failed = err
				}
				_ = results.Close() // which fails for the same reason
				return err
			}
			affected = driver.RowsAffected(tag.RowsAffected())
		}
		return results.Close()
	})
	p.batch = pgx.Batch{}
	return affected, err
}

// flush runs the queued statements.
func (p *pipeline) flush(ctx context.Context) error {
	if p.batch.Len() == 0 || p.failed != nil {
		return p.failed
	}
	p.failed = p.conn.Raw(func(c any) error {
		return c.(*stdlib.Conn).Conn().SendBatch(ctx, &p.batch).Close()
	})
	p.batch = pgx.Batch{}
	return p.failed
}

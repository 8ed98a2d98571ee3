package db

import (
	"context"
	"database/sql"
	"strings"
	"unicode/utf8"
)

// A Tx is a transaction of Read or Write. Its SQL must suit both SQLite and PostgreSQL, with a ? for each argument in their order; there
// can be no other ? in it. Truth values are the integers 0 and 1. Text is UTF-8 without NUL, as PostgreSQL needs: other bytes in an
// argument become U+FFFD. Bytes are kept as they are.
type Tx struct {
	tx *sql.Tx
	pg *pipeline // nil for SQLite
}

// Exec runs a statement that gives no rows.
func (t *Tx) Exec(query string, args ...any) (sql.Result, error) {
	return t.ExecContext(context.Background(), query, args...)
}

// ExecContext is Exec that ends with ctx.
func (t *Tx) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if t.pg != nil && t.pg.waiting() {
		return t.pg.exec(ctx, query, args)
	}
	query, args, err := t.ready(ctx, query, args)
	if err != nil {
		return nil, err
	}
	return t.tx.ExecContext(ctx, query, args...)
}

// Query runs a query. The rows are read to their end or closed before anything else is done in the transaction.
func (t *Tx) Query(query string, args ...any) (*sql.Rows, error) {
	return t.QueryContext(context.Background(), query, args...)
}

// QueryContext is Query that ends with ctx.
func (t *Tx) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	query, args, err := t.ready(ctx, query, args)
	if err != nil {
		return nil, err
	}
	return t.tx.QueryContext(ctx, query, args...)
}

// QueryRow runs a query for one row.
func (t *Tx) QueryRow(query string, args ...any) *sql.Row {
	return t.QueryRowContext(context.Background(), query, args...)
}

// QueryRowContext is QueryRow that ends with ctx.
func (t *Tx) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	query, args, err := t.ready(ctx, query, args)
	if err != nil { // which a Row cannot carry; Write gives it instead of what follows from it
		ended, cancel := context.WithCancelCause(ctx)
		cancel(err)
		return t.tx.QueryRowContext(ended, query)
	}
	return t.tx.QueryRowContext(ctx, query, args...)
}

// ready is a statement and its arguments as the database wants them, after all that was queued before it.
func (t *Tx) ready(ctx context.Context, query string, args []any) (string, []any, error) {
	if t.pg == nil {
		return query, clean(args), nil
	}
	if err := t.pg.flush(ctx); err != nil {
		return query, args, err
	}
	args, err := arguments(args)
	return numbered(query), args, err
}

// Prepare prepares a statement, which ends with the transaction.
func (t *Tx) Prepare(query string) (*Stmt, error) {
	return t.PrepareContext(context.Background(), query)
}

// PrepareContext is Prepare that ends with ctx.
func (t *Tx) PrepareContext(ctx context.Context, query string) (*Stmt, error) {
	if t.pg != nil {
		return &Stmt{tx: t, query: query}, nil // the connection keeps prepared statements, over transactions
	}
	s, err := t.tx.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	return &Stmt{tx: t, stmt: s}, nil
}

// cause is what made a transaction fail, when err may be no more than its consequence.
func (t *Tx) cause(err error) error {
	if t.pg != nil && t.pg.failed != nil {
		return t.pg.failed
	}
	return err
}

func (t *Tx) commit(ctx context.Context) error {
	if t.pg != nil {
		if err := t.pg.flush(ctx); err != nil {
			return err
		}
	}
	return t.tx.Commit()
}

// rollback ends the transaction unless it was committed.
func (t *Tx) rollback() {
	t.tx.Rollback()
	if t.pg != nil {
		t.pg.conn.Close() // back to the pool
	}
}

// A Stmt is a statement of a Tx that is used many times.
type Stmt struct {
	tx    *Tx
	stmt  *sql.Stmt // nil for PostgreSQL
	query string
}

// Exec runs the statement, which gives no rows.
func (s *Stmt) Exec(args ...any) (sql.Result, error) {
	return s.ExecContext(context.Background(), args...)
}

// ExecContext is Exec that ends with ctx.
func (s *Stmt) ExecContext(ctx context.Context, args ...any) (sql.Result, error) {
	if s.stmt == nil {
		return s.tx.ExecContext(ctx, s.query, args...)
	}
	return s.stmt.ExecContext(ctx, clean(args)...)
}

// Queue is Exec for which nobody waits: with PostgreSQL it is sent together with other such statements, before the next
// that has a result or with the commit, and its error may come with those.
func (s *Stmt) Queue(args ...any) error {
	if s.stmt == nil {
		return s.tx.pg.queue(s.query, args)
	}
	_, err := s.stmt.Exec(clean(args)...)
	return err
}

// Query runs the statement, a query.
func (s *Stmt) Query(args ...any) (*sql.Rows, error) {
	return s.QueryContext(context.Background(), args...)
}

// QueryContext is Query that ends with ctx.
func (s *Stmt) QueryContext(ctx context.Context, args ...any) (*sql.Rows, error) {
	if s.stmt == nil {
		return s.tx.QueryContext(ctx, s.query, args...)
	}
	return s.stmt.QueryContext(ctx, clean(args)...)
}

// QueryRow runs the statement, a query for one row.
func (s *Stmt) QueryRow(args ...any) *sql.Row {
	return s.QueryRowContext(context.Background(), args...)
}

// QueryRowContext is QueryRow that ends with ctx.
func (s *Stmt) QueryRowContext(ctx context.Context, args ...any) *sql.Row {
	if s.stmt == nil {
		return s.tx.QueryRowContext(ctx, s.query, args...)
	}
	return s.stmt.QueryRowContext(ctx, clean(args)...)
}

// Close lets go of the statement before the transaction ends.
func (s *Stmt) Close() error {
	if s.stmt == nil {
		return nil
	}
	return s.stmt.Close()
}

// clean makes text of arguments what every database can hold.
func clean(args []any) []any {
	copied := false
	for i, a := range args {
		s, ok := a.(string)
		if !ok {
			continue
		}
		if c := text(s); c != s {
			if !copied {
				args, copied = append([]any(nil), args...), true
			}
			args[i] = c
		}
	}
	return args
}

func text(s string) string {
	if utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 {
		return s
	}
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}

// Package catalog is the Metadata Index: shares, their files and folders, tags, assignments and attributes, and the
// journal of changes that all other rooms follow. Scan brings it to what a walk of a share found; Record brings back what
// reading a file found out; nobody else writes it. It stands between share and scope and knows no file's text.
package catalog

import (
	"context"
	"database/sql"
	"iter"
	"sync/atomic"
	"time"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/spar"
)

// A Catalog is the Metadata Index in a database. It may be used by many goroutines and processes.
type Catalog struct {
	mostHeld int // files within one of a share; 0: mostHeld

	// FormatOf says what a file's name suggests about its format, "" for nothing. It is set before the first Scan;
	// nil suggests nothing.
	FormatOf func(name string) string

	// Stored says, in a transaction, whether the text of a segment is stored. It is set before the first Record; nil
	// says that all is.
	Stored func(ctx context.Context, tx *db.Tx, id spar.SegmentID) (bool, error)

	db      *db.DB
	now     func() time.Time
	written atomic.Bool
}

// Written reports whether anything was committed through c.
func (c *Catalog) Written() bool { return c.written.Load() }

// New is the catalog in d, which was opened with Schema.
func New(d *db.DB) *Catalog { return &Catalog{db: d, now: time.Now} }

func (c *Catalog) formatOf(name string) string {
	if c.FormatOf == nil {
		return ""
	}
	return c.FormatOf(name)
}

// write is a writing transaction that is not interrupted in the middle of a statement: watching for that costs
// a goroutine a statement.
func (c *Catalog) write(ctx context.Context, f func(*tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return c.commit(ctx, f)
}

// commit is write, also when ctx has ended.
func (c *Catalog) commit(ctx context.Context, f func(*tx) error) error {
	err := c.db.Write(context.WithoutCancel(ctx), func(t *db.Tx) error { return f(&tx{Tx: t}) })
	if err == nil {
		c.written.Store(true)
	}
	return err
}

// A tx keeps the statements that it prepared.
type tx struct {
	*db.Tx
	prepared   map[string]*db.Stmt
	containers *bool // whether there are members at all, once looked up
	taken      map[takenFolder]bool
	roots      map[root]*held // the members of container files in shares, once looked up
}

func (t *tx) stmt(query string) (*db.Stmt, error) {
	if s := t.prepared[query]; s != nil {
		return s, nil
	}
	s, err := t.Prepare(query)
	if err != nil {
		return nil, err
	}
	if t.prepared == nil {
		t.prepared = map[string]*db.Stmt{}
	}
	t.prepared[query] = s // closed with the transaction
	return s, nil
}

// exec runs a statement and gives the number of rows it changed.
func (t *tx) exec(query string, args ...any) (int64, error) {
	s, err := t.stmt(query)
	if err != nil {
		return 0, err
	}
	r, err := s.Exec(args...)
	if err != nil {
		return 0, err
	}
	return r.RowsAffected()
}

// run runs a statement whose number of rows nobody asks for: the error may come with a later statement.
func (t *tx) run(query string, args ...any) error {
	s, err := t.stmt(query)
	if err != nil {
		return err
	}
	return s.Queue(args...)
}

// each yields the rows of a query within one snapshot, each made by scan.
func each[T any](ctx context.Context, d *db.DB, scan func(*sql.Rows) (T, error), query string, args ...any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		stopped := false
		err := d.Read(ctx, func(tx *db.Tx) error {
			rows, err := tx.QueryContext(ctx, query, args...)
			if err != nil {
				return err
			}
			defer rows.Close()
			for rows.Next() {
				v, err := scan(rows)
				if err != nil {
					return err
				}
				if !yield(v, nil) {
					stopped = true
					return nil
				}
			}
			return rows.Err()
		})
		if err != nil && !stopped {
			var none T
			yield(none, err)
		}
	}
}

// collect is the values of a sequence, or its first error.
func collect[T any](seq iter.Seq2[T, error]) ([]T, error) {
	var all []T
	for v, err := range seq {
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

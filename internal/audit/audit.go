// Package audit keeps the trail of what people and programs had a server do. Entries are only added, and go when they are older than
// the trail is kept. Each has the SHA-256 of the one before it and of itself, so that a check finds what was changed or taken out.
package audit

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/db"
)

// Schema is the tables of this room. Times are microseconds since 1970; entry is JSON without the keys id, at and sum. The table of cuts
// has the last entry that went for its age, if one did.
var Schema = db.Schema{Room: "audit", Steps: []string{`
CREATE TABLE audit_entries (
	id        INTEGER PRIMARY KEY AUTOINCREMENT,
	at        INTEGER NOT NULL,
	who       TEXT NOT NULL,
	operation TEXT NOT NULL,
	entry     TEXT NOT NULL,
	sum       BLOB NOT NULL
) STRICT;
CREATE INDEX audit_entries_at ON audit_entries (at, id);
CREATE TABLE audit_cuts (
	id  INTEGER PRIMARY KEY,
	sum BLOB NOT NULL
) STRICT;
`}}

// A Trail is that of one database.
type Trail struct{ db *db.DB }

// New gives the trail of a database with the tables of [Schema].
func New(d *db.DB) *Trail { return &Trail{db: d} }

// Add adds entries, all or none, in their order.
func (t *Trail) Add(ctx context.Context, entries ...api.AuditEntry) error {
	return t.db.Together(ctx, func(ctx context.Context, tx *db.Tx) error {
		last, err := end(ctx, tx)
		if err != nil {
			return err
		}
		for _, e := range entries {
			at := e.At.UnixMicro()
			e.ID, e.At, e.Sum, e.Schema = 0, time.Time{}, "", ""
			text, err := json.Marshal(e)
			if err != nil {
				return err
			}
			last = sum(last, at, e.Who, e.Operation, text)
			if _, err := tx.ExecContext(ctx, `INSERT INTO audit_entries (at, who, operation, entry, sum) VALUES (?, ?, ?, ?, ?)`, at, e.Who, e.Operation, string(text), last); err != nil {
				return err
			}
		}
		return nil
	})
}

// end is the sum of the last entry there was.
func end(ctx context.Context, tx *db.Tx) (last []byte, err error) {
	for _, query := range []string{`SELECT sum FROM audit_entries ORDER BY id DESC LIMIT 1`, `SELECT sum FROM audit_cuts ORDER BY id DESC LIMIT 1`} {
		if err = tx.QueryRowContext(ctx, query).Scan(&last); !errors.Is(err, sql.ErrNoRows) {
			return last, err
		}
	}
	return nil, nil
}

func sum(before []byte, at int64, who, operation string, entry []byte) []byte {
	h := sha256.New()
	fmt.Fprintf(h, "%x\n%d\n%q\n%q\n%s", before, at, who, operation, entry)
	return h.Sum(nil)
}

// A Query says which entries are meant; the zero Query means all.
type Query struct {
	Since, Until   time.Time
	Who, Operation string
	OldestFirst    bool
}

// batch is how many entries are read at a time, so that no reader holds a writer up.
const batch = 500

// List gives entries, the last one first unless the query says otherwise.
func (t *Trail) List(ctx context.Context, q Query) iter.Seq2[api.AuditEntry, error] {
	return func(yield func(api.AuditEntry, error) bool) {
		where, args := ` WHERE at >= ?`, []any{micro(q.Since)}
		for _, more := range []struct {
			is    bool
			where string
			value any
		}{{!q.Until.IsZero(), ` AND at < ?`, q.Until.UnixMicro()}, {q.Who != "", ` AND who = ?`, q.Who}, {q.Operation != "", ` AND operation = ?`, q.Operation}} {
			if more.is {
				where, args = where+more.where, append(args, more.value)
			}
		}
		compare, order := ` AND id < ?`, ` ORDER BY id DESC LIMIT ?`
		from := int64(1) << 62
		if q.OldestFirst {
			compare, order, from = ` AND id > ?`, ` ORDER BY id LIMIT ?`, 0
		}
		for {
			var list []api.AuditEntry
			err := t.db.Read(ctx, func(tx *db.Tx) error {
				list = nil
				return db.Each(ctx, tx, func(rows *sql.Rows) error {
					r, err := scan(rows)
					if err != nil {
						return err
					}
					e, err := r.told()
					list = append(list, e)
					return err
				}, columns+where+compare+order, append(append([]any{}, args...), from, batch)...)
			})
			if err != nil {
				yield(api.AuditEntry{}, err)
				return
			}
			for _, e := range list {
				if !yield(e, nil) {
					return
				}
			}
			if len(list) < batch {
				return
			}
			from = list[len(list)-1].ID
		}
	}
}

func micro(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

const columns = `SELECT id, at, who, operation, entry, sum FROM audit_entries`

type row struct {
	id, at         int64
	who, operation string
	entry          string
	sum            []byte
}

func scan(rows *sql.Rows) (r row, err error) {
	err = rows.Scan(&r.id, &r.at, &r.who, &r.operation, &r.entry, &r.sum)
	return r, err
}

func (r row) told() (e api.AuditEntry, err error) {
	if err := json.Unmarshal([]byte(r.entry), &e); err != nil {
		return e, fmt.Errorf("entry %d of the audit trail: %w", r.id, err)
	}
	e.Schema, e.ID, e.At, e.Sum = api.AuditSchema, r.id, time.UnixMicro(r.at).UTC(), hex.EncodeToString(r.sum)
	return e, nil
}

// Expire takes out entries from before a time. What is left can be checked still.
func (t *Trail) Expire(ctx context.Context, before time.Time) (n int64, err error) {
	err = t.db.Write(ctx, func(tx *db.Tx) error {
		// Clocks are set back at times: all up to the last one that is too old.
		var id sql.NullInt64
		if err := tx.QueryRowContext(ctx, `SELECT max(id) FROM audit_entries WHERE at < ?`, before.UnixMicro()).Scan(&id); err != nil || !id.Valid {
			return err
		}
		for _, change := range []string{
			`DELETE FROM audit_cuts WHERE id <= ?`,
			`INSERT INTO audit_cuts (id, sum) SELECT id, sum FROM audit_entries WHERE id = ?`,
		} {
			if _, err := tx.ExecContext(ctx, change, id.Int64); err != nil {
				return err
			}
		}
		done, err := tx.ExecContext(ctx, `DELETE FROM audit_entries WHERE id <= ?`, id.Int64)
		if err != nil {
			return err
		}
		n, err = done.RowsAffected()
		return err
	})
	return n, err
}

// Check compares every entry with its sum, and says what was changed, or taken out before the last entry.
func (t *Trail) Check(ctx context.Context) (entries int, faults []string, err error) {
	err = t.db.Read(ctx, func(tx *db.Tx) error {
		entries, faults = 0, nil
		var last []byte
		var at int64
		switch err := tx.QueryRowContext(ctx, `SELECT id, sum FROM audit_cuts ORDER BY id DESC LIMIT 1`).Scan(&at, &last); {
		case err != nil && !errors.Is(err, sql.ErrNoRows):
			return err
		}
		return db.Each(ctx, tx, func(rows *sql.Rows) error {
			r, err := scan(rows)
			if err != nil {
				return err
			}
			entries++
			if !bytes.Equal(r.sum, sum(last, r.at, r.who, r.operation, []byte(r.entry))) {
				faults = append(faults, fmt.Sprintf("entry %d was changed, or entries between %d and it were taken out", r.id, at))
			}
			last, at = r.sum, r.id
			return nil
		}, columns+` ORDER BY id`)
	})
	return entries, faults, err
}

package workspace

import (
	"context"
	"database/sql"
	"time"

	"github.com/sparsearch/spar/internal/accounts"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/spar"
)

// stepReaders says who may look at a thread beside its owner and the members of its workspace.
const stepReaders = `
CREATE TABLE thread_readers (
	thread INTEGER NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
	who    TEXT NOT NULL,
	since  INTEGER NOT NULL,
	PRIMARY KEY (thread, who)
) STRICT, WITHOUT ROWID;
`

const (
	insertReader  = `INSERT INTO thread_readers (thread, who, since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`
	deleteReader  = `DELETE FROM thread_readers WHERE thread = ? AND who IN (?, ?)`
	selectReaders = `SELECT who, since FROM thread_readers WHERE thread = ? ORDER BY since, who`
)

// Readers lists who a thread is shared with.
func (w *Workspaces) Readers(ctx context.Context, t Thread) (list []Member, err error) {
	err = w.db.Read(ctx, func(tx *db.Tx) error {
		list = nil
		return db.Each(ctx, tx, func(r *sql.Rows) error {
			m := Member{Role: Viewer}
			var since int64
			err := r.Scan(&m.Who, &since)
			m.Since = moment(since)
			list = append(list, m)
			return err
		}, selectReaders, t.ID)
	})
	return list, err
}

// ShareThread lets somebody look at a thread, or not any more. A thread that is shared is kept.
func (w *Workspaces) ShareThread(ctx context.Context, t Thread, with spar.Principal, on bool) error {
	own := with.Owners()
	return w.db.Write(ctx, func(tx *db.Tx) error {
		if on {
			if _, err := tx.ExecContext(ctx, keepThread, t.ID); err != nil {
				return err
			}
			_, err := tx.ExecContext(ctx, insertReader, t.ID, with.Owner(), time.Now().Unix())
			return err
		}
		r, err := tx.ExecContext(ctx, deleteReader, t.ID, own[0], own[1])
		if err != nil {
			return err
		}
		if n, err := r.RowsAffected(); err != nil || n > 0 {
			return err
		}
		return spar.Errorf(spar.NotFound, "thread %d is not shared with %s", t.Number, accounts.Shown(with.Owner()))
	})
}

package workspace

import (
	"context"
	"database/sql"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/spar"
)

// stepStars says which workspaces somebody keeps at hand: theirs alone, whoever else uses the workspace.
const stepStars = `
CREATE TABLE workspace_stars (
	workspace INTEGER NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
	who       TEXT NOT NULL,
	PRIMARY KEY (workspace, who)
) STRICT, WITHOUT ROWID;
`

const (
	insertStar  = `INSERT INTO workspace_stars (workspace, who) VALUES (?, ?) ON CONFLICT DO NOTHING`
	deleteStar  = `DELETE FROM workspace_stars WHERE workspace = ? AND who IN (?, ?)`
	selectStars = `SELECT workspace FROM workspace_stars WHERE who IN (?, ?)`
)

// Star has who keep a workspace at hand, or not any more.
func (w *Workspaces) Star(ctx context.Context, who spar.Principal, ws Workspace, on bool) error {
	own := who.Owners()
	return w.db.Write(ctx, func(tx *db.Tx) (err error) {
		if on {
			_, err = tx.ExecContext(ctx, insertStar, ws.ID, who.Owner())
		} else {
			_, err = tx.ExecContext(ctx, deleteStar, ws.ID, own[0], own[1])
		}
		return err
	})
}

func starred(ctx context.Context, tx *db.Tx, who spar.Principal) (map[ID]bool, error) {
	own, stars := who.Owners(), map[ID]bool{}
	err := db.Each(ctx, tx, func(r *sql.Rows) error {
		var id ID
		err := r.Scan(&id)
		stars[id] = true
		return err
	}, selectStars, own[0], own[1])
	return stars, err
}

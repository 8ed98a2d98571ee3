package workspace

import (
	"context"
	"time"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/spar"
)

// stepDwell says of each place that was opened for how many seconds it was looked at.
const stepDwell = `
ALTER TABLE opened ADD COLUMN dwelt INTEGER NOT NULL DEFAULT 0;
`

const addDwell = `UPDATE opened SET dwelt = CASE WHEN dwelt + ? > ? THEN ? ELSE dwelt + ? END
	WHERE id = (SELECT max(id) FROM opened WHERE workspace = ? AND who IN (?, ?) AND place = ?)`

// MostDwell is the longest that a place counts as looked at: a page that is left open says nothing of its reader.
const MostDwell = time.Hour

// NoteDwell adds to how long somebody has looked at a place, which is an address as Opening has it, since they last opened it. It reports
// whether that opening is kept.
func (w *Workspaces) NoteDwell(ctx context.Context, in ID, who spar.Principal, place string, d time.Duration) (kept bool, err error) {
	seconds, most, own := int(d.Seconds()), int(MostDwell.Seconds()), who.Owners()
	err = w.db.Together(ctx, func(ctx context.Context, tx *db.Tx) error {
		r, err := tx.ExecContext(ctx, addDwell, seconds, most, most, seconds, in, own[0], own[1], place)
		if err != nil {
			return err
		}
		n, err := r.RowsAffected()
		kept = n > 0
		return err
	})
	return kept, err
}

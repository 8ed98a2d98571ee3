package workspace

import (
	"context"
	"database/sql"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/spar"
)

// stepKeep says of each workspace how much of its history it keeps: for how many days, 0 for ever, and whether the places that were
// opened are part of it.
const stepKeep = `
ALTER TABLE workspaces ADD COLUMN keep_days INTEGER NOT NULL DEFAULT 0;
ALTER TABLE workspaces ADD COLUMN keep_opened INTEGER NOT NULL DEFAULT 1;
`

const (
	keepWorkspace = `UPDATE workspaces SET keep_days = ?, keep_opened = ? WHERE id = ?`
	deletePlaces  = `DELETE FROM opened WHERE workspace = ?`
	selectPast    = `SELECT turns.id, turns.thread FROM workspaces w JOIN threads ON threads.workspace = w.id JOIN turns ON turns.thread = threads.id
		WHERE w.keep_days > 0 AND turns.asked + 86400 * w.keep_days <= ? AND turns.state <> 'running' ORDER BY turns.id`
	countPast  = `SELECT count(*) FROM opened JOIN workspaces w ON w.id = opened.workspace WHERE w.keep_days > 0 AND opened.at + 86400 * w.keep_days <= ?`
	deletePast = `DELETE FROM opened WHERE id IN (SELECT opened.id FROM opened JOIN workspaces w ON w.id = opened.workspace
		WHERE w.keep_days > 0 AND opened.at + 86400 * w.keep_days <= ?)`
)

// Keep is what a workspace keeps of its history.
type Keep struct {
	Days   int  // for how long; 0: for ever
	Opened bool // the places that were opened, beside the questions
}

// mostDays is the longest time that is told in days.
const mostDays = 100 * 366

// ParseKeep reads what String writes: all, or questions, which leaves out the places that were opened, or a number of days such as
// 90d, or both as questions,90d.
func ParseKeep(text string) (Keep, error) {
	k := Keep{Opened: true}
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		days, isDays := strings.CutSuffix(part, "d")
		n, err := strconv.Atoi(days)
		switch {
		case part == "all" && part == strings.TrimSpace(text):
		case part == "questions":
			k.Opened = false
		case isDays && err == nil && n > 0 && n <= mostDays && k.Days == 0:
			k.Days = n
		default:
			return Keep{}, spar.Errorf(spar.Invalid, "%q does not say what is kept: write all, questions for no places that were opened, 90d for as many days, or questions,90d", text)
		}
	}
	return k, nil
}

func (k Keep) String() string {
	var parts []string
	if !k.Opened {
		parts = append(parts, "questions")
	}
	if k.Days > 0 {
		parts = append(parts, strconv.Itoa(k.Days)+"d")
	}
	if len(parts) == 0 {
		return "all"
	}
	return strings.Join(parts, ",")
}

// Keep sets how much of its history a workspace keeps, and forgets the rest at once, whoever's it is.
func (w *Workspaces) Keep(ctx context.Context, ws Workspace, k Keep) error {
	err := w.db.Write(ctx, func(tx *db.Tx) error {
		if err := change(ctx, tx, ws.Name, keepWorkspace, k.Days, integer(k.Opened), ws.ID); err != nil {
			return err
		}
		if k.Opened {
			return nil
		}
		_, err := tx.ExecContext(ctx, deletePlaces, ws.ID)
		return err
	})
	if err != nil {
		return err
	}
	return w.ForgetOld(ctx, time.Now())
}

// ForgetOld forgets history that workspaces have kept for as long as they keep it. A thread goes when all of its turns are old.
func (w *Workspaces) ForgetOld(ctx context.Context, now time.Time) error {
	type turn struct{ id, thread int64 }
	var old []turn
	places := 0
	err := w.db.Read(ctx, func(tx *db.Tx) error {
		old = nil
		err := db.Each(ctx, tx, func(r *sql.Rows) error {
			var t turn
			err := r.Scan(&t.id, &t.thread)
			old = append(old, t)
			return err
		}, selectPast, now.Unix())
		if err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, countPast, now.Unix()).Scan(&places)
	})
	if err != nil || len(old)+places == 0 {
		return err
	}
	return w.db.Write(ctx, func(tx *db.Tx) error {
		for _, t := range old {
			for _, do := range []struct {
				sql string
				id  int64
			}{{deleteTurn, t.id}, {deleteEmpty, t.thread}} {
				if _, err := tx.ExecContext(ctx, do.sql, do.id); err != nil {
					return err
				}
			}
		}
		_, err := tx.ExecContext(ctx, deletePast, now.Unix())
		return err
	})
}

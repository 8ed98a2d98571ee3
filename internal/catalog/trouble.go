package catalog

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"github.com/sparsearch/spar/internal/db"
	spar "github.com/sparsearch/spar/internal/spar"
)

// Trouble is why a share cannot be scanned.
type Trouble struct {
	Reason string    // "" when it can
	Since  time.Time // of the first scan in a row that failed
}

// Failed keeps why a share could not be scanned, where that is because it could not be reached.
func (c *Catalog) Failed(ctx context.Context, sh spar.Share, err error) error {
	if spar.CodeOf(err) != spar.Unavailable {
		return nil
	}
	return c.commit(ctx, func(t *tx) error {
		return t.run("UPDATE shares SET troubled = CASE WHEN trouble = '' OR troubled IS NULL THEN ? ELSE troubled END, trouble = ? WHERE id = ?", c.now().Unix(), err.Error(), sh.ID)
	})
}

// A ShareStatus is the state that the scans of a share have left.
type ShareStatus struct {
	Scans   int64     // complete ones
	Scanned time.Time // when the last of these ended; zero before the first
	Trouble Trouble
	Ignored map[string]int // names that the last complete scan left out, by rule

	Unlisted int       // folders that the last look at them could not list
	Folders  []Problem // the first of these
}

// shownFolders is how many of a share's folders that could not be listed are named.
const shownFolders = 10

// ShareStatus says how the last scans of a share went.
func (c *Catalog) ShareStatus(ctx context.Context, sh spar.Share) (s ShareStatus, err error) {
	err = c.db.Read(ctx, func(tx *db.Tx) error {
		var scanned, since sql.NullInt64
		var ignored string
		err := tx.QueryRowContext(ctx, "SELECT scans, scanned, trouble, troubled, ignored FROM shares WHERE id = ?", sh.ID).Scan(&s.Scans, &scanned, &s.Trouble.Reason, &since, &ignored)
		if errors.Is(err, sql.ErrNoRows) {
			return gone(sh)
		}
		if err != nil {
			return err
		}
		s.Scanned = moment(scanned)
		if s.Trouble.Reason != "" {
			s.Trouble.Since = moment(since)
		}
		if err := json.Unmarshal([]byte(ignored), &s.Ignored); err != nil {
			return err
		}
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM directories WHERE share = ? AND reason <> ''", sh.ID).Scan(&s.Unlisted); err != nil || s.Unlisted == 0 {
			return err
		}
		return query(tx, func(r *sql.Rows) error {
			var path []byte
			var p Problem
			err := r.Scan(&path, &p.Reason)
			p.Path = string(path)
			s.Folders = append(s.Folders, p)
			return err
		}, "SELECT path, reason FROM directories WHERE share = ? AND reason <> '' ORDER BY path LIMIT ?", sh.ID, shownFolders)
	})
	return s, err
}

func ignoredText(ignored map[string]int) string {
	text, err := json.Marshal(ignored)
	if err != nil || ignored == nil {
		return "{}"
	}
	return string(text)
}

package catalog

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/share"
	spar "github.com/sparsearch/spar/internal/spar"
)

// Settings say how SPAR treats a share. The zero value is the default.
type Settings struct {
	Limits   share.Limits  `json:"limits,omitzero"`
	Default  []string      `json:"default,omitempty"`  // rules for litter, before all others; share.Litter for a new share
	Kept     [][]byte      `json:"kept,omitempty"`     // paths that these would leave out, and that stay because somebody said something of the files
	Ignore   []string      `json:"ignore,omitempty"`   // rules as in .gitignore
	Offline  share.Sleep   `json:"offline,omitempty"`  // how files that are offline are recognised
	Interval time.Duration `json:"interval,omitempty"` // between scans of a share that is watched; 0 is found by itself

	AnyCase bool `json:"any_case,omitempty"` // name: and path: match its names whatever the case of letters

	NoSketches bool `json:"no_sketches,omitempty"` // of its names and titles no vectors are kept
}

// Settings are those of a share.
func (c *Catalog) Settings(ctx context.Context, sh spar.Share) (s Settings, err error) {
	err = c.db.Read(ctx, func(tx *db.Tx) error {
		s, err = settingsOf(tx, sh)
		return err
	})
	return s, err
}

func settingsOf(tx *db.Tx, sh spar.Share) (s Settings, err error) {
	var text string
	err = tx.QueryRow("SELECT settings FROM shares WHERE id = ?", sh.ID).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return s, gone(sh)
	}
	if err != nil {
		return s, err
	}
	return s, json.Unmarshal([]byte(text), &s)
}

// ChangeSettings changes the settings of a share in one transaction.
func (c *Catalog) ChangeSettings(ctx context.Context, sh spar.Share, change func(*Settings) error) error {
	return c.write(ctx, func(t *tx) error {
		s, err := settingsOf(t.Tx, sh)
		if err != nil {
			return err
		}
		if err := change(&s); err != nil {
			return err
		}
		text, err := json.Marshal(s)
		if err != nil {
			return err
		}
		if err := t.run("UPDATE shares SET settings = ? WHERE id = ?", string(text), sh.ID); err != nil {
			return err
		}
		return t.logShare(ShareChanged, sh.ID)
	})
}

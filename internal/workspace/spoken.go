package workspace

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/db"
)

// saidAtOnce is how many turns Spoken reads with one statement.
const saidAtOnce = 500

// A Version tells one state of a turn from a later one: an answer came, or words of a file went from it.
type Version struct{ Ended, Size int64 }

// A Spoken is where a turn belongs, and its version.
type Spoken struct {
	ID, Thread int64
	Version
}

// Spoken lists the turns of all conversations, of whomever, by conversation and in their order. It hands over to took the turns whose
// version is not the known one.
func (w *Workspaces) Spoken(ctx context.Context, known func(id int64) Version, took func(Spoken, Turn)) (list []Spoken, err error) {
	err = w.db.Read(ctx, func(tx *db.Tx) error {
		list = nil
		fresh := map[int64]Spoken{}
		var ids []any
		if err := db.Each(ctx, tx, func(r *sql.Rows) error {
			var s Spoken
			if err := r.Scan(&s.ID, &s.Thread, &s.Ended, &s.Size); err != nil {
				return err
			}
			list = append(list, s)
			if known(s.ID) != s.Version {
				fresh[s.ID] = s
				ids = append(ids, s.ID)
			}
			return nil
		}, selectSpoken); err != nil {
			return err
		}
		for part := range slices.Chunk(ids, saidAtOnce) {
			if err := db.Each(ctx, tx, func(r *sql.Rows) error {
				t, err := scanTurn(r)
				if err == nil {
					took(fresh[t.ID], t)
				}
				return err
			}, selectSaid+"("+strings.TrimSuffix(strings.Repeat("?, ", len(part)), ", ")+")", part...); err != nil {
				return err
			}
		}
		return nil
	})
	return list, err
}

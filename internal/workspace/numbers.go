package workspace

import (
	"context"
	"database/sql"
	"slices"

	"github.com/sparsearch/spar/internal/db"
)

// stepNumbers numbers the items in the trash for each person separately, so that a number reveals nothing about others. kind is ws, or
// empty for items of the catalog. Numbers stay when their items go: none is given twice.
const stepNumbers = `
CREATE TABLE trash_numbers (
	owner  TEXT NOT NULL,
	kind   TEXT NOT NULL,
	item   INTEGER NOT NULL,
	number INTEGER NOT NULL,
	PRIMARY KEY (owner, kind, item),
	UNIQUE (owner, kind, number)
) STRICT;
`

const (
	selectNumbers = `SELECT item, number FROM trash_numbers WHERE owner = ? AND kind = ?`
	insertNumber  = `INSERT INTO trash_numbers (owner, kind, item, number) VALUES (?, ?, ?, ?)`
)

// TrashNumbers gives somebody's own numbers for items of the trash. Items without one get the next numbers, in their order.
func (w *Workspaces) TrashNumbers(ctx context.Context, owner, kind string, items []int64) (numbers map[int64]int64, err error) {
	last := int64(0)
	look := func(tx *db.Tx) error {
		numbers, last = map[int64]int64{}, 0
		return db.Each(ctx, tx, func(r *sql.Rows) error {
			var item, number int64
			err := r.Scan(&item, &number)
			numbers[item], last = number, max(last, number)
			return err
		}, selectNumbers, owner, kind)
	}
	if err := w.db.Read(ctx, look); err != nil {
		return nil, err
	}
	lacks := func(item int64) bool { return numbers[item] == 0 }
	if !slices.ContainsFunc(items, lacks) {
		return numbers, nil
	}
	err = w.db.Write(ctx, func(tx *db.Tx) error {
		if err := look(tx); err != nil {
			return err
		}
		for _, item := range slices.Sorted(slices.Values(items)) {
			if !lacks(item) {
				continue
			}
			last++
			if _, err := tx.ExecContext(ctx, insertNumber, owner, kind, item, last); err != nil {
				return err
			}
			numbers[item] = last
		}
		return nil
	})
	return numbers, err
}

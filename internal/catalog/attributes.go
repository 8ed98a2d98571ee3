package catalog

import (
	"context"
	"database/sql"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	spar "github.com/sparsearch/spar/internal/spar"
)

const attributeColumns = "file, key, origin, kind, text, number, date, batch"

// Attributes yields all attributes, ordered by file and key, and the values of one key in the order of the document.
func (c *Catalog) Attributes(ctx context.Context) iter.Seq2[spar.Attribute, error] {
	return each(ctx, c.db, scanAttribute, "SELECT "+attributeColumns+" FROM attributes ORDER BY file, key, origin, n")
}

// AttributesOf is the attributes of one file, in the order of Attributes.
func (c *Catalog) AttributesOf(ctx context.Context, file spar.FileID) ([]spar.Attribute, error) {
	return collect(each(ctx, c.db, scanAttribute, "SELECT "+attributeColumns+" FROM attributes WHERE file = ? ORDER BY key, origin, n", file))
}

func scanAttribute(r *sql.Rows) (a spar.Attribute, err error) {
	var text sql.NullString
	var number sql.NullFloat64
	var date sql.NullInt64
	if err := r.Scan(&a.File, &a.Key, &a.Origin, &a.Value.Kind, &text, &number, &date, &a.Batch); err != nil {
		return a, err
	}
	a.Value.Text, a.Value.Number = text.String, number.Float64
	if date.Valid {
		a.Value.Date = time.UnixMilli(date.Int64).UTC()
	}
	return a, nil
}

// addAttribute writes the nth value of a key, unless it says nothing.
func (t *tx) addAttribute(a spar.Attribute, n int) error {
	var text, number, date any
	switch v := a.Value; {
	case v.Kind == spar.Text && v.Text != "":
		text = strings.ToValidUTF8(v.Text, "\uFFFD")
	case v.Kind == spar.Number && !math.IsNaN(v.Number):
		number = v.Number
	case v.Kind == spar.Date && !v.Date.IsZero():
		date = v.Date.UnixMilli()
	default:
		return nil
	}
	_, err := t.exec("INSERT INTO attributes (file, key, origin, n, kind, text, number, date, batch) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
		a.File, strings.ToLower(a.Key), a.Origin, n, a.Value.Kind, text, number, date, a.Batch)
	return err
}

// SetAttributes gives files the values that a person states, in one transaction, and says how many files changed: for
// each file and key they replace the values that people gave before. Only File, Key and Value count. Files that are no
// longer known are left out.
func (c *Catalog) SetAttributes(ctx context.Context, values []spar.Attribute) (changed int, err error) {
	type place struct {
		file spar.FileID
		key  string
	}
	var order []place
	lists := map[place][]spar.Value{}
	for _, a := range values {
		at := place{a.File, strings.ToLower(a.Key)}
		if at.key == "" || len(at.key) > maxKey {
			return 0, spar.Errorf(spar.Invalid, "%q cannot name an attribute: take 1 to %d bytes", a.Key, maxKey)
		}
		if _, ok := lists[at]; !ok {
			order = append(order, at)
		}
		if !slices.Contains(lists[at], a.Value) {
			lists[at] = append(lists[at], a.Value)
		}
	}
	err = c.write(ctx, func(t *tx) error {
		touched := map[spar.FileID]bool{}
		for _, at := range order {
			var known int
			if err := t.QueryRow("SELECT count(*) FROM files WHERE id = ?", at.file).Scan(&known); err != nil {
				return err
			}
			if known == 0 {
				continue
			}
			var before []spar.Value
			if err := query(t.Tx, func(r *sql.Rows) error {
				a, err := scanAttribute(r)
				before = append(before, a.Value)
				return err
			}, "SELECT "+attributeColumns+" FROM attributes WHERE file = ? AND key = ? AND origin = ? ORDER BY n", at.file, at.key, spar.ByPerson); err != nil {
				return err
			}
			if slices.Equal(before, lists[at]) {
				continue
			}
			if _, err := t.exec("DELETE FROM attributes WHERE file = ? AND key = ? AND origin = ?", at.file, at.key, spar.ByPerson); err != nil {
				return err
			}
			for n, v := range lists[at] {
				if err := t.addAttribute(spar.Attribute{File: at.file, Key: at.key, Value: v, Origin: spar.ByPerson}, n); err != nil {
					return err
				}
			}
			touched[at.file] = true
		}
		changed = len(touched)
		return t.logRead(touched)
	})
	return changed, err
}

// maxKey bounds the name of an attribute in bytes.
const maxKey = 200

// UnsetAttributes removes people's values of some keys of files, in one transaction, and says how many files changed. Values of other
// origins stay.
func (c *Catalog) UnsetAttributes(ctx context.Context, files []spar.FileID, keys []string) (changed int, err error) {
	err = c.write(ctx, func(t *tx) error {
		touched := map[spar.FileID]bool{}
		for _, file := range files {
			for _, key := range keys {
				if err := t.unset(file, key, touched); err != nil {
					return err
				}
			}
		}
		changed = len(touched)
		return t.logRead(touched)
	})
	return changed, err
}

// logRead tells the followers of the journal that attributes of files changed.
func (t *tx) logRead(files map[spar.FileID]bool) error {
	for _, id := range slices.Sorted(maps.Keys(files)) {
		if err := t.logFile(FileRead, id); err != nil {
			return err
		}
	}
	return nil
}

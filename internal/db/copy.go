package db

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	spar "github.com/sparsearch/spar/internal/spar"
)

// CopyTo writes the database, as it is at one moment, as the SQLite database of the folder dir, which has none. Writers go on meanwhile.
// schemas must be the ones that the database was opened with.
func (d *DB) CopyTo(ctx context.Context, dir string, schemas ...Schema) error {
	if s, ok := d.dialect.(lite); ok {
		return d.explain(s.copyTo(ctx, d, filepath.Join(dir, FileName)))
	}
	to, err := Open(ctx, dir, schemas...)
	if err != nil {
		return err
	}
	err = to.Fill(ctx, d)
	if err == nil {
		err = to.Checkpoint(ctx)
	}
	if closing := to.Close(); err == nil {
		err = closing
	}
	return err
}

// Fill copies every row of another database in one transaction. One of the two has the dialect of SQLite. Both have the same tables, and
// those of d are empty.
func (d *DB) Fill(ctx context.Context, from *DB) error {
	return from.Read(ctx, func(in *Tx) error {
		return d.Write(ctx, func(out *Tx) error {
			tables, err := from.columns(ctx, in)
			if err != nil {
				return err
			}
			same, err := d.columns(ctx, out)
			if err != nil {
				return err
			}
			if !maps.EqualFunc(tables, same, slices.Equal) {
				return spar.Errorf(spar.Invalid, "%s and %s do not have the same tables: use the SPAR that wrote the older one to bring it up to date", from.Name(), d.Name())
			}
			// Tables before the tables that refer to them.
			order, err := inOrder(ctx, tables, d, out, from, in)
			if err != nil {
				return err
			}
			for _, t := range order {
				if t == "schema_versions" {
					continue
				}
				if err := d.fillTable(ctx, out, from, in, t, tables[t]); err != nil {
					return fmt.Errorf("copy the table %s: %w", t, err)
				}
			}
			return nil
		})
	})
}

// fillRows is the rows that one statement inserts.
const fillRows = 50

func (d *DB) fillTable(ctx context.Context, out *Tx, from *DB, in *Tx, table string, columns []string) error {
	var there int
	if err := out.QueryRowContext(ctx, "SELECT count(*) FROM "+quoted(table)).Scan(&there); err != nil {
		return err
	}
	if there > 0 {
		return spar.Errorf(spar.Conflict, "%s is not empty: name another schema or another database", d.Name())
	}
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = quoted(c)
	}
	list := strings.Join(names, ", ")
	one := "(" + strings.TrimSuffix(strings.Repeat("?, ", len(columns)), ", ") + ")"
	var waiting []any
	insert := func() error {
		if len(waiting) == 0 {
			return nil
		}
		rows := len(waiting) / len(columns)
		s, err := out.PrepareContext(ctx, "INSERT INTO "+quoted(table)+" ("+list+") VALUES "+one+strings.Repeat(", "+one, rows-1))
		if err != nil {
			return err
		}
		err = s.Queue(waiting...)
		waiting = nil
		s.Close()
		return err
	}
	err := Each(ctx, in, func(rows *sql.Rows) error {
		row, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if waiting = append(waiting, row...); len(waiting) >= fillRows*len(columns) {
			return insert()
		}
		return nil
	}, "SELECT "+list+" FROM "+quoted(table))
	if err == nil {
		err = insert()
	}
	if err != nil {
		return err
	}
	mark, ok, err := from.marks(ctx, in, table)
	if err != nil {
		return err
	}
	if !ok { // without a mark the next number follows the highest that is there
		if !slices.Contains(columns, "id") {
			return nil
		}
		if err := in.QueryRowContext(ctx, `SELECT coalesce(max("id"), 0) FROM `+quoted(table)).Scan(&mark); err != nil || mark == 0 {
			return err
		}
	}
	return d.setMark(ctx, out, table, mark)
}

// inOrder sorts the tables so that each comes after the tables it refers to. It asks the database that is SQLite.
func inOrder(ctx context.Context, tables map[string][]string, a *DB, atx *Tx, b *DB, btx *Tx) (order []string, err error) {
	tx := atx
	if _, ok := a.dialect.(lite); !ok {
		if _, ok := b.dialect.(lite); !ok {
			return nil, fmt.Errorf("neither %s nor %s is SQLite", a.Name(), b.Name())
		}
		tx = btx
	}
	refers := map[string][]string{}
	if err := Each(ctx, tx, func(rows *sql.Rows) error {
		var table, parent string
		err := rows.Scan(&table, &parent)
		refers[table] = append(refers[table], parent)
		return err
	}, `SELECT t.name, k."table" FROM sqlite_schema t JOIN pragma_foreign_key_list(t.name) k WHERE t.type = 'table'`); err != nil {
		return nil, err
	}
	placed := map[string]bool{}
	var place func(string)
	place = func(t string) {
		if placed[t] {
			return
		}
		placed[t] = true
		for _, p := range refers[t] {
			place(p)
		}
		order = append(order, t)
	}
	for _, t := range slices.Sorted(maps.Keys(tables)) {
		place(t)
	}
	return order, nil
}

func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

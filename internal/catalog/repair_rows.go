package catalog

import (
	"database/sql"
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	spar "github.com/sparsearch/spar/internal/spar"
)

// rowsOf reads all rows that are about tags.
func (t mending) rowsOf(tags []spar.TagID) (map[string][][]string, error) {
	out := map[string][][]string{}
	args := make([]any, len(tags))
	for i, id := range tags {
		args[i] = id
	}
	for _, table := range repairTables {
		if table.at == "" {
			continue
		}
		where, all := table.at+" IN ("+marks(len(tags))+")", args
		if table.and != "" {
			where, all = where+" OR "+table.and+" IN ("+marks(len(tags))+")", slices.Concat(args, args)
		}
		rows, err := rowsIn(t.tx, "SELECT "+table.columns+" FROM "+table.name+" WHERE "+where, all...)
		if err != nil {
			return nil, err
		}
		out[table.name] = rows
	}
	return out, nil
}

// rowsIn reads rows as a repair keeps them.
func rowsIn(t *tx, statement string, args ...any) (list [][]string, err error) {
	err = query(t.Tx, func(r *sql.Rows) error {
		columns, err := r.Columns()
		if err != nil {
			return err
		}
		values, to := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			to[i] = &values[i]
		}
		if err := r.Scan(to...); err != nil {
			return err
		}
		row := make([]string, len(columns))
		for i, v := range values {
			row[i] = cellText(v)
		}
		list = append(list, row)
		return nil
	}, statement, args...)
	return list, err
}

// without are the rows of a list that another does not have, in an order of their own.
func without(list, other [][]string) [][]string {
	has := map[string]bool{}
	for _, row := range other {
		has[strings.Join(row, "\x00")] = true
	}
	out := [][]string{}
	for _, row := range list {
		if !has[strings.Join(row, "\x00")] {
			out = append(out, row)
		}
	}
	slices.SortFunc(out, slices.Compare)
	return out
}

// cellText writes a value with a letter for its type, and cell reads it.
func cellText(v any) string {
	switch v := v.(type) {
	case int64:
		return "i" + strconv.FormatInt(v, 10)
	case float64:
		return "f" + strconv.FormatFloat(v, 'g', -1, 64)
	case []byte:
		return "b" + base64.StdEncoding.EncodeToString(v)
	case time.Time:
		return "i" + strconv.FormatInt(v.Unix(), 10)
	}
	return "s" + fmt.Sprint(v)
}

func cell(text string) (any, error) {
	if text == "" {
		return nil, spar.Errorf(spar.Internal, "a repair has an empty cell")
	}
	switch rest := text[1:]; text[0] {
	case 'i':
		return strconv.ParseInt(rest, 10, 64)
	case 'f':
		return strconv.ParseFloat(rest, 64)
	case 'b':
		return base64.StdEncoding.DecodeString(rest)
	default:
		return rest, nil
	}
}

func cells(row []string) (args []any, err error) {
	for _, text := range row {
		v, err := cell(text)
		if err != nil {
			return nil, err
		}
		args = append(args, v)
	}
	return args, nil
}

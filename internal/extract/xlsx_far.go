package extract

import (
	"strconv"
	"strings"
)

// maxFar is how many cells beyond the columns of tables are read of a sheet.
const maxFar = 1000

// tell hands on the cells far to the right, each with its address, and says which rows and columns are hidden.
func (r *sheetReader) tell(name string) error {
	out := r.b.out
	for _, b := range r.far {
		if err := out.block(b); err != nil {
			return err
		}
	}
	for _, h := range []struct{ key, what string }{{"hidden-rows", r.hiddenRows.text(strconv.Itoa)}, {"hidden-columns", r.hiddenColumns.text(columnName)}} {
		if h.what != "" {
			if err := out.textProperty(h.key, squeeze(clean(name))+": "+h.what); err != nil {
				return err
			}
		}
	}
	if r.lost > 0 {
		return refuse(ErrPartial, "%d cells beyond column %d of its sheet %q were left out", r.lost, out.limits.Columns, name)
	}
	if r.unvalued > 0 {
		return refuse(ErrPartial, "%s in its sheet %q without a result; save it once in a program that computes", plural(r.unvalued, "formula"), name)
	}
	return nil
}

// numberRanges are ranges of ascending numbers; the first ones are kept.
type numberRanges [][2]int

const maxHidden = 50

func (n *numberRanges) add(from, to int) {
	if last := len(*n) - 1; last >= 0 && (*n)[last][1]+1 == from {
		(*n)[last][1] = to
	} else if len(*n) <= maxHidden && 0 < from && from <= to {
		*n = append(*n, [2]int{from, to})
	}
}

// text is "3, 7-9", with a name for each number.
func (n numberRanges) text(name func(int) string) string {
	var parts []string
	for i, r := range n {
		if i == maxHidden {
			parts = append(parts, "and more")
		} else if r[0] == r[1] {
			parts = append(parts, name(r[0]))
		} else {
			parts = append(parts, name(r[0])+"-"+name(r[1]))
		}
	}
	return strings.Join(parts, ", ")
}

// columnName gives the letters of a column, counted from 1.
func columnName(n int) string {
	name := ""
	for ; n > 0; n = (n - 1) / 26 {
		name = string(rune('A'+(n-1)%26)) + name
	}
	return name
}

package table

import (
	"iter"
	"slices"
)

// Forms puts tables of one form together: those with the same labels in the same order and figures of the same units, such as the files
// of several months. Each group has the numbers of its tables, in their order.
func Forms(tables []*Table) (groups [][]int) {
	for i, t := range tables {
		n := slices.IndexFunc(groups, func(g []int) bool { return OneForm(tables[g[0]], t) })
		if n < 0 {
			groups = append(groups, []int{i})
		} else {
			groups[n] = append(groups[n], i)
		}
	}
	return groups
}

// OneForm reports whether the rows of two tables can be computed over together.
func OneForm(a, b *Table) bool {
	return SameForm(a, b) && a.scale == b.scale && slices.EqualFunc(a.Columns, b.Columns, func(x, y Column) bool {
		return x.Unit == y.Unit && x.Kind == y.Kind && !x.Unnamed
	})
}

// Union joins tables of one form into one, for planning questions. It has the name of the first.
func Union(tables []*Table) *Table {
	first := tables[0]
	t := &Table{Name: first.Name, Locator: first.Locator, Caption: first.Caption, Columns: slices.Clone(first.Columns), scale: first.scale}
	streamed := false
	for _, part := range tables {
		t.Rows = append(t.Rows, part.Rows...)
		streamed = streamed || part.More != nil
	}
	t.describe()
	for i, c := range first.Columns {
		t.Columns[i].Label = c.Label
	}
	if streamed {
		t.More = func(columns []int) iter.Seq2[*Row, error] {
			return func(yield func(*Row, error) bool) {
				for _, part := range tables {
					for r, err := range part.all(columns) {
						if !yield(r, err) {
							return
						}
					}
				}
			}
		}
	}
	return t
}

package engine

import (
	"maps"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// A GridRow is a row of a sheet or a table: its cells, or the text of one that belongs to no table.
type GridRow struct {
	Row   int
	Cells []string // by column
	Text  string
}

// A Grid is rows of a sheet, or of a table of a document, as they were read.
type Grid struct {
	Labels   []string // of the columns, from the header of the place's table
	Rows     []GridRow
	From, Of int      // the rows before these, and all rows
	Sheets   []string // of the file
}

// labelRows is how many of a table's first rows are read for the labels of its columns, besides the rows that are shown. An empty cell
// gives no label.
const labelRows = 20

// RowsKept returns the numbers of the first and the last kept row of the sheet or table at l; 0 if there is none.
func RowsKept(t Text, l spar.Locator) (first, last int, err error) {
	for h, err := range t.Heads() {
		if err != nil {
			return 0, 0, err
		}
		if o := h.Locator; h.Kind == spar.RowPassage && o.Row > 0 && o.Sheet == l.Sheet && (l.Table == 0 || o.Table == l.Table) {
			if first == 0 {
				first = o.Row
			}
			last = max(last, o.Row)
		}
	}
	return first, last, nil
}

// GridOf returns rows, in order, of the sheet that holds the place l, or of the table if there is no sheet. window chooses rows, given how
// many there are and the first, which is the row of the place or the next below it. GridOf does not read the others.
func GridOf(t Text, l spar.Locator, window func(of, first int) (from, to int)) (Grid, error) {
	var g Grid
	type where struct{ row, passage int }
	var all []where
	here := -1 // the table of the place
	same := func(o spar.Locator) bool {
		if l.Sheet != "" {
			return o.Sheet == l.Sheet
		}
		return o.Sheet == "" && (l.Table == 0 || o.Table == l.Table)
	}
	n, sorted := -1, true
	tables := map[int][]int{} // first rows of each
	for h, err := range t.Heads() {
		n++
		if err != nil {
			return g, err
		}
		o := h.Locator
		if o.Sheet != "" && (len(g.Sheets) == 0 || g.Sheets[len(g.Sheets)-1] != o.Sheet) && !slices.Contains(g.Sheets, o.Sheet) {
			g.Sheets = append(g.Sheets, o.Sheet)
		}
		if h.Kind != spar.RowPassage && h.Kind != spar.TextPassage || o.Row == 0 || !same(o) {
			continue
		}
		sorted = sorted && (len(all) == 0 || all[len(all)-1].row <= o.Row)
		all = append(all, where{o.Row, n})
		if h.Kind != spar.RowPassage {
			continue
		}
		if len(tables[o.Table]) < labelRows {
			tables[o.Table] = append(tables[o.Table], n)
		}
		if l.Row == o.Row || l.Row == 0 && here < 0 {
			here = o.Table
		}
	}
	if !sorted {
		slices.SortStableFunc(all, func(x, y where) int { return x.row - y.row })
	}
	first := 0
	starts := make([]int, 0, len(all)) // where each row begins among all
	for i, w := range all {
		if i == 0 || all[i-1].row != w.row {
			if w.row < l.Row {
				first = len(starts) + 1
			}
			starts = append(starts, i)
		}
	}
	g.Of = len(starts)
	if first == g.Of { // below the last row there is none
		first = 0
	}
	from, to := window(g.Of, first)
	g.From = from
	if from == to {
		return g, nil
	}
	end := len(all)
	if to < g.Of {
		end = starts[to]
	}
	want := slices.Clone(tables[here])
	for _, w := range all[starts[from]:end] {
		want = append(want, w.passage)
	}
	slices.Sort(want)
	return g, g.read(t, slices.Compact(want), l, all[starts[from]].row, all[end-1].row)
}

// read fills in the rows with the numbers from to to, and the labels of the table at l. It takes them from some passages.
func (g *Grid) read(t Text, passages []int, l spar.Locator, from, to int) error {
	var list []spar.Passage
	rows := map[int]*GridRow{}
	row := func(n int) *GridRow {
		if rows[n] == nil {
			rows[n] = &GridRow{Row: n}
		}
		return rows[n]
	}
	for _, i := range passages {
		p, err := t.Passage(i)
		if err != nil {
			return err
		}
		if p.Kind == spar.RowPassage && len(p.Cells) > 0 {
			list = append(list, p)
		} else if r := p.Locator.Row; from <= r && r <= to {
			r := row(r)
			r.Text = strings.TrimPrefix(r.Text+"\n"+p.Text, "\n")
		}
	}
	for _, b := range tablesOf(list).Blocks {
		here := l.Row == 0 && g.Labels == nil
		for _, r := range b.Table.Rows {
			here = here || r.Locator.Row == l.Row
			if n := r.Locator.Row; from <= n && n <= to {
				row(n).Cells = r.Cells
			}
		}
		if here {
			g.Labels = b.Table.Header
		}
	}
	for _, n := range slices.Sorted(maps.Keys(rows)) {
		g.Rows = append(g.Rows, *rows[n])
	}
	return nil
}

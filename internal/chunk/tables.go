package chunk

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

// A Table is a whole table of a document, with what its cells mean.
type Table struct {
	Locator spar.Locator
	Caption string
	Unit    string     // of all numbers whose column has none
	Levels  [][]string // the rows of the header, outermost first
	Columns []TableColumn
	Rows    []TableRow
}

// A TableColumn is the common side of a column's cells: the type is the one of four in five of them.
type TableColumn struct {
	Label, Unit string
	Type        spar.Kind
}

// A TableRow has the cells that are not empty.
type TableRow struct {
	Locator spar.Locator
	Cells   []TableCell
	Group   string // the names of rows above that hold for it, such as "December 31, 2019 / Assets"
	Named   bool   // it is such a name itself, and no data
	Total   bool   // it sums up other rows
}

// A TableCell is what the file shows, and what it means.
type TableCell struct {
	Column int // from 1
	Text   string
	Value  spar.Value
	Unit   string
}

// Tables joins the blocks of each table of a document. An ambiguous cell takes the meaning of the other cells of its column, else of its
// table, else of the document.
func Tables(doc *spar.Document) []Table {
	var tables []Table
	var names stub
	for _, b := range doc.Blocks {
		if b.Table == nil {
			continue
		}
		if !b.Table.Continued || len(tables) == 0 {
			names = newStub(b.Table.Header)
			tables = append(tables, Table{Locator: b.Locator, Caption: b.Table.Caption, Levels: levelsOf(b.Table)})
			tables[len(tables)-1].Unit = unitOf(b.Table.Caption, tables[len(tables)-1].Levels)
		}
		t := &tables[len(tables)-1]
		t.Locator.Bytes = t.Locator.Bytes.Union(b.Locator.Bytes)
		for _, r := range b.Table.Rows {
			row := TableRow{Locator: r.Locator}
			for i, text := range r.Cells {
				if text != "" {
					row.Cells = append(row.Cells, TableCell{Column: i + 1, Text: text})
				}
			}
			row.Named = names.add(r.Cells)
			row.Group, row.Total = names.name(), !row.Named && IsTotal(r.Cells)
			t.Rows = append(t.Rows, row)
		}
	}
	var all Evidence
	evidence := make([][]Evidence, len(tables)) // by column
	for i, t := range tables {
		evidence[i] = t.evidence()
		for _, e := range evidence[i] {
			all.Join(e)
		}
	}
	for i := range tables {
		tables[i].interpret(evidence[i], all)
		tables[i].describe()
		tables[i].findTotals()
	}
	return tables
}

// unitOf is the unit of a whole table, from its caption or the corner above the names of its rows.
func unitOf(caption string, levels [][]string) string {
	for line := range strings.Lines(caption) {
		if u := wholeUnit(strings.TrimSpace(line)); u != "" {
			return u
		}
	}
	for _, l := range levels {
		if u := wholeUnit(l[0]); len(l) > 1 && u != "" && !namesRows.MatchString(strings.TrimSpace(l[0])) {
			return u
		}
	}
	return ""
}

// namesRows tells corners that name the first column, and not the unit of the others: "Year" beside "Revenue".
var namesRows = pattern.New(`(?i)^(?:days?|months?|years?|hours?|h|mins?|s|ms|g|t|m|l|us|in|of|units?|shares?|pcs)$`)

func levelsOf(t *spar.Table) [][]string {
	if t.Levels == nil && t.Header != nil {
		return [][]string{t.Header}
	}
	return t.Levels
}

// evidence tells, for each column, how its cells mean figures and dates that can be read in two ways.
func (t *Table) evidence() []Evidence {
	columns := make([]Evidence, t.width())
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			columns[c.Column-1].Add(c.Text)
		}
	}
	return columns
}

// interpret reads the cells as their column has it, else the table, else the document.
func (t *Table) interpret(columns []Evidence, document Evidence) {
	var table Evidence
	for _, e := range columns {
		table.Join(e)
	}
	beyond := table.Custom().Or(document.Custom())
	for _, r := range t.Rows {
		for i := range r.Cells {
			c := &r.Cells[i]
			c.Value, c.Unit = columns[c.Column-1].Custom().Or(beyond).Typed(c.Text)
		}
	}
}

func (t *Table) width() (n int) {
	for _, l := range t.Levels {
		n = max(n, len(l))
	}
	for _, r := range t.Rows {
		if len(r.Cells) > 0 {
			n = max(n, r.Cells[len(r.Cells)-1].Column)
		}
	}
	return n
}

// describe gives each column its label, unit and main type.
func (t *Table) describe() {
	t.Columns = make([]TableColumn, t.width())
	counts := make([]map[spar.Kind]int, len(t.Columns))
	for i := range counts {
		counts[i] = map[spar.Kind]int{}
	}
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			counts[c.Column-1][c.Value.Kind]++
		}
	}
	for i := range t.Columns {
		c := TableColumn{Type: spar.Text}
		for kind, n := range counts[i] {
			if 5*n >= 4*(counts[i][spar.Text]+counts[i][spar.Number]+counts[i][spar.Date]) {
				c.Type = kind
			}
		}
		if c.Type == spar.Number {
			c.Unit = t.Unit
		}
		var labels []string
		for n, l := range t.Levels {
			if i < len(l) && l[i] != "" && !slices.Contains(labels, l[i]) {
				labels = append(labels, l[i])
				unit := Unit(l[i])
				if n > 0 {
					unit = wholeUnit(l[i])
				}
				if unit != "" {
					c.Unit = unit
				}
			}
		}
		c.Label = strings.Join(labels, " / ")
		t.Columns[i] = c
	}
}

package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/chunk"
)

// tableOut is a table of a file as JSON.
type tableOut struct {
	Schema  string       `json:"schema"`
	N       int          `json:"n"`
	File    pathJSON     `json:"file"`
	Locator spar.Locator `json:"locator"`
	Caption string       `json:"caption,omitempty"`
	Unit    string       `json:"unit,omitempty"`
	Levels  [][]string   `json:"levels"`
	Columns []columnOut  `json:"columns"`
	Rows    []rowOut     `json:"rows"`
}

type columnOut struct {
	Label string    `json:"label,omitempty"`
	Unit  string    `json:"unit,omitempty"`
	Type  spar.Kind `json:"type"`
}

type rowOut struct {
	Locator spar.Locator `json:"locator"`
	Cells   []cellOut    `json:"cells"`
}

type cellOut struct {
	Column int       `json:"column"`
	Place  string    `json:"place"`
	Text   string    `json:"text"`
	Type   spar.Kind `json:"type"`
	Number *float64  `json:"number,omitempty"`
	Date   string    `json:"date,omitempty"`
	Unit   string    `json:"unit,omitempty"`
}

// tablesOf joins the blocks of each table of a document.
func tablesOf(doc *spar.Document, path string) []tableOut {
	var tables []tableOut
	for _, b := range doc.Blocks {
		t := b.Table
		if t == nil {
			continue
		}
		if !t.Continued || len(tables) == 0 {
			tables = append(tables, tableOut{
				Schema: "spar.table/1", N: len(tables) + 1, File: asPath(path), Locator: b.Locator, Caption: t.Caption,
				Unit: chunk.Unit(t.Caption), Levels: levelsOf(t), Columns: []columnOut{}, Rows: []rowOut{},
			})
		}
		out := &tables[len(tables)-1]
		out.Locator.Bytes = spread(out.Locator.Bytes, b.Locator.Bytes)
		for _, r := range t.Rows {
			row := rowOut{Locator: r.Locator, Cells: []cellOut{}}
			for i, text := range r.Cells {
				if text != "" {
					row.Cells = append(row.Cells, cellOf(text, i+1, r.Locator))
				}
			}
			out.Rows = append(out.Rows, row)
		}
	}
	var file chunk.Evidence
	evidence := make([]map[int]*chunk.Evidence, len(tables)) // by column
	for i := range tables {
		evidence[i] = tables[i].evidence()
		for _, e := range evidence[i] {
			file.Join(*e)
		}
	}
	for i := range tables {
		tables[i].settle(evidence[i], file)
		tables[i].describe()
	}
	return tables
}

// evidence is what the cells of each column say about how those that can be read in two ways are meant.
func (t *tableOut) evidence() map[int]*chunk.Evidence {
	columns := map[int]*chunk.Evidence{}
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			if columns[c.Column] == nil {
				columns[c.Column] = &chunk.Evidence{}
			}
			columns[c.Column].Add(c.Text)
		}
	}
	return columns
}

// settle reads the cells as their column has it, else the table, else the file.
func (t *tableOut) settle(columns map[int]*chunk.Evidence, file chunk.Evidence) {
	var table chunk.Evidence
	for _, e := range columns {
		table.Join(*e)
	}
	beyond := table.Custom().Or(file.Custom())
	for _, r := range t.Rows {
		for i := range r.Cells {
			c := &r.Cells[i]
			c.mean(columns[c.Column].Custom().Or(beyond))
		}
	}
}

func levelsOf(t *spar.Table) [][]string {
	switch {
	case t.Levels != nil:
		return t.Levels
	case t.Header != nil:
		return [][]string{t.Header}
	}
	return [][]string{}
}

// spread is the smallest span that holds both.
func spread(a, b spar.Span) spar.Span {
	if a == (spar.Span{}) || b == (spar.Span{}) {
		return spar.Span{Start: a.Start + b.Start, End: a.End + b.End}
	}
	return spar.Span{Start: min(a.Start, b.Start), End: max(a.End, b.End)}
}

func cellOf(text string, column int, row spar.Locator) cellOut {
	row.Bytes = spar.Span{} // its row says it
	return cellOut{Column: column, Place: spar.Cell{Column: column}.Address(row).String(), Text: text}
}

// mean says what a cell is, by the custom of its place.
func (c *cellOut) mean(custom chunk.Custom) {
	value, unit := custom.Typed(c.Text)
	c.Type, c.Unit = value.Kind, unit
	switch value.Kind {
	case spar.Number:
		c.Number = &value.Number
	case spar.Date:
		layout := time.DateOnly
		if value.Date.Hour()+value.Date.Minute()+value.Date.Second() > 0 {
			layout = time.RFC3339
		}
		c.Date = value.Date.Format(layout)
	}
}

// describe says what each column is called, measured in, and mostly made of.
func (t *tableOut) describe() {
	width := 0
	for _, l := range t.Levels {
		width = max(width, len(l))
	}
	for _, r := range t.Rows {
		if n := len(r.Cells); n > 0 {
			width = max(width, r.Cells[n-1].Column)
		}
	}
	t.Columns = make([]columnOut, width)
	counts := make([]map[spar.Kind]int, width)
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			if counts[c.Column-1] == nil {
				counts[c.Column-1] = map[spar.Kind]int{}
			}
			counts[c.Column-1][c.Type]++
		}
	}
	for i := range t.Columns {
		c := columnOut{Type: spar.Text, Unit: t.Unit}
		for kind, n := range counts[i] {
			if 5*n >= 4*(counts[i][spar.Text]+counts[i][spar.Number]+counts[i][spar.Date]) {
				c.Type = kind
			}
		}
		if c.Type != spar.Number {
			c.Unit = ""
		}
		var labels []string
		for _, l := range t.Levels {
			if i < len(l) && l[i] != "" && !slices.Contains(labels, l[i]) {
				labels = append(labels, l[i])
				if unit := chunk.Unit(l[i]); unit != "" {
					c.Unit = unit
				}
			}
		}
		c.Label = strings.Join(labels, " / ")
		t.Columns[i] = c
	}
}

// printTables prints the tables of a document, one JSON object a line or for a person.
func (a *app) printTables(doc *spar.Document, path string) error {
	tables := tablesOf(doc, path)
	if len(tables) == 0 && !doc.State.Searchable() && doc.State != spar.NoText {
		return spar.Errorf(spar.Invalid, "%s has no tables that can be read (%s): %s", path, doc.State, doc.Reason)
	}
	if a.json {
		for _, t := range tables {
			if err := a.printJSON(t); err != nil {
				return err
			}
		}
		return nil
	}
	if len(tables) == 0 {
		fmt.Fprintf(a.out, "No tables (%s, %s).\n", or(doc.Format, "unknown format"), doc.State)
	}
	for _, t := range tables {
		fmt.Fprintf(a.out, "Table %d%s: %d rows\n", t.N, where(t.Locator), len(t.Rows))
		if t.Caption != "" {
			fmt.Fprintln(a.out, paragraph(t.Caption, "    "))
		}
		out := a.table()
		for _, l := range t.Levels {
			out.row(cells(append([]string{""}, l...))...)
		}
		for _, r := range t.Rows {
			line := make([]string, len(t.Columns)+1)
			if r.Locator.Row > 0 {
				line[0] = fmt.Sprint(r.Locator.Row)
			}
			for _, c := range r.Cells {
				line[c.Column] = c.Text
			}
			out.row(cells(line)...)
		}
		if err := out.flush(); err != nil {
			return err
		}
		fmt.Fprintln(a.out)
	}
	return nil
}

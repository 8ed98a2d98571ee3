package service

import (
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/spar"
)

// Tables returns the tables of a document that was read from a path.
func Tables(doc *spar.Document, path string) []api.Table {
	list := []api.Table{}
	for i, t := range chunk.Tables(doc) {
		out := api.Table{
			Schema: api.TableSchema, N: i + 1, File: api.PathOf(path), Locator: t.Locator, Caption: t.Caption, Unit: t.Unit,
			Levels: append([][]string{}, t.Levels...), Columns: make([]api.Column, len(t.Columns)), Rows: make([]api.Row, len(t.Rows)),
		}
		for j, c := range t.Columns {
			out.Columns[j] = api.Column(c)
		}
		for j, r := range t.Rows {
			out.Rows[j] = api.Row{Locator: r.Locator, Cells: make([]api.Cell, len(r.Cells))}
			for k, c := range r.Cells {
				out.Rows[j].Cells[k] = cellOf(c, r.Locator)
			}
		}
		list = append(list, out)
	}
	return list
}

func cellOf(c chunk.TableCell, row spar.Locator) api.Cell {
	row.Bytes = spar.Span{} // its row says it
	out := api.Cell{Column: c.Column, Place: spar.Cell{Column: c.Column}.Address(row).String(), Text: c.Text, Type: c.Value.Kind, Unit: c.Unit}
	switch at := c.Value.Date; c.Value.Kind {
	case spar.Number:
		out.Number = &c.Value.Number
	case spar.Date:
		layout := time.DateOnly
		if at.Hour()+at.Minute()+at.Second() > 0 {
			layout = time.RFC3339
		}
		out.Date = at.Format(layout)
	}
	return out
}

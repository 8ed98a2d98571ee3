package chunk_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/spar"
)

// TestTables: the blocks of a table are joined, and an ambiguous date takes the meaning of its column.
func TestTables(t *testing.T) {
	block := func(start int64, continued bool, rows ...spar.Row) spar.Block {
		return spar.Block{
			Locator: spar.Locator{Bytes: spar.Span{Start: start, End: start + 10}},
			Table:   &spar.Table{Caption: "Sales (EUR)", Header: []string{"Day", "Sum", "Weight (kg)"}, Continued: continued, Rows: rows},
		}
	}
	doc := &spar.Document{Blocks: []spar.Block{
		{Text: "Sales"},
		block(5, false, spar.Row{Cells: []string{"31/01/2024", "5", ""}}, spar.Row{Cells: []string{"02/03/2024", "7", "8"}}),
		block(30, true, spar.Row{Cells: []string{"03/03/2024", "none"}}),
		block(50, false),
	}}
	tables := chunk.Tables(doc)
	if len(tables) != 2 || len(tables[0].Rows) != 3 || tables[0].Locator.Bytes != (spar.Span{Start: 5, End: 40}) {
		t.Fatalf("%+v", tables)
	}
	want := []chunk.TableColumn{{Label: "Day", Type: spar.Date}, {Label: "Sum", Type: spar.Text}, {Label: "Weight (kg)", Unit: "kg", Type: spar.Number}}
	if diff := cmp.Diff(want, tables[0].Columns); diff != "" {
		t.Error(diff)
	}
	if c := tables[0].Rows[1].Cells[0]; c.Value.Date.Format("2006-01-02") != "2024-03-02" {
		t.Errorf("%+v", c)
	}
	if c := tables[0].Rows[1].Cells[2]; c.Column != 3 || c.Value.Number != 8 {
		t.Errorf("%+v", c)
	}
}

package table

import (
	"context"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// TestScale finds the scale of a table in the text beside it, and leaves figures per share alone.
func TestScale(t *testing.T) {
	report := func(text, label string) *Table {
		in := &spar.Table{Header: []string{"", "2019" + label, "2018" + label}, Rows: []spar.Row{{Cells: []string{"Revenue", "$9,819", "$6,639"}}, {Cells: []string{"Earnings per share", "1.25", "1.10"}}, {Cells: []string{"Costs", "4,402", "4,001"}}}}
		doc := &spar.Document{State: spar.OK, Blocks: []spar.Block{{Kind: spar.TableKind, Table: in}, {Kind: spar.Paragraph, Text: text}}}
		return Of(doc, func(spar.Locator, int) string { return "report" })[0]
	}
	for _, c := range []struct{ text, label, plan, unit string }{
		{"The following table shows revenue (in thousands):", "", "where \"column 1\" = Revenue select difference(\"2019\", \"2018\")", "$ thousand"},
		{"Revenue rose to $9.8 million.", "", "where \"column 1\" = Revenue select difference(\"2019\", \"2018\")", "$ thousand"},
		{"Amounts are stated in millions of dollars.", "", "where \"column 1\" = Costs select difference(\"2019\", \"2018\")", "million"},
		{"The following table is in thousands:", "", "where \"column 1\" = \"Earnings per share\" select difference(\"2019\", \"2018\")", ""},
		{"The following table is in thousands:", "", "where \"column 1\" = Revenue select growth(\"2019\", \"2018\")", "%"},
		{"Revenue rose in both years.", "", "where \"column 1\" = Revenue select difference(\"2019\", \"2018\")", "$"},
	} {
		p, err := Parse("from report " + c.plan)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Run(context.Background(), p, []*Table{report(c.text, c.label)})
		if err != nil || r.Refused != "" || r.Unit != c.unit {
			t.Errorf("%s, %s: %q, want %q, %v, %+v", c.text, c.plan, r.Unit, c.unit, err, r)
		}
	}
}

// TestScaleOfColumns: the scale in the label of a column is that of its figures alone.
func TestScaleOfColumns(t *testing.T) {
	for header, want := range map[string]string{
		"Region|Revenue ($m)|Stores":     "",
		"Region|Revenue ($m)|Costs ($m)": "million",
		"$ million|2019|2018":            "million",
	} {
		table := made(t, "t", header+"\nNorth|12|30\nSouth|14|44\nEast|19|51\n")
		if got := scaleOf(table, nil); got != want {
			t.Errorf("%s: %q, want %q", header, got, want)
		}
	}
}

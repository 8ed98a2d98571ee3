package extract

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sparsearch/spar/internal/spar"
)

// The levels of a header are kept beside the joined labels, and tables outside of sheets are numbered.
func TestLevelsAndNumbers(t *testing.T) {
	doc := document(t, "a.html", "<table><thead><tr><th rowspan=2>City<th colspan=2>Sales<tr><th>2019<th>2020</thead><tr><td>Bern<td>1<td>2</table><p>x</p><table><tr><th>a<th>b<tr><td>1<td>2</table>")
	var tables []*spar.Table
	for _, b := range doc.Blocks {
		if b.Table != nil {
			tables = append(tables, b.Table)
		}
	}
	if len(tables) != 2 {
		t.Fatalf("%d tables", len(tables))
	}
	if d := cmp.Diff([][]string{{"City", "Sales", "Sales"}, {"City", "2019", "2020"}}, tables[0].Levels); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	if tables[1].Levels != nil {
		t.Errorf("levels of one row: %q", tables[1].Levels)
	}
	for i, want := range []string{"table=1&row=3", "table=2&row=2"} {
		l := tables[i].Rows[0].Locator
		l.Bytes = spar.Span{}
		if l.String() != want {
			t.Errorf("the row of table %d is at %s, want %s", i+1, l, want)
		}
	}
}

func TestIsCaption(t *testing.T) {
	for line, want := range map[string]bool{
		"Table 3: Revenue by region": true, "Table 1.2 Staff": true, "Tabelle 4: Umsatz": true, "Exhibit A-1": true,
		"(in thousands, except per share data)": true, "Amounts are in USD": true, "Revenue (USD million)": true, "Angaben in Mio. CHF": true,
		"The table below lists fees.": false, "Tables are sold here": false, "": false, "We sold 3 million hats in May. Good.": false, "Overview": false,
	} {
		if isCaption(line) != want {
			t.Errorf("isCaption(%q) = %v", line, !want)
		}
	}
}

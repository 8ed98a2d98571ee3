package table

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// ordersOf is a table of an office, with a gap, a mark for no value and a total.
func ordersOf(t *testing.T) *Table {
	t.Helper()
	block := spar.Table{Header: []string{"Order ID", "Customer", "Order Date", "Status", "Amount", "Contact"}}
	for i := range 24 {
		amount := fmt.Sprintf("%d.50", 10+i)
		if i == 5 {
			amount = "n/a"
		}
		customer := []string{"Hale", "Brook", "Marsh"}[i%3]
		if i == 7 {
			customer = ""
		}
		cells := []string{fmt.Sprintf("A-%03d", i+1), customer, fmt.Sprintf("2024-%02d-01", i%12+1), []string{"open", "closed", "closed", "closed"}[i%4], amount, fmt.Sprintf("m%d@example.org", i%20)}
		block.Rows = append(block.Rows, spar.Row{Cells: cells, Locator: spar.Locator{Row: i + 2}})
	}
	block.Rows = append(block.Rows, spar.Row{Cells: []string{"Total", "", "", "", "517", ""}, Locator: spar.Locator{Row: 26}})
	doc := &spar.Document{State: spar.OK, Blocks: []spar.Block{{Kind: spar.TableKind, Table: &block}}}
	return Of(doc, func(spar.Locator, int) string { return "files:sales/orders.csv" })[0]
}

func TestCard(t *testing.T) {
	c, err := CardOf(context.Background(), ordersOf(t))
	if err != nil {
		t.Fatal(err)
	}
	if c.Rows != 24 || c.Totals != 1 || c.Duplicates != 0 || !slices.Equal(c.Key, []int{0}) || c.Empty() != 1 {
		t.Errorf("%d rows, %d totals, %d duplicates, key %v, %d empty", c.Rows, c.Totals, c.Duplicates, c.Key, c.Empty())
	}
	for i, want := range []string{
		"Order ID: text; all different, such as A-001",
		"Customer: text; Hale 8, Marsh 8, Brook 7; 1 empty",
		"Order Date: date; 2024-01-01 to 2024-12-01",
		"Status: text; closed 18, open 6",
		`Amount: number; 10.50 to 33.50; mean 22.28; 1 "n/a"`,
		"Contact: addresses of mail; 20 different, most often m0@example.org 2, m1@example.org 2, m2@example.org 2",
	} {
		if got := c.describe(i); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestAbout: questions about a table as such are answered as such, and no others.
func TestAbout(t *testing.T) {
	p := NewPlanner(nil)
	tables := []*Table{ordersOf(t)}
	for _, c := range []struct {
		question string
		aspect   Aspect // "" for a question about the content of rows
		says     string
	}{
		{"what is in orders.csv?", OfTable, "orders.csv: 24 rows and 6 columns, besides 1 row that sums up others; one row for each Order ID; Order Date from 2024-01-01 to 2024-12-01; 1 cell is empty"},
		{"is there a phone number in orders.csv?", ForColumn, `no column of orders.csv is called so: nothing says "phone number"; it has Order ID, Customer, Order Date, Status, Amount and Contact`},
		{"Please summarise the orders file.", OfTable, "one row for each Order ID"},
		{"which columns does it have", OfColumns, "Status: text; closed 18, open 6"},
		{"describe the columns", OfColumns, "Order Date: date"},
		{"names of all the fields", OfColumns, "Contact: addresses of mail"},
		{"how many rows does orders.csv have", OfRows, "24 rows"},
		{"How many columns are there?", OfRows, "6 columns"},
		{"How many lines does the order file have, the heading not counted?", OfRows, "24 rows"},
		{"what values does Status have", OfValues, "closed 18, open 6"},
		{"which statuses are there and how often?", OfValues, "closed 18, open 6"},
		{"what different statuses have been entered?", OfValues, "closed 18, open 6"},
		{"from when to when does it go?", OfSpan, "2024-01-01 to 2024-12-01"},
		{"which period is covered?", OfSpan, "2024-01-01 to 2024-12-01"},
		{"what does one row stand for", OfRow, "one order"},
		{"one row in this file is one what?", OfRow, "one order"},
		{"is there a column with the customer's mail?", ForColumn, "column Contact"},
		{"which column has the price?", ForColumn, "column Amount"},
		{"is there a column for the weight?", ForColumn, "no column of orders.csv"},
		{"which columns have empty cells?", OfEmpties, "Customer 1"},
		{"is anything missing in the table?", OfEmpties, "Customer 1"},
		{"are there any duplicate rows?", OfDuplicates, "no two of the 24 rows"},
		{"what is the key of the table?", OfKey, "Order ID"},
		{"is Customer unique?", OfUnique, "no: 23 rows"},
		{"what is in the Status column?", OfColumn, "closed 18"},
		{"what is the range of Amount?", OfRange, "10.50 to 33.50"},
		{"show me the first 2 rows", OfSample, "A-002"},
		{"what sheets does it have?", OfSheets, "no sheets"},

		{"what have we got here?", OfTable, "24 rows"},
		{"which fields are kept per order?", OfColumns, "Contact: addresses of mail"},
		{"does any column mix numbers and text?", OfStrays, `1 "n/a"`},
		{"does each line describe one order?", OfRow, "one order"},
		{"how long is the list?", OfRows, "24 rows"},
		{"any blanks in Customer?", OfEmpties, "Customer 1"},
		{"what do we keep about each order?", OfColumns, "Status: text"},
		{"which statuses occur?", OfValues, "closed 18, open 6"},
		{"what sorts of status do we have?", OfValues, "closed 18, open 6"},
		{"frequency of each status", OfValues, "closed 18, open 6"},
		{"is the colour of an order recorded anywhere in it?", ForColumn, "no column of orders.csv"},

		{"what field did the customer study?", "", ""},
		{"rundown of orders that are open", "", ""},
		{"status values of orders that are from Hale", "", ""},
		{"how many orders are on file?", "", ""},
		{"are there open orders in the list?", "", ""},
		{"what is in the contract?", "", ""},
		{"how many orders are closed?", "", ""},
		{"how many rows have the status open?", "", ""},
		{"which columns support the roof?", "", ""},
		{"which column has the highest total?", "", ""},
		{"what values does the company stand for?", "", ""},
		{"what is the total amount of Hale?", "", ""},
		{"which orders are closed?", "", ""},
		{"when did Brook order?", "", ""},
	} {
		a, ok, err := p.About(context.Background(), c.question, tables)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			a.Aspect = ""
		}
		if a.Aspect != c.aspect {
			t.Errorf("%q is taken for %q, want %q", c.question, a.Aspect, c.aspect)
			continue
		}
		if !ok {
			continue
		}
		told, err := Tell(context.Background(), a, tables, func(int) []string { return nil })
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, s := range told.Statements {
			lines = append(lines, s.Text)
		}
		if text := strings.Join(lines, "\n"); !strings.Contains(text, c.says) {
			t.Errorf("%q is answered with %q, which lacks %q", c.question, text, c.says)
		}
	}
}

// TestAboutSheets: a question names a sheet by its name, its place, or a word for it; figures of several sheets stay apart.
func TestAboutSheets(t *testing.T) {
	sheet := func(name string, header ...string) spar.Block {
		at := spar.Locator{Sheet: name}
		block := spar.Table{Header: header}
		for i := range 3 {
			row := spar.Row{Locator: spar.Locator{Sheet: name, Row: i + 2}}
			for k := range header {
				row.Cells = append(row.Cells, fmt.Sprintf("%c%d", 'a'+k, i))
			}
			block.Rows = append(block.Rows, row)
		}
		return spar.Block{Kind: spar.TableKind, Table: &block, Locator: at}
	}
	doc := &spar.Document{State: spar.OK, Blocks: []spar.Block{sheet("Kilns", "Kiln", "Gas"), sheet("Glazes", "Glaze", "Phone", "Maker")}}
	tables := Of(doc, func(l spar.Locator, _ int) string { return "pottery.xlsx#" + l.String() })
	p := NewPlanner(nil)
	for _, c := range []struct{ question, says, not string }{
		{"what does Glazes hold?", "Maker", "Gas"},
		{"what is on the second tab?", "Maker", "Gas"},
		{"which sheet has the kilns?", "sheet Kilns", "Maker"},
		{"where would I find the phone number of a maker?", "column Phone", "Gas"},
		{"how many rows has each sheet?", "sheet Glazes has 3 rows", "6 rows"},
	} {
		a, ok, err := p.About(context.Background(), c.question, tables)
		if err != nil || !ok {
			t.Errorf("%q: %v, %v", c.question, ok, err)
			continue
		}
		told, err := Tell(context.Background(), a, tables, func(int) []string { return []string{"Kilns", "Glazes"} })
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, s := range told.Statements {
			lines = append(lines, s.Text)
		}
		text := strings.Join(lines, "\n")
		if !strings.Contains(text, c.says) || strings.Contains(text, c.not) || len(a.Tables) > 1 && told.Value != nil {
			t.Errorf("%q (%s): %q, value %v", c.question, a.Aspect, text, told.Value)
		}
	}
}

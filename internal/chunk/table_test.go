package chunk

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	spar "github.com/sparsearch/spar/internal/spar"
)

// Each cell is found where the passage says that it stands, also in rows that are cut.
func TestCellsOfRows(t *testing.T) {
	long := strings.Repeat("word ", 60) + "end"
	cells := []string{"North", "", "12.5", long, "a; b"}
	for _, header := range [][]string{nil, {"Region", "Code", "Revenue (USD million) / 2019", "Note", "Tags"}} {
		for _, caption := range []string{"", "Table 1: Büros"} {
			b := spar.Block{Kind: spar.TableKind, Table: &spar.Table{Caption: caption, Header: header, Rows: []spar.Row{{Cells: cells, Locator: spar.Locator{Sheet: "Q3", Row: 7}}}}}
			got := make([]string, len(cells))
			passages := Split(slices.Values([]spar.Block{b}), Options{Size: 120})
			for n, p := range passages {
				for _, c := range p.Cells {
					text := p.Text[c.Start:c.End]
					if c.Column == 1 && n > 0 {
						if text != cells[0] {
							t.Errorf("the name comes again as %q", text)
						}
						continue
					}
					label := p.Text[c.Label:c.Start]
					if header == nil && label != "" || label != "" && label != header[c.Column-1]+": " {
						t.Errorf("label %q of column %d", label, c.Column)
					}
					got[c.Column-1] = strings.TrimSpace(got[c.Column-1] + " " + text)
				}
				if c := p.Cells[0].Address(p.Locator).String(); !strings.HasPrefix(c, "sheet=Q3&row=7&cell=") {
					t.Errorf("address %s", c)
				}
			}
			if d := cmp.Diff(cells, got); d != "" {
				t.Errorf("header %q, caption %q: -want +got\n%s", header, caption, d)
			}
		}
	}
}

func staff(rows int) (blocks []spar.Block) {
	for from := 0; from < rows; from += 100 {
		t := &spar.Table{Caption: "Staff of all offices", Header: []string{"Name", "Age", "Office", "Since"}, Continued: from > 0}
		for i := from; i < min(rows, from+100); i++ {
			t.Rows = append(t.Rows, spar.Row{Locator: spar.Locator{Table: 1, Row: i + 2}, Cells: []string{
				fmt.Sprintf("Person %c%c", 'A'+i%26, 'a'+i/26%26), fmt.Sprint(18 + i%43), []string{"Bern", "Basel", "Bern", "Chur"}[i%4], fmt.Sprintf("%d-03-0%d", 1990+i%30, 1+i%9)}})
		}
		blocks = append(blocks, spar.Block{Kind: spar.TableKind, Table: t, Locator: spar.Locator{Table: 1}})
	}
	return blocks
}

func TestCard(t *testing.T) {
	blocks := append([]spar.Block{{Kind: spar.Heading, Level: 1, Text: "People"}, {Kind: spar.Paragraph, Text: "Before."}}, staff(300)...)
	blocks = append(blocks, spar.Block{Kind: spar.Paragraph, Text: "After."})
	got := Split(slices.Values(blocks), Options{})
	if len(got) != 303 || got[0].Text != "Before." || got[302].Text != "After." {
		t.Fatalf("%d passages, from %q to %q", len(got), got[0].Text, got[len(got)-1].Text)
	}
	want := "Staff of all offices\nTable of 300 rows and 4 columns.\nName: text; Age: number, 18 to 60; Office: text, such as Bern, Basel, Chur; Since: date, 1990-03-01 to 2019-03-09"
	c := got[1]
	if c.Kind != spar.CardPassage || c.Locator != (spar.Locator{Table: 1, Heading: "People"}) {
		t.Errorf("the card is %s at %+v", c.Kind, c.Locator)
	}
	if !strings.HasPrefix(c.Text, want[:60]) || !strings.Contains(c.Text, "Age: number, 18 to 60; Office: text, such as Bern, Basel, Chur; Since: date, 1990-03-0") {
		t.Errorf("card %q, want %q", c.Text, want)
	}
	for _, p := range got[2:302] {
		if p.Kind != spar.RowPassage {
			t.Fatalf("%s among the rows", p.Kind)
		}
	}
	for _, p := range Split(slices.Values(staff(10)), Options{}) {
		if p.Kind == spar.CardPassage {
			t.Error("a small table has a card")
		}
	}
}

// A card is bounded whatever the table.
func TestCardOfManyColumns(t *testing.T) {
	table := &spar.Table{}
	for i := range 2000 {
		table.Header = append(table.Header, fmt.Sprintf("Label of column number %d", i))
	}
	for range 3 {
		table.Rows = append(table.Rows, spar.Row{Cells: make([]string, 2000)})
		for i := range 2000 {
			table.Rows[len(table.Rows)-1].Cells[i] = fmt.Sprint(i)
		}
	}
	for _, p := range Split(slices.Values([]spar.Block{{Kind: spar.TableKind, Table: table}}), Options{}) {
		if p.Kind == spar.CardPassage {
			if n := len([]rune(p.Text)); n > maxCard*3/2 || !strings.Contains(p.Text, "columns more") {
				t.Errorf("a card of %d characters: %.100q", n, p.Text)
			}
			return
		}
	}
	t.Error("no card")
}

func TestTyped(t *testing.T) {
	number := func(n float64) spar.Value { return spar.Value{Kind: spar.Number, Number: n} }
	day := func(y, m, d int) spar.Value {
		return spar.Value{Kind: spar.Date, Date: time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)}
	}
	for in, want := range map[string]struct {
		v    spar.Value
		unit string
	}{
		"12": {number(12), ""}, "-1,234.50": {number(-1234.5), ""}, "1.234,56": {number(1234.56), ""}, "12,5": {number(12.5), ""}, "1,234": {number(1234), ""},
		"(1,234)": {number(-1234), ""}, "$ (12)": {number(-12), "$"}, "$1,234": {number(1234), "$"}, "-$5": {number(-5), "$"}, "25%": {number(25), "%"}, "1'200.50": {number(1200.5), ""},
		"7.5 kg": {number(7.5), "kg"}, "1 234 567": {number(1234567), ""}, "2.5e3": {number(2500), ""}, "0.25": {number(.25), ""}, "CHF 20": {number(20), "CHF"},
		"2020-01-02": {day(2020, 1, 2), ""}, "31.12.2019": {day(2019, 12, 31), ""}, "2 Jan 2006": {day(2006, 1, 2), ""},
	} {
		if v, unit := Typed(in); v != want.v || unit != want.unit {
			t.Errorf("Typed(%q) = %+v, %q; want %+v", in, v, unit, want)
		}
	}
	for _, in := range []string{"", "n/a", "03/04/2020", "12 34", "A-12", "1.2.3", "Q3 2019", "555-1234", "12 people", "1,23,4", "-", "2019-13-45", "10:30"} {
		if v, _ := Typed(in); v.Kind != spar.Text || v.Text != in {
			t.Errorf("Typed(%q) = %+v", in, v)
		}
	}
}

func TestUnit(t *testing.T) {
	for in, want := range map[string]string{
		"Revenue (USD million)": "USD million", "Revenue (USD million) / 2019": "", "Table 1: Fees (in thousands)": "in thousands", "Amounts in thousands": "in thousands",
		"Weight [kg]": "kg", "Share (%)": "%", "Name (first)": "", "Sales": "", "Angaben in Mio. CHF": "in Mio. CHF", "(in thousands)": "in thousands",
	} {
		if got := Unit(in); got != want {
			t.Errorf("Unit(%q) = %q, want %q", in, got, want)
		}
	}
}

// A long label keeps its unit.
func TestLabel(t *testing.T) {
	got := label(strings.Repeat("long ", 40) + "(USD million)")
	if len([]rune(got)) > maxLabel || !strings.HasSuffix(got, " (USD million)") {
		t.Errorf("label %q", got)
	}
}

// TestCorner takes a corner for the unit of all figures only where it can be one.
func TestCorner(t *testing.T) {
	for corner, want := range map[string]string{"Day": "", "Year": "", "Units": "", "(days)": "days", "USD million": "USD million", "in thousands": "in thousands"} {
		if got := unitOf("", [][]string{{corner, "Revenue"}}); got != want {
			t.Errorf("%q: %q, want %q", corner, got, want)
		}
	}
}

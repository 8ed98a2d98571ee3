package chunk

import (
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	spar "github.com/sparsearch/spar/internal/spar"
)

// FuzzTable: of any table, each passage keeps its size, the cells of a row stand where the passage says, and nothing of
// them is lost.
func FuzzTable(f *testing.F) {
	f.Add("Staff (2019)", "Name|Age|Since", "Ann|33|2019-05-01\nBob|(4)|1.5.2020\nCy|5 %|", 120)
	f.Add("", "", "a|b\n"+strings.Repeat("long ", 100)+"|c", 40)
	f.Add("長い表", "名前|"+strings.Repeat("é", 200)+" (USD million)", "長い文。\xcc|x\n|\ny", 70)
	f.Fuzz(func(t *testing.T, caption, header, body string, size int) {
		if size < 10 || size > 2000 || !utf8.ValidString(caption+"\n"+header+"\n"+body) {
			return
		}
		table := &spar.Table{Caption: caption}
		if header != "" {
			table.Header = strings.Split(header, "|")
		}
		for line := range strings.SplitSeq(body, "\n") {
			table.Rows = append(table.Rows, spar.Row{Cells: strings.Split(line, "|"), Locator: spar.Locator{Table: 1, Row: len(table.Rows) + 2}})
		}
		got := map[[2]int]string{}
		o := Options{Size: size}.filled()
		for _, p := range Split(slices.Values([]spar.Block{{Kind: spar.TableKind, Table: table, Locator: spar.Locator{Table: 1}}}), o) {
			most := map[spar.PassageKind]int{spar.RowPassage: wideRow * o.Size, spar.TablePassage: o.SmallTable, spar.CardPassage: 2*maxCard + o.Size}[p.Kind]
			if n := utf8.RuneCountInString(p.Text); n == 0 || n > most || !utf8.ValidString(p.Text) {
				t.Fatalf("a passage %s of %d characters: %q", p.Kind, n, p.Text)
			}
			if (p.Kind == spar.RowPassage) != (len(p.Cells) > 0) {
				t.Fatalf("%+v", p)
			}
			for _, c := range p.Cells {
				if c.Column < 1 || c.Label < 0 || c.Start < c.Label || c.End < c.Start || c.End > len(p.Text) || !utf8.ValidString(p.Text[c.Label:c.Start]) {
					t.Fatalf("the cell %+v of %q", c, p.Text)
				}
				at := [2]int{p.Locator.Row, c.Column}
				cells := table.Rows[p.Locator.Row-2].Cells
				first := slices.IndexFunc(cells, func(c string) bool { return strings.TrimSpace(c) != "" })
				if c.Column == first+1 && got[at] == packed(cells[first]) {
					continue // it comes again in each part of a row
				}
				got[at] += packed(p.Text[c.Start:c.End])
			}
		}
		for i, r := range table.Rows {
			for k, cell := range r.Cells {
				if have := got[[2]int{i + 2, k + 1}]; have != packed(cell) {
					t.Fatalf("row %d, column %d is %q, not %q", i, k+1, have, cell)
				}
			}
		}
	})
}

func packed(s string) string { return strings.Join(strings.Fields(s), "") }

// FuzzTyped: a cell is a text, a number that can be compared, or a date of a year that can be written.
func FuzzTyped(f *testing.F) {
	for _, s := range []string{"1,234.50 €", "(12)", "$ (3)", "-5 %", "1'000", "2020-1-2", "2 Jan 2006", "1e300", "03/04/2020", "2006-01-02T15:04:05Z", "Revenue (USD million)", "in thousands"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, unit := Typed(s)
		switch v.Kind {
		case spar.Number:
			if math.IsNaN(v.Number) || math.IsInf(v.Number, 0) || !strings.Contains(s, unit) {
				t.Fatalf("%q is %v in %q", s, v.Number, unit)
			}
		case spar.Date:
			if y := v.Date.Year(); y < 0 || y > 9999 || unit != "" {
				t.Fatalf("%q is %v", s, v.Date)
			}
		default:
			if v.Kind != spar.Text || v.Text != strings.TrimSpace(s) || unit != "" {
				t.Fatalf("%q is %+v in %q", s, v, unit)
			}
		}
		if u := Unit(s); !strings.Contains(s, u) {
			t.Fatalf("%q has the unit %q", s, u)
		}
	})
}

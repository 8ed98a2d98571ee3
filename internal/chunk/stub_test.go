package chunk

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	spar "github.com/sparsearch/spar/internal/spar"
)

// A statement, as reports have it: names of groups, a day that holds for the rows below, sums with and without a name, units.
func statement() spar.Block {
	t := &spar.Table{Caption: "Assets\n(in thousands, except percentages)", Header: []string{"", "Total / 2019", "Total / 2018"}, Levels: [][]string{{"", "Total", "Total"}, {"", "2019", "2018"}}}
	for _, line := range []string{
		"December 31, 2019||", "Current assets:||", "Cash (1)|1,216.0 (a)|7*", "Stock|4|(3)", "|1,220.0|4", "Other:||", "Land|1|2", "Total assets|1,221|6",
	} {
		t.Rows = append(t.Rows, spar.Row{Cells: strings.Split(line, "|"), Locator: spar.Locator{Table: 1, Row: len(t.Rows) + 3}})
	}
	return spar.Block{Kind: spar.TableKind, Table: t, Locator: spar.Locator{Table: 1}}
}

func TestGroups(t *testing.T) {
	table := Tables(&spar.Document{Blocks: []spar.Block{statement()}})[0]
	if table.Unit != "in thousands" {
		t.Errorf("unit %q", table.Unit)
	}
	var got []string
	for _, r := range table.Rows {
		s := r.Group
		if r.Named {
			s += " (named)"
		}
		if r.Total {
			s += " (total)"
		}
		got = append(got, s)
	}
	const day = "December 31, 2019"
	want := []string{day + " (named)", day + " / Current assets (named)", day + " / Current assets", day + " / Current assets", day + " / Current assets (total)",
		day + " / Other (named)", day + " / Other", day + " (total)"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	if c := table.Rows[2].Cells; c[1].Value.Number != 1216 || c[2].Value.Number != 7 || c[1].Text != "1,216.0 (a)" {
		t.Errorf("marks of notes: %+v", c)
	}
	var rows []string
	for _, p := range Split(slices.Values([]spar.Block{statement()}), Options{}) {
		if p.Kind == spar.RowPassage {
			rows = append(rows, p.Text)
		}
	}
	const lead = "Assets\n(in thousands, except percentages)\n" + day
	if len(rows) != 5 || rows[0] != lead+" / Current assets\nCash (1); Total / 2019: 1,216.0 (a); Total / 2018: 7*" || !strings.HasPrefix(rows[4], lead+"\nTotal assets; ") {
		t.Errorf("rows %q", rows)
	}
}

// A list of records has no groups, though some hold nothing but a name; and a name that nothing stands below is a row.
func TestNoGroups(t *testing.T) {
	for _, c := range []struct {
		header []string
		rows   []string
		want   int
	}{
		{[]string{"Name", "Phone", "Room"}, []string{"Ann||", "Bob|12|3"}, 2},
		{[]string{"", "2019", "2018"}, []string{"Sales|1|2", "Other:||"}, 2},
	} {
		b := &spar.Table{Header: c.header}
		for _, r := range c.rows {
			b.Rows = append(b.Rows, spar.Row{Cells: strings.Split(r, "|")})
		}
		n := 0
		for _, p := range Split(slices.Values([]spar.Block{{Kind: spar.TableKind, Table: b}}), Options{}) {
			if p.Kind == spar.RowPassage {
				n++
			}
		}
		if n != c.want {
			t.Errorf("%q: %d passages of rows, want %d", c.rows, n, c.want)
		}
	}
}

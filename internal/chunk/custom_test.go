package chunk

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	spar "github.com/sparsearch/spar/internal/spar"
)

func TestCustom(t *testing.T) {
	show := func(c Custom, cell string) string {
		v, unit := c.Typed(cell)
		if v.Kind == spar.Date && v.Date.Hour()+v.Date.Minute() > 0 {
			return v.Date.Format(time.RFC3339)
		}
		return strings.TrimSpace(fmt.Sprint(v.Kind, " ", v.String(), " ", unit))
	}
	for _, c := range []struct {
		column []string // that tells the custom
		cell   string
		want   string
	}{
		{nil, "03/04/2021", "text 03/04/2021"},
		{[]string{"25/12/2020"}, "03/04/2021", "date 2021-04-03"},
		{[]string{"12/25/2020"}, "03/04/2021", "date 2021-03-04"},
		{[]string{"12/25/2020", "25/12/2020"}, "03/04/2021", "text 03/04/2021"},
		{[]string{"12/25/2020", "25/12/2020", "31/1/2020"}, "3-4-2021", "date 2021-04-03"},
		{nil, "25/12/2020", "date 2020-12-25"},
		{nil, "12/25/2020", "date 2020-12-25"},
		{nil, "4/4/2020", "date 2020-04-04"},
		{[]string{"12/25/2020"}, "03.04.2021", "date 2021-04-03"},
		{[]string{"25/12/20"}, "03/04/21", "date 2021-04-03"},
		{[]string{"25/12/20"}, "03/04/68", "date 1968-04-03"},
		{nil, "3.4.12", "text 3.4.12"},
		{[]string{"25/12/2020"}, "03/04/2021 17:30", "2021-04-03T17:30:00Z"},
		{[]string{"25/12/2020"}, "31/02/2021", "text 31/02/2021"},
		{nil, "2021-04-03", "date 2021-04-03"},
		{nil, "1.234", "number 1.234"},
		{[]string{"1.234,50"}, "1.234", "number 1234"},
		{[]string{"7,5"}, "1.234 €", "number 1234 €"},
		{[]string{"1,234.50"}, "1.234", "number 1.234"},
		{nil, "1,234", "number 1234"},
		{[]string{"0,5"}, "1,234", "number 1.234"},
		{[]string{"0,5"}, "(1,234)", "number -1.234"},
		{[]string{"0.5"}, "1,234", "number 1234"},
		{[]string{"1.234.567"}, "1.234", "number 1234"},
		{[]string{"0,5", "0.5"}, "1.234", "number 1.234"},
	} {
		var e Evidence
		for _, cell := range c.column {
			e.Add(cell)
		}
		if got := show(e.Custom(), c.cell); got != c.want {
			t.Errorf("%q among %v: %s, want %s", c.cell, c.column, got, c.want)
		}
	}
	if got := (Custom{Dates: DayFirst}).Or(Custom{MonthFirst, ','}); got != (Custom{DayFirst, ','}) {
		t.Errorf("%v", got)
	}
}

// TestCardByEvidence has a card read the cells of a column as the others of the column have it.
func TestCardByEvidence(t *testing.T) {
	card := func(dates, numbers []string) string {
		table := &spar.Table{Header: []string{"Due", "Sum"}}
		for i := range 400 {
			table.Rows = append(table.Rows, spar.Row{Cells: []string{dates[i%len(dates)], numbers[i%len(numbers)]}})
		}
		for _, p := range Split(slices.Values([]spar.Block{{Kind: spar.TableKind, Table: table}}), Options{}) {
			if p.Kind == spar.CardPassage {
				return p.Text
			}
		}
		return ""
	}
	for _, c := range []struct {
		dates, numbers []string
		want           []string
	}{
		{[]string{"03/04/2021", "25/12/2021"}, []string{"1.234", "7,5"}, []string{"Due: date, 2021-04-03 to 2021-12-25", "Sum: number, 7,5 to 1.234"}},
		{[]string{"03/04/2021", "12/25/2021"}, []string{"1.234", "7.5"}, []string{"Due: date, 2021-03-04 to 2021-12-25", "Sum: number, 1.234 to 7.5"}},
		{[]string{"03/04/2021", "05/06/2021"}, []string{"1,234", "2,345"}, []string{"Due: text", "Sum: number, 1,234 to 2,345"}},
	} {
		got := card(c.dates, c.numbers)
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("want %q in %q", want, got)
			}
		}
	}
}

package table

import (
	"context"
	"slices"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

func bookings(last string) *Table {
	var rows []spar.Row
	for _, cells := range [][]string{
		{"B1", "2024-01-03", "North", "shipped", "1200"}, {"B2", "2024-01-19", "South", "open", "80"}, {"B3", "2024-02-11", "North", "cancelled", "310"},
		{"B4", "2024-02-28", "West", "shipped", "99"}, {"B5", "2024-05-02", "West", "shipped", "41"}, {"B6", last, "South", "open", "7"},
	} {
		rows = append(rows, spar.Row{Cells: cells})
	}
	doc := &spar.Document{State: spar.OK, Blocks: []spar.Block{{Kind: spar.TableKind, Table: &spar.Table{Header: []string{"Booking", "Order date", "Region", "Status", "Amount"}, Rows: rows}}}}
	return Of(doc, func(spar.Locator, int) string { return "bookings.csv" })[0]
}

// TestMonths: a month without a year is that of the one year that a table has, and is refused where it has several.
func TestMonths(t *testing.T) {
	p := NewPlanner(nil)
	ask := func(question string, table *Table) (string, []string) {
		got, err := p.Plan(context.Background(), question, []*Table{table})
		if err != nil {
			t.Fatal(err)
		}
		if !Sure(got) {
			return Unsure(got), nil
		}
		return "", got[0].Result.Answers
	}
	one, several := bookings("2024-12-01"), bookings("2023-12-01")
	for question, want := range map[string][]string{
		"how many bookings were shipped in January?":         {"1"},
		"total amount in February":                           {"409"},
		"average amount of the bookings in the North in feb": {"310"},
		"how many bookings in May?":                          {"1"},
		"what is the total amount for January?":              {"1280"},
		"how many bookings were shipped in January 2024?":    {"1"},
	} {
		if reason, got := ask(question, one); reason != "" || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %s", question, got, reason)
		}
		if reason, got := ask(question, several); got != nil && question != "how many bookings were shipped in January 2024?" {
			t.Errorf("%s over two years: %v, %s", question, got, reason)
		}
	}
}

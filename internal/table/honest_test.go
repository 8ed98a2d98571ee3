package table

import (
	"context"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// lets is a register with cells of several units, empty cells and two columns of dates.
func lets(t *testing.T) *Table {
	t.Helper()
	var rows []spar.Row
	for _, r := range [][]string{
		{"F1", "£900", "54 m2", "2024-05-02", "2024-06-01", "10 kg", "Ames"}, {"F2", "€850", "600 sq ft", "2024-05-09", "", "900 g", "Bolt"},
		{"F3", "£1,100", "71 m2", "2024-06-02", "2025-05-01", "12 kg", "Ames"}, {"F4", "on request", "60 m2", "2024-07-02", "2025-05-11", "15 kg", "Bolt"},
	} {
		rows = append(rows, spar.Row{Cells: r})
	}
	doc := &spar.Document{State: spar.OK, Blocks: []spar.Block{{Kind: spar.TableKind, Table: &spar.Table{Header: []string{"Flat", "Rent", "Area", "Let", "Vacated", "Freight", "Agent"}, Rows: rows}}}}
	return Of(doc, func(spar.Locator, int) string { return "flats.csv" })[0]
}

// TestHonest refuses what would leave out a month, add texts up, or take a verb for the rows, and says why.
func TestHonest(t *testing.T) {
	table := lets(t)
	p := NewPlanner(nil)
	for question, want := range map[string]string{
		"average rent":                       `the cells of Rent are not all numbers of one unit, such as "£900", "€850", "on request"`,
		"total area":                         `the cells of Area are not all numbers of one unit`,
		"what is the total area of Ames?":    `the cells of Area are not all numbers of one unit`,
		"flats in May":                       `"may"`,
		"which agent pays best?":             `"pays"`,
		"when was F2 vacated?":               "what fits cannot be used, since Vacated is empty (rows: 1)",
		"what is the total freight?":         "different units",
		"what is the total freight of Bolt?": "different units",
	} {
		got, err := p.Plan(context.Background(), question, []*Table{table})
		if err != nil {
			t.Fatal(err)
		}
		if reason := Unsure(got); !strings.Contains(reason, want) {
			t.Errorf("%s: %q, want %q; %s", question, reason, want, got[0].Plan)
		}
		if strings.Contains(want, "units") {
			var answers []string
			for _, c := range got {
				answers = append(answers, c.Result.Answers...)
			}
			if all := strings.Join(answers, "; "); !strings.Contains(all, "900") || !strings.Contains(all, "15") && !strings.Contains(all, "37") {
				t.Errorf("%s: %s", question, all)
			}
		}
	}
}

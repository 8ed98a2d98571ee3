package service_test

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
)

// TestTablesOfOneForm computes over the files of several months as over one table, and over those that the question names.
func TestTablesOfOneForm(t *testing.T) {
	s, _ := open(t, map[string]string{
		"sales-jan.csv": "Day,Product,Revenue\n2024-01-03,Anvil,10\n2024-01-09,Bolt,20\n",
		"sales-feb.csv": "Day,Product,Revenue\n2024-02-03,Anvil,30\n2024-02-09,Bolt,50\n",
		"sales-mar.csv": "Day,Product,Revenue\n2024-03-03,Anvil,11\n",
		"costs.csv":     "Day,Item,Cost\n2024-03-03,Rent,500\n2024-03-04,Heat,70\n",
	})
	if _, err := all(s.Scan(t.Context(), owner, api.ScanRequest{})); err != nil {
		t.Fatal(err)
	}
	months := []string{"docs:sales-jan.csv", "docs:sales-feb.csv", "docs:sales-mar.csv"}
	for _, tc := range []struct {
		files         []string
		question      string
		answer, plans string
	}{
		{months, "what is the total revenue?", "121", `from "docs:sales-jan.csv", "docs:sales-feb.csv", "docs:sales-mar.csv" select sum(Revenue)`},
		{months, "what is the total revenue of Anvil?", "51", ""},
		{months, "what is the total revenue in February?", "80", `from "docs:sales-feb.csv" select sum(Revenue)`},
		{months, "which product has the highest total revenue?", "Bolt", ""},
		{append(months[:3:3], "docs:costs.csv"), "what is the total revenue?", "121", ""},
		{append(months[:3:3], "docs:costs.csv"), "what is the total cost?", "570", `from "docs:costs.csv" select sum(Cost)`},
		{months[:1], "what is the total revenue?", "30", `from "docs:sales-jan.csv" select sum(Revenue)`},
	} {
		a, err := s.Table(t.Context(), owner, api.TableQuestion{Question: tc.question, Files: tc.files})
		if err != nil || a.Refused || strings.Join(a.Answers, " ") != tc.answer || tc.plans != "" && a.Plan != tc.plans || a.Unit != "" {
			t.Errorf("%s: %q by %s, unit %q, %s, %v; want %s", tc.question, a.Answers, a.Plan, a.Unit, a.Reason, err, tc.answer)
		}
		if tc.answer == "121" && (len(a.Tables) != 3 || a.Cells[4].Open != "docs:sales-mar.csv#row=2&column=3") {
			t.Errorf("%+v %+v", a.Tables, a.Cells)
		}
	}
}

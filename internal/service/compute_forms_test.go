package service_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
)

// TestTablesOfOneForm computes over the files of several months as over one table, and over the months that a question names.
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

// TestAskOverMonths asks without naming a file: the answer covers all months, with the rows of each, or the month that the question
// names.
func TestAskOverMonths(t *testing.T) {
	files := map[string]string{"sales/notes.txt": "Tea sells best in winter.\n"}
	for i, rows := range []string{"Leeds,Tea,4\nLeeds,Coffee,7\nYork,Tea,1\n", "Leeds,Tea,5\nYork,Tea,3\n", "Leeds,Tea,11\nYork,Coffee,2\n"} {
		files[fmt.Sprintf("sales/sales_2024-%02d.csv", i+1)] = "Store,Product,Quantity\n" + rows
	}
	s, _ := open(t, files)
	if _, err := all(s.Scan(t.Context(), owner, api.ScanRequest{})); err != nil {
		t.Fatal(err)
	}
	for question, want := range map[string]string{
		"What is the total quantity of Tea sold in Leeds?":             "20 (",
		"What is the total quantity of Tea sold in Leeds in February?": "Store Leeds: Quantity 5",
	} {
		events, err := all(s.Ask(t.Context(), owner, api.Question{Question: question, Extract: true}))
		if err != nil {
			t.Fatal(err)
		}
		a := events[len(events)-1].Answer
		if a == nil || a.Computed == nil || len(a.Bullets) == 0 || !strings.HasPrefix(a.Bullets[0].Text, want) {
			t.Errorf("%s: %+v", question, a)
			continue
		}
		if want == "20 (" && !strings.Contains(a.Bullets[0].Text, "sales_2024-01.csv 1, sales_2024-02.csv 1, sales_2024-03.csv 1") {
			t.Errorf("%s", a.Bullets[0].Text)
		}
	}
}

// TestAskTheTableCalled: SPAR computes over a table that the question names, although rows of others have its words. A row is not a
// number of rows, and some rows are no total: then the readings are offered.
func TestAskTheTableCalled(t *testing.T) {
	s, _ := open(t, map[string]string{
		"plant/Breakdowns 2023-2024.csv": "Ticket,Reported,Hall,Machine,Cost\nB1,2023-02-01,North,press,120.5\nB2,2023-05-09,South,lathe,80\nB3,2024-01-20,South,press,410\nB4,2024-06-02,South,crane,95\n",
		"money/Plan 2024.csv":            "Line,Hall,Planned\nBreakdowns,North,9000\nBreakdowns,South,7000\nCleaning,North,3000\nCleaning,South,2500\n",
		"money/Water.csv":                "Month,Hall,Water m3,Water cost,Paid on\nJan 2024,North,40,88.1,2024-02-03\nFeb 2024,North,38,83.7,2024-03-01\nDec 2024,North,41,90.2,2025-01-07\nJan 2024,South,20,44,2024-02-03\nFeb 2024,South,21,46.2,2024-03-01\n",
		"notes.txt":                      "The halls are heated from October to April.\n",
	})
	if _, err := all(s.Scan(t.Context(), owner, api.ScanRequest{})); err != nil {
		t.Fatal(err)
	}
	for question, want := range map[string]string{
		"How many breakdowns were there in South?":                  "3 (number of rows",
		"Which breakdown was the most expensive?":                   "B3, 410 (",
		"How much did we pay for water in North in 2024 altogether": "",
	} {
		events, err := all(s.Ask(t.Context(), owner, api.Question{Question: question, Extract: true}))
		if err != nil {
			t.Fatal(err)
		}
		a := events[len(events)-1].Answer
		switch {
		case a == nil || want != "" && a.Computed == nil:
			t.Errorf("%s: nothing was computed: %+v", question, a)
		case want == "" && (a.Leads() && !a.Unsure || len(a.Evidence) == 0 || len(a.Also) == 0 || len(a.Also[0].Readings) == 0):
			t.Errorf("%s: %+v %+v", question, a, a.Also)
		case want != "" && (len(a.Bullets) != 1 || !strings.HasPrefix(a.Bullets[0].Text, want)):
			t.Errorf("%s: %+v", question, a.Bullets)
		}
	}
}

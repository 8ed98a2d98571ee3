package table

import (
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// staffed is a register as a model is shown it.
func staffed() *Table {
	doc := &spar.Document{State: spar.OK, Blocks: []spar.Block{{Kind: spar.TableKind, Table: &spar.Table{
		Header: []string{"No", "Gender", "Team", "Joined", "Income", "Rise"},
		Rows: []spar.Row{
			{Cells: []string{"1", "Female", "North", "2019-03-01", "5000", "2020-03-01"}}, {Cells: []string{"2", "Male", "North", "2020-05-01", "7000", "2021-03-01"}},
			{Cells: []string{"3", "Female", "East", "2020-07-01", "9000", "2020-07-01"}}, {Cells: []string{"4", "Male", "East", "2021-07-01", "100", "2023-03-01"}},
		},
	}}}}
	return Of(doc, func(spar.Locator, int) string { return "staff.csv" })[0]
}

// TestSupposes finds what words that nothing in the table explains may stand for in a plan, and says what a plan leaves out or has of its own.
func TestSupposes(t *testing.T) {
	table, planner := staffed(), NewPlanner(nil)
	for _, tc := range []struct {
		question, plan, doubt string
		meant                 []string
		unknown               bool
	}{
		{question: "what do women earn on average?", plan: `where Gender = Female select average(Income)`},
		{question: "what is the mean pelf of women?", plan: `where Gender = Female select average(Income)`, meant: []string{`"pelf" for average(Income)`}},
		{question: "what is the average income of the lasses?", plan: `where Gender = Female select average(Income)`, meant: []string{`"lasses" for Gender = Female`}},
		{question: "what is the mean pelf of the lasses?", plan: `where Gender = Female select average(Income)`, doubt: `it does not say what it takes "pelf" or "lasses" for`, unknown: true},
		{question: "what is the average income of the lasses?", plan: `select average(Income)`, doubt: `"lasses"`, unknown: true},
		{question: "rarest kind of team", plan: `where Joined != 2020 and No = 3 select Team`, doubt: "does not say 2020", unknown: true},
		{question: "who came in 2020?", plan: `where year(Joined) = 2020 select No`, doubt: "it is not clear of which column"},
		{question: "how many earn a lot?", plan: `where Income > 6000 select count()`, doubt: "does not say 6000", unknown: true},
		{question: "how many earn over 6000?", plan: `select count()`, doubt: "does not use the 6000", unknown: true},
		{question: "the top earners", plan: `select No order Income desc limit 3`, doubt: "does not say 3", unknown: true},
		{question: "what do women earn?", plan: `where Gender = Women select average(Income)`, doubt: `no cell of Gender is "Women"`, unknown: true},
		{question: "average income of North", plan: `select average(Income)`, doubt: "does not heed"},
		{question: "average income", plan: `where Team = North select average(Income)`, doubt: "says nothing of Team = North"},
		{question: "what is the mean pelf of the bonny blithe braw lasses if it rains?", plan: `where Gender = Female select average(Income)`, doubt: "it does not say what it takes", unknown: true},
	} {
		p, err := Parse("from staff.csv " + tc.plan)
		if err != nil {
			p, err = Parse(`from "staff.csv" ` + tc.plan)
		}
		if err == nil {
			p, err = table.Checked(p)
		}
		if err != nil {
			t.Fatal(err)
		}
		got := planner.Supposes(tc.question, table, p)
		var meant []string
		for _, m := range got.Meant {
			meant = append(meant, m.String())
		}
		if !slices.Equal(meant, tc.meant) || (got.Doubt == "") != (tc.doubt == "") || !strings.Contains(got.Doubt, tc.doubt) || got.Unknown != (tc.unknown || len(tc.meant) > 0) {
			t.Errorf("%q, %s: %+v, %q", tc.question, p, got, meant)
		}
	}
}

// TestChecked refuses a plan with labels that the table does not have, and texts that are no plan.
func TestChecked(t *testing.T) {
	table := staffed()
	for want, p := range map[string]Plan{
		`no column "Salary"`:  {From: []string{"staff.csv"}, Select: []Item{{Labels: []string{"Salary"}}}},
		"a plan that is none": {From: []string{"staff.csv"}, Select: []Item{{Fn: "drop", Labels: []string{"No"}}}},
		"is no difference":    {From: []string{"staff.csv"}, Select: []Item{{Labels: []string{"Income"}, Less: "Team"}}},
		"selects both cells":  {From: []string{"staff.csv"}, Select: []Item{{Labels: []string{"No"}}, {Fn: "count"}}},
	} {
		if _, err := table.Checked(p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", p, err, want)
		}
	}
	if got := table.Shown(1, 8, 40); !slices.Equal(got, []string{"Female", "Male"}) {
		t.Error(got)
	}
}

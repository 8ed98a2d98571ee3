package tabular

import (
	"context"
	"iter"
	"slices"
	"testing"

	"github.com/sparsearch/spar/internal/measure"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/table"
)

// scripted is a model that always writes one statement, and stands by nothing.
type scripted string

func (s scripted) Reply(context.Context, string, string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) { yield(string(s), nil) }
}

func (s scripted) Yes(context.Context, string, string) (float64, error) { return 0, nil }

// TestModelling counts what a plan answers as it is, and after the checks, by what the planner did.
func TestModelling(t *testing.T) {
	var rows []spar.Row
	for _, cells := range [][]string{{"Ann", "Sales"}, {"Ben", "Sales"}, {"Cy", "Law"}} {
		rows = append(rows, spar.Row{Cells: cells})
	}
	block := spar.Block{Kind: spar.TableKind, Table: &spar.Table{Header: []string{"Name", "Team"}, Rows: rows}}
	staff := table.Of(&spar.Document{State: spar.OK, Blocks: []spar.Block{block}}, func(spar.Locator, int) string { return "staff" })[0]
	two := func(r *table.Result) bool { return slices.Equal(r.Answers, []string{"2"}) }
	sales := Question{Text: "How many are in Sales?", Table: staff, Gold: []string{"2"}}
	law := Question{Text: "How many are in Law?", Table: staff, Gold: []string{"1"}}
	judged := []Judged{
		{Question: sales, Refused: "no", right: two}, {Question: law, Refused: "no", right: func(*table.Result) bool { return false }},
		{Question: sales, Right: true, right: two}, {Question: sales},
	}
	const statement = "SELECT COUNT(*) FROM t1 WHERE Team = 'Sales';"
	got, err := Modelling(t.Context(), table.NewPlanner(nil), scripted(statement), judged, 2, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range got {
		got[i].Ahead = measure.Interval{}
	}
	want := []Modelled{
		{Name: "refused by the planner", Asked: 2, Planner: Counts{Refused: 2}, Unchecked: Counts{Right: 1, Wrong: 1}, Taken: Counts{Right: 1, Refused: 1}, Confirmed: Counts{Refused: 2}, Both: Counts{Right: 1, Refused: 1}},
		{Name: "answered by the planner", Asked: 1, Planner: Counts{Right: 1}, Unchecked: Counts{Right: 1}, Taken: Counts{Right: 1}, Confirmed: Counts{Refused: 1}, Both: Counts{Right: 1}},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if got, err = Modelling(t.Context(), table.NewPlanner(nil), scripted("none"), judged, 2, 1, nil); err != nil || got[0].Unchecked != (Counts{Refused: 2}) {
		t.Errorf("a model without a plan gives %+v, %v", got, err)
	}
}

package table

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// TestHeeded refuses questions with a word of a closed class that the plan which the other words make does not heed.
func TestHeeded(t *testing.T) {
	table := clients(t)
	p := NewPlanner(nil)
	for question, want := range map[string]string{
		"what is the age of client 13 and why?":                       "why",
		"how many clients churned if it rains?":                       "rains",
		"how many clients are in the South unless they churned then?": "",
		"average age in the South compared with the average":          "the average of all",
		"how many clients churned last year?":                         "last",
		"how many clients churned this quarter?":                      "quarter",
		"how many clients in the South churned recently?":             "recently",
		"what is the make of client 13?":                              `"make"`,
		"average age in the South and by whom?":                       "besides",
		"annual spend per segment, and by whom?":                      "sum or the average",
		"what is the second highest annual spend?":                    "second",
		"next highest annual spend in the South":                      "next highest",
		"average age in the South beyond the average":                 "beyond",
		"age of the next client 13":                                   `"next"`,
		"how many clients are in the South, if needed?":               `"if"`,
	} {
		got, err := p.Plan(context.Background(), question, []*Table{table})
		if err != nil {
			t.Fatal(err)
		}
		if reason := Unsure(got); reason == "" || !strings.Contains(reason, want) {
			t.Errorf("%s: %q, %s", question, reason, got[0].Plan)
		}
	}
	for question, want := range map[string]string{
		"Corporate in the South: number of clients?":                   `where Segment = Corporate and HomeRegion = South select count()`,
		"If you add up the annual spend of Corporate, what comes out?": `where Segment = Corporate select sum(AnnualSpend)`,
	} {
		s := p.strict(question, table)
		if got := strings.TrimPrefix(s.plan.String(), "from clients "); got != want || s.reason != "" {
			t.Errorf("%s: %s (%s), want %s", question, got, s.reason, want)
		}
	}
}

// TestRunAll reads a table once for all plans, and gives what each gives alone.
func TestRunAll(t *testing.T) {
	table := clients(t)
	rows := table.Rows
	passes := 0
	streamed, err := Streamed("clients", true, func(_ []int, emit func(spar.Block) error) error {
		passes++
		for from := 0; from < len(rows); from += 100 {
			b := &spar.Table{Continued: from > 0}
			if from == 0 {
				b.Header = slices.Collect(table.labels())
			}
			for _, r := range rows[from:min(len(rows), from+100)] {
				cells := make([]string, len(r.Cells))
				for i := range cells {
					cells[i] = r.Cells[i].Text
				}
				b.Rows = append(b.Rows, spar.Row{Locator: r.At, Cells: cells})
			}
			for range 60 { // many rows, so that they are not held
				if err := emit(spar.Block{Kind: spar.TableKind, Table: b}); err != nil {
					return err
				}
				b = &spar.Table{Continued: true, Rows: b.Rows}
			}
		}
		return nil
	})
	if err != nil || streamed == nil || streamed.More == nil {
		t.Fatalf("%v, %v", streamed, err)
	}
	var plans []Plan
	for _, text := range []string{"select count()", "where Churn = Yes select sum(AnnualSpend)", "where ClientId = 13 select next(Age)", "group Segment select Segment, average(AnnualSpend - Age)", "within Churn = No where Gender = Male select percent()"} {
		p, err := Parse("from clients " + text)
		if err != nil {
			t.Fatal(err)
		}
		plans = append(plans, p)
	}
	passes = 0
	list, err := RunAll(t.Context(), plans, []*Table{streamed})
	if err != nil || passes != 1 {
		t.Fatalf("%d passes, %v", passes, err)
	}
	for i, p := range plans {
		alone, err := Run(t.Context(), p, []*Table{streamed})
		if err != nil || !slices.Equal(alone.Answers, list[i].Answers) || alone.Used != list[i].Used || len(alone.Answers) == 0 {
			t.Errorf("%s: %v, %v; %v", p, list[i].Answers, alone.Answers, err)
		}
	}
}

// TestTotalOfTotal takes a word for a sum before a column of the same name for the sum.
func TestTotalOfTotal(t *testing.T) {
	table := made(t, "orders", "Order No|Region|Total\n1|North|5\n2|South|7\n3|North|9\n")
	for _, question := range []string{"total of Total in North", "what is the total Total in North?", "sum of Total in North"} {
		s := NewPlanner(nil).strict(question, table)
		if got := s.plan.String(); got != "from orders where Region = North select sum(Total)" || s.reason != "" {
			t.Errorf("%s: %s (%s)", question, got, s.reason)
		}
	}
}

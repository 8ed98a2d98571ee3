package table

import (
	"context"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// commissions is a table of jobs with dates and amounts.
func commissions(t *testing.T) *Table {
	t.Helper()
	return made(t, "commissions", `
Job | Client | Due        | Delivered  | Budget | Spent
J1  | Acme   | 2024-03-01 | 2024-03-04 | £1,000 | £1,200
J2  | Acme   | 2024-03-10 | 2024-03-08 | £800   | £650
J3  | Bolt   | 2024-04-01 | 2024-04-01 | £500   | £500
J4  | Bolt   | 2024-04-20 |            | £900   |
J5  | Acme   | 2024-05-02 | 2024-06-01 | £2,000 | £2,500`)
}

func TestDifferencesOfColumns(t *testing.T) {
	for _, c := range []struct{ plan, want, unit string }{
		{`from t where Delivered - Due > 0 select Job`, "J1; J5", ""},
		{`from t where Delivered - Due <= 0 select Job`, "J2; J3", ""},
		{`from t select average(Delivered - Due)`, "7.75", "days"},
		{`from t where Job = J5 select Delivered - Due`, "30", "days"},
		{`from t select Job order Delivered - Due desc limit 1`, "J5", ""},
		{`from t group Client select Client, sum(Spent - Budget)`, "Acme, 550; Bolt, 0", "£"},
		{`from t where Spent - Budget > 0 select count()`, "2", ""},
		{`from t where Client = Acme and Spent - Budget > 0 select any()`, "Yes", ""},
		{`from t where Client = Bolt and Spent - Budget > 0 select any()`, "No", ""},
		{`from t within Client = Acme where Spent - Budget > 0 select every()`, "No", ""},
		{`from t within Spent - Budget > 0 where Client = Acme select every()`, "Yes", ""},
	} {
		p, err := Parse(c.plan)
		if err != nil {
			t.Fatal(err)
		}
		if again := p.String(); again != c.plan {
			t.Errorf("%s is printed as %s", c.plan, again)
		}
		r, err := Run(context.Background(), p, []*Table{commissions(t)})
		if err != nil || r.Refused != "" {
			t.Errorf("%s: %v %v", c.plan, err, r)
			continue
		}
		if got := strings.Join(r.Answers, "; "); got != c.want || r.Unit != c.unit {
			t.Errorf("%s gives %q in %q; want %q in %q", c.plan, got, r.Unit, c.want, c.unit)
		}
	}
}

// TestDifferencesCiteTheirCells: the cells of both columns are shown, and a row where one is missing is counted as left out.
func TestDifferencesCiteTheirCells(t *testing.T) {
	p, _ := Parse(`from t where Client = Bolt select average(Delivered - Due)`)
	r, err := Run(context.Background(), p, []*Table{commissions(t)})
	if err != nil || len(r.Cells) != 2 || r.Cells[0].Label != "Delivered" || r.Cells[1].Label != "Due" || r.Cells[1].At.Column != 3 || r.Cells[1].Key != "Job J3" {
		t.Errorf("cells %+v, %v", r.Cells, err)
	}
	if len(r.LeftOut) != 1 || r.LeftOut[0].Rows != 1 || r.Used != 1 {
		t.Errorf("left out %+v, used %d", r.LeftOut, r.Used)
	}
	p, _ = Parse(`from t within Client = Acme where Delivered - Due > 0 select every()`)
	r, err = Run(context.Background(), p, []*Table{commissions(t)})
	if err != nil || r.Used != 3 || r.Note != "1 row is not so, of 3; their cells are shown" || len(r.Cells) != 2 || r.Cells[0].Key != "Job J2" {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestDifferencesThatAreNone(t *testing.T) {
	for plan, want := range map[string]string{
		`from t select Client - Due`:                   "is no difference",
		`from t select Budget - Due`:                   "is no difference",
		`from t select average(Budget - Nothing)`:      `no column "Nothing"`,
		`from t select any(), count()`:                 "stand alone",
		`from t select every(Due)`:                     "stand alone",
		`from t select average(Budget - Spent, Spent)`: "takes one difference",
		`from t select Budget -`:                       "the plan ends",
	} {
		p, err := Parse(plan)
		if err == nil {
			_, err = Run(context.Background(), p, []*Table{commissions(t)})
		}
		if spar.CodeOf(err) != spar.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %q", plan, err, want)
		}
	}
}

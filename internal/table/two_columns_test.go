package table

import (
	"context"
	"strings"
	"testing"
)

// TestTwoColumns: a statement about two columns of one row becomes their difference.
func TestTwoColumns(t *testing.T) {
	for _, c := range []struct{ question, plan, answers string }{
		{"which jobs were delivered after they were due?", `from commissions where Delivered - Due > 0 select Job`, "J1; J5"},
		{"how many jobs were delivered after the due date?", `from commissions where Delivered - Due > 0 select count()`, "2"},
		{"jobs delivered before the due date", `from commissions where Delivered - Due < 0 select Job`, "J2"},
		{"how many jobs were delivered late?", `from commissions where Delivered - Due > 0 select count()`, "2"},
		{"which jobs were delivered on time?", `from commissions where Delivered - Due <= 0 select Job`, "J2; J3"},
		{"which Acme jobs were late?", `from commissions where Client = Acme and Delivered - Due > 0 select Job`, "J1; J5"},
		{"how many days late was J5?", `from commissions where Job = J5 select Delivered - Due`, "30"},
		{"how many jobs spent more than budgeted?", `from commissions where Spent - Budget > 0 select count()`, "2"},
		{"in which jobs is spent less than the budget?", `from commissions where Spent - Budget < 0 select Job`, "J2"},
		{"how many days lie between due and delivered for J5?", `from commissions where Job = J5 select Delivered - Due`, "30"},
		{"how long is it on average from due to delivered?", `from commissions select average(Delivered - Due)`, "7.75"},
		{"which job has the longest time between due and delivered?", `from commissions select Job order Delivered - Due desc limit 1`, "J5"},
		{"jobs with more than 10 days between due and delivered", `from commissions where Delivered - Due > 10 select Job`, "J5"},
		{"average days between due and delivered by client", `from commissions group Client select Client, average(Delivered - Due)`, "Acme, 10.3333333333; Bolt, 0"},
		{"was J2 late?", `from commissions within Job = J2 where Delivered - Due > 0 select every()`, "No"},
		{"were any Acme jobs delivered late?", `from commissions where Client = Acme and Delivered - Due > 0 select any()`, "Yes"},
		{"did all Acme jobs come late?", `from commissions within Client = Acme where Delivered - Due > 0 select every()`, "No"},
		{"have all Bolt jobs been delivered?", `from commissions within Client = Bolt where Delivered != "" select every()`, "No"},
		{"which Acme systems spent more than budgeted?", `from commissions where Client = Acme and Spent - Budget > 0 select Job`, "J1; J5"},
		{"what part of the budget went to Acme?", `from commissions where Client = Acme select percent(Budget)`, "73.0769230769"},
	} {
		p := NewPlanner(nil)
		list, err := p.Plan(context.Background(), c.question, []*Table{commissions(t)})
		if err != nil {
			t.Fatal(err)
		}
		if reason := Unsure(list); reason != "" {
			t.Errorf("%s: refused: %s (%s)", c.question, reason, list[0].Plan)
			continue
		}
		if got := list[0].Plan.String(); got != c.plan || strings.Join(list[0].Result.Answers, "; ") != c.answers {
			t.Errorf("%s: %s gives %q", c.question, got, list[0].Result.Answers)
		}
	}
}

// TestWeather: of a gap between a label with max and one with min, neither word is a most or a least; a year of days names no row.
func TestWeather(t *testing.T) {
	weather := made(t, "weather", `
date       | precipitation | temp_max | temp_min | weather
2012/01/01 | 0.0           | 12.8     | 5.0      | drizzle
2012/01/02 | 0.0           | 10.6     | 2.8      | rain
2012/01/04 | 20.3          | 2.2      | -1.0     | snow
2013/01/05 | 1.3           | 8.9      | 2.8      | sun
2013/01/06 | 2.5           | 2.2      | 2.0      | sun`)
	for question, want := range map[string]string{
		"were there any days in 2012 with snow?":                       `from weather where year(date) = 2012 and weather = snow select any()`,
		"average difference between temp_max and temp_min by weather":  `from weather group weather select weather, average(temp_max - temp_min)`,
		"which day had the largest gap between temp max and temp min?": `from weather select date order temp_max - temp_min desc limit 1`,
	} {
		list, err := NewPlanner(nil).Plan(context.Background(), question, []*Table{weather})
		if err != nil || len(list) == 0 || Unsure(list) != "" {
			t.Errorf("%s: %v, refused: %s", question, err, Unsure(list))
			continue
		}
		if got := list[0].Plan.String(); got != want {
			t.Errorf("%s: %s, want %s", question, got, want)
		}
	}
}

package table

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// cars is a register whose rows have no word in it.
func cars(t *testing.T) *Table {
	return made(t, "mpg.csv", "mpg|cylinders|unitprice|model_year|origin|name\n18|8|4100|70|usa|heavy one\n15|8|4200|70|usa|second one\n"+
		"33|4|2300|71|japan|small one\n31|4|2400|71|japan|other one\n26|4|3100|71|europe|fifth one\n24|6|3500|72|usa|sixth one\n")
}

// TestLoosely answers a question without the words that the table does not explain, and is not sure of it.
func TestLoosely(t *testing.T) {
	table := cars(t)
	p := NewPlanner(nil)
	for question, want := range map[string]string{
		"How many cars have 8 cylinders?":                  "2",
		"Which vehicle has the highest mpg?":               "small one",
		"What is the average unit price of Japanese cars?": "2350",
		"How many vehicles are from Norway?":               "",
		"How many cars have 8 valves?":                     "",
	} {
		got, err := p.Plan(context.Background(), question, []*Table{table})
		if err != nil || len(got) == 0 {
			t.Fatal(question, err)
		}
		if want == "" {
			if Unsure(got) == "" || got[0].Choice {
				t.Errorf("%s: %s", question, got[0].Plan)
			}
			continue
		}
		if answer := strings.Join(got[0].Result.Answers, "; "); answer != want || got[0].Share < 0.2 {
			t.Errorf("%s: %s of %v, want %s; %s, %s", question, answer, got[0].Share, want, got[0].Plan, got[0].Doubt)
		}
	}
}

// TestWordsOfTable leaves out how a question names the table that it is asked of.
func TestWordsOfTable(t *testing.T) {
	table := cars(t)
	for question, want := range map[string]string{
		"How many have 8 cylinders in the mpg data?":      "How many have 8 cylinders?",
		"What is the average mpg in the table of prices?": "What is the average mpg in the table of prices?",
		"How many are there in the Norway data?":          "How many are there in the Norway data?",
	} {
		if got := withoutItsName(question, table); got != want {
			t.Errorf("%s: %q", question, got)
		}
	}
}

// TestBeside gives the value that makes something the most, and the row that has the most.
func TestBeside(t *testing.T) {
	table := cars(t)
	for plan, want := range map[string]string{
		`from "mpg.csv" select name order mpg desc limit 1`:                             "33",
		`from "mpg.csv" select max(mpg)`:                                                "small one",
		`from "mpg.csv" select max(cylinders)`:                                          "",
		`from "mpg.csv" group origin select origin order count() desc limit 1`:          "3",
		`from "mpg.csv" select name, mpg order mpg desc limit 1`:                        "",
		`from "mpg.csv" group origin select origin order average(mpg) limit 2`:          "19, 26",
		`from "mpg.csv" group origin select origin, count() order count() desc limit 1`: "",
	} {
		p, err := Parse(plan)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Run(context.Background(), p, []*Table{table})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(r.Beside, ", "); got != want || len(r.Beside) > 0 && len(r.Beside) != len(slices.Clone(r.Answers)) {
			t.Errorf("%s: %q, want %q", plan, got, want)
		}
	}
}

package table

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// fleet is a table of its own: no question here is in a set that weights are fitted on or judged by.
func fleet(t *testing.T) *Table {
	var b strings.Builder
	b.WriteString("VanNumber|HomeDepot|FuelType|YearlyMileage|RepairCost|Leased\n")
	for i := range 40 {
		fmt.Fprintf(&b, "%d|%s|%s|%d|%d|%s\n", 101+i, []string{"Bergen", "Oslo", "Molde"}[i%3], []string{"Diesel", "Electric"}[i%2], 9000+i*137%4000, 100+i*61%700, []string{"Yes", "No", "No", "No"}[i%4])
	}
	return made(t, "fleet", b.String())
}

func TestPlanned(t *testing.T) {
	table := fleet(t)
	p := NewPlanner(nil)
	for question, want := range map[string]string{
		"What is the repair cost of van number 107?":              "where VanNumber = 107 select RepairCost",
		"How many vans are in Oslo?":                              "where HomeDepot = Oslo select count()",
		"What is the average yearly mileage of vans in Bergen?":   "where HomeDepot = Bergen select average(YearlyMileage)",
		"total repair cost of electric vans":                      "where FuelType = Electric select sum(RepairCost)",
		"Which van has the highest repair cost?":                  "select VanNumber order RepairCost desc limit 1",
		"average repair cost by home depot":                       "group HomeDepot select HomeDepot, average(RepairCost)",
		"How many vans are leased?":                               "where Leased = Yes select count()",
		"how many vans have a repair cost of more than 500?":      "where RepairCost > 500 select count()",
		"which home depot has the highest average yearly mileage": "group HomeDepot select HomeDepot order average(YearlyMileage) desc limit 1",
	} {
		got, err := p.Plan(context.Background(), question, []*Table{table})
		if err != nil || len(got) == 0 {
			t.Errorf("%s: %v", question, err)
			continue
		}
		plan, err := Parse("from fleet " + want)
		if err != nil {
			t.Fatal(err)
		}
		gold, err := Run(context.Background(), plan, []*Table{table})
		if err != nil || signature(gold) != signature(got[0].Result) || Unsure(got) != "" {
			t.Errorf("%s: %s (%.2f, %s), want %s, %v", question, got[0].Plan, got[0].Share, Unsure(got), want, err)
		}
	}
}

// TestUnsure refuses a question with several meanings, and one that nothing answers.
func TestUnsure(t *testing.T) {
	table := made(t, "rates", "Id|DayRate|HourRate|MonthRate\n1|5|6|7\n2|8|9|1\n3|2|3|4\n4|7|7|9")
	got, err := NewPlanner(nil).Plan(context.Background(), "what is the average rate?", []*Table{table})
	if err != nil || Unsure(got) == "" {
		t.Errorf("%v, %+v", err, got[0].Plan.String())
	}
	if Unsure(nil) == "" {
		t.Error("no reading is sure")
	}
}

func TestWeights(t *testing.T) {
	if n := len(Weights()); n < 1000 {
		t.Errorf("%d weights", n)
	}
}

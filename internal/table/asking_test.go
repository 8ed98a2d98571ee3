package table

import (
	"context"
	"strings"
	"testing"
)

// deliveries is a register whose key and name tell the word for its rows, and one column has the same word.
func deliveries(t *testing.T) *Table {
	var b strings.Builder
	b.WriteString("Order No|Ordered On|Region|Carrier|Total|Quantity|Delivered|House Type\n")
	for i := range 120 {
		b.WriteString(strings.Join([]string{"R-" + number(float64(100+i)), "2024-0" + number(float64(1+i%9)) + "-11", []string{"North", "South"}[i%2], []string{"Blue Line", "Nordpost", "FastGo"}[i%3],
			number(float64(20 + 7*i%90)), number(float64(1 + i%40)), []string{"Yes", "Yes", "No"}[i%3], []string{"Flat", "Villa"}[i%2]}, "|") + "\n")
	}
	return made(t, "deliveries", b.String())
}

// TestAsking reads questions whose words for asking are words of labels as well.
func TestAsking(t *testing.T) {
	table := deliveries(t)
	p := NewPlanner(nil)
	for question, want := range map[string]string{
		"total quantity in North":                                            "where Region = North select sum(Quantity)",
		"what is the total?":                                                 "",
		"which region has the most orders":                                   "group Region select Region order count() desc limit 1",
		"how many orders are still undelivered?":                             "where Delivered = No select count()",
		"number of orders we have yet to deliver":                            "where Delivered = No select count()",
		"are there any orders with a quantity over 30?":                      "where Quantity > 30 select any()",
		"please enumerate the different carriers":                            "group Carrier select Carrier",
		"Just out of curiosity, how many orders have we got right now?":      "select count()",
		"how many orders have a quantity north of 20?":                       "where Quantity > 20 select count()",
		"how many orders have a quantity not exceeding 20?":                  "where Quantity <= 20 select count()",
		"number of orders with a minimum quantity of 12":                     "where Quantity >= 12 select count()",
		"how many orders have a quantity from 3 until 9?":                    "where Quantity >= 3 and Quantity <= 9 select count()",
		"Which carrier handled R-110?":                                       `where "Order No" = R-110 select Carrier`,
		"average quantity in North minus average quantity in South":          "where Region in (North, South) select difference(average(Quantity))",
		"State the number of orders placed in the North":                     "where Region = North select count()",
		"Which order takes the cake when it comes to quantity?":              `select "Order No" order Quantity desc limit 1`,
		"At which region is the combined quantity of the orders the biggest": "group Region select Region order sum(Quantity) desc limit 1",
	} {
		s := p.strict(question, table)
		got := strings.ReplaceAll(strings.TrimPrefix(s.plan.String(), "from deliveries "), `"R-110"`, "R-110")
		if want == "" {
			continue
		}
		if got != want || s.reason != "" {
			t.Errorf("%s: %s (%s), want %s", question, got, s.reason, want)
		}
	}
	for _, question := range []string{"how many orders were stolen?", "how many orders went to Portugal?", "which warehouse ships the most orders?", "how many apprentices are in the North?"} {
		got, err := p.Plan(context.Background(), question, []*Table{table})
		if err != nil || Unsure(got) == "" {
			t.Errorf("%s: %v, %s", question, err, got[0].Plan)
		}
	}
}

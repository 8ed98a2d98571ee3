package table

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// TestHeads answers with the names of columns: the years when a figure is the most, the least, above or below a bound.
func TestHeads(t *testing.T) {
	sheet := made(t, "page", "(in thousands)|Years ended / June 30, 2019|Years ended / June 30, 2018|Years ended / June 30, 2017|2019 vs 2018 / Change\nRevenue|900|1200|700|-300\nCost of revenue|500|650|400|-150\nNet income (1)|-20|35|10|-55")
	p := NewPlanner(nil)
	for question, want := range map[string]string{
		"In which year was revenue the largest?":                       "2018",
		"In which year was the cost of revenue lowest?":                "2017",
		"Between 2019 and 2017, in which year was the revenue higher?": "2019",
		"In which years was revenue more than 800 thousand?":           "2019, 2018",
		"In which year was net income negative?":                       "2019",
		"Which year has revenue of less than 0.8 million?":             "2017",
	} {
		list, err := p.Plan(t.Context(), question, []*Table{sheet})
		if err != nil || len(list) == 0 {
			t.Fatalf("%s: %v", question, err)
		}
		if got := strings.Join(list[0].Result.Answers, "; "); got != want || Unsure(list) != "" {
			t.Errorf("%s: %s by %s (%s), want %s", question, got, list[0].Plan, Unsure(list), want)
		}
		again, err := Parse(list[0].Plan.String())
		if err != nil || again.String() != list[0].Plan.String() {
			t.Errorf("%s is read back as %s: %v", list[0].Plan, again, err)
		}
		if cells := list[0].Result.Cells; len(cells) == 0 || !strings.Contains(cells[0].Label, "June 30") {
			t.Errorf("%s: the cells are %v", question, cells)
		}
	}
	for _, question := range []string{"In which year was the dividend largest?", "In which year did the office in Oslo open?"} {
		if _, ok := p.period(question, sheet); ok {
			t.Errorf("%s has an answer", question)
		}
	}
	for text, want := range map[string]string{
		"from page select above(x, Revenue) ":                                      "compares cells with a number",
		"from page select highest()":                                               "columns",
		`from page select "(in thousands)" order highest("2019 vs 2018 / Change")`: "has no order",
	} {
		plan, err := Parse(text)
		if err == nil {
			_, err = Run(t.Context(), plan, []*Table{sheet})
		}
		if spar.CodeOf(err) != spar.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q in it", text, err, want)
		}
	}
}

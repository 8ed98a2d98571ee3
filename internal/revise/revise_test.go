package revise

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/table"
)

// made is a table of lines of cells between bars, the first the labels.
func made(t *testing.T, lines string) *table.Table {
	t.Helper()
	in := &spar.Table{}
	for i, l := range strings.Split(strings.TrimSpace(lines), "\n") {
		cells := strings.Split(l, "|")
		for k := range cells {
			cells[k] = strings.TrimSpace(cells[k])
		}
		if i == 0 {
			in.Header = cells
			continue
		}
		in.Rows = append(in.Rows, spar.Row{Cells: cells, Locator: spar.Locator{Row: i + 1}})
	}
	doc := &spar.Document{State: spar.OK, Blocks: []spar.Block{{Kind: spar.TableKind, Table: in}}}
	return table.Of(doc, func(spar.Locator, int) string { return "T" })[0]
}

const repairs = `
Job   | Depot   | Vehicle | Mechanic   | Date       | Hours | Cost 2023 | Cost 2024 | Warranty
1001  | Leeds   | Van     | Ada Byron  | 2023-01-09 | 3     | 120       | 140       | Yes
1002  | Leeds   | Truck   | Max Miller | 2023-02-11 | 9     | 900       | 800       | No
1003  | Bristol | Van     | Ada Byron  | 2023-05-14 | 2     | 90        | 95        | No
1004  | Bristol | Bus     | Lea Ortiz  | 2024-01-19 | 7     | 610       | 640       | Yes
1005  | Cardiff | Bus     | Lea Ortiz  | 2024-03-02 | 5     | 450       | 470       | No
1006  | Cardiff | Truck   | Max Miller | 2024-06-23 | 11    | 1300      | 1250      | No
`

func TestPlan(t *testing.T) {
	table1, planner := made(t, repairs), table.NewPlanner(nil)
	const (
		each  = "from T group Depot select Depot, average(Hours)"
		first = `from T where Depot = Leeds select Job order Hours desc limit 1`
		sum   = `from T where Depot = Leeds select sum("Cost 2024")`
		count = "from T select count()"
		share = "from T where Warranty = Yes select percent()"
	)
	for _, tc := range []struct{ earlier, words, want string }{
		{each, "and only for vans?", "from T where Vehicle = Van group Depot select Depot, average(Hours)"},
		{each, "and by vehicle?", "from T group Vehicle select Vehicle, average(Hours)"},
		{each, "and the median?", "from T group Depot select Depot, median(Hours)"},
		{each, "what about the cost 2023?", `from T group Depot select Depot, average("Cost 2023")`},
		{each, "how many are there?", "from T group Depot select Depot, count()"},
		{each, "the highest first", "from T group Depot select Depot, average(Hours) order average(Hours) desc"},
		{each, "only the two largest", "from T group Depot select Depot, average(Hours) order average(Hours) desc limit 2"},
		{each, "and in 2024?", "from T where year(Date) = 2024 group Depot select Depot, average(Hours)"},
		{first, "and in Bristol?", "from T where Depot = Bristol select Job order Hours desc limit 1"},
		{first, "and the least?", "from T where Depot = Leeds select Job order Hours limit 1"},
		{first, "the top three", "from T where Depot = Leeds select Job order Hours desc limit 3"},
		{sum, "and in 2023?", `from T where Depot = Leeds select sum("Cost 2023")`},
		{sum, "and in Bristol and Cardiff?", `from T where Depot in (Bristol, Cardiff) select sum("Cost 2024")`},
		{sum, "by depot", `from T group Depot select Depot, sum("Cost 2024")`},
		{sum, "not in Leeds", `from T where Depot != Leeds select sum("Cost 2024")`},
		{count, "with more than 4 hours", "from T where Hours > 4 select count()"},
		{"from T where Hours > 4 select count()", "with less than 8 hours", "from T where Hours > 4 and Hours < 8 select count()"},
		{"from T where Hours > 4 select count()", "and more than 6 hours?", "from T where Hours > 6 select count()"},
		{share, "and in Bristol?", "from T within Depot = Bristol where Warranty = Yes select percent()"},
		{each, "und nur für Leeds?", "from T where Depot = Leeds group Depot select Depot, average(Hours)"},

		// What the table does not explain, and what changes nothing, goes on with no plan.
		{each, "and what does the handbook say about vans?", ""},
		{each, "who approved the budget?", ""},
		{each, "and by depot?", ""},
		{each, "why?", ""},
		{count, "and the cost 2023?", ""}, // the sum, the average or the most of it
		{each, "as a percentage", ""},
		{each, "average cost 2023", ""}, // a question of its own
	} {
		earlier, err := table.Parse(tc.earlier)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if p, ok := Plan(planner, earlier, tc.words, strings.HasPrefix(tc.words, "and "), table1); ok {
			got = p.String()
		}
		if got != tc.want {
			t.Errorf("%s, then %q:\n got %s\nwant %s", tc.earlier, tc.words, got, tc.want)
		}
		if earlier.String() != tc.earlier {
			t.Errorf("%q changed the earlier plan to %s", tc.words, earlier)
		}
	}
}

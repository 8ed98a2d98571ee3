package table

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/spar"
)

// made is a table of lines of cells between bars, the first the labels.
func made(t *testing.T, name, lines string) *Table {
	t.Helper()
	doc := &spar.Document{State: spar.OK, Blocks: []spar.Block{{Kind: spar.TableKind, Table: &spar.Table{}}}}
	in := doc.Blocks[0].Table
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
	list := Of(doc, func(spar.Locator, int) string { return name })
	if len(list) != 1 {
		t.Fatalf("%d tables", len(list))
	}
	return list[0]
}

const staff = `
No | Name        | Team  | Income   | Since        | Rating
1  | Ada Byron   | North | $1,200   | 5 May 2014   | 4th
2  | Max Müller  | South | $900     | 1 June 2015  | 1st
3  | Lea O’Brien | North | (50)     | 3 March 2015 | 2nd
4  | Tim Weiß    | East  | unknown  | 9 July 2016  | 3rd
5  | Zoë         | South | $1,100   | 2 April 2019 | 5th
   | Total       |       | $3,150   |              |
`

func TestRun(t *testing.T) {
	table := made(t, "staff", staff)
	for _, tc := range []struct {
		plan, want string // the answers, or the reason for a refusal
		used       int
	}{
		{"select count()", "5", 5},
		{"select sum(Income)", "3150", 4},
		{"select average(Income)", "787.5", 4},
		{"select median(Income)", "1000", 4},
		{"select range(Income)", "1250", 4},
		{"where Team = north select Name", "Ada Byron; Lea O’Brien", 2},
		{"where name = \"lea o'brien\" select Income", "(50)", 1},
		{"where Name contains muller select No", "2", 1},
		{"where Team != North and Income > 900 select Name", "Zoë", 1},
		{"where Team in (East, South) select count()", "3", 3},
		{"where Name = Total select Income", "$3,150", 1},
		{"where year(Since) = 2015 select Name", "Max Müller; Lea O’Brien", 2},
		{"where Since < 2015 select Name", "Ada Byron", 1},
		{"where Since > \"1 April 2015\" select count()", "3", 3},
		{"select Name order Income desc limit 1", "Ada Byron", 4},
		{"select Name order Since desc limit 2", "Zoë; Tim Weiß", 5},
		{"select Name order Rating limit 1", "Max Müller", 5},
		{"select Name order row() desc limit 1", "Zoë", 5},
		{"where Name contains Max select next(Name)", "Lea O’Brien", 1},
		{"where Name contains Max select previous(Name)", "Ada Byron", 1},
		{"where No = 1 select previous(Name)", "what fits cannot be used, since no row stands before it (rows: 1)", 0},
		{"group Team select Team, count()", "North, 2; South, 2; East, 1", 5},
		{"group Team select Team order sum(Income) desc limit 1", "South", 4},
		{"group Team having count() > 1 select groups()", "2", 5},
		{"group year(Since) select year(Since), count() order year(Since) desc limit 1", "2019, 1", 5},
		{"where No in (1, 2) select difference(Income)", "300", 2},
		{"where No in (2, 1) select difference(Income)", "-300", 2},
		{"where No in (2, 1) select distance(Income)", "300", 2},
		{"where Team in (South, North) select difference(average(Income))", "425", 4},
		{"where Team in (South, East) select difference(count())", "1", 3},
		{"where Team in (North, West) select difference(count())", "one of the two values of difference(count()) is missing", 2},
		{"where No in (1, 2) select growth(Income)", "33.3333333333", 2},
		{"where Team = North select percent()", "40", 2},
		{"within Income > 0 where Team = South select percent(Income)", "62.5", 2},
		{"select distinct(Team)", "3", 5},
		{"where Team = West select sum(Income)", "no row that fits has a number for sum(Income)", 0},
		{"select min(Since)", "5 May 2014", 5},
	} {
		p, err := Parse("from staff " + tc.plan)
		if err != nil {
			t.Error(err)
			continue
		}
		r, err := Run(context.Background(), p, []*Table{table})
		if err != nil {
			t.Errorf("%s: %v", tc.plan, err)
			continue
		}
		got := strings.Join(r.Answers, "; ")
		if r.Refused != "" {
			got = r.Refused
		}
		if got != tc.want || r.Used != tc.used {
			t.Errorf("%s: %q of %d rows, want %q of %d", tc.plan, got, r.Used, tc.want, tc.used)
		}
	}
}

// TestRunSays reports the values left out, the rows that a limit cut, and the places of the cells.
func TestRunSays(t *testing.T) {
	table := made(t, "staff", staff)
	p, _ := Parse("from staff where Team in (North, East) select sum(Income)")
	r, err := Run(context.Background(), p, []*Table{table})
	if err != nil {
		t.Fatal(err)
	}
	if want := []LeftOut{{"Income is no number", 1}}; !cmp.Equal(r.LeftOut, want) {
		t.Errorf("left out %v, want %v", r.LeftOut, want)
	}
	if want := (Cited{At: spar.Locator{Row: 2, Column: 4}, Key: "No 1", Label: "Income", Text: "$1,200"}); r.Of != 2 || !cmp.Equal(r.Cells[0], want) || r.Unit != "$" {
		t.Errorf("%d cells in %q: %+v", r.Of, r.Unit, r.Cells)
	}
	p, _ = Parse("from staff select sum(Income)")
	if r, _ = Run(context.Background(), p, []*Table{table}); !cmp.Equal(r.LeftOut, []LeftOut{{"Income is no number", 1}, {"it is a total of other rows", 1}}) {
		t.Errorf("left out %v", r.LeftOut)
	}
	p, _ = Parse("from staff select Team order Team limit 2")
	if r, _ = Run(context.Background(), p, []*Table{made(t, "staff", "No | Team | Points\n1 | A | 5\n2 | B | 7\n3 | B | 9\n4 | B | 9")}); r.Rest != 2 {
		t.Errorf("%d rows with the last value are left out", r.Rest)
	}
	mixed := made(t, "mixed", "Item | Price\nA | $5\nB | €7\nC | $9")
	p, _ = Parse("from mixed select sum(Price)")
	if r, _ = Run(context.Background(), p, []*Table{mixed}); !strings.Contains(r.Refused, "different units: $ in 2 cells, € in 1 cells") {
		t.Errorf("refused with %q", r.Refused)
	}
}

func TestRunOverSeveral(t *testing.T) {
	jan := made(t, "jan", "Day | Sales\n1 | 10\n2 | 20")
	feb := made(t, "feb", "Day | Sales\n1 | 30\n2 | 50")
	p, _ := Parse("from jan, feb where Day = 2 select sum(Sales)")
	r, err := Run(context.Background(), p, []*Table{jan, feb})
	if err != nil || r.Answers[0] != "70" || r.Cells[1].Table != 1 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestPlansThatDoNotFit(t *testing.T) {
	table := made(t, "staff", staff)
	for plan, want := range map[string]string{
		"select sum(Incmoe)":                     `did you mean "Income"`,
		"where Salary = 5 select Name":           "it has No, Name, Team, Income, Since, Rating",
		"select Name, count()":                   "group by a column",
		"group Team select Name":                 "differs within a group",
		"having count() > 1 select Name":         "use where",
		"where sum(Income) > 5 select Name":      "no condition on a row",
		"select sum()":                           "takes one or more",
		"select sum(Income) order sum(No)":       "has no order",
		"select groups()":                        "groups() for what is grouped",
		"group sum(Income) select count()":       "not by sum(Income)",
		"select difference(Income), sum(Income)": "stands alone",
	} {
		p, err := Parse("from staff " + plan)
		if err == nil {
			_, err = Run(context.Background(), p, []*Table{table})
		}
		if err == nil || spar.CodeOf(err) != spar.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", plan, err, want)
		}
	}
}

func TestRead(t *testing.T) {
	for text, want := range map[string]Value{
		"4th": {Kind: spar.Number, Number: 4}, "73 kg": {Kind: spar.Number, Number: 73, Unit: "kg"}, "1,201 (est.)": {Kind: spar.Number, Number: 1201},
		"3:02.5": {Kind: spar.Number, Number: 182.5, Unit: "time"}, "1:00:02": {Kind: spar.Number, Number: 3602, Unit: "time"},
		"(1,234)": {Kind: spar.Number, Number: -1234}, "−5": {Kind: spar.Number, Number: -5}, "12.5%": {Kind: spar.Number, Number: 12.5, Unit: "%"},
		"July 5, 2004": {Kind: spar.Date, Day: Day{2004, 7, 5}}, "5 July": {Kind: spar.Date, Day: Day{0, 7, 5}}, "Sept. 2004": {Kind: spar.Date, Day: Day{2004, 9, 0}},
		"1999–2000": {Kind: spar.Date, Day: Day{1999, 0, 0}}, "2004-07-05": {Kind: spar.Date, Day: Day{2004, 7, 5}}, "2004": {Kind: spar.Number, Number: 2004},
		"2–1": {Kind: spar.Text}, "May Day": {Kind: spar.Text}, "A4": {Kind: spar.Text}, "$ 12": {Kind: spar.Number, Number: 12, Unit: "$"}, "": {},
	} {
		want.Text = text
		got := readAs(text, chunk.Custom{})
		if text == "" {
			got.Kind = ""
		}
		if got != want {
			t.Errorf("%q is %+v, want %+v", text, got, want)
		}
	}
}

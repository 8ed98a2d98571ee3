package table

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// staffed is a register as a model is shown it.
func staffed() *Table {
	doc := &spar.Document{State: spar.OK, Blocks: []spar.Block{{Kind: spar.TableKind, Table: &spar.Table{
		Header: []string{"No", "Gender", "Team", "Joined", "Income", "Rise"},
		Rows: []spar.Row{
			{Cells: []string{"1", "Female", "North", "2019-03-01", "5000", "2020-03-01"}}, {Cells: []string{"2", "Male", "North", "2020-05-01", "7000", "2021-03-01"}},
			{Cells: []string{"3", "Female", "East", "2020-07-01", "9000", "2020-07-01"}}, {Cells: []string{"4", "Male", "East", "2021-07-01", "100", "2023-03-01"}},
		},
	}}}}
	return Of(doc, func(spar.Locator, int) string { return "staff.csv" })[0]
}

func TestWritten(t *testing.T) {
	tables := []*Table{staffed()}
	planner := NewPlanner(nil)
	object := func(where, group, selected, order, limit string, meanings ...string) string {
		return `{"answerable":true,"table":"staff.csv","where":[` + where + `],"group":"` + group + `","select":[` + selected + `],"order":` + order + `,"limit":` + limit + `,"meanings":[` + strings.Join(meanings, ",") + `]}`
	}
	means := func(words, column, value, fn string) string {
		return fmt.Sprintf(`{"words":%q,"column":%q,"value":%q,"fn":%q}`, words, column, value, fn)
	}
	none := `{"fn":"","columns":[],"desc":false}`
	for _, tc := range []struct{ question, reply, want, plan string }{
		{"what do women earn on average?", object(`{"part":"","column":"Gender","op":"=","values":["Female"]}`, "", `{"fn":"average","columns":["Income"]}`, none, "0"),
			"", `from "staff.csv" where Gender = Female select average(Income)`},
		{"who came in 2020?", "Here it is: " + object(`{"part":"year","column":"Joined","op":"=","values":["2020"]}`, "", `{"fn":"","columns":["No"]}`, none, "0", means("came", "Joined", "", "")) + " Good luck",
			"", `from "staff.csv" where year(Joined) = 2020 select No`},
		{"who came in July?", object(`{"part":"month","column":"Joined","op":"=","values":["7"]}`, "", `{"fn":"","columns":["No"]}`, none, "0", means("came", "Joined", "", "")),
			"", `from "staff.csv" where month(Joined) = 7 select No`},
		{"best paid team", object("", "Team", `{"fn":"","columns":["Team"]}`, `{"fn":"average","columns":["Income"],"desc":true}`, "1", means("paid", "Income", "", "average")),
			"", `from "staff.csv" group Team select Team order average(Income) desc limit 1`},
		{"who came later than they left?", object(`{"part":"","column":"Left","less":"Joined","op":"<","values":["0"]}`, "", `{"fn":"","columns":["No"]}`, none, "0"), `no column "Left"`, ""},
		{"how many days after they joined did they get a rise?", object("", "", `{"fn":"","columns":["Rise"],"less":"Joined"}`, none, "0"),
			"", `from "staff.csv" select Rise - Joined`},
		{"whose rise came on the day they joined?", object(`{"part":"","column":"Rise","less":"Joined","op":"=","values":["0"]}`, "", `{"fn":"","columns":["No"]}`, none, "0"),
			"", `from "staff.csv" where Rise - Joined = 0 select No`},
		{"what is income less team?", object("", "", `{"fn":"","columns":["Income"],"less":"Team"}`, none, "0"), "is no difference", ""},
		{"how many earn a lot?", object(`{"part":"","column":"Income","op":">","values":["6000"]}`, "", `{"fn":"count","columns":[]}`, none, "0"), "does not say 6000", ""},
		{"how many earn over 6000?", object("", "", `{"fn":"count","columns":[]}`, none, "0"), "does not use the 6000", ""},
		{"the top earners", object("", "", `{"fn":"","columns":["No"]}`, `{"fn":"","columns":["Income"],"desc":true}`, "3"), "does not say 3", ""},
		{"what do women earn?", object(`{"part":"","column":"Gender","op":"=","values":["Women"]}`, "", `{"fn":"average","columns":["Income"]}`, none, "0"), `no cell of Gender is "Women"`, ""},
		{"notes on trips", object(`{"part":"","column":"Team","op":"contains","values":["North"]}`, "", `{"fn":"count","columns":[]}`, none, "0"), `does not say "North"`, ""},
		{"who?", object("", "", `{"fn":"","columns":["Salary"]}`, none, "0"), `no column "Salary"`, ""},
		{"who?", object("", "", `{"fn":"drop","columns":["No"]}`, none, "0"), "a plan that is none", ""},
		{"who?", object("", "", ``, none, "0"), "selects nothing", ""},
		{"who?", object("", "", `{"fn":"","columns":["No"]}`, none, "-1"), "selects nothing", ""},
		{"who?", strings.Replace(object("", "", `{"fn":"","columns":["No"]}`, none, "0"), "staff.csv", "/etc/passwd", 1), "a table that is not there", ""},
		{"who?", `{"answerable":false}`, "no answer", ""},
		{"who?", `I cannot tell.`, "no plan", ""},
		{"who?", `{"answerable":`, "no plan", ""},
		{"who?", `{"answerable":true,"where":"all"}`, "no plan", ""},
		{"who?", "{" + strings.Repeat("[", 70_000) + "}", "no plan", ""},
	} {
		w, err := planner.Written(tc.reply, tc.question, tables)
		p := w.Plan
		switch {
		case tc.want == "" && (err != nil || p.String() != tc.plan):
			t.Errorf("%q: %s, %v; want %s", tc.question, p, err, tc.plan)
		case tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)):
			t.Errorf("%q, %.80s: %s, %v; want %q", tc.question, tc.reply, p, err, tc.want)
		}
	}
}

// TestWrittenFor shows a model labels and a few cells, and allows it no other label.
func TestWrittenFor(t *testing.T) {
	user, schema := WrittenFor("who came last?", []*Table{staffed()})
	for _, want := range []string{`Table "staff.csv"`, `- "Gender" (text), such as "Female" "Male"`, "who came last?"} {
		if !strings.Contains(user, want) {
			t.Errorf("%q is missing in %s", want, user)
		}
	}
	text, err := json.Marshal(schema)
	if err != nil || !strings.Contains(string(text), `"enum":["No","Gender","Team","Joined","Income","Rise"]`) {
		t.Errorf("%s, %v", text, err)
	}
	if required := schema["required"].([]string); !slices.Equal(required, []string{"table", "select", "where", "group", "order", "limit", "meanings", "answerable"}) {
		t.Error(required)
	}
}

package table

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// surgeons is a register where a word for some rows may be one for all. No evaluation set has these questions.
func surgeons(t *testing.T, name string, roles ...string) *Table {
	var b strings.Builder
	b.WriteString("BadgeNo|Role|Clinic|Fee|Hired|Grade\n")
	for i := range 120 {
		fmt.Fprintf(&b, "%d|%s|%s|%d|20%02d-0%d-11|%s\n", 500+i*7, roles[i%len(roles)], []string{"East", "West", "Hill"}[i%7%3], 100+i*13%700, i%20, 1+i%9, []string{"A", "B", "D"}[i%3])
	}
	return made(t, name, b.String())
}

// TestRowsOrSome takes a word that is a part of values for all rows where the table says so, for some where few rows have these values, and
// asks where neither is sure.
func TestRowsOrSome(t *testing.T) {
	p := NewPlanner(nil)
	most := []string{"Chief Surgeon", "Junior Surgeon", "Assistant"}
	for _, c := range []struct {
		of         *Table
		ask, want  string
		doubt      bool
		candidates int
	}{
		{surgeons(t, "surgeons", most...), "how many surgeons are in the West clinic?", "where Clinic = West select count()", false, 0},
		{surgeons(t, "surgeons", most...), "surgeons by role", "group Role select Role, count()", false, 0},
		{surgeons(t, "people", "Chief Surgeon", "Junior Surgeon", "Clerk", "Porter", "Cook"), "how many surgeons are in the West clinic?", `where Role in ("Chief Surgeon", "Junior Surgeon") and Clinic = West select count()`, false, 0},
		{surgeons(t, "export", most...), "how many surgeons are in the West clinic?", "all rows", true, 2},
		{surgeons(t, "export", most...), "how many surgeons have the role of assistant?", "where Role = Assistant select count()", false, 0},
	} {
		s := p.strict(c.ask, c.of)
		got := strings.TrimPrefix(s.plan.String(), "from "+c.of.Name+" ")
		if c.doubt {
			if got = s.reason; !strings.Contains(got, c.want) || len(s.choices) != c.candidates {
				t.Errorf("%s over %s: %q, %d choices", c.ask, c.of.Name, got, len(s.choices))
			}
		} else if got != c.want || s.reason != "" {
			t.Errorf("%s over %s: %s (%s), want %s", c.ask, c.of.Name, got, s.reason, c.want)
		}
	}
}

// TestAsked gives each form that a question asks for.
func TestAsked(t *testing.T) {
	p := NewPlanner(nil)
	of := surgeons(t, "surgeons", "Chief", "Junior", "Trainee")
	for question, want := range map[string]string{
		"count of surgeons in East or West":                              "where Clinic in (East, West) select count()",
		"surgeons in East and West, number":                              "where Clinic in (East, West) select count()",
		"spread between East and West on average fee":                    "where Clinic in (East, West) select distance(average(Fee))",
		"by how many surgeons does East beat West?":                      "where Clinic in (East, West) select distance(count())",
		"what proportion of the aggregate fee is attributable to Hill?":  "where Clinic = Hill select percent(Fee)",
		"please identify the clinic having the largest average fee":      "group Clinic select Clinic order average(Fee) desc limit 1",
		"how does the average fee differ from one clinic to the next":    "group Clinic select Clinic, average(Fee)",
		"how many surgeons exceed a fee of 300?":                         "where Fee > 300 select count()",
		"surgeons with fee 300+: how many":                               "where Fee >= 300 select count()",
		"how many surgeons have 300 fee or less?":                        "where Fee <= 300 select count()",
		"how many surgeons were hired in 2010?":                          "where year(Hired) = 2010 select count()",
		"how many surgeons of grade D do not have the role of junior?":   "where Grade = D and Role != Junior select count()",
		"which clinic values occur among surgeons with a fee over 300?":  "where Fee > 300 group Clinic select Clinic",
		"leading clinic by number of surgeons":                           "group Clinic select Clinic order count() desc limit 1",
		"What are juniors averaging in fee?":                             "where Role = Junior select average(Fee)",
		"please show me 3 surgeons who have the highest fee in the East": "where Clinic = East select BadgeNo order Fee desc limit 3",
	} {
		s := p.strict(question, of)
		if got := strings.TrimPrefix(s.plan.String(), "from surgeons "); got != want || s.reason != "" {
			t.Errorf("%s: %s (%s), want %s", question, got, s.reason, want)
		}
	}
	for question, want := range map[string]string{ // no plan has the form, so that none answers
		"when is the average fee in the East?": `"when" is asked`,
		"where is the fee the highest?":        `"where" is asked`,
	} {
		if s := p.strict(question, of); !strings.Contains(s.reason, want) {
			t.Errorf("%s: %q, %s", question, s.reason, s.plan)
		}
	}
}

// TestLikely refuses a merely likely answer over a large table.
func TestLikely(t *testing.T) {
	of := surgeons(t, "surgeons", "Chief", "Junior", "Trainee")
	readings, err := NewPlanner(nil).Plan(context.Background(), "how many of the surgeons top 300 in fee?", []*Table{of})
	if err != nil {
		t.Fatal(err)
	}
	if why := Unsure(readings); why == "" {
		t.Errorf("answered by %s at %.2f", readings[0].Plan, readings[0].Share)
	}
}

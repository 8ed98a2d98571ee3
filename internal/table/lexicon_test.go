package table

import (
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestSpoken reads questions in words that the table does not have. No question here is in a set that anything is judged by.
func TestSpoken(t *testing.T) {
	staff := made(t, "crew", "StaffNumber|Division|Position|MonthlySalary|YearsAtCompany|YearsSinceLastPromotion|CommuteDistance|OverTime|TripsAbroad|Resigned|Gender|CivilStatus|BadgeNumber\n"+
		strings.TrimSpace(strings.Repeat("_|Sales|Field Representative|2000|3|1|12|Yes|Frequently|No|Female|Single|x\n_|Finance|Controller|4100|9|2|30|No|Rarely|Yes|Male|Married|y\n_|Finance|Clerk|2500|1|0|5|No|Never|No|Male|Divorced|z\n", 40)))
	for i := range staff.Rows {
		staff.Rows[i].Cells[0] = read(number(float64(7+3*i)), noCustom)
		staff.Rows[i].Cells[12] = read("b"+number(float64(i)), noCustom)
	}
	staff.describe()
	p := NewPlanner(nil)
	for question, want := range map[string]string{
		"what does no. 10 take home": "where StaffNumber = 10 select MonthlySalary",
		"Hi, I'm on the phone with number 10 and she'd like to know how long ago she was last promoted": "where StaffNumber = 10 select YearsSinceLastPromotion",
		"How many of the ladies put in extra hours?":                                                    "where Gender = Female and OverTime = Yes select count()",
		"how many men jumped ship, for my report":                                                       "where Gender = Male and Resigned = Yes select count()",
		"Count the people who are still here.":                                                          "where Resigned = No select count()",
		"What's the typical pay of the field reps?":                                                     "where Position = \"Field Representative\" select average(MonthlySalary)",
		"what do we pay out in salaries in Finance every month, all added up?":                          "where Division = Finance select sum(MonthlySalary)",
		"who is the longest-serving controller?":                                                        "where Position = Controller select StaffNumber order YearsAtCompany desc limit 1",
		"staff with salary > 2400 and commute distance <= 5":                                            "where MonthlySalary > 2400 and CommuteDistance <= 5 select StaffNumber",
		"What fraction of the married ones threw in the towel?":                                         "within CivilStatus = Married where Resigned = Yes select percent()",
		"pay gap on average: men vs women":                                                              "where Gender in (Male, Female) select distance(average(MonthlySalary))",
		"avg salary men vs. women":                                                                      "where Gender in (Male, Female) group Gender select Gender, average(MonthlySalary)",
		"Which division has the worst attrition rate?":                                                  "group Division where Resigned = Yes",
		"How many persons are neither a controller nor a clerk?":                                        "where Position != Controller and Position != Clerk select count()",
	} {
		s := p.strict(question, staff)
		got := strings.TrimPrefix(s.plan.String(), "from crew ")
		if question == "Which division has the worst attrition rate?" {
			want = "where Resigned = Yes group Division select Division order percent() desc limit 1"
		}
		if got != want || s.reason != "" {
			t.Errorf("%s: %s (%s), want %s", question, got, s.reason, want)
		}
	}
	for question, want := range map[string]string{
		"how many people speak Norwegian":                `"norwegian"`,
		"what is the phone number of number 10?":         `"phone"`,
		"where does number 10 live?":                     "no place",
		"how many extra hours did number 10 work?":       "not how much",
		"Only those in Berlin. How many men are there?":  `"berlin"`,
		"how many people were hired because of the pay?": `"hired"`,
	} {
		if s := p.strict(question, staff); !strings.Contains(s.reason, want) {
			t.Errorf("%s: %q, %s", question, s.reason, s.plan)
		}
	}
}

// TestChoices gives the answer for each column that a word may mean, and for each figure that a group may have the most of.
func TestChoices(t *testing.T) {
	got, err := NewPlanner(nil).Plan(context.Background(), "what is the average satisfaction in the South?", []*Table{clients(t)})
	if err != nil || len(got) != 2 || !got[0].Choice || Guessed(got) || !strings.Contains(Unsure(got), "say which is meant") {
		t.Errorf("%v, %+v", err, got)
	}
	for _, question := range []string{"which segment has the highest annual spend?"} {
		got, err = NewPlanner(nil).Plan(context.Background(), question, []*Table{clients(t)})
		if err != nil || len(got) != 2 || !got[0].Choice || !strings.Contains(Unsure(got), "the sum or the average of AnnualSpend") ||
			!strings.Contains(got[0].Plan.String(), "order average(AnnualSpend)") || !strings.Contains(got[1].Plan.String(), "order sum(AnnualSpend)") {
			t.Errorf("%s: %v, %+v", question, err, got)
		}
	}
	// Where each figure gives the same group there is no choice.
	got, err = NewPlanner(nil).Plan(context.Background(), "which home region has the least annual spend?", []*Table{clients(t)})
	if err != nil || Unsure(got) != "" || !strings.Contains(got[0].Plan.String(), "order average(AnnualSpend) limit 1") {
		t.Errorf("%v, %s, %s", err, Unsure(got), got[0].Plan)
	}
	if s := NewPlanner(nil).strict("which segment does the client with the highest annual spend belong to?", clients(t)); s.reason != "" || !strings.Contains(s.plan.String(), "select Segment order AnnualSpend desc") {
		t.Errorf("the segment of one client: %s, %s", s.reason, s.plan)
	}
	got, err = NewPlanner(nil).Plan(context.Background(), "how many clients pay by card?", []*Table{clients(t)})
	if err != nil || !Guessed(got) {
		t.Errorf("%v, %+v", err, got)
	}
}

// TestTies takes all rows that share the last place.
func TestTies(t *testing.T) {
	table := made(t, "t", "Id|Team|Points\n1|a|5\n2|b|7\n3|a|7\n4|b|2")
	for plan, want := range map[string]string{
		"from t select Id order Points desc limit 1 with ties":              "2 3",
		"from t select Id order Points desc limit 1":                        "2",
		"from t group Team select Team order max(Points) limit 1 with ties": "a b",
	} {
		p, err := Parse(plan)
		if err != nil || p.String() != plan {
			t.Fatal(err, p)
		}
		r, err := Run(context.Background(), p, []*Table{table})
		if err != nil || strings.Join(r.Answers, " ") != want || (p.Ties && r.Rest != 0) {
			t.Errorf("%s: %v, %v", plan, r, err)
		}
	}
	p, err := Parse("from t select Id order Points desc limit 1")
	if err != nil {
		t.Fatal(err)
	}
	if r, err := Run(context.Background(), p, []*Table{table}); err != nil || r.Rest != 1 || len(r.Tied) != 1 || r.Tied[0] != "3" {
		t.Errorf("the row at the cut: %+v, %v", r, err)
	}
	if _, err := Parse("from t select Id limit 1 with"); err == nil {
		t.Error("no ties are named")
	}
}

// TestPlainly brings signs, ranges and turns of speech to the words that the reader knows.
func TestPlainly(t *testing.T) {
	for text, want := range map[string]string{
		"age >= 30 and pay<2.5k":       "age at least 30 and pay less than 2500",
		"30 <= age <= 39":              "aged between 30 and 39",
		"people in their thirties":     "people aged between 30 and 39",
		"team in {Red, Blue}":          "team in Red or Blue",
		"20+ years":                    "20 or more years",
		"aged 20-29":                   "aged between 20 and 29",
		"I'm sure they don't":          "I am sure they do not",
		"order 2024-05-01":             "order 2024-05-01",
		"the five highest, descending": "the five highest",
	} {
		if got := strings.Join(strings.Fields(plainly(text)), " "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestStrictAnything: no question makes the reader panic, and none takes long.
func TestStrictAnything(t *testing.T) {
	table, p := clients(t), NewPlanner(nil)
	words := strings.Fields("how many which what who the of and or not no 7 2 years older than women men churned spend most least average share percent by each region south corporate ? . : , > = % client vs difference only before")
	rapid.Check(t, func(r *rapid.T) {
		p.strict(strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 12).Draw(r, "words"), " "), table)
	})
	for _, question := range []string{"", "?", "no idea", "'s", ":", "{}", "who", "- -"} {
		p.strict(question, table)
	}
}

package table

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

func helpers(t *testing.T) *Table {
	crew := made(t, "crew", "StaffNumber|Division|YearsAtCompany|SupportCalls|OverTime|Gender\n"+strings.TrimSpace(strings.Repeat("_|Sales|3|1|Yes|Female\n_|Finance|14|2|No|Male\n_|Finance|2|3|No|Male\n_|Legal|20|0|Yes|Male\n", 40)))
	for i := range crew.Rows {
		crew.Rows[i].Cells[0] = read(number(float64(7+3*i)), noCustom)
	}
	crew.describe()
	return crew
}

// TestAlternates reads an "or" between conditions on different columns.
func TestAlternates(t *testing.T) {
	crew := helpers(t)
	p := NewPlanner(nil)
	for question, want := range map[string]string{
		"How many people are either in Sales or have more than 10 years at the company?":         "where (Division = Sales or YearsAtCompany > 10) select count() = 120",
		"How many men are either in Legal or work overtime?":                                     "where Gender = Male and (Division = Legal or OverTime = Yes) select count() = 40",
		"how many people had 2 or 3 support calls":                                               "where SupportCalls in (2, 3) select count() = 80",
		"Average years at company of those who are in Sales or work overtime":                    "where (Division = Sales or OverTime = Yes) select average(YearsAtCompany) = 11.5",
		"What percentage of the people are either in Finance or have more than 2 support calls?": "where (Division = Finance or SupportCalls > 2) select percent() = 50",
	} {
		s := p.strict(question, crew)
		if s.reason != "" {
			t.Errorf("%s: %s", question, s.reason)
			continue
		}
		r, err := Run(t.Context(), s.plan, []*Table{crew})
		if err != nil || len(r.Answers) != 1 {
			t.Fatalf("%s: %s: %v", question, s.plan, err)
		}
		if got := strings.TrimPrefix(s.plan.String(), "from crew ") + " = " + r.Answers[0]; got != want {
			t.Errorf("%s: %s, want %s", question, got, want)
		}
	}
}

// TestAlternativesAsText runs and refuses alternatives that a person wrote.
func TestAlternativesAsText(t *testing.T) {
	crew := helpers(t)
	for text, want := range map[string]string{
		"from crew where (Division = Sales and OverTime = Yes or YearsAtCompany >= 14) and Gender = Male select count()": "80",
		"from crew where Gender = Female and (Division = Sales) select count()":                                          "40",
		"from crew where (SupportCalls in (1, 2) or Division = Legal) group Gender select Gender, count()":               "Female, 40|Male, 80",
	} {
		plan, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		again, err := Parse(plan.String())
		if err != nil || again.String() != plan.String() {
			t.Errorf("%s is printed as %s: %v", text, plan, err)
		}
		r, err := Run(t.Context(), plan, []*Table{crew})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(r.Answers, "|"); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"from crew where Division = Sales or OverTime = Yes select count()":    "in parentheses",
		"from crew where (Division = Sales or OverTime = Yes select count()":   "not closed",
		"from crew where (A = 1 or B = 2) and (C = 3 or D = 4) select count()": "once",
		"from crew within (A = 1 or B = 2) select percent()":                   "only the conditions of where",
		"from crew where (A = 1 or (B = 2 or C = 3)) select count()":           "once",
		"from crew where () select count()":                                    "is expected",
	} {
		if _, err := Parse(text); spar.CodeOf(err) != spar.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q in it", text, err, want)
		}
	}
	plan, err := Parse("from crew where (Division = Sales or Wages > 3) select count()")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), plan, []*Table{crew}); spar.CodeOf(err) != spar.Invalid || !strings.Contains(err.Error(), "Wages") {
		t.Errorf("an unknown column among alternatives: %v", err)
	}
}

package service_test

import (
	"slices"
	"testing"

	"github.com/sparsearch/spar/internal/api"
)

// staffOf is a table that questions go on about.
const staffOf = "Number,Name,Department,Role,Gender,Age,Income\n" +
	"1,Ada Byron,Sales,Manager,Female,41,9000\n2,Max Miller,Sales,Clerk,Male,29,4000\n3,Lea Ortiz,Research,Manager,Female,52,9500\n" +
	"4,Tim Weiss,Research,Scientist,Male,33,6000\n5,Zoe Park,Research,Scientist,Female,38,6500\n6,Ben Adler,Sales,Clerk,Male,25,3500\n"

// TestContinuedPlan: what goes on with a computed answer changes one part of its plan, and each turn goes on with the last.
func TestContinuedPlan(t *testing.T) {
	s, h := open(t, map[string]string{"staff.csv": staffOf, "hr/leave.md": "# Leave\n\nManagers may take 30 days of leave in a year. The budget was approved by Lea Ortiz.\n"})
	h.Scanned()
	first := ask(t, s, reader, api.Question{Question: "average income by department", Thread: api.NewThread})
	if first.Computed == nil {
		t.Fatalf("the first answer is %q", first.Answer)
	}
	for _, tc := range []struct {
		words, plan string
		answers     []string
	}{
		{"And only for managers?", `from "docs:staff.csv" where Role = Manager group Department select Department, average(Income)`, []string{"Sales, 9000", "Research, 9500"}},
		{"and by gender?", `from "docs:staff.csv" where Role = Manager group Gender select Gender, average(Income)`, []string{"Female, 9250"}},
		{"and for scientists?", `from "docs:staff.csv" where Role = Scientist group Gender select Gender, average(Income)`, []string{"Male, 6000", "Female, 6500"}},
		{"highest first", `from "docs:staff.csv" where Role = Scientist group Gender select Gender, average(Income) order average(Income) desc`, []string{"Female, 6500", "Male, 6000"}},
		{"und das mittlere Alter?", "", nil},
	} {
		a := ask(t, s, reader, api.Question{Question: tc.words, Thread: first.Thread})
		if tc.plan == "" {
			continue // it may be understood or not; it must not fail
		}
		if a.Computed == nil || a.Computed.Plan != tc.plan || !slices.Equal(a.Computed.Answers, tc.answers) || a.Rewritten == "" || a.Refused {
			t.Errorf("%q: %+v, taken as %q: %q", tc.words, a.Computed, a.Rewritten, a.Answer)
		}
	}

	// A question of its own, one about text, and one of other files go on with no plan.
	for _, q := range []api.Question{
		{Question: "and who approved the budget?", Thread: first.Thread},
		{Question: "How many days of leave may managers take?", Thread: first.Thread},
	} {
		if a := ask(t, s, reader, q); a.Computed != nil || a.Refused {
			t.Errorf("%q: %+v, %q", q.Question, a.Computed, a.Answer)
		}
	}
	again := ask(t, s, reader, api.Question{Question: "average income by department", Thread: api.NewThread})
	if a := ask(t, s, reader, api.Question{Question: "and by gender?", Thread: again.Thread, Scope: "path:hr/*"}); a.Computed != nil {
		t.Errorf("a table outside of the scope: %+v", a.Computed)
	}
}

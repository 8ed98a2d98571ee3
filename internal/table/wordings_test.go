package table

import "testing"

// TestOtherWordings asks in words of closed classes, of light verbs and of nouns for the rows that the table does not have.
func TestOtherWordings(t *testing.T) {
	plots := made(t, "plots", berths)
	people := made(t, "people", "Number|Age|Gender|Unit|Left|Monthly Pay|Pay Rise Percent\n1|31|Female|Law|No|3000|11\n2|45|Male|Law|Yes|4000|12\n3|27|Male|Tax|No|5000|14\n20|60|Female|Tax|No|9000|20\n4|52|Male|Tax|Yes|9100|13\n")
	staffed := made(t, "staffed", "Number|Age|Gender|Years At Company|Distance From Home\n1|31|Female|3|10\n2|45|Male|12|3\n3|27|Male|2|8\n20|60|Female|30|40\n4|52|Male|8|37\n")
	p := NewPlanner(nil)
	for _, c := range []struct {
		of             *Table
		question, want string
	}{
		{plots, "nr of plots per site", `group Site select Site, count()`},
		{plots, "North plots where the fence says No", `where Site = North and Fence = No select Plot`},
		{plots, "how many plots are on another site than South?", `where Site != South select count()`},
		{plots, "how many plots have at least 2 and at most 4 hrs?", `where Hrs >= 2 and Hrs <= 4 select count()`},
		{plots, "which are the three plots with the longest len?", `select Plot order "Len." desc limit 3`},
		{plots, "# plots in the North", `where Site = North select count()`},
		{people, "how many are older than twenty-seven?", `where Age > 27 select count()`},
		{people, "number 3: both the age and the unit, please", `where Number = 3 select Age, Unit`},
		{people, "what's the top pay among men and what's the top among women?", `where Gender in (Male, Female) group Gender select Gender, max("Monthly Pay")`},
		{people, "of every hundred dollars of monthly pay, how many go to Law?", `where Unit = Law select percent("Monthly Pay")`},
		{staffed, "which people have been at the company for longer than 5 years?", `where "Years At Company" > 5 select Number`},
		{staffed, "who lives longer than 20 km from home?", `where "Distance From Home" > 20 select Number`},
		{people, "what is number 20 supposed to be paid monthly?", `where Number = 20 select "Monthly Pay"`},
	} {
		got := p.strict(c.question, c.of)
		plan := ""
		if got.reason == "" {
			got.plan.From = nil
			plan = says(Candidate{Plan: got.plan})
		}
		if plan != c.want {
			t.Errorf("%s: %q (%s), want %q", c.question, plan, got.reason, c.want)
		}
	}
}

// TestNounsForRows takes a noun that the table does not have for its rows only where two more things of the table are said.
func TestNounsForRows(t *testing.T) {
	plots := made(t, "plots", berths)
	p := NewPlanner(nil)
	for question, want := range map[string]bool{
		"how many gardens in the North have a fence?": true,
		"how many North gardens have a fence?":        true,
		"how many gardens are in the North?":          false, // it may be of another table
		"names in the North with a fence":             false,
	} {
		s := p.strict(question, plots)
		again, word := p.withRows(s)
		if got := word != "" && s.mayMeanRows(&again.plan); got != want {
			t.Errorf("%s: rows are taken: %v (%s), want %v", question, got, s.reason, want)
		}
	}
}

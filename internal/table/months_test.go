package table

import (
	"context"
	"testing"
)

// TestMonths takes the rows of one month, though a cell of the same form may be a season.
func TestMonths(t *testing.T) {
	weather := made(t, "weather", "Day|Wind\n2012-01-05|4\n2012-01-09|6\n2012-02-01|90\n2013-01-01|70\n")
	teams := made(t, "teams", "Season|Points\n2001-02|40\n2002-03|50\n")
	for plan, want := range map[string]string{
		`from weather where Day = "2012-01" select average(Wind)`: "5",
		`from weather where Day > "2012-01" select count()`:       "2",
		`from teams where Season = "2001-02" select Points`:       "40",
	} {
		p, err := Parse(plan)
		if err != nil {
			t.Fatal(err)
		}
		of := weather
		if p.From[0] == "teams" {
			of = teams
		}
		r, err := Run(context.Background(), p, []*Table{of})
		if err != nil || len(r.Answers) != 1 || r.Answers[0] != want {
			t.Errorf("%s: %v %v, want %s", plan, r, err, want)
		}
	}
}

package table

import (
	"context"
	"strings"
	"testing"
)

// TestRowsNumbered: a number behind the table's name is that of a row, of whichever column tells the rows apart; and what numbers say which it is is counted and not added up.
func TestRowsNumbered(t *testing.T) {
	releases := made(t, "debian.csv", "version|codename|released\n8|Jessie|2015-04-25\n9|Stretch|2017-06-17\n10|Buster|2019-07-06\n11|Bullseye|2021-08-14\n12|Bookworm|2023-06-10\n")
	matches := made(t, "matches.csv", "opponent|goals|day\nReds|1|2024-05-01\nBlues|2|2024-05-08\nGreens|4|2024-05-15\n")
	for _, c := range []struct {
		table    *Table
		question string
		want     string
	}{
		{releases, "What is the codename of Debian 10?", "Buster"},
		{releases, "When was Debian 12 released?", "2023-06-10"},
		{releases, "How many versions are there?", "5"},
		{releases, "How many versions were released after 2016?", "4"},
		{matches, "How many goals were there?", "7"},
	} {
		got, err := NewPlanner(nil).Plan(context.Background(), c.question, []*Table{c.table})
		if err != nil || len(got) == 0 {
			t.Fatal(c.question, err)
		}
		if answer := strings.Join(got[0].Result.Answers, "; "); !strings.HasSuffix(answer, c.want) || Unsure(got) != "" {
			t.Errorf("%s: %s (%s, %s), want %s", c.question, answer, got[0].Plan, Unsure(got), c.want)
		}
	}
}

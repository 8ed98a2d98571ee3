package service_test

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
)

// TestSaysFigures: a computed answer states an average with the decimals of its column, and an extreme with its figure. A reading that
// leaves out a word of the question is unsure, but never a refusal.
func TestSaysFigures(t *testing.T) {
	s, _ := open(t, map[string]string{
		"fleet/mpg.csv": "name,origin,unitprice,cylinders,mpg\nheavy one,usa,4100,8,18\nsecond one,usa,4200,8,15\nsmall one,japan,2300,4,33\nother one,japan,2450,4,31\n" +
			"third one,japan,2451,4,30\nfifth one,europe,3100,4,26\nsixth one,usa,3500,6,24\n",
		"notes.txt": "The garage opens at eight.\n",
	})
	if _, err := all(s.Scan(t.Context(), owner, api.ScanRequest{})); err != nil {
		t.Fatal(err)
	}
	for question, want := range map[string]struct {
		begins string
		unsure bool
	}{
		"What is the average unit price in japan?": {"2400.33 (average of unitprice, origin japan", false},
		"Which name has the highest mpg?":          {"small one, 33 (", false},
		"What is the highest mpg?":                 {"33, small one (", false},
		"How many vehicles have 8 cylinders?":      {"2 (number of rows, cylinders 8", true},
		"What is the average mpg by origin?":       {"usa, 19; japan, 31.33; europe, 26 (", false},
	} {
		events, err := all(s.Ask(t.Context(), owner, api.Question{Question: question, Extract: true}))
		if err != nil {
			t.Fatal(err)
		}
		a := events[len(events)-1].Answer
		if a == nil || a.Refused || a.Computed == nil || len(a.Bullets) == 0 || !strings.HasPrefix(a.Bullets[0].Text, want.begins) || a.Unsure != want.unsure || a.Unsure && a.Confidence >= .6 {
			t.Errorf("%s: %+v", question, a)
			continue
		}
		// A figure of all rows cites their column, by the label of its header; that of some rows or one a cell.
		c := a.Citations[0]
		if whole := a.Computed.Of > 1 && !strings.Contains(a.Computed.Plan, " where "); c.Locator.Column == 0 || (c.Locator.Row == 0) != whole || whole && c.Text != a.Computed.Cells[0].Label || a.Computed.Spoken == "" {
			t.Errorf("%s cites %+v, of %d cells", question, c, a.Computed.Of)
		}
	}
}

package scope

import (
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// TestCalled: people are found by their address and family name, and the time that a file is about by one that it lies in.
func TestCalled(t *testing.T) {
	for _, c := range []struct {
		key, asked, has string
		want            bool
	}{
		{"from", "ada@northwind.ie", "Ada Byron <ada@northwind.ie>", true},
		{"from", "Ada Byron", "Ada Byron <ada@northwind.ie>", true},
		{"from", "byron", "Ada Byron <ada@northwind.ie>", true},
		{"from", "*@northwind.ie", "Ada Byron <ada@northwind.ie>", true},
		{"from", "northwind", "Ada Byron <ada@northwind.ie>", false},
		{"to", "bob@northwind.ie", "bob@northwind.ie", true},
		{"patient-name", "Holloway", "Holloway, Ann", true},
		{"patient-name", "Ann", "Holloway, Ann", false},
		{"author", "Lovelace", "Ada Lovelace", true},
		{"title", "Lovelace", "Ada Lovelace", false},
		{"period", "2019", "2019-Q2", true},
		{"period", "2019-Q2", "2019-05", true},
		{"period", "2019-q2", "2019-Q2", true},
		{"period", "2019-Q2", "2019-07", false},
		{"period", "2019-Q2", "2019", false},
		{"period", "2019-H1", "2019-Q2", true},
		{"period", "<2019-07", "2019-Q2", true},
		{"period", "2019-Q7", "2019-05", false},
	} {
		matches, err := Attribute{Key: c.key}.matcher(spar.Match{Text: c.asked})
		if err != nil || matches(spar.Value{Kind: spar.Text, Text: c.has}) != c.want {
			t.Errorf("%s:%s of %q: %v, %v", c.key, c.asked, c.has, !c.want, err)
		}
	}
}

package service_test

import (
	"slices"
	"testing"

	"github.com/sparsearch/spar/internal/api"
)

// TestNamesAreWhole: a name counts as a whole word, not as the beginning of others. An answer lists all files if the question asks for
// all. The texts are searched for the name of the only place.
func TestNamesAreWhole(t *testing.T) {
	s, h := open(t, map[string]string{
		"a.md": "# Agreement with Lathby\n\nThis concerns Lathby and its services in 2028.\n",
		"b.md": "# Amendment to the agreement with Lathby\n\nThis concerns Lathby and its services in 2029.\n",
		"c.md": "# Order for Lathby licences\n\nThis concerns Lathby and its services in 2030.\n",
		"d.md": "# Statement of work: Lathby payroll\n\nThis concerns Lathby in 2031.\n",
		"e.md": "# Agreement with Veltro\n\nVeltro cleans the offices.\n",
		"f.md": "# Notes\n\nThe lathbyite ore is kept dry; lathbyites crumble.\n",
	})
	scan(t, s, api.Question{Question: "how many files are there?"})
	_ = h
	for _, c := range []struct {
		asked string
		files int
	}{
		{"Which documents mention Lathby?", 4},
		{"List all documents about Lathby", 4},
		{"How many documents mention lathby?", 5},
		{"Which documents mention Lathbyite?", 1},
	} {
		a := ask(t, s, owner, api.Question{Question: c.asked})
		if a.Inventory == nil || a.Inventory.Files != c.files {
			t.Errorf("%s: %+v %s", c.asked, a.Inventory, a.Answer)
			continue
		}
		if c.files == 4 && slices.ContainsFunc(a.Inventory.Listed, func(f api.ListedFile) bool { return f.Path.Name > "d.md" }) {
			t.Errorf("%s: %+v", c.asked, a.Inventory.Listed)
		}
	}
}

package registers

import (
	"strings"
	"testing"
)

// TestOffice: every question has three wordings of its own in its register, or two in half h, and gold or a reason to refuse; the halves
// share no table.
func TestOffice(t *testing.T) {
	names := map[string]bool{}
	for _, half := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"} {
		list, err := Office(half)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range list {
			if names[r.Name] {
				t.Errorf("%s is there twice", r.Name)
			}
			names[r.Name] = true
			asked := map[string]bool{}
			for _, q := range r.Questions {
				wordings := q.Wordings[:]
				if half == "h" {
					wordings = wordings[:2]
				}
				for _, w := range wordings {
					if w == "" || asked[strings.ToLower(w)] {
						t.Errorf("%s: %q is empty or asked twice", q.ID, w)
					}
					asked[strings.ToLower(w)] = true
				}
				if (q.Kind == Refuse) != (len(q.Gold) == 0) || (q.Kind == Refuse) != (q.Why != "") {
					t.Errorf("%s: gold %q, reason %q", q.ID, q.Gold, q.Why)
				}
			}
		}
	}
	if len(names) != 32 {
		t.Errorf("there are %d registers", len(names))
	}
}

// TestOfficeK: halves k and l have the questions of three registers in turn, in two wordings each.
func TestOfficeK(t *testing.T) {
	for _, half := range []string{"k", "l"} {
		list, err := Office(half)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range list {
			asked := map[string]bool{}
			for _, q := range r.Questions {
				for _, w := range q.Wordings[:2] {
					asked[strings.ToLower(w)] = true
				}
				if (q.Kind == Refuse) != (len(q.Gold) == 0) {
					t.Errorf("%s: gold %q", q.ID, q.Gold)
				}
			}
			if len(asked) != 34 {
				t.Errorf("half %s asks %d questions of %s", half, len(asked), r.Name)
			}
		}
	}
}

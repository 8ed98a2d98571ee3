package answer

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// steps are a procedure of n steps, each long enough that they do not fit into the passages around the first.
func steps(n int) string {
	var b strings.Builder
	b.WriteString("# Lathe\n\n## Start\n\nTo start the lathe, do the following:\n\n")
	for i := range n {
		fmt.Fprintf(&b, "%d. Turn wheel %d until the mark of the spindle stands at the notch %d, %s and then lock it\n", i+1, i+1, i+1, strings.Repeat("look at the dial, ", 3))
	}
	b.WriteString("\nThe lathe is loud.\n")
	return b.String()
}

// TestLength: a list told in part says how many items there are. A short answer tells its first items, a long one more.
func TestLength(t *testing.T) {
	for _, tc := range []struct {
		length    Length
		steps     int
		shown, of int
	}{{Usual, 5, 0, 0}, {Short, 5, 3, 5}, {Usual, 40, 13, 40}, {Long, 30, 0, 0}} {
		hits, o := found(t, "lathe.md", steps(tc.steps), "To start")
		o.Length = tc.length
		a := composed(t.Context(), "How do I start the lathe?", hits, weights{}, o)
		if len(a.Bullets) == 0 {
			t.Fatalf("%q of %d: %+v", tc.length, tc.steps, a)
		}
		b := a.Bullets[0]
		items := len(a.Bullets) - 1
		if b.Text != "To start the lathe, do the following:" || b.Of != tc.of || b.Of > 0 && b.Shown != items || b.Of == 0 && items != tc.steps {
			t.Errorf("%q of %d steps: %d items, shown %d of %d: %s", tc.length, tc.steps, items, b.Shown, b.Of, b.Text)
		}
		if said := fmt.Sprintf("(%d, of which %d shown)", b.Of, b.Shown); b.Of > 0 && !strings.Contains(a.Text, said) {
			t.Errorf("%q is not in %s", said, a.Text)
		}
	}
}

func TestShortFact(t *testing.T) {
	const text = "# Badge\n\nA badge opens the gate of the yard.\n\nA badge costs 12 euros at the gate.\n"
	hits, o := found(t, "badge.md", text, "A badge opens")
	o.Length = Short
	a := composed(t.Context(), "How much is a badge at the gate?", hits, weights{}, o)
	if diff := cmp.Diff([]string{"A badge costs 12 euros at the gate."}, texts(a)); diff != "" {
		t.Error(diff)
	}
}

// TestOutline: a document that a question names is summed up by the sentence of each section that says most.
func TestOutline(t *testing.T) {
	const text = "# Travel policy\n\nThis policy is about travel for the company.\n\n## Trains\n\nSee below. Staff take the train for travel of less than five hours.\n\n" +
		"## Hotels\n\nA hotel costs at most 140 euros a night.\n\n### Cities\n\nIn Paris a hotel may cost 180 euros.\n\n## Papers\n\nTake with you:\n\n- the badge\n- the card\n- the ticket\n- the map\n"
	hits, o := found(t, "travel.md", text, "This policy")
	a := composed(t.Context(), "Summarise the travel policy", hits, weights{}, o)
	if diff := cmp.Diff([]string{
		"Travel policy: This policy is about travel for the company.", "Trains: Staff take the train for travel of less than five hours.", "Hotels: A hotel costs at most 140 euros a night.",
		"Papers: Take with you: the badge; the card; the ticket",
	}, texts(a)); diff != "" {
		t.Error(diff)
	}
	if b := a.Bullets[len(a.Bullets)-1]; b.Shown != 3 || b.Of != 4 {
		t.Errorf("the list shows %d of %d", b.Shown, b.Of)
	}
	o.Length = Short
	if a := composed(t.Context(), "Summarise the report of the board", hits, weights{}, o); !a.Refused && len(a.Bullets) > 1 {
		t.Errorf("another document is summed up: %v", texts(a))
	}
}

package question

import "testing"

// A remark beside a question gives the reason; the question gives the form of its answer.
func TestAside(t *testing.T) {
	for _, tc := range []struct {
		text string
		form Form
		want Want
	}{
		{"A customer tells me that she is moving. What do I do?", Procedure, Anything},
		{"How hard is the water in Pennerash? A customer wants to set her dishwasher.", Fact, Anything},
		{"My badge was stolen yesterday. How many days may a new one take?", Count, Figure},
		{"Is Dr. Ogle the clerk?", Boolean, Truth},
		{"was the crew's absence in february paid", Boolean, Truth},
		{"Why is the spillway late?", Fact, Reason},
		{"how is a main flushed", Procedure, Anything},
		{"how is the fee calculated", Fact, Anything},
		{"Which issue of the burst mains procedure counts today?", Version, Anything},
		{"Which drought plan is the valid one?", Version, Anything},
		{"summary of the project log of Sill Lane", Summary, Anything},
	} {
		if q := Parse(tc.text); q.Form != tc.form || q.Wants() != tc.want {
			t.Errorf("%q is a %s for %q, not a %s for %q", tc.text, q.Form, q.Wants(), tc.form, tc.want)
		}
	}
}

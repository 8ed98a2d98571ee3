package scope

import (
	"testing"

	"github.com/sparsearch/spar/internal/spar"
	"pgregory.net/rapid"
)

var origins = []spar.Origin{spar.ByPerson, spar.ByRule, spar.BySidecar, spar.ByPath, spar.ByReading, spar.ByEncoder, spar.ByModel}

// attributesOf draws attributes of the keys that names knows, and others.
func attributesOf(t *rapid.T, label string, from []spar.Origin) (list []spar.Attribute) {
	for range rapid.IntRange(0, 4).Draw(t, label) {
		v := spar.Value{Kind: spar.Text, Text: rapid.SampledFrom([]string{"public", "Open", "secret", "red", "mauve", "Apollo", "12"}).Draw(t, "value")}
		if rapid.Bool().Draw(t, "numeric") {
			v = spar.Value{Kind: spar.Number, Number: float64(rapid.IntRange(1, 20).Draw(t, "number"))}
		}
		list = append(list, spar.Attribute{
			Key: rapid.SampledFrom([]string{"pages", "level", "colour", "project", "client"}).Draw(t, "key"), Value: v, Origin: rapid.SampledFrom(from).Draw(t, "origin"),
		})
	}
	return list
}

func constraintOf(t *rapid.T) spar.Constraint {
	text := rapid.SampledFrom([]string{
		"pages:12", "pages:>10", "pages:..5", "level:public", "level:..internal", "level:>public", "colour:red", "colour:(red|green)",
		"project:apollo", "project:1..15", "client:a*", "client:(12|red)", "has:pages", "has:level", "has:colour", "has:project", "has:client",
		"unknown:pages", "unknown:level", "unknown:project", "type:pdf", "state:ok", "tag:HR",
	}).Draw(t, "constraint")
	s, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return s.Constraints[0]
}

func meaning(t *rapid.T, c ...spar.Constraint) []Predicate {
	list, err := Compile(spar.Scope{Constraints: c}, names{})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestReadingDecides: whatever reading finds, it makes the unknown known and changes nothing known before, except for constraints about
// reading itself.
func TestReadingDecides(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := constraintOf(t)
		c.Not = rapid.Bool().Draw(t, "not")
		p := meaning(t, c)[0]
		given := attributesOf(t, "given", []spar.Origin{spar.ByPerson, spar.ByRule, spar.BySidecar, spar.ByPath, spar.ByEncoder, spar.ByModel})
		before := Facts{File: &spar.File{State: rapid.SampledFrom([]spar.State{spar.Unread, spar.Offline}).Draw(t, "state")}, Attributes: given}
		found := attributesOf(t, "found", []spar.Origin{spar.ByReading})
		after := Facts{File: &spar.File{State: spar.OK, Format: "pdf"}, Attributes: append(found, given...)}
		was, is := p(before), p(after)
		if is == Unknown {
			t.Fatalf("%s is unknown of a file that was read", PrintConstraint(c))
		}
		if c.Key == "unknown" || c.Key == "state" {
			if was == Unknown {
				t.Fatalf("%s is unknown", PrintConstraint(c))
			}
			return
		}
		if was != Unknown && was != is {
			t.Fatalf("%s was %v and is %v once the file was read", PrintConstraint(c), was, is)
		}
	})
}

// TestKleene: negation, alternatives and conjunction are those of Kleene's logic.
func TestKleene(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := Facts{
			File:       &spar.File{State: rapid.SampledFrom([]spar.State{spar.Unread, spar.OK, spar.Encrypted}).Draw(t, "state")},
			Attributes: attributesOf(t, "attributes", origins),
		}
		a, b := constraintOf(t), constraintOf(t)
		if b.Key != a.Key { // alternatives are values of one key
			b = a
		}
		one, two := meaning(t, a)[0](f), meaning(t, b)[0](f)
		negated := a
		negated.Not = true
		if got := meaning(t, negated)[0](f); got != True-one {
			t.Fatalf("%s is %v where %s is %v", PrintConstraint(negated), got, PrintConstraint(a), one)
		}
		either := a
		either.Values = append(append([]spar.Match(nil), a.Values...), b.Values...)
		if got := meaning(t, either)[0](f); got != max(one, two) {
			t.Fatalf("%s is %v of %v and %v", PrintConstraint(either), got, one, two)
		}
		if got := Holds(spar.Scope{Constraints: []spar.Constraint{a, b}}, meaning(t, a, b), f); got != min(one, two) {
			t.Fatalf("both are %v of %v and %v", got, one, two)
		}
		if a.Key == "has" {
			unknown := a
			unknown.Key = "unknown"
			if got := meaning(t, unknown)[0](f); (got == True) != (one == Unknown) || got == Unknown {
				t.Fatalf("%s is %v where %s is %v", PrintConstraint(unknown), got, PrintConstraint(a), one)
			}
		}
	})
}

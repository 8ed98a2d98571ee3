package table

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/spar"
	"pgregory.net/rapid"
)

func text(t *rapid.T, what string) string {
	return rapid.OneOf(rapid.StringMatching(`[A-Za-z ]{1,8}`), rapid.String(), rapid.SampledFrom([]string{"select", "and", "in", "(", "=", "5", "-1.5", "007", "a\nb", `\`, `"`, "#2"})).
		Filter(func(s string) bool { return !strings.ContainsRune(s, '�') }).Draw(t, what)
}

func items(t *rapid.T, fns ...[]string) Item {
	var all []string
	for _, f := range fns {
		all = append(all, f...)
	}
	it := Item{Fn: rapid.SampledFrom(append(all, "")).Draw(t, "fn")}
	for _, f := range pairFns {
		if it.Fn == f && rapid.Bool().Draw(t, "of") {
			of := Item{Fn: rapid.SampledFrom(manyFns).Draw(t, "many"), Labels: rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string { return text(t, "label") }), 1, 2).Draw(t, "labels")}
			it.Of = &of
			return it
		}
	}
	least, most := 0, 3
	if it.Fn == "" {
		least, most = 1, 1
	}
	for range rapid.IntRange(least, most).Draw(t, "n") {
		it.Labels = append(it.Labels, text(t, "label"))
	}
	return it
}

func conditions(t *rapid.T) (list []Condition) {
	for range rapid.IntRange(0, 3).Draw(t, "conditions") {
		c := Condition{Item: items(t, cellFns, manyFns), Op: rapid.SampledFrom(ops).Draw(t, "op")}
		n := 1
		if c.Op == "in" {
			n = rapid.IntRange(1, 3).Draw(t, "values")
		}
		for range n {
			c.Values = append(c.Values, text(t, "value"))
		}
		list = append(list, c)
	}
	return list
}

// TestPrintedPlan reads every plan back as it was printed.
func TestPrintedPlan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Plan{Within: conditions(t), Where: conditions(t), Having: conditions(t)}
		if rapid.Bool().Draw(t, "either") {
			for range rapid.IntRange(2, 3).Draw(t, "alternatives") {
				if list := conditions(t); len(list) > 0 {
					p.Either = append(p.Either, list)
				}
			}
			if len(p.Either) == 1 {
				p.Either = nil
			}
		}
		for range rapid.IntRange(1, 3).Draw(t, "tables") {
			p.From = append(p.From, text(t, "table"))
		}
		if rapid.Bool().Draw(t, "grouped") {
			p.Group = items(t, cellFns)
		}
		for range rapid.IntRange(1, 3).Draw(t, "items") {
			p.Select = append(p.Select, items(t, rowFns, manyFns, pairFns, otherFns))
		}
		if rapid.Bool().Draw(t, "ordered") {
			p.Order = &Order{Item: items(t, manyFns, otherFns), Desc: rapid.Bool().Draw(t, "desc")}
		}
		p.Limit = rapid.IntRange(0, 9).Draw(t, "limit")
		got, err := Parse(p.String())
		if err != nil {
			t.Fatalf("%s: %v", p, err)
		}
		if diff := cmp.Diff(p, got); diff != "" {
			t.Errorf("%s\n%s", p, diff)
		}
	})
}

func TestPlansThatAreNone(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "begins with: from TABLE",
		"from":                                 "ends where the name of a table",
		"from a":                               "what to select",
		"from a where b select c":              `"select" at byte 15`,
		"from a select smu(b)":                 `did you mean "sum"`,
		`from "a select b`:                     "quote at byte 5",
		"from a select b limit 0":              "above 0",
		"from a select b order c down":         `"down"`,
		"from a where b in 5 select c":         "parentheses",
		"from a where b = select select count": `before "select"`,
		"from a select sum(b":                  "parenthesis of sum",
		"from \xff select b":                   "UTF-8",
	} {
		_, err := Parse(text)
		if err == nil || spar.CodeOf(err) != spar.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// FuzzParse reads anything without failing, and prints every plan so that it reads the same again.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"from a select b", `from "x:y.csv" within A = 1 where B in (1, "two") and year(C) >= 2000 group D having count() > 2 select D, sum(E) order sum(E) desc limit 3`, "from a select difference(average(b))"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(p.String())
		if err != nil || cmp.Diff(p, again) != "" {
			t.Errorf("%q is %q: %v", text, p, err)
		}
	})
}

func TestWords(t *testing.T) {
	p, err := Parse(`from "hr:data.csv" where Department = Sales group JobRole select JobRole, average(MonthlyIncome) order count() desc limit 3`)
	if want := "JobRole, average(MonthlyIncome) where Department = Sales group JobRole order count() desc limit 3"; err != nil || p.Words() != want {
		t.Errorf("%q, %v", p.Words(), err)
	}
}

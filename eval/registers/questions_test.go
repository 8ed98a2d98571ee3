package registers

import (
	"strings"
	"testing"
)

// TestParseAsked: names stand for calls, with and without parameters, and a mistake is told with its file and line.
func TestParseAsked(t *testing.T) {
	small, err := read(strings.NewReader("EmployeeNumber,Pay,Team\n1,10,red\n4,30,red\n6,50,blue\n"))
	if err != nil {
		t.Fatal(err)
	}
	list, err := parseAsked("few.txt", `# Questions about a few.
let red = is("Team", "red")
let richer(team, pay) = all(is("Team", team), over("Pay", pay))

count: one(number, red)
  how many are red?
  the red ones: count

filter 2: keys(richer("red", 20))
  who of the red earns more than 20?
`+"sum: one(known(sumOf, `Pay`), not(red))\n  the pay of the others\ntop: first(2, \"Pay\", true, everybody)\n  the top two\n")
	if err != nil || len(list) != 4 {
		t.Fatal(len(list), err)
	}
	for i, want := range []struct{ kind, gold, wordings string }{
		{"count", "2", "how many are red?|the red ones: count|"}, {"filter 2", "4", "who of the red earns more than 20?||"}, {"sum", "50", "the pay of the others||"}, {"top", "6|4", "the top two||"},
	} {
		q := Question{}
		if err := list[i].gold(small, &q); err != nil || list[i].kind != want.kind || strings.Join(q.Gold, "|") != want.gold || strings.Join(list[i].wordings[:], "|") != want.wordings {
			t.Errorf("question %d: %q, %q, %q, %v", i, list[i].kind, q.Gold, list[i].wordings, err)
		}
	}
	for text, says := range map[string]string{
		"counts: none(\"x\")\n  a\n":                                       `x.txt, line 1: no question begins with "counts"`,
		"# a\n\n  who?\n":                                                  "x.txt, line 3: a wording has no question",
		"refuse: none(\"x\")\n  a\n  b\n  c\n  d\n":                        "line 5: a wording has no question, or is one too many",
		"refuse: none(\"x\")\nrefuse: none(\"x\")\n  a\n":                  "line 2: the question above has no wording",
		"refuse: none(\"x\")\n":                                            "line 1: the last question has no wording",
		"count: one(number, many)\n  a\n":                                  "line 1: many is no name that is known",
		"count: number\n  a\n":                                             "line 1: number is no gold",
		"count: one(number)\n  a\n":                                        "line 1: 1 arguments are too few or too many",
		"count: one(number, is(\"Pay\", 3))\n  a\n":                        "line 1: argument 2 of",
		"top: first(1.5, \"Pay\", true, everybody)\n  a\n":                 "line 1: argument 1 of",
		"count: one(number, is(\"Pay\", \"3\" + \"4\"))\n  a\n":            "line 1: gold has calls, names, texts and numbers alone",
		"count: everybody(\n  a\n":                                         "line 1: ",
		"let a.b = everybody\n":                                            "line 1: a.b is no name",
		"let a(\"b\") = everybody\n":                                       "line 1: a parameter of",
		"let by(x) = is(\"A\", x)\ncount: one(number, by(\"1\", \"2\"))\n": "line 2: by takes 1 arguments, not 2",
		"count: one(number(\"a\"), everybody)\n  a\n":                      "cannot be called",
	} {
		if _, err := parseAsked("x.txt", text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", text, err, says)
		}
	}
	if _, err := readAsked("nobody"); err == nil {
		t.Error("a register without questions is no error")
	}
}

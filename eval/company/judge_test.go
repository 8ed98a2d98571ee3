package company

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
)

func TestJudge(t *testing.T) {
	q := Question{Form: "fact", Require: []string{`\b25\b`, "April"}, Partly: []string{`\b25\b`}, Forbid: []string{"22 days"}, Model: "It is 25 days until April."}
	find := Question{Form: "find", Require: []string{"version 2|@leave"}, Model: "hr/leave.md"}
	miss := Question{Form: Refuse}
	for _, tc := range []struct {
		q       Question
		text    string // of the only bullet; "" for a refusal
		verdict string
	}{
		{q, "25 days\nuntil april", Right},
		{q, "There are 25 days.", Partial},
		{q, "It ends in April.", Wrong},
		{q, "25 days until April, formerly 22 days.", Wrong},
		{q, "25 until April " + strings.Repeat("and more ", 30), Wrong},
		{q, "", Refused},
		{find, "Leave is described here.", Right},
		{miss, "", Right},
		{miss, "Something.", Wrong},
	} {
		a := api.Answer{Refused: tc.text == ""}
		if tc.text != "" {
			a.Bullets = []api.Bullet{{Text: tc.text, Citations: []int{1}}}
			a.Citations = []api.Citation{{N: 1, Path: api.PathOf("hr/leave.md")}}
		}
		if got := Judge(tc.q, a); got.Verdict != tc.verdict {
			t.Errorf("%s: %q is %s, %v; want %s", tc.q.Form, tc.text, got.Verdict, got.Why, tc.verdict)
		}
	}
	elsewhere := api.Answer{Bullets: []api.Bullet{{Text: "Here.", Citations: []int{2}}}, Citations: []api.Citation{{N: 1, Path: api.PathOf("hr/leave.md")}, {N: 2, Path: api.PathOf("hr/pay.md")}}}
	if got := Judge(find, elsewhere); got.Verdict != Wrong {
		t.Errorf("another file: %+v", got)
	}
}

// TestUnsure: an answer that says that it is not sure keeps its verdict, and is counted beside it.
func TestUnsure(t *testing.T) {
	q := Question{Form: "fact", Require: []string{`\b25\b`}, Model: "It is 25 days."}
	r := Report{}
	for _, text := range []string{"25 days", "24 days", "25 days"} {
		r.Questions = append(r.Questions, Judge(q, api.Answer{Unsure: text != "25 days" || len(r.Questions) == 0, Bullets: []api.Bullet{{Text: text}}}))
	}
	r.count()
	if f := r.Forms[0]; f.Right != 2 || f.Wrong != 1 || f.UnsureRight != 1 || f.UnsureWrong != 1 {
		t.Errorf("%+v", f)
	}
}

// TestModels: the model answers are right, and no answer at all is not.
func TestModels(t *testing.T) {
	for _, half := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		c, err := Make(half, Seed)
		if err != nil {
			t.Fatal(err)
		}
		r := Report{Half: half}
		for _, q := range c.Questions {
			r.Questions = append(r.Questions, Judge(q, api.Answer{Refused: q.Model == "", Bullets: []api.Bullet{{Text: q.Model}}}))
		}
		r.count()
		for _, f := range r.Forms {
			if f.Right != f.Questions {
				t.Errorf("half %s: %+v", half, f)
			}
		}
	}
}

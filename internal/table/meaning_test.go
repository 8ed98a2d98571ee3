package table

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
)

// scripted makes a vector of the words that it knows: words on one line of its list are near to each other, as much as is said there.
type scripted map[string]map[int]float64

func (s scripted) Embed(_ context.Context, texts []string) ([][]float32, error) {
	var out [][]float32
	for _, text := range texts {
		v := make([]float32, 8)
		for _, w := range tokens(text) {
			for at, n := range s[w] {
				v[at] += float32(n)
			}
		}
		var sum float64
		for _, x := range v {
			sum += float64(x) * float64(x)
		}
		if sum == 0 {
			v[7], sum = 1, 1
		}
		for i := range v {
			v[i] /= float32(math.Sqrt(sum))
		}
		out = append(out, v)
	}
	return out, nil
}

// TestMeaning takes unexplained words for the clearly nearest place, and refuses the others with the nearest one.
func TestMeaning(t *testing.T) {
	crew := made(t, "crew", "StaffNumber|Division|Stipend|Resigned|Gender\n"+strings.TrimSpace(strings.Repeat("_|Sales|2000|No|Female\n_|Finance|4100|Yes|Male\n_|Finance|2500|No|Male\n", 40)))
	for i := range crew.Rows {
		crew.Rows[i].Cells[0] = read(number(float64(7+3*i)), noCustom)
	}
	crew.describe()
	encoder := scripted{
		"stipend": {0: 1}, "allowance": {0: 1, 6: .2}, "defected": {1: 1}, "absconded": {1: 1, 6: .3}, "gender": {2: 1}, "division": {3: 1},
		"outfit": {3: .6, 2: .55}, "bonus": {4: 1}, "windfall": {4: 1, 6: .1},
	}
	opened := 0
	p := NewPlanner(nil).WithMeaning(func() (Encoder, error) { opened++; return encoder, nil })
	ask := func(p *Planner, question string) Candidate {
		t.Helper()
		list, err := p.Plan(t.Context(), question, []*Table{crew})
		if err != nil || len(list) == 0 {
			t.Fatalf("%s: %d readings, %v", question, len(list), err)
		}
		return list[0]
	}
	for question, want := range map[string]string{
		"what is the average allowance of the men?":    "where Gender = Male select average(Stipend)",
		"how many of the people in Finance absconded?": "where Division = Finance and Resigned = Yes select count()",
	} {
		c := ask(p, question)
		if got := strings.TrimPrefix(c.Plan.String(), "from crew "); got != want || len(c.Taken) != 1 || Unsure([]Candidate{c}) != "" || c.Share >= wholeShare {
			t.Errorf("%s: %s, %v, %q, share %.2f; want %s", question, got, c.Taken, Unsure([]Candidate{c}), c.Share, want)
		}
		if c := ask(NewPlanner(nil), question); Unsure([]Candidate{c}) == "" {
			t.Errorf("%s: without an encoder it is answered by %s", question, c.Plan)
		}
	}
	for question, want := range map[string]string{
		"average windfall of the men":                  "is called \"windfall\"",       // which the table has no column for
		"how many people in which outfit are men?":     `"outfit"`,                     // as near to another column
		"what is the average zorkmid of the men?":      `"zorkmid"`,                    // near to nothing
		"how many of the people in Absconded resigned": `nothing in the table crew is`, // a name means itself alone
	} {
		if got := Unsure([]Candidate{ask(p, question)}); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q in it", question, got, want)
		}
	}
	if opened != 1 {
		t.Errorf("the encoder was opened %d times", opened)
	}
	broken := NewPlanner(nil).WithMeaning(func() (Encoder, error) { return nil, errors.New("no weights") })
	if c := ask(broken, "what is the average allowance of the men?"); Unsure([]Candidate{c}) == "" || len(c.Taken) > 0 {
		t.Errorf("without weights: %s", c.Plan)
	}
}

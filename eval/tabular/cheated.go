package tabular

import (
	"context"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/table"
)

// Cheated plays three models that write plans. The honest one writes the right plan of a question. The silent one writes the same plan for
// a mutant of the question, and says nothing of the changed word. The excusing one claims that the changed word stands for a column or
// value of the plan; Cheated tries all of these. A plan that SPAR takes is unheeded, another one refused.
func Cheated(ctx context.Context, p *table.Planner, judged []Judged) (honest, silent, excusing []Mutated, err error) {
	for _, j := range judged {
		if ctx.Err() != nil {
			return nil, nil, nil, ctx.Err()
		}
		if !j.Right || j.Refused != "" || j.Question.Table == nil {
			continue
		}
		plan, err := table.Parse(j.Plan)
		if err != nil {
			return nil, nil, nil, err
		}
		t := j.Question.Table
		m := Mutated{Mutant: Mutant{Op: j.Kind, Before: j.Question.Text, Text: j.Question.Text, Plan: j.Plan, Table: t, Harmless: true}}
		honest = append(honest, m.taken(p, plan, nil))
		for _, mutant := range mutants(j.Question.Text, plan, t) {
			if mutant.Harmless {
				continue
			}
			mutant.Plan, mutant.Table = j.Plan, t
			m := Mutated{Mutant: mutant}
			said := m.taken(p, plan, nil)
			silent = append(silent, said)
			if said.Outcome == Refused {
				said = m.excused(p, plan)
			}
			excusing = append(excusing, said)
		}
	}
	return honest, silent, excusing, nil
}

// taken says whether a plan is taken for a question.
func (m Mutated) taken(p *table.Planner, plan table.Plan, meant []table.Meaning) Mutated {
	m.Outcome = Unheeded
	if m.Now = p.Heeds(m.Text, m.Table, plan, meant); m.Now != "" {
		m.Outcome = Refused
	}
	return m
}

// excused tries to have the words that a mutant has and its question had not stand for something of the plan: all side by side, and each.
func (m Mutated) excused(p *table.Planner, plan table.Plan) Mutated {
	var excuses []table.Meaning
	label := func(it table.Item) {
		for _, l := range append(slices.Clone(it.Labels), it.Less) {
			if l != "" {
				excuses = append(excuses, table.Meaning{Column: l, Fn: it.Fn})
				if it.Fn != "" {
					excuses = append(excuses, table.Meaning{Column: l})
				}
			}
		}
	}
	for _, it := range append(slices.Clone(plan.Select), plan.Group) {
		label(it)
	}
	if plan.Order != nil {
		label(plan.Order.Item)
	}
	for _, c := range slices.Concat(plan.Within, plan.Where) {
		label(c.Item)
		for _, v := range c.Values {
			excuses = append(excuses, table.Meaning{Column: c.Item.Labels[0], Value: v})
		}
	}
	last := m
	for _, words := range added(m.Before, m.Text) {
		for _, e := range excuses {
			e.Words = words
			if last = m.taken(p, plan, []table.Meaning{e}); last.Outcome == Unheeded {
				last.Now = e.String()
				return last
			}
		}
	}
	return last
}

// added returns the words of a text that another lacks: the whole run of them, with the word before it and the one behind it, and each
// alone.
func added(before, text string) (list []string) {
	words := func(s string) []string {
		return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return strings.ContainsRune(" ?!.,;:()\"", r) })
	}
	a, b := words(before), words(text)
	from := 0
	for from < min(len(a), len(b)) && a[from] == b[from] {
		from++
	}
	to := len(b)
	for n := len(a); to > from && n > from && a[n-1] == b[to-1]; n-- {
		to--
	}
	put := func(i, j int) {
		if i >= 0 && j <= len(b) && i < j {
			list = append(list, strings.Join(b[i:j], " "))
		}
	}
	put(from, to)
	put(from-1, to)
	put(from, to+1)
	for i := from; i < to; i++ {
		put(i, i+1)
	}
	return list
}

package tabular

import (
	"context"
	_ "embed"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/table"
)

//go:embed phrasings.txt
var phrasingsText string

// A phrasing is a question with slots, as people of a way of speaking ask it.
type phrasing struct {
	op, way, text string
}

// phrasings reads lines as the head of phrasings.txt explains them.
func phrasings() (list []phrasing, err error) {
	op := ""
	for n, line := range strings.Split(phrasingsText, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if name, ok := strings.CutPrefix(line, "= "); ok {
			op = name
			continue
		}
		way, text, ok := strings.Cut(line, ": ")
		if !ok || op == "" {
			return nil, fmt.Errorf("phrasings.txt, line %d: %s", n+1, line)
		}
		list = append(list, phrasing{op, way, text})
	}
	return list, nil
}

// Phrased makes questions of phrasings over the invented tables, each phrasing over so many tables, and plans them. It judges the answer by
// the plan that a question was made of. Half "a" has every second phrasing of an operation and half of the tables, half "b" the others.
func Phrased(ctx context.Context, p *table.Planner, half string, each int) ([]Judged, error) {
	list, err := phrasings()
	if err != nil {
		return nil, err
	}
	var out []Judged
	nth := map[string]int{}
	for i, f := range list {
		nth[f.op]++
		if (nth[f.op]%2 == 1) != (half == "a") {
			continue
		}
		r := rand.New(rand.NewPCG(15, uint64(i)))
		for range each {
			n := 2 * r.IntN(len(invented)/2)
			if half == "b" {
				n++
			}
			style := r.IntN(3)
			m := &maker{r: r, s: invented[n], style: style, ctx: ctx}
			m.t = m.s.table(rand.New(rand.NewPCG(7, uint64(10*n+style))), style)
			m.t.Name = [...]string{"data.csv", m.s.many + "_2023.csv", "Export.xlsx#" + m.s.many}[style]
			if style == 2 {
				m.t.Locator.Sheet = m.s.many
			}
			q, err := m.phrased(f)
			if err != nil {
				return nil, err
			}
			if q.Gold == nil {
				continue
			}
			readings, err := p.Plan(ctx, q.Text, []*table.Table{m.t})
			if err != nil {
				return nil, err
			}
			j := Judged{Question: q, Refused: table.Unsure(readings)}
			j.Question.File, j.Question.ID = f.op, f.way
			for _, c := range readings {
				j.Possible = j.Possible || alikeRows(c.Result.Answers, q.Gold)
			}
			if len(readings) > 0 {
				c := readings[0]
				j.Answers, j.Plan, j.Kind, j.Confidence, j.Whole = c.Result.Answers, c.Plan.String(), c.Kind, c.Share, c.Whole
				j.Right = alikeRows(c.Result.Answers, q.Gold)
			}
			if err := aboutInstead(ctx, p, &j, func(r *table.Result) bool { return alikeRows(r.Answers, q.Gold) }); err != nil {
				return nil, err
			}
			out = append(out, j)
		}
	}
	return out, nil
}

// alikeRows compares answers without regard to their order.
func alikeRows(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// phrased fills the slots of a phrasing, and gives the gold of the plan that it means; none where that has no clear answer.
func (m *maker) phrased(f phrasing) (Question, error) {
	label, number := pickKey(m, m.s.numbers)
	group, by := pickKey(m, m.s.texts)
	n, g, key := quote(number), quote(by), quote(styled(m.s.key, m.style))
	words, condition := "", ""
	if m.r.IntN(3) > 0 || f.op == "list" || f.op == "exists" {
		w, c, other := m.condition(number)
		if other != by {
			words, condition = " "+w, " where "+c
		} else if f.op == "list" || f.op == "exists" {
			words, condition = " "+w, " where "+c
		}
	}
	values := slices.Clone(m.s.texts[group])
	m.r.Shuffle(len(values), func(a, b int) { values[a], values[b] = values[b], values[a] })
	say := func(v string) string { return strings.ReplaceAll(v, "_", " ") }
	a, b := values[0], values[1]
	bounds := m.s.numbers[label]
	x := bounds[0] + (bounds[1]-bounds[0])*(1+m.r.IntN(2))/4
	y := x + (bounds[1]-bounds[0])/4
	k := 2 + m.r.IntN(5)
	id := m.t.Rows[m.r.IntN(len(m.t.Rows))].Cells[slices.IndexFunc(m.t.Columns, func(c table.Column) bool { return quote(c.Label) == key })].Text
	in := fmt.Sprintf(" where %s in (%s, %s)", g, quote(a), quote(b))
	p, part := "", ""
	switch m.r.IntN(3) {
	case 0:
		p, part = m.pick("in ", "from ")+say(a), fmt.Sprintf("%s = %s", g, quote(a))
	case 1:
		p, part = "with "+group+" "+say(a), fmt.Sprintf("%s = %s", g, quote(a))
	default:
		p, part = fmt.Sprintf("with %s over %d", label, x), fmt.Sprintf("%s > %d", n, x)
	}
	bound := func(op string) string { return fmt.Sprintf(" where %s %s %d select count()", n, op, x) }
	plan := map[string]string{
		"count": condition + " select count()", "exists": condition + " select any()", "list": condition + " select " + key,
		"sum": condition + " select sum(" + n + ")", "average": condition + " select average(" + n + ")", "median": condition + " select median(" + n + ")",
		"max": condition + " select max(" + n + ")", "min": condition + " select min(" + n + ")",
		"most": condition + " select " + key + " order " + n + " desc limit 1", "least": condition + " select " + key + " order " + n + " limit 1",
		"top":        fmt.Sprintf("%s select %s order %s desc limit %d", condition, key, n, k),
		"lookup":     " where " + key + " = " + id + " select " + n,
		"each count": condition + " group " + g + " select " + g + ", count()", "each average": condition + " group " + g + " select " + g + ", average(" + n + ")",
		"each sum":         condition + " group " + g + " select " + g + ", sum(" + n + ")",
		"group most count": condition + " group " + g + " select " + g + " order count() desc limit 1", "group most average": condition + " group " + g + " select " + g + " order average(" + n + ") desc limit 1",
		"group most sum": condition + " group " + g + " select " + g + " order sum(" + n + ") desc limit 1",
		"share":          " where " + part + " select percent()", "share of sum": " where " + g + " = " + quote(a) + " select percent(" + n + ")",
		"distinct": condition + " select distinct(" + g + ")", "distinct list": condition + " group " + g + " select " + g,
		"more count": in + " group " + g + " select " + g + " order count() desc limit 1", "more average": in + " group " + g + " select " + g + " order average(" + n + ") desc limit 1",
		"difference count": in + " select distance(count())", "difference average": in + " select distance(average(" + n + "))",
		"neither": " where " + g + " != " + quote(a) + " select count()", "either": in + " select count()",
		"over": bound(">"), "under": bound("<"), "at least": bound(">="), "at most": bound("<="),
		"between": fmt.Sprintf(" where %s >= %d and %s <= %d select count()", n, x, n, y),
	}[f.op]
	if plan == "" {
		return Question{}, fmt.Errorf("no plan for %q", f.op)
	}
	text := strings.NewReplacer("{things}", m.s.many, "{thing}", m.s.one, "{c}", words, "{m}", label, "{g}", group, "{a}", say(a), "{b}", say(b), "{n}", fmt.Sprint(k), "{x}", fmt.Sprint(x), "{y}", fmt.Sprint(y), "{id}", id, "{p}", p, "{k}", m.s.key).Replace(f.text)
	read, err := table.Parse("from " + quote(m.t.Name) + plan)
	if err != nil {
		return Question{}, fmt.Errorf("%s: %w", plan, err)
	}
	r, err := table.Run(m.ctx, read, []*table.Table{m.t})
	if err != nil {
		return Question{}, fmt.Errorf("%s: %w", plan, err)
	}
	if r.Refused != "" && f.op != "exists" || r.Rest > 0 && f.op != "list" {
		return Question{}, nil
	}
	return Question{Text: text, Table: m.t, Gold: r.Answers}, nil
}

package table

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

// heads gives the names of the columns whose cells in a row are the most, the least, above or below a number, and cites them.
func (h *hit) heads(it Item, columns []int, out *Result) (names, reason string) {
	than := newOperand(it.Than)
	var chosen []int
	numbers := 0
	for _, c := range columns {
		v := h.cell(c)
		if v.Kind != spar.Number {
			continue
		}
		numbers++
		switch it.Fn {
		case "above":
			if v.Number > than.Number {
				chosen = append(chosen, c)
			}
		case "below":
			if v.Number < than.Number {
				chosen = append(chosen, c)
			}
		default:
			best := v.Number
			if len(chosen) > 0 {
				best = h.cell(chosen[0]).Number
			}
			switch {
			case v.Number == best:
				chosen = append(chosen, c)
			case (v.Number > best) == (it.Fn == "highest"):
				chosen = []int{c}
			}
		}
	}
	switch {
	case numbers == 0:
		return "", "none of the columns has a number"
	case len(chosen) == 0:
		return "", "no cell of it is " + it.Fn + " " + it.Than
	}
	list := headNames(h.t, columns)
	var said []string
	for _, c := range chosen {
		said = append(said, list[slices.Index(columns, c)])
		out.cite(h, c)
	}
	return strings.Join(said, ", "), ""
}

var yearIn = pattern.New(`\b(?:19|20)\d\d\b`)

// headNames are what tells the labels of columns apart: their years where these do, else the parts that are not the same in all.
func headNames(t *Table, columns []int) []string {
	var years, names []string
	parts := make([][]string, len(columns))
	for i, c := range columns {
		parts[i] = strings.Split(t.Columns[c].Label, " / ")
		if y := yearIn.FindAllString(t.Columns[c].Label, -1); len(y) == 1 && !slices.Contains(years, y[0]) {
			years = append(years, y[0])
		}
	}
	if len(years) == len(columns) {
		return years
	}
	for i, c := range columns {
		var own []string
		for _, part := range parts[i] {
			if slices.ContainsFunc(parts, func(other []string) bool { return !slices.Contains(other, part) }) {
				own = append(own, part)
			}
		}
		if len(own) == 0 {
			own = []string{t.Columns[c].Label}
		}
		names = append(names, strings.Join(own, " / "))
	}
	return names
}

var (
	asksPeriod = pattern.New(`(?i)\b(?:which|what) (?:fiscal |financial |calendar )?(?:years?|period)\b`)
	bounded    = pattern.New(`(?i)\b(less|lower|smaller|fewer|below|under|more|greater|higher|larger|above|over|exceed|exceeds|exceeded) (?:than )?[$€£]?(-?\(?[$€£]?\d[\d,]*(?:\.\d+)?\)?)(?: ?(thousand|million|billion)s?\b)?`)
	mostSaid   = wordSet("larger largest higher highest greater greatest bigger biggest more most maximum")
	leastSaid  = wordSet("smaller smallest lower lowest less least fewer fewest minimum")
	// changing are words of labels that are of two periods, and of none.
	changing = wordSet("change changes variance vs versus difference growth increase decrease")
)

// ofForm are words for asking for a year that name no row.
var ofForm = wordSet("which what year years fiscal financial calendar period did do does amount amounts value values figure between only among them it its total thousands thousand million millions billion billions negative positive than recorded reported the")

// period reads questions for the year when a figure was at its most or least, or beyond a bound. The table has a column for each year; the
// answer is the name of a column.
func (p *Planner) period(question string, t *Table) (Plan, bool) {
	none := Plan{}
	if !asksPeriod.MatchString(question) || len(t.Columns) < 3 || len(t.Rows) > largeRows {
		return none, false
	}
	q := p.stems.ask(question)
	it := Item{}
	switch m := bounded.FindStringSubmatch(question); {
	case m != nil:
		if it.Fn = "below"; strings.Contains("more greater higher larger above over exceed exceeds exceeded", strings.ToLower(m[1])) {
			it.Fn = "above"
		}
		n := newOperand(m[2])
		if n.Kind != spar.Number {
			return none, false
		}
		value := n.Number
		if said := strings.ToLower(m[3]); said != "" {
			value *= scaleSizes[said]
			if of := t.scaleNamed(); of != "" {
				value /= scaleSizes[of]
			}
		}
		it.Than = number(value)
	case slices.ContainsFunc(q.words, func(w asking) bool { return w.text == "negative" }):
		it.Fn, it.Than = "below", "0"
	case slices.ContainsFunc(q.words, func(w asking) bool { return w.text == "positive" }):
		it.Fn, it.Than = "above", "0"
	case slices.ContainsFunc(q.words, func(w asking) bool { return mostSaid[w.text] }):
		it.Fn = "highest"
	case slices.ContainsFunc(q.words, func(w asking) bool { return leastSaid[w.text] }):
		it.Fn = "lowest"
	default:
		return none, false
	}
	name := t.naming()
	columns := p.periods(&q, t, name)
	row := p.rowSaid(&q, t, name, columns)
	if len(columns) < 2 || row == "" {
		return none, false
	}
	for _, c := range columns {
		it.Labels = append(it.Labels, t.Columns[c].Label)
	}
	return Plan{From: []string{t.Name}, Where: []Condition{{Item{Labels: []string{t.Columns[name].Label}}, "=", []string{row}}}, Select: []Item{it}}, true
}

// scaleNamed gives the scale that the table says its figures are in, "" where it says none.
func (t *Table) scaleNamed() string {
	if t.scale != "" {
		return t.scale
	}
	for _, c := range t.Columns {
		for _, word := range []string{"thousand", "million", "billion"} {
			if strings.Contains(strings.ToLower(c.Label+" "+c.Unit), word) || word == "million" && strings.HasSuffix(c.Unit, "m") {
				return word
			}
		}
	}
	return ""
}

// periods gives the columns of one figure, one for each year. Where several figures have some, the question says which.
func (p *Planner) periods(q *asked, t *Table, name int) []int {
	by := map[string][]int{}
	stemsOf := map[string][]string{}
	var order []string
	for c, col := range t.Columns {
		words := tokens(camel(col.Label))
		if years := yearIn.FindAllString(col.Label, -1); c == name || col.Kind == spar.Text || len(years) != 1 || slices.ContainsFunc(words, func(w string) bool { return changing[w] }) {
			continue
		}
		if y := yearIn.FindString(col.Label); countYears(q) > 1 && !slices.ContainsFunc(q.words, func(w asking) bool { return w.text == y }) {
			continue
		}
		var own []string
		for _, w := range words {
			if month(w) == 0 && w[0] > '9' {
				own = append(own, p.stems.of(w))
			}
		}
		if strings.Contains(col.Label, "%") {
			own = append(own, "percent") // shares beside their amounts
		}
		key := strings.Join(own, " ")
		if by[key] == nil {
			order = append(order, key)
		}
		by[key], stemsOf[key] = append(by[key], c), own
	}
	if all := slices.Concat(slices.Collect(maps.Values(by))...); len(order) > 1 && len(order) == len(all) {
		slices.Sort(all) // each has a label of its own: a header stands above one of them alone
		by, order = map[string][]int{"": all}, []string{""}
	}
	best, most, second := "", -1, -1
	for _, key := range order {
		if len(by[key]) < 2 || !differ(headNames(t, by[key])) {
			continue
		}
		n := 0
		if !slices.Contains(stemsOf[key], "percent") {
			n = 1
		}
		for _, st := range stemsOf[key] {
			if slices.ContainsFunc(q.words, func(w asking) bool { return w.stem == st && !ofForm[w.text] }) {
				n++
			}
		}
		if n > most {
			best, most, second = key, n, most
		} else {
			second = max(second, n)
		}
	}
	if most < 0 || most == second {
		return nil
	}
	return by[best]
}

// differ reports whether no two names are the same.
func differ(names []string) bool {
	sorted := slices.Sorted(slices.Values(names))
	return len(slices.Compact(sorted)) == len(names)
}

func countYears(q *asked) (n int) {
	for _, w := range q.words {
		if yearIn.MatchString(w.text) {
			n++
		}
	}
	return n
}

// The least that a name must have of the question's words, and the question of the name's, to be the row that it asks for.
const (
	leastOfName     = 0.7
	leastOfQuestion = 0.6
)

// rowSaid gives the name of the row that a question says, "" for none or several alike.
func (p *Planner) rowSaid(q *asked, t *Table, name int, columns []int) string {
	inLabels := func(st string) bool {
		return slices.ContainsFunc(append([]int{name}, columns...), func(c int) bool {
			return slices.ContainsFunc(tokens(camel(t.Columns[c].Label)), func(w string) bool { return p.stems.of(w) == st })
		})
	}
	var asked []string
	for _, w := range q.words {
		if !common[w.text] && !linking[w.text] && !ofForm[w.text] && !mostSaid[w.text] && !leastSaid[w.text] && !w.isNumber && !slices.Contains(asked, w.stem) {
			asked = append(asked, w.stem)
		}
	}
	best, most, alike := "", 0.0, false
	for i := range t.Rows {
		text := t.Rows[i].cell(name).Text
		have, of := 0, 0
		for _, w := range tokens(camel(withoutRemark(text))) {
			st := p.stems.of(w)
			if linking[w] || w[0] <= '9' {
				continue
			}
			of++
			if slices.ContainsFunc(q.words, func(a asking) bool { return a.stem == st || a.text == w }) {
				have++
			}
		}
		if of == 0 || float64(have) < leastOfName*float64(of) {
			continue
		}
		said := 0
		for _, st := range asked {
			if inLabels(st) || slices.ContainsFunc(tokens(camel(text)), func(w string) bool { return p.stems.of(w) == st }) {
				said++
			}
		}
		if len(asked) == 0 || float64(said) < leastOfQuestion*float64(len(asked)) {
			continue
		}
		score := float64(have)/float64(of) + float64(said)/float64(len(asked))
		switch {
		case score > most:
			best, most, alike = text, score, false
		case score == most && Fold(text) != Fold(best):
			alike = true
		case score == most:
			alike = true // the same name twice: which of the two is not said
		}
	}
	if alike {
		return ""
	}
	return best
}

// periodShare is the share of such a reading.
const periodShare = 0.9

// byPeriod puts the reading of a question for a year first, where one table alone has one.
func (p *Planner) byPeriod(ctx context.Context, question string, tables []*Table, ranked []Candidate) ([]Candidate, error) {
	var found *Candidate
	for i, t := range tables {
		plan, ok := p.period(p.english(question, t).english, t)
		if !ok {
			continue
		}
		r, err := Run(ctx, plan, []*Table{t})
		if err != nil {
			return nil, err
		}
		if r.Refused != "" || len(r.Answers) != 1 {
			continue
		}
		if found != nil {
			return ranked, nil
		}
		found = &Candidate{Plan: plan, Kind: "name of a column", Table: i, Result: r, Share: periodShare, Linked: 1, Whole: true}
	}
	if found == nil {
		return ranked, nil
	}
	out := []Candidate{*found}
	for _, c := range ranked {
		if c.Plan.String() != found.Plan.String() {
			c.Share *= 1 - periodShare
			out = append(out, c)
		}
	}
	return out, nil
}

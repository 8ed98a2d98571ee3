package table

import (
	"fmt"

	"github.com/sparsearch/spar/internal/spar"
)

// A figure is a number of a question on its way to become a condition.
type figure struct {
	*reader
	value    string
	at, end  int    // its own words
	from, to int    // with those of its bound and unit
	op       string // what bounds it
	weak     bool   // no word does
	second   string // the end of a range
	others   []string
	unit     bool // stands behind it
	measured int  // the column of that unit, -1 for none
	column   int  // -1 for none
	label    *atom
	isKey    bool // it names a row
}

// numbers makes conditions of numbers: keys, bounds and values.
func (r *reader) numbers() string {
	for i := 0; i < len(r.q.words); i++ {
		if r.used[i] {
			continue
		}
		v, end, ok := r.q.value(i)
		if !ok || r.q.isPronoun(i, end) || r.isLimit(i) {
			continue
		}
		if r.inNamedLabel(i) {
			r.used[i] = true
			continue // the 2024 of Honey 2024
		}
		n := &figure{reader: r, value: v, at: i, end: end, from: i, to: end, measured: -1}
		n.bound()
		n.measure()
		explain(r.used[n.from:n.to])
		n.nearby()
		if !n.dated() || !n.placed() {
			return fmt.Sprintf("it is not clear of which column %s is a value", r.q.phrase(i, end))
		}
		if n.label != nil {
			if len(n.label.others) > 0 && !n.label.full {
				return r.unclear(n.label)
			}
			n.label.taken = true
		}
		if !n.conclude() {
			return fmt.Sprintf("it is not clear of which column %s is a value", r.q.phrase(i, end))
		}
		i = n.to - 1
	}
	return ""
}

// isPronoun reports whether "one" stands for a row, and not for a number of units behind a bound.
func (q *asked) isPronoun(i, end int) bool {
	return q.words[i].text == "one" && end == i+1 && !(i > 1 && before[q.phrase(i-2, i)] != "" && end < len(q.words) && unitWords[q.words[end].text])
}

// explain says that words have a meaning.
func explain(words []bool) {
	for k := range words {
		words[k] = true
	}
}

func (n *figure) bounded(op string, from, to int) {
	n.op, n.from, n.to, n.weak = op, from, to, false
}

// bound finds the words around a number that bound it: before it, behind it, behind its unit, around the label of its column.
func (n *figure) bound() {
	q := n.q
	for k := min(3, n.at); k >= 1 && n.op == ""; k-- {
		if o := before[q.phrase(n.at-k, n.at)]; o != "" {
			n.op, n.from = o, n.at-k
		}
	}
	n.weak = n.op == "" || n.op == "=" || cachedSet("from by of")[q.words[n.from].text]
	// Behind a bound, "or older" begins the next one: younger than 30 or older than 60.
	for k := min(2, len(q.words)-n.end); k >= 1 && n.weak; k-- {
		if o, ok := behind[q.phrase(n.end, n.end+k)]; ok {
			n.bounded(o, n.from, n.end+k)
		}
	}
	if second, to, from, ok := n.rangeFrom(n.at, n.end); ok {
		n.second = second
		n.bounded(n.op, from, to)
	}
	if n.weak && n.to+3 <= len(q.words) && unitWords[q.words[n.to].text] && !n.used[n.to] { // three times or more
		if o, ok := behind[q.phrase(n.to+1, n.to+3)]; ok {
			n.bounded(o, n.from, n.to+3)
		}
	}
	if n.weak {
		if o, from, to := n.boundAround(n.at, n.end); o != "" {
			n.bounded(o, from, to)
		}
	}
	if (n.weak || n.op == ">=") && n.to < len(q.words) && (q.words[n.to].text == "onwards" || q.words[n.to].text == "onward") {
		n.bounded(">=", n.from, n.to+1)
	}
	if n.weak {
		n.op = "="
	}
}

// measure takes the unit behind a number.
func (n *figure) measure() {
	if n.to == len(n.q.words) || n.used[n.to] {
		return
	}
	if unit := n.q.words[n.to].text; unitWords[unit] || len(n.x.withUnit(unit)) > 0 {
		n.measured, n.unit = n.byUnit(unit), true
		n.to++
	}
}

// nearby finds the column that is named beside a number, or has its unit.
func (n *figure) nearby() {
	start := n.from
	if n.weak {
		start = n.at // "in 2008" is no value of the words before it, "of 4" is
	}
	n.column, n.label = n.columnOf(start, n.to, n.at, n.weak)
	if n.column >= 0 && newOperand(n.value).Kind == spar.Date && n.t.Columns[n.column].Kind != spar.Date {
		n.column, n.label = -1, nil // the rain from March to May
	}
	if n.measured >= 0 && (n.label == nil || !n.label.full || n.x.units[n.column] >= 0 && n.x.units[n.column] != n.x.units[n.measured]) {
		n.column, n.label = n.measured, n.namedBeside(n.measured)
	}
	if !n.weak || n.unit || n.column >= 0 && (n.label == nil || n.label.full) {
		return
	}
	if list, last := n.othersBehind(n.to); len(list) > 0 { // 2 or 3 support calls
		if c, a := n.columnOf(last, last, n.at, n.weak); c >= 0 && a.from == last {
			n.column, n.label, n.others = c, a, list
			explain(n.used[n.to:last])
			n.to = last
		}
	}
}

// dated takes a number that could be a year, and is no value of the column beside it, for one: the fees of 2024. It reports whether that
// is clear.
func (n *figure) dated() bool {
	q, c := n.q, n.column
	if c < 0 || !n.weak || n.unit || n.second != "" || !n.isDay(n.at, n.value) || n.x.yearly[c] || n.t.Columns[c].Kind != spar.Number || n.hasCell(c, n.value) {
		return true
	}
	if n.key >= 0 && n.hasCell(n.key, n.value) && (n.behindRow(n.from) || n.at > 0 && q.words[n.at-1].text == "of" &&
		(n.end == len(q.words) || auxiliary[q.words[n.end].text] || whichWords[q.words[n.end].text])) {
		return true
	}
	n.column, n.label = n.yearColumn(), nil
	return n.column >= 0 && !n.yearsInLabels()
}

// placed finds the column of a number by what else the question says, and reports whether there is one.
func (n *figure) placed() bool {
	q, from, to := n.q, n.from, n.to
	if n.weak && !n.unit && len(n.others) == 0 && n.key >= 0 &&
		(n.column < 0 || n.label != nil && n.label.from >= to && !(n.label.from == to && from > 0 && q.words[from-1].text == "with")) &&
		(n.behindRow(from) || from > 0 && cachedSet("number no nr # id")[q.words[from-1].text] && n.hasCell(n.key, n.value)) {
		n.label = nil
		n.column, n.isKey = n.rowNamed(n.value)
	}
	if n.column < 0 {
		n.column = n.byNextBound()
	}
	if n.column < 0 && !n.byDay() {
		return false
	}
	for _, find := range []func() int{n.byAge, n.amongFigures, n.asKey} {
		if n.column < 0 {
			n.column = find()
		}
	}
	if c := n.column; n.op == "=" && !n.unit && n.second == "" && n.key >= 0 && c >= 0 && c != n.key && !n.hasCell(c, n.value) && n.hasCell(n.key, n.value) {
		n.column, n.label, n.isKey = n.key, nil, true // the job level of 305
	}
	return n.column >= 0
}

// byNextBound is the column of the bound that goes on behind: at least 450 but at most 1000 kilos.
func (n *figure) byNextBound() int {
	q := n.q
	if n.weak || n.to >= len(q.words) || !cachedSet("but and")[q.words[n.to].text] {
		return -1
	}
	for k := n.to + 1; k < min(n.to+6, len(q.words)-1); k++ {
		if !q.words[k].isNumber || n.used[k] {
			continue
		}
		if c := n.byUnit(q.words[k+1].text); c >= 0 {
			return c
		}
		if a := n.atomOver(k + 1); a != nil && a.values == nil && a.from == k+1 && n.t.Columns[a.column].Kind == spar.Number {
			return a.column
		}
	}
	return -1
}

// byDay finds the column of a date or year: released in 2010. It reports whether the number may stand for something else as well.
func (n *figure) byDay() bool {
	if a := n.atomBefore(n.at - 1); n.weak && n.at > 0 && a != nil && cachedSet("in on during")[n.q.words[n.at-1].text] && n.t.Columns[a.column].Kind == spar.Date && !a.taken {
		n.column, n.label = a.column, a
		return true
	}
	if !n.isDay(n.at, n.value) {
		return true
	}
	if !n.unit {
		n.column, n.label = n.dateNamed(n.at)
	}
	date := newOperand(n.value).Kind == spar.Date
	switch {
	case n.column >= 0:
	case date:
		n.column = n.t.only(isDate)
	default:
		n.column = n.yearColumn()
	}
	return !date || n.column >= 0
}

// amongFigures is the only column whose figures lie on both sides of a bound.
func (n *figure) amongFigures() int {
	if n.weak || n.second != "" {
		return -1
	}
	return n.onlyAround(n.q.words[n.at].number)
}

// byAge is the column of ages, where people are counted whose number is bounded.
func (n *figure) byAge() int {
	q := n.q
	if !n.people {
		return -1
	}
	if n.weak {
		j := n.at - 1
		if j > 0 && (q.words[j].text == "exactly" || q.words[j].text == "just") {
			j--
		}
		if j > 0 && (q.words[j].text == "is" || q.words[j].text == "are") && (q.words[j-1].text == "who" || n.isRow(&q.words[j-1])) {
			return n.ageColumn() // who is 60
		}
		return -1
	}
	lasts := n.unit && n.from > 0 && cachedSet("for since with has have")[q.words[n.from-1].text]
	person := n.unit && n.from > 0 && (n.isRow(&q.words[n.from-1]) || // a person under 30 years
		cachedSet("person persons people those anyone everyone everybody somebody men women ones who")[q.words[n.from-1].text])
	if person || !lasts && !n.figureNamed() && (n.op != "=" || n.second != "") {
		return n.ageColumn()
	}
	return -1
}

// asKey is the key of the rows, where the question is whether one of them is something: is 1024 a leaver.
func (n *figure) asKey() int {
	q, is := n.q, cachedSet("is does did was has")
	if n.isKey = n.weak && !n.unit && n.key >= 0 && n.hasCell(n.key, n.value) &&
		(n.at == 1 && auxiliary[q.words[0].text] || n.at > 1 && is[q.words[n.at-1].text] && (whichWords[q.words[0].text] || n.inAtom(n.at-2))); n.isKey {
		return n.key
	}
	return -1
}

// conclude makes the condition of a number whose column is known, and reports whether the column can have such a value.
func (n *figure) conclude() bool {
	q, c := n.q, n.column
	if n.op == "=" && n.second == "" && c != n.key && n.x.yearly[c] && n.label == nil && n.t.More == nil && len(n.t.Rows) <= sampleRows && !n.hasCell(c, n.value) {
		return false // a year that no row has
	}
	it, o := Item{Labels: []string{n.t.Columns[c].Label}}, newOperand(n.value)
	if n.t.Columns[c].Kind == spar.Date || n.x.yearly[c] {
		n.op = aged(q.words[n.from].text, q.words[n.to-1].text, n.op)
	}
	if n.t.Columns[c].Kind == spar.Date && o.Kind == spar.Number {
		if o.Number < 1000 || o.Number > 2999 {
			return false
		}
		it.Fn = "year"
	}
	key := it.Fn == "" && (n.isKey || c == n.key && n.op == "=" && (o.Kind != spar.Date || o.Day.Day > 0))
	if n.second == "" && n.op == "=" && it.Fn == "" && n.label != nil && n.label.to <= n.from {
		n.joined()
	}
	cond := []Condition{{it, n.op, append([]string{n.value}, n.others...)}}
	switch {
	case n.second != "":
		cond = []Condition{{it, ">=", []string{n.value}}, {it, "<=", []string{n.second}}}
	case len(n.others) > 0:
		cond[0].Op, key = "in", false
	}
	n.conds = append(n.conds, said{cond: cond, column: c, from: n.from, to: n.to, key: key})
	return true
}

// joined takes further values behind a number: levels 1 or 2.
func (n *figure) joined() {
	for q := n.q; n.to+1 < len(q.words) && (q.words[n.to].text == "or" || q.words[n.to].text == "and") && !n.used[n.to+1]; {
		more, end, ok := q.value(n.to + 1)
		if !ok {
			break
		}
		explain(n.used[n.to:end])
		n.others, n.to = append(n.others, more), end
	}
}

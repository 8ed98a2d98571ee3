package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// A former makes a plan of what a reader understood.
type former struct {
	*reader
	low   bool // the least is asked for, not the most
	super int  // the word that says so, -1 for none
	limit int  // rows that are wanted

	either []Plan // the possible plans, where the question is not clear
}

// sumSaid are words for a sum.
const sumSaid = "adding sum total totals combined altogether together overall aggregate aggregated cumulative summed added add"

const notClear = "it is not clear what is to be computed"

// form gives the plan with its kind, or the reason for none.
func (f *former) form() (Plan, string, string) {
	if f.super >= 0 { // the highest education level, 5
		if a := f.atomAt(f.super + 1); a != nil && a.values == nil && a.taken && slices.ContainsFunc(f.conds, func(c said) bool {
			return c.column == a.column && c.cond[0].Op == "=" && c.from >= a.to && c.from <= a.to+2
		}) {
			f.super = -1
		}
	}
	p := Plan{Either: f.alternates}
	for _, c := range f.conds {
		p.Where = append(p.Where, c.cond...)
	}
	if plan, ok := f.twoRows(); ok {
		return plan, "difference", ""
	}
	if plan, kind, ok := f.whetherSo(p); ok {
		return plan, kind, f.rest()
	}
	if i := slices.IndexFunc(f.conds, func(c said) bool { return c.key }); i >= 0 {
		return f.lookup(f.conds[i])
	}
	if a, b, ok := f.twoOf(); ok {
		return f.compared(a, b)
	}
	f.joinAlternatives(&p)
	group := f.group()
	if f.has("percent percentage share proportion fraction quota ratio slice portion") || f.rateWord() {
		if out, kind, reason := f.share(p, group); kind != "" || reason != "" {
			return out, kind, reason
		}
	}
	if group != nil {
		return f.each(p, group)
	}
	measure, reason := f.measure(false)
	if reason != "" {
		return p, "", reason
	}
	f.inTime(measure)
	switch {
	case f.super >= 0 && f.wantsRow():
		return f.most(p, measure)
	case f.super >= 0 && measure != nil && slices.ContainsFunc(f.labels[measure.column], func(l labelled) bool { return cachedSet("rank place posit pos #")[l.stem] }):
		return p, "", notClear
	case f.super >= 0 && measure != nil && f.judging(measure):
		for _, fn := range []string{"max", "min"} {
			f.either = append(f.either, Plan{Where: p.Where, Either: p.Either, Select: []Item{f.fn(fn, measure.column)}})
		}
		return p, "", fmt.Sprintf("it is not clear whether the highest or the lowest %s is %s", f.t.Columns[measure.column].Label, f.q.words[f.super].text)
	case f.super >= 0 && measure != nil:
		p.Select = []Item{f.fn(f.direction("max", "min"), measure.column)}
		if c := p.several(); c != nil && f.eachSide() {
			p.Group, p.Select = c.Item, []Item{c.Item, p.Select[0]}
		}
		return p, f.direction("max", "min"), f.rest(measure)
	case f.averaging() != "" && measure != nil:
		p.Select = []Item{f.fn(f.averaging(), measure.column)}
		if c := p.several(); c != nil && f.eachSide() {
			p.Group, p.Select = c.Item, []Item{c.Item, p.Select[0]}
			return p, "each " + f.averaging(), f.rest(measure)
		}
		return p, f.averaging(), f.rest(measure)
	case measure == nil && f.noFigures() != "":
		return p, "", f.noFigures()
	case f.averaging() != "" || f.super >= 0:
		return p, "", "it is not clear of which column a figure is asked"
	case f.has("different distinct unique") && !f.counting() && f.kindsColumn() != nil:
		c := f.kindsColumn()
		p.Group = f.column(c.column)
		p.Select = []Item{p.Group}
		return p, "distinct list", f.rest(c)
	case f.asksAny() && measure == nil && f.super < 0:
		p.Select = []Item{{Fn: "any"}}
		return p, "any", f.rest()
	case f.has("different distinct unique") || f.counting() && f.countedColumn() != nil:
		if c := f.countedColumn(); c != nil {
			if !f.has("different distinct unique") && (10*f.x.counts[c.column] > 5*len(f.t.Rows) || slices.ContainsFunc(f.conds, func(o said) bool { return o.column == c.column })) { // each row is one
				p.Select = []Item{{Fn: "count"}}
				return p, "count", f.rest(c)
			}
			p.Select = []Item{f.fn("distinct", c.column)}
			return p, "distinct", f.rest(c)
		}
		return p, "", notClear
	case measure != nil && f.countsToo(measure):
		p.Select = []Item{{Fn: "count"}, f.fn("sum", measure.column)}
		return p, "count and sum", f.rest(measure)
	case measure != nil && (f.has(sumSaid) || f.spentIn() || f.counting() && !f.rowsCounted(measure) && (f.unitAsked(measure.column) || f.isQuantity(measure.column))):
		p.Select = []Item{f.fn("sum", measure.column)}
		return p, "sum", f.rest(measure)
	case f.muchOf() && !f.has("number count"):
		return p, "", "it is not clear of which column a figure is asked"
	case f.counting() && !slices.ContainsFunc(f.cols, func(a atom) bool {
		return a.full && !a.spoken || !slices.ContainsFunc(f.conds, func(c said) bool { return c.column == a.column })
	}):
		p.Select = []Item{{Fn: "count"}}
		if c := p.several(); c != nil && f.eachSide() {
			p.Group, p.Select = c.Item, []Item{c.Item, p.Select[0]}
			return p, "each count", ""
		}
		return p, "count", ""
	case f.counting():
		return p, "", "it is not clear what is to be counted"
	}
	return f.list(p)
}

// judging reports whether the most or least is said as good or bad of a figure that is no mark, so that either end may be meant.
func (f *former) judging(measure *atom) bool {
	if w := f.q.words[f.super].text; w != "best" && w != "worst" || f.inAtom(f.super) {
		return false
	}
	return !slices.ContainsFunc(f.labels[measure.column], func(l labelled) bool {
		return cachedSet("score rate rating grade mark point star satisfact perform result qualiti progress complet sale revenu profit margin incom salari pay")[l.stem]
	})
}

// isQuantity reports whether cells of a column are amounts that one asks for by "how many", and not marks, years or ranks.
func (f *former) isQuantity(c int) bool {
	return slices.ContainsFunc(f.labels[c], func(l labelled) bool {
		return cachedSet("quantiti unit amount time hour minut count total piec order sale sold cost kilometr mile day call visit ton volum")[l.stem]
	})
}

func (f *former) direction(high, low string) string {
	if f.low {
		return low
	}
	return high
}

func (f *former) has(words string) bool { return f.hasIn(words, 0, len(f.q.words)) }

// hasIn reports whether one of the words stands in a part of the question and is no part of a label or value.
func (f *former) hasIn(words string, from, to int) bool {
	set := cachedSet(words)
	for i := max(0, from); i < min(to, len(f.q.words)); i++ {
		if set[f.q.words[i].text] && !f.inAtom(i) {
			return true
		}
	}
	return false
}

// inAtom reports whether a word is part of a label or a value.
func (r *reader) inAtom(i int) bool {
	return slices.ContainsFunc(r.atoms, func(a atom) bool { return a.from <= i && i < a.to })
}

// rateWord reports whether "rate" stands behind a condition: the attrition rate is a share.
func (f *former) rateWord() bool {
	for i, w := range f.q.words {
		if (w.text == "rate" || w.text == "rates") && !f.inAtom(i) && slices.ContainsFunc(f.conds, func(c said) bool {
			return c.to == i || c.to == i-1
		}) || w.text == "rate" && i+2 < len(f.q.words) && f.q.words[i+1].text == "of" && f.atomAt(i+2) != nil && f.isFlag(f.atomAt(i+2).column) {
			return true
		}
	}
	return false
}

// extreme finds a word for the most or the least, and how many rows it is to give.
func (f *former) extreme() {
	f.super, f.limit = -1, 1
	for i, w := range f.q.words {
		if !lowWords[w.text] && !highWords[w.text] || f.inBound(i) {
			continue
		}
		if f.inAtom(i) && !(w.super && akinAtom(f.reader, i)) {
			continue
		}
		if a := f.atomAt(i); a != nil && a.taken && a.full {
			continue // the temp max above 30
		}
		if strings.HasSuffix(w.text, "er") || w.text == "more" || w.text == "less" {
			continue // one is compared with another
		}
		if f.super < 0 || w.text != "most" && w.text != "least" {
			f.super, f.low = i, lowWords[w.text]
		}
	}
	for i, w := range f.q.words {
		if w.isNumber && w.number > 1 && !f.inBound(i) && !f.inAtom(i) && f.isLimit(i) {
			f.limit = int(w.number)
		}
	}
}

// akinAtom reports whether a superlative is itself the name of its column: the oldest is the one of most age.
func akinAtom(r *reader, i int) bool {
	return slices.ContainsFunc(r.atoms, func(a atom) bool {
		_, made := r.t.made(a.column)
		return a.from <= i && i < a.to && a.values == nil && !made // the gap between the most and the least heat is both
	})
}

func (f *former) inBound(i int) bool {
	return slices.ContainsFunc(f.conds, func(c said) bool { return c.from <= i && i < c.to })
}

func (f *former) counting() bool {
	for i, w := range f.q.words {
		if f.inAtom(i) {
			continue
		}
		switch w.text {
		case "number", "count", "tally", "headcount", "frequency":
			if f.numberOfBound(i) {
				continue
			}
			return true
		case "n":
			if i == 0 || i == len(f.q.words)-1 && !w.capital && !f.used[i] {
				return true
			}
		case "many", "much", "often":
			if i > 0 && f.q.words[i-1].text == "how" {
				return true
			}
		case "total":
			if len(f.cols) == 0 {
				return true
			}
		}
	}
	return false
}

// numberOfBound reports whether "the number of" stands before the column of a condition: where the number of snags is 3.
func (f *former) numberOfBound(i int) bool {
	if i+2 >= len(f.q.words) || f.q.words[i+1].text != "of" || i == 0 || !slices.ContainsFunc(f.q.words[:i], func(w asking) bool { return w.text == "where" || w.text == "whose" }) {
		return false
	}
	a := f.atomAt(i + 2)
	return a != nil && a.taken && a.values == nil
}

func (f *former) averaging() string {
	switch {
	case f.has("average averages averaged averaging mean avg typical typically averaged usual normally"):
		return "average"
	case f.has("median middle"):
		return "median"
	}
	return ""
}

// measure gives the one column of figures that is asked for; nil where there is none.
func (f *former) measure(grouped bool) (*atom, string) {
	var found *atom
	for i := range f.cols {
		a := &f.cols[i]
		f.narrow(a)
		if f.t.Columns[a.column].Kind != spar.Number && f.t.Columns[a.column].Kind != spar.Date {
			continue
		}
		if found != nil && found.column != f.key && a.column == f.key {
			continue
		}
		if found != nil && found.column != a.column && found.column != f.key {
			// A superlative may name its column by itself; the column said in full is meant.
			switch {
			case found.full && !a.full:
				continue
			case a.full && !found.full:
			default:
				return nil, "two columns of figures are named: " + f.t.Columns[found.column].Label + " and " + f.t.Columns[a.column].Label
			}
		}
		found = a
	}
	if found != nil && len(found.others) > 0 && !found.full {
		return nil, f.unclear(found)
	}
	return found, ""
}

// narrow leaves of the columns that words may mean those of figures, where a figure is asked for.
func (f *former) narrow(a *atom) {
	if len(a.others) == 0 || f.averaging() == "" && !f.has("sum total") && f.super < 0 {
		return
	}
	var list []int
	for _, c := range append([]int{a.column}, a.others...) {
		if f.t.Columns[c].Kind == spar.Number {
			list = append(list, c)
		}
	}
	if len(list) > 0 {
		a.column, a.others = list[0], list[1:]
	}
}

// rest refuses a plan that leaves out a column which the question names.
func (f *former) rest(used ...*atom) string {
	for i := range f.cols {
		a := &f.cols[i]
		if slices.ContainsFunc(used, func(u *atom) bool { return u != nil && u.column == a.column }) || slices.Contains(a.others, -1) {
			continue
		}
		if a.column == f.key || a.words == 1 && !a.full && a.from > 0 && unitWords[f.q.words[a.from].text] && f.q.words[a.from-1].text == "many" || !a.full && a.strength < 0.4 && f.isNeutral(a) || (f.super >= 0 || f.comparing()) && f.allSuper(a) {
			continue
		}
		if slices.ContainsFunc(used, func(u *atom) bool { return u != nil && slices.Contains(a.others, u.column) }) {
			continue
		}
		if a.words == 1 && a.from > 0 && unitWords[f.q.words[a.from].text] && f.q.words[a.from-1].text == "in" && len(used) > 0 || f.actsIn(a) && len(used) > 0 {
			continue
		}
		if w := &f.q.words[a.from]; a.words == 1 && f.table[w.stem] && strings.HasSuffix(w.text, "s") {
			continue // the bookings of courses, in the table of courses
		}
		return f.q.phrase(a.from, a.to) + " is named, and it is not clear what for"
	}
	return ""
}

// isNeutral reports whether the words of an atom may as well say nothing: the company, work.
func (f *former) isNeutral(a *atom) bool {
	for i := a.from; i < a.to; i++ {
		if w := f.q.words[i].text; !neutral[w] && !linking[w] && !common[w] {
			return false
		}
	}
	return true
}

// eachSide reports whether a figure of each of several values is asked for, and not one of all together: for men and for women. Where
// they are all values that there are, they would be no condition.
func (f *former) eachSide() bool {
	if f.has("each respectively separately both") {
		return true
	}
	for i, a := range f.conds {
		same := 1
		for _, b := range f.conds {
			if b.from > a.from && a.column == b.column {
				same++
				for k := a.to; k+1 < b.from; k++ {
					if f.q.words[k].text == "and" && cachedSet("among for of in by with from")[f.q.words[k+1].text] {
						return true
					}
				}
			}
		}
		if i == 0 && same > 1 && same == f.x.counts[a.column] && !a.flag {
			return true
		}
	}
	return false
}

func (f *former) column(c int) Item { return Item{Labels: []string{f.t.Columns[c].Label}} }

func (f *former) fn(fn string, c int) Item {
	return Item{Fn: fn, Labels: []string{f.t.Columns[c].Label}}
}

// lookup gives cells of the row with a key.
func (f *former) lookup(key said) (Plan, string, string) {
	p := Plan{Where: key.cond}
	if w := f.q.words; len(w) > 2 && w[0].text == "how" && w[1].text == "many" && (f.isRow(&w[2]) || cachedSet("people persons")[w[2].text]) {
		return p, "", "rows are counted, and one is named"
	}
	var columns []int
	add := func(c int) {
		if c != f.key && !slices.Contains(columns, c) {
			columns = append(columns, c)
		}
	}
	for i := range f.cols {
		a := &f.cols[i]
		if len(a.others) > 0 && !a.full {
			return p, "", f.unclear(a)
		}
		if a.column != f.key && (a.full || !f.isNeutral(a) || len(f.cols) == 1) {
			add(a.column)
		}
	}
	columns = f.alsoAsked(columns)
	for _, c := range f.conds {
		if len(columns) > 0 && c.from != key.from {
			if c.flag || c.key {
				return p, "", f.q.phrase(c.from, c.to) + " is named, and it is not clear what for"
			}
			p.Where = append(p.Where, c.cond...)
		}
	}
	for _, c := range columns {
		if f.q.words[0].text == "where" && f.t.Columns[c].Kind == spar.Number {
			return p, "", f.t.Columns[c].Label + " says no place"
		}
		if f.isFlag(c) && (f.how("much") || f.how("many")) {
			return p, "", fmt.Sprintf("%s says %s or %s, and not how much", f.t.Columns[c].Label, f.x.flags[c][0], f.x.flags[c][1])
		}
	}
	for i, c := range f.conds { // single or married
		if len(columns) == 0 && !c.key && !c.flag && i+1 < len(f.conds) && f.conds[i+1].column == c.column && f.joinedBy("or", c.to, f.conds[i+1].from) {
			add(c.column)
		}
	}
	if len(columns) == 0 {
		for _, c := range f.conds {
			if c.flag && (f.how("much") || f.how("many")) {
				return p, "", fmt.Sprintf("%s says %s or %s, and not how much", f.t.Columns[c.column].Label, f.x.flags[c.column][0], f.x.flags[c.column][1])
			}
			if c.key && c.from != key.from {
				return p, "", "two rows are named"
			}
			if first := f.q.words[0].text; c.flag && (first == "what" || first == "which") && len(f.q.words) > 1 && !auxiliary[f.q.words[1].text] {
				return p, "", fmt.Sprintf("%s says %s or %s, and not %s", f.t.Columns[c.column].Label, f.x.flags[c.column][0], f.x.flags[c.column][1], first)
			}
			if c.flag || len(c.cond) == 1 && (c.cond[0].Op == "=" || c.cond[0].Op == "!=" || c.cond[0].Op == "in") {
				if first := f.q.words[0].text; !(f.asksWhether() || !cachedSet("who whose which what when where how")[first] && f.has("whether is are was were if")) {
					if !c.flag {
						continue
					}
				}
				add(c.column)
			}
		}
	}
	if len(columns) == 0 {
		return p, "", "the question names a row, and nothing of it that the table has"
	}
	for _, c := range columns {
		p.Select = append(p.Select, f.column(c))
	}
	return p, "lookup", ""
}

// kindsColumn is a column whose different values are asked for: the different regions.
func (f *former) kindsColumn() *atom {
	for i := range f.cols {
		a := &f.cols[i]
		if a.column != f.key && f.t.Columns[a.column].Kind != spar.Number && f.x.counts[a.column] <= few && (len(a.others) == 0 || a.full) {
			return a
		}
	}
	return nil
}

package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// A strictReading is the meaning of a question with all of its words understood.
type strictReading struct {
	plan    Plan
	kind    string
	reason  string  // why there is no plan; "" where there is one
	named   int     // columns and values that the question names
	unknown []int   // the words that nothing explains; with some there is no plan
	taken   []Taken // words that are taken for their nearest meaning
	reader  *reader // what read it
	former  *former // what looked for a plan; nil where a word is not understood
	choices []Plan  // its plans with each of the columns that a word may mean, or each figure of a group
	figures []Plan  // of these, those of one column by each figure of it
	other   bool    // no rule here reads its form; a likely plan may still be right
}

// A said is a condition with the words that say it.
type said struct {
	cond     []Condition
	column   int
	from, to int
	key      bool // it picks the row with a key
	flag     bool
	negative bool
}

var (
	lowWords     = wordSet("quietest quieter lowest least smallest fewest minimum min youngest shortest earliest cheapest lower less fewer smaller younger shorter bottom worst nearest closest rarest scarcest lightest lowest-paid poorest slowest newest")
	highWords    = wordSet("leading highest most largest biggest greatest maximum max oldest longest latest loudest louder top best higher more larger bigger older longer greater farthest furthest heaviest richest tallest priciest dearest costliest fastest commonest peak")
	deny         = wordSet("not no without never except excluding besides isn aren doesn don didn hasn haven wasn weren other non outside neither nor")
	whichWords   = wordSet("which what who whose whom where name list show give find")
	differWords  = wordSet("outnumber outnumbers outnumbered difference minus exceed exceeds exceeding gap differ subtract less than lead ahead")
	verbal       = wordSet("is are was were has have had do does did who that which works work with left whose having being")
	comparatives = wordSet("higher lower more less fewer larger smaller older younger longer shorter greater bigger better worse most highest lowest oldest youngest largest")
)

// maxChoices bounds the columns that are tried for a word that may mean any.
const maxChoices = 8

// strict reads a question over one table.
func (p *Planner) strict(question string, t *Table) strictReading {
	x := p.stems.indexOf(t)
	q := p.stems.askPlain(question)
	if len(q.words) == 0 {
		return strictReading{reason: notClear, other: true}
	}
	q.unabridged(x, &p.stems)
	q.shortened(x, &p.stems)
	r := newReader(&q, t, x, &p.stems, p.lexicon)
	r.annotate()
	if told, ok := r.told(); ok {
		q = told
		r = newReader(&q, t, x, &p.stems, p.lexicon)
		r.annotate()
	}
	if !q.key && r.saysKeys() {
		q.key = true
	}
	if with, t2, x2, ok := r.related(); ok {
		q, t, x = with, t2, x2
		r = newReader(&q, t, x, &p.stems, p.lexicon)
		r.annotate()
	}
	if r.noun != nil {
		return r.eitherRows(func(asRows bool) strictReading {
			again := newReader(&q, t, x, &p.stems, p.lexicon)
			again.asRows, again.asPart = asRows, !asRows
			again.annotate()
			return again.read()
		})
	}
	out := r.read()
	if len(r.doubted) > 0 && len(r.doubted) < maxChoices {
		for _, c := range r.doubted[1:] {
			again := newReader(&q, t, x, &p.stems, p.lexicon)
			again.annotate()
			for i := range again.atoms {
				if a := &again.atoms[i]; a.from == r.doubted[0] && (a.column == c || slices.Contains(a.others, c)) {
					again.move(a, c)
					a.full = true
				}
			}
			if s := again.read(); s.reason == "" {
				out.choices = append(out.choices, s.plan)
			}
		}
	}
	if out.reason != "" {
		if rest, ok := q.withoutStatements(); ok { // statements before the question are no part of it
			again := newReader(&rest, t, x, &p.stems, p.lexicon)
			again.annotate()
			if other := again.read(); other.reason == "" {
				return other
			}
		}
	}
	return out
}

// read makes a plan of the annotated words.
func (r *reader) read() strictReading {
	out := strictReading{named: len(r.atoms), reader: r}
	if reason := r.settle(); reason != "" {
		out.reason = reason
		return out
	}
	if out.reason = r.conditions(); out.reason != "" {
		out.unknown = r.unexplained() // one of them may be the missing condition
		return out
	}
	out.unknown = r.unexplained()
	if len(out.unknown) > 0 {
		words := make([]string, len(out.unknown))
		for i, at := range out.unknown {
			words[i] = r.q.words[at].text
		}
		out.reason = fmt.Sprintf("nothing in the table %s is called %s", r.t.Name, quotedList(words))
		return out
	}
	f := &former{reader: r}
	f.alternate()
	f.extreme()
	out.former = f
	if out.reason = f.doubtful(); out.reason != "" {
		return out
	}
	if f.beyond() {
		out.reason, out.other = notClear, true
		return out
	}
	out.plan, out.kind, out.reason = f.form()
	if out.reason == "" {
		out.reason = f.leavesOut(&out.plan)
	}
	if out.reason != "" && f.noFigures() == "" {
		if plan, kind, ok := f.covering(); ok && f.leavesOut(&plan) == "" {
			out.plan, out.kind, out.reason = plan, kind, ""
		}
	}
	out.other = out.reason == notClear
	out.plan.From = []string{r.t.Name}
	out.plan = r.t.spelled(out.plan)
	for _, plan := range f.either {
		plan.From = out.plan.From
		out.figures = append(out.figures, r.t.spelled(plan))
	}
	out.choices = append(out.choices, out.figures...)
	return out
}

func quotedList(words []string) string {
	var list []string
	for _, w := range words[:min(len(words), 4)] {
		list = append(list, `"`+w+`"`)
	}
	return strings.Join(list, " or ")
}

// unexplained gives the words of content that are no column, value or bound, and ask for nothing.
func (r *reader) unexplained() (list []int) {
	for i := range r.q.words {
		w := &r.q.words[i]
		switch {
		case r.nounOf(i) && !r.inAtom(i), r.monthOfMay(i), r.monthLeft(i):
		case r.used[i], common[w.text] && !w.isNumber, neutral[w.text], linking[w.text], (fillers[w.text] || askingWords[w.text]) && !w.capital && !r.besideAsked(i), r.isRow(w) && !r.attributive(i):
			continue
		case w.text == "date" && slices.ContainsFunc(r.atoms, func(a atom) bool { return r.t.Columns[a.column].Kind == spar.Date }):
			continue // on which date was it finished
		case w.isNumber && r.isLimit(i), w.super && (lowWords[w.text] || highWords[w.text] || topWords[w.text]):
			continue
		case w.isNumber && w.number == 1 && w.text == "one":
			continue
		case r.saysOften(i), unitWords[w.text] && i > 0 && (r.q.words[i-1].isNumber && r.used[i-1] || r.q.words[i-1].text == "in"):
			continue
		case (w.text == "month" || w.text == "year" || w.text == "day" || w.text == "hour") && i > 0 && cachedSet("a per every each")[r.q.words[i-1].text] && r.namesPeriod(w.stem):
			continue
		case len(w.text) == 1 && !(w.capital && w.text != "i" && w.text != "a"), r.spare(i), r.relates(i), r.designates(i), r.saysAgent(i), (grades[w.text] || r.namesKey(i)) && i > 0 && r.inAtom(i-1),
			r.restates(i), r.judgedByColumn(i), markVerbs[w.text] && i+1 < len(r.q.words) && r.q.words[i+1].isNumber && r.used[i+1]:
			continue
		}
		list = append(list, i)
	}
	return list
}

// monthOfMay reports whether "may" is the month that nothing takes for a date: behind a preposition no verb stands.
func (r *reader) monthOfMay(i int) bool {
	return r.q.words[i].text == "may" && !r.used[i] && i > 0 && cachedSet("in of since until before after during by from to this last next")[r.q.words[i-1].text]
}

// besideAsked reports whether a word is joined to a column that is asked for, and stands first: the race and the temper of a dog.
func (r *reader) besideAsked(i int) bool {
	if i > 0 && !articles[r.q.words[i-1].text] || i > 1 {
		return false
	}
	j := i + 1
	if j >= len(r.q.words) || r.q.words[j].text != "and" {
		return false
	}
	for j++; j < len(r.q.words) && articles[r.q.words[j].text]; j++ {
	}
	return slices.ContainsFunc(r.atoms, func(a atom) bool { return a.values == nil && a.from == j && a.full })
}

// namesPeriod reports whether a column that the question names has a period in its label: 2,000 a month is of MonthlyIncome.
func (r *reader) namesPeriod(stem string) bool {
	if stem == "year" && slices.ContainsFunc(r.labels, func(words []labelled) bool {
		return slices.ContainsFunc(words, func(l labelled) bool { return l.stem == "annual" })
	}) {
		return true
	}
	for _, c := range r.conds {
		if slices.ContainsFunc(r.labels[c.column], func(l labelled) bool { return strings.HasPrefix(l.stem, stem) }) {
			return true
		}
	}
	return slices.ContainsFunc(r.cols, func(a atom) bool {
		return slices.ContainsFunc(r.labels[a.column], func(l labelled) bool { return strings.HasPrefix(l.stem, stem) })
	})
}

// isLimit reports whether a number says how many rows are wanted.
func (r *reader) isLimit(i int) bool {
	w := r.q.words[i]
	if w.number < 1 || w.number > 100 || w.number != float64(int(w.number)) {
		return false
	}
	for n := 1; n <= 3; n++ {
		if op := ""; i >= n {
			if op = before[r.q.phrase(i-n, i)]; op != "" && op != "=" {
				return false
			}
		}
	}
	for j := max(0, i-2); j < min(len(r.q.words), i+2); j++ {
		if j != i && (topWords[r.q.words[j].text] || lowWords[r.q.words[j].text] && j < i || j > i && strings.HasSuffix(r.q.words[j].text, "est") && highWords[r.q.words[j].text]) {
			return true
		}
	}
	if slices.ContainsFunc(r.q.words[:i], func(w asking) bool { return w.text == "many" || w.text == "number" }) && !r.inAtom(i) && !topWords[r.q.words[max(0, i-1)].text] {
		return false
	}
	if i > 0 && !whichWords[r.q.words[i-1].text] && !cachedSet("the our me please")[r.q.words[i-1].text] {
		return false
	}
	return slices.ContainsFunc(r.q.words[i:], func(w asking) bool {
		return topWords[w.text] || w.super && (highWords[w.text] || lowWords[w.text]) && strings.HasSuffix(w.text, "est")
	})
}

// conditions makes conditions of values, flags and numbers. The columns that remain are the ones asked for.
func (r *reader) conditions() string {
	q := r.q
	denied := func(from int) bool {
		first := max(0, from-3)
		for first > max(0, from-6) && (relationVerbs[q.words[first].text] || articles[q.words[first].text] || q.words[first].text == "been") {
			first-- // not held in the host's home
		}
		for i := first; i < from; i++ {
			if (deny[q.words[i].text] || q.words[i].text == "nobody") && !r.inAtom(i) && !r.covered(i, from) {
				r.used[i] = true
				return true
			}
		}
		return false
	}
	for i := range r.atoms { // values
		a := &r.atoms[i]
		if a.values == nil {
			continue
		}
		item := Item{Labels: []string{r.t.Columns[a.column].Label}}
		if flag, ok := r.x.flags[a.column]; ok && len(a.values) == 1 {
			r.conds = append(r.conds, r.flagSaid(a, item, flag, denied(a.from)))
			continue
		}
		c := Condition{item, "=", a.values}
		if len(a.values) > 1 {
			c.Op = "in"
		}
		no := denied(a.from) != a.opposite
		if no {
			c.Op = "!="
			if len(a.values) > 1 {
				return fmt.Sprintf("%q is a part of several values of %s", q.phrase(a.from, a.to), r.t.Columns[a.column].Label)
			}
		}
		for j := range r.atoms { // its label beside it
			b := &r.atoms[j]
			if b.values == nil && !b.taken && (b.column == a.column || slices.Contains(b.others, a.column) || r.within(b.column, a.column)) && (gap(b.from, b.to, a.from, a.to) <= 2 || b.full && gap(b.from, b.to, a.from, a.to) <= 4 && !r.asksFor(b)) && !r.between(b, a, i, j) {
				if r.labelOf(b, a) {
					b.taken = true
					if !no && b.to <= a.from && len(a.values) == 1 && denied(b.from) { // do not have the service Air
						no, c.Op = true, "!="
					}
					break
				}
			}
		}
		r.conds = append(r.conds, said{cond: []Condition{c}, column: a.column, from: a.from, to: a.to, key: a.column == r.key && !no, negative: no})
	}
	r.conds = append(r.conds, r.q.compared...)
	r.endsOfScales()
	r.blankColumns()
	r.doneColumns(denied)
	r.deniedColumns(denied)
	r.oftenColumns()
	r.flagConditions(denied)
	if reason := r.numbers(); reason != "" {
		return reason
	}
	r.months()
	r.joinDenied()
	for i := range r.atoms { // pulling down a five-figure income
		a := &r.atoms[i]
		if a.values == nil && (a.spoken || !a.full) && !a.taken && slices.ContainsFunc(r.conds, func(c said) bool {
			return c.column == a.column && c.cond[0].Op != "=" && c.cond[0].Op != "in" && gap(a.from, a.to, c.from, c.to) <= 4
		}) && !r.asksFor(a) {
			a.taken = true
		}
	}
	for i := range r.atoms {
		if a := &r.atoms[i]; a.values == nil && !a.taken && slices.ContainsFunc(r.conds, func(c said) bool {
			return c.from <= a.from && a.to <= c.to || c.column == a.column && c.to < a.from && a.full && r.q.phrase(a.from-2, a.from) == "of the" && a.from > 2 && rateWords[r.q.words[a.from-3].text]
		}) {
			a.taken = true // the older of "40 or older"; the attrition in Sales, as a percentage of the department
		}
	}
	for _, a := range r.atoms {
		if a.values == nil && !a.taken {
			r.cols = append(r.cols, a)
		}
	}
	slices.SortFunc(r.conds, func(a, b said) int { return a.from - b.from })
	r.conds = slices.CompactFunc(r.conds, func(a, b said) bool { // have tied the knot, that is, are married
		return a.column == b.column && len(a.cond) == 1 && len(b.cond) == 1 && a.cond[0].String() == b.cond[0].String()
	})
	return ""
}

// joinDenied takes a denial for all values that it stands before: neither a manager nor a director.
func (r *reader) joinDenied() {
	for i := range r.conds {
		for j := range r.conds {
			a, b := &r.conds[i], &r.conds[j]
			if a.column != b.column || !a.negative || b.negative || a.flag || b.from < a.to || b.from > a.to+3 || len(b.cond) != 1 || b.cond[0].Op != "=" {
				continue
			}
			between := r.q.words[a.to:b.from]
			if slices.ContainsFunc(between, func(w asking) bool { return w.text == "or" || w.text == "nor" || w.text == "and" }) && !slices.ContainsFunc(between, func(w asking) bool { return auxiliary[w.text] && w.text != "is" }) {
				b.negative, b.cond[0].Op, b.key = true, "!=", false
			}
		}
	}
}

func gap(a, b, c, d int) int { return max(c-b, a-d) }

// labelOf reports whether a column only labels the value beside it, and is not itself asked for.
func (r *reader) labelOf(b, a *atom) bool {
	if b.from == 0 && b.to+1 == a.from && cachedSet("in is equals equal are")[r.q.words[b.to].text] {
		return true
	}
	if b.from == 0 || b.from == 1 && whichWords[r.q.words[0].text] && b.to < a.from && r.q.words[b.to].text != "is" {
		return b.from == 0 && b.to >= a.from && len(r.q.words) > a.to || b.from == 0 && gap(b.from, b.to, a.from, a.to) == 0
	}
	return true
}

// asksFor reports whether a column stands where questions name what they want.
func (r *reader) asksFor(b *atom) bool {
	return b.from <= 2 && slices.ContainsFunc(r.q.words[:b.from], func(w asking) bool { return whichWords[w.text] })
}

// between reports whether another atom stands between two.
func (r *reader) between(b, a *atom, i, j int) bool {
	for k, c := range r.atoms {
		if k != i && k != j && (c.from >= b.to && c.to <= a.from || c.from >= a.to && c.to <= b.from) {
			return true
		}
	}
	return false
}

// covered reports whether a word from i up to the place before from is part of an atom, so that a denial before it is of that.
func (r *reader) covered(i, from int) bool {
	return slices.ContainsFunc(r.atoms, func(a atom) bool { return a.from > i && a.from < from })
}

// grouping reports whether the words before a place say that rows are taken together by what stands there.
func (r *reader) grouping(at int) bool {
	if last := len(r.q.words) - 1; r.q.words[last].text == "each" && at < last && r.q.words[0].text == "how" && strings.HasSuffix(r.q.words[at].text, "s") && !r.inAtom(last) {
		return true // how many have the departments, each
	}
	for i := at - 1; i >= max(0, at-3); i-- {
		switch w := r.q.words[i].text; {
		case w == "by" || w == "per" || w == "each" || w == "every" || w == "across" || w == "respective":
			return true
		case (w == "in" || w == "on" || w == "for" || w == "of" || w == "at") && cachedSet("different various individual respective single")[r.q.words[at-1].text]:
			return i == 0 || !cachedSet("number count")[r.q.words[i-1].text] // the number of different regions
		case w != "the" && w != "different" && w != "of" && w != "individual" && w != "various" && w != "our" && w != "respective" && w != "single":
			return false
		}
	}
	return false
}

// unclear says which columns words may mean.
func (r *reader) unclear(a *atom) string {
	r.doubted = append([]int{a.from, a.column}, a.others...)
	labels := []string{r.t.Columns[a.column].Label}
	for _, c := range a.others {
		labels = append(labels, r.t.Columns[c].Label)
	}
	more := ""
	if len(labels) > 4 {
		labels, more = labels[:4], " and others"
	}
	return fmt.Sprintf("%q may be any of %s%s; say which is meant", r.q.phrase(a.from, a.to), strings.Join(labels, ", "), more)
}

package table

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// A Meaning is the meaning that a plan's author gives words of the question: a column, a cell of it, or a function of it.
type Meaning struct {
	Words  string `json:"words"`
	Column string `json:"column"`
	Value  string `json:"value"`
	Fn     string `json:"fn"`
}

// String says it for a person.
func (m Meaning) String() string {
	to := m.Column
	switch {
	case to == "":
		to = theRows
	case m.Value != "":
		to += " = " + m.Value
	case m.Fn != "":
		to = m.Fn + "(" + to + ")"
	}
	return fmt.Sprintf("%q for %s", m.Words, to)
}

// Bounds of the meanings that a writer of a plan may give.
const (
	maxMeanings     = 12
	maxMeaningWords = 5
)

// Heeds says what a plan that somebody else wrote leaves out of its question, or has of its own; "" for nothing. It reads the question as the
// planner does, word by word, and takes the writer's meanings only for words that nothing in the table explains: each other word means what it
// means in a question that the planner answers.
func (p *Planner) Heeds(question string, t *Table, plan Plan, meant []Meaning) string {
	reason, _ := p.heedsOf(question, t, plan, meant)
	return reason
}

// heedsOf is Heeds, and gives the words of the question that nothing explains, side by side in one text; nil where that is not known.
func (p *Planner) heedsOf(question string, t *Table, plan Plan, meant []Meaning) (reason string, unknown []string) {
	if len(meant) > maxMeanings {
		return fmt.Sprintf("it gives more than %d words a meaning", maxMeanings), nil
	}
	if reason = doubt(plan, question, t); reason != "" {
		return reason, nil
	}
	// Turns of speech are put into plain words first; a meaning may be of words that this takes away.
	for _, q := range []asked{p.stems.askPlain(question), p.stems.ask(question)} {
		if len(q.words) == 0 {
			continue
		}
		if reason, unknown = p.heeds(q, t, plan, meant); reason == "" || !strings.HasPrefix(reason, noSuchWords) {
			return reason, unknown
		}
	}
	return reason, unknown
}

// noSuchWords begins the reason why a meaning is none: its words are not in the question.
const noSuchWords = "the question does not have the words "

func (p *Planner) heeds(q asked, t *Table, plan Plan, meant []Meaning) (reason string, unknown []string) {
	x := p.stems.indexOf(t)
	q.unabridged(x, &p.stems)
	q.shortened(x, &p.stems)
	plain := newReader(&q, t, x, &p.stems, p.lexicon)
	plain.annotate()
	known, reason := plain.meanings(plan, meant)
	if reason != "" {
		return reason, nil
	}
	read := func(noun bool) (string, []string) {
		q, t, x := q, t, x
		r := newReader(&q, t, x, &p.stems, p.lexicon)
		r.asRows, r.asPart, r.known = noun, !noun && plain.noun != nil, known
		r.annotate()
		if with, t2, x2, ok := r.related(); ok {
			r = newReader(&with, t2, x2, &p.stems, p.lexicon)
			r.known = known
			r.annotate()
		}
		reason := r.heeded(&plan, meant)
		return reason, wordsAt(r.q, r.unexplained())
	}
	if reason, unknown = read(false); reason != "" && plain.noun != nil { // a word for the rows, or for a part of them: the plan says which
		reason, unknown = read(true)
	}
	return reason, unknown
}

// meanings makes atoms of the meanings given for words, and returns the reason where one is wrong: the question has no such words, the
// table explains them itself, or the plan does not use them.
func (r *reader) meanings(plan Plan, meant []Meaning) (known []atom, reason string) {
	meant = slices.Clone(meant)
	slices.SortStableFunc(meant, func(a, b Meaning) int { return b2i(a.Value == "") - b2i(b.Value == "") }) // a cell says its column, too
	for _, m := range meant {
		from, to := r.run(m.Words)
		if from < 0 {
			return nil, noSuchWords + fmt.Sprintf("%q", m.Words)
		}
		if m.Column == "" {
			if reason := r.rowsMeant(m, from, to); reason != "" {
				return nil, reason
			}
			continue
		}
		c := r.t.column(m.Column)
		if c < 0 {
			return nil, fmt.Sprintf("there is no column %q for %q", m.Column, m.Words)
		}
		if c == r.key && m.Fn == "" {
			return nil, fmt.Sprintf("%s tells rows apart, and %q does not name it", r.t.Columns[c].Label, m.Words)
		}
		if to-from > maxMeaningWords {
			return nil, fmt.Sprintf("%q is too much to stand for one column", m.Words)
		}
		if slices.ContainsFunc(known, func(a atom) bool { return a.from < to && from < a.to }) {
			return nil, fmt.Sprintf("words of %q are given two meanings", m.Words)
		}
		free := false
		for i := from; i < to; i++ {
			w := &r.q.words[i]
			switch {
			case w.isNumber || deny[w.text] || multiplied[w.text] || whichWords[w.text] && w.text != "who" || w.text == "when" || w.text == "why" || joining[w.text] || comparing[w.text] || ordering[w.text] || byNow[w.text] || r.saysForm(i) || beyondForms[w.text] || spans[w.text] && i > 0 && fromNow[r.q.words[i-1].text]:
				return nil, fmt.Sprintf("%q in %q says something of its own", w.text, m.Words)
			case slices.ContainsFunc(r.q.words[:i], func(o asking) bool { return joining[o.text] && o.sentence == w.sentence }):
				return nil, fmt.Sprintf("%q stands in a clause that the table knows nothing of", m.Words)
			case w.capital && i > 0:
				return nil, fmt.Sprintf("%q in %q is a name, and stands for nothing else", w.text, m.Words)
			}
			a := r.atomOver(i)
			switch {
			case a == nil:
				free = free || !linking[w.text]
			case a.column != c && a.full && !a.spoken && !(a.part && a.values != nil):
				return nil, fmt.Sprintf("%q in %q is %s", r.q.phrase(a.from, a.to), m.Words, r.t.Columns[a.column].Label)
			case a.column == c && a.full && !a.spoken && !a.part && to-from > a.to-a.from && m.Fn == "":
				return nil, fmt.Sprintf("%q is more than %s", m.Words, r.t.Columns[c].Label)
			default:
				free = true
			}
		}
		if !free {
			return nil, fmt.Sprintf("%q means nothing by itself", m.Words)
		}
		o := newOperand(m.Value)
		if m.Fn == "" && slices.ContainsFunc(append(slices.Clone(r.atoms), known...), func(a atom) bool { // a meaning that the plan can do without hides a word
			return (a.to <= from || a.from >= to) && a.column == c && len(a.others) == 0 && (m.Value == "" || a.values == nil && r.isFlag(c) || slices.ContainsFunc(a.values, func(v string) bool {
				w := newOperand(v)
				return equal(&w.Value, &o)
			}))
		}) {
			return nil, fmt.Sprintf("the question says what is %s without %q, which must mean something else", cmp.Or(m.Value, r.t.Columns[c].Label), m.Words)
		}
		if !usesMeaning(plan, m) {
			return nil, fmt.Sprintf("the plan does not use what %q is said to mean", m.Words)
		}
		a := atom{from: from, to: to, column: c, words: to - from, strength: 1, full: true, all: true, spoken: true, near: true}
		if m.Value != "" {
			if a.values = r.cellsLike(c, m.Value); a.values == nil {
				return nil, fmt.Sprintf("no cell of %s is %q", r.t.Columns[c].Label, m.Value)
			}
			a.by = map[int][]string{c: a.values}
		}
		known = append(known, a)
	}
	return known, ""
}

// rowsMeant takes a noun for the rows of the table, where it stands as such a word does and the question has no other.
func (r *reader) rowsMeant(m Meaning, from, to int) string {
	w := &r.q.words[from]
	if m.Value != "" || m.Fn != "" || to != from+1 || w.isNumber || w.capital && from > 0 || r.used[from] || !r.asksOf(from) || r.saysForm(from) || beyondForms[w.text] || deny[w.text] ||
		slices.ContainsFunc(r.q.words, func(o asking) bool { return r.isRow(&o) && o.stem != w.stem }) {
		return fmt.Sprintf("%q does not stand for the rows of the table", m.Words)
	}
	r.q.row = w.stem
	return ""
}

// multiplied are words for a part of a figure, a multiple of it or its change, which are none of it.
var multiplied = wordSet("half twice double triple change changes")

// run finds words of the question that stand side by side; -1 for none.
func (r *reader) run(words string) (from, to int) {
	list := tokens(camel(words))
	if len(list) == 0 {
		return -1, -1
	}
	for i := 0; i+len(list) <= len(r.q.words); i++ {
		k := 0
		for k < len(list) && r.q.words[i+k].text == list[k] {
			k++
		}
		if k == len(list) {
			return i, i + k
		}
	}
	return -1, -1
}

// cellsLike gives a cell of a column as it is written; nil for none.
func (r *reader) cellsLike(c int, value string) []string {
	o := newOperand(value)
	for n := range r.t.Rows {
		if v := r.t.Rows[n].cell(c); equal(v, &o) {
			return []string{v.Text}
		}
	}
	if r.t.More != nil {
		return []string{value}
	}
	return nil
}

// usesMeaning reports whether a plan has the column, the cell or the function that words are said to mean.
func usesMeaning(plan Plan, m Meaning) bool {
	named := func(it *Item) bool {
		return slices.ContainsFunc(append(slices.Clone(it.Labels), it.Less), func(l string) bool { return Fold(l) == Fold(m.Column) })
	}
	if m.Value == "" {
		return slices.ContainsFunc(plan.items(), func(it *Item) bool { return named(it) && (m.Fn == "" || m.Fn == it.Fn) })
	}
	o := newOperand(m.Value)
	return slices.ContainsFunc(slices.Concat(append(plan.Either, plan.Within, plan.Where)...), func(c Condition) bool {
		return named(&c.Item) && slices.ContainsFunc(c.Values, func(v string) bool {
			w := newOperand(v)
			return equal(&w.Value, &o)
		})
	})
}

// heeded says which part of the question a plan leaves out, and which part of the plan the question does not say.
func (r *reader) heeded(p *Plan, meant []Meaning) string {
	uses := r.columnsOf(p)
	for i := range r.atoms { // of the columns that words may mean the plan takes one
		a := &r.atoms[i]
		for _, c := range a.others {
			if c >= 0 && !uses[a.column] && uses[c] {
				r.move(a, c)
				break
			}
		}
		if uses[a.column] {
			a.others = nil
		}
	}
	if reason := r.settle(); reason != "" {
		return reason
	}
	if reason := r.conditions(); reason != "" {
		return reason
	}
	r.measuredDays(p)
	r.saidMonths(p)
	if unknown := wordsAt(r.q, r.unexplained()); len(unknown) > 0 {
		return fmt.Sprintf("it does not say what it takes %s for", quotedList(unknown))
	}
	f := &former{reader: r}
	f.alternate()
	f.extreme()
	if reason := f.doubtful(); reason != "" {
		return reason
	}
	if w := f.beyondPlan(p); w != "" {
		return fmt.Sprintf("%q is said, and the plan does not heed it", w)
	}
	if reason := f.otherRows(p); reason != "" {
		return reason
	}
	if reason := f.leavesOut(p); reason != "" {
		return reason
	}
	return f.ownOf(p, uses, meant)
}

// wordsAt gives words of a question, those that stand side by side in one text.
func wordsAt(q *asked, places []int) []string {
	list, last := []string{}, -2
	for _, at := range places {
		if w := q.words[at].text; at == last+1 {
			list[len(list)-1] += " " + w
		} else {
			list = append(list, w)
		}
		last = at
	}
	return list
}

// measuredDays takes words for days as said by a plan that reckons them between two dates.
func (r *reader) measuredDays(p *Plan) {
	days := slices.ContainsFunc(p.items(), func(it *Item) bool {
		c := -1
		if it.Less != "" {
			c = r.t.column(it.Less)
		}
		return c >= 0 && r.t.Columns[c].Kind == spar.Date
	})
	for i := range r.q.words {
		if days && cachedSet("days day long time elapsed passed")[r.q.words[i].text] {
			r.used[i] = true
		}
	}
}

// saidMonths takes the name of a month as said by a plan that has it as a part of a date: one that the question names, or the only one there is.
func (r *reader) saidMonths(p *Plan) {
	for _, c := range p.Where {
		at := r.t.column(c.Item.Labels[0])
		if c.Item.Fn != "month" || at < 0 || at != r.t.only(isDate) && !slices.ContainsFunc(r.atoms, func(a atom) bool { return a.values == nil && a.column == at }) {
			continue
		}
		for i := range r.q.words {
			if n := monthWords[r.q.words[i].text]; n > 0 && !r.used[i] && slices.Contains(c.Values, number(float64(n))) {
				r.used[i] = true
				r.conds = append(r.conds, said{cond: []Condition{c}, column: at, from: i, to: i + 1})
				for k := range r.cols {
					if a := &r.cols[k]; a.column == at && !r.asksFor(a) {
						r.cols = slices.Delete(r.cols, k, k+1) // who came in July
						break
					}
				}
			}
		}
	}
}

// columnsOf gives the columns that a plan uses.
func (r *reader) columnsOf(p *Plan) map[int]bool {
	uses := map[int]bool{}
	for _, it := range p.items() {
		for _, l := range append(slices.Clone(it.Labels), it.Less) {
			if c := r.t.column(l); c >= 0 && l != "" {
				uses[c] = true
			}
		}
		if it.Less != "" {
			if c := r.t.column(it.plain()); c >= 0 {
				uses[c] = true
			}
		}
	}
	return uses
}

// beyondPlan gives a word of the order of rows, of likeness or of only one that a plan has nothing for; "" for none.
func (f *former) beyondPlan(p *Plan) string {
	w := f.beyondWord()
	switch {
	case (w == "before" || w == "after" || w == "below" || w == "above" || w == "since" || w == "until") && compares(p), deny[w] && denies(p):
		return ""
	}
	return w
}

// oddEnds are words for the most or the least whose end depends on the figure: the oldest has the lowest year of building.
var oddEnds = wordSet("best worst top bottom oldest youngest newest fastest slowest leading peak nearest closest")

// opposite reports whether a plan gives the other end of a figure than the one that the question asks for.
func (f *former) opposite(it Item, high bool) bool {
	w := f.q.words[f.super].text
	if c := -1; len(it.Labels) == 1 && (it.Fn == "" || it.Fn == "min" || it.Fn == "max") {
		if c = f.t.column(it.Labels[0]); c >= 0 && f.t.Columns[c].Kind == spar.Date {
			return high && (w == "earliest" || w == "oldest") || !high && (w == "latest" || w == "newest" || w == "youngest")
		}
	}
	return !oddEnds[w] && high == f.low
}

// ownOf gives a part of a plan that the question does not have, or a wrong use of its columns.
func (f *former) ownOf(p *Plan, uses map[int]bool, meant []Meaning) string {
	var used []*atom
	for i := range f.atoms {
		if uses[f.atoms[i].column] {
			used = append(used, &f.atoms[i])
		}
	}
	if reason := f.rest(used...); reason != "" {
		return reason
	}
	wanted, _ := f.asked()
	conditioned := map[string]bool{}
	for _, c := range slices.Concat(append(p.Either, p.Within, p.Where)...) {
		conditioned[c.Item.label()] = true
	}
	check := func(it Item) string {
		for _, l := range append(slices.Clone(it.Labels), it.Less) {
			c := f.t.column(l)
			if l == "" || c < 0 || c == f.key || conditioned[Fold(Item{Labels: []string{l}}.String())] {
				continue
			}
			named := slices.ContainsFunc(f.atoms, func(a atom) bool {
				if _, made := f.t.made(a.column); made {
					return slices.ContainsFunc(f.t.differences, func(d difference) bool { return d.a == c || d.b == c })
				}
				return a.column == c
			})
			if !named && !(it.Fn == "" && f.givesItem(it)&wanted&(asksName|asksDate|asksText) != 0) {
				return fmt.Sprintf("nothing in the question says %s", l)
			}
		}
		of := it
		if it.Of != nil {
			of = *it.Of
		}
		label := ""
		if len(of.Labels) > 0 {
			label = of.Labels[0]
		}
		unasked := false
		switch of.Fn {
		case "average":
			unasked = wanted&asksAverage == 0 && f.averaging() == ""
		case "median":
			unasked = wanted&asksMedian == 0
		case "sum":
			unasked = wanted&asksSum == 0 && !f.has(sumSaid) && !(wanted&asksExtreme == 0 && (f.how("much") || f.how("many")))
		case "percent":
			unasked = wanted&asksShare == 0 && !f.rateWord()
		case "max", "min", "range":
			unasked = f.super < 0 && wanted&(asksExtreme|asksDifference|asksDate) == 0
		case "count":
			unasked = wanted&(asksCount|asksShare) == 0 && !(f.counting() && len(p.Select) == 1) && f.super < 0 && !f.comparing()
		case "distinct", "groups":
			unasked = wanted&asksCount == 0 && !f.counting()
		}
		at := slices.IndexFunc(meant, func(m Meaning) bool { return m.Fn != "" && m.Fn == of.Fn && Fold(m.Column) == Fold(label) })
		switch {
		case unasked && at < 0:
			return fmt.Sprintf("nothing in the question asks for %s", of)
		case !unasked && at >= 0 && slices.ContainsFunc(f.atoms, func(a atom) bool { return !a.near && Fold(f.t.Columns[a.column].Label) == Fold(label) }):
			return fmt.Sprintf("the question asks for %s without %q, which must mean something else", of, meant[at].Words)
		}
		return ""
	}
	for _, it := range p.Select {
		if reason := check(it); reason != "" {
			return reason
		}
	}
	for _, it := range p.Select {
		if f.super >= 0 && (it.Fn == "min" || it.Fn == "max") && f.opposite(it, it.Fn == "max") {
			return fmt.Sprintf("%q is asked, and the plan gives the opposite end", f.q.words[f.super].text)
		}
	}
	if f.hasInterrogative("where") && f.gives(p)&asksText == 0 {
		return "a place is asked for, and the plan gives none"
	}
	if p.Order == nil {
		return ""
	}
	if reason := check(p.Order.Item); reason != "" {
		return reason
	}
	if f.super >= 0 {
		switch w := f.q.words[f.super].text; {
		case p.Limit == 0 && p.Group.none():
			return fmt.Sprintf("%q is asked, and the plan gives all rows", w)
		case f.opposite(p.Order.Item, p.Order.Desc):
			return fmt.Sprintf("%q is asked, and the plan gives the opposite end", w)
		}
	}
	return ""
}

// hasInterrogative reports whether the question asks by a word.
func (f *former) hasInterrogative(word string) bool {
	return slices.ContainsFunc(f.interrogatives(), func(i int) bool { return f.q.words[i].text == word })
}

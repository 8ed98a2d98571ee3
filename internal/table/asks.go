package table

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// asks are the forms of answer that the words of a question ask for. A plan must give each of them: a share is not told by a list of rows,
// however well its conditions fit.
type asks uint16

const (
	asksCount asks = 1 << iota // a number of rows or values
	asksAverage
	asksMedian
	asksSum
	asksShare
	asksDifference
	asksExtreme // the most or the least
	asksDistinct
	asksGroups // a figure of each group
	asksName   // who
	asksDate   // when
	asksText   // where, or by what name
)

// A formWord is a form with the words that ask for it.
type formWord struct {
	of    asks
	words map[string]bool
}

// formWords are the words of each form. "how many", "the most" and grouping are told by the places of words.
var formWords = []formWord{
	{asksCount, wordSet("number count tally headcount quantity")},
	{asksAverage, wordSet("average averages averaged averaging mean avg")},
	{asksMedian, wordSet("median")},
	{asksSum, wordSet("sum aggregate cumulative summed combined adding together altogether")},
	{asksShare, wordSet("percentage share proportion fraction quota portion")},
	{asksDifference, wordSet("difference gap minus")},
	{asksDistinct, wordSet("distinct different unique")},
}

// saysForm reports whether a word that is of no column and no value says the form of an answer.
func (r *reader) saysForm(i int) bool {
	return !r.inAtom(i) && slices.ContainsFunc(formWords, func(f formWord) bool { return f.words[r.q.words[i].text] })
}

// asked gives the forms that the question asks for, each with the word that says so.
func (f *former) asked() (all asks, said map[asks]string) {
	said = map[asks]string{}
	put := func(a asks, i int) {
		if all |= a; said[a] == "" {
			said[a] = f.q.words[i].text
		}
	}
	for i := range f.q.words {
		w := &f.q.words[i]
		if f.inAtom(i) || f.inBound(i) || f.q.key && f.used[i] && naming[w.text] {
			continue
		}
		for _, form := range formWords {
			if form.words[w.text] && !(form.of == asksCount && !f.countsRows(i+1)) && !(form.of == asksShare && f.percentColumn()) {
				put(form.of, i)
			}
		}
		switch w.text {
		case "percent":
			if i == 0 || !f.q.words[i-1].isNumber {
				put(asksShare, i)
			}
		case "many":
			if i > 0 && f.q.words[i-1].text == "how" {
				if i > 1 && f.q.words[i-2].text == "by" {
					put(asksDifference, i)
				} else if f.countsRows(i + 1) {
					put(asksCount, i)
				}
			}
		case "n":
			if (i == 0 || i+1 == len(f.q.words)) && !w.capital && !f.used[i] {
				put(asksCount, i)
			}
		case "name", "names":
			if i > 0 && i+1 < len(f.q.words) && f.q.words[i-1].text == "the" && f.q.words[i+1].text == "of" {
				put(asksText, i)
			}
		case "much":
			if i > 1 && f.q.words[i-1].text == "how" && f.q.words[i-2].text == "by" {
				put(asksDifference, i)
			}
		case "between":
			if f.betweenValues(i) && !(f.comparesTwo() && f.has("who which")) { // between A and B, who has more
				put(asksDifference, i)
			}
		}
	}
	if f.super >= 0 {
		put(asksExtreme, f.super)
	}
	for i := range f.cols {
		if a := &f.cols[i]; f.grouping(a.from) && a.column != f.key && a.from > 0 && f.x.counts[a.column] <= maxGroupsAsked && f.t.Columns[a.column].Kind == spar.Text {
			put(asksGroups, a.from-1)
		}
	}
	for _, i := range f.interrogatives() {
		switch w := f.q.words[i].text; {
		case w == "who" || w == "whose" || w == "whom":
			put(asksName, i)
		case (w == "which" || w == "what") && cachedSet("year date day month")[f.q.words[min(i+1, len(f.q.words)-1)].text] && (f.super < 0 || f.limit == 1):
			put(asksDate, i+1)
		case i+1 < len(f.q.words) && !auxiliary[f.q.words[i+1].text]: // when I look at ...
		case w == "when":
			put(asksDate, i)
		case w == "where":
			put(asksText, i)
		}
	}
	return all, said
}

// percentColumn reports whether the question asks for the average of a column of per cents, so that no share need be made: the average
// percentage of the rise.
func (f *former) percentColumn() bool {
	return f.averaging() != "" && slices.ContainsFunc(f.cols, func(a atom) bool {
		return slices.ContainsFunc(f.labels[a.column], func(l labelled) bool { return l.stem == "percent" })
	})
}

// countsRows reports whether the words behind "how many" or "the number of" are rows, and no figure of the rows.
func (f *former) countsRows(i int) bool {
	for ; i < len(f.q.words); i++ {
		w := &f.q.words[i]
		if a := f.atomAt(i); a != nil {
			return a.values != nil || f.t.Columns[a.column].Kind == spar.Text
		}
		if !linking[w.text] && !articles[w.text] && w.text != "more" && w.text != "different" {
			return !unitWords[w.text] && !fillers[w.text] || f.isRow(w)
		}
	}
	return true
}

// betweenValues reports whether two values of one column stand behind "between": the spread between men and women. A thing split between
// them is no difference.
func (f *former) betweenValues(i int) bool {
	if i > 0 && (strings.HasSuffix(f.q.words[i-1].text, "ed") || cachedSet("split spread")[f.q.words[i-1].text] && i > 1 && auxiliary[f.q.words[i-2].text]) {
		return false
	}
	for _, a := range f.conds {
		for _, b := range f.conds {
			if a.from > i && a.from <= i+4 && b.from >= a.to && b.from <= a.to+4 && a.column == b.column && f.joinedBy("and", a.to, b.from) && len(a.cond) == 1 && a.cond[0].Op == "=" {
				return true
			}
		}
	}
	return false
}

// gives are the forms that the answer of a plan has.
func (f *former) gives(p *Plan) (all asks) {
	items := slices.Clone(p.Select)
	if p.Order != nil {
		items = append(items, p.Order.Item)
		all |= asksExtreme
	}
	for _, it := range items {
		if it.Of != nil {
			all |= f.givesItem(*it.Of)
		}
		all |= f.givesItem(it)
	}
	if !p.Group.none() {
		all |= asksGroups | asksDistinct
	}
	if c := p.several(); c != nil || len(p.Where) > 0 && p.Group.none() && slices.ContainsFunc(p.Select, func(i Item) bool { return slices.Contains(pairFns, i.Fn) }) {
		all |= asksGroups
	}
	return all
}

func (f *former) givesItem(it Item) asks {
	if len(it.Labels) == 1 {
		if c := f.t.column(it.Labels[0]); c >= 0 {
			if _, ok := f.t.made(c); ok {
				of := it
				of.Labels = nil
				return asksDifference | f.givesItem(of)
			}
		}
	}
	switch it.Fn {
	case "count":
		return asksCount | asksSum
	case "distinct", "groups":
		return asksCount | asksSum | asksDistinct
	case "sum":
		return asksSum | asksCount
	case "average":
		return asksAverage
	case "median":
		return asksMedian
	case "min", "max":
		return asksExtreme | asksDate
	case "range":
		return asksDifference | asksExtreme
	case "percent":
		return asksShare | asksSum | asksCount | asksAverage
	case "difference", "distance", "growth", "ratio":
		return asksDifference | asksShare
	case "", "year", "month", "day":
		if len(it.Labels) != 1 {
			return 0
		}
		c := slices.IndexFunc(f.t.Columns, func(c Column) bool { return c.Label == it.Labels[0] })
		if c < 0 {
			return 0
		}
		all := asks(0)
		switch kind := f.t.Columns[c].Kind; {
		case kind == spar.Date || f.saysTime(c):
			all |= asksDate
		case kind == spar.Text:
			if f.isFlag(c) {
				return 0
			}
			if all |= asksText; !f.x.coded[c] || f.people && c == f.key {
				all |= asksName
			}
		case c == f.key && f.people:
			all |= asksName
		}
		return all
	}
	return 0
}

// saysTime reports whether a label names a point in time.
func (f *former) saysTime(c int) bool {
	return slices.ContainsFunc(f.labels[c], func(l labelled) bool { return cachedSet("date year day month time when")[l.stem] })
}

// leavesOut says what the question asks for and a plan does not give; "" for nothing. Of a row that is named any cell may be asked.
func (f *former) leavesOut(p *Plan) string {
	if reason := cmp.Or(f.unheeded(p), f.unsuited(p)); reason != "" {
		return reason
	}
	wanted, words := f.asked()
	if slices.ContainsFunc(f.conds, func(c said) bool { return c.key }) {
		wanted &= asksDifference | asksAverage | asksMedian | asksName | asksDate
	}
	missing := wanted &^ f.gives(p)
	if missing&asksDistinct != 0 && len(p.Where) > 0 { // a different one
		missing &^= asksDistinct
	}
	if w := f.q.words; len(w) > 1 && w[0].text == "who" && f.inAtom(1) && !slices.ContainsFunc(p.Select, func(i Item) bool { return i.Fn != "" }) {
		missing &^= asksName // who scored highest: the rows do
	}
	if !p.Group.none() && p.Order != nil && p.several() != nil {
		missing &^= asksName // who is older, those who left or those who stayed
	}
	for i := range f.q.words { // a denial that no condition has
		if w := f.q.words[i].text; (deny[w] || w == "another" || w == "nobody") && !f.used[i] && !f.inAtom(i) && !f.inBound(i) && !denies(p) {
			return fmt.Sprintf("%q is said, and the plan that fits best does not heed it", w)
		}
	}
	if f.asksWhether() && !slices.ContainsFunc(f.conds, func(c said) bool { return c.key }) && p.Group.none() && slices.ContainsFunc(p.Select, func(i Item) bool { return i.Fn == "" }) && !f.has("or") {
		return "yes or no is asked, and the plan that fits best does not say it"
	}
	list := slices.DeleteFunc(f.interrogatives(), func(i int) bool { // a question that a colon only repeats is no second one
		return i > 1 && f.q.words[i-1].text != "and" && f.q.words[i-2].text != "and"
	})
	gives := len(p.Select)
	if !p.Group.none() && p.Order == nil && gives > 1 {
		gives-- // of each group
	}
	if len(list) > 1 && len(list) > gives {
		return fmt.Sprintf("the question asks for %d things (%s), and the plan that fits best gives only %d", len(list), f.q.phrase(list[0], list[0]+1)+", "+f.q.phrase(list[1], list[1]+1), gives)
	}
	if len(list) == 1 && gives < 2 && f.secondThing(list[0]) {
		return fmt.Sprintf("the question asks for something and besides %q, and the plan that fits best gives only one", f.q.phrase(list[0], list[0]+1))
	}
	for a := asksCount; a <= asksText; a <<= 1 {
		if missing&a != 0 {
			return fmt.Sprintf("%q is asked, and the plan that fits best does not say it", words[a])
		}
	}
	return ""
}

// secondThing reports whether an interrogative is joined by "and" to something else that is asked: the average score, and by whom.
func (f *former) secondThing(i int) bool {
	for j := i - 1; j >= max(0, i-2); j-- {
		if f.q.words[j].text == "and" {
			return slices.ContainsFunc(f.atoms, func(a atom) bool { return a.to <= j && f.q.words[a.from].sentence == f.q.words[i].sentence })
		}
	}
	return false
}

// denies reports whether a plan has a condition that excludes rows with a value.
func denies(p *Plan) bool {
	return slices.ContainsFunc(slices.Concat(p.Where, p.Within, p.Having), func(c Condition) bool {
		return c.Op == "!=" || c.Op == "lacks" || slices.Contains(c.Values, "") || slices.ContainsFunc(c.Values, func(v string) bool {
			return noValue[Fold(v)] || Fold(v) == "no" || Fold(v) == "n" || Fold(v) == "false"
		})
	})
}

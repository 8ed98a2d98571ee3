package table

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// Columns of yes and no, and others whose name says a condition: who works overtime, who does not travel, who travels often.

// flagSaid is the condition of words that say yes or no of a column of these.
func (r *reader) flagSaid(a *atom, item Item, flag [2]string, no bool) said {
	value := a.values[0]
	if no {
		if value == flag[0] {
			value = flag[1]
		} else {
			value = flag[0]
		}
	}
	return said{cond: []Condition{{item, "=", []string{value}}}, column: a.column, from: a.from, to: a.to, flag: true, negative: no}
}

// flagConditions takes names of columns of yes and no for yes, unless a no is said.
func (r *reader) flagConditions(denied func(int) bool) {
	for i := range r.atoms {
		a := &r.atoms[i]
		if a.values != nil || !r.isFlag(a.column) || a.taken {
			continue
		}
		if r.grouping(a.from) && !(a.to < len(r.q.words) && rateWords[r.q.words[a.to].text]) {
			continue
		}
		yes, no := r.x.flags[a.column][0], r.x.flags[a.column][1]
		next := len(r.q.words)
		for _, b := range r.atoms {
			if b.from >= a.to && b.from < next && (r.isFlag(b.column) && b.values == nil && b.column != a.column || b.values != nil && b.column == a.column) {
				next = b.from
			}
		}
		var told []said
		for j := a.to; j < min(next, a.to+6); j++ {
			if b := r.atomOver(j + 1); b != nil && b.values == nil && b.column == a.column && b.from == j+1 {
				break // overtime against no overtime
			}
			for _, v := range []string{yes, no} {
				if strings.EqualFold(r.q.words[j].text, v) || v == yes && r.q.words[j].text == "yes" || v == no && r.q.words[j].text == "no" {
					told = append(told, said{cond: []Condition{{Item{Labels: []string{r.t.Columns[a.column].Label}}, "=", []string{v}}}, column: a.column, from: j, to: j + 1, flag: true})
					r.used[j] = true
				}
			}
		}
		for j := a.from - 2; j >= max(0, a.from-3) && len(told) == 0; j-- { // an N under treated
			if v := r.q.words[j].text; cachedSet("under in for at as")[r.q.words[j+1].text] && !r.used[j] && (strings.EqualFold(v, yes) || strings.EqualFold(v, no) || v == "yes" || v == "no") {
				value := yes
				if strings.EqualFold(v, no) || v == "no" {
					value = no
				}
				told = append(told, said{cond: []Condition{{Item{Labels: []string{r.t.Columns[a.column].Label}}, "=", []string{value}}}, column: a.column, from: j, to: a.to, flag: true})
				r.used[j] = true
			}
		}
		a.taken = true
		if len(told) > 0 {
			r.conds = append(r.conds, told...)
			continue
		}
		value, negative := yes, denied(a.from)
		if negative {
			value = no
		}
		c := said{cond: []Condition{{Item{Labels: []string{r.t.Columns[a.column].Label}}, "=", []string{value}}}, column: a.column, from: a.from, to: a.to, flag: true, negative: negative}
		if !slices.ContainsFunc(r.conds, func(o said) bool { return o.column == c.column && o.cond[0].String() == c.cond[0].String() }) {
			r.conds = append(r.conds, c)
		}
	}
}

// deniedColumns takes a column whose name is denied for the one of its values that says so: who does not travel on business is
// Non-Travel.
func (r *reader) deniedColumns(denied func(int) bool) {
	for i := range r.atoms {
		a := &r.atoms[i]
		if a.values == nil && !a.taken && len(a.others) == 0 && r.t.Columns[a.column].Kind == spar.Number && (a.full || a.all) && r.noneOf(a) && denied(a.from) {
			a.taken = true
			r.conds = append(r.conds, said{cond: []Condition{{Item{Labels: []string{r.t.Columns[a.column].Label}}, "=", []string{"0"}}}, column: a.column, from: a.from, to: a.to})
			continue
		}
		if a.values != nil || a.taken || r.t.Columns[a.column].Kind != spar.Text || r.isFlag(a.column) || r.x.counts[a.column] > few || len(a.others) > 0 {
			continue
		}
		var none []string
		for _, v := range r.x.values {
			if v.column == a.column && len(v.stems) > 0 && cachedSet("non no none not never without")[tokens(camel(v.text))[0]] {
				none = append(none, v.text)
			}
		}
		if len(none) == 1 && denied(a.from) {
			a.taken = true
			r.conds = append(r.conds, said{cond: []Condition{{Item{Labels: []string{r.t.Columns[a.column].Label}}, "=", none}}, column: a.column, from: a.from, to: a.to})
		}
	}
}

// noneOf reports whether a denial before a column of counts says that there are none: never had an accident, without any training.
func (r *reader) noneOf(a *atom) bool {
	if !r.hasCell(a.column, "0") || r.hasCell(a.column, "") || r.x.counts[a.column] > few {
		return false
	}
	i := a.from - 1
	for i > 0 && (articles[r.q.words[i].text] || cachedSet("any single had have has been in got received a an")[r.q.words[i].text]) && !r.inAtom(i) {
		i--
	}
	return i >= 0 && cachedSet("no never without")[r.q.words[i].text]
}

// how often: words beside a column whose cells say that.
var (
	oftenWords  = wordSet("often frequently regularly lot much constantly always frequent regular heavy heavily many lots")
	seldomWords = wordSet("rarely seldom hardly occasionally sometimes little rare occasional few")
)

// oftenColumns takes a column beside a word of how often for the one of its values that says so: who often travels is of
// Travel_Frequently.
func (r *reader) oftenColumns() {
	for i := range r.atoms {
		a := &r.atoms[i]
		if a.values != nil || a.taken || r.t.Columns[a.column].Kind != spar.Text || r.isFlag(a.column) || r.x.counts[a.column] > few || len(a.others) > 0 {
			continue
		}
		for _, j := range []int{a.from - 1, a.to, a.from - 2, a.to + 1, a.from - 3} {
			if j < 0 || j >= len(r.q.words) || r.inAtom(j) || r.q.words[max(0, j-1)].text == "how" || r.q.words[max(0, j-1)].text == "most" {
				continue
			}
			var found []string
			for _, v := range r.x.values {
				if v.column == a.column && slices.ContainsFunc(tokens(camel(v.text)), func(w string) bool {
					return oftenWords[r.q.words[j].text] && oftenWords[w] || seldomWords[r.q.words[j].text] && seldomWords[w]
				}) {
					found = append(found, v.text)
				}
			}
			if len(found) == 1 {
				a.taken, r.used[j] = true, true
				r.conds = append(r.conds, said{cond: []Condition{{Item{Labels: []string{r.t.Columns[a.column].Label}}, "=", found}}, column: a.column, from: min(a.from, j), to: max(a.to, j+1)})
				break
			}
		}
	}
}

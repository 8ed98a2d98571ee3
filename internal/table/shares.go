package table

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// share is a part in per cent. Conditions that say the whole go before "within" the plan.
func (f *former) share(p Plan, group *atom) (Plan, string, string) {
	at := -1
	for i, w := range f.q.words {
		switch w.text {
		case "percent", "percentage", "share", "proportion", "fraction", "quota", "ratio", "slice", "portion", "rate":
			if !f.inAtom(i) && at < 0 && !(i > 0 && w.text == "percent" && f.q.words[i-1].isNumber) {
				at = i
			}
		}
	}
	if at < 0 {
		return p, "", ""
	}
	for i := range f.cols { // of a sum
		a := &f.cols[i]
		if f.t.Columns[a.column].Kind != spar.Number || group != nil && a.column == group.column {
			continue
		}
		if len(a.others) > 0 && !a.full {
			return p, "", f.unclear(a)
		}
		if f.averaging() != "" || len(f.conds) == 0 || group != nil || f.super >= 0 {
			if f.q.words[at].text != "rate" && at+1 < len(f.q.words) && (f.q.words[at+1].text == "more" || f.q.words[at+1].text == "less") && !f.inAtom(at) {
				return p, "", "it is not clear whether a difference is asked in per cent"
			}
			return p, "", "" // a column of per cents
		}
		if !f.has("sum total overall whole all combined share slice portion aggregate") && !f.partOf(a) {
			return p, "", ""
		}
		p.Select = []Item{f.fn("percent", a.column)}
		return p, "percent sum", f.rest(a)
	}
	if len(f.conds) == 0 && len(p.Either) == 0 {
		return p, "", "it is not clear a share of what is asked"
	}
	if group != nil {
		if len(group.others) > 0 && !group.full {
			return p, "", f.unclear(group)
		}
		by := f.column(group.column)
		p.Group = by
		item := Item{Fn: "percent"}
		if s := f.rest(group); s != "" {
			return p, "", s
		}
		if f.super >= 0 && !f.grouping(group.from) {
			switch f.q.words[f.super].text {
			case "worst": // the worst has most of a bad thing
				f.low = false
			case "best":
				return p, "", "it is not clear whether the highest or the lowest share is the best"
			}
			p.Select, p.Order, p.Limit = []Item{by}, &Order{item, !f.low}, f.limit
			return p, f.direction("group most percent", "group least percent"), ""
		}
		p.Select = []Item{by, item}
		return p, "each percent", ""
	}
	if s := f.rest(); s != "" {
		return p, "", s
	}
	whole := f.wholes(at)
	by, each := f.eachOf(whole)
	p.Where, p.Within = nil, nil
	for i, c := range f.conds {
		if whole[i] {
			p.Within = append(p.Within, c.cond...)
		} else {
			p.Where = append(p.Where, c.cond...)
		}
	}
	if each {
		if p.Within = either(p.Within); len(p.Where) == 0 {
			return p, "", notClear
		}
		p.Group, p.Select = by, []Item{by, {Fn: "percent"}}
		return p, "each percent", ""
	}
	if len(p.Where) == 0 && len(p.Either) == 0 {
		return p, "", "it is not clear which part of the rows is asked for"
	}
	p.Within, p.Where = either(p.Within), either(p.Where)
	p.Select = []Item{{Fn: "percent"}}
	return p, "percent", ""
}

// partOf reports whether a column stands behind a value as its whole: the contribution of Law to the credits in percent, Law as a
// percentage of the credits.
func (f *former) partOf(a *atom) bool {
	j := a.from - 1
	for j >= 0 && (articles[f.q.words[j].text] || operations[f.q.words[j].text]) {
		j--
	}
	return j >= 0 && cachedSet("of to in")[f.q.words[j].text] && slices.ContainsFunc(f.conds, func(c said) bool { return c.to <= j })
}

// eachOf gives the column whose named values form the whole, where the question asks for each one's figure.
func (f *former) eachOf(whole []bool) (Item, bool) {
	if !f.has("respectively each both separately") {
		return Item{}, false
	}
	for i, a := range f.conds {
		for j, b := range f.conds[:i] {
			if whole[i] && whole[j] && a.column == b.column && len(a.cond) == 1 && a.cond[0].Op == "=" && b.cond[0].String() != a.cond[0].String() {
				return a.cond[0].Item, true
			}
		}
	}
	return Item{}, false
}

// wholes says for each condition whether it limits the whole and not the part, by where they stand.
func (f *former) wholes(at int) []bool {
	whole := make([]bool, len(f.conds))
	if len(f.conds) < 2 {
		return whole
	}
	q := f.q.words
	for k, c := range f.conds { // Top Farm: green in percent
		whole[k] = q[c.from].sentence < q[at].sentence
	}
	if some(whole) {
		return whole
	}
	clear(whole)
	if q[at].text == "rate" { // the return rate for furniture: of the furniture, the returned part
		for k, c := range f.conds {
			whole[k] = c.to != at && c.to != at-1
		}
		if some(whole) {
			return whole
		}
		clear(whole)
	}
	for i, w := range q { // among the employees in sales; of the managers, what percentage
		begins := i == 0 && (w.text == "of" || w.text == "out" || w.text == "for" || w.text == "in") && at > 2
		if w.text == "among" || w.text == "amongst" || begins || w.text == "out" && i+1 < len(q) && q[i+1].text == "of" {
			for k, c := range f.conds {
				whole[k] = c.from > i && (i > at || c.from < at)
			}
			if some(whole) {
				return whole
			}
		}
	}
	// The percentage of A that is B; the percentage of A with B; the percentage of B in A.
	for k := 1; k < len(f.conds); k++ {
		verb, place := false, false
		for i := f.conds[k-1].to; i < f.conds[k].from; i++ {
			if f.inAtom(i) {
				continue
			}
			verb = verb || verbal[q[i].text] || strings.HasSuffix(q[i].text, "ed")          // ended in a fail
			verb = verb || i+1 == f.conds[k].from && f.isRow(&q[i]) && f.conds[k-1].to == i // of Spanish orders delivered
			place = place || q[i].text == "in" || q[i].text == "within" || q[i].text == "of" || q[i].text == "at" || q[i].text == "from"
		}
		if f.conds[k].flag && !place || verb {
			for j := range k {
				whole[j] = true
			}
			return whole
		}
		if place {
			for j := k; j < len(f.conds); j++ {
				whole[j] = true
			}
			return whole
		}
	}
	return whole // all together are the part
}

func some(list []bool) bool {
	yes, no := false, false
	for _, b := range list {
		yes, no = yes || b, no || !b
	}
	return yes && no
}

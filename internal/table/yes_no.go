package table

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// Questions for yes or no: whether there is such a row, whether all rows are so, whether a row that is named is.

// asksWhether reports whether the question begins as one that is answered by yes or no.
func (f *former) asksWhether() bool {
	return len(f.q.words) > 0 && wordSet("is are was were has have had do does did")[f.q.words[0].text]
}

// someWords ask for any row at all.
var someWords = wordSet("any anything anyone anybody ever exist exists")

// asksAny reports whether the question asks if there are such rows at all.
func (f *former) asksAny() bool {
	if len(f.conds)+len(f.alternates) == 0 || f.comparing() || f.has("difference different") || slices.ContainsFunc(f.conds, func(c said) bool { return c.key }) || f.all() >= 0 {
		return false
	}
	some := slices.ContainsFunc(f.q.words, func(w asking) bool { return someWords[w.text] })
	switch first := f.q.words[0].text; {
	case first == "any" && !f.has("whose who"), first == "exist" || first == "exists":
		return true
	case f.asksWhether():
		return some || slices.ContainsFunc(f.q.words[:min(3, len(f.q.words))], func(w asking) bool { return w.text == "there" }) || f.q.words[len(f.q.words)-1].text == "there"
	}
	return f.has("whether if") && (some || f.has("there"))
}

// all gives the place of the word that makes a yes or no question one about all rows: did every one, all paid? -1 for none.
func (f *former) all() int {
	if !f.asksWhether() && (!strings.HasSuffix(strings.TrimSpace(f.q.text), "?") || slices.ContainsFunc(f.q.words, func(w asking) bool {
		return whichWords[w.text] || w.text == "how" || w.text == "when" || commands[w.text]
	})) {
		return -1
	}
	for i := range f.q.words {
		if cachedSet("all every everything everyone everybody each always")[f.q.words[i].text] && !f.inAtom(i) && !f.inBound(i) && !(i > 0 && cachedSet("in of at above over")[f.q.words[i-1].text]) {
			return i
		}
	}
	return -1
}

// whetherSo gives the plan of a question whether all rows are so, or whether a row that is named is on one side of a bound; ok is false where
// the question asks for neither.
func (f *former) whetherSo(p Plan) (Plan, string, bool) {
	if len(f.conds) == 0 || f.comparing() || f.super >= 0 || len(p.Either) > 0 {
		return p, "", false
	}
	key := slices.ContainsFunc(f.conds, func(c said) bool { return c.key })
	if key {
		bound := slices.ContainsFunc(f.conds, func(c said) bool { return !c.key && cachedSet("< <= > >=")[c.cond[0].Op] })
		if !f.asksWhether() || !bound {
			return p, "", false
		}
		p.Within, p.Where = nil, nil // so that a no shows the cells of the row
		for _, c := range f.conds {
			if c.key {
				p.Within = append(p.Within, c.cond...)
			} else {
				p.Where = append(p.Where, c.cond...)
			}
		}
		p.Select = []Item{{Fn: "every"}}
		return p, "every", true
	}
	at := f.all()
	if at < 0 {
		return p, "", false
	}
	// The statement about them comes last: did all oil boilers get a certificate.
	n := len(f.conds) - 1
	for n > 0 && f.conds[n].column != f.conds[n-1].column && f.joinedBy("and", f.conds[n-1].to, f.conds[n].from) {
		n--
	}
	if f.conds[len(f.conds)-1].from < at && !(at == len(f.q.words)-1) {
		return p, "", false
	}
	p.Within, p.Where = nil, nil
	for i, c := range f.conds {
		if i < n {
			p.Within = append(p.Within, c.cond...)
		} else {
			p.Where = append(p.Where, c.cond...)
		}
	}
	p.Within, p.Where = either(p.Within), either(p.Where)
	p.Select = []Item{{Fn: "every"}}
	return p, "every", true
}

// doneColumns takes a column of dates for the condition that it has one, where its label names an act and the question says that it was
// done, or was not: have they all been fitted, which are not yet delivered.
func (r *reader) doneColumns(denied func(int) bool) {
	for k := range r.atoms {
		a := &r.atoms[k]
		if a.values != nil || a.taken || len(a.others) > 0 && !a.full || r.t.Columns[a.column].Kind != spar.Date || r.x.blank[a.column] == 0 || a.to-a.from != 1 || !strings.HasSuffix(r.q.words[a.from].text, "ed") || !a.all {
			continue
		}
		if a.to < len(r.q.words) && r.q.words[a.to].sentence == r.q.words[a.from].sentence && (r.q.words[a.to].isNumber || before[r.q.words[a.to].text] != "" || cachedSet("on date dates or")[r.q.words[a.to].text]) || a.from == 0 {
			continue
		}
		if r.q.has(cachedSet("when date day days year month first last latest earliest longest between before after")) || slices.ContainsFunc(r.conds, func(c said) bool { return c.column == a.column }) || slices.ContainsFunc(r.q.words, func(w asking) bool {
			return w.isNumber && w.number >= 1900 && w.number < 2100 || month(w.text) > 0 && len(w.text) > 3
		}) {
			continue
		}
		j := a.from - 1
		for j > 0 && cachedSet("yet already now")[r.q.words[j].text] {
			j--
		}
		if !cachedSet("been is are was were get got all not")[r.q.words[j].text] || r.inAtom(j) {
			continue
		}
		r.sayBlank(a, a.from, a.to, denied(a.from))
	}
}

package table

import (
	"slices"

	"github.com/sparsearch/spar/internal/spar"
)

// covering gives the only plan that says all of the question and nothing else. It has the question's conditions, uses each named column and
// no other, gives each requested form, and computes nothing more. If several plans that differ do so, it gives none.
func (f *former) covering() (Plan, string, bool) {
	var found []skeleton
	for _, s := range f.skeletons() {
		if f.covers(&s.plan) && !slices.ContainsFunc(found, func(o skeleton) bool { return o.plan.String() == s.plan.String() }) {
			found = append(found, s)
		}
	}
	if len(found) != 1 {
		return Plan{}, "", false
	}
	return found[0].plan, found[0].kind, true
}

// A skeleton is a plan with its kind.
type skeleton struct {
	kind string
	plan Plan
}

var aggregates = []string{"average", "median", "sum", "max", "min"}

// skeletons are the plans over the conditions of the question and at most one column of figures and one of groups.
func (f *former) skeletons() (list []skeleton) {
	if slices.ContainsFunc(f.conds, func(c said) bool { return c.key }) {
		return nil // of one row, cells are asked
	}
	numbers, texts := []int{-1}, []int{-1}
	for i := range f.cols {
		a := &f.cols[i]
		switch {
		case !a.full || a.weak:
			return nil // it is a guess already
		case a.column == f.key || f.isFlag(a.column):
		case f.t.Columns[a.column].Kind == spar.Text:
			texts = append(texts, a.column)
		default:
			numbers = append(numbers, a.column)
		}
	}
	if len(numbers) > 2 || len(texts) > 2 {
		return nil
	}
	var where []Condition
	for _, c := range f.conds {
		where = append(where, c.cond...)
	}
	base := Plan{Where: either(where), Either: f.alternates}
	put := func(kind string, p Plan) { list = append(list, skeleton{kind, p}) }
	var items []Item // what may be computed of rows
	items = append(items, Item{Fn: "count"})
	for _, m := range numbers[1:] {
		for _, fn := range aggregates {
			items = append(items, f.fn(fn, m))
		}
	}
	with := func(change func(p *Plan)) Plan {
		p := base
		change(&p)
		return p
	}
	for _, it := range items {
		put(it.Fn, with(func(p *Plan) { p.Select = []Item{it} }))
		if base.several() != nil {
			of := it
			put("difference", with(func(p *Plan) { p.Select = []Item{{Fn: "distance", Of: &of}} }))
			by := base.several().Item
			put("each "+it.Fn, with(func(p *Plan) { p.Group, p.Select = by, []Item{by, it} }))
			put("more of two", with(func(p *Plan) { p.Group, p.Select, p.Order, p.Limit = by, []Item{by}, &Order{it, !f.low}, 1 }))
		}
	}
	if f.key >= 0 {
		put("lookup", with(func(p *Plan) { p.Select = []Item{f.column(f.key)} }))
		for _, m := range numbers[1:] {
			put(f.direction("most", "least"), with(func(p *Plan) {
				p.Select, p.Order, p.Limit = []Item{f.column(f.key)}, &Order{f.column(m), !f.low}, f.limit
			}))
		}
	}
	for _, m := range numbers[1:] {
		put("percent sum", with(func(p *Plan) { p.Select = []Item{f.fn("percent", m)} }))
	}
	for _, g := range texts[1:] {
		by := f.column(g)
		put("distinct", with(func(p *Plan) { p.Select = []Item{f.fn("distinct", g)} }))
		put("distinct list", with(func(p *Plan) { p.Group, p.Select = by, []Item{by} }))
		for _, it := range items {
			put("each "+it.Fn, with(func(p *Plan) { p.Group, p.Select = by, []Item{by, it} }))
			put(f.direction("group most", "group least"), with(func(p *Plan) {
				p.Group, p.Select, p.Order, p.Limit = by, []Item{by}, &Order{it, !f.low}, f.limit
			}))
		}
	}
	return list
}

// covers reports whether a plan over the conditions of the question says all of the rest, and nothing more.
func (f *former) covers(p *Plan) bool {
	used := map[string]bool{}
	items := append(slices.Clone(p.Select), p.Group)
	if p.Order != nil {
		items = append(items, p.Order.Item)
	}
	for _, it := range items {
		for _, l := range it.Labels {
			used[l] = true
		}
		if it.Of != nil {
			for _, l := range it.Of.Labels {
				used[l] = true
			}
		}
	}
	key := false
	for i := range f.cols {
		if a := &f.cols[i]; a.column == f.key {
			key = true
		} else if !used[f.t.Columns[a.column].Label] && !(f.super >= 0 && f.allSuper(a)) {
			return false
		}
	}
	wanted, _ := f.asked()
	if wanted&^f.gives(p) != 0 {
		return false
	}
	for _, it := range items {
		of := it
		if it.Of != nil {
			of = *it.Of
			if wanted&asksDifference == 0 {
				return false
			}
		}
		switch of.Fn {
		case "count":
			if it.Of == nil && wanted&asksCount == 0 && !f.asksAny() && !f.oftenest() && !(p.Order != nil && p.Limit > 0 && f.comparesTwo()) {
				return false
			}
		case "average":
			if wanted&asksAverage == 0 {
				return false
			}
		case "median":
			if wanted&asksMedian == 0 {
				return false
			}
		case "sum":
			if wanted&asksSum == 0 && !f.has(sumSaid) && !(wanted&asksExtreme == 0 && (f.how("much") || f.how("many"))) {
				return false
			}
		case "max", "min":
			if p.Order != nil || f.super < 0 || of.Fn != f.direction("max", "min") || f.wantsRow() {
				return false
			}
		case "percent":
			if wanted&asksShare == 0 || len(f.conds) == 0 {
				return false
			}
		case "distinct":
			if c := f.countedColumn(); wanted&asksCount == 0 || wanted&asksDistinct == 0 && (c == nil || !slices.Contains(it.Labels, f.t.Columns[c.column].Label) || f.countedRow()) {
				return false
			}
		}
	}
	plain := wanted & (asksCount | asksAverage | asksMedian | asksSum | asksShare | asksDifference | asksExtreme)
	switch {
	case p.Order != nil && wanted&asksExtreme == 0 && !(f.comparesTwo() && !p.Group.none()):
		return false
	case p.Order != nil && !p.Group.none() && wanted&asksGroups != 0 && p.several() == nil:
		return false
	case p.Order == nil && len(p.Select) > 1 && wanted&asksGroups == 0:
		return false
	case p.Order == nil && !p.Group.none() && len(p.Select) == 1 && plain != 0:
		return false
	case p.Order == nil && p.Group.none() && p.Select[0].Fn == "" && (plain != 0 || !f.wantsList(key)):
		return false
	}
	return true
}

// countedRow reports whether the question has a word for the rows behind that for their number.
func (f *former) countedRow() bool {
	for i := range f.q.words {
		if w := &f.q.words[i]; i > 0 && f.isRow(w) && !f.inAtom(i) && slices.ContainsFunc(f.q.words[max(0, i-3):i], func(w asking) bool { return w.text == "many" || w.text == "number" || w.text == "count" }) {
			return true
		}
	}
	return false
}

// comparesTwo reports whether it is asked which of two is more.
func (f *former) comparesTwo() bool {
	for i := range f.q.words {
		if w := &f.q.words[i]; !f.inAtom(i) && !f.inBound(i) && (comparatives[w.text] || f.isComparative(w)) {
			return true
		}
	}
	return false
}

// wantsList reports whether rows are asked for.
func (f *former) wantsList(key bool) bool {
	return key || f.q.key || f.asksRows() || whichWords[f.q.words[0].text] || f.has("list show")
}

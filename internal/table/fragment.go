package table

import "slices"

// Fragment reads words that are no question of their own, "and only for managers", as the parts of a plan that they name: conditions, a
// group, functions and columns to select, an order. Of several columns that have a value, one of the earlier plan is meant. whole says that
// each word is explained.
func (p *Planner) Fragment(words string, earlier Plan, t *Table) (part Plan, whole bool) {
	s := p.strict(p.english(words, t).english, t)
	r := s.reader
	if r == nil {
		return part, false
	}
	for _, c := range append(slices.Concat(earlier.Within, earlier.Where), Condition{Item: earlier.Group}) {
		for i := range r.atoms {
			if len(r.doubted) > 0 && r.atoms[i].from == r.doubted[0] && len(c.Item.Labels) == 1 && slices.Contains(r.doubted[1:], t.column(c.Item.Labels[0])) {
				r.move(&r.atoms[i], t.column(c.Item.Labels[0]))
				s, r.doubted = r.read(), nil
			}
		}
	}
	f := &former{reader: r}
	f.alternate()
	f.extreme()
	part.Either = f.alternates
	for _, c := range f.conds {
		part.Where = either(append(part.Where, c.cond...))
	}
	fn := f.averaging()
	switch {
	case fn != "":
	case f.counting():
		fn = "count"
	case f.has(sumSaid):
		fn = "sum"
	}
	for _, a := range f.cols {
		if item := f.column(a.column); f.grouping(a.from) && part.Group.none() {
			part.Group = item
		} else {
			part.Select = append(part.Select, Item{Fn: fn, Labels: item.Labels})
		}
	}
	if len(part.Select) == 0 && fn != "" {
		part.Select = []Item{{Fn: fn}}
	}
	sorted := f.has("first sort sorted order ordered rank ranked ascending descending")
	if f.super >= 0 || sorted && !part.Group.none() {
		part.Order, part.Limit = &Order{Desc: !f.low}, f.limit
	}
	if sorted {
		part.Limit = 0
	}
	forms, _ := f.asked()
	return part, s.former != nil && forms&(asksShare|asksDifference|asksDistinct|asksName|asksDate|asksText) == 0
}

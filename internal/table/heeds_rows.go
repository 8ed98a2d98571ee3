package table

import (
	"fmt"
	"slices"
)

// otherRows says where a plan's conditions choose other rows than the question does.
func (f *former) otherRows(p *Plan) string {
	var said []Condition
	for _, c := range f.conds {
		said = append(said, c.cond...)
	}
	want := f.t.spelled(Plan{Where: said, Either: f.alternates})
	have := Plan{Where: slices.Concat(p.Within, p.Where), Either: p.Either}
	whole := len(want.Either)+len(have.Either) > 0
	labels := func(p Plan) (list []string) {
		for _, c := range slices.Concat(append(p.Either, p.Where)...) {
			if l := c.Item.label(); !slices.Contains(list, l) {
				list = append(list, l)
			}
		}
		return list
	}
	asks, has := labels(want), labels(have)
	for _, l := range has {
		if !slices.Contains(asks, l) && !f.namesDifference(l, have) {
			return fmt.Sprintf("the question says nothing of %s", conditionsOn(have, l)[0])
		}
	}
	for _, l := range asks {
		if slices.Contains(has, l) && (whole || f.sameRows(conditionsOn(want, l), conditionsOn(have, l))) || !whole && f.sameRows(conditionsOn(want, l), nil) {
			continue
		}
		words := conditionsOn(want, l)[0].String()
		for _, c := range f.conds {
			if spelled := f.t.spelled(Plan{Where: c.cond}); spelled.Where[0].Item.label() == l {
				words = fmt.Sprintf("%q (%s)", f.q.phrase(c.from, c.to), spelled.Where[0])
				break
			}
		}
		return "the plan does not heed " + words
	}
	if whole && !f.sameRows(nil, nil, want, have) {
		return "the plan takes other rows than the conditions of the question"
	}
	return ""
}

// label gives the columns of a condition, whatever part of them it tests.
func (i Item) label() string { return Fold(Item{Labels: i.Labels, Less: i.Less}.String()) }

// conditionsOn are the conditions of a plan on a column.
func conditionsOn(p Plan, label string) (list []Condition) {
	for _, c := range slices.Concat(append([][]Condition{p.Where}, p.Either...)...) {
		if c.Item.label() == label {
			list = append(list, c)
		}
	}
	return list
}

// namesDifference reports whether a condition is on a difference of two columns that the question names both.
func (f *former) namesDifference(label string, have Plan) bool {
	it := conditionsOn(have, label)[0].Item
	if it.Less == "" {
		return false
	}
	named := func(l string) bool {
		c := f.t.column(l)
		return slices.ContainsFunc(f.atoms, func(a atom) bool { return a.values == nil && a.column == c })
	}
	return named(it.Labels[0]) && named(it.Less)
}

// sameRows reports whether two lists of conditions choose the same of the table's first rows; where both choose none, they must name the
// same values. With two plans given it compares all their conditions and alternatives.
func (f *former) sameRows(a, b []Condition, whole ...Plan) bool {
	plans := []Plan{{Where: either(a)}, {Where: b}}
	if len(whole) == 2 {
		plans = []Plan{{Where: either(whole[0].Where), Either: whole[0].Either}, whole[1]}
	}
	table, err := withDifferences(plans, f.base())
	if err != nil {
		return false
	}
	var bound [2]*binding
	for i := range plans {
		if bound[i], err = bind(plans[i], table); err != nil {
			return false
		}
	}
	some := false
	r := &runner{}
	for n := range f.t.Rows[:min(len(f.t.Rows), sampleRows)] {
		row := f.t.Rows[n]
		row.Cells = row.Cells[:min(len(row.Cells), len(f.base().Columns))]
		for len(row.Cells) < len(f.base().Columns) {
			row.Cells = append(row.Cells, Value{})
		}
		for _, d := range table.differences {
			row.Cells = append(row.Cells[:len(row.Cells):len(row.Cells)], d.of(&f.t.Rows[n]))
		}
		x, y := r.asked(&row, bound[0]) >= 0, r.asked(&row, bound[1]) >= 0
		if x != y {
			return false
		}
		some = some || x
	}
	if some && (len(f.t.Rows) < sampleRows && f.t.More == nil || len(b) > 0 || len(whole) > 0) {
		return true
	}
	return plans[0].String() == plans[1].String()
}

// base is the table without the columns that were made of others.
func (f *former) base() *Table {
	if len(f.t.differences) == 0 {
		return f.t
	}
	t := &Table{Name: f.t.Name, Locator: f.t.Locator, Columns: f.t.Columns[:len(f.t.Columns)-len(f.t.differences)], scale: f.t.scale, Rows: f.t.Rows}
	return t
}

// Package revise changes a plan over a table by the words that go on with its question: "and only for managers", "by gender", "the ten
// largest", "what about 2019". What the words name in the table's columns and values is added to the plan, or takes the place of its like.
// It stands between the planner and the answer, and is pure.
package revise

import (
	"slices"
	"strings"
	"unicode"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/table"
)

// mostGroups is how many different values a column of numbers has at most for rows to be grouped by it rather than put in its order.
const mostGroups = 40

// Plan returns the plan of words that go on with an earlier plan over a table. ok is false if the words say something that the table does
// not explain, ask for something that no change of the plan gives, or change nothing. led says that they begin as what goes on does: without
// that, a function with its column or its groups, "average age", is a question of its own.
func Plan(planner *table.Planner, earlier table.Plan, words string, led bool, t *table.Table) (p table.Plan, ok bool) {
	p = clone(earlier)
	if label := sibling(p, words, t); label != "" { // 2006, after a column called Population 2011
		p, _ = measured(p, table.Item{Labels: []string{label}})
		words = strings.ReplaceAll(words, numbers(words)[0], "")
	}
	part, whole := planner.Fragment(words, p, t)
	names := func(i table.Item) bool { return i.Fn != "" && len(i.Labels)+len(part.Group.Labels) > 0 }
	if !whole || !led && slices.ContainsFunc(part.Select, names) {
		return p, false
	}
	p.Where, p.Within = conditions(p, part.Where)
	if len(part.Either) > 0 {
		if len(p.Either) > 0 {
			return p, false
		}
		p.Either = part.Either
	}
	done := true
	if len(part.Group.Labels) > 0 {
		p, done = grouped(p, part, t)
	}
	for _, item := range part.Select {
		if p, ok = selected(p, item, part.Order, t); !ok {
			done = false
		}
	}
	if part.Order != nil && len(part.Select) == 0 && len(part.Group.Labels) == 0 {
		p, ok = ordered(p, *part.Order, part.Limit)
		done = done && ok
	} else if part.Order != nil && part.Limit > 1 {
		p.Limit, p.Ties = part.Limit, false
	}
	return p, done && p.String() != earlier.String()
}

func clone(p table.Plan) table.Plan {
	p.Select = slices.Clone(p.Select)
	if p.Order != nil {
		o := *p.Order
		p.Order = &o
	}
	return p
}

// conditions adds conditions to those of a plan, each in the place of any that compares the same: the same column with values, or from
// the same side. A share stays one of rows: what narrows it narrows the whole.
func conditions(p table.Plan, list []table.Condition) (where, within []table.Condition) {
	where, within = slices.Clone(p.Where), slices.Clone(p.Within)
	share := slices.ContainsFunc(p.Select, func(i table.Item) bool { return i.Fn == "percent" })
	for _, c := range list {
		same := func(o table.Condition) bool { return o.Item.String() == c.Item.String() && side(o.Op) == side(c.Op) }
		before := len(where)
		where = slices.DeleteFunc(where, same)
		within = slices.DeleteFunc(within, same)
		if share && len(where) == before {
			within = append(within, c)
		} else {
			where = append(where, c)
		}
	}
	return where, within
}

// side is which values an operator takes: those below a bound, those above one, or some of all.
func side(op string) string {
	if op == "<" || op == ">" || op == "<=" || op == ">=" {
		return op[:1]
	}
	return "="
}

// figure is the place of the function of many rows that a plan selects; -1 for none, and for several.
func figure(p table.Plan) int {
	at := -1
	for i, item := range p.Select {
		if item.Fn == "" || item.String() == p.Group.String() {
			continue
		}
		if at >= 0 || item.Of != nil || item.Less != "" {
			return -1
		}
		at = i
	}
	return at
}

// ranked reports whether a plan gives the first rows of an order.
func ranked(p table.Plan) bool { return p.Order != nil && p.Limit > 0 && len(p.Group.Labels) == 0 }

// grouped makes groups by a column, or takes it for an order if it has figures.
func grouped(p, part table.Plan, t *table.Table) (table.Plan, bool) {
	by, at := part.Group, figure(p)
	order := table.Order{Item: by, Desc: part.Order == nil || part.Order.Desc}
	switch {
	case ranked(p):
		p.Order.Item = by
		return p, true
	case at >= 0 && slices.Equal(p.Select[at].Labels, by.Labels):
		return ordered(p, order, part.Limit)
	case at < 0 || many(by.Labels[0], t):
		return p, false
	}
	item := p.Select[at]
	if len(p.Group.Labels) == 0 && (item.Fn == "percent" || len(p.Having) > 0) {
		return p, false
	}
	p.Where = slices.DeleteFunc(p.Where, func(c table.Condition) bool { return c.Item.String() == by.String() && c.Op == "=" }) // one group is none
	p.Group, p.Select = by, []table.Item{by, item}
	if part.Order != nil {
		return ordered(p, *part.Order, part.Limit)
	}
	return p, true
}

// many reports whether a column has more figures than rows are grouped by.
func many(label string, t *table.Table) bool {
	i := slices.IndexFunc(t.Columns, func(c table.Column) bool { return c.Label == label })
	if i < 0 || t.Columns[i].Kind != spar.Number {
		return false
	}
	seen := map[float64]bool{}
	for _, row := range t.Rows {
		if i < len(row.Cells) {
			seen[row.Cells[i].Number] = true
		}
	}
	return len(seen) > mostGroups
}

// ordered puts the result of a plan in order. Of figures without groups it takes the most or the least.
func ordered(p table.Plan, o table.Order, limit int) (table.Plan, bool) {
	at := figure(p)
	switch {
	case ranked(p):
		if p.Order.Desc = o.Desc; limit > 1 {
			p.Limit, p.Ties = limit, false
		}
	case at < 0:
		return p, false
	case len(p.Group.Labels) > 0:
		p.Order, p.Limit, p.Ties = &table.Order{Item: p.Select[at], Desc: o.Desc}, limit, false
	case len(p.Select[at].Labels) == 1 && limit == 1:
		p.Select[at].Fn = extreme(o)
	default:
		return p, false
	}
	return p, true
}

func extreme(o table.Order) string {
	if o.Desc {
		return "max"
	}
	return "min"
}

// selected takes a function or a column in the place of what a plan gives.
func selected(p table.Plan, item table.Item, o *table.Order, t *table.Table) (table.Plan, bool) {
	at := figure(p)
	text := slices.ContainsFunc(t.Columns, func(c table.Column) bool {
		return len(item.Labels) == 1 && c.Label == item.Labels[0] && c.Kind != spar.Number
	})
	switch {
	case item.Fn != "" && (ranked(p) || at < 0): // the average of them all, no row of theirs
		if len(item.Labels) == 0 && item.Fn != "count" || len(p.Group.Labels) > 0 {
			return p, false
		}
		p.Select, p.Order, p.Limit, p.Ties = []table.Item{item}, nil, 0, false
	case ranked(p) && text, at < 0 && text:
		p.Select = []table.Item{item}
	case ranked(p):
		if p.Order.Item = item; o != nil {
			p.Order.Desc = o.Desc
		}
	case at < 0:
		return p, false
	case text && item.Fn == "" && len(p.Group.Labels) > 0:
		return grouped(p, table.Plan{Group: item}, t)
	case text:
		return p, false
	case o != nil && (len(p.Group.Labels) == 0 || !slices.Equal(item.Labels, p.Select[at].Labels)):
		item.Fn = extreme(*o)
		return measured(p, item)
	case o != nil:
		return ordered(p, *o, 1)
	default:
		return measured(p, item)
	}
	return p, true
}

// measured changes the function of a plan, its column, or both, in the order as well.
func measured(p table.Plan, item table.Item) (table.Plan, bool) {
	at := figure(p)
	if at < 0 {
		if !ranked(p) || item.Fn != "" {
			return p, false
		}
		p = clone(p)
		p.Order.Item = item
		return p, true
	}
	p = clone(p)
	old := p.Select[at]
	if item.Fn == "" {
		item.Fn = old.Fn
	}
	if len(item.Labels) == 0 && item.Fn != "count" {
		item.Labels = old.Labels
	}
	if item.Fn == "count" {
		item.Labels = nil
	} else if len(item.Labels) == 0 || old.Fn == "count" && item.Fn == old.Fn {
		return p, false
	}
	if p.Select[at] = item; p.Order != nil && p.Order.Item.String() == old.String() {
		p.Order.Item = item
	}
	return p, true
}

// sibling is the column whose label differs from the one that a plan measures by a number alone, and by one that the words say; "" for
// none.
func sibling(p table.Plan, words string, t *table.Table) string {
	var item table.Item
	if at := figure(p); at >= 0 {
		item = p.Select[at]
	} else if ranked(p) {
		item = p.Order.Item
	}
	if len(item.Labels) != 1 {
		return ""
	}
	said := numbers(words)
	for _, c := range t.Columns {
		if len(said) == 1 && c.Label != item.Labels[0] && slices.Equal(numbers(c.Label), said) && letters(c.Label) == letters(item.Labels[0]) {
			return c.Label
		}
	}
	return ""
}

// numbers are the whole numbers of a text, in order.
func numbers(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return !unicode.IsDigit(c) })
}

// letters is a text without its numbers.
func letters(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsDigit(c) {
			return -1
		}
		return c
	}, text)
}

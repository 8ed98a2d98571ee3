package sqlplan

import (
	"reflect"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/table"
)

// selected reads an item that is selected or sorted by. The conditions of a figure go into the plan once: an order repeats what is selected.
func (m *maker) selected(e *expr, p *table.Plan) table.Item {
	e = inner(e)
	if m.figure != nil && reflect.DeepEqual(e, m.figure) {
		return m.made
	}
	it, ok := m.figured(e, p)
	if !ok {
		it = m.exactly(e)
		m.beside = append(m.beside, it)
		return it
	}
	if m.figure != nil {
		m.beyond("figures of different rows")
	}
	m.figure, m.made = e, it
	return it
}

// alone refuses what stands beside a figure and is not its group: the conditions of the figure would hold for that, too.
func (m *maker) alone(p table.Plan) {
	if m.figure == nil {
		return
	}
	beside := m.beside
	for _, c := range p.Having {
		beside = append(beside, c.Item)
	}
	for _, it := range beside {
		if empty(p.Group) || it.String() != p.Group.String() {
			m.beyond("figures of different rows")
		}
	}
	if p.Order != nil && empty(p.Group) {
		m.beyond("an order of a figure")
	}
	if p.Order != nil && !p.Order.Desc && p.Order.Item.String() == m.made.String() {
		m.beyond("the least of a figure") // plans leave out groups without a row that fits
	}
}

// figured reads a share of rows and a comparison of two groups, whose conditions stand in the selection; they go into the plan. It is false
// for everything else.
func (m *maker) figured(e *expr, p *table.Plan) (table.Item, bool) {
	e, hundredfold := inner(e), false
	if of := inner(without(e, 100)); of != e {
		e, hundredfold = of, true
	}
	if where, times := counted(e); where != nil {
		switch {
		case e.text == "avg":
			m.share(where, p)
			return table.Item{Fn: "percent"}, true
		case times == 1 && !hundredfold:
			m.where(where, p)
			return table.Item{Fn: "count"}, true
		}
	}
	if e.kind != operator || e.text != "/" && e.text != "-" {
		return table.Item{}, false
	}
	a, b := inner(without(inner(e.args[0]), 100)), inner(e.args[1])
	if nested := a.kind == subquery || b.kind == subquery; nested && !empty(p.Group) {
		m.beyond("a subquery beside groups") // which is of all groups
		return table.Item{}, true
	}
	if e.text == "/" {
		if within, ok := m.counts(b); ok {
			where, _ := counted(a)
			some, both := m.counts(a)
			switch {
			case where != nil && a.text != "avg" && b.kind != subquery:
				m.share(where, p)
				return table.Item{Fn: "percent"}, true
			case where != nil && a.text != "avg":
				m.where(where, p)
				m.split(p, m.rows(within))
				return table.Item{Fn: "percent"}, true
			case a.kind != subquery && both && b.kind == subquery: // of the rows of the subquery, those of WHERE
				m.split(p, m.rows(within))
				return table.Item{Fn: "percent"}, true
			case a.kind == subquery && both && (b.kind != subquery || len(p.Where)+len(p.Either) == 0):
				m.where(within, p)
				own := m.rows(some)
				m.split(&own, *p)
				p.Within, p.Where, p.Either = slices.Concat(p.Within, own.Within), own.Where, own.Either
				return table.Item{Fn: "percent"}, true
			}
		}
	}
	if a.kind != subquery || b.kind != subquery || len(p.Where)+len(p.Either) > 0 || hundredfold || a != inner(e.args[0]) {
		return table.Item{}, false
	}
	return m.pair(map[string]string{"/": "ratio", "-": "difference"}[e.text], a.query, b.query, p), true
}

// counted returns the condition of rows that a function counts, each as 1 or 100: SUM or AVG of CASE WHEN ... THEN 1 ELSE 0 END, and COUNT of a
// CASE. COUNT counts what ELSE gives, too, and AVG leaves out the rows for which it gives nothing.
func counted(e *expr) (where *expr, times int) {
	if e.kind != call || len(e.args) != 1 || e.distinct {
		return nil, 0
	}
	c := plain(e.args[0])
	if c.kind != choice {
		return nil, 0
	}
	then, otherwise := plain(c.args[1]), len(c.args) == 3
	switch {
	case e.text == "count" && !otherwise && (then.kind == number || then.kind == text || then.kind == name || then.kind == star):
		return c.args[0], 1
	case e.text != "sum" && e.text != "total" && e.text != "avg", otherwise && !is(c.args[2], 0), !otherwise && e.text == "avg":
		return nil, 0
	case is(then, 1):
		return c.args[0], 1
	case is(then, 100):
		return c.args[0], 100
	}
	return nil, 0
}

// rows are the conditions of a subquery.
func (m *maker) rows(where *expr) (p table.Plan) {
	if m.where(where, &p); p.Order != nil {
		m.beyond("an order in a subquery")
	}
	return p
}

// isCount reports whether an expression is the number of rows.
func (m *maker) isCount(e *expr) bool {
	return e.kind == call && e.text == "count" && !e.distinct && len(e.args) == 1 && (e.args[0].kind == star || e.args[0].kind == name || e.args[0].kind == number)
}

// counts returns the condition of a number of rows, of these or of a subquery over the same table.
func (m *maker) counts(e *expr) (where *expr, ok bool) {
	if m.isCount(e) {
		return nil, true
	}
	if e.kind != subquery || len(e.query.items) != 1 || !m.isCount(inner(e.query.items[0])) || !m.plainQuery(e.query) {
		return nil, false
	}
	return e.query.where, true
}

// plainQuery reports whether a query is a selection of rows of the same table and nothing else.
func (m *maker) plainQuery(q *query) bool {
	return strings.EqualFold(q.from, m.from) && len(q.group) == 0 && q.having == nil && q.order == nil && q.limit == 0 && !q.distinct
}

// share makes the conditions of a plan those of the rows that a share is of, and adds those of the share.
func (m *maker) share(where *expr, p *table.Plan) {
	if len(p.Either) > 0 {
		m.beyond("a share of alternatives")
	}
	p.Within, p.Where = append(p.Within, p.Where...), nil
	m.where(where, p)
}

// split moves the conditions of a plan that another one has, too, to those of the rows that a share is of.
func (m *maker) split(p *table.Plan, within table.Plan) {
	if len(within.Either) > 0 || within.Order != nil {
		m.beyond("a share of alternatives")
	}
	for _, c := range within.Where {
		at := slices.IndexFunc(p.Where, func(o table.Condition) bool { return o.String() == c.String() })
		if at < 0 {
			m.beyond("a share of other rows")
			return
		}
		p.Where = slices.Delete(slices.Clone(p.Where), at, at+1)
		p.Within = append(p.Within, c)
	}
}

// pair compares a figure of two groups of rows, whose conditions differ in one value.
func (m *maker) pair(fn string, x, y *query, p *table.Plan) table.Item {
	if len(x.items) != 1 || len(y.items) != 1 || !m.plainQuery(x) || !m.plainQuery(y) {
		m.beyond("a subquery")
		return table.Item{}
	}
	of, other := m.item(x.items[0]), m.item(y.items[0])
	a, b := m.rows(x.where), m.rows(y.where)
	apart := -1
	for i := range a.Where {
		if i >= len(b.Where) || a.Where[i].String() == b.Where[i].String() {
			continue
		}
		if c, d := a.Where[i], b.Where[i]; apart >= 0 || c.Op != "=" || d.Op != "=" || c.Item.String() != d.Item.String() {
			apart = len(a.Where)
			break
		}
		apart = i
	}
	if of.String() != other.String() || of.Fn == "" || len(a.Where) != len(b.Where) || apart < 0 || apart == len(a.Where) || len(a.Either)+len(b.Either) > 0 {
		m.beyond("a comparison of different things")
		return table.Item{}
	}
	a.Where[apart].Op, a.Where[apart].Values = "in", []string{a.Where[apart].Values[0], b.Where[apart].Values[0]}
	p.Where = append(p.Where, a.Where...)
	return table.Item{Fn: fn, Of: &of}
}

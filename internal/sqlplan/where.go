package sqlplan

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/table"
)

// where adds the conditions of an expression to a plan: conditions that all hold, and at most one list of alternatives.
func (m *maker) where(e *expr, p *table.Plan) {
	if e == nil {
		return
	}
	for _, part := range ands(e) {
		if m.most(part, p) {
			continue
		}
		switch list := m.conditions(part, nil); {
		case len(list) == 1:
			p.Where = append(p.Where, list[0]...)
		case len(p.Either) > 0:
			m.beyond("two lists of alternatives")
		default:
			p.Either = list
		}
	}
	p.Where = wholeYears(p.Where)
}

// most reads a column that equals its own MAX or MIN: the rows that have the most.
func (m *maker) most(e *expr, p *table.Plan) bool {
	if e.kind != operator || e.text != "=" || e.args[1].kind != subquery || p.Order != nil {
		return false
	}
	q := e.args[1].query
	if len(q.items) != 1 || !m.plainQuery(q) {
		return false
	}
	end, column := m.exactly(q.items[0]), m.exactly(e.args[0])
	if end.Fn != "max" && end.Fn != "min" || !slices.Equal(end.Labels, column.Labels) || end.Less != column.Less || column.Fn != "" {
		return false
	}
	if m.where(q.where, p); p.Order != nil { // the most of fewer rows is looked for among these
		m.beyond("an order in a subquery")
	}
	p.Order, p.Limit = &table.Order{Item: column, Desc: end.Fn == "max"}, 1
	return true
}

// ands are the parts of an expression that must all hold.
func ands(e *expr) []*expr {
	if e.kind == operator && e.text == "and" {
		return slices.Concat(ands(e.args[0]), ands(e.args[1]))
	}
	return []*expr{e}
}

// conditions are the alternatives of an expression; one where all of its conditions must hold. q names what HAVING may call by an alias.
func (m *maker) conditions(e *expr, q *query) [][]table.Condition {
	if e.kind == operator && e.text == "or" {
		list := append(m.conditions(e.args[0], q), m.conditions(e.args[1], q)...)
		if one, ok := anyOf(list); ok {
			return [][]table.Condition{{one}}
		}
		return list
	}
	var all []table.Condition
	for _, part := range ands(e) {
		if part.kind == operator && part.text == "or" {
			inside := m.conditions(part, q)
			if len(inside) > 1 {
				m.beyond("alternatives within alternatives")
			}
			all = append(all, inside[0]...)
			continue
		}
		all = append(all, m.condition(part, q, false)...)
	}
	return [][]table.Condition{all}
}

// anyOf is one condition in place of alternatives that are all values of one column.
func anyOf(list [][]table.Condition) (one table.Condition, ok bool) {
	for _, c := range list {
		if len(c) != 1 || c[0].Op != "=" && c[0].Op != "in" || one.Op != "" && one.Item.String() != c[0].Item.String() {
			return one, false
		}
		one = table.Condition{Item: c[0].Item, Op: "in", Values: slices.Concat(one.Values, c[0].Values)}
	}
	return one, true
}

var denied = map[string]string{"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "contains": "lacks"}

func (m *maker) condition(e *expr, q *query, not bool) []table.Condition {
	if e.kind != operator {
		m.beyond("a condition that compares nothing")
		return nil
	}
	switch e.text {
	case "not":
		return m.condition(e.args[0], q, !not)
	case "in":
		if not {
			var list []table.Condition
			for _, v := range e.args[1:] {
				list = append(list, m.condition(join("!=", e.args[0], v), q, false)...)
			}
			return list
		}
		c := table.Condition{Item: m.exactly(e.args[0]), Op: "in"}
		for _, v := range e.args[1:] {
			c.Values = append(c.Values, m.value(v))
		}
		if len(c.Values) == 1 {
			c.Op = "="
		}
		return []table.Condition{c}
	case "like":
		return m.like(e, not)
	case "and": // BETWEEN
		if not {
			m.beyond("a denied pair of conditions")
		}
		return append(m.condition(e.args[0], q, false), m.condition(e.args[1], q, false)...)
	case "=", "!=", "<", "<=", ">", ">=":
		left, right, op := e.args[0], e.args[1], e.text
		if k := plain(left).kind; k == number || k == text { // the value stands first
			left, right = right, left
			op = map[string]string{"<": ">", ">": "<", "<=": ">=", ">=": "<="}[op]
			if op == "" {
				op = e.text
			}
		}
		if not {
			op = denied[op]
		}
		left = named(plain(left), q)
		if r := plain(right); r.kind == name && left.kind == name { // one column is more than another
			if m.column(r.text) == m.column(left.text) {
				m.beyond("a column compared with itself") // of an outer SELECT
			}
			return []table.Condition{{Item: m.exactly(join("-", left, r)), Op: op, Values: []string{"0"}}}
		}
		c := table.Condition{Item: m.exactly(left), Op: op, Values: []string{m.value(right)}}
		if n, err := strconv.Atoi(c.Values[0]); err == nil && slices.Contains([]string{"year", "month", "day"}, c.Item.Fn) {
			c.Values[0] = strconv.Itoa(n) // '05' is month 5
		}
		return []table.Condition{c}
	}
	m.beyond("the condition " + strings.ToUpper(e.text))
	return nil
}

// value reads a number or a text.
func (m *maker) value(e *expr) string {
	e = plain(e)
	if e.kind != number && e.kind != text {
		m.beyond("a comparison with something else than a value")
	}
	return e.text
}

// like reads a pattern that is a text, a part of one, or the beginning of a date.
func (m *maker) like(e *expr, not bool) []table.Condition {
	it, v := m.exactly(e.args[0]), m.value(e.args[1])
	core := strings.Trim(v, "%")
	if strings.ContainsAny(core, "%_") || core == "" {
		m.beyond("a pattern with a gap")
	}
	var conditions []table.Condition
	first, last := strings.HasPrefix(v, "%"), strings.HasSuffix(v, "%")
	if m.isDate(it) && last {
		conditions = inMonth(it, core)
	}
	switch {
	case conditions != nil:
	case first != last:
		m.beyond("a pattern of a beginning or an end")
		return nil
	case first:
		conditions = []table.Condition{{Item: it, Op: "contains", Values: []string{core}}}
	default:
		conditions = []table.Condition{{Item: it, Op: "=", Values: []string{core}}}
	}
	if not {
		if len(conditions) > 1 {
			m.beyond("a denied pair of conditions")
		}
		conditions[0].Op = denied[conditions[0].Op]
	}
	return conditions
}

// inMonth reads the beginning of a date that is a year, or a year and a month; nil for any other.
func inMonth(it table.Item, begins string) (list []table.Condition) {
	for i, part := range strings.Split(strings.TrimSuffix(begins, "-"), "-") {
		n, err := strconv.Atoi(part)
		if err != nil || i > 1 || len(part) != []int{4, 2}[i] {
			return nil
		}
		list = append(list, table.Condition{Item: table.Item{Fn: []string{"year", "month"}[i], Labels: it.Labels}, Op: "=", Values: []string{strconv.Itoa(n)}})
	}
	return list
}

// wholeYears says bounds that are the first or the last day of a year as years, as a question does: from 2020-01-01 to 2020-12-31 is in 2020.
func wholeYears(list []table.Condition) []table.Condition {
	list = slices.Clone(list)
	for i, c := range list {
		if c.Item.Fn != "" || c.Item.Less != "" || len(c.Values) != 1 || len(c.Values[0]) != 10 {
			continue
		}
		year, day := c.Values[0][:4], c.Values[0][4:]
		if _, err := strconv.Atoi(year); err == nil && (day == "-01-01" && (c.Op == ">=" || c.Op == "<") || day == "-12-31" && (c.Op == "<=" || c.Op == ">")) {
			list[i] = table.Condition{Item: table.Item{Fn: "year", Labels: c.Item.Labels}, Op: c.Op, Values: []string{year}}
		}
	}
	for i := range list {
		for j := i + 1; j < len(list); j++ {
			a, b := list[i], list[j]
			if a.Item.Fn != "year" || a.Item.String() != b.Item.String() || len(a.Values) != 1 || len(b.Values) != 1 {
				continue
			}
			if strings.HasPrefix(a.Op, "<") {
				a, b = b, a
			}
			first, errA := strconv.Atoi(a.Values[0])
			last, errB := strconv.Atoi(b.Values[0])
			if b.Op == "<" {
				last--
			}
			if a.Op != ">=" || !strings.HasPrefix(b.Op, "<") || errA != nil || errB != nil {
				continue
			}
			if first == last {
				list[i] = table.Condition{Item: a.Item, Op: "=", Values: a.Values}
				return slices.Delete(list, j, j+1)
			}
		}
	}
	return list
}

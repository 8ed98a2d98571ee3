package sqlplan

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/table"
)

// A Written plan is what a model's SELECT says.
type Written struct {
	Plan  table.Plan
	Table int // the index among the tables asked
}

// Read makes a plan of a model's reply. It does not compare the plan with the question: table.Planner.Heeds does. The error gives the reason
// for no plan: the reply is no SELECT of the grammar, says what a plan cannot say, or names a table or column that is not there.
func Read(reply string, tables []*table.Table) (out Written, err error) {
	var labels []string
	for _, t := range tables {
		for _, c := range t.Columns {
			labels = append(labels, c.Label)
		}
	}
	q, err := parse(statementIn(reply), labels)
	if err != nil {
		return out, fmt.Errorf("the model gave no SELECT that can be read: %w", err)
	}
	n := slices.IndexFunc(tables, func(t *table.Table) bool { return strings.EqualFold(q.from, t.Name) })
	if n < 0 {
		for i := range tables[:min(len(tables), shownTables)] {
			if strings.EqualFold(q.from, called(i)) {
				n = i
			}
		}
	}
	if n < 0 {
		return out, errors.New("the model names a table that is not there")
	}
	m := maker{t: tables[n], from: q.from}
	p := m.plan(q)
	if m.err != nil {
		return out, m.err
	}
	out.Table = n
	out.Plan, err = tables[n].Checked(p)
	return out, err
}

// begins finds the first word of a statement. It reads the reply itself: one in lower case may have other bytes.
var begins = regexp.MustCompile(`(?i)\bselect\b`)

// statementIn finds the statement in a reply: small models put it into a block of code, or write a sentence before it.
func statementIn(reply string) string {
	at := begins.FindStringIndex(reply)
	if at == nil {
		return reply
	}
	statement, _, _ := strings.Cut(reply[at[0]:], "```")
	return statement
}

// A maker makes a plan of a query over a table.
type maker struct {
	t      *table.Table
	from   string
	figure *expr        // whose conditions are in the plan; nil for none
	made   table.Item   // of figure
	beside []table.Item // what else is selected or sorted by
	err    error
}

func (m *maker) fail(format string, args ...any) {
	if m.err == nil {
		m.err = fmt.Errorf(format, args...)
	}
}

// beyond says that plans have nothing for a part of a statement.
func (m *maker) beyond(what string) {
	m.fail("the model's SELECT has %s, which plans do not have", what)
}

func (m *maker) plan(q *query) table.Plan {
	p := table.Plan{From: []string{m.t.Name}, Limit: q.limit}
	m.where(q.where, &p)
	group := q.group
	if q.distinct && len(group) == 0 && len(q.items) == 1 && !aggregate(q.items[0]) {
		group = q.items
	}
	switch len(group) {
	case 0:
	case 1:
		p.Group = m.item(named(group[0], q))
	default:
		m.beyond("groups of two columns")
	}
	if q.having != nil {
		list := m.conditions(q.having, q)
		if len(list) > 1 {
			m.beyond("alternatives in HAVING")
		}
		p.Having = list[0]
	}
	for _, e := range q.items {
		p.Select = append(p.Select, m.selected(e, &p))
	}
	if q.order != nil {
		order := named(q.order, q)
		if n, err := strconv.Atoi(order.text); order.kind == number && err == nil && n >= 1 && n <= len(q.items) {
			order = q.items[n-1]
		}
		switch it := m.selected(order, &p); {
		case p.Order == nil:
			p.Order = &table.Order{Item: it, Desc: q.desc}
		case q.limit > 0 && it.String() != p.Order.Item.String(): // without a limit it only sorts the rows that have the most
			m.beyond("two orders")
		}
	}
	m.alone(p)
	m.extreme(q, &p)
	if p.Order == nil {
		p.Limit = 0 // a number of rows in no order says nothing
	}
	if p.Order != nil && p.Limit > 0 { // the plan gives beside what makes a row the first
		p.Ties = p.Limit == 1 // the most of something are all that share it
		if rest := slices.DeleteFunc(slices.Clone(p.Select), func(it table.Item) bool { return it.String() == p.Order.Item.String() }); len(rest) > 0 {
			p.Select = rest
		}
	}
	return p
}

// extreme reads two ways of saying which row has the most: a name beside MAX(...), and a column that equals a MAX(...) of all rows.
func (m *maker) extreme(q *query, p *table.Plan) {
	if p.Order != nil || !empty(p.Group) {
		return
	}
	rows := slices.DeleteFunc(slices.Clone(p.Select), func(it table.Item) bool { return it.Fn == "max" || it.Fn == "min" })
	if ends := len(p.Select) - len(rows); ends == 1 && len(rows) > 0 && !slices.ContainsFunc(rows, func(it table.Item) bool { return it.Fn != "" }) {
		end := p.Select[slices.IndexFunc(p.Select, func(it table.Item) bool { return it.Fn == "max" || it.Fn == "min" })]
		p.Select, p.Limit = rows, 1
		p.Order = &table.Order{Item: table.Item{Labels: end.Labels, Less: end.Less}, Desc: end.Fn == "max"}
	}
}

// empty reports whether an item is none.
func empty(it table.Item) bool { return it.Fn == "" && len(it.Labels) == 0 }

// named is an expression, or the one that it names by an alias.
func named(e *expr, q *query) *expr {
	if e.kind == name && q != nil {
		if of := q.aliases[strings.ToLower(e.text)]; of != nil {
			return of
		}
	}
	return e
}

// looks are functions that change how a value looks only.
var looks = []string{"cast", "lower", "upper", "trim", "date"}

// plain takes functions away that change the look of a value only.
func plain(e *expr) *expr {
	for e.kind == call && slices.Contains(looks, e.text) && len(e.args) == 1 && (e.text != "date" || e.args[0].kind == name) {
		e = e.args[0]
	}
	return e
}

// inner takes away what changes the look of a figure only. Within a function of rows or a condition the same would change the answer.
func inner(e *expr) *expr {
	for {
		of := plain(e)
		switch {
		case of.kind == call && of.text == "round" && len(of.args) > 0:
			of = of.args[0]
		case of.kind == call && slices.Contains([]string{"coalesce", "ifnull", "nullif"}, of.text) && len(of.args) == 2 && is(of.args[1], 0) &&
			(of.args[0].kind == subquery || of.args[0].kind == call && aggregates[of.args[0].text] != ""): // of no rows
			of = of.args[0]
		default:
			of = without(of, 1)
		}
		if of == e {
			return e
		}
		e = of
	}
}

// is reports whether an expression is a number.
func is(e *expr, n float64) bool {
	f, err := strconv.ParseFloat(e.text, 64)
	return e.kind == number && err == nil && f == n
}

// without takes a factor away: 1 makes a whole number a fraction, and 100 a share a percentage.
func without(e *expr, n float64) *expr {
	switch {
	case e.kind != operator || e.text != "*":
		return e
	case is(e.args[1], n):
		return e.args[0]
	case is(e.args[0], n):
		return e.args[1]
	}
	return e
}

var aggregates = map[string]string{"count": "count", "sum": "sum", "total": "sum", "avg": "average", "median": "median", "min": "min", "max": "max"}

func aggregate(e *expr) bool {
	e = inner(e)
	return e.kind == call && aggregates[e.text] != "" || e.kind == operator && slices.ContainsFunc(e.args, aggregate)
}

// item reads an expression that is selected or sorted by. Plans give its value and not its look.
func (m *maker) item(e *expr) table.Item { return m.exactly(inner(e)) }

// exactly reads a column, a part of a date, a difference of columns, or a function of rows.
func (m *maker) exactly(e *expr) table.Item {
	e = plain(e)
	switch e.kind {
	case name:
		return table.Item{Labels: []string{m.column(e.text)}}
	case star:
		for _, c := range m.t.Columns {
			if c.Key {
				return table.Item{Labels: []string{c.Label}}
			}
		}
		m.beyond("all columns")
	case operator:
		if e.text == "-" && len(e.args) == 2 {
			a, b := m.exactly(e.args[0]), m.exactly(e.args[1])
			switch {
			case a.Fn == "max" && b.Fn == "min" && slices.Equal(a.Labels, b.Labels) && a.Less+b.Less == "":
				return table.Item{Fn: "range", Labels: a.Labels}
			case a.Fn == "" && b.Fn == "" && len(a.Labels) == 1 && len(b.Labels) == 1 && a.Less+b.Less == "":
				return table.Item{Labels: a.Labels, Less: b.Labels[0]}
			}
		}
		m.beyond("a calculation")
	case call:
		return m.function(e)
	case choice:
		m.beyond("CASE outside of a share")
	default:
		m.beyond("a value where a column stands")
	}
	return table.Item{}
}

// datePatterns are the formats of strftime as parts of a date.
var datePatterns = map[string]string{"%y": "year", "%m": "month", "%d": "day"}

func (m *maker) function(e *expr) table.Item {
	part, of := "", (*expr)(nil)
	switch {
	case e.text == "count" && len(e.args) <= 1:
		if len(e.args) == 1 && e.args[0].kind == name && e.distinct {
			return table.Item{Fn: "distinct", Labels: []string{m.column(e.args[0].text)}}
		}
		if len(e.args) == 1 && (e.distinct || e.args[0].kind != star && e.args[0].kind != name && e.args[0].kind != number) {
			m.beyond("a COUNT of a calculation")
		}
		if len(e.args) == 1 && e.args[0].kind == name {
			m.column(e.args[0].text)
		}
		return table.Item{Fn: "count"}
	case aggregates[e.text] != "" && len(e.args) == 1 && e.args[0].kind != star:
		if e.distinct && e.text != "min" && e.text != "max" {
			m.beyond("DISTINCT in " + strings.ToUpper(e.text))
		}
		it := m.exactly(e.args[0])
		if it.Fn != "" {
			m.beyond("a function of a function")
		}
		it.Fn = aggregates[e.text]
		return it
	case e.text == "julianday" && len(e.args) == 1:
		return m.exactly(e.args[0])
	case e.text == "datediff" && len(e.args) >= 2:
		return m.exactly(join("-", e.args[len(e.args)-2], e.args[len(e.args)-1]))
	case e.text == "strftime" && len(e.args) == 2 && e.args[0].kind == text:
		part, of = datePatterns[strings.ToLower(e.args[0].text)], e.args[1]
	case (e.text == "year" || e.text == "month" || e.text == "day") && len(e.args) == 1:
		part, of = e.text, e.args[0]
	case e.text == "extract" && len(e.args) == 2 && e.args[0].kind == name:
		part, of = strings.ToLower(e.args[0].text), e.args[1]
	case (e.text == "substr" || e.text == "substring") && len(e.args) == 3 && e.args[1].text == "1" && e.args[2].text == "4":
		part, of = "year", e.args[0]
	}
	if of == nil || part != "year" && part != "month" && part != "day" {
		m.beyond("the function " + e.text)
		return table.Item{}
	}
	it := m.exactly(of)
	if it.Fn != "" || it.Less != "" || !m.isDate(it) {
		m.beyond("a part of what is no date")
	}
	it.Fn = part
	return it
}

// column finds a column, whose name a model may write without its spaces.
func (m *maker) column(label string) string {
	plain := func(s string) string {
		return strings.NewReplacer(" ", "", "_", "", "-", "").Replace(strings.ToLower(s))
	}
	found := ""
	for _, c := range m.t.Columns {
		switch {
		case strings.EqualFold(c.Label, label):
			return c.Label
		case plain(c.Label) == plain(label):
			found = c.Label
		}
	}
	if found == "" {
		m.fail("the model names a column %q that is not there", label)
	}
	return found
}

func (m *maker) isDate(it table.Item) bool {
	return len(it.Labels) == 1 && slices.ContainsFunc(m.t.Columns, func(c table.Column) bool { return c.Label == it.Labels[0] && c.Kind == spar.Date })
}

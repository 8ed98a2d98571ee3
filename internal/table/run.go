package table

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/spar"
)

// A Result is what a plan gives, with what it rests on.
type Result struct {
	Labels  []string   // of the columns of Rows, as the plan says them
	Rows    [][]string // all that was selected
	Answers []string   // the same as a list: one text a row
	Beside  []string   // by answer: the value that makes it the most or the least, or the row that has it; nil for none
	Value   *float64   // where the answer is one number
	Unit    string
	Used    int   // rows that the answer was made of
	By      []int // those of Used by the tables of the run, in their order
	LeftOut []LeftOut
	Cells   []Cited  // at most MaxCells
	Of      int      // cells there are
	Rest    int      // rows that tie with the last one at the cut, and that the limit leaves out
	Tied    []string // the first of these, as Answers has them
	Note    string   // the basis of the answer, where it is yes or no
	Cut     string   // why rows of a file are missing; "" when none are
	Refused string   // why there is no answer; "" where there is one
	Units   []string // of the cells that are not added, since these differ
}

// LeftOut counts rows that fit the conditions and were not used.
type LeftOut struct {
	Reason string
	Rows   int
}

// A Cited is a cell that the answer rests on.
type Cited struct {
	Table int // of the tables of the run
	At    spar.Locator
	Key   string // the row's name: its key column with the value
	Label string
	Text  string
}

// Bounds of a result.
const (
	MaxCells  = 100
	maxPicked = 100_000 // rows that a list or an order holds at once
	maxGroups = 100_000
)

// Run runs a plan over the tables that it names, in its order. It reads every row once.
func Run(ctx context.Context, p Plan, tables []*Table) (*Result, error) {
	list, err := RunAll(ctx, []Plan{p}, tables)
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// RunAll runs plans over the same tables; each plan names its tables, in its order. It reads every row once for all plans.
func RunAll(ctx context.Context, plans []Plan, tables []*Table) ([]*Result, error) {
	runners := make([]*runner, len(plans))
	for i, p := range plans {
		runners[i] = &runner{plan: p, out: &Result{}, left: map[string]int{}}
	}
	for n, t := range tables {
		t, err := withDifferences(plans, t)
		if err != nil {
			return nil, err
		}
		passes := make([]*pass, len(plans))
		for i, r := range runners {
			b, err := bind(r.plan, t)
			if err != nil {
				return nil, err
			}
			if n == 0 {
				if r.collect, err = newCollector(r.plan, r.out); err != nil {
					return nil, err
				}
			}
			passes[i] = r.pass(n, t, b)
		}
		if err := through(ctx, t, passes); err != nil {
			return nil, err
		}
		for _, r := range runners {
			if t.Cut != "" { // of a streamed table its end shows that
				r.out.Cut = t.Cut
			}
		}
	}
	out := make([]*Result, len(plans))
	for i, r := range runners {
		r.collect.finish()
		if len(tables) > 0 {
			r.out.Unit = scaled(tables[0], r.plan, r.out)
		}
		for _, reason := range slices.Sorted(maps.Keys(r.left)) {
			r.out.LeftOut = append(r.out.LeftOut, LeftOut{reason, r.left[reason]})
		}
		if left := r.out.LeftOut; r.out.Refused == noneLeft && len(left) > 0 {
			r.out.Refused = fmt.Sprintf(noneUsed+"%s (rows: %d)", left[0].Reason, left[0].Rows)
		}
		out[i] = r.out
	}
	return out, nil
}

// noneLeft is why there is no answer where no row fits.
const noneLeft = "no row fits"

// noneUsed begins the reason where rows fit, and their cells cannot be used.
const noneUsed = "what fits cannot be used, since "

// through takes the rows of a table through passes, each row once.
func through(ctx context.Context, t *Table, passes []*pass) error {
	var columns []int // that any of them looks at
	all := false
	for _, p := range passes {
		list := p.b.columns()
		all = all || p.neighbours // the row beside a hit is taken whole
		columns = append(columns, list...)
	}
	slices.Sort(columns)
	if columns = slices.Compact(columns); all {
		columns = nil
	}
	number := 0
	for row, err := range t.all(columns) {
		if err != nil {
			return err
		}
		if number++; number%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for _, p := range passes {
			p.take(row, number)
		}
	}
	for _, p := range passes {
		p.end()
	}
	return nil
}

// A binding is a plan's labels as columns of one table.
type binding struct {
	within, where []*matcher
	either        [][]*matcher // alternatives of where
	group         int
	items         [][]int // by item of select, then the item of the order
	order         int     // the column of a plain order, -1 for none
	key           int     // the column that names rows
	totals        bool    // a condition asks for a total
	calls         int     // the column whose text names a row alone, -1 for none
}

// unknown says that a table has no such column.
func unknown(t *Table, label string) error {
	hint := nearest.Hint(label, t.labels())
	if hint == "" {
		labels := slices.Collect(t.labels())
		hint = "; it has " + strings.Join(labels[:min(len(labels), 12)], ", ")
		if len(labels) > 12 {
			hint += fmt.Sprintf(" and %d more", len(labels)-12)
		}
	}
	return spar.Errorf(spar.Invalid, "the table %s has no column %q%s", t.Name, label, hint)
}

func bind(p Plan, t *Table) (*binding, error) {
	b := &binding{group: -1, order: -1}
	var err error
	find := func(label string) int {
		i := t.column(label)
		if i < 0 && err == nil {
			err = unknown(t, label)
		}
		return i
	}
	find1 := func(it Item) []int {
		if it.Of != nil {
			it = *it.Of
		}
		if it.Less != "" {
			return []int{find(it.plain())}
		}
		var list []int
		for _, l := range it.Labels {
			list = append(list, find(l))
		}
		return list
	}
	conditions := func(list []Condition) (out []*matcher) {
		for _, c := range list {
			if len(c.Item.Labels) != 1 || c.Item.Fn != "" && !slices.Contains(cellFns, c.Item.Fn) {
				if err == nil {
					err = spar.Errorf(spar.Invalid, "%s is no condition on a row: compare a column, or year, month or day of one", c)
				}
				return
			}
			m := newMatcher(c, find1(c.Item)[0], t.More != nil)
			b.totals = b.totals || m.totals
			out = append(out, m)
		}
		return
	}
	b.within, b.where = conditions(p.Within), conditions(p.Where)
	for _, list := range p.Either {
		b.either = append(b.either, conditions(list))
	}
	if !p.Group.none() {
		if len(p.Group.Labels) != 1 || p.Group.Fn != "" && !slices.Contains(cellFns, p.Group.Fn) {
			return nil, spar.Errorf(spar.Invalid, "rows are grouped by a column, or by year, month or day of one, not by %s", p.Group)
		}
		b.group = find1(p.Group)[0]
	}
	for _, it := range p.Select {
		b.items = append(b.items, find1(it))
	}
	if p.Order != nil {
		b.items = append(b.items, find1(p.Order.Item))
		if p.Group.none() && p.Order.Item.Fn != "row" && len(p.Order.Item.Labels) == 1 {
			b.order = find1(p.Order.Item)[0]
		}
	}
	for _, c := range p.Having {
		b.items = append(b.items, find1(c.Item))
	}
	if err != nil {
		return nil, err
	}
	b.key, b.calls = t.naming(), t.callsRow()
	return b, nil
}

// columns are the columns that the plan looks at.
func (b *binding) columns() []int {
	list := []int{b.key}
	for _, m := range slices.Concat(append(b.either, b.within, b.where)...) {
		list = append(list, m.column)
	}
	for _, item := range b.items {
		list = append(list, item...)
	}
	list = append(list, b.group, b.order, b.calls)
	list = slices.DeleteFunc(list, func(i int) bool { return i < 0 })
	slices.Sort(list)
	return slices.Compact(list)
}

// naming is the column that names rows: the first that is a key and a text or an identifier, else the first.
func (t *Table) naming() int {
	for i, c := range t.Columns {
		if c.Key && c.Kind != spar.Date {
			return i
		}
	}
	return 0
}

// A runner takes a plan through tables.
type runner struct {
	plan    Plan
	out     *Result
	left    map[string]int
	collect collector
}

// A collector takes the rows that fit, and makes the answer of them at the end.
type collector interface {
	// take takes a row; in says that it fits the conditions of where too, and not only those of within; which is the number
	// of the value that it matched in a condition with several. It gives the reason why the row cannot be used, or "".
	take(h *hit) string
	finish()
}

// A hit is a row that fits the conditions.
type hit struct {
	*Row
	b      *binding
	t      *Table
	table  int
	number int // of the row, over all tables
	in     bool
	which  int
	before *kept // the row before; nil for none
	out    *Result
}

// note cites a cell of the row.
func (h *hit) note(column int) { h.out.cite(h, column) }

// kept is the memory of a row.
type kept struct {
	cells []Value
	at    spar.Locator
}

// A pass takes the rows of one table through a runner.
type pass struct {
	*runner
	n          int // of the table
	t          *Table
	b          *binding
	every      bool  // whether all rows of those within are so is asked
	shares     bool  // rows that fit within alone count, too
	neighbours bool  // the row beside a hit is wanted
	before     *kept // the row before
	pending    *hit  // waits for the row after it
}

func (r *runner) pass(n int, t *Table, b *binding) *pass {
	selects := func(fns ...string) bool {
		return slices.ContainsFunc(r.plan.Select, func(i Item) bool { return slices.Contains(fns, i.Fn) })
	}
	p := &pass{runner: r, n: n, t: t, b: b, every: selects("every"), neighbours: selects(rowFns...)}
	p.shares = p.every || selects("percent") || r.plan.Order != nil && r.plan.Order.Item.Fn == "percent"
	return p
}

// take takes a row; number is its place, counted from 1.
func (p *pass) take(row *Row, number int) {
	if row.Total && !p.b.totals {
		if p.fits(row, p.b.within) >= 0 && p.asked(row, p.b) >= 0 {
			p.left["it is a total of other rows"]++
		}
		return
	}
	var now *kept
	if p.neighbours {
		now = &kept{at: row.At}
		for i := range p.t.Columns {
			now.cells = append(now.cells, *row.cell(i))
		}
		if p.pending != nil {
			p.neighbour(p.pending, now)
			p.pending = nil
		}
	}
	if p.fits(row, p.b.within) >= 0 {
		which := p.asked(row, p.b)
		h := &hit{Row: row, b: p.b, t: p.t, table: p.n, number: number, in: which >= 0, which: which, before: p.before}
		switch {
		case p.neighbours && h.in && p.plan.Select[0].Fn == "next":
			p.pending = h
		case p.neighbours && h.in && p.before != nil:
			p.neighbour(h, p.before)
		case p.neighbours && h.in:
			p.left["no row stands before it"]++
		case h.in || p.shares:
			if reason := p.collect.take(h); reason != "" {
				p.left[reason]++
			} else if h.in || p.every {
				p.uses(p.n)
			}
		}
	}
	p.before = now
}

func (p *pass) end() {
	if p.pending != nil {
		p.left["no row stands behind it"]++
	}
}

// neighbour takes the row beside a hit in place of the hit.
func (r *runner) neighbour(h *hit, k *kept) {
	row := Row{At: k.at, Cells: k.cells}
	if reason := r.collect.take(&hit{Row: &row, b: h.b, t: h.t, table: h.table, number: h.number, in: true, which: h.which}); reason != "" {
		r.left[reason]++
	} else {
		r.uses(h.table)
	}
}

// uses counts a row of a table.
func (r *runner) uses(n int) {
	r.out.Used++
	for len(r.out.By) <= n {
		r.out.By = append(r.out.By, 0)
	}
	r.out.By[n]++
}

// asked is fits for what a plan asks of a row: its conditions, and one of the alternatives, if it has some.
func (r *runner) asked(row *Row, b *binding) int {
	which := r.fits(row, b.where)
	if which >= 0 && len(b.either) > 0 && !slices.ContainsFunc(b.either, func(list []*matcher) bool { return r.fits(row, list) >= 0 }) {
		return -1
	}
	return which
}

// fits gives -1 for a row that fails a condition, else the value that it matched in the last with several.
func (r *runner) fits(row *Row, list []*matcher) int {
	which := 0
	for _, m := range list {
		n := m.match(row)
		if n < 0 {
			return -1
		}
		if len(m.values) > 1 {
			which = n
		}
	}
	return which
}

// cite notes a cell of a row.
func (o *Result) cite(h *hit, column int) {
	if d, ok := h.t.made(column); ok {
		o.cite(h, d.a)
		o.cite(h, d.b)
		return
	}
	if o.Of++; len(o.Cells) >= MaxCells || column < 0 {
		return
	}
	c := Cited{Table: h.table, At: h.At, Label: h.t.Columns[column].Label, Text: strings.Clone(h.cell(column).Text)}
	c.At.Column = column + 1
	if column != h.b.key {
		c.Key = h.t.Columns[h.b.key].Label + " " + h.cell(h.b.key).Text
		if h.t.Columns[h.b.key].Unnamed {
			c.Key = strings.Clone(h.cell(h.b.key).Text)
		}
	}
	o.Cells = append(o.Cells, c)
}

// formatted writes a computed number without the noise of binary fractions.
func formatted(n float64) string {
	if n == 0 || math.IsInf(n, 0) || math.IsNaN(n) {
		return "0"
	}
	digits := 12 - int(math.Ceil(math.Log10(math.Abs(n))))
	if digits > 0 && digits < 300 {
		scale := math.Pow(10, float64(digits))
		if scaled := n * scale; !math.IsInf(scaled, 0) {
			n = math.Round(scaled) / scale
		}
	}
	return number(n)
}

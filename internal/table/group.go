package table

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// groups collects functions of groups of rows.
type groups struct {
	plan Plan
	out  *Result
	by   map[string]*group
	list []*group
}

type group struct {
	key Value
	of  []*state // of select, the order, then having
	n   int
}

func (c *groups) items() []Item {
	items := slices.Clone(c.plan.Select)
	if c.plan.Order != nil {
		items = append(items, c.plan.Order.Item)
	}
	for _, h := range c.plan.Having {
		items = append(items, h.Item)
	}
	return items
}

func (c *groups) take(h *hit) string {
	h.out = c.out
	m := matcher{fn: c.plan.Group.Fn}
	key := m.partOf(h.cell(h.b.group))
	if key.Text == "" {
		return c.plan.Group.String() + " is empty"
	}
	name := Fold(key.Text)
	g := c.by[name]
	if g == nil {
		if len(c.list) >= maxGroups {
			c.out.Cut = fmt.Sprintf("%s has more than %d different values", c.plan.Group, maxGroups)
			return "there are too many groups"
		}
		key.Text = strings.Clone(key.Text)
		g = &group{key: key, of: newStates(c.items())}
		c.by[name] = g
		c.list = append(c.list, g)
	}
	reason := ""
	for i, s := range g.of {
		if s.item.Fn == "" || s.item.Fn == "groups" || s.item.Fn == "row" || slices.Contains(cellFns, s.item.Fn) {
			continue
		}
		if why := s.take(h, h.b.items[i], i < len(c.plan.Select)); why != "" {
			reason = why
		}
	}
	if reason == "" && h.in {
		if g.n++; g.n == 1 && !slices.ContainsFunc(c.plan.Select, func(i Item) bool { return slices.Contains(manyFns, i.Fn) }) {
			h.note(h.b.group)
		}
	}
	return reason
}

func (c *groups) finish() {
	selected := len(c.plan.Select)
	having := selected
	if c.plan.Order != nil {
		having++
	}
	c.list = slices.DeleteFunc(c.list, func(g *group) bool {
		for i, h := range c.plan.Having {
			v := Value{Kind: spar.Text}
			if n, ok := g.of[having+i].value(); ok {
				v = Value{Text: formatted(n), Kind: spar.Number, Number: n}
			}
			if (&matcher{op: h.Op, values: operands(h.Values)}).value(&v) < 0 {
				return true
			}
		}
		return g.n == 0
	})
	if len(c.list) == 0 {
		c.out.Refused = noneLeft
		return
	}
	if n := len(c.list); selected == 1 && c.plan.Select[0].Fn == "groups" {
		c.out.Rows, c.out.Answers = [][]string{{number(float64(n))}}, []string{number(float64(n))}
		f := float64(n)
		c.out.Value = &f
		return
	}
	if o := c.plan.Order; o != nil && o.Item.Fn != "row" {
		c.list = slices.DeleteFunc(c.list, func(g *group) bool { _, ok := g.ordered(c.plan, selected); return !ok })
		slices.SortStableFunc(c.list, func(a, b *group) int {
			x, _ := a.ordered(c.plan, selected)
			y, _ := b.ordered(c.plan, selected)
			if o.Desc {
				return between(&y, &x)
			}
			return between(&x, &y)
		})
		if n := c.plan.Limit; n > 0 && len(c.list) > n && c.plan.Ties {
			last, _ := c.list[n-1].ordered(c.plan, selected)
			c.list = slices.DeleteFunc(c.list, func(g *group) bool {
				v, _ := g.ordered(c.plan, selected)
				if o.Desc {
					return between(&v, &last) < 0
				}
				return between(&v, &last) > 0
			})
		} else if n > 0 && len(c.list) > n {
			last, _ := c.list[n-1].ordered(c.plan, selected)
			for _, g := range c.list[n:] {
				if v, _ := g.ordered(c.plan, selected); between(&v, &last) == 0 {
					c.out.Rest++
				}
			}
		}
	} else if o != nil && o.Desc {
		slices.Reverse(c.list)
	}
	if n := c.plan.Limit; n > 0 && len(c.list) > n && !(c.plan.Ties && c.plan.Order != nil) {
		c.list = c.list[:n]
	}
	for _, g := range c.list {
		if v, ok := g.beside(c.plan, selected); ok {
			c.out.Beside = append(c.out.Beside, v)
		}
		var row []string
		for i, s := range g.of[:selected] {
			if s.item.Fn == "" || slices.Contains(cellFns, s.item.Fn) {
				row = append(row, g.key.Text)
				continue
			}
			unit, mixed := s.unit()
			if mixed != "" && !adds(s.units) {
				c.out.Refused, c.out.Units = fmt.Sprintf("the cells of %s have different units: %s", s.item, mixed), slices.Sorted(maps.Keys(s.units))
				return
			}
			c.out.Unit = cmp.Or(c.out.Unit, unit)
			row = append(row, s.text())
			if n, ok := s.value(); ok && len(c.list) == 1 && selected == 1 && i == 0 && !s.days {
				c.out.Value = &n
			}
		}
		c.out.Rows, c.out.Answers = append(c.out.Rows, row), append(c.out.Answers, strings.Join(row, ", "))
	}
}

// ordered is the value of the order.
func (g *group) ordered(p Plan, at int) (Value, bool) {
	if s := g.of[at]; slices.Contains(manyFns, s.item.Fn) {
		n, ok := s.value()
		return Value{Text: formatted(n), Kind: spar.Number, Number: n}, ok
	}
	return g.key, true
}

func operands(values []string) (list []operand) {
	for _, v := range values {
		list = append(list, newOperand(v))
	}
	return list
}

// pair collects two values, and makes one of them: the cells of one row at two columns, or one function of the rows of each
// of two values of a condition.
type pair struct {
	plan Plan
	out  *Result
	of   []*state // by column, or by value of the condition
	cols bool
	rows int
}

func newPair(p Plan, out *Result) *pair {
	c := &pair{plan: p, out: out}
	it := p.Select[0]
	each := Item{Fn: "sum", Labels: it.Labels}
	if it.Of != nil {
		each = *it.Of
	}
	n := 2
	if it.Of == nil && len(it.Labels) >= 2 {
		c.cols, n = true, len(it.Labels)
	}
	for range n {
		c.of = append(c.of, newStates([]Item{each})[0])
	}
	return c
}

func (c *pair) several() bool {
	return slices.ContainsFunc(c.plan.Where, func(w Condition) bool { return len(w.Values) > 1 })
}

func (c *pair) take(h *hit) string {
	if !h.in {
		return ""
	}
	h.out = c.out
	c.rows++
	columns := h.b.items[0]
	if c.cols {
		reason := ""
		for i, s := range c.of {
			if why := s.take(h, columns[i:i+1], true); why != "" {
				reason = why
			}
		}
		return reason
	}
	which := h.which
	if !c.several() {
		which = c.rows - 1
	}
	if which >= len(c.of) {
		return "it is more than the two rows that are compared"
	}
	return c.of[which].take(h, columns, true)
}

func (c *pair) finish() {
	fn := c.plan.Select[0].Fn
	if len(c.of) > 2 || c.rows > 2 && !c.several() {
		c.out.Refused = fmt.Sprintf("%s takes two values, and %d rows fit", c.plan.Select[0], c.rows)
		return
	}
	var v [2]float64
	units := map[string]int{}
	for i, s := range c.of {
		n, ok := s.value()
		if !ok || s.item.Fn == "count" && s.n == 0 {
			c.out.Refused = fmt.Sprintf("one of the two values of %s is missing", c.plan.Select[0])
			return
		}
		v[i] = n
		for u, n := range s.units {
			units[u] += n
		}
		c.out.Unit, _ = s.unit()
	}
	if len(units) > 1 && !adds(units) {
		c.out.Refused = fmt.Sprintf("the two values of %s have different units", c.plan.Select[0])
		return
	}
	n := v[0] - v[1]
	switch fn {
	case "distance":
		n = max(n, -n)
	case "ratio", "growth":
		if v[1] == 0 {
			c.out.Refused = fmt.Sprintf("the second value of %s is 0", c.plan.Select[0])
			return
		}
		if n, c.out.Unit = v[0]/v[1], ""; fn == "growth" {
			n, c.out.Unit = 100*(v[0]-v[1])/max(v[1], -v[1]), "%"
		}
	}
	text := formatted(n)
	if units["time"] > 0 && n >= 0 && fn != "ratio" && fn != "growth" {
		text = clockText(n)
	}
	c.out.Value, c.out.Rows, c.out.Answers = &n, [][]string{{text}}, []string{text}
}

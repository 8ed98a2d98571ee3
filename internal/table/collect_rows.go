package table

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// list collects cells of rows.
type list struct {
	plan   Plan
	out    *Result
	picked []pick
	of     int // rows
}

type pick struct {
	texts  []string
	cited  []Cited
	key    Value
	number int
	unit   string
}

func (c *list) take(h *hit) string {
	if !h.in {
		return ""
	}
	p := pick{number: h.number + h.table<<32}
	if c.plan.Order != nil && c.plan.Order.Item.Fn != "row" {
		p.key = *h.cell(h.b.order)
		if fn := c.plan.Order.Item.Fn; fn != "" {
			m := matcher{fn: fn}
			p.key = m.partOf(&p.key)
		}
		if p.key.Text == "" {
			return c.plan.Order.Item.String() + " is empty"
		}
		switch kind := h.t.Columns[h.b.order].Kind; {
		case kind == spar.Number && p.key.Kind == spar.Text:
			return c.plan.Order.Item.String() + " is no number"
		case kind == spar.Date && p.key.Kind == spar.Text:
			return c.plan.Order.Item.String() + " is no date"
		}
		p.key.Text = strings.Clone(p.key.Text)
	}
	filled := false
	var scratch Result
	for i := range c.plan.Select {
		column := h.b.items[i][0]
		if slices.Contains(headFns, c.plan.Select[i].Fn) {
			names, reason := h.heads(c.plan.Select[i], h.b.items[i], &scratch)
			if reason != "" {
				return reason
			}
			filled = filled || names != ""
			p.texts = append(p.texts, names)
			continue
		}
		v := h.cell(column)
		text := v.Text
		if fn := c.plan.Select[i].Fn; slices.Contains(cellFns, fn) {
			m := matcher{fn: fn}
			part := m.partOf(v)
			text = part.Text
		}
		filled = filled || text != ""
		p.texts = append(p.texts, strings.Clone(text))
		scratch.cite(h, column)
		if p.unit == "" && v.Kind == spar.Number {
			p.unit = h.t.Columns[column].Unit
		}
	}
	if !filled {
		return c.plan.Select[0].String() + " is empty"
	}
	p.cited = scratch.Cells
	c.of++
	if len(c.picked) < maxPicked {
		c.picked = append(c.picked, p)
	}
	if c.plan.Order != nil && c.plan.Limit > 0 && len(c.picked) >= max(1000, 4*c.plan.Limit) {
		c.sort()
		n := c.plan.Limit
		for n < len(c.picked) && n < 900 && same(c.picked[n], c.picked[c.plan.Limit-1]) {
			n++
		}
		c.picked = c.picked[:max(n, c.plan.Limit)]
	}
	return ""
}

func same(a, b pick) bool {
	return between(&a.key, &b.key) == 0
}

func (m *matcher) partOf(v *Value) Value {
	switch m.fn {
	case "year":
		return part(v, v.Day.Year)
	case "month":
		return part(v, v.Day.Month)
	case "day":
		return part(v, v.Day.Day)
	}
	return *v
}

func (c *list) sort() {
	o := c.plan.Order
	slices.SortStableFunc(c.picked, func(a, b pick) int {
		d := 0
		if o.Item.Fn == "row" {
			d = cmp.Compare(a.number, b.number)
		} else if d = between(&a.key, &b.key); d == 0 {
			return cmp.Compare(a.number, b.number)
		}
		if o.Desc && rank(&a.key) == rank(&b.key) {
			return -d
		}
		return d
	})
}

// between orders any two cells: numbers, dates, then texts by the alphabet.
func between(a, b *Value) int {
	if d, ok := order(a, b); ok {
		return d
	}
	if d := cmp.Compare(rank(a), rank(b)); d != 0 {
		return d
	}
	return cmp.Compare(Fold(a.Text), Fold(b.Text))
}

// rank puts values before texts.
func rank(v *Value) int {
	switch v.Kind {
	case spar.Number, spar.Date:
		return 0
	case spar.Text:
		return 1
	}
	return 0
}

// mostTied bounds the rows at the cut of a limit that are named.
const mostTied = 3

func (c *list) finish() {
	if c.plan.Order != nil {
		if values := slices.ContainsFunc(c.picked, func(p pick) bool { return rank(&p.key) == 0 }); values && c.plan.Order.Item.Fn != "row" {
			c.picked = slices.DeleteFunc(c.picked, func(p pick) bool { return rank(&p.key) == 1 })
		}
		c.sort()
	}
	if n := c.plan.Limit; n > 0 && len(c.picked) > n {
		if c.plan.Ties && c.plan.Order != nil {
			for n < len(c.picked) && same(c.picked[n], c.picked[c.plan.Limit-1]) {
				n++
			}
		} else if c.plan.Order != nil && c.plan.Order.Item.Fn != "row" {
			for _, p := range c.picked[n:] {
				if same(p, c.picked[n-1]) {
					c.out.Rest++
					if len(c.out.Tied) < mostTied {
						c.out.Tied = append(c.out.Tied, strings.Join(p.texts, ", "))
					}
				}
			}
		}
		c.picked = c.picked[:n]
	}
	for _, p := range c.picked {
		if c.plan.measured() {
			c.out.Beside = append(c.out.Beside, p.key.Text)
		}
		c.out.Rows = append(c.out.Rows, p.texts)
		c.out.Answers = append(c.out.Answers, strings.Join(p.texts, ", "))
		c.out.Of += len(p.cited)
		c.out.Cells = append(c.out.Cells, p.cited[:min(len(p.cited), MaxCells-len(c.out.Cells))]...)
		c.out.Unit = cmp.Or(c.out.Unit, p.unit)
	}
	switch {
	case len(c.picked) == 0:
		c.out.Refused = noneLeft
	case c.of > maxPicked && (c.plan.Order == nil || c.plan.Limit == 0) && (c.plan.Limit == 0 || c.plan.Limit > maxPicked):
		c.out.Cut = fmt.Sprintf("%d rows fit, of which the first %d are held", c.of, maxPicked)
	case len(c.picked) == 1 && len(c.plan.Select) == 1:
		if v := newOperand(c.picked[0].texts[0]); v.Kind == spar.Number && v.Unit != "time" {
			c.out.Value = &v.Number
			c.out.Unit = cmp.Or(c.out.Unit, v.Unit)
		}
	}
}

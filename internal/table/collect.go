package table

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// newCollector checks what a plan selects, and makes what collects it.
func newCollector(p Plan, out *Result) (collector, error) {
	for _, it := range p.Select {
		out.Labels = append(out.Labels, it.String())
	}
	all := slices.Clone(p.Select)
	if p.Order != nil {
		all = append(all, p.Order.Item)
	}
	many, single := 0, 0
	if slices.ContainsFunc(all, func(it Item) bool { return slices.Contains(truthFns, it.Fn) }) {
		if len(all) > 1 || len(all[0].Labels) > 0 || !p.Group.none() || len(p.Having) > 0 {
			return nil, spar.Errorf(spar.Invalid, "any() and every() stand alone, without columns, groups and order")
		}
		return &whether{out: out, everybody: all[0].Fn == "every"}, nil
	}
	for i, it := range all {
		least, most := 1, 1
		switch {
		case it.Of != nil:
			least, most = 0, 0
		case it.Fn == "count" || it.Fn == "row" || it.Fn == "groups":
			least, most = 0, 0
		case it.Fn == "percent":
			least = 0
		case slices.Contains(pairFns, it.Fn), it.Fn == "sum", it.Fn == "average", it.Fn == "min", it.Fn == "max", it.Fn == "range":
			most = 50
		case slices.Contains(headFns, it.Fn):
			if most = 50; i >= len(p.Select) {
				return nil, spar.Errorf(spar.Invalid, "%s has no order: it is the name of a column", it)
			}
		}
		if n := len(it.Labels); n < least || n > most {
			return nil, spar.Errorf(spar.Invalid, "%s has %d columns: it takes %s", it, n, takes(least, most))
		}
		if it.Fn == "row" && i < len(p.Select) || it.Fn == "groups" && p.Group.none() {
			return nil, spar.Errorf(spar.Invalid, "%s has no meaning there: row() is for order, groups() for what is grouped", it)
		}
		if slices.Contains(manyFns, it.Fn) || slices.Contains(pairFns, it.Fn) || it.Fn == "groups" {
			many++
		} else {
			single++
		}
	}
	switch {
	case !p.Group.none():
		for _, it := range p.Select {
			if it.Fn != "groups" && !slices.Contains(manyFns, it.Fn) && it.String() != p.Group.String() {
				return nil, spar.Errorf(spar.Invalid, "%s differs within a group of %s: select %s itself, or a function such as count() or sum(LABEL)", it, p.Group, p.Group)
			}
		}
		return &groups{plan: p, out: out, by: map[string]*group{}}, nil
	case len(p.Having) > 0:
		return nil, spar.Errorf(spar.Invalid, "having is for groups; use where")
	case many > 0 && single > 0:
		return nil, spar.Errorf(spar.Invalid, "the plan selects both cells of rows and a function of all rows: group by a column, or select one of both")
	case many == 0:
		return &list{plan: p, out: out}, nil
	case slices.Contains(pairFns, p.Select[0].Fn):
		if len(p.Select) > 1 || p.Order != nil {
			return nil, spar.Errorf(spar.Invalid, "%s stands alone and in no order", p.Select[0])
		}
		return newPair(p, out), nil
	}
	if p.Order != nil {
		return nil, spar.Errorf(spar.Invalid, "a function of all rows gives one row, which has no order")
	}
	return &totals{plan: p, out: out, of: newStates(p.Select)}, nil
}

func takes(least, most int) string {
	switch {
	case most == 0:
		return "none"
	case least == most:
		return "one"
	case least == 0:
		return "one or none"
	}
	return "one or more"
}

// A state is a function of many rows on its way.
type state struct {
	item     Item
	n, whole int // values; rows within
	sum, all float64
	least    float64
	most     float64
	values   []float64       // for the median
	distinct map[string]bool // texts seen
	units    map[string]int
	days     bool
	leastDay string
	mostDay  string
	label    string // unit of the column
	row      string // the name of the row with the most or the least; "" where several have it
}

func newStates(items []Item) []*state {
	list := make([]*state, len(items))
	for i, it := range items {
		list[i] = &state{item: it, units: map[string]int{}}
	}
	return list
}

// take takes the cells of a row at columns; the reason says why there is nothing to take.
func (s *state) take(h *hit, columns []int, cite bool) (reason string) {
	fn := s.item.Fn
	if fn == "count" || fn == "percent" && len(columns) == 0 {
		s.whole++
		if h.in {
			s.n++
			if cite {
				h.note(h.about())
			}
		}
		return ""
	}
	for _, c := range columns {
		v := h.cell(c)
		label := h.t.Columns[c].Label
		if s.label == "" {
			s.label = h.t.Columns[c].Unit
		}
		if v.Text == "" {
			reason = label + " is empty"
			continue
		}
		if fn == "distinct" {
			if s.distinct == nil {
				s.distinct = map[string]bool{}
			}
			if len(s.distinct) < maxGroups {
				s.distinct[Fold(v.Text)] = true
			}
			s.n = len(s.distinct)
			if cite {
				h.note(c)
			}
			continue
		}
		n := v.Number
		if v.Kind == spar.Date && (fn == "min" || fn == "max") {
			n, s.days = v.Day.order(), true
		} else if v.Kind != spar.Number {
			reason = label + " is no number"
			continue
		}
		s.whole++
		s.all += n
		if !h.in {
			continue
		}
		switch fn {
		case "min":
			s.named(h, s.n == 0 || n < s.least, n == s.least)
		case "max":
			s.named(h, s.n == 0 || n > s.most, n == s.most)
		}
		if s.n == 0 || n < s.least {
			s.least, s.leastDay = n, v.Text
		}
		if s.n == 0 || n > s.most {
			s.most, s.mostDay = n, v.Text
		}
		s.n++
		s.sum += n
		if v.Unit != "" {
			s.units[v.Unit]++
		}
		if fn == "median" && len(s.values) < 4_000_000 {
			s.values = append(s.values, n)
		}
		if cite {
			h.note(c)
		}
	}
	if len(columns) > 1 && s.n > 0 {
		return ""
	}
	return reason
}

// about is the column that shows why a row was counted: that of the first condition, else its name.
func (h *hit) about() int {
	for _, m := range h.b.where {
		return m.column
	}
	return h.b.key
}

// value gives the number so far; ok is false where there is none.
func (s *state) value() (n float64, ok bool) {
	switch s.item.Fn {
	case "count", "distinct":
		return float64(s.n), true
	case "percent":
		if len(s.item.Labels) == 0 {
			return 100 * float64(s.n) / float64(s.whole), s.whole > 0
		}
		return 100 * s.sum / s.all, s.all != 0
	}
	if s.n == 0 {
		return 0, false
	}
	switch s.item.Fn {
	case "sum":
		return s.sum, true
	case "average":
		return s.sum / float64(s.n), true
	case "min":
		return s.least, true
	case "max":
		return s.most, true
	case "range":
		return s.most - s.least, true
	case "median":
		slices.Sort(s.values)
		k := len(s.values) / 2
		if len(s.values)%2 == 1 {
			return s.values[k], true
		}
		return (s.values[k-1] + s.values[k]) / 2, true
	}
	return 0, false
}

// text writes the value.
func (s *state) text() string {
	n, ok := s.value()
	switch {
	case !ok:
		return ""
	case s.days && s.item.Fn == "min":
		return s.leastDay
	case s.days && s.item.Fn == "max":
		return s.mostDay
	case s.units["time"] > 0:
		return clockText(n)
	}
	return formatted(n)
}

// clockText writes seconds as times are written.
func clockText(n float64) string {
	minutes := math.Floor(n / 60)
	seconds := formatted(math.Round((n-60*minutes)*1000) / 1000)
	if i := strings.IndexByte(seconds, '.'); i == 1 || i < 0 && len(seconds) == 1 {
		seconds = "0" + seconds
	}
	if minutes >= 60 {
		return fmt.Sprintf("%d:%02d:%s", int(minutes)/60, int(minutes)%60, seconds)
	}
	return fmt.Sprintf("%d:%s", int(minutes), seconds)
}

// unit is that of the value; mixed says that its cells differ.
func (s *state) unit() (unit, mixed string) {
	if len(s.units) > 1 {
		var parts []string
		for _, u := range slices.Sorted(maps.Keys(s.units)) {
			parts = append(parts, fmt.Sprintf("%s in %d cells", u, s.units[u]))
		}
		mixed = strings.Join(parts, ", ")
	}
	switch s.item.Fn {
	case "count", "distinct":
		return "", ""
	case "percent":
		return "%", mixed
	}
	for u := range s.units {
		if u != "time" {
			unit = u
		}
	}
	return cmp.Or(s.label, unit), mixed
}

// totals collects functions of all rows.
type totals struct {
	plan Plan
	out  *Result
	of   []*state
}

func (c *totals) take(h *hit) (reason string) {
	h.out = c.out
	for i, s := range c.of {
		if why := s.take(h, h.b.items[i], i == 0); why != "" {
			reason = why
		}
	}
	return reason
}

func (c *totals) finish() {
	var row []string
	for _, s := range c.of {
		unit, mixed := s.unit()
		if mixed != "" && !adds(s.units) {
			c.out.Refused, c.out.Units = fmt.Sprintf("the cells of %s have different units: %s", s.item, mixed), slices.Sorted(maps.Keys(s.units))
			return
		}
		text := s.text()
		if text == "" {
			c.out.Refused = fmt.Sprintf("no row that fits has a number for %s", s.item)
			return
		}
		if c.out.Unit == "" {
			c.out.Unit = unit
		}
		row = append(row, text)
	}
	if n, ok := c.of[0].value(); ok && len(c.of) == 1 && !c.of[0].days {
		c.out.Value = &n
	}
	if s := c.of[0]; len(c.of) == 1 && s.row != "" {
		c.out.Beside = []string{s.row}
	}
	c.out.Rows, c.out.Answers = [][]string{row}, []string{strings.Join(row, ", ")}
}

// adds reports whether numbers of these units may be added: words behind counts may differ, money and shares may not.
func adds(units map[string]int) bool {
	for u := range units {
		if u == "time" || strings.ContainsAny(u, "%$€£¥‰°") || len(u) <= 3 {
			return false
		}
	}
	return true
}

package table

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// measured reports whether a plan gives the most or the least of something, and not by how much.
func (p *Plan) measured() bool {
	return p.Order != nil && p.Limit > 0 && p.Order.Item.Fn != "row" &&
		!slices.ContainsFunc(p.Select, func(i Item) bool { return i.String() == p.Order.Item.String() })
}

// beside is the figure that makes a group the most or the least.
func (g *group) beside(p Plan, at int) (string, bool) {
	if !p.measured() || !slices.Contains(manyFns, p.Order.Item.Fn) {
		return "", false
	}
	text := g.of[at].text()
	if unit, _ := g.of[at].unit(); unit != "" && text != "" {
		text += " " + unit
	}
	return text, true
}

// callsRow is the column whose text names a row alone; -1 for none.
func (t *Table) callsRow() int {
	if i := t.keyed(); i >= 0 && t.Columns[i].Kind == spar.Text {
		return i
	}
	return -1
}

// named remembers the row of the most or the least so far, by the name that it has alone.
func (s *state) named(h *hit, better, same bool) {
	name := ""
	if c := h.b.calls; c >= 0 {
		name = strings.Clone(h.cell(c).Text)
	}
	switch {
	case better:
		s.row = name
	case same:
		s.row = "" // one of several
	}
}

package table

import (
	"fmt"
	"slices"
)

// whether collects yes or no: whether any row fits, or every row of those within.
type whether struct {
	out       *Result
	all       int // rows within
	fit       int
	yes, no   Result // cells of rows that fit, and of rows that do not
	everybody bool
}

func (c *whether) take(h *hit) string {
	c.all++
	shown := &c.no
	if h.in {
		c.fit++
		shown = &c.yes
	}
	for i, m := range h.b.where {
		if !slices.ContainsFunc(h.b.where[:i], func(o *matcher) bool { return o.column == m.column }) {
			shown.cite(h, m.column)
		}
	}
	if len(h.b.where) == 0 {
		shown.cite(h, h.b.key)
	}
	return ""
}

func (c *whether) finish() {
	answer, shown := "No", &c.no
	switch {
	case !c.everybody && c.fit > 0:
		answer, shown = "Yes", &c.yes
		c.out.Note = fmt.Sprintf("%s so", rowsAre(c.fit))
	case !c.everybody:
		c.out.Note, shown = "no row is so", &Result{}
	case c.all == 0:
		c.out.Refused = noneLeft
		return
	case c.fit == c.all:
		answer, shown = "Yes", &c.yes
		c.out.Note = fmt.Sprintf("all %d rows are so", c.all)
	default:
		c.out.Note = fmt.Sprintf("%s not so, of %d; their cells are shown", rowsAre(c.all-c.fit), c.all)
	}
	c.out.Cells, c.out.Of = shown.Cells, shown.Of
	c.out.Rows, c.out.Answers = [][]string{{answer}}, []string{answer}
}

// rowsAre is a number of rows with its verb.
func rowsAre(n int) string {
	if n == 1 {
		return "1 row is"
	}
	return fmt.Sprintf("%d rows are", n)
}

package extract

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// A textTable hands on the lines of a table.
type textTable struct {
	form textForm
	grid grid
	n    int // lines so far
	row  int // rows so far
	held []string
	at   spar.Span
	head []string // lines of the header, as they stand
}

func newTextTable(out *sink, f textForm, at spar.Span) *textTable {
	return &textTable{form: f, grid: grid{out: out, at: spar.Locator{Bytes: at}, guess: true}}
}

// goesOn reports whether a line can be one of the table.
func (t *textTable) goesOn(l line) bool {
	s := columnsOfText(l.text)
	switch {
	case l.piece:
		return false
	case isTextRule(s):
		return true
	case t.form.bars:
		return strings.Contains(s, "|")
	case t.form.tabs:
		return strings.Contains(l.text, "\t")
	}
	return t.form.cuts(s)
}

// add takes a line.
func (t *textTable) add(l line) error {
	s := l.text
	if !t.form.tabs {
		s = columnsOfText(s)
	}
	t.n++
	switch {
	case t.n <= t.form.title:
		t.grid.caption = strings.TrimSpace(t.grid.caption + "\n" + s)
		return nil
	case isTextRule(s):
		return t.end()
	case strings.TrimSpace(s) == "":
		return nil
	}
	if t.n <= t.form.header {
		t.head = append(t.head, s)
		t.at = t.at.Union(l.at)
		return nil
	}
	if t.head != nil {
		if err := t.end(); err != nil {
			return err
		}
	}
	cells := t.form.cells(s)
	switch {
	case t.held == nil:
		t.held, t.at = cells, l.at
		return nil
	case t.form.joined, t.form.folds && cells[0] == "":
		t.held = joinCells(t.held, cells)
		t.at = t.at.Union(l.at)
		return nil
	}
	if err := t.end(); err != nil {
		return err
	}
	t.held, t.at = cells, l.at
	return nil
}

// joinCells appends the texts of below, column by column.
func joinCells(above, below []string) []string {
	for i, c := range below {
		if i >= len(above) {
			above = append(above, "")
		}
		above[i] = strings.TrimSpace(above[i] + " " + c)
	}
	return above
}

// end hands on the row so far, or the header.
func (t *textTable) end() error {
	at := t.at
	t.at = spar.Span{}
	if t.head != nil {
		levels := t.form.levels(t.head)
		t.head = nil
		for _, l := range levels {
			if err := t.hand(l, true, at); err != nil {
				return err
			}
		}
	}
	if t.held == nil {
		return nil
	}
	cells := t.held
	t.held = nil
	return t.hand(cells, false, at)
}

func (t *textTable) hand(texts []string, header bool, at spar.Span) error {
	t.row++
	cells := make([]cell, len(texts))
	for i, text := range texts {
		cells[i] = cell{text: text, header: header}
	}
	return t.grid.add(cells, spar.Locator{Row: t.row, Bytes: at})
}

// levels returns the lines of a header as levels. Lines that each continue the one above are one level. A line above with fewer labels has
// the labels of groups, if each label has the same number of columns.
func (f *textForm) levels(lines []string) [][]string {
	last := f.headCells(lines[len(lines)-1])
	if len(lines) == 1 {
		return [][]string{last}
	}
	if labels := wideFields(lines[0]); !f.bars && len(lines) == 2 && len(last) > 2 && len(labels) < len(last)-1 && !slices.Contains(last[1:], "") {
		upper := make([]string, len(last))
		if n := len(last) - 1; n%len(labels) == 0 {
			for i, l := range labels {
				upper[1+i*n/len(labels)] = l
			}
			return [][]string{upper, last}
		}
	}
	joined := f.cells(lines[0])
	for _, s := range lines[1:] {
		joined = joinCells(joined, f.cells(s))
	}
	return [][]string{joined}
}

// wideFields are the pieces of a line between two blanks or more.
func wideFields(s string) (fields []string) {
	for _, p := range strings.Split(strings.TrimSpace(s), "  ") {
		if p = strings.TrimSpace(p); p != "" {
			fields = append(fields, p)
		}
	}
	return fields
}

// close emits the rest.
func (t *textTable) close() error {
	if err := t.end(); err != nil {
		return err
	}
	return t.grid.close()
}

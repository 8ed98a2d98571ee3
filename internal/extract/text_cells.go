package extract

import (
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

// cellFence is the line that begins and ends a table in AsciiDoc.
const cellFence = "|==="

// cellMark begins a cell of such a table. The cell's span and style stand before its bar.
var cellMark = pattern.New(`(?:^|\s)(?:\d*(?:\.\d+)?[+*])?[<^>.]{0,3}[aehlmsd]?\|`)

// columnList is the attribute that says how many columns a table has: one entry for each, or a number of alike ones.
var columnList = pattern.New(`^\[.*cols="?([^"\]]+)`)

// declaredColumns is the number of columns that a line of attributes declares, 0 where it does not.
func declaredColumns(s string) (n int) {
	m := columnList.FindStringSubmatch(s)
	if m == nil {
		return 0
	}
	for _, entry := range strings.FieldsFunc(m[1], func(r rune) bool { return r == ',' || r == ';' }) {
		times := 1
		if before, _, many := strings.Cut(entry, "*"); many {
			times, _ = strconv.Atoi(strings.TrimSpace(before))
		}
		n += max(0, min(times, mostTextColumns))
	}
	return min(n, mostTextColumns)
}

// cellLines reads a table of AsciiDoc. A line holds a row or a part of one: there are as many columns as the attributes say, or as
// cells stand in the first line or above the first blank one.
type cellLines struct {
	grid  grid
	width int
	n     int // lines so far that hold cells
	row   int
	cells []string
	at    spar.Span
	last  bool // the line before was the first, which a blank one makes the header
}

func newCellLines(out *sink, title string, columns int, at spar.Span) *cellLines {
	return &cellLines{grid: grid{out: out, at: spar.Locator{Bytes: at}, caption: title, guess: true}, width: columns}
}

// add takes a line, and reports whether the table goes on.
func (c *cellLines) add(l line) (more bool, err error) {
	text := strings.TrimSpace(l.text)
	if text == cellFence {
		return false, c.close()
	}
	if text == "" {
		if c.width == 0 {
			c.width = len(c.cells)
		}
		if c.last {
			c.last = false
			return true, c.hand(true)
		}
		return true, nil
	}
	starts := cellMark.FindAllStringIndex(text, -1)
	if c.last && len(starts) > 0 {
		c.last = false
		if err := c.hand(false); err != nil {
			return true, err
		}
	}
	head := text
	if len(starts) > 0 {
		head = text[:starts[0][0]]
	}
	if n := len(c.cells); n > 0 && strings.TrimSpace(head) != "" && len(c.cells[n-1]) < maxLine { // the cell goes on
		c.cells[n-1] = strings.TrimSpace(c.cells[n-1] + " " + strings.TrimSpace(head))
		c.at = c.at.Union(l.at)
	}
	for i, s := range starts {
		if c.width > 0 && len(c.cells) >= c.width {
			if err := c.hand(false); err != nil {
				return true, err
			}
		}
		to := len(text)
		if i+1 < len(starts) {
			to = starts[i+1][0]
		}
		c.cells = append(c.cells, strings.TrimSpace(text[s[1]:to]))
		c.at = c.at.Union(l.at)
	}
	if c.n++; c.n == 1 && (len(c.cells) > 1 || c.width == 1) {
		c.width, c.last = max(c.width, len(c.cells)), true
	}
	return true, nil
}

// hand hands on the row so far.
func (c *cellLines) hand(header bool) error {
	if len(c.cells) == 0 {
		return nil
	}
	c.row++
	cells := make([]cell, len(c.cells))
	for i, text := range c.cells {
		cells[i] = cell{text: text, header: header}
	}
	at := spar.Locator{Row: c.row, Bytes: c.at}
	c.cells, c.at = nil, spar.Span{}
	return c.grid.add(cells, at)
}

func (c *cellLines) close() error {
	if err := c.hand(false); err != nil {
		return err
	}
	return c.grid.close()
}

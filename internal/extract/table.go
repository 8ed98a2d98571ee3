package extract

import (
	"strconv"
	"strings"

	"github.com/sparsearch/spar"
)

// cell is one cell of a source table before merged cells are expanded.
type cell struct {
	text   string
	cols   int  // columns it covers, 0 as 1
	rows   int  // rows it covers, 0 as 1
	above  bool // it continues the cell above
	header bool // marked as a header by the document
	bold   bool // all of its text is bold
}

// gridLookahead is how many rows a grid holds back to find the header.
const gridLookahead = 20

// grid makes a table of source rows: it expands merged cells, joins the levels of the header, and hands the rows to a
// tableSink. A table of one column is a box around text: its cells become paragraphs.
type grid struct {
	out     *sink
	caption string
	at      spar.Locator

	n        int        // source rows so far
	over     []carried  // by column: cells that cover rows below
	prev     []string   // the row above, for cells that continue it
	waiting  []gridRow  // until the header is settled
	table    *tableSink // once it is
	box      bool       // one column only
	guess    bool       // a header may be guessed from the cells' content
	firstRow bool       // the document's look sets the first row apart, which is only a hint
	inherit  []string   // the header where none is found
}

type carried struct {
	text string
	left int
}

type gridRow struct {
	cells  []string
	at     spar.Locator
	header bool
	bold   bool
}

// add takes the next source row.
func (g *grid) add(cells []cell, at spar.Locator) error {
	g.n = max(g.n+1, at.Row) // the rows of a sheet bring their numbers
	at.Row = g.n
	row := gridRow{at: at, header: len(cells) > 0, bold: len(cells) > 0}
	limit := g.out.limits.Columns
	col := 0
	put := func(text string) {
		if col < limit {
			row.cells = append(row.cells, text)
			col++
		}
	}
	fromAbove := func() {
		for col < len(g.over) && g.over[col].left > 0 {
			g.over[col].left--
			put(g.over[col].text)
		}
	}
	for _, c := range cells {
		fromAbove()
		if c.above {
			c.text = ""
			if col < len(g.prev) {
				c.text = g.prev[col]
			}
		} else if strings.TrimSpace(c.text) != "" {
			row.header = row.header && c.header
			row.bold = row.bold && c.bold
		}
		for range min(max(1, c.cols), limit) {
			if c.rows > 1 && col < limit {
				for len(g.over) <= col {
					g.over = append(g.over, carried{})
				}
				g.over[col] = carried{c.text, min(c.rows, 65534) - 1}
			}
			put(c.text)
		}
	}
	fromAbove()
	if !hasText(row.cells) {
		row.header, row.bold = false, false
	}
	g.prev = row.cells
	if g.table != nil || g.box {
		return g.send(row)
	}
	g.waiting = append(g.waiting, row)
	if len(g.waiting) >= gridLookahead {
		return g.settle()
	}
	return nil
}

// flush hands on the rows so far; more may follow.
func (g *grid) flush() error {
	if len(g.waiting) > 0 {
		if err := g.settle(); err != nil {
			return err
		}
	}
	if g.table != nil && len(g.table.rows) > 0 {
		return g.table.flush()
	}
	return nil
}

// close hands on what is left.
func (g *grid) close() error {
	if g.table == nil && !g.box {
		if err := g.settle(); err != nil {
			return err
		}
	}
	if g.table != nil {
		return g.table.close()
	}
	return nil
}

// settle decides on the header and hands on the rows that waited.
func (g *grid) settle() error {
	width := 0
	for _, r := range g.waiting {
		width = max(width, len(r.cells))
	}
	if width == 0 {
		g.waiting = nil
		return nil
	}
	if width == 1 && !(len(g.waiting) > 1 && g.waiting[0].header) {
		g.box = true
		if g.caption != "" {
			if err := g.out.paragraph(g.caption, spar.Locator{}); err != nil {
				return err
			}
		}
	} else {
		n := g.headerRows()
		var header []string
		for _, r := range g.waiting[:n] {
			header = joinHeader(header, r.cells, width)
			g.at.Bytes = union(g.at.Bytes, r.at.Bytes)
		}
		if n == 0 {
			header = g.inherit
		}
		g.waiting = g.waiting[n:]
		g.table = g.out.table(g.caption, header, g.at)
	}
	rows := g.waiting
	g.waiting = nil
	for _, r := range rows {
		if err := g.send(r); err != nil {
			return err
		}
	}
	return nil
}

// headerRows counts the leading rows that are headers: those marked so, else a first row that is bold where the next
// is not, else a first row that looks like labels.
func (g *grid) headerRows() int {
	n := 0
	for n < len(g.waiting) && n < 5 && g.waiting[n].header {
		n++
	}
	switch {
	case n > 0 && (n < len(g.waiting) || n == 1):
		return n
	case n > 0 || len(g.waiting) < 2:
		return 0
	case g.waiting[0].bold && !g.waiting[1].bold:
		return 1
	case g.guess:
		cells := make([][]string, len(g.waiting))
		for i, r := range g.waiting {
			cells[i] = r.cells
		}
		if looksLikeHeader(cells) || g.firstRow && len(cells[0]) > 2 && labelsOnly(cells) {
			return 1
		}
	}
	return 0
}

func (g *grid) send(r gridRow) error {
	if !g.box {
		return g.table.row(r.cells, r.at)
	}
	for _, c := range r.cells {
		if err := g.out.paragraph(c, spar.Locator{Bytes: r.at.Bytes}); err != nil {
			return err
		}
	}
	return nil
}

// joinHeader adds one level of labels to a header.
func joinHeader(header, level []string, width int) []string {
	if header == nil {
		header = make([]string, width)
	}
	for i := range header {
		if i >= len(level) {
			break
		}
		label := strings.Join(strings.Fields(level[i]), " ")
		switch {
		case label == "" || header[i] == label || strings.HasSuffix(header[i], " / "+label):
		case header[i] == "":
			header[i] = label
		case len(header[i]) < 1000:
			header[i] += " / " + label
		}
	}
	return header
}

// looksLikeHeader reports whether the first of rows holds labels and the others values: its cells are filled, short,
// distinct and no numbers, and below them stand numbers or cells of another make.
func looksLikeHeader(rows [][]string) bool {
	if len(rows) < 2 || len(rows[0]) < 2 {
		return false
	}
	seen := map[string]bool{}
	for _, c := range rows[0] {
		c = strings.ToLower(strings.TrimSpace(c))
		if c == "" || len(c) > 80 || seen[c] || isValue(c) {
			return false
		}
		seen[c] = true
	}
	typed, filled := 0, 0
	for _, r := range rows[1:] {
		for i, c := range r {
			if i >= len(rows[0]) || strings.TrimSpace(c) == "" {
				continue
			}
			filled++
			if isValue(c) {
				typed++
			}
			if strings.EqualFold(strings.TrimSpace(c), strings.TrimSpace(rows[0][i])) {
				return false
			}
		}
	}
	return filled > 0 && typed*10 >= filled
}

// isValue reports whether a cell holds a number, an amount, a percentage or a date in digits.
func isValue(s string) bool {
	s = strings.TrimSpace(s)
	if s == "" {
		return false
	}
	if _, err := strconv.ParseFloat(s, 64); err == nil {
		return true
	}
	digits, other := 0, 0
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case strings.ContainsRune(" .,:/-+%()$€£¥'T", r):
		default:
			other++
		}
	}
	return digits > 0 && other <= 3 && digits >= other
}

package extract

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// cell is one cell of a source table before merged cells are expanded.
type cell struct {
	text   string
	cols   int     // columns it covers, 0 as 1
	rows   int     // rows it covers, 0 as 1
	above  bool    // it continues the cell above
	header bool    // marked as a header by the document
	bold   bool    // all of its text is bold
	shown  *string // the displayed text, if it is not its text
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
	labels   []string   // the last row of the header, as it stands

	inheritLevels [][]string // and its levels
}

type carried struct {
	text string
	left int
}

type gridRow struct {
	cells  []string
	shown  []spar.ShownCell // their displayed text
	at     spar.Locator
	header bool
	bold   bool
	across bool // a cell of it spans columns, and it holds other cells
	title  bool // one cell of it spans all others
	down   int  // rows below that a cell of it covers
}

// add takes the next source row.
func (g *grid) add(cells []cell, at spar.Locator) error {
	g.n = max(g.n+1, at.Row) // the rows of a sheet bring their numbers
	at.Row = g.n
	row := gridRow{at: at, header: len(cells) > 0, bold: len(cells) > 0}
	limit := g.out.limits.Columns
	col := 0
	put := func(text string, shown *string) {
		if col < limit {
			row.cells = append(row.cells, text)
			col++
			if shown != nil && *shown != text {
				row.shown = append(row.shown, spar.ShownCell{Column: col, Text: *shown})
			}
		}
	}
	nothing := new(string) // is seen where a cell only goes on
	fromAbove := func() {
		for col < len(g.over) && g.over[col].left > 0 {
			g.over[col].left--
			put(g.over[col].text, nothing)
		}
	}
	continued := false
	for _, c := range cells {
		fromAbove()
		if c.above {
			c.text, c.shown = "", nothing
			if col < len(g.prev) {
				c.text = g.prev[col]
			}
		} else if strings.TrimSpace(c.text) != "" {
			row.header = row.header && c.header
			row.bold = row.bold && c.bold
			row.across = row.across || c.cols > 1
			row.down = max(row.down, c.rows-1)
		}
		continued = continued || c.above
		for range min(max(1, c.cols), limit) {
			if c.rows > 1 && col < limit {
				for len(g.over) <= col {
					g.over = append(g.over, carried{})
				}
				g.over[col] = carried{c.text, min(c.rows, 65534) - 1}
			}
			put(c.text, c.shown)
			c.shown = nothing
		}
	}
	fromAbove()
	if !hasText(row.cells) {
		row.header, row.bold = false, false
	}
	if row.across && len(cells) == 1 && len(row.cells) == cells[0].cols {
		row.across, row.title = false, true
	}
	if n := len(g.waiting); continued && n > 0 && g.waiting[n-1].across {
		g.waiting[n-1].down = max(1, g.waiting[n-1].down)
	}
	g.prev = row.cells
	if g.table != nil || g.box {
		return g.send(row)
	}
	g.waiting = append(g.waiting, row)
	if len(g.waiting) >= gridLookahead {
		return g.decideHeader()
	}
	return nil
}

// flush hands on the rows so far; more may follow.
func (g *grid) flush() error {
	if len(g.waiting) > 0 {
		if err := g.decideHeader(); err != nil {
			return err
		}
	}
	if g.table != nil && len(g.table.rows) > 0 {
		return g.table.flush()
	}
	return nil
}

// close emits the rest.
func (g *grid) close() error {
	if g.table == nil && !g.box {
		if err := g.decideHeader(); err != nil {
			return err
		}
	}
	if g.table != nil {
		return g.table.close()
	}
	return nil
}

// decideHeader decides on the header and hands on the rows that waited.
func (g *grid) decideHeader() error {
	width := 0
	for _, r := range g.waiting {
		width = max(width, len(r.cells))
	}
	// What spans the whole table above all others is its title.
	for len(g.waiting) > 1 && g.waiting[0].title && len(g.waiting[0].cells) == width && len(g.waiting[0].cells[0]) <= maxCaption {
		g.caption = strings.TrimSpace(g.caption + "\n" + g.waiting[0].cells[0])
		g.at.Bytes = g.at.Bytes.Union(g.waiting[0].at.Bytes)
		g.waiting = g.waiting[1:]
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
		n, spread := g.headerRows()
		h := g.head(n, spread)
		for _, r := range g.waiting[:h.rows] {
			g.at.Bytes = g.at.Bytes.Union(r.at.Bytes)
		}
		n = h.rows
		g.table = g.out.table(strings.Join(append(captionLines(g.caption), h.titles...), "\n"), nil, g.at)
		g.table.setHeader(h.levels, width)
		g.table.shown = headerShown(g.waiting[:n])
		if n > 0 {
			g.labels = g.waiting[n-1].cells
		}
		if n == 0 && g.inherit != nil {
			g.table.header, g.table.levels, g.table.inherited = g.inherit, g.inheritLevels, true
		}
		g.waiting = g.waiting[n:]
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

// head reads the header; its first n rows are known. spread says that the first has a label only where a group begins. Merged cells give
// the span of labels, so nothing is left to guess.
func (g *grid) head(n int, spread bool) head {
	cells := make([][]string, len(g.waiting))
	merged := false
	for i, r := range g.waiting {
		cells[i] = r.cells
		merged = merged || i < n && (r.across || r.down > 0)
	}
	if spread {
		cells[0] = spreadGroups(cells[0], cells[1])
	}
	if g.guess && !merged && len(cells) > 1 {
		if h := readHead(cells, n); h.rows >= n {
			return h
		}
	}
	return head{rows: n, levels: cells[:n]}
}

// isAgain reports whether a row is the header once more, or the same one for other periods.
func isAgain(labels, row []string) bool {
	if len(labels) < 3 || len(row) != len(labels) || strings.TrimSpace(row[0]) != strings.TrimSpace(labels[0]) {
		return false
	}
	same, other := 0, 0
	for i := 1; i < len(row); i++ {
		was, is := strings.TrimSpace(labels[i]), strings.TrimSpace(row[i])
		switch {
		case was == is && is != "":
			same++
		case was != is && isPeriod(was) && isPeriod(is):
			other++
		case was != is:
			return false
		}
	}
	return same > 0 && same >= other && same+other > 1
}

// again begins the table anew under the header that r is; rows go on being counted.
func (g *grid) again(r gridRow) error {
	if slices.Equal(r.cells, g.labels) {
		return nil
	}
	t := g.table
	if err := t.close(); err != nil {
		return err
	}
	g.labels = r.cells
	levels := append(slices.Clone(t.levels[:max(0, len(t.levels)-1)]), r.cells)
	at := t.start
	at.Bytes = r.at.Bytes
	g.table = &tableSink{out: g.out, caption: t.caption, at: at, start: t.start}
	g.table.setHeader(levels, len(r.cells))
	return nil
}

func captionLines(caption string) []string {
	if caption = strings.TrimSpace(caption); caption == "" {
		return nil
	}
	return []string{caption}
}

func (g *grid) send(r gridRow) error {
	if !g.box {
		if !r.across && isAgain(g.labels, r.cells) {
			return g.again(r)
		}
		return g.table.rowShown(r.cells, r.shown, r.at)
	}
	for i, c := range r.cells {
		if slices.ContainsFunc(r.shown, func(s spar.ShownCell) bool { return s.Column == i+1 && s.Text == "" }) {
			continue // it only goes on here
		}
		if err := g.out.paragraph(c, spar.Locator{Bytes: r.at.Bytes}); err != nil {
			return err
		}
	}
	return nil
}

// headerShown gives the rows of a header as they are seen, nil where the header says the same.
func headerShown(rows []gridRow) [][]string {
	if len(rows) == 0 || len(rows) == 1 && len(rows[0].shown) == 0 {
		return nil
	}
	lines := make([][]string, len(rows))
	for i, r := range rows {
		lines[i] = spar.Row{Cells: r.cells, Shown: r.shown}.Visible()
		for k, label := range lines[i] {
			lines[i][k] = cut(strings.Join(strings.Fields(clean(label)), " "), 1000)
		}
	}
	return lines
}

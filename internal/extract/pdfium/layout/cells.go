package layout

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// columnsOf finds the columns: where the text of the bands leaves a gap, or the vertical lines say so. A few bands,
// such as a title over all columns, may cross a gap.
//
// Where lines say that there is a table, the words count, not the segments: gaps between words are narrow, but do not
// stand below each other in four lines or more.
func columnsOf(region []band, v []float32, ruled bool) []interval {
	var size float32 = 1000
	type end struct {
		x    float32
		step int
	}
	var ends []end
	left, right := float32(1e6), float32(-1e6)
	words := ruled && len(region) >= 4
	for _, b := range region {
		for _, s := range b.segs {
			size = min(size, s.size)
			if words && s.size > 0 {
				for _, w := range s.words {
					ends = append(ends, end{w.x0, 1}, end{w.x1, -1})
				}
			} else {
				ends = append(ends, end{s.x0, 1}, end{s.x1, -1})
			}
			left, right = min(left, s.x0), max(right, s.x1)
		}
	}
	var inner []float32
	for _, x := range v {
		if x > left+2 && x < right-2 {
			inner = append(inner, x)
		}
	}
	if len(inner) > 0 {
		columns := []interval{{left, inner[0]}}
		for i, x := range inner {
			hi := right
			if i+1 < len(inner) {
				hi = inner[i+1]
			}
			columns = append(columns, interval{x, hi})
		}
		return columns
	}
	slices.SortFunc(ends, func(a, b end) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(b.step, a.step)) })
	crossing := len(region) / 12
	narrowest := 0.6 * size
	if words {
		narrowest = wordGap * size
	}
	var columns []interval
	depth, from, open := 0, float32(0), false
	for _, e := range ends {
		depth += e.step
		switch {
		case depth > crossing && !open:
			open = true
			if n := len(columns); n > 0 && e.x-columns[n-1].hi < narrowest {
				from = columns[n-1].lo
				columns = columns[:n-1]
			} else {
				from = e.x
			}
		case depth <= crossing && open:
			open = false
			columns = append(columns, interval{from, e.x})
		}
	}
	if words {
		columns = splitAligned(columns, region, size, crossing)
	}
	return columns
}

// alignSlack is how far apart, in points, the left edges of a column's lines may be.
const alignSlack = 1

// splitAligned parts columns that stand too near to each other for a gap to be seen. What shows them is that in most lines
// a word begins at the same place, however far from it the word before ends, and hardly any line has a word across it.
func splitAligned(columns []interval, region []band, size float32, crossing int) []interval {
	var out []interval
	for i, c := range columns {
		end := float32(1e6)
		if i+1 < len(columns) {
			end = columns[i+1].lo - 2
		}
		var lines [][]word // of the column, from left to right
		for _, b := range region {
			var line []word
			for _, s := range b.segs {
				for _, w := range s.words {
					if w.x0 >= c.lo-2 && w.x0 < end {
						line = append(line, w)
					}
				}
			}
			if len(line) > 0 {
				lines = append(lines, line)
			}
		}
		lo := c.lo
		for _, x := range edges(lines, c.lo) {
			if x > lo+size && alignedAt(lines, x, size, crossing) {
				out = append(out, interval{lo, x - wordGap*size})
				lo = x
			}
		}
		out = append(out, interval{lo, c.hi})
	}
	return out
}

// edges are the places, from left to right, where words begin in three lines or more.
func edges(lines [][]word, left float32) []float32 {
	var starts []float32
	for _, line := range lines {
		for _, w := range line {
			if w.x0 > left+alignSlack {
				starts = append(starts, w.x0)
			}
		}
	}
	slices.Sort(starts)
	var out []float32
	for i := 0; i < len(starts); {
		n := i
		for n < len(starts) && starts[n] <= starts[i]+alignSlack {
			n++
		}
		if n-i >= 3 {
			out = append(out, starts[i])
		}
		i = n
	}
	return out
}

// alignedAt reports whether a column begins at x.
func alignedAt(lines [][]word, x, size float32, crossing int) bool {
	var gaps []float32 // before the words that begin at x
	reach, begin, across := 0, 0, 0
	for _, line := range lines {
		if line[len(line)-1].x1 > x+alignSlack {
			reach++
		}
		for i, w := range line {
			switch {
			case w.x0 >= x-0.1 && w.x0 <= x+alignSlack:
				begin++
				if i > 0 {
					gaps = append(gaps, w.x0-line[i-1].x1)
				}
			case i+1 < len(line) && line[i+1].x0 >= x-0.1 && line[i+1].x0 <= x+alignSlack: // a full cell runs into the next
			case w.x0 < x && w.x1 > x+0.1*size:
				across++
			}
		}
	}
	if begin < 3 || 3*begin < 2*reach || across > crossing || len(gaps) < 3 {
		return false
	}
	// One blank after words of one width, as in "Level 1", also stands below itself: gaps of a column differ.
	slices.Sort(gaps)
	return gaps[len(gaps)/2] >= wordGap*size && gaps[len(gaps)-1]-gaps[0] > 0.3*size
}

// columnOf is the column that s begins in.
func columnOf(columns []interval, s *segment) int { return columnAt(columns, s.x0) }

// columnAt is the column of anything that begins at x: the last column that begins before it. If x lies in the gap before the next column,
// as for centered labels, it is the next one.
func columnAt(columns []interval, x float32) int {
	best := 0
	for i, c := range columns {
		if x >= c.lo-2 || i > 0 && x > columns[i-1].hi+2 {
			best = i
		}
	}
	return best
}

// makeTable puts the segments of region into cells. v are vertical lines, h horizontal ones from the top.
func makeTable(region []band, v, h []float32) *table {
	columns := columnsOf(region, v, len(h) > 0)
	if len(columns) < 2 {
		return nil
	}
	return fillTable(region, v, h, columns)
}

// fillTable is makeTable where the columns are known.
func fillTable(region []band, v, h []float32, columns []interval) *table {
	t := &table{columns: columns, box: box{1e6, 1e6, -1e6, -1e6}, region: region, h: h}
	var segs []*segment
	for _, b := range region {
		for _, s := range b.segs {
			segs = append(segs, s.cut(columns)...)
			t.box = t.union(s.box)
			t.orders = append(t.orders, s.order)
		}
	}
	slices.SortStableFunc(segs, func(a, b *segment) int { return cmp.Compare(a.order, b.order) })

	// A stratum is what lies between two horizontal lines. With vertical lines too, each is a row.
	strata := map[int][]*segment{}
	stratumOf := func(s *segment) int {
		n := 0
		for _, y := range h {
			if s.base+0.3*s.size < y {
				n++
			}
		}
		return n
	}
	for _, s := range segs {
		n := stratumOf(s)
		strata[n] = append(strata[n], s)
	}
	grid := len(v) > 2 && len(strata) > 2
	var bold []bool
	first := -1 // rows of the first stratum
	for n := 0; n <= len(h); n++ {
		if len(strata[n]) == 0 {
			continue
		}
		var rows [][]*segment
		if grid {
			rows = [][]*segment{strata[n]}
		} else {
			rows = splitRows(strata[n], columns)
		}
		for _, row := range rows {
			t.rows = append(t.rows, cellsOf(row, columns))
			bold = append(bold, allBold(row))
		}
		if first < 0 {
			first = len(t.rows)
		}
	}
	t.header = headerRows(t.rows, bold, first, len(strata) > 1)
	t.bold = t.header > 0 && bold[0]
	return t
}

// splitRows parts segments, in reading order, into rows. Where cells are read one after the other, each with all of
// its lines, a row ends when reading comes back to a column; where lines are read across the columns, at every line
// that begins in the first one.
func splitRows(segs []*segment, columns []interval) [][]*segment {
	var rows [][]*segment
	var cur []*segment
	column := -1
	for _, s := range segs {
		c := columnOf(columns, s)
		back := c < column
		if c == column { // the next line of a cell, unless it is far or the row has but one cell
			last := cur[len(cur)-1]
			back = last.base-s.base > 1.6*max(s.size, last.size) || s.base > last.base+0.5*s.size
		}
		if back {
			rows = append(rows, cur)
			cur = nil
		}
		cur, column = append(cur, s), c
	}
	if len(cur) > 0 {
		rows = append(rows, cur)
	}
	return mergeOverlapping(rows)
}

// mergeOverlapping joins rows that share a baseline: reading went back and forth within one row.
func mergeOverlapping(rows [][]*segment) [][]*segment {
	var out [][]*segment
	for _, row := range rows {
		if n := len(out); n > 0 && sharesBaseline(out[n-1], row) {
			out[n-1] = append(out[n-1], row...)
			continue
		}
		out = append(out, row)
	}
	return out
}

func sharesBaseline(a, b []*segment) bool {
	low := a[0].base
	for _, s := range a {
		low = min(low, s.base)
	}
	for _, s := range b {
		if s.base > low-0.3*s.size {
			return true
		}
	}
	return false
}

// cellsOf joins the segments of a row by column, from the top of each.
func cellsOf(row []*segment, columns []interval) []string {
	cells := make([]string, len(columns))
	sorted := slices.Clone(row)
	slices.SortStableFunc(sorted, func(a, b *segment) int {
		if abs(a.base-b.base) < 0.35*a.size {
			return cmp.Compare(a.x0, b.x0)
		}
		return cmp.Compare(b.base, a.base)
	})
	for _, s := range sorted {
		c := columnOf(columns, s)
		cells[c] = joinText(cells[c], shorten(s.text), new(joiner).keeps(false))
	}
	return cells
}

func allBold(row []*segment) bool {
	for _, s := range row {
		if !s.style.bold {
			return false
		}
	}
	return true
}

// headerRows says how many of the first rows are the header: rows that a line parts from the rest, or one bold row above others, or a row
// of words above rows of numbers.
func headerRows(rows [][]string, bold []bool, first int, ruled bool) int {
	switch {
	case len(rows) < 2:
		return 0
	case ruled && first >= 1 && first <= 4 && first < len(rows):
		return first
	case bold[0] && !bold[1]:
		return 1
	}
	for _, c := range rows[0] {
		if strings.TrimSpace(c) == "" || numeric(c) {
			return 0
		}
	}
	for _, row := range rows[1:] {
		for _, c := range row {
			if numeric(c) {
				return 1
			}
		}
	}
	return 0
}

// numeric reports whether at least half of s are digits.
func numeric(s string) bool {
	n, all := 0, 0
	for _, r := range s {
		if unicode.IsSpace(r) {
			continue
		}
		all++
		if unicode.IsDigit(r) {
			n++
		}
	}
	return n > 0 && 2*n >= all
}

// joinTables joins a table with its continuation on the next page, and drops the header repeated there.
func joinTables(parts []part) []part {
	out := parts[:0]
	var last *table // the part before, when it is a table
	for _, p := range parts {
		t := p.table
		if t == nil {
			if !p.line.aside {
				last = nil
			}
			out = append(out, p)
			continue
		}
		for range t.rows {
			t.pages = append(t.pages, t.page)
		}
		if last != nil && continues(last, t) {
			rows, pages := t.rows, t.pages
			if last.header > 0 && t.header == last.header && slices.Equal(header(last), header(t)) {
				rows, pages = rows[t.header:], pages[t.header:]
			}
			last.rows, last.pages = append(last.rows, rows...), append(last.pages, pages...)
			last.page = t.page
			continue
		}
		last = t
		out = append(out, p)
	}
	return out
}

// continues reports whether b, on the next page, has the columns of a.
func continues(a, b *table) bool {
	if b.page != a.page+1 || len(a.columns) != len(b.columns) {
		return false
	}
	if a.header > 0 && b.header == a.header && slices.Equal(header(a), header(b)) {
		return true
	}
	for i := range a.columns {
		if abs(a.columns[i].lo-b.columns[i].lo) > 4 {
			return false
		}
	}
	return b.header == 0
}

// header joins the rows of a header into one label a column.
func header(t *table) []string {
	if t.header == 0 {
		return nil
	}
	labels := make([]string, len(t.columns))
	for _, row := range t.rows[:t.header] {
		for i, c := range row {
			if c != "" && labels[i] != "" {
				labels[i] += " / "
			}
			labels[i] += c
		}
	}
	return labels
}

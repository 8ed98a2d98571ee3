package layout

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/sparsearch/spar/internal/extract/pdfium"
)

// A table is a region of a page whose text stands in columns.
type table struct {
	box
	page    int
	orders  []int // of its segments
	columns []interval
	rows    [][]string
	pages   []int // of each row, once tables of several pages are joined; nil: all on page
	header  int   // how many of the first rows are the header
	bold    bool  // the header is set bold
}

type interval struct{ lo, hi float32 }

// A band holds the segments that stand on one baseline, from left to right.
type band struct {
	segs []*segment
	base float32
	size float32
}

// maxSegments bounds the search for tables; a page with more is a drawing.
const maxSegments = 20_000

// findTables finds the tables of a page: first those between ruled lines, then those whose columns are seen by the
// gaps alone.
func findTables(segs []segment, rules []pdfium.Rule) []*table {
	if len(segs) < 4 || len(segs) > maxSegments {
		return nil
	}
	bands := intoBands(segs)
	taken := map[int]bool{}
	var out []*table
	keep := func(t *table) bool {
		if t == nil {
			return false
		}
		for _, o := range t.orders {
			taken[o] = true
		}
		out = append(out, t)
		return true
	}
	for _, r := range ruledRegions(rules) {
		for _, part := range splitRegion(bands, r) {
			keep(ruledTable(bands, part, taken))
		}
	}
	for i := 0; i < len(bands); {
		region := grow(bands[i:], taken)
		if len(region) > 1 && keep(gapTable(region)) {
			i += len(region)
		} else {
			i++
		}
	}
	return out
}

// intoBands sorts the segments into bands, from the top of the page.
func intoBands(segs []segment) []band {
	sorted := make([]*segment, len(segs))
	for i := range segs {
		sorted[i] = &segs[i]
	}
	slices.SortStableFunc(sorted, func(a, b *segment) int { return cmp.Compare(b.base, a.base) })
	var bands []band
	for _, s := range sorted {
		if n := len(bands); n > 0 && bands[n-1].base-s.base < 0.35*max(s.size, 4) {
			bands[n-1].segs = append(bands[n-1].segs, s)
			bands[n-1].size = max(bands[n-1].size, s.size)
			continue
		}
		bands = append(bands, band{segs: []*segment{s}, base: s.base, size: s.size})
	}
	for _, b := range bands {
		slices.SortStableFunc(b.segs, func(a, b *segment) int { return cmp.Compare(a.x0, b.x0) })
	}
	return bands
}

// A ruledRegion lies between horizontal lines of one width.
type ruledRegion struct {
	box
	h []float32 // the horizontal lines, from the top
	v []float32 // the vertical lines within, from the left

	last bool // there are no more such lines below
}

// ruledRegions groups horizontal lines that begin and end at the same places, and adds the vertical ones between them.
func ruledRegions(rules []pdfium.Rule) []ruledRegion {
	const slack, narrowest = 3, 40
	horizontal, vertical := mergeRules(rules)
	slices.SortFunc(horizontal, func(a, b pdfium.Rule) int { return cmp.Compare(b.Y0, a.Y0) })
	var out []ruledRegion
	for _, r := range horizontal {
		if r.X1-r.X0 < narrowest {
			continue
		}
		found := false
		for i := range out {
			g := &out[i]
			if abs(g.x0-r.X0) < slack && abs(g.x1-r.X1) < slack {
				if g.h[len(g.h)-1]-r.Y0 > 2 {
					g.h = append(g.h, r.Y0)
					g.y0 = r.Y0
				}
				found = true
				break
			}
		}
		if !found && len(out) < 200 {
			out = append(out, ruledRegion{box: box{r.X0, r.Y0, r.X1, r.Y0}, h: []float32{r.Y0}})
		}
	}
	for i := range out {
		g := &out[i]
		for _, r := range vertical {
			inside := r.X0 > g.x0-slack && r.X0 < g.x1+slack && r.Y1 > g.y0+slack && r.Y0 < g.y1-slack
			if inside {
				g.v = append(g.v, r.X0)
			}
		}
		slices.Sort(g.v)
		g.v = slices.CompactFunc(g.v, func(a, b float32) bool { return abs(a-b) < slack })
	}
	return slices.DeleteFunc(out, func(g ruledRegion) bool { return len(g.h) < 2 })
}

// mergeRules joins lines that were drawn piece by piece, cell by cell.
func mergeRules(rules []pdfium.Rule) (horizontal, vertical []pdfium.Rule) {
	const near, joint = 1.5, 4
	for _, r := range rules {
		if r.Y0 == r.Y1 {
			horizontal = append(horizontal, r)
		} else {
			vertical = append(vertical, r)
		}
	}
	merge := func(rules []pdfium.Rule, across, from, to func(*pdfium.Rule) *float32) []pdfium.Rule {
		slices.SortFunc(rules, func(a, b pdfium.Rule) int {
			return cmp.Or(cmp.Compare(int(*across(&a)/near), int(*across(&b)/near)), cmp.Compare(*from(&a), *from(&b)))
		})
		out := rules[:0]
		for _, r := range rules {
			if n := len(out); n > 0 {
				last := &out[n-1]
				if abs(*across(last)-*across(&r)) < near && *from(&r) <= *to(last)+joint {
					*to(last) = max(*to(last), *to(&r))
					continue
				}
			}
			out = append(out, r)
		}
		return out
	}
	x0 := func(r *pdfium.Rule) *float32 { return &r.X0 }
	x1 := func(r *pdfium.Rule) *float32 { return &r.X1 }
	y0 := func(r *pdfium.Rule) *float32 { return &r.Y0 }
	y1 := func(r *pdfium.Rule) *float32 { return &r.Y1 }
	return merge(horizontal, y0, x0, x1), merge(vertical, x0, y0, y1)
}

// splitRegion parts tables of one width that stand below each other on a page: what lies between them, from the last
// line of one to the first of the next, is set in no columns.
func splitRegion(bands []band, r ruledRegion) []ruledRegion {
	if len(r.v) > 2 {
		return []ruledRegion{r}
	}
	columns := make([]bool, len(r.h)) // whether there are columns below each line
	for _, b := range bands {
		if len(b.segs) < 2 {
			continue
		}
		mid := b.base + 0.3*b.size
		for i := range len(r.h) - 1 {
			columns[i] = columns[i] || mid < r.h[i] && mid > r.h[i+1]
		}
	}
	var out []ruledRegion
	for i := 0; i < len(columns); i++ {
		from := i
		for i < len(columns) && columns[i] {
			i++
		}
		if i > from {
			h := r.h[from : i+1]
			out = append(out, ruledRegion{box: box{r.x0, h[len(h)-1], r.x1, h[0]}, h: h, v: r.v, last: i+1 == len(r.h)})
		}
	}
	return out
}

// ruledTable makes a table of a ruled region, or nil when its text stands in no columns, or goes beyond the lines.
func ruledTable(bands []band, r ruledRegion, taken map[int]bool) *table {
	const slack = 4
	var region []band
	low := r.y0
	open := r.last && len(r.h) == 2 && len(r.v) == 0 // a head between two lines; the rows may follow below
	for _, b := range bands {
		mid := b.base + 0.3*b.size
		if mid > r.y1 {
			continue
		}
		if mid < r.y0 {
			break
		}
		for _, s := range b.segs {
			if taken[s.order] || s.x0 < r.x0-slack || s.x1 > r.x1+slack {
				return nil
			}
		}
		region = append(region, b)
	}
	if open {
		columns := columnsOf(region, nil, true)
		last := r.y0
		for _, b := range bands {
			if b.base+0.3*b.size >= r.y0 {
				continue
			}
			if len(columns) < 2 || low == r.y0 && len(b.segs) < 2 || last-b.base > reach(b) || !fits(b, columns, taken) {
				break
			}
			region = append(region, b)
			last, low = b.base, b.base
		}
	}
	t := makeTable(region, r.v, r.h)
	if t == nil || len(t.rows) < 2 && len(r.v) == 0 {
		return nil
	}
	t.box = box{r.x0, low, r.x1, r.y1}
	return t
}

// reach is how far below the last row of an open table the band may stand: one with but one segment is more likely to be
// something else.
func reach(b band) float32 {
	if len(b.segs) < 2 {
		return 1.6 * b.size
	}
	return 3.5 * b.size
}

// fits reports whether every segment of b lies within the reach of one column.
func fits(b band, columns []interval, taken map[int]bool) bool {
	for _, s := range b.segs {
		i := columnOf(columns, s)
		if taken[s.order] || i+1 < len(columns) && s.x1 > columns[i+1].lo-1 || s.x0 < columns[0].lo-4 {
			return false
		}
	}
	return true
}

// grow finds, from the first band on, the bands that leave some gap between columns free.
func grow(bands []band, taken map[int]bool) []band {
	const widest = 3.5 // between baselines, in font sizes
	if len(bands[0].segs) < 2 {
		return nil
	}
	var gaps []interval
	for i := 1; i < len(bands[0].segs); i++ {
		gaps = append(gaps, interval{bands[0].segs[i-1].x1, bands[0].segs[i].x0})
	}
	last := 0 // the last band with text on both sides of a gap
	tail := 0
	for i, b := range bands {
		if i > 0 && bands[i-1].base-b.base > widest*max(b.size, bands[i-1].size) {
			break
		}
		free := gaps
		for _, s := range b.segs {
			if taken[s.order] {
				free = nil
				break
			}
			free = without(free, interval{s.x0, s.x1}, 0.7*b.size)
		}
		if len(free) == 0 {
			break
		}
		gaps = free
		if b.segs[0].x1 <= gaps[len(gaps)-1].lo+0.1 && b.segs[len(b.segs)-1].x0 >= gaps[0].hi-0.1 && len(b.segs) > 1 {
			last, tail = i, i
		} else if b.segs[0].x0 >= gaps[0].hi-0.1 && i == tail+1 && bands[i-1].base-b.base < 1.5*b.size {
			tail = i // the last row's text goes on, beyond its first column
		}
	}
	if last == 0 {
		return nil
	}
	return bands[:tail+1]
}

// without cuts s out of the gaps and drops what becomes too narrow.
func without(gaps []interval, s interval, narrowest float32) []interval {
	var out []interval
	for _, g := range gaps {
		for _, piece := range []interval{{g.lo, min(g.hi, s.lo)}, {max(g.lo, s.hi), g.hi}} {
			if s.hi <= g.lo || s.lo >= g.hi {
				piece = g
			}
			if piece.hi-piece.lo >= narrowest && (len(out) == 0 || out[len(out)-1] != piece) {
				out = append(out, piece)
			}
		}
	}
	return out
}

// gapTable makes a table of bands that leave gaps free, or nil when they are more likely columns of prose, a list, or
// two words that happen to stand below each other.
func gapTable(region []band) *table {
	multi, long, cells := 0, 0, 0
	for _, b := range region {
		if len(b.segs) > 1 {
			multi++
		}
		for _, s := range b.segs {
			cells++
			if len(s.text) > 45 {
				long++
			}
		}
	}
	t := makeTable(region, nil, nil)
	switch {
	case t == nil, multi < 3 && (multi < 2 || len(t.columns) < 3):
		return nil
	case len(t.rows) < 3 && (len(t.rows) < 2 || len(t.columns) < 3), 6*len(t.rows) < len(region):
		return nil // read down the columns
	case len(t.columns) == 2 && 2*long > cells:
		return nil
	}
	return t
}

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
	return columns
}

// columnOf is the column in which s begins.
func columnOf(columns []interval, s *segment) int { return columnAt(columns, s.x0) }

// columnAt is the column of what begins at x.
func columnAt(columns []interval, x float32) int {
	best := 0
	for i, c := range columns {
		if x >= c.lo-2 {
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
	t := &table{columns: columns, box: box{1e6, 1e6, -1e6, -1e6}}
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
		cells[c] = joinText(cells[c], shorten(s.text), nil)
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

// headerRows says how many of the first rows are the header: what a line parts from the rest, or one bold row above
// others, or a row of words above rows of numbers.
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

// joinTables joins a table with the one that goes on with it on the next page, and drops the header repeated there.
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

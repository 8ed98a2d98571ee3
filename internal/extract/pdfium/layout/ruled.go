package layout

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/extract/pdfium"
)

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
	out = slices.DeleteFunc(out, func(g ruledRegion) bool { return len(g.h) < 2 })
	// What lies within a frame, such as that of the page, is a table before the frame is one.
	area := func(g ruledRegion) float32 { return (g.x1 - g.x0) * (g.y1 - g.y0) }
	slices.SortStableFunc(out, func(a, b ruledRegion) int { return cmp.Compare(area(a), area(b)) })
	return out
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
		last, head, rows := r.y0, len(region), false
		for _, b := range bands {
			if b.base+0.3*b.size >= r.y0 {
				continue
			}
			if len(columns) < 2 || last-b.base > reach(b) || !fits(b, columns, taken) {
				break
			}
			region = append(region, b)
			last, low, rows = b.base, b.base, rows || len(b.segs) > 1
		}
		if !rows { // lines of one piece are more likely to be a paragraph
			region, low = region[:head], r.y0
		}
	}
	t := makeTable(region, r.v, r.h)
	if t == nil || len(t.rows) < 2 && len(r.v) == 0 {
		return nil
	}
	t.box = box{r.x0, low, r.x1, r.y1}
	if len(r.v) > 0 {
		t.region = nil // its columns are drawn
	}
	return t
}

// shareColumns finds the columns of a and b, which goes on with it on the next page, by the rows of both: of a few rows a gap
// may be seen in one part alone, or where none is seen words that begin below each other. They go on if they are ruled in one
// width and have one header.
func shareColumns(a, b *table) {
	const slack = 3
	if a.region == nil || b.region == nil || abs(a.x0-b.x0) > slack || abs(a.x1-b.x1) > slack {
		return
	}
	if head := a.ruledHead(); head == "" || head != b.ruledHead() {
		return
	}
	columns := columnsOf(slices.Concat(a.region, b.region), nil, true)
	for _, t := range []*table{a, b} {
		if len(t.columns) > len(columns) {
			columns = t.columns
		}
	}
	for _, t := range []*table{a, b} {
		if len(columns) > len(t.columns) {
			made := fillTable(t.region, nil, t.h, columns)
			made.box, made.page, made.region = t.box, t.page, t.region
			*t = *made
		}
	}
}

// ruledHead is the text between the first two lines of a table.
func (t *table) ruledHead() string {
	var head strings.Builder
	for _, b := range t.region {
		mid := b.base + 0.3*b.size
		if len(t.h) < 2 || mid > t.h[0] || mid < t.h[1] {
			continue
		}
		for _, s := range b.segs {
			head.WriteString(strings.ReplaceAll(s.text, " ", ""))
		}
	}
	return head.String()
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
	for _, whole := range b.segs {
		pieces := whole.cut(columns)
		for k, s := range pieces {
			i := columnOf(columns, s)
			over := i+1 < len(columns) && s.x1 > columns[i+1].lo-1
			if over && k+1 < len(pieces) && abs(pieces[k+1].x0-columns[i+1].lo) <= alignSlack {
				over = false // a full cell runs into the next
			}
			if taken[s.order] || over || s.x0 < columns[0].lo-4 {
				return false
			}
		}
	}
	return true
}

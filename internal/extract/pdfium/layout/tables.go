package layout

import (
	"cmp"
	"slices"

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

	// The parts that it was made of, kept while the table of the next page may say more of its columns.
	region []band
	h      []float32
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

// findTables finds the tables of a page: first tables between ruled lines, then tables whose columns only gaps show. It also returns
// columns of prose.
func findTables(segs []segment, rules []pdfium.Rule) ([]*table, [][]*segment) {
	if len(segs) < 4 || len(segs) > maxSegments {
		return nil, nil
	}
	var prose [][]*segment
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
		if group, n := proseColumns(region, bands[i:]); n > 0 {
			if !slices.IsSortedFunc(group, byOrder) { // else it was drawn column by column, and so is what stands above it
				prose = append(prose, group)
			}
			i += n
		} else if len(region) > 1 && keep(gapTable(region)) {
			i += len(region)
		} else {
			i++
		}
	}
	return out, prose
}

func byOrder(a, b *segment) int { return cmp.Compare(a.order, b.order) }

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
			if s.field {
				return nil
			}
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

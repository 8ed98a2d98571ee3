package layout

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// proseColumns finds, from the first band on, columns of prose that some programs draw line by line across the page: by their gaps they
// look like a table. It gives the segments column by column, and how many bands they are of; nil when they are none.
func proseColumns(region, bands []band) ([]*segment, int) {
	const fewest = 4
	columns := columnsOf(region, nil, false)
	if len(region) < fewest || len(columns) < 2 || len(columns) > 4 {
		return nil, 0
	}
	n := len(region)
	for ; n < len(bands); n++ { // what one column is longer than the others
		b, above := bands[n], bands[n-1]
		if len(b.segs) != 1 || half(b.size) != half(above.size) || above.base-b.base > 1.6*b.size {
			break
		}
		c := columns[columnOf(columns, b.segs[0])]
		if b.segs[0].x0 < c.lo-2 || b.segs[0].x1 > c.hi+2 {
			break
		}
	}
	lines := make([][]*segment, len(columns))
	for _, b := range bands[:n] {
		for _, s := range b.segs {
			c := columnOf(columns, s)
			lines[c] = append(lines[c], s)
		}
	}
	var out []*segment
	for i, column := range lines {
		slices.SortStableFunc(column, func(a, b *segment) int { return cmp.Compare(b.base, a.base) })
		if len(column) < fewest || !runsOn(column, columns[i]) {
			return nil, 0
		}
		out = append(out, column...)
	}
	if shared, all := sharedBreaks(lines); shared > 1 && 4*shared > all {
		return nil, 0
	}
	return out, n
}

// runsOn reports whether the lines of a column are sentences: they fill the column and go on in the next line.
func runsOn(lines []*segment, column interval) bool {
	full, on, words := 0, 0, 0
	for i, s := range lines {
		full += btoi(s.x1-column.lo > 0.75*(column.hi-column.lo))
		words += len(strings.Fields(s.text))
		if n := utf8.RuneCountInString(s.text); isSolid([]rune(s.text)[0]) {
			words += n / 3
		}
		if i > 0 {
			first, _ := utf8.DecodeRuneInString(s.text)
			on += btoi(!endsSentence(lines[i-1].text) && unicode.IsLetter(first) && !unicode.IsUpper(first))
		}
	}
	return 3*full >= 2*len(lines) && 2*on >= len(lines) && 7*len(lines) <= 2*words
}

// sharedBreaks counts the lines behind a wider gap, and those of them that begin at one height in several columns, as rows of a table do.
func sharedBreaks(columns [][]*segment) (shared, all int) {
	var begins []float32
	for _, lines := range columns {
		var gaps []float32
		for i := 1; i < len(lines); i++ {
			gaps = append(gaps, lines[i-1].base-lines[i].base)
		}
		usual := slices.Sorted(slices.Values(gaps))[len(gaps)/2]
		var own []float32
		for i, gap := range gaps {
			if base := lines[i+1].base; gap > 1.25*usual {
				shared += btoi(slices.ContainsFunc(begins, func(b float32) bool { return abs(b-base) < 0.3*lines[i+1].size }))
				own = append(own, base)
			}
		}
		begins = append(begins, own...)
	}
	return shared, len(begins)
}

// inColumns returns the segments of a page. It puts the segments of each group, which were read across the columns, into the order of the
// group.
func inColumns(segs []segment, groups [][]*segment) []segment {
	if len(groups) == 0 {
		return segs
	}
	moved := map[int]bool{}
	at := map[int][]*segment{} // by the first of them on the page
	for _, g := range groups {
		first := g[0].order
		for _, s := range g {
			moved[s.order] = true
			first = min(first, s.order)
		}
		at[first] = g
	}
	out := make([]segment, 0, len(segs))
	for _, s := range segs {
		for _, m := range at[s.order] {
			out = append(out, *m)
		}
		if !moved[s.order] {
			out = append(out, s)
		}
	}
	return out
}

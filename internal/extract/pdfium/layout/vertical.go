package layout

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/sparsearch/spar/internal/extract/pdfium"
)

// isEastAsian reports whether a character may be set in columns that run down the page.
func isEastAsian(r rune) bool {
	return r >= 0x2e80 && r < 0xd7b0 || r >= 0xf900 && r < 0xfb00 || r >= 0xfe10 && r < 0xfff0 || r >= 0x20000
}

// vertical marks the characters that stand below each other in columns; nil for none. Of three or more such steps one character may
// be followed by one beside it, as digits are.
func vertical(p *pdfium.Page) []bool {
	last := box{}
	known := false
	down, across := 0, 0
	var steps []int8 // from the character before: 1 is down, 2 across
	for i, c := range p.Chars {
		if c.Run < 0 || !isEastAsian(c.Rune) {
			continue
		}
		if steps == nil {
			steps = make([]int8, len(p.Chars))
		}
		em := p.Runs[c.Run].Size
		cell := square(c, em)
		if known {
			dx, dy := abs(cell.x0+cell.x1-last.x0-last.x1)/2, (last.y0+last.y1-cell.y0-cell.y1)/2
			switch {
			case dx < 0.4*em && dy > 0.4*em && dy < 2.2*em:
				steps[i] = 1
				down++
			case dx > 0.4*em && dx < 2.2*em && abs(dy) < 0.3*em:
				steps[i] = 2
				across++
			}
		}
		last, known = cell, true
	}
	if down < 3 || down <= across {
		return nil
	}
	out := make([]bool, len(p.Chars))
	before := -1
	for i, c := range p.Chars {
		if c.Run < 0 || !isEastAsian(c.Rune) {
			continue
		}
		out[i] = steps[i] != 2
		if steps[i] == 2 && before >= 0 && steps[before] != 1 {
			out[before] = false // the first of a line
		}
		before = i
	}
	return out
}

// downTheColumns puts the characters of columns into their order down each column, because programs draw some signs after all others. The
// columns are turned so that they run to the right, and stay in the order that PDFium reads their first characters in, or the
// reverse if three or more beside each other go from left to right.
func downTheColumns(chars []pdfium.Char, runs []pdfium.Run) []pdfium.Char {
	type at struct {
		pdfium.Char
		index, column int
	}
	var all []at
	for i, c := range chars {
		if c.Run >= 0 {
			all = append(all, at{c, i, 0})
		}
	}
	middle := func(a at) float32 { return a.Bottom + a.Top }
	slices.SortStableFunc(all, func(a, b at) int { return cmp.Compare(middle(b), middle(a)) })
	for i := 1; i < len(all); i++ {
		all[i].column = all[i-1].column + btoi(middle(all[i-1])-middle(all[i]) > 0.6*runs[all[i].Run].Size)
	}
	slices.SortStableFunc(all, func(a, b at) int { return cmp.Or(cmp.Compare(a.column, b.column), cmp.Compare(a.Left, b.Left)) })
	var columns [][]at
	for i, c := range all {
		if i == 0 || c.column != all[i-1].column || c.Left-all[i-1].Right > 1.2*runs[c.Run].Size {
			columns = append(columns, nil)
		}
		columns[len(columns)-1] = append(columns[len(columns)-1], c)
	}
	first := func(column []at) int {
		n := column[0].index
		for _, c := range column {
			n = min(n, c.index)
		}
		return n
	}
	slices.SortStableFunc(columns, func(a, b []at) int { return cmp.Compare(first(a), first(b)) })
	// Programs may draw columns from the left, where nobody begins to read.
	for from := 0; from < len(columns); {
		to := from + 1
		for to < len(columns) {
			if step := middle(columns[to][0]) - middle(columns[to-1][0]); step <= 0 || step > 6*runs[columns[to][0].Run].Size {
				break
			}
			to++
		}
		if to-from > 2 {
			slices.Reverse(columns[from:to])
		}
		from = to
	}
	out := chars[:0]
	for _, column := range columns {
		for _, c := range column {
			out = append(out, c.Char)
		}
	}
	return out
}

// isSolid reports whether a character belongs to a script that sets no blanks between words.
func isSolid(r rune) bool { return isEastAsian(r) && !(r >= 0xac00 && r < 0xd7b0) }

// square is the cell of a character of East Asia. That of a sign which a font has turned for columns is turned about its origin, beside
// where it stands.
func square(c pdfium.Char, em float32) box {
	if w, h := c.Right-c.Left, c.Top-c.Bottom; w > 0.6*em && w < 1.3*em && h > 0.6*em {
		return box{c.Left, c.Bottom, c.Right, c.Top}
	}
	return box{c.X, c.Y - 0.12*em, c.X + em, c.Y + 0.88*em}
}

// uprighted is a character of a column as one of a line that is turned: its baseline runs down at the left, and signs for columns become
// those for lines.
func uprighted(c pdfium.Char, em float32) pdfium.Char {
	cell := square(c, em)
	c.Left, c.Bottom, c.Right, c.Top = cell.x0, cell.y0, cell.x1, cell.y1
	c.X, c.Y = (c.Left+c.Right)/2-0.38*em, c.Top
	if c.Rune >= 0xfe10 && c.Rune < 0xfe50 {
		if r, n := utf8.DecodeRuneInString(norm.NFKC.String(string(c.Rune))); n > 0 && !unicode.Is(unicode.Mn, r) {
			c.Rune = r
		}
	}
	return c
}

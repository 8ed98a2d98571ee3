package layout

import (
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
	last := -1
	down, across := 0, 0
	var steps []int8 // from the character before: 1 is down, 2 across
	for i, c := range p.Chars {
		if c.Run < 0 || !isEastAsian(c.Rune) {
			continue
		}
		if steps == nil {
			steps = make([]int8, len(p.Chars))
		}
		if last >= 0 {
			l := p.Chars[last]
			em := p.Runs[c.Run].Size
			dx, dy := abs((c.Left+c.Right-l.Left-l.Right)/2), (l.Top+l.Bottom-c.Top-c.Bottom)/2
			switch {
			case dx < 0.4*em && dy > 0.4*em && dy < 2.2*em:
				steps[i] = 1
				down++
			case dx > 0.4*em && dx < 2.2*em && abs(dy) < 0.3*em:
				steps[i] = 2
				across++
			}
		}
		last = i
	}
	if down < 3 || down <= across {
		return nil
	}
	out := make([]bool, len(p.Chars))
	last = -1
	for i, c := range p.Chars {
		if c.Run < 0 || !isEastAsian(c.Rune) {
			continue
		}
		out[i] = steps[i] != 2
		if steps[i] == 2 && last >= 0 && steps[last] != 1 {
			out[last] = false // the first of a line
		}
		last = i
	}
	return out
}

// uprighted is a character of a column as one of a line that is turned: its baseline runs down at the left, and signs for columns become
// those for lines.
func uprighted(c pdfium.Char, size float32) pdfium.Char {
	c.X, c.Y = (c.Left+c.Right)/2-0.38*size, c.Top
	if c.Rune >= 0xfe10 && c.Rune < 0xfe50 {
		if r, n := utf8.DecodeRuneInString(norm.NFKC.String(string(c.Rune))); n > 0 && !unicode.Is(unicode.Mn, r) {
			c.Rune = r
		}
	}
	return c
}

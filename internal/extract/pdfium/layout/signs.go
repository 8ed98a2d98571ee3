package layout

import (
	"cmp"
	"slices"
	"unicode"

	"golang.org/x/text/unicode/bidi"

	"github.com/sparsearch/spar/internal/extract/pdfium"
)

// A row holds the glyphs of a baseline from left to right, or the characters as they are if none runs to the left.
type row struct {
	chars  []pdfium.Char
	glyphs []glyph
	y, em  float32
}

// A mark is a sign over a letter.
type mark struct {
	pdfium.Char
	at float32 // the origin of its letter, as far as the order of drawing tells; else its own

	// Of a text that the document spells, some letters at the same origin were given after it: the reading goes the other way round, so
	// that these stand before it.
	letters int
}

const holam = 0x5b9

// withoutSigns parts the signs over letters from the other characters: a font moves them up and down, and programs draw them in any order.
func withoutSigns(chars []pdfium.Char, runs []pdfium.Run) (others []pdfium.Char, signs []mark) {
	if !slices.ContainsFunc(chars, func(c pdfium.Char) bool { return pdfium.IsSign(c.Rune) }) {
		return chars, nil
	}
	beside := func(i, step int) *pdfium.Char { // the letter that was drawn next to a sign
		for k := i + step; k >= 0 && k < len(chars) && chars[k].Run == chars[i].Run && chars[k].Y == chars[i].Y; k += step {
			if c := &chars[k]; unicode.IsLetter(c.Rune) {
				return c
			}
		}
		return nil
	}
	var before, after []*pdfium.Char
	follows := 0 // signs that stand over the letter drawn before them, less those over the one after
	over := func(c *pdfium.Char, m pdfium.Char, slack float32) bool {
		middle := (m.Left + m.Right) / 2
		return c != nil && middle > c.Left-slack && middle < c.Right+slack
	}
	for i, c := range chars {
		if !pdfium.IsSign(c.Rune) {
			others = append(others, c)
			continue
		}
		m := mark{Char: c, at: c.X}
		for _, o := range chars[i+1:] {
			if o.Run != c.Run || o.X != c.X || o.Y != c.Y {
				break
			}
			m.letters += btoi(!pdfium.IsSign(o.Rune))
		}
		b, a := beside(i, -1), beside(i, 1)
		if a == nil || a.X != c.X {
			follows += btoi(over(b, c, 0)) - btoi(over(a, c, 0))
		}
		signs, before, after = append(signs, m), append(before, b), append(after, a)
	}
	for i := range signs {
		m, by := &signs[i], before[i]
		if follows < 0 {
			by = after[i]
		}
		slack := 0.3 * runs[m.Run].Size
		if m.Rune < 0x600 && m.Rune != holam { // Hebrew points stay within their letter
			slack = 0
		}
		if m.letters == 0 && over(by, m.Char, slack) {
			m.at = by.X
		}
	}
	return others, signs
}

// sign gives each sign to the letter over or under which its ink stands.
func sign(rows []row, signs []mark) {
	for _, m := range signs {
		var at *glyph
		best := float32(1)
		for i := range rows {
			r := &rows[i]
			rise := abs(m.Y-r.y) / max(r.em, 1)
			if rise >= best || len(r.glyphs) == 0 {
				continue
			}
			if g, aside := r.under(m); g != nil && rise+aside/r.em < best {
				at, best = g, rise+aside/r.em
			}
		}
		if at != nil {
			at.take(m)
		}
	}
}

// under finds the letter of the row that is nearest to the ink of a sign, and how far the ink is aside of it.
func (r *row) under(m mark) (best *glyph, aside float32) {
	middle := (m.Left + m.Right) / 2
	from, _ := slices.BinarySearchFunc(r.glyphs, m.Left-2*r.em, func(g glyph, x float32) int { return cmp.Compare(g.x0, x) })
	centre := float32(0)
	for i := from; i < len(r.glyphs) && r.glyphs[i].x0 < m.Right+2*r.em; i++ {
		g := &r.glyphs[i]
		if !unicode.IsLetter(g.chars[0].Rune) {
			continue
		}
		if g.chars[0].X == m.at && g.chars[0].Y == m.Y {
			return g, 0
		}
		d := max(g.x0-middle, middle-g.x1, 0)
		c := abs((g.x0+g.x1)/2 - middle)
		if best == nil || d < aside || d == aside && c < centre {
			best, aside, centre = g, d, c
		}
	}
	return best, aside
}

// take puts a sign behind the letter of the glyph that it stands over; the first letter of a ligature is at the right.
func (g *glyph) take(m mark) {
	letters := 0
	for _, c := range g.chars {
		letters += btoi(!pdfium.IsSign(c.Rune))
	}
	nth := max(0, m.letters-1)
	if wide := g.x1 - g.x0; letters > 1 && wide > 0 && m.letters == 0 {
		nth = min(max(int((g.x1-(m.Left+m.Right)/2)/wide*float32(letters)), 0), letters-1)
	}
	at := 0
	for at < len(g.chars) && (nth >= 0 || pdfium.IsSign(g.chars[at].Rune)) {
		if at++; at < len(g.chars) && !pdfium.IsSign(g.chars[at].Rune) {
			if nth--; nth < 0 {
				break
			}
		}
	}
	m.Y = g.chars[0].Y
	g.chars = slices.Insert(g.chars, at, m.Char)
}

// withoutStretches drops the strokes that lengthen words of Arabic in justified lines from a row: each is drawn by itself between two letters.
// What somebody wrote is drawn together with the letters around it.
func withoutStretches(row []glyph) []glyph {
	const tatweel = 'ـ'
	out := row[:0:0]
	for i := 0; i < len(row); i++ {
		end := i
		for end < len(row) && row[end].chars[0].Rune == tatweel {
			end++
		}
		if end > i && i > 0 && end < len(row) && row[i-1].class == bidi.AL && row[end].class == bidi.AL &&
			row[i-1].chars[0].Run != row[i].chars[0].Run && row[end].chars[0].Run != row[end-1].chars[0].Run {
			out[len(out)-1].x1 = row[end].x0
			i = end
		}
		out = append(out, row[i])
	}
	return out
}

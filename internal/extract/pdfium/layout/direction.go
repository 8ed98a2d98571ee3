package layout

import (
	"cmp"
	"slices"
	"unicode"

	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"

	"github.com/sparsearch/spar/internal/extract/pdfium"
)

// A glyph is the content of one place of a line: a character with the marks over it, or the letters of a ligature, in logical order.
type glyph struct {
	chars  []pdfium.Char
	x0, x1 float32
	index  int // in the order of PDFium
	class  bidi.Class
}

// toTheRight makes lines that run to the left run to the right, so that no later step needs to know of them. Characters get logical order,
// and places that ascend with it. If most letters of a frame run to the left, it mirrors the whole frame. Then its columns, indents and
// ragged edges are like those of a page that runs to the right. PDFium orders such lines as programs drew them, in any order; places do not
// lie.
func (f *frame) toTheRight(runs []pdfium.Run, width float32) {
	rtl, ltr := 0, 0
	for _, c := range f.chars {
		switch {
		case c.Rune < 'A':
		case pdfium.RunsLeft(c.Rune):
			rtl++
		case unicode.IsLetter(c.Rune):
			ltr++
		}
	}
	if rtl == 0 {
		return
	}
	mirrored := rtl > ltr
	out := make([]pdfium.Char, 0, len(f.chars))
	var open brackets
	others, signs := withoutSigns(f.chars, runs)
	var rows []row
	for chars := range rowsOf(others, runs) {
		r := row{chars: chars}
		if mirrored || slices.ContainsFunc(chars, func(c pdfium.Char) bool { return pdfium.RunsLeft(c.Rune) }) {
			r.glyphs = withoutStretches(glyphsOf(chars))
			for _, g := range r.glyphs {
				r.y, r.em = g.chars[0].Y, max(r.em, runs[g.chars[0].Run].Size)
			}
		}
		rows = append(rows, r)
	}
	sign(rows, signs)
	left, right := float32(1e6), float32(-1e6) // of the text
	for _, r := range rows {
		if len(r.glyphs) > 0 {
			left, right = min(left, r.glyphs[0].x0), max(right, r.glyphs[len(r.glyphs)-1].x1)
		}
	}
	for _, r := range rows {
		if r.glyphs == nil {
			out = append(out, r.chars...)
			continue
		}
		pieces := piecesOf(r.glyphs, runs)
		if mirrored {
			slices.Reverse(pieces)
		}
		for _, p := range pieces {
			from, to, begin := p[0].x0, p[len(p)-1].x1, len(out)
			switch {
			case mirrored && (to < right-r.em || from < left+2*r.em) && aroundRTL(p): // else it begins at the right
				out = mirrorWithin(out, p)
				for i := range out[begin:] { // on a mirrored page, it stands on the other side
					c, shift := &out[begin+i], width-to-from
					c.X, c.Left, c.Right = c.X+shift, c.Left+shift, c.Right+shift
				}
			case mirrored:
				out = mirror(out, p, width)
			case mostlyRTL(p):
				out = mirror(out, p, from+to)
			default:
				out = mirrorWithin(out, p)
			}
			open.add(out, begin)
			out = append(out, pdfium.Char{Rune: '\n', Run: -1})
		}
	}
	open.turn(out)
	f.chars = out
	if mirrored {
		rules := make([]pdfium.Rule, len(f.rules))
		for i, r := range f.rules {
			rules[i] = pdfium.Rule{X0: width - r.X1, Y0: r.Y0, X1: width - r.X0, Y1: r.Y1}
		}
		f.rules = rules
		for i, field := range f.fields {
			f.fields[i].x0, f.fields[i].x1 = width-field.x1, width-field.x0
		}
	}
}

// rowsOf gives the characters that follow each other on one baseline.
func rowsOf(chars []pdfium.Char, runs []pdfium.Run) func(yield func([]pdfium.Char) bool) {
	return func(yield func([]pdfium.Char) bool) {
		from, base, em := 0, float32(0), float32(0)
		for i, c := range chars {
			if c.Run < 0 {
				continue
			}
			size := runs[c.Run].Size
			if em > 0 && abs(c.Y-base) > 0.4*max(em, size) {
				if !yield(chars[from:i]) {
					return
				}
				from, em = i, 0
			}
			if size >= em {
				base, em = c.Y, size
			}
		}
		if from < len(chars) {
			yield(chars[from:])
		}
	}
}

// glyphsOf sorts the characters of a row from left to right. It leaves out blanks that PDFium put between words, because PDFium goes by the
// order of drawing.
func glyphsOf(row []pdfium.Char) []glyph {
	var out []glyph
	for i, c := range row {
		if c.Run < 0 || c.Rune == ' ' && c.Right <= c.Left || c.Rune < ' ' && c.Rune != 2 {
			continue
		}
		if n := len(out); n > 0 && pdfium.RunsLeft(c.Rune) && c.Right > c.Left && out[n-1].x0 == c.Left && out[n-1].chars[0].X == c.X && len(out[n-1].chars) < 4 {
			out[n-1].chars = append(out[n-1].chars, c) // a ligature
			out[n-1].x1 = max(out[n-1].x1, c.Right)
			continue
		}
		p, _ := bidi.LookupRune(c.Rune)
		out = append(out, glyph{chars: []pdfium.Char{c}, x0: c.Left, x1: c.Right, index: i, class: p.Class()})
	}
	for i := range out {
		out[i].spell()
	}
	slices.SortStableFunc(out, func(a, b glyph) int {
		return cmp.Or(cmp.Compare(a.x0, b.x0), cmp.Compare(b.index, a.index))
	})
	return out
}

// spell writes a glyph in the letters that it is a form of. For the ligature of Lam and Alef, fonts give now one letter first, now the
// other; there is no ligature of Alef and Lam.
func (g *glyph) spell() {
	const lam = 'ل'
	var out []pdfium.Char
	for _, c := range g.chars {
		if r := c.Rune; r >= 0xfb1d && r < 0xfe00 || r >= 0xfe70 && r < 0xff00 {
			for _, s := range norm.NFKC.String(string(r)) {
				c.Rune = s
				out = append(out, c)
			}
			continue
		}
		out = append(out, c)
	}
	if len(out) == 2 && out[1].Rune == lam && (out[0].Rune == 'ا' || out[0].Rune == 'أ' || out[0].Rune == 'إ' || out[0].Rune == 'آ') {
		out[0], out[1] = out[1], out[0]
	}
	g.chars = out
}

// piecesOf parts a row at the gaps of columns, and puts blanks where words are apart.
func piecesOf(row []glyph, runs []pdfium.Run) [][]glyph {
	var out [][]glyph
	var cur []glyph
	right := float32(0)
	for _, g := range row {
		em := runs[g.chars[0].Run].Size
		if g.class == bidi.WS {
			if len(cur) > 0 && cur[len(cur)-1].class != bidi.WS {
				cur = append(cur, g)
			}
			continue
		}
		if len(cur) > 0 {
			last := &cur[len(cur)-1]
			switch gap := g.x0 - right; {
			case gap > columnGap*em:
				if last.class == bidi.WS {
					cur = cur[:len(cur)-1]
				}
				out, cur = append(out, cur), nil
			case last.class == bidi.WS:
			case gap > narrow*em:
				last.x1 = min(last.x1, g.x0-narrow*em)
				blank := pdfium.Char{Rune: ' ', Run: -1, Left: last.x1, Right: g.x0, Y: g.chars[0].Y}
				cur = append(cur, glyph{chars: []pdfium.Char{blank}, x0: last.x1, x1: g.x0, class: bidi.WS})
			}
		}
		cur = append(cur, g)
		right = g.x1
	}
	if n := len(cur); n > 0 && cur[n-1].class == bidi.WS {
		cur = cur[:n-1]
	}
	if len(cur) > 0 {
		out = append(out, cur)
	}
	return out
}

// narrow, in units of the font size, is the narrowest blank.
const narrow = 0.18

func mostlyRTL(piece []glyph) bool {
	n := 0
	for _, g := range piece {
		switch g.class {
		case bidi.R, bidi.AL:
			n++
		case bidi.L:
			n--
		}
	}
	return n >= 0
}

// aroundRTL reports whether a piece is of a script that runs to the right, with a few words of others within.
func aroundRTL(piece []glyph) bool {
	strong := slices.Collect(func(yield func(bidi.Class) bool) {
		for _, g := range piece {
			if (g.class == bidi.L || g.class == bidi.R || g.class == bidi.AL) && !yield(g.class) {
				return
			}
		}
	})
	l := 0
	for _, c := range strong {
		l += btoi(c == bidi.L)
	}
	return 3*l > 2*len(strong) && strong[0] == bidi.L && strong[len(strong)-1] == bidi.L
}

// mirrorWithin appends a piece that runs to the right, with its parts that run to the left mirrored in their places.
func mirrorWithin(out []pdfium.Char, piece []glyph) []pdfium.Char {
	strong := func(g glyph) bool { return g.class == bidi.R || g.class == bidi.AL }
	for i := 0; i < len(piece); i++ {
		if !strong(piece[i]) {
			out = append(out, piece[i].chars...)
			continue
		}
		end := i + 1
		for k := end; k < len(piece) && piece[k].class != bidi.L; k++ {
			if strong(piece[k]) {
				end = k + 1
			}
		}
		part := piece[i:end]
		out = mirror(out, part, part[0].x0+part[len(part)-1].x1)
		i = end - 1
	}
	return out
}

// mirror appends a piece that runs to the left, its place at x moved to axis - x. Its numbers and its text of other scripts keep their
// direction.
func mirror(out []pdfium.Char, piece []glyph, axis float32) []pdfium.Char {
	forward := forwardParts(piece)
	begin := len(out)
	for i := len(piece) - 1; i >= 0; i-- {
		if !forward[i] {
			g := piece[i]
			out = g.place(out, axis-g.x1, axis-g.x0)
			continue
		}
		from := i
		for from > 0 && forward[from-1] {
			from--
		}
		shift := axis - piece[i].x1 - piece[from].x0
		inner := len(out)
		for _, g := range piece[from : i+1] {
			out = g.place(out, g.x0+shift, g.x1+shift)
		}
		openFirst(out[inner:])
		i = from
	}
	openFirst(out[begin:])
	return out
}

// place appends the characters of a glyph between two places.
func (g *glyph) place(out []pdfium.Char, x0, x1 float32) []pdfium.Char {
	letters := 0
	for _, c := range g.chars {
		letters += btoi(!pdfium.IsSign(c.Rune))
	}
	wide := (x1 - x0) / float32(max(letters, 1))
	n := -1
	for _, c := range g.chars {
		if n < 0 || !pdfium.IsSign(c.Rune) {
			n++
		}
		c.Left, c.Right = x0+float32(n)*wide, x0+float32(n+1)*wide
		c.X = c.Left
		out = append(out, c)
	}
	return out
}

// forwardParts marks what runs to the right in a piece that runs to the left, given from left to right: numbers with their signs, and what
// stands from a letter of another script to the last one or a number.
func forwardParts(piece []glyph) []bool {
	number := func(i int) bool {
		return i >= 0 && i < len(piece) && (piece[i].class == bidi.EN || piece[i].class == bidi.AN)
	}
	arabic := slices.ContainsFunc(piece, func(g glyph) bool { return g.class == bidi.AL })
	forward := make([]bool, len(piece))
	foreign := !slices.ContainsFunc(piece, func(g glyph) bool { return g.class == bidi.R || g.class == bidi.AL })
	for i, g := range piece {
		if foreign {
			forward[i] = true
			continue
		}
		switch g.class {
		case bidi.L, bidi.EN, bidi.AN:
			forward[i] = true
		case bidi.CS:
			forward[i] = number(i-1) && number(i+1)
		case bidi.ES:
			forward[i] = !arabic && number(i+1)
		case bidi.ET:
			forward[i] = !arabic && (number(i-1) || number(i+1))
		}
	}
	walls := bracketWalls(piece, forward)
	for i := 0; i < len(piece); i++ {
		if piece[i].class != bidi.L && !number(i) {
			continue
		}
		letters := piece[i].class == bidi.L
		for k := i + 1; k < len(piece) && piece[k].class != bidi.R && piece[k].class != bidi.AL && !walls[k]; k++ {
			letters = letters || piece[k].class == bidi.L
			if letters && forward[k] {
				for n := i; n < k; n++ {
					forward[n] = true
				}
				i = k
			}
		}
	}
	return forward
}

// bracketWalls finds the brackets of a piece that belong to its own script, as those around its words or around a number do, so that text of
// another script before them does not go on behind them. It marks brackets around that text, and behind more of it, as forward.
func bracketWalls(piece []glyph, forward []bool) map[int]bool {
	walls := map[int]bool{}
	open := map[int]int{}
	for k := range piece {
		if k > 0 && k+1 < len(piece) && piece[k-1].class == bidi.WS && (piece[k+1].class == bidi.EN || piece[k+1].class == bidi.AN) {
			switch piece[k].chars[0].Rune { // what ends a number, as in "6: Name", and begins none
			case ':', ';', ',', '.', '،', '؛':
				walls[k] = true
			}
		}
		kind := slices.Index(bracketPairs, piece[k].chars[0].Rune) / 2
		if !slices.Contains(bracketPairs, piece[k].chars[0].Rune) {
			continue
		}
		i, paired := open[kind]
		if !paired {
			open[kind] = k
			continue
		}
		delete(open, kind)
		left, own := 0, 0
		for _, g := range piece[i+1 : k] {
			left += btoi(g.class == bidi.L)
			own += btoi(g.class == bidi.R || g.class == bidi.AL)
		}
		before := i - 1
		for before >= 0 && piece[before].class == bidi.WS {
			before--
		}
		switch {
		case own > 0 || left == 0:
			walls[i], walls[k] = true, true
		case before >= 0 && piece[before].class == bidi.L:
			for n := before; n <= k; n++ {
				forward[n] = true
			}
		}
	}
	return walls
}

var bracketPairs = []rune("()[]{}<>«»")

// openFirst turns the brackets of a text that close before they open: fonts and PDFium mirror them or not, and some of a line only. It reports
// how many more opened first, 0 where the text does not tell.
func openFirst(chars []pdfium.Char) (right int) {
	for kind := range len(bracketPairs) / 2 {
		var at []int
		depth, least := 0, 0
		for i, c := range chars {
			n := slices.Index(bracketPairs, c.Rune)
			if n < 0 || n/2 != kind {
				continue
			}
			at = append(at, i)
			depth += 1 - 2*(n%2)
			least = min(least, depth)
		}
		if len(at)%2 == 0 && (depth != 0 || least < -1) {
			for n, i := range at { // each second one closes
				chars[i].Rune = bracketPairs[2*kind+n%2]
			}
		}
	}
	depth := 0
	for _, c := range chars {
		switch n := slices.Index(bracketPairs, c.Rune); {
		case n < 0:
		case n%2 == 0:
			right -= btoi(depth < 0)
			depth++
		default:
			right += btoi(depth > 0)
			depth--
		}
	}
	if right < 0 {
		turnRound(chars)
	}
	return right
}

func turnRound(chars []pdfium.Char) {
	for i, c := range chars {
		if n := slices.Index(bracketPairs, c.Rune); n >= 0 {
			chars[i].Rune = bracketPairs[n^1]
		}
	}
}

// Brackets are the lines of a frame whose brackets do not tell by themselves whether they are mirrored: one opens on a line, and the next
// line closes it.
type brackets struct{ lines [][2]int }

// add looks at the line that begins at a place of the frame's characters, and goes up to their end.
func (b *brackets) add(chars []pdfium.Char, begin int) {
	line := chars[begin:]
	n := 0
	for _, c := range line {
		n += btoi(slices.Contains(bracketPairs, c.Rune))
	}
	if n == 1 && slices.ContainsFunc(line, func(c pdfium.Char) bool { return pdfium.RunsLeft(c.Rune) }) {
		b.lines = append(b.lines, [2]int{begin, len(chars)})
	}
}

// turn turns the brackets of these lines round, if together they close before they open.
func (b *brackets) turn(chars []pdfium.Char) {
	var all []pdfium.Char
	for _, l := range b.lines {
		all = append(all, chars[l[0]:l[1]]...)
	}
	if openFirst(all) < 0 {
		for _, l := range b.lines {
			turnRound(chars[l[0]:l[1]])
		}
	}
}

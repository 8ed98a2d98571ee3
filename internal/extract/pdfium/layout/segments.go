package layout

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/extract/pdfium"
	"github.com/sparsearch/spar/internal/pattern"
)

// A box is a rectangle with y growing upwards.
type box struct{ x0, y0, x1, y1 float32 }

func (b box) union(c box) box {
	return box{min(b.x0, c.x0), min(b.y0, c.y0), max(b.x1, c.x1), max(b.y1, c.y1)}
}

// A segment is a piece of a line without a gap as wide as a column's.
type segment struct {
	box
	base  float32 // y of the baseline
	size  float32 // of most of its characters
	text  string
	style style
	order int // the order that the page was read in
	words []word
	field bool // the value of a field of a form, or its label
	ends  bool // nothing that follows on its line belongs to it
}

// A word is a part of a segment between blanks.
type word struct {
	x0, x1 float32
	at     int  // where it begins in the segment's text
	typed  bool // a blank of the document is before it
}

// style says how most of the characters are set.
type style struct{ bold, italic, mono bool }

// columnGap, in units of the font size, is the narrowest gap that may part two columns. It is wider than nearly all gaps between words of
// justified text. Wider gaps between words are closed again if no column is found there.
const columnGap = 0.95

// wordGap is the same for words between ruled lines; it is wider than most blanks.
const wordGap = 0.42

// maxSegmentChars bounds what one segment costs; no line is as long.
const maxSegmentChars = 4000

// softHyphen stands at a line's end for a hyphen that PDFium takes to part a word.
const softHyphen = '\u00ad'

// segments cuts the characters, in their order, into segments.
func segments(chars []pdfium.Char, runs []pdfium.Run) []segment {
	var out []segment
	styles := stylesOf(runs)
	var cur builder
	var taken *pdfium.Char // the only blank since the last character
	for i := range chars {
		c := &chars[i]
		r := c.Rune
		if r == 0 || r == '\r' || r == '\n' {
			continue
		}
		if c.Run < 0 || unicode.IsSpace(r) {
			if taken = nil; !cur.blank && c.Run >= 0 {
				taken = c
			}
			cur.blank = cur.blank || unicode.IsSpace(r)
			cur.typed = cur.typed || c.Run >= 0 && c.Right > c.Left // PDFium sets its own without width
			if r != 2 && r != 0xfffe {
				continue
			}
		}
		if c.Run < 0 && !cur.open {
			continue
		}
		size := cur.size
		if c.Run >= 0 {
			size = runs[c.Run].Size
		}
		// A blank that the next character takes back, by standing in its place, is none: some programs kern so.
		if taken != nil && c.Run >= 0 && runs[c.Run].Angle == 0 && c.Left < taken.Left+0.3*(taken.Right-taken.Left) &&
			c.Left >= taken.Left-0.1*size && c.Left-cur.x1 < 0.1*size {
			cur.blank = false
		}
		taken = nil
		if cur.open && cur.ends(c, size) {
			out = cur.close(out)
		}
		cur.add(c, size, styles)
	}
	out = cur.close(out)
	return joinMarkers(out)
}

// A builder collects a segment.
type builder struct {
	open  bool
	blank bool // a blank was seen since the last character
	typed bool // the document has it, not only PDFium
	box
	base, size         float32
	text               strings.Builder
	n                  int // characters
	bold, italic, mono int
	sizes              map[float32]int
	words              []word
	same               int // characters that stand exactly where the last one does
	lastX              float32
	gaps               []float32 // between characters that no blank of the document parts
}

// ends reports whether c cannot belong to the segment.
func (b *builder) ends(c *pdfium.Char, size float32) bool {
	if c.Run < 0 {
		return false
	}
	if b.n >= maxSegmentChars {
		return true
	}
	em := max(b.size, size)
	rise := abs(c.Y - b.base)
	raised := rise <= 0.65*em && min(size, b.size) < 0.85*em // a superscript, or the text after one
	if rise > 0.3*em && !raised {
		return true
	}
	gap := c.Left - b.x1
	return gap > columnGap*em || gap < -0.8*em && c.Left < b.x0+0.3*(b.x1-b.x0) || gap < -3*em
}

func (b *builder) add(c *pdfium.Char, size float32, styles []style) {
	cell := box{c.Left, c.Bottom, c.Right, c.Top}
	if c.Run >= 0 && b.open && !b.blank && c.X == b.lastX {
		b.same++
	} else {
		b.dropLigature(unicode.IsLetter(c.Rune) && !b.blank)
		b.same = 0
	}
	b.lastX = c.X
	typed := b.blank && b.typed
	if b.open && !typed {
		b.gaps = append(b.gaps, c.Left-b.x1)
	}
	if !b.open {
		b.open, b.box, b.base, b.size = true, cell, c.Y, size
		b.sizes = map[float32]int{}
		b.words = []word{{x0: cell.x0, x1: cell.x1}}
	} else {
		before, _ := utf8.DecodeLastRuneInString(b.text.String())
		if !b.typed && isSolid(c.Rune) && isSolid(before) {
			b.words[len(b.words)-1].x1 = max(b.words[len(b.words)-1].x1, cell.x1)
		} else if b.blank || c.Left-b.x1 > 0.25*max(b.size, size) {
			b.text.WriteByte(' ')
			b.words = append(b.words, word{cell.x0, cell.x1, b.text.Len(), typed})
		} else if (unicode.IsLower(before) || before == ')') && (unicode.IsUpper(c.Rune) || unicode.IsDigit(c.Rune)) {
			// Here a full cell may end: "AustraliaCW2411". Only where a column begins is it parted.
			b.words = append(b.words, word{cell.x0, cell.x1, b.text.Len(), typed})
		} else {
			b.words[len(b.words)-1].x1 = max(b.words[len(b.words)-1].x1, cell.x1)
		}
		b.box = b.union(cell)
		if size > b.size*1.1 { // after a raised or small initial, the text's own line counts
			b.base, b.size = c.Y, size
		}
	}
	b.blank, b.typed = false, false
	switch {
	case c.Rune == 2 || c.Rune == 0xfffe:
		b.text.WriteRune(softHyphen)
	default:
		b.text.WriteRune(c.Rune)
	}
	b.n++
	b.sizes[float32(math.Round(float64(size)*10)/10)]++
	if c.Run >= 0 {
		s := styles[c.Run]
		b.bold += btoi(s.bold)
		b.italic += btoi(s.italic)
		b.mono += btoi(s.mono)
	}
}

func (b *builder) close(out []segment) []segment {
	if !b.open {
		return out
	}
	b.dropLigature(false)
	if b.spaced(); len(b.words) > 3 && b.n < 3*len(b.words) {
		b.spelledApart()
	}
	text := b.text.String()
	if strings.TrimSpace(text) != "" {
		best, count := b.size, 0
		for s, n := range b.sizes {
			if n > count || n == count && s > best {
				best, count = s, n
			}
		}
		all := func(n int) bool { return 20*n >= 19*b.n }
		out = append(out, segment{
			box: b.box, base: b.base, size: best, text: text, order: len(out), words: b.words,
			style: style{bold: all(b.bold), italic: all(b.italic), mono: all(b.mono)},
		})
	}
	*b = builder{gaps: b.gaps[:0]}
	return out
}

// dropLigature takes back a ligature that stands between no letters: PDFium writes one, as letters at one place, for a
// character that the font lacks.
func (b *builder) dropLigature(letterFollows bool) {
	if b.same == 0 || letterFollows {
		return
	}
	text := b.text.String()
	from := len(text) - b.same - 1
	if from < 0 || !slices.Contains([]string{"ff", "fi", "fl", "ffi", "ffl"}, text[from:]) {
		return
	}
	if r, _ := utf8.DecodeLastRuneInString(text[:from]); unicode.IsLetter(r) {
		return
	}
	b.text.Reset()
	b.text.WriteString(text[:from])
}

// leaders are the dots that lead to a page number.
var leaders = pattern.New(`\s*(?:[.·_…]\s?){5,}\s*`)

func shorten(text string) string { return leaders.ReplaceAllString(text, " … ") }

var (
	boldName   = pattern.New(`(?i)bold|black|heavy|demi|extrab|[-,]bd\b`)
	italicName = pattern.New(`(?i)italic|oblique|slanted|[-,]it\b`)
	monoName   = pattern.New(`(?i)courier|mono|consol|typewriter|menlo|lmtt|cmtt|fixed`)
)

// stylesOf gives the style of each run.
func stylesOf(runs []pdfium.Run) []style {
	byFont := map[*pdfium.Font]style{}
	out := make([]style, len(runs))
	for i, r := range runs {
		s, ok := byFont[r.Font]
		if !ok {
			s = styleOf(r.Font)
			byFont[r.Font] = s
		}
		out[i] = s
	}
	return out
}

// styleOf reads the font's name, and its descriptor's flags, which many producers leave unset.
func styleOf(f *pdfium.Font) style {
	const fixedPitch, italic, forceBold, bold = 1, 64, 1 << 18, 650
	return style{
		bold:   boldName.MatchString(f.Name) || f.Flags&forceBold != 0 || f.Weight >= bold,
		italic: italicName.MatchString(f.Name) || f.Flags&italic != 0,
		mono:   monoName.MatchString(f.Name) || f.Flags&fixedPitch != 0,
	}
}

var (
	bulletOnly = pattern.New(`^[•‣◦⁃▪▫●○■□▶►➢➤✓✔❖·∙*–—-]$|^[\x{f000}-\x{f0ff}]$`)
	numberOnly = pattern.New(`^\(?(\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})[.)]$`)
	sectionNo  = pattern.New(`^(\d{1,2}|[A-Z])(\.\d{1,2})+\.?$`)
)

// joinMarkers joins the mark of a list item with its text, which a wide gap parts from it.
func joinMarkers(segs []segment) []segment {
	const widest = 3 // font sizes
	out := segs[:0]
	for _, s := range segs {
		if n := len(out); n > 0 {
			m := &out[n-1]
			marker := bulletOnly.MatchString(m.text) || numberOnly.MatchString(m.text)
			if r, _ := utf8.DecodeRuneInString(s.text); unicode.IsLetter(r) && sectionNo.MatchString(m.text) {
				marker = true
			}
			if n > 1 && abs(out[n-2].base-m.base) < 0.4*m.size && out[n-2].x1 < m.x0 {
				marker = false // not the first on its line
			}
			if gap := s.x0 - m.x1; marker && abs(s.base-m.base) < 0.4*s.size && gap > 0 && gap < widest*s.size {
				m.join(&s)
				m.base, m.size = s.base, s.size
				m.style = style{m.style.bold && s.style.bold, m.style.italic && s.style.italic, s.style.mono}
				continue
			}
		}
		s.order = len(out)
		out = append(out, s)
	}
	return out
}

// join appends the text and words of t, which stands to the right.
func (s *segment) join(t *segment) {
	s.box = s.union(t.box)
	s.text += " "
	for _, w := range t.words {
		w.at += len(s.text)
		s.words = append(s.words, w)
	}
	s.text += t.text
}

// cut parts the segment where a column begins between its words.
func (s *segment) cut(columns []interval) []*segment {
	var out []*segment
	from := 0
	for i := 1; i <= len(s.words); i++ {
		if i < len(s.words) {
			w, before := s.words[i], s.words[i-1]
			c := columnAt(columns, w.x0)
			if c == columnAt(columns, before.x0) {
				continue
			}
			// A blank that stands where a column begins may be one of a title over several columns; or the cell before is
			// full, and then the word begins or ends right at the edge.
			if w.x0-before.x1 < wordGap*s.size && abs(w.x0-columns[c].lo) > alignSlack && abs(w.x1-columns[c].hi) > alignSlack {
				continue
			}
		}
		piece := *s
		end := len(s.text)
		if i < len(s.words) {
			end = s.words[i].at
		}
		piece.text = strings.TrimSpace(s.text[min(s.words[from].at, end):end])
		piece.x0, piece.x1, piece.words = s.words[from].x0, s.words[i-1].x1, nil
		from = i
		if piece.text != "" {
			out = append(out, &piece)
		}
	}
	return out
}

func abs(x float32) float32 { return max(x, -x) }

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

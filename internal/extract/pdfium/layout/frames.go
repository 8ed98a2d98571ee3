package layout

import (
	"math"
	"unicode"

	"github.com/sparsearch/spar/internal/extract/pdfium"
	"github.com/sparsearch/spar/internal/pattern"
)

// A frame holds the characters that are set along one direction, turned so that it runs to the right.
type frame struct {
	chars []pdfium.Char
	rules []pdfium.Rule

	fields []field
	down   bool // of columns that run down the page; no tables are looked for in it
}

// frames sorts a page's characters by direction, the one with the most characters first. The blanks that PDFium put
// between words go with the character before.
func frames(p *pdfium.Page) []frame {
	var order []int // angles as they come
	byAngle := map[int][]pdfium.Char{}
	angle := 0
	downwards := vertical(p)
	for i, c := range p.Chars {
		if c.Run >= 0 {
			angle = int(math.Round(float64(p.Runs[c.Run].Angle)))
			if angle == -180 {
				angle = 180
			}
			if downwards != nil && downwards[i] {
				angle = -90
				c = uprighted(c, p.Runs[c.Run].Size)
			}
		}
		if _, ok := byAngle[angle]; !ok {
			if len(order) >= 16 { // letters along a curve
				angle = order[len(order)-1]
			} else {
				order = append(order, angle)
			}
		}
		byAngle[angle] = appendSpelled(byAngle[angle], c, p.Runs)
	}
	main := 0
	for i, a := range order {
		if len(byAngle[a]) > len(byAngle[order[main]]) {
			main = i
		}
	}
	if len(order) > 0 {
		order[0], order[main] = order[main], order[0]
	}
	var out []frame
	for _, a := range order {
		f := turn(p, byAngle[a], a)
		abreast(f.chars)
		f.chars = onceEach(composeAccents(f.chars, p.Runs), p.Runs)
		f.toTheRight(p.Runs, p.Width)
		if downwards != nil && a == -90 {
			f.chars, f.down = downTheColumns(f.chars, p.Runs), true
		}
		out = append(out, f)
	}
	return out
}

// texLigatures are the characters that TeX's fonts have in the place of controls. Those of TeX's first encoding begin at 11, those of
// Cork's encoding at 27. In bitmap fonts nothing else says what they are.
var texLigatures = map[rune]string{11: "ff", 12: "fi", 13: "fl", 14: "ffi", 15: "ffl", 27: "ff", 28: "fi", 29: "fl", 30: "ffi", 31: "ffl"}

var texFont = pattern.New(`^$|^(?i:[A-Z]{6}\+)?(?i:cm|ec|sf|lm|ae)[a-z]+\d+$`)

// appendSpelled appends c; a ligature of TeX letter by letter, each in its part of the place.
func appendSpelled(chars []pdfium.Char, c pdfium.Char, runs []pdfium.Run) []pdfium.Char {
	letters := texLigatures[c.Rune]
	if letters == "" || c.Run < 0 || c.Right <= c.Left || !texFont.MatchString(runs[c.Run].Font.Name) {
		return append(chars, c)
	}
	dx, dy := (c.Right-c.Left)/float32(len(letters)), (c.Top-c.Bottom)/float32(len(letters))
	sin, cos := math.Sincos(float64(runs[c.Run].Angle) * math.Pi / 180)
	for i, r := range letters {
		part := c
		part.Rune, part.X, part.Y = r, c.X+float32(i)*dx*float32(cos), c.Y+float32(i)*dy*float32(sin)
		if sin == 0 {
			part.Left, part.Right = c.Left+float32(i)*dx, c.Left+float32(i+1)*dx
		}
		chars = append(chars, part)
	}
	return chars
}

// abreast gives the letters of a ligature places beside each other. PDFium puts them all at the origin of the ligature, each as wide as
// the letter alone, so that a gap seems to follow.
func abreast(chars []pdfium.Char) {
	for i := 0; i < len(chars); {
		end := i + 1
		for end < len(chars) && sameOrigin(chars[i], chars[end]) && unicode.IsLetter(chars[end].Rune) && !pdfium.RunsLeft(chars[end].Rune) {
			end++
		}
		if end-i > 1 && unicode.IsLetter(chars[i].Rune) {
			side(chars[i:end], chars[end:])
		}
		i = end
	}
}

// side places the letters of a ligature side by side, no farther than to where the next character of the line stands.
func side(letters, rest []pdfium.Char) {
	from, wide := letters[0].Left, float32(0)
	for _, c := range letters {
		wide += c.Right - c.Left
	}
	part := float32(1)
	for _, c := range rest {
		if c.Run < 0 || c.Right <= c.Left {
			continue
		}
		if c.Y == letters[0].Y && c.Left > from && c.Left < from+wide {
			part = (c.Left - from) / wide
		}
		break
	}
	for i := range letters {
		c := &letters[i]
		to := from + part*(c.Right-c.Left)
		c.Left, c.Right, from = from, to, to
	}
}

// sameOrigin reports whether two characters are of one glyph: PDFium gives both its origin.
func sameOrigin(a, b pdfium.Char) bool {
	return a.Run >= 0 && a.Run == b.Run && a.X == b.X && a.Y == b.Y && a.Right > a.Left && b.Right > b.Left
}

// turn rotates by -angle degrees.
func turn(p *pdfium.Page, chars []pdfium.Char, angle int) frame {
	f := frame{chars: chars, rules: p.Rules, fields: fieldsOf(p)}
	if angle == 0 {
		return f
	}
	sin, cos := math.Sincos(-float64(angle) * math.Pi / 180)
	rotate := func(x, y float32) (float32, float32) {
		return float32(float64(x)*cos - float64(y)*sin), float32(float64(x)*sin + float64(y)*cos)
	}
	rotateBox := func(b box) box {
		ax, ay := rotate(b.x0, b.y0)
		bx, by := rotate(b.x1, b.y1)
		return box{min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)}
	}
	for i := range chars {
		c := &chars[i]
		b := rotateBox(box{c.Left, c.Bottom, c.Right, c.Top})
		c.Left, c.Bottom, c.Right, c.Top = b.x0, b.y0, b.x1, b.y1
		c.X, c.Y = rotate(c.X, c.Y)
	}
	for i := range f.fields {
		f.fields[i].box = rotateBox(f.fields[i].box)
	}
	f.rules = make([]pdfium.Rule, 0, len(p.Rules))
	for _, r := range p.Rules {
		b := rotateBox(box{r.X0, r.Y0, r.X1, r.Y1})
		f.rules = append(f.rules, pdfium.Rule{X0: b.x0, Y0: b.y0, X1: b.x1, Y1: b.y1})
	}
	return f
}

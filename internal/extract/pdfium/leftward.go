package pdfium

import (
	"context"
	"encoding/binary"
	"math"
	"unicode"
)

// RunsLeft reports whether a character belongs to a script that runs to the left.
func RunsLeft(r rune) bool {
	return r >= 0x590 && (r < 0x900 || r >= 0xfb1d && r < 0xfe00 || r >= 0xfe70 && r < 0xff00 || r >= 0x10800 && r < 0x11000 || r >= 0x1e800 && r < 0x1f000)
}

// IsSign reports whether a character is a sign over or under a letter of such a script.
func IsSign(r rune) bool { return RunsLeft(r) && unicode.Is(unicode.Mn, r) }

// A spelling is the text that a document gives beside glyphs, whose places are not those of its letters.
type spelling struct {
	mark   uint64 // which all of its glyphs share; 0 where the document spells nothing
	object uint32 // the first of them, the only one that PDFium reads
	x0, x1 float32
	wide   float32 // the widest of them, which is the letter
	rise   float32 // of that over the first
}

// settle gives a character of a script that runs to the left the place of its ink. A sign has that beside its origin. For a letter that the
// document spells, PDFium knows the width of the letter alone, and not of the form within a word.
func (d *Doc) settle(ctx context.Context, textPage uint64, i int, run *Run, c *Char, object uint32) error {
	if run.Angle != 0 || !RunsLeft(c.Rune) && !run.Font.mayStretch(c.Rune) {
		return nil
	}
	if !RunsLeft(c.Rune) {
		return d.stretch(ctx, textPage, i, run, c)
	}
	if run.spelling == nil {
		mark, err := d.spelled(ctx, object)
		if err != nil {
			return err
		}
		run.spelling = &spelling{mark: mark, object: object, x0: c.Left, x1: c.Left}
	}
	sign := IsSign(c.Rune)
	if run.spelling.mark == 0 && !sign {
		return nil
	}
	ink, err := d.ink(ctx, textPage, i)
	if left, right := ink[0], ink[1]; right > left {
		run.spelling.x1 = max(run.spelling.x1, right)
		run.spelling.wide = run.spelling.x1 - run.spelling.x0
		if sign {
			c.Left, c.Right = left, right
		}
	}
	return err
}

// ink is where a character is drawn: left, right, bottom and top.
func (d *Doc) ink(ctx context.Context, textPage uint64, i int) (ink [4]float32, err error) {
	at := uint64(d.in.buf)
	ok, err := d.in.call(ctx, "FPDFText_GetCharBox", textPage, uint64(i), at, at+8, at+16, at+24)
	if err != nil || ok == 0 {
		return ink, err
	}
	b := d.in.scratch(0, 32)
	for k := range ink {
		ink[k] = finite(float32(math.Float64frombits(binary.LittleEndian.Uint64(b[8*k:]))))
	}
	return ink, nil
}

// mayStretch reports whether a character of a font for a script that runs to the left may be a stroke that lengthens words.
func (f *Font) mayStretch(r rune) bool {
	return f.leftward > 0 && r > 0 && !unicode.IsSpace(r) && !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

const tatweel = 'ـ'

// stretch names the stroke that lengthens a word of Arabic in a justified line. LibreOffice gives it any meaning, even a control, but its ink tells: it is low
// and fills its cell, so that it joins the letters on both sides.
func (d *Doc) stretch(ctx context.Context, textPage uint64, i int, run *Run, c *Char) error {
	ink, err := d.ink(ctx, textPage, i)
	slack := 0.02 * run.Size
	fills := ink[0] <= c.Left+slack && ink[1] >= c.Right-slack && ink[1] > ink[0]
	if fills && ink[2] > c.Y-0.1*run.Size && ink[2] < c.Y+0.1*run.Size && ink[3] > c.Y && ink[3] < c.Y+0.3*run.Size {
		c.Rune = tatweel
	}
	return err
}

// spelled is the mark by which the document spells a text object, 0 where it has none.
func (d *Doc) spelled(ctx context.Context, object uint32) (uint64, error) {
	const isString, most = 3, 16
	n, err := d.in.call(ctx, "FPDFPageObj_CountMarks", uint64(object))
	for i := range min(int32(n), most) {
		if err != nil {
			return 0, err
		}
		var mark, kind uint64
		if mark, err = d.in.call(ctx, "FPDFPageObj_GetMark", uint64(object), uint64(i)); err == nil && mark != 0 {
			kind, err = d.in.call(ctx, "FPDFPageObjMark_GetParamValueType", mark, d.in.put(0, "ActualText\x00"))
		}
		if kind == isString {
			return mark, err
		}
	}
	return 0, err
}

// spellings are the runs of a page whose text the document spells, by mark.
func (p *Page) spellings() map[uint64]*spelling {
	out := map[uint64]*spelling{}
	for _, r := range p.Runs {
		if r.spelling != nil && r.spelling.mark != 0 {
			out[r.spelling.mark] = r.spelling
		}
	}
	return out
}

// spread adds the place of a text object to that of the text that spells it.
func (w *objectWalk) spread(ctx context.Context, object uint64, m matrix) error {
	if len(w.spellings) == 0 {
		return nil
	}
	mark, err := w.d.spelled(ctx, uint32(object))
	s := w.spellings[mark]
	if err != nil || s == nil || s.object == uint32(object) {
		return err
	}
	b, err := w.bounds(ctx, object, m)
	s.x0, s.x1 = min(s.x0, b[0], b[2]), max(s.x1, b[0], b[2])
	if err != nil || abs(b[2]-b[0]) <= s.wide {
		return err
	}
	s.wide = abs(b[2] - b[0])
	first, err := w.matrixOf(ctx, uint64(s.object))
	if err != nil {
		return err
	}
	last, err := w.matrixOf(ctx, object)
	s.rise = last.then(m)[5] - first.then(m)[5]
	return err
}

func abs(x float32) float32 { return max(x, -x) }

// settleSpelled gives the letters that the document spells the place of all of their glyphs.
func (p *Page) settleSpelled() {
	for i := range p.Chars {
		c := &p.Chars[i]
		if c.Run < 0 || !RunsLeft(c.Rune) {
			continue
		}
		s := p.Runs[c.Run].spelling
		if s == nil || s.mark == 0 || s.x1 <= s.x0 {
			continue
		}
		c.Y += s.rise
		if !IsSign(c.Rune) {
			c.Left, c.Right = s.x0, s.x1
		}
	}
}

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

// settle gives a character of a script that runs to the left the cell that it takes on the page. For a letter that the document spells
// beside its glyph, PDFium knows the width of the letter alone, and not of the form within a word; and a sign has its ink beside
// its origin. What is drawn tells both.
func (d *Doc) settle(ctx context.Context, textPage uint64, i int, run *Run, c *Char, object uint32) error {
	if !RunsLeft(c.Rune) || run.Angle != 0 {
		return nil
	}
	sign := IsSign(c.Rune)
	if !sign {
		if spelled, err := d.spelled(ctx, run, object); err != nil || !spelled {
			return err
		}
	}
	at := uint64(d.in.buf)
	ok, err := d.in.call(ctx, "FPDFText_GetCharBox", textPage, uint64(i), at, at+8, at+16, at+24)
	if err != nil || ok == 0 {
		return err
	}
	b := d.in.scratch(0, 16)
	left, right := finite(float32(float64At(b))), finite(float32(float64At(b[8:])))
	switch {
	case right <= left:
	case sign:
		c.Left, c.Right = left, right
	case right > c.Left:
		c.Right = right
	}
	return nil
}

func float64At(b []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b)) }

// spelled reports whether the document spells the text of the run beside its glyphs.
func (d *Doc) spelled(ctx context.Context, run *Run, object uint32) (bool, error) {
	const isString = 3
	if run.spelled != 0 {
		return run.spelled > 0, nil
	}
	run.spelled = -1
	n, err := d.in.call(ctx, "FPDFPageObj_CountMarks", uint64(object))
	for k := range int32(n) {
		if err != nil || k >= 16 {
			break
		}
		var mark, kind uint64
		if mark, err = d.in.call(ctx, "FPDFPageObj_GetMark", uint64(object), uint64(k)); err == nil && mark != 0 {
			kind, err = d.in.call(ctx, "FPDFPageObjMark_GetParamValueType", mark, d.in.put(0, "ActualText\x00"))
		}
		if kind == isString {
			run.spelled = 1
			break
		}
	}
	return run.spelled > 0, err
}

package pdfium

import (
	"unicode"

	"golang.org/x/text/encoding/charmap"
)

// mendPages reads the letters of a font anew that PDFium took for those of a Macintosh, though the font has the code page of Windows, as
// happens with fonts whose file says nothing of it: "Allg‰u", which is no word of any language, is "Allgäu".
func (p *Page) mendPages() {
	type sign struct{ wrong, right int }
	seen := map[*Font]*sign{}
	at := func(i int, f *Font) rune {
		if i < 0 || i >= len(p.Chars) || p.Chars[i].Run < 0 || p.Runs[p.Chars[i].Run].Font != f {
			return 0
		}
		return p.Chars[i].Rune
	}
	for i, c := range p.Chars {
		if c.Run < 0 || c.Rune < 0x80 {
			continue
		}
		f := p.Runs[c.Run].Font
		s := seen[f]
		if s == nil {
			s = &sign{}
			seen[f] = s
		}
		as, ok := windowsLetter(c.Rune)
		before, after := at(i-1, f), at(i+1, f)
		within := unicode.IsLower(before) && unicode.IsLower(after)
		switch {
		case !ok, within && unicode.IsLower(c.Rune) && !unicode.IsLetter(as):
			s.right++
		case within && !unicode.IsLetter(c.Rune) && !unicode.Is(unicode.Pd, c.Rune) && c.Rune != '’' && c.Rune != '·' && unicode.IsLower(as):
			s.wrong++
		}
	}
	for i := range p.Chars {
		c := &p.Chars[i]
		if c.Run < 0 || c.Rune < 0x80 {
			continue
		}
		if s := seen[p.Runs[c.Run].Font]; s.wrong > 0 && s.right == 0 {
			c.Rune, _ = windowsLetter(c.Rune)
		}
	}
}

// windowsLetter is what the byte that stands for r on a Macintosh means on Windows.
func windowsLetter(r rune) (rune, bool) {
	b, ok := charmap.Macintosh.EncodeRune(r)
	if !ok {
		return r, false
	}
	as := charmap.Windows1252.DecodeByte(b)
	return as, as != unicode.ReplacementChar
}

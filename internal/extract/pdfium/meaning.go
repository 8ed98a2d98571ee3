package pdfium

import (
	"context"
	"encoding/binary"
	"unicode"
)

const (
	askedOfFont = 24      // characters of a font that are asked whether they have a meaning, before it is believed of the rest
	maxFontFile = 8 << 20 // bytes of a font whose table is read
)

// meaning mends a character that the document gives no meaning. PDFium then gives the number of its glyph, and the font itself may name
// that glyph. Few fonts lack a meaning, so meaning does not ask about each character.
func (d *Doc) meaning(ctx context.Context, textPage uint64, i int, p *Page, c *Char) error {
	f := p.Runs[c.Run].Font
	foreign := f.leftward > 8*(f.dropped+1) && c.Rune > unicode.MaxLatin1 && !RunsLeft(c.Rune) && unicode.IsLetter(c.Rune)
	if f.handle == 0 || c.Rune <= ' ' || !f.lacking && f.asked == askedOfFont && !foreign {
		f.leftward += btoi(RunsLeft(c.Rune))
		return nil
	}
	f.asked = min(f.asked+1, askedOfFont)
	none, err := d.in.call(ctx, "FPDFText_HasUnicodeMapError", textPage, uint64(i))
	if err != nil || int32(none) != 1 {
		f.leftward += btoi(RunsLeft(c.Rune))
		return err
	}
	f.lacking = true
	if f.letters == nil {
		data, err := d.fontFile(ctx, f.handle)
		if err != nil {
			return err
		}
		f.letters = lettersOf(data)
	}
	g := guess{len(p.Chars), c.Rune, true}
	if r, ok := f.letters[c.Rune]; ok {
		c.Rune, g.unknown = r, false
	}
	if g.unknown && foreign {
		f.dropped++
		c.Rune = 0 // a part of a letter, such as its hamza; the document gives the whole letter to the other part
		return nil
	}
	p.guessed = append(p.guessed, g)
	return nil
}

// A guess is a character that has no meaning but the number of its glyph, or what the font says of that.
type guess struct {
	at      int // in Page.Chars
	number  rune
	unknown bool
}

// believe counts what no font tells. The numbers of glyphs are letters themselves if most are small ones: a font whose glyphs have the
// numbers of letters needs no table, while others number theirs from one on.
func (p *Page) believe() {
	type count struct{ all, small int }
	fonts := map[*Font]*count{}
	font := func(g guess) *count {
		f := p.Runs[p.Chars[g.at].Run].Font
		if fonts[f] == nil {
			fonts[f] = &count{}
		}
		return fonts[f]
	}
	for _, g := range p.guessed {
		n := font(g)
		n.all++
		n.small += btoi(unicode.Is(unicode.Latin, g.number) && unicode.IsLower(g.number))
	}
	for _, g := range p.guessed {
		switch n := font(g); {
		case 2*n.small > n.all:
			p.Chars[g.at].Rune = g.number
		case g.unknown:
			p.Unknown++
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// fontFile is the file of an embedded font; nothing where it is none, or too large.
func (d *Doc) fontFile(ctx context.Context, font uint64) ([]byte, error) {
	at := uint64(d.in.buf)
	if ok, err := d.in.call(ctx, "FPDFFont_GetFontData", font, 0, 0, at); err != nil || ok == 0 {
		return nil, err
	}
	n := binary.LittleEndian.Uint32(d.in.scratch(0, 4))
	if n == 0 || n > maxFontFile {
		return nil, nil
	}
	room, err := d.in.call(ctx, "malloc", uint64(n))
	if err != nil || room == 0 {
		return nil, err
	}
	var data []byte
	ok, err := d.in.call(ctx, "FPDFFont_GetFontData", font, room, uint64(n), at)
	if err == nil && ok != 0 {
		if b, found := d.in.module.Memory().Read(uint32(room), n); found {
			data = append(data, b...)
		}
	}
	if _, freeErr := d.in.call(ctx, "free", room); err == nil {
		err = freeErr
	}
	return data, err
}

// lettersOf reads the characters of the glyphs of a TrueType or OpenType font from its own table, cmap; the least character where a
// glyph has several. A damaged table gives what could be read.
func lettersOf(font []byte) map[rune]rune {
	letters := map[rune]rune{}
	add := func(code, glyph uint32) {
		if glyph == 0 || code <= ' ' || code > 0x10ffff || code >= 0xd800 && code < 0xf900 {
			return // private characters say nothing
		}
		if r, ok := letters[rune(glyph)]; !ok || rune(code) < r {
			letters[rune(glyph)] = rune(code)
		}
	}
	cmap := part(font, "cmap")
	for i := range int(u16(cmap, 2)) {
		platform, encoding := u16(cmap, 4+8*i), u16(cmap, 6+8*i)
		if platform == 0 || platform == 3 && (encoding == 1 || encoding == 10) {
			if at := u32(cmap, 8+8*i); int64(at) < int64(len(cmap)) {
				readCmap(cmap[at:], add)
			}
		}
	}
	return letters
}

// readCmap reads a table of characters in one of the formats that fonts for Unicode have.
func readCmap(t []byte, add func(code, glyph uint32)) {
	switch u16(t, 0) {
	case 4:
		n := int(u16(t, 6) / 2)
		for i := range n {
			first, last := u16(t, 16+2*n+2*i), u16(t, 14+2*i)
			delta, offset := u16(t, 16+4*n+2*i), u16(t, 16+6*n+2*i)
			for c := uint32(first); c <= uint32(last) && c < 0xffff; c++ {
				glyph := uint16(c)
				if offset != 0 {
					if glyph = u16(t, 16+6*n+2*i+int(offset)+2*int(c-uint32(first))); glyph == 0 {
						continue
					}
				}
				add(c, uint32(glyph+delta))
			}
		}
	case 6:
		for i := range int(u16(t, 8)) {
			add(uint32(u16(t, 6))+uint32(i), uint32(u16(t, 10+2*i)))
		}
	case 12:
		const most = 1 << 16 // glyphs that a font can have
		for i, left := 0, most; i < int(min(u32(t, 12), most)); i++ {
			first, last, glyph := u32(t, 16+12*i), u32(t, 20+12*i), u32(t, 24+12*i)
			for c := first; c <= last && left > 0; c++ {
				add(c, glyph+c-first)
				left--
			}
		}
	}
}

// part is a table of a font file by its name.
func part(font []byte, name string) []byte {
	for i := range int(u16(font, 4)) {
		record := 12 + 16*i
		if record+16 > len(font) {
			return nil
		}
		if string(font[record:record+4]) == name {
			at, n := int64(u32(font, record+8)), int64(u32(font, record+12))
			return font[min(at, int64(len(font))):min(at+n, int64(len(font)))]
		}
	}
	return nil
}

// u16 is the number at a place, 0 behind the end.
func u16(b []byte, at int) uint16 {
	if at < 0 || at+2 > len(b) {
		return 0
	}
	return binary.BigEndian.Uint16(b[at:])
}

func u32(b []byte, at int) uint32 {
	if at < 0 || at+4 > len(b) {
		return 0
	}
	return binary.BigEndian.Uint32(b[at:])
}

package extract

import (
	"math"
	"strings"
	"unicode/utf16"
)

// shortString decodes a text with a length of one byte: 8-bit, or in BIFF8 with a flag for UTF-16.
func (b *xlsBook) shortString(d []byte) string {
	if len(d) == 0 {
		return ""
	}
	n := int64(d[0])
	if b.version < 8 {
		return b.text.decode(piece(d, 1, n))
	}
	if len(d) < 2 {
		return ""
	}
	return unicodeChars(d[2:], n, d[1])
}

// longString decodes a text with a length of two bytes, and reports whether all of it is there.
func (b *xlsBook) longString(d []byte) (string, bool) {
	n := int64(u16(d, 0))
	if b.version < 8 {
		return b.text.decode(piece(d, 2, n)), int64(len(d)) >= 2+n
	}
	if len(d) < 3 {
		return "", n == 0
	}
	at, unit := 3, int64(1)
	if d[2]&8 != 0 {
		at += 2
	}
	if d[2]&4 != 0 {
		at += 4
	}
	if d[2]&1 != 0 {
		unit = 2
	}
	if at > len(d) {
		return "", false
	}
	return unicodeChars(d[at:], n, d[2]), int64(len(d)-at) >= n*unit
}

// label decodes the text of a cell, in version 5 by the character set of its font.
func (b *xlsBook) label(xf int, d []byte) string {
	if b.version == 5 && xf < len(b.xfFonts) {
		font := b.xfFonts[xf]
		if font > 4 { // there is no font of that number
			font--
		}
		if font < len(b.fonts) && b.fonts[font].enc != nil {
			return b.fonts[font].decode(piece(d, 2, int64(u16(d, 0))))
		}
	}
	text, _ := b.longString(d)
	return text
}

// unicodeChars decodes n characters, whose upper bytes are left out unless flags has bit 1.
func unicodeChars(d []byte, n int64, flags byte) string {
	if flags&1 != 0 {
		return utf16Text(piece(d, 0, 2*n))
	}
	var s strings.Builder
	for _, c := range piece(d, 0, n) {
		s.WriteRune(rune(c))
	}
	return s.String()
}

// readStrings reads the table of shared texts (MS-XLS, 2.4.265), which goes on over many records. A record may end
// anywhere; when it ends among the characters of a text, the next one begins with a flag of its own.
func (b *xlsBook) readStrings() {
	p := sstReader{r: b.r, data: b.r.data}
	p.skip(8)
	total := int64(0)
	for !p.end {
		s := p.text()
		if p.end && s == "" {
			return
		}
		if total += int64(len(s)) + 16; total > b.out.limits.Text*2 {
			b.cut = true
			return
		}
		b.strings = append(b.strings, s)
		if len(p.data) == 0 && b.r.peek() != biffContinue {
			return
		}
	}
}

// sstReader reads on over the records that continue another.
type sstReader struct {
	r    *biffReader
	data []byte // the rest of the current record
	end  bool
}

// more goes to the next record when the current one is used up.
func (p *sstReader) more() bool {
	for len(p.data) == 0 {
		if p.end || p.r.peek() != biffContinue || !p.r.next() {
			p.end = true
			return false
		}
		p.data = p.r.data
	}
	return true
}

func (p *sstReader) byte() byte {
	if !p.more() {
		return 0
	}
	c := p.data[0]
	p.data = p.data[1:]
	return c
}

func (p *sstReader) u16() int { lo := int(p.byte()); return lo | int(p.byte())<<8 }

func (p *sstReader) skip(n int64) {
	for n > 0 && p.more() {
		k := min(n, int64(len(p.data)))
		p.data, n = p.data[k:], n-k
	}
}

func (p *sstReader) text() string {
	left := p.u16()
	flags := p.byte()
	runs, extra := int64(0), int64(0)
	if flags&8 != 0 {
		runs = int64(p.u16())
	}
	if flags&4 != 0 {
		extra = int64(p.u16())
		extra |= int64(p.u16()) << 16
	}
	var units []uint16
	for left > 0 {
		if len(p.data) == 0 {
			if !p.more() {
				break
			}
			flags = p.byte()
			continue
		}
		if flags&1 == 0 {
			n := min(left, len(p.data))
			for _, c := range p.data[:n] {
				units = append(units, uint16(c))
			}
			p.data, left = p.data[n:], left-n
			continue
		}
		n := min(left, len(p.data)/2)
		if n == 0 { // half a character; no honest file has that
			p.data = nil
			continue
		}
		for i := range n {
			units = append(units, uint16(u16(p.data, 2*i)))
		}
		p.data, left = p.data[2*n:], left-n
	}
	p.skip(4*runs + extra)
	return string(utf16.Decode(units))
}

// number shows a number with all of its digits, because people ask for these and compute with them. It adds the unit, currency sign or per
// cent sign of the format. Dates look as everywhere.
func (b *xlsBook) number(xf int, v float64) string {
	f := b.format(xf)
	if len(f.sections) == 0 || f.sections[0].general || f.sections[0].date || f.sections[0].time || !f.sections[0].digits || math.Abs(v) >= 1e15 {
		return f.text(v, b.date1904)
	}
	s := f.sections[0]
	if v < 0 && len(f.sections) > 1 && f.sections[1].digits {
		s = f.sections[1]
	}
	affix := strings.NewReplacer("(", "", ")", "", "-", "", "+", "")
	if s.percent {
		v *= 100
	}
	return strings.TrimSpace(affix.Replace(s.prefix) + generalNumber(v) + affix.Replace(s.suffix))
}

package layout

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/sparsearch/spar/internal/extract/pdfium"
)

// accents maps marks that stand alone to marks that join a letter.
var accents = map[rune]rune{
	'`': 0x300, '´': 0x301, 'ˊ': 0x301, 'ˋ': 0x300, '^': 0x302, 'ˆ': 0x302, '~': 0x303, '˜': 0x303, '¯': 0x304, '˘': 0x306,
	'˙': 0x307, '¨': 0x308, '˚': 0x30a, '°': 0x30a, '˝': 0x30b, 'ˇ': 0x30c, '¸': 0x327, '˛': 0x328,
}

// composeAccents makes one character of a letter and the accent that was set over it, as TeX does in its first encoding:
// "´" and "a" at one place are "á". The characters run to the right.
func composeAccents(chars []pdfium.Char, runs []pdfium.Run) []pdfium.Char {
	out := chars[:0]
	for i := 0; i < len(chars); i++ {
		c := chars[i]
		if mark := accents[c.Rune]; mark != 0 && c.Run >= 0 {
			size := runs[c.Run].Size
			if i+1 < len(chars) {
				if r, ok := composed(c, chars[i+1], mark, size); ok {
					c = chars[i+1]
					c.Rune = r
					out = append(out, c)
					i++
					continue
				}
			}
			if n := len(out); n > 0 {
				if r, ok := composed(c, out[n-1], mark, size); ok {
					out[n-1].Rune = r
					continue
				}
			}
		}
		out = append(out, c)
	}
	return out
}

// composed is the letter with the mark, when there is such a character and the accent stands over the letter.
func composed(accent, letter pdfium.Char, mark rune, size float32) (rune, bool) {
	base := letter.Rune
	switch base {
	case 'ı':
		base = 'i'
	case 'ȷ':
		base = 'j'
	}
	if letter.Run < 0 || !unicode.IsLetter(base) {
		return 0, false
	}
	apart := abs((accent.Left+accent.Right)/2 - (letter.Left+letter.Right)/2)
	if apart > 0.25*size || abs(accent.Y-letter.Y) > 0.5*size {
		return 0, false
	}
	s := norm.NFC.String(string([]rune{base, mark}))
	r, n := utf8.DecodeRuneInString(s)
	return r, n == len(s)
}

package extract

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// dosCharset recognises text of DOS in code page 850 or 437, which no statistics of letters tell from Windows text: the same
// bytes are letters in both. What tells them is the place of the characters beyond ASCII: letters stand in words, boxes beside
// boxes. It answers only where the reading as DOS is coherent and that as cs is not.
func dosCharset(sample []byte, cs charset) (charset, bool) {
	const coherent, incoherent, fewest = .95, .75, 2
	was, n := coherence(cs.decode(sample))
	if n < fewest || was > incoherent {
		return charset{}, false
	}
	latin, _ := coherence(charset{enc: charmap.CodePage850}.decode(sample))
	boxes, _ := coherence(charset{enc: charmap.CodePage437}.decode(sample))
	switch best := max(latin, boxes); {
	case best < coherent:
		return charset{}, false
	case boxes > latin:
		return charset{name: "ibm437", enc: charmap.CodePage437, unit: 1}, true
	}
	return charset{name: "ibm850", enc: charmap.CodePage850, unit: 1}, true
}

// coherence is the share of the n characters beyond ASCII in s that stand where such a character can: a letter within or
// beside lower-case letters that it fits to, a line or block of a box beside another or beside white space, a mark outside of words.
func coherence(s string) (share float64, n int) {
	good := 0
	before, run := rune(' '), 0
	for i, r := range s {
		if r == before {
			run++
		} else {
			run = 1
		}
		if r >= utf8.RuneSelf {
			_, width := utf8.DecodeRuneInString(s[i:]) // of a byte that is no text, 1
			after, _ := utf8.DecodeRuneInString(s[i+width:])
			n++
			if r != utf8.RuneError && fitsBetween(before, r, after, run) {
				good++
			}
		}
		before = r
	}
	if n == 0 {
		return 1, 0
	}
	return float64(good) / float64(n), n
}

func fitsBetween(before, r, after rune, run int) bool {
	switch {
	case r >= 0x2500 && r < 0x25a0: // boxes and blocks
		return !unicode.IsLetter(before) && !unicode.IsLetter(after) || run > 1 || after == r
	case unicode.IsLower(r), unicode.IsLetter(r) && !unicode.IsUpper(r):
		// Three alike are a line of a box.
		return run < 3 && !unicode.IsUpper(after) && r != 'ª' && r != 'º' && (unicode.IsLetter(before) || unicode.IsLetter(after) || !unicode.IsDigit(before) && unicode.IsSpace(after))
	case unicode.IsUpper(r):
		return run < 3 && !unicode.IsLower(before) && (unicode.IsLetter(before) || unicode.IsLetter(after))
	case r == '’', r == '´', r == '·', r == '\u00ad', r == '\u00a0':
		return true
	case unicode.IsControl(r):
		return false
	}
	// A mark, a sign of money, a fraction: not in the middle of a word.
	return !(unicode.IsLetter(before) && unicode.IsLetter(after)) && run < 3
}

package embed

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/unicode/rangetable"
)

// beyondASCII takes the characters beyond ASCII at the beginning of text and returns their bytes. Control characters
// go, ideographs stand alone, the rest is decomposed, loses its accents and becomes lower case.
func (e *encoding) beyondASCII(text string) int {
	i := 0
	for i < len(text) && text[i] >= utf8.RuneSelf && len(e.ids) < e.end && len(e.run8) < 1<<10 { // bounded: a longer run is decomposed in pieces
		r, n := utf8.DecodeRuneInString(text[i:])
		i += n
		switch {
		case r == utf8.RuneError || isControl(r):
		case unicode.IsSpace(r):
			e.decompose()
			e.flush()
		case isIdeograph(r):
			e.decompose()
			e.flush()
			e.run8 = utf8.AppendRune(e.run8, r)
			e.decompose()
			e.flush()
		default:
			e.run8 = utf8.AppendRune(e.run8, r)
		}
	}
	e.decompose()
	return i
}

// decompose hands the waiting characters on to the word.
func (e *encoding) decompose() {
	if len(e.run8) == 0 {
		return
	}
	v := e.w.vocab
	text := e.run8
	if !v.Accents && !norm.NFD.IsNormal(text) {
		text = norm.NFD.Bytes(text)
	}
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		text = text[n:]
		if !v.Accents && unicode.Is(unicode.Mn, r) && unicode.Is(known, r) {
			continue
		}
		if v.Lower {
			r = unicode.ToLower(r)
		}
		switch {
		case unicode.IsSpace(r):
			e.flush()
		case isPunct(r):
			e.flush()
			e.put(r)
			e.flush()
		default:
			e.put(r)
		}
	}
	e.run8 = e.run8[:0]
}

// known are the characters of Unicode 8, by whose categories the tokenizer that models were trained with goes.
// Younger characters are letters to it.
var known = rangetable.Assigned("8.0.0")

func isControl(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Co) || unicode.Is(unicode.Cf, r) && unicode.Is(known, r)
}

func isPunct(r rune) bool {
	if r < utf8.RuneSelf {
		return asciiClass[r] == asciiPunct
	}
	return unicode.IsPunct(r) && unicode.Is(known, r)
}

// isIdeograph holds for the blocks of Chinese characters that BERT puts spaces around.
func isIdeograph(r rune) bool {
	return r >= 0x4e00 && r <= 0x9fff || r >= 0x3400 && r <= 0x4dbf || r >= 0x20000 && r <= 0x2a6df ||
		r >= 0x2a700 && r <= 0x2b73f || r >= 0x2b740 && r <= 0x2b81f || r >= 0x2b820 && r <= 0x2ceaf ||
		r >= 0xf900 && r <= 0xfaff || r >= 0x2f800 && r <= 0x2fa1f
}

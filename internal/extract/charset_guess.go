package extract

import (
	"cmp"
	_ "embed"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
)

// letters.tsv has how often each language has each letter beyond ASCII, in ten-thousandths of all such letters; see scripts/letters.py.
//
//go:embed letters.tsv
var letterShares string

// guessedPage is an encoding of one or two bytes a character, which nothing in a text names.
type guessedPage struct {
	name      string
	enc       encoding.Encoding
	languages string  // that are written in it
	prior     float64 // how much more, or less, often it is met than others; a logarithm
	common    [2]byte // of an encoding of East Asia, the first bytes of its common signs
}

// latin reports whether the letters of the code page are Latin.
func (p guessedPage) latin() bool {
	latin, all := 0, alphabets()[strings.Fields(p.languages)[0]]
	for r := range all {
		if unicode.Is(unicode.Latin, r) {
			latin++
		}
	}
	return latin*2 > len(all)
}

const western = "de fr es pt it sv da fi nl is ca nb ga"

var guessedPages = []guessedPage{
	{"windows-1252", charmap.Windows1252, western + " et", 2, [2]byte{}},
	{"iso-8859-15", charmap.ISO8859_15, western + " et", -1, [2]byte{}},
	{"macintosh", charmap.Macintosh, western, -2, [2]byte{}},
	{"ibm850", charmap.CodePage850, western, -1, [2]byte{}},
	{"ibm437", charmap.CodePage437, western, -1.5, [2]byte{}},
	{"windows-1250", charmap.Windows1250, "pl cs sk hu ro hr sl sq", 0, [2]byte{}},
	{"iso-8859-2", charmap.ISO8859_2, "pl cs sk hu ro hr sl sq", 0, [2]byte{}},
	{"ibm852", charmap.CodePage852, "pl cs sk hu ro hr sl sq", -1, [2]byte{}},
	{"iso-8859-16", charmap.ISO8859_16, "pl hu ro hr sl sq", -2, [2]byte{}},
	{"x-mac-ce", macCentralEurope{}, "pl cs sk hu hr sl lt lv et", -4, [2]byte{}},
	{"iso-8859-3", charmap.ISO8859_3, "eo tr", -2, [2]byte{}},
	{"windows-1254", charmap.Windows1254, "tr", 0, [2]byte{}},
	{"windows-1257", charmap.Windows1257, "lt lv et", 0, [2]byte{}},
	{"iso-8859-13", charmap.ISO8859_13, "lt lv et pl hr sl", -.5, [2]byte{}},
	{"iso-8859-4", charmap.ISO8859_4, "lt lv et", -1, [2]byte{}},
	{"iso-8859-10", charmap.ISO8859_10, "lt lv et", -2, [2]byte{}},
	{"windows-1256", charmap.Windows1256, "ar fa", 0, [2]byte{}},
	{"iso-8859-6", charmap.ISO8859_6, "ar", 0, [2]byte{}},
	{"windows-1255", charmap.Windows1255, "he", 0, [2]byte{}},
	{"ibm862", charmap.CodePage862, "he", -1, [2]byte{}},
	{"windows-1253", charmap.Windows1253, "el", 0, [2]byte{}},
	{"iso-8859-7", charmap.ISO8859_7, "el", 0, [2]byte{}},
	{"windows-1251", charmap.Windows1251, "ru uk bg be sr mk", 0, [2]byte{}},
	{"koi8-r", charmap.KOI8R, "ru bg", 0, [2]byte{}},
	{"koi8-u", charmap.KOI8U, "uk", -1, [2]byte{}},
	{"iso-8859-5", charmap.ISO8859_5, "ru uk bg be sr mk", -1, [2]byte{}},
	{"ibm866", charmap.CodePage866, "ru uk bg be", 0, [2]byte{}},
	{"ibm855", charmap.CodePage855, "ru bg sr mk", -2, [2]byte{}},
	{"x-mac-cyrillic", charmap.MacintoshCyrillic, "ru uk bg be sr mk", -2, [2]byte{}},
	{"windows-874", charmap.Windows874, "th", -1, [2]byte{}},
	{"windows-1258", charmap.Windows1258, "vi", -1, [2]byte{}},
	{"gb18030", simplifiedchinese.GB18030, "zh_CN", 0, [2]byte{0xb0, 0xd7}},
	{"big5", traditionalchinese.Big5, "zh_TW", 0, [2]byte{0xa4, 0xc6}},
	{"shift_jis", japanese.ShiftJIS, "ja", 0, [2]byte{0x88, 0x98}},
	{"euc-jp", japanese.EUCJP, "ja", 0, [2]byte{0xb0, 0xcf}},
	{"euc-kr", korean.EUCKR, "ko", 0, [2]byte{0xb0, 0xc8}},
}

// alphabets gives of each language the logarithm of how often it has each letter.
var alphabets = sync.OnceValue(func() map[string]map[rune]float64 {
	all := map[string]map[rune]float64{}
	for l := range strings.Lines(letterShares) {
		language, shares, _ := strings.Cut(strings.TrimSpace(l), "\t")
		logs := map[rune]float64{}
		for len(shares) > 0 {
			r, width := utf8.DecodeRuneInString(shares)
			shares = shares[width:]
			digits := len(shares) - len(strings.TrimLeft(shares, "0123456789"))
			n, _ := strconv.Atoi(shares[:digits])
			shares = shares[digits:]
			logs[r] = min(commonest, math.Log(float64(n)/1e4))
		}
		all[language] = logs
	}
	return all
})

// Logarithms of how often a text has characters that are no letter of its language.
const (
	commonest  = -1.2 // a language with few such letters is not likelier for it
	oddLetter  = -9.2 // none of the language, or where such a letter does not stand
	rareSign   = -8.8 // one of thousands of signs of East Asia
	rarestSign = -12.0
	capital    = -0.7  // added for a capital letter
	punctuated = -3.9  // a mark, where marks stand
	drawn      = -3.0  // a line of a box
	broken     = -15.0 // bytes that are no character
)

// guess is a reading of a sample in one of the code pages.
type guess struct {
	charset
	text  string
	score float64
}

// guesses returns the readings of sample, the likeliest first, at most one for each text. With mixed it reads UTF-8 as UTF-8 and the rest
// in a code page.
func guesses(sample []byte, mixed bool) []guess {
	var all []guess
	latin, beyond := 0, 1
	for _, b := range sample {
		if b >= utf8.RuneSelf {
			beyond++
		} else if asciiLetter(rune(b)) {
			latin++
		}
	}
	among := 2 * math.Log1p(float64(latin)/float64(beyond)) // Latin letters stand in text of East Asia, seldom in that of other scripts
	for _, p := range guessedPages {
		enc, name, prior := p.enc, p.name, p.prior
		if mixed {
			if _, single := p.enc.(*charmap.Charmap); !single {
				continue
			}
			enc, name, prior = mixedEncoding{p.enc}, "utf-8 and "+p.name, prior-3
		}
		raw, err := enc.NewDecoder().Bytes(sample)
		if err != nil {
			continue
		}
		g := guess{charset: charset{name: name, enc: enc, unit: 1}, text: string(raw), score: math.Inf(-1)}
		fixed, letters := weigh(g.text)
		if mixed { // two letters of a code page can pass for one of UTF-8
			fixed -= 3 * float64(len(sample)-utf8.RuneCountInString(g.text))
		}
		for language := range strings.FieldsSeq(p.languages) {
			logs, score := alphabets()[language], fixed+prior
			if p.common[0] == 0 && !p.latin() {
				score -= among
			}
			for r, n := range letters {
				l, ok := logs[r]
				if !ok {
					l = p.unlisted(r)
				}
				score += float64(n) * l
			}
			g.score = max(g.score, score)
		}
		all = append(all, g)
	}
	slices.SortStableFunc(all, func(a, b guess) int { return cmp.Compare(b.score, a.score) })
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(g guess) bool {
		was := seen[g.text]
		seen[g.text] = true
		return was
	})
}

// unlisted is how likely a letter is that is not among the frequent ones of a language.
func (p guessedPage) unlisted(r rune) float64 {
	if p.common[0] == 0 {
		return oddLetter
	}
	raw, err := p.enc.NewEncoder().String(string(r))
	if err != nil || raw[0] < p.common[0] || raw[0] > p.common[1] || p.name == "gb18030" && raw[1] < 0xa1 {
		return rarestSign
	}
	return rareSign
}

// weigh gives the letters beyond ASCII of a text, in lower case, that stand where a letter can, and the logarithm of how likely all else beyond ASCII is.
func weigh(text string) (fixed float64, letters map[rune]int) {
	letters = map[rune]int{}
	before, run := rune(' '), 0
	for i, r := range text {
		if r == before {
			run++
		} else {
			run = 1
		}
		if r >= utf8.RuneSelf {
			_, width := utf8.DecodeRuneInString(text[i:]) // of a byte that is no text, 1
			after, _ := utf8.DecodeRuneInString(text[i+width:])
			if w, letter := place(before, r, after, run); letter {
				letters[lower(r)]++
				if unicode.IsUpper(r) {
					fixed += capital
				}
			} else {
				fixed += w
			}
		} else if r < ' ' && !strings.ContainsRune("\t\n\r\f\x00\x1a\x1b\b", r) {
			fixed += broken
		}
		before = r
	}
	return fixed, letters
}

// place says whether r counts as a letter between its neighbours, else how likely it is there.
func place(before, r, after rune, run int) (weight float64, letter bool) {
	switch {
	case r == utf8.RuneError, unicode.IsControl(r):
		return broken, false
	case r >= 0x2500 && r < 0x25a0: // boxes and blocks
		switch {
		case run > 1 || after == r:
			return drawn / 3, false
		case unicode.IsLetter(before) || unicode.IsLetter(after):
			return oddLetter, false
		case before >= utf8.RuneSelf || after >= utf8.RuneSelf:
			return 2.5 * drawn, false
		}
		return drawn, false
	case r == 'ª', r == 'º':
		if unicode.IsDigit(before) || before == '.' {
			return punctuated, false
		}
		return oddLetter, false
	case unicode.IsLetter(r) && !eastAsian(r):
		foreign := !unicode.Is(unicode.Latin, r) && (asciiLetter(before) || asciiLetter(after))
		inside := unicode.IsUpper(r) && unicode.IsLower(before) || unicode.IsLower(r) && unicode.IsUpper(after) && !unicode.IsUpper(before)
		alone := !unicode.IsLetter(before) && !unicode.IsLetter(after) && !(unicode.IsSpace(before) && unicode.IsSpace(after)) && unicode.Is(unicode.Latin, r)
		if run > 2 || foreign || inside || alone { // three alike are a line of a box
			return oddLetter, false
		}
		return 0, true
	case eastAsian(r):
		return 0, true
	case unicode.Is(unicode.Mn, r):
		if before == ' ' {
			return oddLetter, false
		}
		return 0, true
	case r == '’', r == '´', r == '·', r == '\u00a0', r == '\u00ad':
		return punctuated, false
	case r >= 0x3000 && r < 0x3040 || r >= 0xff00 && r < 0xff66:
		return punctuated, false
	case strings.ContainsRune("‘“”„‚–—…•°§€£«»©®™±²³½¼¾¿¡×،؛؟״׳“‹›†", r):
		opens := strings.ContainsRune("‘“„«‹¿¡”»", r)
		if unicode.IsLetter(after) && (unicode.IsLetter(before) || !opens) || run > 2 || !opens && before >= 0xa1 && !unicode.IsLetter(before) {
			return oddLetter, false
		}
		if unicode.IsSpace(before) || unicode.IsSpace(after) {
			return punctuated + 1, false
		}
		return punctuated, false
	}
	return oddLetter, false
}

// lower is the small letter of r, if r is not the İ of Turkish, whose small letter is ASCII.
func lower(r rune) rune {
	if r == 'İ' {
		return r
	}
	return unicode.ToLower(r)
}

func asciiLetter(r rune) bool { return r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' }

// eastAsian reports whether r is a sign of East Asia that stands for a syllable or a word.
func eastAsian(r rune) bool {
	return r >= 0x3040 && r < 0xfb00 && r != 0x30fb && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r == 'ー'
}

// macCentralEurope is the code page of a Macintosh of Central Europe, which has other characters where that of the West has them.
type macCentralEurope struct{}

func (macCentralEurope) NewDecoder() *encoding.Decoder {
	return &encoding.Decoder{Transformer: transform.Chain(charmap.Macintosh.NewDecoder(), runes.Map(func(r rune) rune {
		if b, ok := charmap.Macintosh.EncodeRune(r); ok && b >= utf8.RuneSelf {
			return macCentral[b-utf8.RuneSelf]
		}
		return r
	}))}
}

// NewEncoder writes nothing: no text is made in it.
func (macCentralEurope) NewEncoder() *encoding.Encoder { return encoding.Replacement.NewEncoder() }

var macCentral = []rune("ÄĀāÉĄÖÜáąČäčĆćéŹźĎíďĒēĖóėôöõúĚěü†°Ę£§•¶ß®©™ę¨≠ģĮįĪ≤≥īĶ∂∑łĻļĽľĹĺŅņŃ¬√ńŇ∆«»…\u00a0ňŐÕőŌ–—“”‘’÷◊ōŔŕŘ‹›řŖŗŠ‚„šŚśÁŤťÍŽžŪÓÔūŮÚůŰűŲųÝýķŻŁżĢˇ")

// mixedEncoding decodes text that several programs wrote: UTF-8 where that is valid, else a code page.
type mixedEncoding struct{ rest encoding.Encoding }

func (m mixedEncoding) NewDecoder() *encoding.Decoder {
	return &encoding.Decoder{Transformer: mixedDecoder{rest: m.rest.NewDecoder()}}
}

func (m mixedEncoding) NewEncoder() *encoding.Encoder { return m.rest.NewEncoder() }

type mixedDecoder struct {
	transform.NopResetter
	rest *encoding.Decoder
}

// Transform implements transform.Transformer.
func (m mixedDecoder) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for nSrc < len(src) {
		if !atEOF && !utf8.FullRune(src[nSrc:]) {
			return nDst, nSrc, transform.ErrShortSrc
		}
		r, width := utf8.DecodeRune(src[nSrc:])
		if r == utf8.RuneError && width == 1 {
			out, err := m.rest.Bytes(src[nSrc : nSrc+1])
			if err != nil {
				return nDst, nSrc, err
			}
			if r, _ = utf8.DecodeRune(out); unicode.IsControl(r) {
				r = utf8.RuneError
			}
		}
		if nDst+utf8.UTFMax > len(dst) {
			return nDst, nSrc, transform.ErrShortDst
		}
		nDst += utf8.EncodeRune(dst[nDst:], r)
		nSrc += width
	}
	return nDst, nSrc, nil
}

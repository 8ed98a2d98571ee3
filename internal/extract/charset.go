package extract

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	textunicode "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// charset says how the bytes of a text become characters.
type charset struct {
	name  string
	enc   encoding.Encoding // nil for UTF-8 and ASCII
	unit  int               // bytes of a code unit: 1, 2 or 4
	big   bool              // big-endian, where unit > 1
	skip  int64             // length of the byte order mark
	doubt []string          // other encodings that are about as likely
}

var utf8Charset = charset{name: "utf-8", unit: 1}

// transparent reports whether markup in ASCII can be found in the bytes without decoding them: no byte below 0x40 is
// ever part of another character. That holds for all encodings here but UTF-16, UTF-32, ISO 2022 and EBCDIC.
func (c charset) transparent() bool {
	return c.unit == 1 && c.enc != charmap.CodePage037 && !strings.HasPrefix(c.name, "iso-2022") && !strings.HasPrefix(c.name, "hz-")
}

// decode gives the text of raw, a run of whole characters.
func (c charset) decode(raw []byte) string {
	if c.enc == nil {
		return string(raw)
	}
	out, err := c.enc.NewDecoder().Bytes(raw)
	if err != nil {
		return strings.ToValidUTF8(string(raw), "\uFFFD")
	}
	return string(out)
}

// utf16Charset and utf32Charset are the encodings of wider units.
func utf16Charset(big bool, skip int64) charset {
	order, name := textunicode.LittleEndian, "utf-16le"
	if big {
		order, name = textunicode.BigEndian, "utf-16be"
	}
	return charset{name: name, enc: textunicode.UTF16(order, textunicode.IgnoreBOM), unit: 2, big: big, skip: skip}
}

func utf32Charset(big bool, skip int64) charset {
	order, name := utf32.LittleEndian, "utf-32le"
	if big {
		order, name = utf32.BigEndian, "utf-32be"
	}
	return charset{name: name, enc: utf32.UTF32(order, utf32.IgnoreBOM), unit: 4, big: big, skip: skip}
}

// byBOM knows a charset by the byte order mark.
func byBOM(head []byte) (charset, bool) {
	switch {
	case bytes.HasPrefix(head, []byte{0xEF, 0xBB, 0xBF}):
		return charset{name: "utf-8", unit: 1, skip: 3}, true
	case bytes.HasPrefix(head, []byte{0xFF, 0xFE, 0, 0}):
		return utf32Charset(false, 4), true
	case bytes.HasPrefix(head, []byte{0, 0, 0xFE, 0xFF}):
		return utf32Charset(true, 4), true
	case bytes.HasPrefix(head, []byte{0xFF, 0xFE}):
		return utf16Charset(false, 2), true
	case bytes.HasPrefix(head, []byte{0xFE, 0xFF}):
		return utf16Charset(true, 2), true
	}
	return charset{}, false
}

// byZeros knows UTF-16 and UTF-32 without a mark by where the zero bytes of Latin text stand.
func byZeros(head []byte) (charset, bool) {
	head = head[:min(len(head), 4096)&^3]
	if len(head) < 8 || bytes.IndexByte(head, 0) < 0 {
		return charset{}, false
	}
	var zeros [4]int
	for i, b := range head {
		if b == 0 {
			zeros[i%4]++
		}
	}
	n := len(head) / 4
	most := func(k int) bool { return zeros[k]*10 >= n*7 }
	few := func(k int) bool { return zeros[k]*20 <= n }
	switch {
	case few(0) && most(1) && zeros[2] == n && zeros[3] == n:
		return utf32Charset(false, 0), true
	case zeros[0] == n && zeros[1] == n && most(2) && few(3):
		return utf32Charset(true, 0), true
	case few(0) && few(2) && most(1) && most(3):
		return utf16Charset(false, 0), true
	case few(1) && few(3) && most(0) && most(2):
		return utf16Charset(true, 0), true
	}
	little, big := utf16Charset(false, 0), utf16Charset(true, 0)
	is := func(c charset) bool {
		return printable(c.decode(head[:min(len(head), 64)])) == 1 && oneScript(c.decode(head))
	}
	switch l, b := is(little), is(big); {
	case l && !b:
		return little, true
	case b && !l:
		return big, true
	}
	return charset{}, false
}

// oneScript reports whether s, read from pairs of bytes, is words of one script, with Latin ones among them or not: other data has signs
// of many.
func oneScript(s string) bool {
	letters, blanks := 0, 0
	in := map[*unicode.RangeTable]int{}
	for _, r := range s {
		switch {
		case r == ' ', r == '\n', r >= 0x3000 && r <= 0x3002:
			blanks++
		case r == '\t', r == '\r', asciiLetter(r):
		case r == utf8.RuneError, !unicode.IsPrint(r):
			return false
		case unicode.IsLetter(r):
			letters++
			for _, script := range []*unicode.RangeTable{unicode.Cyrillic, unicode.Greek, unicode.Arabic, unicode.Hebrew, unicode.Hangul, unicode.Thai} {
				if unicode.Is(script, r) {
					in[script]++
				}
			}
			if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
				in[unicode.Han]++
			}
		}
	}
	for _, n := range in {
		if blanks > 0 && letters >= 8 && n*10 >= letters*8 {
			return true
		}
	}
	return false
}

// byEBCDIC recognises the text of mainframes: it has no blank and line break of ASCII, many of EBCDIC, and letters where EBCDIC has them.
func byEBCDIC(head []byte) (charset, bool) {
	head = head[:min(len(head), 4096)]
	if len(head) < 16 || bytes.IndexByte(head, ' ') >= 0 || bytes.IndexByte(head, '\n') >= 0 || bytes.Count(head, []byte{0x40})*20 < len(head) {
		return charset{}, false
	}
	letters, vowels, other := 0, 0, 0
	for _, b := range head {
		switch r := charmap.CodePage037.DecodeByte(b); {
		case asciiLetter(r):
			letters++
			if strings.ContainsRune("aeiouAEIOU", r) {
				vowels++
			}
		case b == 0x15, r < utf8.RuneSelf && unicode.IsPrint(r), strings.ContainsRune("\n\r\t", r):
		default:
			other++
		}
	}
	if other*20 > len(head) || letters*2 < len(head) || vowels*5 < letters {
		return charset{}, false
	}
	return charset{name: "ibm037", enc: charmap.CodePage037, unit: 1}, true
}

// byName finds a charset by the name that a document declares.
func byName(name string) (charset, bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	switch name {
	case "", "utf-16", "utf-16le", "utf-16be", "utf-32": // a declaration that could be read as ASCII is none of these
		return charset{}, false
	case "utf-8", "utf8", "us-ascii", "ascii":
		return utf8Charset, true
	}
	enc, err := htmlindex.Get(name)
	if err != nil {
		if enc, err = ianaindex.IANA.Encoding(name); err != nil || enc == nil {
			return charset{}, false
		}
	}
	if enc == encoding.Replacement {
		return charset{}, false
	}
	return charset{name: name, enc: enc, unit: 1}, true
}

// looksBinary reports whether head, taken as single-byte text, has more control characters than a text would. A zero
// byte is one, unless it is among few in text that is ASCII or UTF-8.
func looksBinary(head []byte) bool {
	control, zeros, beyond := 0, 0, 0
	for _, b := range head {
		switch {
		case b > 0x7f:
			beyond++
		case b >= ' ' && b < 0x7f || b == '\n':
		case b == 0:
			zeros++
		case b < ' ' && !strings.ContainsRune("\t\n\r\f\v\x1b\b\x1a", rune(b)), b == 0x7f:
			control++
		}
	}
	if zeros > 0 {
		words := bytes.Count(head, []byte(" ")) + bytes.Count(head, []byte("\n"))
		return control > 0 || zeros*10 > len(head) || words*20 < len(head) || beyond > 0 && !utf8.Valid(head[:max(0, len(head)-utf8.UTFMax)])
	}
	return control*200 > len(head)
}

// isTextHead is the quick gate of detection: whether head can be the beginning of a text in some encoding.
func isTextHead(head []byte) bool {
	if len(head) == 0 {
		return false
	}
	cs, ok := byBOM(head)
	if !ok {
		cs, ok = byZeros(head)
	}
	if ok && cs.unit > 1 {
		rest := head[cs.skip:]
		return printable(cs.decode(rest[:len(rest)/cs.unit*cs.unit])) >= .95
	}
	if _, ok := byEBCDIC(head); ok {
		return true
	}
	return !looksBinary(head) || isInfo(head) && bytes.IndexByte(head, 0) < 0
}

// printable is the share of characters of s that a reader could see, white space included.
func printable(s string) float64 {
	n, good := 0, 0
	for _, r := range s {
		n++
		if r == '\t' || r == '\n' || r == '\r' || r == '\f' || r != utf8.RuneError && unicode.IsPrint(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Zs, r) {
			good++
		}
	}
	if n == 0 {
		return 0
	}
	return float64(good) / float64(n)
}

// detectorSample is how many bytes of lines with other than ASCII characters the statistical detector gets.
const detectorSample = 16 << 10

// findCharset settles how to decode in. It goes by the byte order mark, by the places of zero bytes, by whether all of it is valid UTF-8,
// by the declared charset, and last by statistics. It refuses a file that is no text in any charset.
func findCharset(in *Input, declared string) (charset, error) {
	head := make([]byte, min(in.Size, headSize))
	if n, err := in.R.ReadAt(head, 0); n < len(head) {
		return charset{}, err
	}
	if !isTextHead(head) {
		return charset{}, refuse(ErrUnsupported, "it is binary data, not text")
	}
	if cs, ok := byBOM(head); ok {
		return cs, nil
	}
	if cs, ok := byZeros(head); ok {
		return cs, nil
	}
	if cs, ok := byEBCDIC(head); ok {
		return cs, nil
	}
	if i := bytes.Index(head, []byte("\x1b$")); i >= 0 && !bytes.ContainsFunc(head, func(r rune) bool { return r >= 0x80 }) {
		if cs, ok := byName("iso-2022-jp"); ok && printable(cs.decode(head)) > .98 {
			return cs, nil
		}
	}
	good, bad, sample, err := surveyUTF8(in)
	if err != nil {
		return charset{}, err
	}
	if bad == 0 {
		return utf8Charset, nil
	}
	if good > 20*bad {
		if cs, ok := byStatistics(sample, true); ok && strings.HasPrefix(cs.name, "utf-8") && len(cs.doubt) == 0 {
			return cs, nil
		}
		return utf8Charset, nil
	}
	if cs, ok := byName(declared); ok && cs.enc != nil && printable(cs.decode(sample)) > .98 {
		return cs, nil
	}
	if cs, ok := byStatistics(sample, good > 0); ok {
		in.doubt(cs)
		return cs, nil
	}
	return charset{}, refuse(ErrUnsupported, "it is neither text in a known encoding nor a known binary format")
}

// surveyUTF8 reads the whole file and counts the characters beyond ASCII that are valid UTF-8 and the bytes that are
// not; sample is a part of the lines around the latter, and some of the former if there are any bad ones.
func surveyUTF8(in *Input) (good, bad int, sample []byte, err error) {
	var fine []byte
	r := in.reader()
	buf := make([]byte, min(64<<10, in.Size+utf8.UTFMax)) // a mailbox is many small texts
	keep := 0
	for {
		n, rerr := io.ReadFull(r, buf[keep:])
		b := buf[:keep+n]
		last := rerr != nil
		keep = 0
		fineTo := 0
		for i := 0; i < len(b); {
			if b[i] < utf8.RuneSelf {
				i++
				continue
			}
			if !utf8.FullRune(b[i:]) && !last {
				keep = copy(buf, b[i:])
				break
			}
			c, w := utf8.DecodeRune(b[i:])
			if c != utf8.RuneError || w > 1 {
				good++
				if i >= fineTo && len(fine) < detectorSample/4 {
					fineTo = min(len(b), i+100)
					for fineTo < len(b) && b[fineTo-1] >= utf8.RuneSelf {
						fineTo++
					}
					fine = append(fine, b[i:fineTo]...)
				}
			} else {
				bad++
				if len(sample) < detectorSample {
					from := max(0, i-40, 1+bytes.LastIndexByte(b[:i], '\n'))
					for from > 0 && from < i && b[from-1] >= utf8.RuneSelf { // not in the middle of a character
						from++
					}
					to := min(len(b), i+200)
					for to < len(b) && to < i+300 && b[to-1] >= utf8.RuneSelf {
						to++
					}
					if nl := bytes.IndexByte(b[i:to], '\n'); nl >= 0 {
						to = i + nl + 1
					}
					sample = append(sample, b[from:to]...)
					i = to
					continue
				}
			}
			i += w
		}
		if last {
			if rerr == io.EOF || rerr == io.ErrUnexpectedEOF {
				rerr = nil
			}
			return good, bad, append(sample, fine...), rerr
		}
	}
}

// doubtful is the difference of logarithms below which two readings of a text are about as likely.
const doubtful = 2

// commaBelow writes two letters of Romanian as older code pages have them, in the same places.
var commaBelow = strings.NewReplacer("ș", "ş", "ț", "ţ", "Ș", "Ş", "Ț", "Ţ")

// byStatistics takes the likeliest reading that the letters of languages give. The result must still prove readable. The charset tells if
// another reading is about as likely.
func byStatistics(sample []byte, mixed bool) (charset, bool) {
	all := guesses(sample, false)
	if mixed {
		all = append(guesses(sample, true), all...)
		slices.SortStableFunc(all, func(a, b guess) int { return cmp.Compare(b.score, a.score) })
	}
	best := slices.IndexFunc(all, func(g guess) bool { return readable(g.text) >= .9 })
	beyond := 0
	for _, b := range sample {
		if b >= utf8.RuneSelf {
			beyond++
		}
	}
	if best < 0 || beyond > 40 && beyond*3 > len(sample) && all[best].score < 2*float64(beyond)*oddLetter/3 { // most are nothing in any language
		return charset{}, false
	}
	cs := all[best].charset
	for _, g := range all[best+1:] {
		if g.score > all[best].score-doubtful && commaBelow.Replace(g.text) != commaBelow.Replace(all[best].text) {
			cs.doubt = append(cs.doubt, g.name)
		}
	}
	return cs, true
}

// readable scores a decoded sample: 1 when its characters beyond ASCII are letters, or marks where text has them.
func readable(s string) float64 {
	beyond, good := 0, 0.0
	for _, r := range s {
		switch {
		case r < utf8.RuneSelf:
			if r < ' ' && !strings.ContainsRune("\t\n\r\f", r) {
				beyond++
			}
		case r == utf8.RuneError || unicode.IsControl(r):
			beyond += 3
		case unicode.IsLetter(r), r >= 0x2500 && r < 0x25a0: // boxes of DOS, too
			beyond++
			good++
		case strings.ContainsRune("’‘“”„‚–—…•°§€£«»©®™±´·ºª²³½¼¾¿¡\u00a0×\u3000、。・「」『』（）！？：；，．％～【】", r):
			beyond++
			good += .95
		case unicode.IsPrint(r):
			beyond++
			good += .6
		default:
			beyond++
		}
	}
	if beyond == 0 {
		return 1
	}
	return good / float64(beyond)
}

package chunk

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/words"
	"golang.org/x/text/unicode/norm"
)

// maxTerm is the length in bytes at which terms are cut. Only what is no word is longer.
const maxTerm = 64

// Terms gives the terms by which a text in a language is found, in the order of the text: its Words, stemmed.
func Terms(text, lang string) []string {
	var a Analyzer
	return a.Terms(text, lang)
}

// Words gives the words of a text before stemming, whatever its language: the words of Unicode Standard Annex 29 in
// compatibility form (NFKC) and lower case.
//
//   - Words are cut at apostrophes, full stops and underscores ("l'homme", "example.com", "max_size"); a single letter
//     next to an apostrophe is dropped.
//   - What is joined by one of - / _ . : # @ + and has a digit in it is an identifier, kept whole besides its parts:
//     "A-12/b" gives a, 12, b and a-12/b. A part number is kept without the letters at its end, too.
//   - A number is one word without the separators of its thousands: "1,000" and "1.000" give 1000, "1.452,4" gives 1452.4.
//   - Scripts written without spaces, and Hangul, give the pairs of neighbouring characters; one alone stands for itself.
//   - What people write in several ways, such as dates and telephone numbers, has a word in common: see spellings.
func Words(text string) []string { return AppendWords(make([]string, 0, len(text)/6+1), text) }

// AppendWords appends the words of a text to a list.
func AppendWords(list []string, text string) []string {
	t := tokenizer{text: normalize(text), terms: list}
	t.all()
	return t.terms
}

// Running gives the words of a text one after the other: those of Words without the identifiers, which repeat their parts.
func Running(text string) []string {
	t := tokenizer{text: normalize(text), running: true}
	t.terms = make([]string, 0, len(t.text)/6+1)
	t.all()
	return t.terms
}

// normalize brings a text to compatibility form and lower case.
func normalize(text string) string {
	ascii := true
	for i := 0; i < len(text); i++ {
		if text[i] >= utf8.RuneSelf {
			ascii = false
			break
		}
	}
	if ascii {
		return strings.ToLower(text)
	}
	// Stemmers do not end on invalid text. Lower case can leave compatibility form, in few letters.
	text = strings.ToValidUTF8(text, "\uFFFD")
	return norm.NFKC.String(strings.ToLower(norm.NFKC.String(text)))
}

type tokenizer struct {
	text    string
	running bool // no identifiers
	terms   []string

	run []rune // characters of a script without spaces, side by side
	end int    // of the last token

	// The chain of words joined by single joiners that may be an identifier.
	first, last int // where it begins and, so far, ends
	parts       int
	digit       bool
	joined      bool // the last token was a joiner
}

// all takes the tokens of the text. Those of ASCII, with ASCII behind, are told apart here: the annex's rules for them are few.
func (t *tokenizer) all() {
	var others *words.Iterator[string]
	for i := 0; i < len(t.text); {
		if end, kind := asciiWord(t.text, i); kind&isWord != 0 {
			t.ascii(i, end, kind)
			i = end
			continue
		} else if kind&isOther != 0 {
			t.other(t.text[i:end])
			i, t.end = end, end
			continue
		}
		if others == nil {
			others = words.FromString("")
		}
		others.SetText(t.text[i:]) // what stands before a border has no part in the next
		if !others.Next() {
			break
		}
		t.token(i, others.Value())
		i = t.end
	}
	t.endRun()
	t.endChain()
	if !t.running {
		t.spellings()
	}
}

// A wordKind says what stands in a word.
type wordKind uint8

const (
	hasLetter wordKind = 1 << iota
	hasDigit
	hasInner // what a word of ours does not have
	isWord
	isOther // and not a word
)

// asciiWord gives the end of the token that begins at i, 0 for one that is not all ASCII or may not be.
func asciiWord(text string, i int) (end int, kind wordKind) {
	last := wordKind(0) // of the character before
	start := i
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case isASCIILetter(c):
			last = hasLetter
		case c >= '0' && c <= '9':
			last = hasDigit
		case c == '_':
			last = hasInner
		case c >= utf8.RuneSelf:
			return 0, 0
		default:
			far := i+1 < len(text) && text[i+1] >= utf8.RuneSelf // a letter, or a mark that belongs to this character
			switch inside := strings.IndexByte(".':,;", c) >= 0; {
			case far && (inside || i == start):
				return 0, 0
			case i == start:
				return i + 1, isOther
			case !inside || i+1 == len(text) || !within(last, c, text[i+1]):
				return i, kind | isWord
			}
			last = hasInner
		}
		kind |= last
	}
	return i, kind | isWord
}

// within reports whether a mark between two characters of a word does not end it.
func within(before wordKind, c, after byte) bool {
	switch c {
	case '.', '\'':
		return before == hasLetter && isASCIILetter(after) || before == hasDigit && after >= '0' && after <= '9'
	case ':':
		return before == hasLetter && isASCIILetter(after)
	case ',', ';':
		return before == hasDigit && after >= '0' && after <= '9'
	}
	return false
}

func isASCIILetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// ascii is token for what asciiWord tells.
func (t *tokenizer) ascii(start, end int, kind wordKind) {
	token := t.text[start:end]
	t.end = end
	if token == "_" {
		t.other(token)
		return
	}
	t.begin(start)
	if kind&hasInner != 0 {
		t.word(token)
		return
	}
	t.digit = t.digit || kind&hasDigit != 0
	t.parts++
	if kind&(hasDigit|hasLetter) == hasDigit|hasLetter && !t.running {
		t.add(withoutEnding(token))
	}
	t.add(token)
}

func (t *tokenizer) token(start int, token string) {
	r, size := utf8.DecodeRuneInString(token)
	if start != t.end {
		t.endRun()
		t.endChain()
	}
	t.end = start + len(token)
	switch {
	case pairs(r):
		t.endChain()
		for _, r := range token {
			t.run = append(t.run, r)
		}
		return
	case unicode.IsLetter(r) || unicode.IsNumber(r) || (r == '_' && len(token) > 1):
		t.begin(start)
		t.word(token)
	case len(token) == size:
		t.other(token)
	default:
		t.endRun()
		t.endChain()
	}
}

// begin is for a word that begins at start and goes up to t.end.
func (t *tokenizer) begin(start int) {
	t.endRun()
	if t.parts > 0 && !t.joined {
		t.endChain()
	}
	if t.parts == 0 {
		t.first = start
	}
	t.joined, t.last = false, t.end
}

// other takes one character that is no word: it joins two words or ends what came before.
func (t *tokenizer) other(token string) {
	if t.parts > 0 && !t.joined && strings.Contains("-/_.:#@+‐‑–", token) {
		t.joined = true
		return
	}
	t.endRun()
	t.endChain()
}

// word adds one word of UAX 29, or its parts.
func (t *tokenizer) word(token string) {
	var digit, cut, letter bool
	for _, r := range token {
		switch {
		case '0' <= r && r <= '9' || r > utf8.RuneSelf && unicode.IsDigit(r):
			digit = true
		case inner(r) || r == ',' || r == ';':
			cut = true
		default:
			letter = true
		}
	}
	t.digit = t.digit || digit
	if !cut {
		t.parts++
		if digit && letter && !t.running {
			t.add(withoutEnding(token))
		}
		t.add(token)
		return
	}
	if digit && !letter {
		t.parts++
		t.add(number(token))
		return
	}
	apostrophe := strings.ContainsAny(token, "'’")
	for part := range strings.FieldsFuncSeq(token, func(r rune) bool { return inner(r) || r == ',' || r == ';' }) {
		t.parts++
		if r, n := utf8.DecodeRuneInString(part); apostrophe && n == len(part) && unicode.IsLetter(r) {
			continue
		}
		t.add(part)
	}
}

// inner reports whether r stands inside a word of UAX 29 but not inside one of ours.
func inner(r rune) bool {
	switch r {
	case '\'', '’', '.', '_', ':', '·', '․', '‧', '＿', '‿':
		return true
	}
	return false
}

var separators = strings.NewReplacer("'", "", "’", "", "_", "", "٬", ",", "٫", ".")

// number takes the separators of thousands out of a number and writes its decimal separator as a full stop.
func number(s string) string {
	s = separators.Replace(s)
	last := strings.LastIndexAny(s, ".,")
	if last < 0 {
		return s
	}
	grouped := true // every separator is followed by three digits, or by two and three before the last, as in India
	groups := strings.FieldsFunc(s, func(r rune) bool { return r == '.' || r == ',' })
	mixed := strings.Contains(s, ".") && strings.Contains(s, ",")
	whole := groups
	if mixed {
		whole = groups[:len(groups)-1]
	}
	for i, g := range whole {
		if i > 0 && len(g) != 3 && (len(g) != 2 || i == len(whole)-1) || i == 0 && len(g) > 3 {
			grouped = false
		}
	}
	switch {
	case !grouped || len(groups) < 2:
		return strings.ReplaceAll(s, ",", ".")
	case mixed:
		return strings.Join(whole, "") + "." + groups[len(groups)-1]
	}
	return strings.Join(groups, "")
}

func (t *tokenizer) add(word string) {
	if len(word) > maxTerm {
		n := maxTerm
		for !utf8.RuneStart(word[n]) {
			n--
		}
		word = word[:n]
	}
	if word != "" {
		t.terms = append(t.terms, word)
	}
}

// endChain adds the identifier that ends here, if it is one.
func (t *tokenizer) endChain() {
	if t.parts > 1 && t.digit && !t.running && t.last-t.first <= maxTerm {
		t.add(t.text[t.first:t.last])
	}
	t.parts, t.digit, t.joined = 0, false, false
}

// endRun adds the pairs of a run of characters.
func (t *tokenizer) endRun() {
	if len(t.run) == 1 {
		t.add(string(t.run))
	}
	for i := 1; i < len(t.run); i++ {
		t.add(string(t.run[i-1 : i+1]))
	}
	t.run = t.run[:0]
}

// pairs reports whether r belongs to a script whose words are not told apart by spaces, or are, as in Hangul, but with
// endings that no stemmer here knows.
func pairs(r rune) bool {
	if r < 0x0E00 {
		return false
	}
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao,
		unicode.Khmer, unicode.Myanmar, unicode.Bopomofo) || r == 'ー'
}

package question

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/pattern"
	"golang.org/x/text/unicode/norm"
)

// A token is a word of a sentence, or what stands between quotes.
type lexeme struct {
	text       string // without quotes
	low        string
	stem       string
	start, end int  // bytes of the sentence, quotes included
	comma      bool // a comma, semicolon, colon or full stop stands before it
	quoted     bool
	owner      bool // it stands in the genitive
	capital    bool // it begins with a capital letter
	used       bool
	mended     bool   // stem is that of another word, for which it is a slip
	named      bool   // a part was made of it
	head       string // the stem of the head of a compound
	verb       bool   // it is a verb of another language that nothing knows
}

// quotes maps opening quotes to closing ones.
var quotes = map[rune]rune{'"': '"', '“': '”', '„': '“', '«': '»', '”': '”'}

// lexemesOf divides a sentence into words. Letters and digits make words, and so do marks within numbers and dates: "2024-03",
// "1.5", "03/2024", "Q1/2024" stay whole; "e-mails" and "up-to-date" are divided.
func lexemesOf(text string) []lexeme {
	var out []lexeme
	comma := false
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if end, ok := quotes[r]; ok {
			if j := strings.IndexRune(text[i+n:], end); j > 0 {
				in := text[i+n : i+n+j]
				stop := i + n + j + utf8.RuneLen(end)
				out = append(out, lexeme{text: in, low: strings.ToLower(in), stem: phrase(in), start: i, end: stop, comma: comma, quoted: true})
				i, comma = stop, false
				continue
			}
		}
		if w, n := shorthand(text[i:]); n > 0 && (i == 0 || !letter(rune(text[i-1]))) {
			out = append(out, lexeme{text: text[i : i+n], low: w, stem: w, start: i, end: i + n, comma: comma})
			i, comma = i+n, false
			continue
		}
		if !letter(r) {
			comma = comma || strings.ContainsRune(",;:!?()", r) || r == '.' && ends(text, i)
			i += n
			continue
		}
		j := i
		for j < len(text) {
			r, n := utf8.DecodeRuneInString(text[j:])
			if !letter(r) && !binds(text, i, j, r, n) {
				break
			}
			j += n
		}
		w := text[i:j]
		if strings.HasSuffix(w, "'s") || strings.HasSuffix(w, "’s") { // the owner is who is named
			w = strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s")
			j = i + len(w)
		}
		first, _ := utf8.DecodeRuneInString(w)
		low := strings.ToLower(w)
		folded := stem(low)
		if bare := strings.TrimSuffix(w, "s"); len(bare) > 1 && bare != w && strings.ToUpper(bare) == bare { // MRIs, PDFs
			folded = strings.ToLower(bare)
		}
		out = append(out, lexeme{text: w, low: low, stem: plain(folded), start: i, end: j, comma: comma, capital: unicode.IsUpper(first)})
		comma = false
		if rest := text[j:]; strings.HasPrefix(rest, "'s") || strings.HasPrefix(rest, "’s") {
			out[len(out)-1].owner = true
			j += len(rest) - len(strings.TrimPrefix(strings.TrimPrefix(rest, "'s"), "’s"))
		}
		i = j
	}
	return out
}

var (
	signed  = pattern.New(`^([<>]=?|[≤≥]) ?\d`)
	namely  = pattern.New(`^(?:i\.? ?e|viz)\.`)
	withOut = pattern.New(`^[wW]/([oO]\b)?`)
)

// shorthand reads a sign before a number, and "w/" and "w/o": its word and its length in bytes, 0 for none.
func shorthand(text string) (word string, n int) {
	if m := signed.FindStringSubmatch(text); m != nil {
		return strings.NewReplacer("≤", "<=", "≥", ">=").Replace(m[1]), len(m[1])
	}
	if m := namely.FindString(text); m != "" {
		return "namely", len(m)
	}
	if m := withOut.FindString(text); m != "" {
		return map[int]string{2: "with", 3: "without"}[len(m)], len(m)
	}
	return "", 0
}

// ends reports whether a full stop ends a sentence: it stands before a space and behind a word that is no initial or title.
func ends(text string, at int) bool {
	rest := text[at+1:]
	if rest == "" {
		return true
	}
	if rest[0] != ' ' {
		return false
	}
	before := text[:at]
	if i := strings.LastIndexByte(before, ' '); i >= 0 {
		before = before[i+1:]
	}
	return len(before) > 3
}

func letter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }

// binds reports whether a mark inside of a word belongs to it.
func binds(text string, from, at int, r rune, n int) bool {
	if at == from || at+n >= len(text) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(text[at+n:])
	before, _ := utf8.DecodeLastRuneInString(text[from:at])
	switch r {
	case '\'', '’':
		return unicode.IsLetter(next)
	case ',': // 3,000
		digits := 0
		for _, d := range text[at+n:] {
			if !unicode.IsDigit(d) {
				break
			}
			digits++
		}
		return digits == 3 && unicode.IsDigit(before)
	case '.', '/', '-':
		return unicode.IsDigit(next) && unicode.IsDigit(before) || r == '/' && unicode.IsDigit(next)
	}
	return false
}

// stem folds the plural of a word in lower case.
func stem(w string) string {
	if n := utf8.RuneCountInString(w); n <= 3 {
		if n == 3 && strings.HasSuffix(w, "s") && !has(" was has his its gas bus yes ", w) { // CTs, PDs
			return w[:2]
		}
		return w
	}
	switch {
	case strings.HasSuffix(w, "ies"):
		return w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "ss"), strings.HasSuffix(w, "us"), strings.HasSuffix(w, "is"):
		return w
	case strings.HasSuffix(w, "sses"), strings.HasSuffix(w, "xes"), strings.HasSuffix(w, "ches"), strings.HasSuffix(w, "shes"), strings.HasSuffix(w, "zes"):
		return w[:len(w)-2]
	case strings.HasSuffix(w, "s"):
		return w[:len(w)-1]
	}
	return w
}

// phrase is the stems of the words of a text, between spaces.
func phrase(text string) string {
	words := wordsOf(text)
	for i, w := range words {
		words[i] = plain(stem(w))
	}
	return strings.Join(words, " ")
}

// wordsOf are the words of a name in lower case: runs of letters and digits.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// plain is a word without accents.
func plain(w string) string {
	for i := range len(w) {
		if w[i] >= utf8.RuneSelf {
			return strings.Map(func(r rune) rune {
				if unicode.Is(unicode.Mn, r) {
					return -1
				}
				return r
			}, norm.NFD.String(w))
		}
	}
	return w
}

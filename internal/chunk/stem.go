package chunk

import (
	"strings"
	"unicode/utf8"

	snowball "github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/arabic"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/hungarian"
	"github.com/blevesearch/snowballstem/irish"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/norwegian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/romanian"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"
	"github.com/blevesearch/snowballstem/tamil"
	"github.com/blevesearch/snowballstem/turkish"
	"golang.org/x/text/unicode/norm"
)

// stemmers are the Snowball stemmers (snowballstem.org) by ISO 639-1 code.
var stemmers = map[string]func(*snowball.Env) bool{
	"ar": arabic.Stem, "da": danish.Stem, "nl": dutch.Stem, "en": english.Stem, "fi": finnish.Stem, "fr": french.Stem,
	"de": german.Stem, "hu": hungarian.Stem, "ga": irish.Stem, "it": italian.Stem, "no": norwegian.Stem, "nb": norwegian.Stem,
	"nn": norwegian.Stem, "pt": portuguese.Stem, "ro": romanian.Stem, "ru": russian.Stem, "es": spanish.Stem,
	"sv": swedish.Stem, "ta": tamil.Stem, "tr": turkish.Stem,
}

// maxStems bounds what an Analyzer remembers of one language; hostile text has no end of words.
const maxStems = 1 << 16

// An Analyzer makes terms and remembers the stems it has met. The zero Analyzer is ready; it serves one goroutine.
type Analyzer struct {
	stems map[string]map[string]string // by language, then word
}

// Terms is as the function Terms.
func (a *Analyzer) Terms(text, lang string) []string {
	terms := Words(text)
	for i, w := range terms {
		terms[i] = a.Stem(w, lang)
	}
	return terms
}

// Stem gives the term for one word of Words: its stem in the language, then without accents, so that who types without
// them finds what was written with them. Words with digits are kept as they are. English is stemmed as the United States spell it.
//
// A word of an undecided language is stemmed as English if it is all ASCII letters without its accents: most texts are undecided because
// they are short (titles, labels, rows of figures), English is the likeliest language of those, and its stemmer takes
// only endings away that the question loses as well.
func (a *Analyzer) Stem(word, lang string) string {
	known := a.stems[lang]
	if stem, ok := known[word]; ok {
		return stem
	}
	word = strings.Clone(word) // what is remembered holds no text
	stem := stem(word, lang)
	if known == nil || len(known) >= maxStems {
		if a.stems == nil {
			a.stems = map[string]map[string]string{}
		}
		known = map[string]string{}
		a.stems[lang] = known
	}
	known[word] = stem
	return stem
}

func stem(word, lang string) string {
	ascii, letters := true, true
	for i := 0; i < len(word); i++ {
		c := word[i]
		ascii = ascii && c < utf8.RuneSelf
		letters = letters && (c >= utf8.RuneSelf || 'a' <= c && c <= 'z')
	}
	if !letters {
		return fold(word)
	}
	if (lang == "" || lang == "en") && !ascii { // English has names with accents, which have its endings without them, too
		if plain := fold(word); isASCIIWord(plain) {
			word, ascii = plain, true
		}
	}
	if lang == "" && ascii {
		lang = "en"
	}
	if lang == "en" && ascii {
		word = american(word)
	}
	if f, ok := stemmers[lang]; ok {
		if s := apply(f, word); s != "" {
			word = s
		}
	}
	if ascii {
		return word
	}
	return fold(word)
}

func isASCIIWord(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isASCIILetter(s[i]) {
			return false
		}
	}
	return s != ""
}

// apply runs a stemmer; should one fail on a word that is none, the word stays.
func apply(f func(*snowball.Env) bool, word string) (stem string) {
	defer func() {
		if recover() != nil {
			stem = word
		}
	}()
	env := snowball.NewEnv(word)
	f(env)
	if stem := env.Current(); utf8.ValidString(stem) {
		return stem
	}
	return word
}

// plainLetters writes letters that have no accent to take away as people write them on other keyboards.
var plainLetters = strings.NewReplacer("ł", "l", "ß", "ss", "ø", "o", "đ", "d", "ð", "d", "þ", "th", "æ", "ae", "œ", "oe", "ı", "i", "ħ", "h")

// fold takes accents and vowel points away where a word is commonly written without: in Latin, Greek, Cyrillic, Hebrew
// and Arabic script. The signs of other scripts are letters.
func fold(word string) string {
	word = plainLetters.Replace(word)
	d := norm.NFD.String(word)
	if len(d) == len(word) && d == word && !strings.ContainsFunc(d, mark) {
		return word
	}
	return norm.NFC.String(strings.Map(func(r rune) rune {
		if mark(r) {
			return -1
		}
		return r
	}, d))
}

func mark(r rune) bool {
	return 0x300 <= r && r <= 0x36f || 0x591 <= r && r <= 0x5c7 || 0x64b <= r && r <= 0x65f || r == 0x670
}

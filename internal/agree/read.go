package agree

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/pattern"
)

// A token is a word, a number or a mark of a sentence, with what words.txt says of it.
type token struct {
	text    string // as written
	word    string // in lower case
	stem    string
	senses  []sense
	within  bool // of a phrase that begins before it, or of a number
	content bool // it is a word about the sentence's subject
	name    bool // it has a capital and does not begin the sentence
	number  bool
	value   float64
	mark    bool
	clause  int
}

func (t *token) is(kind string) bool { return t.sense(kind) != nil }

func (t *token) sense(kind string) *sense {
	for i := range t.senses {
		if t.senses[i].kind == kind {
			return &t.senses[i]
		}
	}
	return nil
}

// A reading is a sentence with the facts in it.
type reading struct {
	text    string
	lang    string
	asks    bool // it is a question, and says neither yes nor no
	tokens  []token
	content []int // of tokens
	amounts []amount
	poles   []pole
	denials []denial
}

var pieces = pattern.New(`\d+(?:[.,'’\x{a0}\x{202f}]\d+)*|°[CF]\b|(?:US|[ACS])\$|[€$£¥₹%‰¢≥≤<>]|[\pL\pM]+(?:['’]t\b)?|[,;:()—–.!?/+-]`)

// read takes a sentence apart.
func read(text, lang string) *reading {
	r := &reading{text: text, lang: lang}
	lex := lexiconOf(lang)
	clause, starts, last := 0, true, 0
	for _, at := range pieces.FindAllStringIndex(text, -1) {
		t := token{text: text[at[0]:at[1]], clause: clause}
		t.word = strings.ToLower(t.text)
		joined := last == at[0] && last > 0
		last = at[1]
		first, _ := utf8.DecodeRuneInString(t.text)
		switch {
		case unicode.IsDigit(first):
			t.number = true
			if w := chunk.Running(t.text); len(w) > 0 {
				t.value, _ = strconv.ParseFloat(w[0], 64)
			}
			t.stem = t.text
		case strings.ContainsAny(t.text, ",;:()—–.!?/+-"):
			t.mark = true
			t.stem = t.text
			if strings.ContainsAny(t.text, ";:()—–") || t.text == "," {
				clause++
			}
			starts = starts && t.text != "," || strings.ContainsAny(t.text, ":.!?")
			if t.text == "-" && joined {
				starts = false
			}
			r.tokens = append(r.tokens, t)
			continue
		default:
			if base, not := denied(t.word); not {
				r.addWord(base, t, lex)
				t.text, t.word = "not", "not"
			}
			t.name = unicode.IsUpper(first) && !starts && (lang != "de" || strings.ToUpper(t.text) == t.text && len(t.text) > 1)
			t.stem = stemOf(t.word, lang)
		}
		starts = false
		r.tokens = append(r.tokens, t)
	}
	r.asks = strings.HasSuffix(strings.TrimRight(text, " *_\n"), "?")
	r.mean(lex)
	r.clauses()
	r.numbers(lex)
	r.quantities()
	r.polarity()
	for i := range r.tokens {
		t := &r.tokens[i]
		if t.content = r.tells(t); t.content {
			r.content = append(r.content, i)
		}
	}
	return r
}

// denied takes n't off a verb.
func denied(word string) (base string, not bool) {
	word = strings.ReplaceAll(word, "’", "'")
	base, not = strings.CutSuffix(word, "n't")
	switch base {
	case "ca":
		base = "can"
	case "wo":
		base = "will"
	case "sha":
		base = "shall"
	}
	return base, not
}

func (r *reading) addWord(word string, like token, lex *lexicon) {
	like.text, like.word, like.stem = word, word, stemOf(word, lex.lang)
	r.tokens = append(r.tokens, like)
}

// mean gives the tokens the senses of the longest phrases that begin at them.
func (r *reading) mean(lex *lexicon) {
	free := 0 // tokens before it belong to a phrase
	for i := range r.tokens {
		if i < free {
			continue
		}
		var key strings.Builder
		for n := 0; n < lex.longest && i+n < len(r.tokens); n++ {
			if n > 0 {
				key.WriteByte(' ')
			}
			key.WriteString(r.tokens[i+n].stem)
			found := lex.senses[key.String()]
			if len(found) == 0 {
				continue
			}
			if n > 0 {
				r.tokens[i].senses = nil
				for j := 1; j <= n; j++ {
					r.tokens[i+j].within = true
				}
				free = i + n + 1
			}
			r.tokens[i].senses = append(r.tokens[i].senses, found...)
		}
	}
}

// clauses numbers the clauses of the sentence anew: at marks, and at words that begin one.
func (r *reading) clauses() {
	more := 0
	for i := range r.tokens {
		if t := &r.tokens[i]; i > 0 && !t.within && t.is("clause") {
			more++
		}
		r.tokens[i].clause += more
	}
}

// tells reports whether a token tells the sentence's subject.
func (r *reading) tells(t *token) bool {
	if t.mark || t.number || t.within && t.senses == nil && chunk.Common(t.word, r.lang) {
		return false
	}
	for _, kind := range empty {
		if t.is(kind) && !t.name {
			return false
		}
	}
	if t.is("unit") || t.name {
		return true
	}
	return utf8.RuneCountInString(t.word) > 1 && !chunk.Common(t.word, r.lang)
}

// empty are the kinds of words that do not tell the subject of a sentence.
var empty = []string{"deny", "number", "scale", "about", "month", "each", "part", "by", "clause", "only", "little"}

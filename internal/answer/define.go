package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

// A term is what a question asks the meaning of.
type term struct {
	text   string
	says   *regexp.Regexp // "T is a", "A T means", "T:"
	behind *regexp.Regexp // of an abbreviation, the words before "(T)"; nil: it is none
	ahead  *regexp.Regexp // of an abbreviation, the words behind "T - " or "T stands for"
	begins *regexp.Regexp // "T - " and "T: ", as lists of terms have them
}

// mostBefore bounds the words before an abbreviation that may spell it out.
const mostBefore = 8

func newTerm(text string) *term {
	t := &term{text: bareTerm(text)}
	quoted := strings.Join(strings.FieldsFunc(regexp.QuoteMeta(t.text), func(r rune) bool { return r == ' ' || r == '-' }), `[\s-]`)
	t.begins = regexp.MustCompile(`(?mi)^\W{0,4}` + quoted + `(?:\(\d\))?\W{0,3}?(?:\s[-–—]{1,2}\s|:\s)\W*\pL`)
	t.says = regexp.MustCompile(`(?mi)^(?:an?|the|eine?|der|die|das|une?|le|la|el|un|una)?\s*` + quoted + `s?[\pP\s]*(?:\(|:|–|—|=|\b(?:is (?:an?|the|when|where)|are|means?|stands? for|refers? to|denotes?|(?:ist|sind) (?:eine?|der|die|das)?|bedeutet|bezeichnet|steht für|est (?:une?|le|la)|signifie|désigne|es (?:una?|el|la)|significa)\b)`)
	if n := utf8.RuneCountInString(t.text); n > 1 && n <= mostBefore && strings.ToUpper(t.text) == t.text && strings.ContainsFunc(t.text, unicode.IsLetter) {
		t.behind = regexp.MustCompile(`((?:[\pL\pN][\pL\pN'’-]*,?\s+){1,8})\(` + quoted + `s?\)`)
		t.ahead = regexp.MustCompile(`(?m)(?:^|\W)` + quoted + `\W{0,3}(?:\s[-–—]{1,2}\s|[:=(]|\s(?:stands|is short) for\s)\W*((?:[\pL\pN][\pL\pN'’-]*[\s-]*){1,8})`)
	}
	return t
}

// quotes stand around a term that is asked for.
const quotes = "\"'“”‘’„«»` "

var article = pattern.New(`(?i)^(?:the|an?|der|die|das|eine?|le|la|les|une?|el|los|las|una?) +`)

// bareTerm is a term without the quotes around it, nor the article before a single word.
func bareTerm(text string) string {
	text = strings.Trim(text, quotes)
	if bare := article.ReplaceAllString(text, ""); bare != "" && !strings.Contains(bare, " ") {
		return bare
	}
	return text
}

// weigh is 0 for a text that does not define the term, 1 for one that does, and more for one that spells it out.
func (t *term) weigh(text string) float64 {
	switch {
	case t == nil:
		return 0
	case t.begins.MatchString(text):
		return 1.8
	case t.expanded(text):
		return 1.5
	case t.says.MatchString(text):
		return 1
	}
	return 0
}

// leastInitials is how many letters of an abbreviation the words before it must begin with, in its order. Not all need: IAA is an
// interagency agreement.
const leastInitials = 2

// expanded reports whether a text spells out an abbreviation.
func (t *term) expanded(text string) bool {
	if t.behind == nil {
		return false
	}
	for _, m := range append(t.behind.FindAllStringSubmatch(text, -1), t.ahead.FindAllStringSubmatch(text, -1)...) {
		rest, n := []rune(strings.ToLower(t.text)), 0
		for word := range strings.FieldsSeq(strings.ToLower(m[1])) {
			first, _ := utf8.DecodeRuneInString(word)
			if at := slices.Index(rest, first); at >= 0 {
				rest = rest[at+1:]
				n++
			}
		}
		if n >= leastInitials {
			return true
		}
	}
	return false
}

// Defines tells texts that say what a term means; for an abbreviation, texts that spell it out.
func Defines(text string) func(text string) bool {
	t := newTerm(text)
	if t.behind != nil {
		return t.expanded
	}
	return func(text string) bool { return t.says.MatchString(text) || t.begins.MatchString(text) }
}

// definingFirst brings forward passages that define a term, first the ones that spell it out.
func definingFirst(hits []spar.Hit, text string) []spar.Hit {
	t := newTerm(text)
	var best, first, rest []spar.Hit
	for _, h := range hits {
		switch w := t.weigh(h.Passage.Text); {
		case w > 1:
			best = append(best, h)
		case w > 0:
			first = append(first, h)
		default:
			rest = append(rest, h)
		}
	}
	return append(append(best, first...), rest...)
}

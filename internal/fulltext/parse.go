// Package fulltext finds files by expressions over their words: phrases, AND, OR, NOT, NEAR and prefixes. It looks words up in segments and
// verifies the matches in their text, so that over the read files it is exact and complete.
//
//	contract "notice period" (lessor OR tenant) NOT draft terminat* NEAR/5 notice
//
// Words side by side must all be there; operators are written in capitals. Words are those of chunk.Running, whatever their letter case,
// and not their stems; a phrase with an identifier is one of chunk.Words.
package fulltext

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/spar"
)

const (
	maxDepth = 50
	maxWords = 200 // in an expression
	mostNear = 50  // words between those of NEAR
)

// An Expr is an expression. One of All, Any, Not, Words and Near is set.
type Expr struct {
	All, Any []Expr
	Not      *Expr
	Words    []Word // side by side
	Said     string // as Words were written
	Whole    bool   // Words have an identifier, which is looked for whole, besides its parts
	Near     []Expr // phrases, each at most Within words from the one before it, in either order
	Within   int
}

// A Word is a word as chunk.Words gives it, or with Prefix all that begin so.
type Word struct {
	Text   string
	Prefix bool
}

// Parse reads an expression.
func Parse(text string) (Expr, error) {
	p := parser{text: text}
	e, err := p.any(0)
	if err == nil && p.at < len(p.text) {
		err = p.fail("no ( stands open for this )")
	}
	if err == nil && p.words > maxWords {
		err = spar.Errorf(spar.Invalid, "%d words are too many for one expression; at most %d", p.words, maxWords)
	}
	return e, err
}

// Composed reports whether a text has an operator, a phrase or a prefix, so that people mean it as an expression. A question may quote words
// without being one.
func Composed(text string) bool {
	asked := strings.HasSuffix(strings.TrimSpace(text), "?")
	for i, w := range strings.Fields(text) {
		w = strings.TrimLeft(w, "(")
		end := strings.TrimRight(w, ")")
		switch {
		case w == "AND" || w == "OR" || w == "NOT" || strings.HasPrefix(w, "NEAR/"):
			return true
		case !asked && (w == "NEAR" && i > 0 || strings.HasPrefix(w, `"`) || len(end) > 1 && strings.HasSuffix(end, "*")):
			return true
		}
	}
	return false
}

type parser struct {
	text  string
	at    int
	words int
}

func (p *parser) fail(format string, args ...any) error {
	return spar.Errorf(spar.Invalid, "in the expression: %w (at character %d)", spar.Errorf(spar.Invalid, format, args...), utf8.RuneCountInString(p.text[:p.at])+1)
}

func (p *parser) space() {
	for p.at < len(p.text) {
		r, n := utf8.DecodeRuneInString(p.text[p.at:])
		if !unicode.IsSpace(r) {
			return
		}
		p.at += n
	}
}

// accept moves past an operator if it comes next, alone.
func (p *parser) accept(word string) bool {
	p.space()
	rest, ok := strings.CutPrefix(p.text[p.at:], word)
	if r, n := utf8.DecodeRuneInString(rest); !ok || n > 0 && !unicode.IsSpace(r) && r != '(' && r != ')' && r != '"' {
		return false
	}
	p.at += len(word)
	return true
}

func (p *parser) any(depth int) (Expr, error) {
	if depth > maxDepth {
		return Expr{}, p.fail("groups stand in groups more than %d deep", maxDepth)
	}
	var list []Expr
	for {
		e, err := p.all(depth)
		if err != nil {
			return e, err
		}
		if list = append(list, e); !p.accept("OR") {
			break
		}
	}
	if len(list) == 1 {
		return list[0], nil
	}
	return Expr{Any: list}, nil
}

func (p *parser) all(depth int) (Expr, error) {
	var list []Expr
	for {
		if p.accept("AND"); p.ends() {
			return Expr{}, p.fail("a word is missing here; write a word, a \"phrase\", begin* or (...)")
		}
		e, err := p.not(depth)
		if err != nil {
			return e, err
		}
		list = append(list, e)
		at := p.at
		if p.accept("AND") {
			p.at = at
			continue
		}
		if p.ends() {
			break
		}
	}
	if len(list) == 1 {
		return list[0], nil
	}
	return Expr{All: list}, nil
}

// ends reports whether no operand comes next.
func (p *parser) ends() bool {
	p.space()
	at := p.at
	defer func() { p.at = at }()
	return at == len(p.text) || p.text[at] == ')' || p.accept("OR") || p.accept("AND")
}

func (p *parser) not(depth int) (Expr, error) {
	if p.accept("NOT") {
		if p.ends() {
			return Expr{}, p.fail("a word is missing behind NOT")
		}
		e, err := p.not(depth + 1)
		return Expr{Not: &e}, err
	}
	return p.near(depth)
}

func (p *parser) near(depth int) (Expr, error) {
	first, err := p.operand(depth)
	if err != nil {
		return first, err
	}
	e := Expr{Near: []Expr{first}}
	for {
		p.space()
		at := p.at
		rest, ok := strings.CutPrefix(p.text[at:], "NEAR/")
		if !ok {
			break
		}
		digits := 0
		for digits < len(rest) && rest[digits] >= '0' && rest[digits] <= '9' {
			digits++
		}
		n, err := strconv.Atoi(rest[:digits])
		if err != nil || n < 1 || n > mostNear {
			return e, p.fail("write NEAR/5 for at most five words between, and from 1 to %d", mostNear)
		}
		if len(e.Near) > 1 && n != e.Within {
			return e, p.fail("one NEAR behind the other takes the same number")
		}
		e.Within = n
		if p.at += len("NEAR/") + digits; p.ends() {
			return e, p.fail("a word is missing behind NEAR/%d", n)
		}
		next, err := p.operand(depth)
		if err != nil {
			return e, err
		}
		e.Near = append(e.Near, next)
		for _, one := range e.Near {
			if one.Words == nil {
				p.at = at
				return e, p.fail("NEAR stands between words and phrases")
			}
		}
	}
	if len(e.Near) == 1 {
		return first, nil
	}
	return e, nil
}

func (p *parser) operand(depth int) (Expr, error) {
	p.space()
	start := p.at
	if strings.HasPrefix(p.text[p.at:], "(") {
		p.at++
		e, err := p.any(depth + 1)
		if err != nil {
			return e, err
		}
		if p.space(); p.at == len(p.text) {
			p.at = start
			return e, p.fail("the ) of this ( is missing")
		}
		p.at++
		return e, nil
	}
	if strings.HasPrefix(p.text[p.at:], `"`) {
		end := strings.IndexByte(p.text[p.at+1:], '"')
		if end < 0 {
			return Expr{}, p.fail("the closing quote is missing")
		}
		p.at += end + 2
		text := p.text[start+1 : p.at-1]
		p.at += len(p.text[p.at:]) - len(strings.TrimLeft(p.text[p.at:], ",.;:?!")) // of the sentence that has the quotation
		return p.phrase(start, text)
	}
	for p.at < len(p.text) {
		r, n := utf8.DecodeRuneInString(p.text[p.at:])
		if unicode.IsSpace(r) || r == '(' || r == ')' {
			break
		}
		p.at += n
	}
	return p.phrase(start, p.text[start:p.at])
}

// phrase makes words of a text; each may be the beginning of one.
func (p *parser) phrase(start int, text string) (Expr, error) {
	e := Expr{Said: strings.ToLower(strings.Join(strings.Fields(strings.ReplaceAll(text, `"`, " ")), " "))}
	for _, part := range strings.Fields(e.Said) {
		begin, prefix := strings.CutSuffix(part, "*")
		words := chunk.Words(begin)
		e.Whole = e.Whole || len(words) > len(chunk.Running(begin))
		for i, w := range words {
			e.Words = append(e.Words, Word{Text: w, Prefix: prefix && i == len(words)-1})
		}
	}
	if len(e.Words) == 0 {
		p.at = start
		return e, p.fail("%q has no word in it", text)
	}
	p.words += len(e.Words)
	return e, nil
}

// String prints the expression; Parse reads it back to the same one.
func (e Expr) String() string { return e.print(0) }

// print puts parentheses round what binds less tightly than level: 0 or, 1 and, 2 not and near.
func (e Expr) print(level int) string {
	join := func(list []Expr, between string, inner, own int) string {
		parts := make([]string, len(list))
		for i, k := range list {
			parts[i] = k.print(inner)
		}
		text := strings.Join(parts, between)
		if level > own {
			return "(" + text + ")"
		}
		return text
	}
	switch {
	case e.Any != nil:
		return join(e.Any, " OR ", 1, 0)
	case e.All != nil:
		return join(e.All, " ", 2, 1)
	case e.Not != nil:
		return "NOT " + e.Not.print(2)
	case e.Near != nil:
		return join(e.Near, " NEAR/"+strconv.Itoa(e.Within)+" ", 3, 2)
	}
	return `"` + e.Said + `"`
}

// Positive lists the words that must be there somewhere, for ranking the results.
func (e Expr) Positive() (words []string) {
	for _, list := range [][]Expr{e.All, e.Any, e.Near} {
		for _, k := range list {
			words = append(words, k.Positive()...)
		}
	}
	for _, w := range e.Words {
		words = append(words, w.Text)
	}
	return words
}

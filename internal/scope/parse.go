// Package scope parses, prints and gives meaning to scopes, the predicates by which files are selected. It knows no
// catalog: what the names in a scope stand for it asks of a Resolver.
//
// The text form is constraints separated by white space, all of which must hold:
//
//	share:docs  tag:"Leave policy"  tag:(HR|Legal)  type:pdf  path:finance/**  -path:**/drafts/**  modified:2019..2021
//
// A constraint is key:value, key:"quoted value", key:(either|or), key:from..to with either end left out, or key:>value; a
// minus in front negates it, a tilde marks it as guessed. Keys may be quoted too. Quotes know the escapes \" and \\.
package scope

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar"
)

// maxLength bounds the text of a scope: it comes from people and, later, from models.
const maxLength = 64 << 10

// Parse reads the text form of a scope. Its errors name the place and the remedy.
func Parse(text string) (spar.Scope, error) {
	var s spar.Scope
	if len(text) > maxLength {
		return s, spar.Errorf(spar.Invalid, "the scope is %d bytes long; at most %d are read", len(text), maxLength)
	}
	p := parser{text: text}
	for {
		p.space()
		if p.at == len(p.text) {
			return s, nil
		}
		c, err := p.constraint()
		if err != nil {
			return spar.Scope{}, err
		}
		s.Constraints = append(s.Constraints, c)
	}
}

// Constraint makes one constraint from a key and the text of its value, as a command-line flag gives them: a range is
// recognised, alternatives stand between parentheses, anything else is one literal value.
func Constraint(key, value string) (spar.Constraint, error) {
	if value == "" {
		return spar.Constraint{}, spar.Errorf(spar.Invalid, "the value of %q is empty", key)
	}
	if strings.HasPrefix(value, "(") || strings.HasPrefix(value, `"`) || (strings.Contains(value, "..") && ranged(key)) {
		p := parser{text: value}
		c := spar.Constraint{Key: key}
		var err error
		c.Values, err = p.values()
		if err == nil && p.at < len(p.text) {
			err = p.fail("the value of %q ends before %q; quote it", key, p.text[p.at:])
		}
		return c, err
	}
	return spar.Constraint{Key: key, Values: []spar.Match{{Text: value}}}, nil
}

// Values are those that were given for a key, each as Constraint takes it.
type Values struct {
	Key   string
	Texts []string
}

// Conjunction joins a scope and constraints on keys, in the query language. The values of one key are alternatives,
// except tags, each of which must hold.
func Conjunction(text string, keys ...Values) (string, error) {
	s, err := Parse(text)
	if err != nil {
		return "", err
	}
	for _, k := range keys {
		for i, v := range k.Texts {
			c, err := Constraint(k.Key, v)
			if err != nil {
				return "", err
			}
			if last := len(s.Constraints) - 1; i > 0 && k.Key != "tag" {
				s.Constraints[last].Values = append(s.Constraints[last].Values, c.Values...)
				continue
			}
			s.Constraints = append(s.Constraints, c)
		}
	}
	return Print(s), nil
}

// ranged reports whether a range makes sense for a key; in paths, names and tags two dots are just two dots.
func ranged(key string) bool {
	k, ok := fileKeys[strings.ToLower(key)]
	return !ok || k.ranged
}

type parser struct {
	text string
	at   int
}

func (p *parser) fail(format string, args ...any) error {
	args = append(args, p.at+1)
	return spar.Errorf(spar.Invalid, "in the scope: "+format+" (at character %d)", args...)
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

// accept moves past s if it comes next.
func (p *parser) accept(s string) bool {
	if strings.HasPrefix(p.text[p.at:], s) {
		p.at += len(s)
		return true
	}
	return false
}

func (p *parser) constraint() (spar.Constraint, error) {
	var c spar.Constraint
	c.Guess = p.accept("~")
	c.Not = p.accept("-")
	start := p.at
	if strings.HasPrefix(p.text[p.at:], `"`) {
		quoted, _, err := p.atom()
		if err != nil {
			return c, err
		}
		c.Key = strings.ToLower(quoted)
	} else {
		for p.at < len(p.text) && keyByte(p.text[p.at]) {
			p.at++
		}
		c.Key = strings.ToLower(p.text[start:p.at])
	}
	if c.Key == "" || !p.accept(":") {
		word, _, _ := strings.Cut(p.text[start:], " ")
		p.at = start
		return c, p.fail("%q is not a constraint; write key:value, such as type:pdf", word)
	}
	var err error
	c.Values, err = p.values()
	if err != nil {
		return c, err
	}
	if p.at < len(p.text) {
		if r, _ := utf8.DecodeRuneInString(p.text[p.at:]); !unicode.IsSpace(r) {
			return c, p.fail("a space is missing before %q", string(r))
		}
	}
	for _, m := range c.Values {
		if m.Range && !ranged(c.Key) {
			return c, p.fail(`%s takes no range; if the dots are part of the value, quote it: %s:"%s..%s"`, c.Key, c.Key, m.From, m.To)
		}
	}
	return c, nil
}

func keyByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_' || b == '-' || b == '.'
}

func (p *parser) values() ([]spar.Match, error) {
	if !p.accept("(") {
		m, err := p.match()
		return []spar.Match{m}, err
	}
	var list []spar.Match
	for {
		p.space()
		m, err := p.match()
		if err != nil {
			return nil, err
		}
		list = append(list, m)
		p.space()
		if p.accept(")") {
			return list, nil
		}
		if !p.accept("|") {
			return nil, p.fail("the alternatives need a | between them and a ) behind them")
		}
	}
}

func (p *parser) match() (spar.Match, error) {
	from, found, err := p.atom()
	if err != nil {
		return spar.Match{}, err
	}
	if p.accept("..") {
		to, also, err := p.atom()
		if err == nil && !found && !also {
			err = p.fail("a range needs at least one end")
		}
		return spar.Match{Range: true, From: from, To: to}, err
	}
	if !found {
		return spar.Match{}, p.fail("a value is missing")
	}
	return spar.Match{Text: from}, nil
}

// atom reads a quoted or a bare value; found is false when there is none.
func (p *parser) atom() (value string, found bool, err error) {
	if p.accept(`"`) {
		var b strings.Builder
		for p.at < len(p.text) {
			c := p.text[p.at]
			p.at++
			switch {
			case c == '"':
				return b.String(), true, nil
			case c == '\\' && p.at < len(p.text):
				b.WriteByte(p.text[p.at])
				p.at++
			default:
				b.WriteByte(c)
			}
		}
		return "", false, p.fail("a closing quote is missing")
	}
	start := p.at
	for p.at < len(p.text) {
		rest := p.text[p.at:]
		r, n := utf8.DecodeRuneInString(rest)
		if unicode.IsSpace(r) || strings.ContainsRune(`|()"`, r) || strings.HasPrefix(rest, "..") {
			break
		}
		p.at += n
	}
	return p.text[start:p.at], p.at > start, nil
}

// Print writes a scope in its text form; Parse reads it back to an equal scope. The empty scope prints as "".
func Print(s spar.Scope) string {
	parts := make([]string, len(s.Constraints))
	for i, c := range s.Constraints {
		parts[i] = PrintConstraint(c)
	}
	return strings.Join(parts, " ")
}

// PrintConstraint writes one constraint.
func PrintConstraint(c spar.Constraint) string {
	var b strings.Builder
	if c.Guess {
		b.WriteByte('~')
	}
	if c.Not {
		b.WriteByte('-')
	}
	if c.Key == "" || strings.ContainsFunc(c.Key, func(r rune) bool { return r >= utf8.RuneSelf || !keyByte(byte(r)) }) {
		b.WriteString(quoted(c.Key))
	} else {
		b.WriteString(c.Key)
	}
	b.WriteByte(':')
	if len(c.Values) != 1 {
		b.WriteByte('(')
	}
	for i, m := range c.Values {
		if i > 0 {
			b.WriteByte('|')
		}
		if m.Range {
			b.WriteString(quoteEnd(m.From) + ".." + quoteEnd(m.To))
		} else {
			b.WriteString(quote(m.Text))
		}
	}
	if len(c.Values) != 1 {
		b.WriteByte(')')
	}
	return b.String()
}

func quoteEnd(s string) string {
	if s == "" {
		return ""
	}
	return quote(s)
}

func quote(s string) string {
	plain := s != "" && !strings.Contains(s, "..") && !strings.HasSuffix(s, ".") && !strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(`|()"\`, r)
	})
	if plain {
		return s
	}
	return quoted(s)
}

func quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

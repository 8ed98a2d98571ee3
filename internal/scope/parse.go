// Package scope parses, prints and gives meaning to scopes, the predicates that select files. It knows no catalog: a Resolver tells what
// the names in a scope stand for.
//
// The text form is constraints separated by white space; all must hold:
//
//	share:docs  tag:"Leave policy"  tag:(HR|Legal)  type:pdf  path:finance/**  -path:**/drafts/**  modified:2019..2021
//
// A constraint is key:value, key:"quoted value", key:(either|or), key:from..to with either end left out, or key:>value; a minus in front
// negates it, a tilde marks it as guessed. Keys may be quoted too. Quotes know the escapes \" and \\.
//
// The word or, alone and in lower case, stands between alternatives and binds less tightly than white space; parentheses group. @name is a
// saved scope, and +file:share:path adds a file to the files that the rest selects.
package scope

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/spar"
)

const (
	maxLength = 64 << 10 // of the text of a scope, in bytes: it comes from people and from models
	maxDepth  = 50       // of groups within groups
)

// Parse reads the text form of a scope, in its normal form (see Normal). Its errors name the place and the remedy.
func Parse(text string) (spar.Scope, error) {
	s, _, err := parse(text)
	return s, err
}

// ParseWords reads what Parse does, and takes other words for what people look for by them: each stands for the files and folders whose name
// has it, and for the text that was read so far. It returns the words, without quotes, and a scope that Parse reads when it is printed.
func ParseWords(text string) (s spar.Scope, words []string, err error) {
	p := parser{text: text, worded: true}
	s, err = p.whole()
	return s, p.words, err
}

// parse also gives where in the text each constraint of Leaves begins.
func parse(text string) (s spar.Scope, starts []int, err error) {
	p := parser{text: text}
	s, err = p.whole()
	return s, p.starts, err
}

func (p *parser) whole() (s spar.Scope, err error) {
	if len(p.text) > maxLength {
		return s, spar.Errorf(spar.Invalid, "the scope is %d bytes long; at most %d are read", len(p.text), maxLength)
	}
	if p.space(); p.at == len(p.text) {
		return s, nil
	}
	alternatives, err := p.alternatives(0)
	if err == nil && p.at < len(p.text) {
		err = p.fail("no ( stands open for this )")
	}
	if err != nil {
		return s, err
	}
	return Normal(spar.Scope{Constraints: []spar.Constraint{{Any: alternatives}}}), nil
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

// Values are the values given for a key, each as Constraint takes it.
type Values struct {
	Key   string
	Texts []string
}

// Conjunction joins a scope and constraints on keys, in the query language. The values of one key are alternatives; but all tags must hold.
// A scope alone stays as it was typed, so that errors point at the text that people see.
func Conjunction(text string, keys ...Values) (string, error) {
	text = strings.TrimSpace(text)
	s, _, err := ParseWords(text)
	if err != nil || !slices.ContainsFunc(keys, func(k Values) bool { return len(k.Texts) > 0 }) {
		return text, err
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
	text   string
	at     int
	starts []int // of the constraints, in order
	worded bool  // words that are no constraints are read, too
	words  []string
}

func (p *parser) fail(format string, args ...any) error {
	err := spar.Errorf(spar.Invalid, "in the scope: %w (%s)", spar.Errorf(spar.Invalid, format, args...), spar.Phrase(place(p.text, p.at)))
	err.Spot = spot(p.text, p.at)
	return err
}

// spot is where in a text a byte is.
func spot(text string, at int) *spar.Spot {
	return &spar.Spot{Text: text, At: utf8.RuneCountInString(text[:at]) + 1}
}

// place says for a person where in a text a byte is.
func place(text string, at int) string {
	n := utf8.RuneCountInString(text[:at]) + 1
	if rest := []rune(text[at:]); len(rest) > 0 && n > 1 {
		const shown = 20
		if len(rest) > shown {
			rest = append(rest[:shown], '…')
		}
		return fmt.Sprintf("at character %d, before %q", n, string(rest))
	}
	return fmt.Sprintf("at character %d", n)
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

// alternatives reads what stands between or, up to the end or to the ) of a group.
func (p *parser) alternatives(depth int) (list []spar.Scope, err error) {
	if depth > maxDepth {
		return nil, p.fail("groups stand in groups more than %d deep", maxDepth)
	}
	for {
		var s spar.Scope
		for {
			p.space()
			if p.at == len(p.text) || p.text[p.at] == ')' || p.word("or") {
				break
			}
			c, err := p.term(depth)
			if err != nil {
				return nil, err
			}
			s.Constraints = append(s.Constraints, c)
		}
		if len(s.Constraints) == 0 {
			return nil, p.fail("a constraint is missing here; write key:value, such as type:pdf, (...) or @NAME")
		}
		if err := p.consistent(s); err != nil {
			return nil, err
		}
		list = append(list, s)
		if !p.word("or") {
			break
		}
		p.at += len("or")
	}
	if len(list) > 1 || depth > 0 {
		for _, s := range list {
			if slices.ContainsFunc(s.Constraints, func(c spar.Constraint) bool { return c.Guess }) {
				return nil, p.fail("a guess excludes nothing, so that it means nothing within a group; write ~(...) round all of it")
			}
		}
	}
	return list, nil
}

// consistent refuses a conjunction that adds a file and takes it out.
func (p *parser) consistent(s spar.Scope) error {
	for _, c := range s.Constraints {
		if c.Add && slices.ContainsFunc(s.Constraints, func(d spar.Constraint) bool {
			return d.Key == c.Key && d.Not && !d.Add && slices.ContainsFunc(d.Values, func(m spar.Match) bool { return slices.Contains(c.Values, m) })
		}) {
			return p.fail("%s is taken out here too; leave one of the two", PrintConstraint(c))
		}
	}
	return nil
}

// word reports whether a word comes next, alone.
func (p *parser) word(w string) bool {
	if !strings.HasPrefix(p.text[p.at:], w) {
		return false
	}
	r, n := utf8.DecodeRuneInString(p.text[p.at+len(w):])
	return n == 0 || unicode.IsSpace(r) || r == '(' || r == ')'
}

// term reads a constraint, a reference or a group, and sees that it ends.
func (p *parser) term(depth int) (c spar.Constraint, err error) {
	start := p.at
	if c.Add = p.accept("+"); !c.Add {
		c.Guess = p.accept("~")
		c.Not = p.accept("-")
	}
	switch {
	case !c.Add && p.accept("("):
		open := p.at - 1
		if c.Any, err = p.alternatives(depth + 1); err != nil {
			return c, err
		}
		if !p.accept(")") {
			p.at = open
			return c, p.fail("the ) of this ( is missing")
		}
	case !c.Add && p.accept("@"):
		p.starts = append(p.starts, start)
		c.Key = spar.Saved
		name, found, err := p.atom()
		if err != nil {
			return c, err
		}
		if !found || name == "" {
			return c, p.fail("the name of a saved scope is missing behind @; write @NAME or @OWNER/NAME")
		}
		c.Values = []spar.Match{{Text: name}}
	default:
		p.starts = append(p.starts, start)
		if err := p.constraint(&c); err != nil {
			return c, err
		}
	}
	if p.at < len(p.text) {
		if r, _ := utf8.DecodeRuneInString(p.text[p.at:]); !unicode.IsSpace(r) && (r != ')' || depth == 0) {
			return c, p.fail("a space is missing before %q", string(r))
		}
	}
	return c, nil
}

func (p *parser) constraint(c *spar.Constraint) error {
	start := p.at
	if strings.HasPrefix(p.text[p.at:], `"`) {
		quoted, _, err := p.atom()
		if err != nil {
			return err
		}
		c.Key = strings.ToLower(quoted)
	} else {
		for p.at < len(p.text) && keyByte(p.text[p.at]) {
			p.at++
		}
		c.Key = strings.ToLower(p.text[start:p.at])
	}
	if c.Key == "" || !p.accept(":") {
		if p.worded && !c.Add && p.bare(c, start) {
			return nil
		}
		return p.noConstraint(start)
	}
	if c.Add && c.Key != fileKeyName {
		p.at = start
		return p.fail("+ adds one file: write +file:SHARE:PATH")
	}
	var err error
	if c.Values, err = p.values(); err != nil {
		return err
	}
	for _, m := range c.Values {
		if m.Range && !ranged(c.Key) {
			return p.fail(`%s takes no range; if the dots are part of the value, quote it: %s:"%s..%s"`, c.Key, c.Key, m.From, m.To)
		}
	}
	return nil
}

// wordLooked bounds the letters of a word that is looked for.
const wordLooked = 200

// bare reads a word, or several in quotes, and makes a constraint of it. It returns false for what looks like another constraint.
func (p *parser) bare(c *spar.Constraint, start int) bool {
	p.at = start
	var word string
	if quoted, found, err := p.atom(); strings.HasPrefix(p.text[start:], `"`) {
		if err != nil || !found || p.at < len(p.text) && p.text[p.at] == ':' {
			return false
		}
		word = strings.Join(strings.Fields(quoted), " ")
	} else {
		p.at = start
		end := strings.IndexFunc(p.text[start:], func(r rune) bool { return unicode.IsSpace(r) || r == '(' || r == ')' })
		if end < 0 {
			end = len(p.text) - start
		}
		word = p.text[start : start+end]
		p.at = start + end
	}
	if !strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) || strings.ContainsAny(word, `:="|@`) || len(word) > wordLooked ||
		strings.EqualFold(word, "or") || strings.EqualFold(word, "and") {
		return false
	}
	p.words = append(p.words, word)
	c.Key = ""
	c.Any = lookedFor(word)
	return true
}

// lookedFor is what a word stands for: files and folders that have it in their name, and what was read of the text.
func lookedFor(word string) []spar.Scope {
	one := func(key string, values ...string) spar.Constraint {
		c := spar.Constraint{Key: key}
		for _, v := range values {
			c.Values = append(c.Values, spar.Match{Text: v})
		}
		return c
	}
	alone := func(list ...spar.Constraint) spar.Scope { return spar.Scope{Constraints: list} }
	if strings.ContainsAny(word, "*?") {
		return []spar.Scope{alone(one("name", word)), alone(one("folder", word))}
	}
	var globs []string
	lower := strings.ToLower(word)
	first, n := utf8.DecodeRuneInString(lower)
	for _, w := range []string{word, lower, string(unicode.ToUpper(first)) + lower[n:], strings.ToUpper(word)} {
		if glob := "*" + EscapeGlob(w) + "*"; !slices.Contains(globs, glob) {
			globs = append(globs, glob)
		}
	}
	read := []string{string(spar.OK), string(spar.Partial)}
	return []spar.Scope{alone(one("name", globs...)), alone(one("folder", globs...)), alone(one("state", read...), one("text", `"`+word+`"`))}
}

// noConstraint says what could stand in place of a word.
func (p *parser) noConstraint(start int) error {
	word := p.text[start:]
	if end := strings.IndexFunc(word, unicode.IsSpace); end >= 0 {
		word = word[:end]
	}
	p.at = start
	if strings.EqualFold(word, "or") {
		return p.fail("%q is not a constraint; alternatives stand between or, in lower case", word)
	}
	if strings.EqualFold(word, "and") {
		return p.fail("%q is not a constraint; leave it out: all constraints side by side must hold", word)
	}
	hint := ""
	if key, value, ok := strings.Cut(word, "="); ok && key != "" && !strings.ContainsFunc(key, func(r rune) bool { return r >= utf8.RuneSelf || !keyByte(byte(r)) }) {
		hint = fmt.Sprintf("; did you mean %q?", key+":"+value)
	} else {
		hint = nearest.Hint(strings.ToLower(word), slices.Values(slices.Sorted(slices.Values(FileKeys()))))
	}
	return p.fail("%q is not a constraint; write key:value, such as type:pdf%s", word, spar.Phrase(hint))
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

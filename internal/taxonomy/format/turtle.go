package format

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/taxonomy"
)

// readTurtle reads SKOS as Turtle (https://www.w3.org/TR/turtle/), which includes N-Triples.
func readTurtle(s *source) (taxonomy.Vocabulary, error) {
	data, err := s.whole()
	if err != nil {
		return taxonomy.Vocabulary{}, err
	}
	g := newGraph(s.remarks)
	t := &turtleReader{text: string(data), prefixes: map[string]string{}, emit: g.add}
	if err := t.document(); err != nil {
		return taxonomy.Vocabulary{}, err
	}
	return g.vocabulary(s.Language), nil
}

// A turtleReader is a recursive descent over Turtle 1.1. It hands on statements as it meets them; collections become
// blank nodes with rdf:first and rdf:rest, as the standard has it.
type turtleReader struct {
	text     string
	at       int
	base     *url.URL
	prefixes map[string]string
	blanks   int
	depth    int
	emit     func(triple) error
}

// fail is an error with the line and the column where it is.
func (t *turtleReader) fail(format string, args ...any) error {
	at := min(t.at, len(t.text))
	line := 1 + strings.Count(t.text[:at], "\n")
	column := 1 + utf8.RuneCountInString(t.text[strings.LastIndexByte(t.text[:at], '\n')+1:at])
	return spar.Errorf(spar.Invalid, "line %d, column %d: %w", line, column, fmt.Errorf(format, args...))
}

// near is the next few characters, for errors.
func (t *turtleReader) near() string {
	rest := t.text[min(t.at, len(t.text)):]
	if len(rest) > 20 {
		rest = rest[:20]
	}
	return strconv.Quote(strings.ToValidUTF8(rest, "\uFFFD"))
}

func (t *turtleReader) space() {
	for t.at < len(t.text) {
		switch t.text[t.at] {
		case ' ', '\t', '\r', '\n':
			t.at++
		case '#':
			end := strings.IndexByte(t.text[t.at:], '\n')
			if end < 0 {
				t.at = len(t.text)
				return
			}
			t.at += end + 1
		default:
			return
		}
	}
}

func (t *turtleReader) accept(s string) bool {
	if !strings.HasPrefix(t.text[t.at:], s) {
		return false
	}
	t.at += len(s)
	return true
}

// word accepts a key word, which is not followed by more of a name, in any case if fold.
func (t *turtleReader) word(w string, fold bool) bool {
	end := t.at + len(w)
	if end > len(t.text) || t.text[t.at:end] != w && !(fold && strings.EqualFold(t.text[t.at:end], w)) {
		return false
	}
	if end < len(t.text) && !strings.ContainsRune(" \t\r\n<[(\"'#;,.]", rune(t.text[end])) {
		return false
	}
	t.at = end
	return true
}

func (t *turtleReader) document() error {
	for {
		t.space()
		if t.at == len(t.text) {
			return nil
		}
		if err := t.statement(); err != nil {
			return err
		}
	}
}

func (t *turtleReader) statement() error {
	for _, directive := range []struct {
		word string
		fold bool
	}{{"@prefix", false}, {"@base", false}, {"prefix", true}, {"base", true}} {
		if !t.word(directive.word, directive.fold) {
			continue
		}
		if strings.HasSuffix(strings.ToLower(directive.word), "prefix") {
			t.space()
			colon := strings.IndexByte(t.text[t.at:], ':')
			if colon < 0 || colon > 200 || strings.ContainsAny(t.text[t.at:t.at+colon], " \t\r\n<") {
				return t.fail("a prefix and a colon should stand before %s", t.near())
			}
			name := t.text[t.at : t.at+colon]
			t.at += colon + 1
			t.space()
			iri, err := t.iri()
			if err != nil {
				return err
			}
			t.prefixes[name] = iri
		} else {
			t.space()
			iri, err := t.iri()
			if err != nil {
				return err
			}
			if t.base, err = url.Parse(iri); err != nil {
				return t.fail("the base is no IRI: %w", err)
			}
		}
		if !directive.fold {
			return t.dot()
		}
		return nil
	}
	subject, bare, err := t.subject()
	if err != nil {
		return err
	}
	t.space()
	if !(bare && strings.HasPrefix(t.text[t.at:], ".")) {
		if err := t.predicates(subject, "."); err != nil {
			return err
		}
	}
	return t.dot()
}

func (t *turtleReader) dot() error {
	t.space()
	if !t.accept(".") {
		return t.fail("a full stop is missing before %s", t.near())
	}
	return nil
}

// subject reads a subject; bare is a [...], which may stand alone.
func (t *turtleReader) subject() (s string, bare bool, err error) {
	if strings.HasPrefix(t.text[t.at:], "[") {
		s, bare, err = t.anonymous()
		return s, bare, err
	}
	if strings.HasPrefix(t.text[t.at:], "(") {
		s, err = t.collection()
		return s, false, err
	}
	s, err = t.resource()
	return s, false, err
}

// predicates reads a list of predicates and objects up to, and not with, the end.
func (t *turtleReader) predicates(subject, end string) error {
	for {
		t.space()
		var predicate string
		if t.word("a", false) {
			predicate = nsRDF + "type"
		} else {
			var err error
			if predicate, err = t.resource(); err != nil {
				return err
			}
			if strings.HasPrefix(predicate, "_:") {
				return t.fail("a blank node cannot be a predicate")
			}
		}
		for {
			t.space()
			object, err := t.object()
			if err != nil {
				return err
			}
			if err := t.emit(triple{subject, predicate, object}); err != nil {
				return err
			}
			t.space()
			if !t.accept(",") {
				break
			}
		}
		semicolon := false
		for t.space(); t.accept(";"); t.space() {
			semicolon = true
		}
		if strings.HasPrefix(t.text[t.at:], end) {
			return nil
		}
		if !semicolon {
			return t.fail("one of ; , %s is missing before %s", end, t.near())
		}
	}
}

func (t *turtleReader) object() (term, error) {
	rest := t.text[t.at:]
	switch {
	case rest == "":
		return term{}, t.fail("an object is missing at the end of the file")
	case strings.HasPrefix(rest, "<<"):
		return term{}, t.fail("statements about statements (RDF-star) are not read")
	case rest[0] == '[':
		s, _, err := t.anonymous()
		return term{value: s}, err
	case rest[0] == '(':
		s, err := t.collection()
		return term{value: s}, err
	case rest[0] == '"' || rest[0] == '\'':
		return t.literal()
	case rest[0] == '+' || rest[0] == '-' || rest[0] == '.' || rest[0] >= '0' && rest[0] <= '9':
		return t.number()
	}
	for _, w := range []string{"true", "false"} {
		if t.word(w, false) {
			return term{value: w, literal: true, datatype: nsXSD + "boolean"}, nil
		}
	}
	s, err := t.resource()
	return term{value: s}, err
}

// enter guards against deep nesting; it is followed by t.depth--.
func (t *turtleReader) enter() error {
	if t.depth++; t.depth > maxDepth {
		return t.fail("brackets are nested more than %d deep", maxDepth)
	}
	return nil
}

func (t *turtleReader) blank() string {
	t.blanks++
	return fmt.Sprintf("_: %d", t.blanks) // a space: no label in the file has one
}

// anonymous reads [...]; full is whether something is said in it.
func (t *turtleReader) anonymous() (s string, full bool, err error) {
	if err := t.enter(); err != nil {
		return "", false, err
	}
	defer func() { t.depth-- }()
	t.at++
	s = t.blank()
	if t.space(); t.accept("]") {
		return s, false, nil
	}
	if err := t.predicates(s, "]"); err != nil {
		return s, true, err
	}
	t.at++
	return s, true, nil
}

func (t *turtleReader) collection() (string, error) {
	if err := t.enter(); err != nil {
		return "", err
	}
	defer func() { t.depth-- }()
	t.at++
	first, last := nsRDF+"nil", ""
	for {
		if t.space(); t.accept(")") {
			if last != "" {
				return first, t.emit(triple{last, nsRDF + "rest", term{value: nsRDF + "nil"}})
			}
			return first, nil
		}
		object, err := t.object()
		if err != nil {
			return "", err
		}
		cell := t.blank()
		if last == "" {
			first = cell
		} else if err := t.emit(triple{last, nsRDF + "rest", term{value: cell}}); err != nil {
			return "", err
		}
		if err := t.emit(triple{cell, nsRDF + "first", object}); err != nil {
			return "", err
		}
		last = cell
	}
}

// resource reads an IRI, a name with a prefix, or the label of a blank node.
func (t *turtleReader) resource() (string, error) {
	if strings.HasPrefix(t.text[t.at:], "<") {
		return t.iri()
	}
	if t.accept("_:") {
		label, err := t.local()
		if err == nil && label == "" {
			err = t.fail("a blank node needs a label before %s", t.near())
		}
		return "_:" + label, err
	}
	start := t.at
	for t.at < len(t.text) {
		r, n := utf8.DecodeRuneInString(t.text[t.at:])
		if !nameRune(r) && r != '.' {
			break
		}
		t.at += n
	}
	prefix := t.text[start:t.at]
	if !t.accept(":") {
		t.at = start
		return "", t.fail("%s is not understood: an IRI in <>, or a name with a prefix, should stand here", t.near())
	}
	namespace, ok := t.prefixes[prefix]
	if !ok {
		t.at = start
		return "", t.fail("the prefix %q is not defined", prefix+":")
	}
	local, err := t.local()
	return namespace + local, err
}

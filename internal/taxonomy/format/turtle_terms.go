package format

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

func nameRune(r rune) bool {
	return r == '_' || r == '-' || r == 0xB7 || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}

// local reads the part of a name behind its colon. Full stops at its end are not part of it.
func (t *turtleReader) local() (string, error) {
	var b strings.Builder
	for t.at < len(t.text) {
		r, n := utf8.DecodeRuneInString(t.text[t.at:])
		switch {
		case nameRune(r) || r == ':':
			b.WriteRune(r)
			t.at += n
		case r == '.':
			dots := len(t.text[t.at:]) - len(strings.TrimLeft(t.text[t.at:], "."))
			next, _ := utf8.DecodeRuneInString(t.text[t.at+dots:])
			if !nameRune(next) && next != ':' && next != '%' && next != '\\' {
				return b.String(), nil
			}
			b.WriteString(t.text[t.at : t.at+dots])
			t.at += dots
		case r == '%':
			if t.at+3 > len(t.text) || !hexadecimal(t.text[t.at+1:t.at+3]) {
				return "", t.fail("a percent sign in a name needs two hexadecimal digits")
			}
			b.WriteString(t.text[t.at : t.at+3])
			t.at += 3
		case r == '\\':
			if t.at+2 > len(t.text) || !strings.Contains("_~.-!$&'()*+,;=/?#@%", t.text[t.at+1:t.at+2]) {
				return "", t.fail("%s is no escape of a name", t.near())
			}
			b.WriteByte(t.text[t.at+1])
			t.at += 2
		default:
			return b.String(), nil
		}
	}
	return b.String(), nil
}

func hexadecimal(s string) bool {
	_, err := strconv.ParseUint(s, 16, 64)
	return err == nil && !strings.ContainsAny(s, "+_")
}

// iri reads <...> and makes it absolute.
func (t *turtleReader) iri() (string, error) {
	if !t.accept("<") {
		return "", t.fail("an IRI in <> should stand before %s", t.near())
	}
	end := strings.IndexByte(t.text[t.at:], '>')
	if end < 0 || end > 8<<10 {
		return "", t.fail("the IRI does not end")
	}
	iri := t.text[t.at : t.at+end]
	if strings.ContainsFunc(iri, func(r rune) bool { return r <= ' ' || strings.ContainsRune("<\"{}|^`", r) }) {
		return "", t.fail("the IRI %q has characters that none may have", iri)
	}
	if strings.Contains(iri, `\`) {
		var err error
		if iri, err = unescape(iri, false); err != nil {
			return "", t.fail("%w", err)
		}
	}
	t.at += end + 1
	return resolve(t.base, iri)
}

// resolve makes an IRI absolute against a base, if there is one.
func resolve(base *url.URL, iri string) (string, error) {
	if base == nil {
		return iri, nil
	}
	if scheme, _, ok := strings.Cut(iri, ":"); ok && scheme != "" && !strings.ContainsAny(scheme, "/?#") {
		return iri, nil // as it stands: taking it apart could write it otherwise
	}
	if iri == "" {
		whole := *base
		whole.Fragment = ""
		return whole.String(), nil
	}
	u, err := base.Parse(iri)
	if err != nil {
		return "", spar.Errorf(spar.Invalid, "%q is no IRI: %w", iri, err)
	}
	absolute := u.String()
	if strings.HasSuffix(iri, "#") && !strings.HasSuffix(absolute, "#") { // package url forgets an empty fragment
		absolute += "#"
	}
	return absolute, nil
}

// unescape replaces \uXXXX and \UXXXXXXXX, and if text also \n and the like.
func unescape(s string, text bool) (string, error) {
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '\\')
		if i < 0 {
			b.WriteString(s)
			return b.String(), nil
		}
		b.WriteString(s[:i])
		if s = s[i+1:]; s == "" {
			return "", fmt.Errorf("a backslash stands at the end")
		}
		digits := map[byte]int{'u': 4, 'U': 8}[s[0]]
		if digits > 0 {
			if len(s) <= digits || !hexadecimal(s[1:1+digits]) {
				return "", fmt.Errorf("\\%c needs %d hexadecimal digits", s[0], digits)
			}
			n, _ := strconv.ParseUint(s[1:1+digits], 16, 32)
			if !utf8.ValidRune(rune(n)) || n == 0 {
				return "", fmt.Errorf("\\%s is no character", s[:1+digits])
			}
			b.WriteRune(rune(n))
			s = s[1+digits:]
			continue
		}
		at := strings.IndexByte(`tbnrf"'\`, s[0])
		if at < 0 || !text {
			return "", fmt.Errorf("\\%c is no escape", s[0])
		}
		b.WriteByte("\t\b\n\r\f\"'\\"[at])
		s = s[1:]
	}
}

func (t *turtleReader) literal() (term, error) {
	quote := t.text[t.at : t.at+1]
	long := strings.HasPrefix(t.text[t.at:], strings.Repeat(quote, 3))
	if long {
		quote = strings.Repeat(quote, 3)
	}
	t.at += len(quote)
	start := t.at
	for {
		if t.at >= len(t.text) {
			t.at = start
			return term{}, t.fail("the text does not end")
		}
		if strings.HasPrefix(t.text[t.at:], quote) {
			// A long text may end with quotes of its own: its end is the last three.
			for long && strings.HasPrefix(t.text[t.at+1:], quote) {
				t.at++
			}
			break
		}
		switch c := t.text[t.at]; {
		case c == '\\':
			t.at++
		case !long && (c == '\n' || c == '\r'):
			return term{}, t.fail("the text does not end on its line")
		}
		t.at++
	}
	text, err := unescape(t.text[start:t.at], true)
	if err != nil {
		return term{}, t.fail("%w", err)
	}
	if !utf8.ValidString(text) {
		return term{}, t.fail("the text is not valid UTF-8")
	}
	t.at += len(quote)
	l := term{value: text, literal: true}
	switch {
	case t.accept("@"):
		tag := languageTag.FindString(t.text[t.at:])
		if tag == "" {
			return term{}, t.fail("a language should stand behind the @")
		}
		t.at += len(tag)
		l.language = strings.ToLower(tag)
	case t.accept("^^"):
		t.space()
		l.datatype, err = t.resource()
	}
	return l, err
}

var (
	languageTag = pattern.New(`^[A-Za-z]+(-[A-Za-z0-9]+)*`)
	numberText  = pattern.New(`^[+-]?([0-9]+(\.[0-9]+)?|\.[0-9]+)([eE][+-]?[0-9]+)?`)
)

func (t *turtleReader) number() (term, error) {
	text := numberText.FindString(t.text[t.at:])
	if text == "" {
		return term{}, t.fail("%s is no number", t.near())
	}
	t.at += len(text)
	kind := "integer"
	if strings.ContainsAny(text, "eE") {
		kind = "double"
	} else if strings.Contains(text, ".") {
		kind = "decimal"
	}
	return term{value: text, literal: true, datatype: nsXSD + kind}, nil
}

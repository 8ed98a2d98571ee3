package redact

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// A Guard is a writer for what a terminal may be sent: whatever a terminal would act on, line breaks and tabs apart, is written as
// an escape such as \u001b. In JSON, where such characters stand in texts only, that is the same text.
type Guard struct {
	W    io.Writer
	rest []byte // the beginning of a character whose other bytes have not come yet
}

func (g *Guard) Write(p []byte) (int, error) {
	text := p
	if len(g.rest) > 0 {
		text = append(g.rest, p...)
		g.rest = nil
	}
	whole := len(text)
	for i := max(0, len(text)-utf8.UTFMax+1); i < len(text); i++ {
		if utf8.RuneStart(text[i]) && !utf8.FullRune(text[i:]) {
			whole = i
			break
		}
	}
	g.rest = append(g.rest, text[whole:]...)
	if _, err := g.W.Write(guarded(text[:whole])); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Flush writes the bytes of a character that ended too soon.
func (g *Guard) Flush() error {
	rest := g.rest
	g.rest = nil
	if len(rest) == 0 {
		return nil
	}
	_, err := g.W.Write(guarded(rest))
	return err
}

// Shown makes a text of a file one that a terminal may be sent, as a Guard does.
func Shown(text string) string { return string(guarded([]byte(text))) }

// guarded is a text with escapes in place of what a terminal would act on.
func guarded(text []byte) []byte { return marked(text, acted) }

// marked is a text with escapes in place of some characters, and of bytes that are none. One beyond the first 65,536 is written as JSON
// has it, by two.
func marked(text []byte, some func(rune) bool) []byte {
	if !bytes.ContainsFunc(text, some) && utf8.Valid(text) {
		return text
	}
	var b bytes.Buffer
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, text[0])
		case some(r) && r > 0xffff:
			first, second := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, first, second)
		case some(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.Write(text[:n])
		}
		text = text[n:]
	}
	return b.Bytes()
}

// Printable makes a name one line that a terminal may be sent: control characters, escape sequences, characters that reorder text and all
// that nobody sees are shown, so that two names look the same only where they are.
func Printable(s string) string {
	if !strings.ContainsFunc(s, unseen) && utf8.ValidString(s) {
		return s
	}
	shown := marked([]byte(s), func(r rune) bool { return r != '\n' && r != '\t' && unseen(r) })
	return strings.NewReplacer("\n", `\n`, "\t", `\u0009`).Replace(string(shown))
}

// Harmless leaves out what a terminal would act on, line breaks and tabs apart.
func Harmless(text string) string {
	return strings.Map(func(r rune) rune {
		if acted(r) {
			return -1
		}
		return r
	}, text)
}

// unseen reports whether a terminal acts on a character, or nobody sees it. Arabic and other marks that enclose the text behind them are
// seen.
func unseen(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp) ||
		unicode.In(r, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) ||
		unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

// acted is unseen except for line breaks, tabs, and characters in texts of any language: soft hyphens, and joiners and selectors that shape
// letters and pictures.
func acted(r rune) bool {
	switch r {
	case '\n', '\t', '\u00ad', '\u200c', '\u200d':
		return false
	}
	return unseen(r) && !unicode.Is(unicode.Variation_Selector, r)
}

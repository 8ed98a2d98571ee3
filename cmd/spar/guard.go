package main

import (
	"bytes"
	"fmt"
	"io"
	"unicode/utf8"
)

// A guard is what all output goes through: whatever a terminal would act on, line breaks and tabs apart, is written as
// an escape such as \u001b. In JSON, where such characters stand in texts only, that is the same text.
type guard struct {
	w    io.Writer
	rest []byte // the beginning of a character whose other bytes have not come yet
}

func (g *guard) Write(p []byte) (int, error) {
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
	if _, err := g.w.Write(guarded(text[:whole])); err != nil {
		return 0, err
	}
	return len(p), nil
}

// flush writes what is left of a character that ended too soon.
func (g *guard) flush() error {
	rest := g.rest
	g.rest = nil
	if len(rest) == 0 {
		return nil
	}
	_, err := g.w.Write(guarded(rest))
	return err
}

// guarded is a text with escapes in place of what a terminal would act on.
func guarded(text []byte) []byte {
	if !bytes.ContainsFunc(text, acted) && utf8.Valid(text) {
		return text
	}
	var b bytes.Buffer
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, text[0])
		case acted(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.Write(text[:n])
		}
		text = text[n:]
	}
	return b.Bytes()
}

func acted(r rune) bool { return unprintable(r) && r != '\n' && r != '\t' }

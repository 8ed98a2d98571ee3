package redact

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"
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

// Flush writes what is left of a character that ended too soon.
func (g *Guard) Flush() error {
	rest := g.rest
	g.rest = nil
	if len(rest) == 0 {
		return nil
	}
	_, err := g.W.Write(guarded(rest))
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

// Printable makes a text one line that a terminal may be sent: control characters, escape sequences and characters that
// reorder text are shown.
func Printable(s string) string {
	if !strings.ContainsFunc(s, unprintable) && utf8.ValidString(s) {
		return s
	}
	return strings.NewReplacer("\n", `\n`, "\t", `\u0009`).Replace(string(guarded([]byte(s))))
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

func unprintable(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }

func acted(r rune) bool { return unprintable(r) && r != '\n' && r != '\t' }

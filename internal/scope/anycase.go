package scope

import (
	"strings"
	"unicode"
)

// AnyCase is a glob that matches what the given one does, whatever the case of letters: "Re*" becomes "[rR][eE]*".
func AnyCase(glob string) string {
	var b strings.Builder
	class, begins := false, false // within [], and nothing but a ! or ^ was in it yet
	runes := []rune(glob)
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		switch {
		case r == '\\' && i+1 < len(runes):
			i++
			if other := otherCases(runes[i]); other != "" && !class {
				b.WriteString("[" + string(runes[i]) + other + "]")
			} else {
				b.WriteString(`\` + string(runes[i]) + other)
			}
			begins = false
		case class && r == ']' && !begins:
			class = false
			b.WriteRune(r)
		case class && begins && (r == '!' || r == '^'):
			b.WriteRune(r)
		case class:
			begins = false
			if i+2 < len(runes) && runes[i+1] == '-' && runes[i+2] != ']' && runes[i+2] != '\\' {
				writeRange(&b, r, runes[i+2])
				i += 2
				continue
			}
			b.WriteString(string(r) + otherCases(r))
		case r == '[':
			class, begins = true, true
			b.WriteRune(r)
		case otherCases(r) != "":
			b.WriteString("[" + string(r) + otherCases(r) + "]")
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// otherCases are the letters that differ from one only in case.
func otherCases(r rune) string {
	var b strings.Builder
	for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
		b.WriteRune(other)
	}
	return b.String()
}

// writeRange writes a range of a class, and that of its letters in the other case.
func writeRange(b *strings.Builder, from, to rune) {
	b.WriteString(string(from) + "-" + string(to))
	for _, other := range []func(rune) rune{unicode.ToLower, unicode.ToUpper} {
		if f, t := other(from), other(to); unicode.IsLetter(f) && unicode.IsLetter(t) && (f != from || t != to) && f <= t {
			b.WriteString(string(f) + "-" + string(t))
		}
	}
}

// EscapeGlob gives the glob that matches one path or name and no other.
func EscapeGlob(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`, `]`, `\]`, `{`, `\{`, `}`, `\}`).Replace(path)
}

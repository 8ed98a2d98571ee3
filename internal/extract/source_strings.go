package extract

import (
	"strings"
	"unicode"
)

// findStrings looks for strings of prose, and for a comment or string that opens in a line and goes on in the next.
func (r *sourceReader) findStrings(text string, l line) {
	first, last := true, false
	for i := 0; i < len(text); {
		c := text[i]
		rest := text[i:]
		switch {
		case r.beginsComment(rest):
			i = len(text)
			continue
		case r.opensRaw(rest) != "":
			q := r.opensRaw(rest)
			closing := q
			if q == "[[" {
				closing = "]]"
			}
			end := strings.Index(rest[len(q):], closing)
			if r.lang.lisp {
				end = closingQuote(rest[1:], '"')
			}
			if end < 0 {
				r.until, r.isDoc = closing, false
				return
			}
			r.addString(rest[len(q):len(q)+end], l, first && strings.TrimSpace(text[:i]) == "")
			i += len(q) + end + len(closing)
			first, last = false, true
			continue
		case strings.IndexByte(r.lang.quotes, c) >= 0:
			end := closingQuote(rest[1:], c)
			if end < 0 {
				return // an apostrophe, or a string of a form that is not known
			}
			r.addString(rest[1:1+end], l, first && strings.TrimSpace(text[:i]) == "")
			i += end + 2
			first, last = false, true
			continue
		case c == '\\':
			i++
		}
		for _, b := range r.lang.blocks {
			if strings.HasPrefix(rest, b[0]) && !strings.Contains(rest, b[1]) && len(b[0]) > 1 {
				r.until, r.isDoc = b[1], false
				return
			}
		}
		i++
	}
	r.joined = last
}

// mostStrings is how many strings of one piece of code are looked at.
const mostStrings = 200

// addString keeps a string that is prose. A string at the beginning of a line continues the string that ended the line before.
func (r *sourceReader) addString(s string, l line, begins bool) {
	s = unescaped(s)
	if n := len(r.strings); begins && r.joined && n > 0 && len(r.strings[n-1].text) < maxProseBlock {
		r.strings[n-1].text += s
		r.strings[n-1].at = r.strings[n-1].at.Union(l.at)
		return
	}
	if len(r.strings) < mostStrings && strings.ContainsRune(s, ' ') && unicode.IsLetter([]rune(s + " ")[0]) {
		r.strings = append(r.strings, line{text: s, at: l.at})
	}
}

var escapes = strings.NewReplacer(`\n`, "\n", `\t`, " ", `\"`, `"`, `\'`, "'", `\\`, `\`)

func unescaped(s string) string {
	if !strings.ContainsRune(s, '\\') {
		return s
	}
	return escapes.Replace(s)
}

// leastProse is how many words a string has that says something to people.
const leastProse = 10

// isProse reports whether a string is text for people: several words, most of it letters.
func isProse(s string) bool {
	words, letters, all := 0, 0, 0
	for w := range strings.FieldsSeq(s) {
		plain := strings.Trim(w, `.,;:!?"'()`)
		if plain != "" && strings.IndexFunc(plain, func(c rune) bool { return !unicode.IsLetter(c) && c != '-' && c != '\'' }) < 0 {
			words++
		}
	}
	for _, c := range s {
		all++
		if unicode.IsLetter(c) || c == ' ' {
			letters++
		}
	}
	return words >= leastProse && letters*10 >= all*8
}

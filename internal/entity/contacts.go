package entity

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

var (
	phoneNumber = pattern.New(`(?:\+\d{1,3}[ .-]?)?(?:\(\d{1,5}\)[ .-]?)?\d{1,5}(?:[ .-]\d{2,8}){1,4}`)
	phoneWord   = pattern.New(`(?i)(?:phone|tel|fax|mobile|cell|call|telefon|tfn|téléphone|ph)[.:\s]{1,3}\(?$`)
)

// phoneWords are the ends of those of phoneWord.
var phoneWords = strings.Fields("phone tel fax mobile cell call telefon tfn ph")

// The figures of a phone number.
const (
	minPhone = 7
	maxPhone = 15
)

// phones finds numbers that begin with a plus, or stand behind a word such as "phone".
func phones(w window, found []Entity) []Entity {
	t := w.text
	if !slices.ContainsFunc(w.all, func(g figures) bool { return mayPhone(t, g) }) {
		return found
	}
	for _, m := range phoneNumber.FindAllStringIndex(t, -1) {
		s := t[m[0]:m[1]]
		digits := strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, s)
		if n := len(digits); n < minPhone || n > maxPhone || m[1] < len(t) && isDigit(t[m[1]]) {
			continue
		}
		if s[0] == '+' {
			digits = "+" + digits
		} else if !phoneWord.MatchString(t[max(0, m[0]-20):m[0]]) {
			continue
		}
		found = append(found, Entity{Kind: Phone, Text: s, Value: text(digits), Start: m[0], End: m[1]})
	}
	return found
}

// mayPhone reports whether a phone number may begin with some figures: enough of them follow, and the text before allows it.
func mayPhone(t string, g figures) bool {
	i := g.start
	if i == 0 {
		return false
	}
	if t[i-1] == '+' {
		return enough(t, i)
	}
	for range 2 { // one is the number's, another may stand before
		i = len(strings.TrimSuffix(t[:i], "("))
	}
	end := i
	for end > 0 && (isSpace(t[end-1]) || t[end-1] == '.' || t[end-1] == ':') {
		end--
	}
	if end == i || i-end > 3 {
		return false
	}
	for _, w := range phoneWords {
		if end >= len(w) && fold(t, end-len(w), w) {
			return enough(t, g.start)
		}
	}
	return false
}

// enough reports whether the digits of a phone number stand behind i, with what may stand between them.
func enough(t string, i int) bool {
	for n := 0; i < len(t) && (isDigit(t[i]) || strings.IndexByte(" .-()", t[i]) >= 0); i++ {
		if isDigit(t[i]) {
			if n++; n == minPhone {
				return true
			}
		}
	}
	return false
}

// mails finds addresses: what stands around an @.
func mails(w window, found []Entity) []Entity {
	t, end := w.text, 0
	for at := strings.IndexByte(t, '@'); at >= 0; {
		if start := mailbox(t, end, at); start >= 0 {
			if to := domain(t, at+1); to >= 0 {
				s := t[start:to]
				found = append(found, Entity{Kind: Mail, Text: s, Value: spar.Value{Kind: spar.Text, Text: strings.ToLower(s)}, Start: start, End: to})
				end = to
			}
		}
		next := strings.IndexByte(t[at+1:], '@')
		if next < 0 {
			break
		}
		at += 1 + next
	}
	return found
}

// mailbox gives where the name before the @ at end begins, not before from; -1 if there is none.
func mailbox(t string, from, end int) int {
	start := -1
	for i := end; i > from; {
		if strings.IndexByte("._%+-", t[i-1]) >= 0 {
			i--
			continue
		}
		n := alnumBefore(t, i)
		if n == 0 || i-n < from {
			break
		}
		if i -= n; border(t, i) {
			start = i
		}
	}
	return start
}

// domain gives the end of the domain of two labels or more that begins at i; -1 if there is none. It ends where a word does.
func domain(t string, i int) int {
	best := -1
	for first := true; ; first = false {
		n := alnumAt(t, i)
		if n == 0 {
			return best
		}
		end := i + n
		if !first && border(t, end) {
			best = end
		}
		for at := end; ; {
			if n = alnumAt(t, at); n == 0 && (at == len(t) || t[at] != '-') {
				break
			}
			if at += max(n, 1); n > 0 {
				if end = at; !first && border(t, end) {
					best = end
				}
			}
		}
		if end == len(t) || t[end] != '.' {
			return best
		}
		i = end + 1
	}
}

// alnumAt gives the bytes of the letter or digit at i, 0 if it is no other than ASCII folds to.
func alnumAt(t string, i int) int {
	switch {
	case i == len(t):
		return 0
	case t[i] != '_' && isWord(t[i]):
		return 1
	case strings.HasPrefix(t[i:], "ſ"):
		return len("ſ")
	case strings.HasPrefix(t[i:], kelvin):
		return len(kelvin)
	}
	return 0
}

// alnumBefore is alnumAt for what ends at i.
func alnumBefore(t string, i int) int {
	switch {
	case i == 0:
		return 0
	case t[i-1] != '_' && isWord(t[i-1]):
		return 1
	case strings.HasSuffix(t[:i], "ſ"):
		return len("ſ")
	case strings.HasSuffix(t[:i], kelvin):
		return len(kelvin)
	}
	return 0
}

// kelvin is the sign of the unit, in lower case a k, as ſ is in upper case an S.
const kelvin = "\u212a"

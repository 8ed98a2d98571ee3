package retrieve

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/store"
)

// sameStem is how the files write a word that they have by its stem alone. It is "" where they also have the word itself or a form that
// differs only by an ending. It does not look into all files for a stem that too many have, and then reports no slip.
func (n *speller) sameStem(word string, name bool) (to string, err error) {
	most := 1
	if utf8.RuneCountInString(word) >= twoSlips {
		most = 2
	}
	least, segments, there := most+1, 0, false
	for _, segment := range n.all() {
		if err := n.ctx.Err(); err != nil {
			return "", err
		}
		had := false
		for _, lang := range segment.Languages() {
			n.written(segment, n.a.Stem(word, lang), func(field, w string) bool {
				had = true
				if w == word || inflected(w, word) || conjugated(w, word, lang) {
					there = true // another form of the word is no other word
					return false
				}
				r, _ := utf8.DecodeRuneInString(field)
				if d := n.measure.Distance(w, word, least); d < least && (!name || unicode.IsUpper(r)) {
					to, least = field, d
				}
				return true
			}, func() bool { return true })
			if there {
				return "", nil
			}
		}
		if had {
			segments++
		}
		if segments > mostWritten {
			return "", nil
		}
	}
	return to, nil
}

// mostWritten is in how many files it is looked how they write a stem.
const mostWritten = 64

// endings are the endings that make forms of one word differ.
var endings = " s es e d ed ing er ers est n en ies y ly t te st em ern a o as os é ée és ées x al ally ion ions or ors able ment ments ation ations "

// inflected reports whether two words are forms of one.
func inflected(a, b string) bool {
	same := 0
	for same < len(a) && same < len(b) && a[same] == b[same] {
		same++
	}
	ending := func(w string) bool { return w == "" || strings.Contains(endings, " "+w+" ") }
	if same > 0 && a[same-1] == 'e' && ending(a[same-1:]) && ending(b[same-1:]) { // longer, longest
		return true
	}
	return ending(a[same:]) && ending(b[same:]) && !(a[same:] == "y" || b[same:] == "y") || same > 0 && (a[same:] == "y" && b[same:] == "ies" || a[same:] == "ies" && b[same:] == "y")
}

// conjugated reports whether two words of a language with many endings differ by one: they have the same stem, and begin alike.
func conjugated(a, b, lang string) bool {
	const begin, ending = 4, 4
	if lang != "de" && lang != "fr" && lang != "es" {
		return false
	}
	same := 0
	for same < len(a) && same < len(b) && a[same] == b[same] {
		same++
	}
	return same >= begin && len(a)-same <= ending && len(b)-same <= ending
}

// parted gives the two words of the files that one without a space was meant to be, which stand side by side in them; "" where
// there are none.
func (n *speller) parted(word string) (string, error) {
	const least = 3
	for _, segment := range n.all() {
		if err := n.ctx.Err(); err != nil {
			return "", err
		}
		for _, lang := range segment.Languages() {
			for i := range word {
				if i < least || len(word)-i < least {
					continue
				}
				if segment.Lookup(n.a.Stem(word[i:], lang)).Len() == 0 {
					continue
				}
				if text := n.beside(segment, n.a.Stem(word[:i], lang), word[:i], word[i:]); text != "" {
					return text, nil
				}
			}
		}
	}
	return "", nil
}

// beside is two words as they stand in a passage of a segment one after the other, the first of them by its term.
func (n *speller) beside(s *store.Segment, term, first, second string) string {
	passages := 0
	for i := range s.Lookup(term).All() {
		p, err := s.Passage(i)
		if passages++; err != nil || passages > mostPassages {
			return ""
		}
		fields := strings.FieldsFunc(p.Ranked(), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		for j := 1; j < len(fields); j++ {
			if strings.EqualFold(fields[j-1], first) && strings.EqualFold(fields[j], second) {
				return fields[j-1] + " " + fields[j]
			}
		}
	}
	return ""
}

// aNumber is a word with a number at its end.
var aNumber = pattern.New(`^(\pL{3,})(\d+)$`)

// aYear is a number that is a year in any text.
var aYear = pattern.New(`^(?:19|20)\d\d$`)

// numbered parts a number from the word before it where no file has both as one and they stand side by side in some, or the
// number is a year and the word stands there; "" where they do not.
func (n *speller) numbered(word string, of int) (string, error) {
	m := aNumber.FindStringSubmatch(word)
	if m == nil || of > 0 {
		return "", nil
	}
	first := strings.ToLower(m[1])
	for _, segment := range n.all() {
		if err := n.ctx.Err(); err != nil {
			return "", err
		}
		for _, lang := range segment.Languages() {
			term := n.a.Stem(first, lang)
			if segment.Lookup(term).Len() > 0 && (aYear.MatchString(m[2]) || n.beside(segment, term, first, m[2]) != "") {
				return m[1] + " " + m[2], nil
			}
		}
	}
	return "", nil
}

// joined is the one word of the files meant by two words, where the files lack the second; "" where there is none.
func (n *speller) joined(first, second string) (to string, err error) {
	word := strings.ToLower(first + second)
	if words := chunk.Words(word); len(words) != 1 || words[0] != word {
		return "", nil
	}
	for _, segment := range n.all() {
		if err := n.ctx.Err(); err != nil {
			return "", err
		}
		for _, lang := range segment.Languages() {
			n.written(segment, n.a.Stem(word, lang), func(field, w string) bool {
				if w == word {
					to = field
				}
				return to == ""
			}, func() bool { return to == "" })
			if to != "" {
				return to, nil
			}
		}
	}
	return "", nil
}

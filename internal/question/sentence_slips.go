package question

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/nearest"
)

// A Correction is a word of a sentence that was taken for another.
type Correction struct {
	Span
	To string // a stem of the vocabulary
}

// persons are keys whose values are names of people. Their slips are mended by name, not by word.
const persons = " patient patient-name author from to cc manager editor modified-by "

// shortestSlip is the number of letters below which a word is taken as it is.
const shortestSlip = 5

// mend takes words that are none for those of the vocabulary that they are a slip or two away from: nouns for formats and months, and the words
// of names that are not of people. A word that exists is never mended, so that nothing is where nobody knows which exist.
func (p *sentenceParser) mend() {
	if p.names.Right == nil {
		return
	}
	for i := range p.tokens {
		t := &p.tokens[i]
		n := utf8.RuneCountInString(t.low)
		if t.quoted || t.used || n < shortestSlip || strings.ContainsFunc(t.low, func(r rune) bool { return !unicode.IsLetter(r) }) ||
			Common(t.low, "en") || has(asking, t.low) || has(subject, t.low) || has(generic, t.stem) || p.names.knows(t.stem) || p.names.knows(t.low) {
			continue
		}
		w := p.names.slip(t.stem, "")
		if w == "" && strings.HasSuffix(t.low, "s") { // recepies
			w = p.names.slip(t.low, "s")
		}
		if w == "" || p.names.Right(t.low) || p.names.Right(t.stem) {
			continue
		}
		t.mended, t.stem = true, w
		if months[w] > 0 {
			t.low = w
		}
	}
}

// corrections are the mended words that parts were made of.
func (p *sentenceParser) corrections() (list []Correction) {
	for i, t := range p.tokens {
		if t.mended && t.named {
			list = append(list, Correction{p.span(i, i+1), t.stem})
		}
	}
	return list
}

// right adds a word that slips may be meant to be.
func (v *Vocabulary) right(w string) {
	n := utf8.RuneCountInString(w)
	if n < shortestSlip-1 || strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsLetter(r) }) {
		return
	}
	first, _ := utf8.DecodeRuneInString(w)
	at := shape{first, n}
	if v.words[at] == nil {
		v.words[at] = map[string]bool{}
	}
	v.words[at][w] = true
}

// A shape is common to a word and its slips, but for a letter or two.
type shape struct {
	first   rune
	letters int
}

// nouns are the words of nouns for formats, and the names of months.
var nouns = sync.OnceValue(func() []string {
	var list []string
	for name := range fileTypes {
		list = append(list, strings.Fields(name)...)
	}
	for name := range months {
		list = append(list, name)
	}
	return list
})

// knows reports whether a stem is a word of the vocabulary.
func (v *Vocabulary) knows(stem string) bool {
	n := utf8.RuneCountInString(stem)
	first, _ := utf8.DecodeRuneInString(stem)
	return len(v.parts[stem]) > 0 || len(v.phrases[stem]) > 0 || v.words[shape{first, n}][stem] || months[stem] > 0 || v.keys[stem] != ""
}

// slip is the one word that differs from another the least, by a letter, or by two in long words. The first letter is right: those who
// mistype seldom miss it, and words that differ in it are others.
// With an ending it is the one that differs the least with that ending.
func (v *Vocabulary) slip(w, ending string) string {
	n := utf8.RuneCountInString(w)
	least := 1
	if n >= 8 {
		least = 2
	}
	first, _ := utf8.DecodeRuneInString(w)
	var m nearest.Measure
	best := ""
	for letters := n - least; letters <= n+least; letters++ {
		for word := range v.words[shape{first, letters - len(ending)}] {
			switch d := m.Distance(w, word+ending, least); {
			case d > least:
			case d < least || best == "":
				best, least = word, d
			case d == least && best != word:
				best = "?" // it may be either, unless one is nearer
			}
		}
	}
	return strings.TrimPrefix(best, "?")
}

package agree

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"github.com/sparsearch/spar/internal/chunk"
)

//go:embed words.txt
var wordsFile string

// A sense is what a word or a phrase of words.txt says.
type sense struct {
	kind    string
	concept int     // of opposite: its line; of same: its line
	sign    int     // of opposite and bound
	value   float64 // of number, ordinal, month, scale; of unit: how many of the least of its dimension
	family  string  // of unit: what it measures; of opposite: no, where one of the two denies
	dim     string  // of unit: what it can be converted to
}

// A lexicon is the words of one language, by the stems of their phrases.
type lexicon struct {
	lang    string
	senses  map[string][]sense
	longest int // phrase, in words

	prefixes []string // that deny the word behind them
}

// lexicons reads words.txt once. English serves languages that it lacks.
var lexicons = sync.OnceValue(func() map[string]*lexicon {
	all := map[string]*lexicon{}
	var head sense
	for line := range strings.Lines(wordsFile) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0 || fields[0] == "#":
			continue
		case len(fields[0]) != 2 || len(fields) == 1:
			head = headOf(fields, head.concept)
			continue
		}
		l := all[fields[0]]
		if l == nil {
			l = &lexicon{lang: fields[0], senses: map[string][]sense{}}
			all[fields[0]] = l
		}
		s := head
		if s.kind == "opposite" {
			s.sign = 1
		}
		head.concept++
		for _, w := range fields[1:] {
			if w == "/" && s.kind == "opposite" {
				s.sign = -1
				continue
			}
			if s.kind == "prefix" {
				l.prefixes = append(l.prefixes, w)
				continue
			}
			word, value, valued := strings.Cut(w, "=")
			if valued {
				s.value, _ = strconv.ParseFloat(value, 64)
			}
			l.add(word, s)
		}
	}
	return all
})

// headOf reads a line that gives the kind of the lines behind it.
func headOf(fields []string, concept int) sense {
	s := sense{kind: fields[0], concept: concept + 1}
	switch s.kind {
	case "bound", "behind":
		s.sign = 1
		if fields[1] == "-" {
			s.sign = -1
		}
	case "scale":
		s.value, _ = strconv.ParseFloat(fields[1], 64)
	case "opposite":
		if len(fields) > 1 {
			s.family = fields[1]
		}
	case "unit":
		s.family, s.dim = fields[1], fields[2]
		s.value, _ = strconv.ParseFloat(fields[3], 64)
	}
	return s
}

func (l *lexicon) add(phrase string, s sense) {
	words := strings.Split(strings.ToLower(phrase), "_")
	for i, w := range words {
		words[i] = stemOf(w, l.lang)
	}
	key := strings.Join(words, " ")
	l.senses[key] = append(l.senses[key], s)
	l.longest = max(l.longest, len(words))
}

func lexiconOf(lang string) *lexicon {
	if l := lexicons()[lang]; l != nil {
		return l
	}
	return lexicons()["en"]
}

// stemOf is the term of one word in lower case; signs such as % and $ are their own.
func stemOf(word, lang string) string {
	if strings.ContainsAny(word, "$€£¥₹%‰°¢≥≤<>") {
		return word
	}
	if t := chunk.Terms(word, lang); len(t) > 0 {
		return t[0]
	}
	return word
}

package question

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/nearest"
)

// formWords are words for asking and joining, beside the words of common and of grammar.
var formWords = map[string]string{
	"en": words(`the and with from what when where which who whom whose why how that this these those there then than have has had been being will would could should must may might shall about after before until since during
		between under over into without within against through while because if does did was were are not but also any all some every each much many long often our your their its his her they them you for
		give show tell name find explain describe summarise summarize overview summary meaning mean means difference moment people after own two three four five six seven eight nine ten first second third fourth fifth last next`),
	"de": words(`und oder aber wenn nach vor seit bis über unter zwischen ohne gegen durch wird werden wurde hat hatte kann ` +
		`können konnte sein seine ihr ihre unser unsere sich noch auch nur schon nicht`),
	"fr": words(`et ou mais avec sans pour dans depuis avant après pendant entre sous contre est sont était ont avait peut peuvent doit doivent leur leurs notre votre aussi encore pas plus`),
	"es": words(`y o pero con sin para desde hasta durante entre bajo contra es son era tiene tienen había puede pueden debe deben su sus nuestro nuestra también todavía no más`),
}

// IsForm reports whether questions ask with a word.
func IsForm(w, lang string) bool { return in(common[lang], w) || in(formWords[lang], w) }

// shortestForm is the number of letters of the shortest word that is taken for a slip of one that carries the form of a question.
const shortestForm = 3

// FormWord is the form word meant by an unknown word that no file has, "with" by "eith". It is "" where there is none, or where two are as
// likely. sure says that the word does not exist; otherwise only swapped letters tell.
func FormWord(word, lang string, sure bool) (meant string) {
	n := utf8.RuneCountInString(word)
	if n < shortestForm || strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLower(r) }) || IsForm(word, lang) {
		return ""
	}
	best := nearest.Left + 1
	switch {
	case !sure:
		best = nearest.Swapped + 1
	case n > 4:
		best = nearest.Other + 1
	}
	several := false
	for _, list := range []string{common[lang], formWords[lang]} {
		for w := range strings.FieldsSeq(list) {
			if utf8.RuneCountInString(w) < shortestForm || w == meant {
				continue
			}
			switch s := nearest.Slipped(word, w); {
			case s == nearest.NoSlip || s > best:
			case s < best:
				best, meant, several = s, w, false
			case s == best && meant != "":
				several = true
			}
		}
	}
	if several {
		return ""
	}
	return meant
}

// FormApart splits a word that no file has into the two that were meant, one of them a form word: "whogets" is "who gets". It is "" where
// it finds none. known tells whether a word exists.
func FormApart(word, lang string, known func(string) bool) string {
	if known == nil || strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLower(r) }) {
		return ""
	}
	for i := range word {
		first, second := word[:i], word[i:]
		short := func(w string) bool { return utf8.RuneCountInString(w) < 2 }
		if short(first) || short(second) {
			continue
		}
		one, other := IsForm(first, lang) || in(" to of in on is are ", first), IsForm(second, lang)
		if one && other || one && utf8.RuneCountInString(second) > 3 && known(second) || other && utf8.RuneCountInString(first) > 3 && utf8.RuneCountInString(second) > 2 && known(first) {
			return first + " " + second
		}
	}
	return ""
}

// KnownWord is the known word that a misspelt one means; "" where there is none, or where two are as likely.
func KnownWord(word string, known func(string) bool) (meant string) {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	if known == nil || utf8.RuneCountInString(word) < shortestForm || strings.ContainsFunc(word, func(r rune) bool { return r < 'a' || r > 'z' }) {
		return ""
	}
	best, several := nearest.Left+1, false
	if len(word) == shortestForm { // a missing letter may be any
		best = nearest.Missed + 1
	}
	seen := map[string]bool{word: true}
	try := func(w string) {
		if seen[w] || len(w) < shortestForm {
			return
		}
		seen[w] = true
		switch s := nearest.Slipped(word, w); {
		case s == nearest.NoSlip || s > nearest.Left || s > best || !known(w):
		case s < best:
			best, meant, several = s, w, false
		default:
			several = true
		}
	}
	for i := range len(word) {
		if i+1 < len(word) {
			try(word[:i] + word[i+1:i+2] + word[i:i+1] + word[i+2:])
		}
		try(word[:i] + word[i+1:])
		for _, l := range letters {
			try(word[:i] + string(l) + word[i+1:])
		}
	}
	for i := range len(word) + 1 {
		for _, l := range letters {
			try(word[:i] + string(l) + word[i:])
		}
	}
	if several {
		return ""
	}
	return meant
}

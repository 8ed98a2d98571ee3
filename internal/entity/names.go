package entity

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A token is a word of a text, or digits.
type token struct {
	text       string // without a full stop at its end, which stop says; "" for digits
	start, end int
	class      class // once it was looked up
	capital    bool  // it begins with a capital letter, or is an initial
	initial    bool  // one capital letter
	stop       bool  // a full stop follows
	comma      bool  // a comma follows
	gap        bool  // something other than a space stands before it
	begins     bool  // it begins a sentence or a line, where every word has a capital letter
	wrapped    bool  // it begins a line that goes on with the sentence of the one before
}

// is reports whether the word is known as one of some classes.
func (w *token) is(c class) bool {
	if w.class == 0 {
		w.class = known(dictionary(), w.text)
	}
	return w.class&c != 0
}

// known is the class of a word; a word in capitals has the class of its capitalized form.
func known(of map[string]class, text string) class {
	what := of[text]
	if what == 0 && len(text) > 1 && text == strings.ToUpper(text) && text != strings.ToLower(text) {
		if what = of[text[:1]+strings.ToLower(text[1:])]; len(text) < 4 && what&common == 0 {
			what = 0 // letters that stand for words
		}
	}
	return what | looked
}

// tokens adds the tokens of a text to list.
func tokens(t string, list []token) []token {
	begins, gap, wrapped, line := true, true, false, 0
	for i := 0; i < len(t); {
		r, n := runeAt(t, i)
		if !isLetter(r) && r != '&' {
			switch {
			case r == ' ' || r == '.' || r == ',':
				i++
				continue
			case r == '\n' && wraps(t[line:i]):
				i++
				line, wrapped = i, true
				continue
			case r == '\n' || r == '!' || r == '?' || r == ':' || r == ';' || r == '|' || r == '•' || r == '"' || r == '“' || r == '(':
				begins = true
			case r >= '0' && r <= '9':
				begins = false
				n = digits(t, i) - i
				list = append(list, token{start: i, end: i + n})
			}
			if r == '\n' {
				line = i + n
			}
			gap, wrapped = true, false
			i += n
			continue
		}
		start := i
		for i < len(t) {
			r, n := runeAt(t, i)
			joined := (r == '\'' || r == '’' || r == '-') && i+n < len(t) && letterAt(t, i+n)
			if !isLetter(r) && !joined && r != '&' {
				break
			}
			i += n
		}
		list = append(list, token{text: t[start:i], start: start, end: i, begins: begins, gap: gap, wrapped: wrapped})
		w := &list[len(list)-1]
		gap, begins, wrapped = false, false, false
		if t[i-1] == 's' {
			for _, possessive := range []string{"'s", "’s"} {
				if rest, ok := strings.CutSuffix(w.text, possessive); ok {
					w.text, w.end = rest, w.end-len(possessive)
				}
			}
		}
		first, size := runeAt(w.text, 0)
		w.capital = isUpper(first)
		w.initial = w.capital && size == len(w.text)
		if i < len(t) {
			switch t[i] {
			case '.':
				w.stop = true
				begins = !w.initial && !w.is(title|suffix)
			case ',':
				w.comma = true
			}
		}
	}
	return list
}

// minWrapped is how many bytes a line has at least that was broken because it was full.
const minWrapped = 50

// wraps reports whether a line was broken within a sentence: it is long and ends with a letter.
func wraps(line string) bool {
	line = strings.TrimRight(line, " ")
	if len(line) < minWrapped {
		return false
	}
	r, _ := utf8.DecodeLastRuneInString(line)
	return isLetter(r)
}

// runeAt is utf8.DecodeRuneInString, fast for ASCII.
func runeAt(t string, i int) (rune, int) {
	if t[i] < utf8.RuneSelf {
		return rune(t[i]), 1
	}
	return utf8.DecodeRuneInString(t[i:])
}

func isLetter(r rune) bool {
	if r < utf8.RuneSelf {
		return r|0x20 >= 'a' && r|0x20 <= 'z'
	}
	return unicode.IsLetter(r)
}

func isUpper(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'A' && r <= 'Z'
	}
	return unicode.IsUpper(r)
}

func letterAt(t string, i int) bool {
	r, _ := runeAt(t, i)
	return isLetter(r)
}

// names adds the people, organisations and places of a text to found.
func (f *Finder) names(t string, found []Entity) []Entity {
	f.tokens = tokens(t, f.tokens[:0])
	list := f.tokens
	add := func(kind Kind, from, to int) {
		found = append(found, Named(kind, t, list[from].start, list[to-1].end))
	}
	for i := 0; i < len(list); {
		if !list[i].capital {
			i++
			continue
		}
		if list[i].is(leader) && i+1 < len(list) && list[i+1].capital { // Choose Acme Bank
			i++
			continue
		}
		if to := organisation(list, i); to > i {
			if end := inner(t, list, i, to); end > i && body(t, list, i, end) {
				add(Organisation, i, end)
			}
			i = to
			continue
		}
		if from, to := person(t, list, i); to > from {
			if from == i && to > i+1 && f.location(list, i) == to { // Hong Kong
				add(Place, i, to)
				i = to
				continue
			}
			add(Person, from, to)
			i = to
			continue
		}
		if to := f.location(list, i); to > i {
			add(Place, i, to)
			i = to
			continue
		}
		i++
	}
	return found
}

// apart reports whether something stands between two neighbouring tokens that no name goes over.
func apart(a, b *token) bool {
	return b.begins || b.gap || a.comma || a.stop && !a.initial || b.start-a.end > 2 && !b.wrapped
}

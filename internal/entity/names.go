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
}

// is reports whether the word is known as one of some classes.
func (w *token) is(c class) bool {
	if w.class == 0 {
		w.class = dictionary()[w.text] | looked
	}
	return w.class&c != 0
}

// tokens adds the tokens of a text to list.
func tokens(t string, list []token) []token {
	begins, gap := true, true
	for i := 0; i < len(t); {
		r, n := runeAt(t, i)
		if !isLetter(r) && r != '&' {
			switch {
			case r == ' ' || r == '.' || r == ',':
				i++
				continue
			case r == '\n' || r == '!' || r == '?' || r == ':' || r == ';' || r == '|' || r == '•' || r == '"' || r == '“' || r == '(':
				begins = true
			case r >= '0' && r <= '9':
				begins = false
				n = digits(t, i) - i
				list = append(list, token{start: i, end: i + n})
			}
			gap = true
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
		list = append(list, token{text: t[start:i], start: start, end: i, begins: begins, gap: gap})
		w := &list[len(list)-1]
		gap, begins = false, false
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

// runeAt is utf8.DecodeRuneInString for what is nearly always ASCII.
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
			if end := inner(list, i, to); end > i {
				add(Organisation, i, end)
			}
			i = to
			continue
		}
		if from, to := person(list, i); to > from {
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
	return b.begins || b.gap || a.comma || a.stop && !a.initial || b.start-a.end > 2
}

// organisation gives the end of an organisation's name that begins at i: capitals up to a word such as Ltd, or with a word
// such as University in it.
func organisation(list []token, i int) int {
	end, body, capitals := 0, false, 0
	if list[i].text == "The" {
		return 0
	}
	if list[i].is(institution) {
		body = true
	}
	for j := i; j < len(list) && j < i+9; j++ {
		w := &list[j]
		if j > i && apart(&list[j-1], w) && !(list[j-1].comma && w.is(suffix)) {
			break
		}
		switch {
		case w.is(suffix) && j > i:
			if end = j + 1; j+1 < len(list) && list[j+1].is(suffix) && !apart(w, &list[j+1]) {
				end++
			}
			return end
		case w.capital && w.is(common) && (body || j == i) && !w.is(institution):
			return end // "Company Overview" is a heading
		case w.capital:
			capitals++
			if w.is(institution) {
				body = true
			}
			if body && capitals > 1 {
				end = j + 1
			}
		case w.is(join) && j > i && j+1 < len(list) && (list[j+1].capital || list[j+1].is(join)):
			if !body && w.text != "of" && w.text != "&" && w.text != "and" {
				return end
			}
			if w.text == "and" && end > 0 && bodyAhead(list, j+1) {
				return end // another one
			}
		default:
			return end
		}
	}
	return end
}

// inner gives the end of an organisation's name without what is said of it behind: that of Acme Bank Website and of Mercy Hospital Mill Road. Hospital Road names none.
func inner(list []token, i, to int) int {
	if !list[to-1].is(outer) {
		return to
	}
	for k := to - 2; k > i; k-- {
		if list[k].is(institution) {
			if list[k+1].is(way) {
				return i
			}
			return k + 1
		}
	}
	return i
}

// bodyAhead reports whether the capitals from i on name an organisation by themselves.
func bodyAhead(list []token, i int) bool {
	for j := i; j < len(list) && list[j].capital && (j == i || !apart(&list[j-1], &list[j])); j++ {
		if list[j].is(institution) || list[j].is(suffix) {
			return true
		}
	}
	return false
}

// person gives the span of a person's name that begins at i: behind a title, or a given name with what follows.
func person(list []token, i int) (from, to int) {
	if i > 0 && list[i].is(title) && list[i-1].capital && !list[i-1].is(title) && !apart(&list[i-1], &list[i]) {
		return i, i // "GNU General Public License": no general
	}
	titled, doubted := false, false
	for list[i].is(title) && i+1 < len(list) && list[i+1].capital && list[i+1].start-list[i].end <= 2 {
		titled, doubted = true, list[i].is(doubtful)
		i++
	}
	end, last := i, i
	for j := i; j < len(list) && j < i+6; j++ {
		w := &list[j]
		if j > i && apart(&list[j-1], w) {
			break
		}
		if w.capital && !w.is(institution) && (j == i || !w.is(common) || w.is(surname)) {
			end, last = j+1, j
			continue
		}
		if w.is(particle) && j > i && j+1 < len(list) {
			continue
		}
		break
	}
	for j := i; j < end; j++ {
		if list[j].is(way) {
			return i, i
		}
		if j > i+1 && list[j].is(office) { // Mary Jones Acting Director
			end, last = j, j-1
		}
	}
	n := end - i
	first := &list[i]
	switch {
	case titled && n > 0 && !first.is(common) && !(doubted && n == 1 && !first.is(surname|given)):
		return i, end
	case n < 2:
		// "Smith, John" in a list of names.
		if first.comma && i+1 < len(list) && list[i+1].capital && !list[i+1].begins && first.is(surname) && list[i+1].is(given) &&
			!list[i+1].is(place) && !first.is(common) && !list[i+1].is(common) {
			return i, i + 2
		}
		return i, i
	case list[last].initial:
		return i, i
	case first.initial: // J. Smith
		if first.stop && list[last].is(surname) && !list[last].is(common) {
			return i, end
		}
		return i, i
	case first.is(common) && (first.begins || !list[last].is(surname)):
		return i, i
	case first.is(rare) && !first.is(given) && (!list[last].is(surname) || n > 3):
		return i, i
	case !first.is(given | rare):
		return i, i
	case first.is(place) && !list[last].is(surname):
		return i, i
	case list[last].is(common) && !list[last].is(surname):
		return i, i
	}
	return i, end
}

// location gives the end of a place's name that begins at i: one of the dictionary.
func (f *Finder) location(list []token, i int) int {
	w := &list[i]
	what, n := f.longest(list, i)
	if what&place == 0 {
		return i
	}
	if n > 1 && list[i+n-1].capital {
		return i + n
	}
	// A word alone is a place when it is nobody's name and no other word, or when something says so.
	behind := i > 0 && list[i-1].is(locative) && !apart(&list[i-1], w)
	country := w.comma && i+1 < len(list) && list[i+1].is(place)
	alone := i+1 >= len(list) || !list[i+1].capital || apart(w, &list[i+1])
	if w.is(common) && !(behind && alone) || !alone && !country {
		return i
	}
	if what&(given|rare|surname) == 0 || behind || country {
		return i + 1
	}
	return i
}

// longest gives the most words from i on that are a place, and what they are known as; what one is known as if none are.
func (f *Finder) longest(list []token, i int) (what class, n int) {
	if w := &list[i]; w.is(opening) {
		for n = 1; n < maxWords && i+n < len(list) && !apart(&list[i+n-1], &list[i+n]); n++ {
		}
		for ; n > 1; n-- {
			f.key = f.key[:0]
			for j := i; j < i+n; j++ {
				if j > i {
					f.key = append(f.key, ' ')
				}
				f.key = append(f.key, list[j].text...)
			}
			if what = dictionary()[string(f.key)]; what&place != 0 {
				return what, n
			}
		}
	}
	return list[i].class, 1
}

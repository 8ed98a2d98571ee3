package entity

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// The simple version of names, with a look-up for each question: names must find the same.

var refDictionary = sync.OnceValue(func() map[string]class {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil // the build embeds it, and a test reads it
	}
	text, err := io.ReadAll(z)
	if err != nil {
		return nil
	}
	known := make(map[string]class, 50_000)
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		switch line[0] {
		case 'g':
			known[line[1:]] |= given
		case 'h':
			known[line[1:]] |= rare
		case 's':
			known[line[1:]] |= surname
		case 'p':
			known[line[1:]] |= place
		case 'w':
			known[line[1:]] |= word
			known[strings.ToUpper(line[1:2])+line[2:]] |= word
		}
	}
	for _, list := range listed {
		for w := range strings.FieldsSeq(list.words) {
			known[w] |= list.as
		}
	}
	return known
})

var (
	leaders   = refListed(leader)
	commons   = refListed(common)
	locations = refListed(locative)
)

// whatIs looks a word in capitals up as it is with one.
func whatIs(of map[string]class, text string) class { return known(of, text) }

func refListed(as class) map[string]bool {
	m := map[string]bool{}
	for _, list := range listed {
		if list.as == as {
			for w := range strings.FieldsSeq(list.words) {
				m[w] = true
			}
		}
	}
	return m
}

type refToken struct {
	text       string // without a full stop at its end, which stop says
	start, end int
	capital    bool // it begins with a capital letter, or is an initial
	initial    bool // one capital letter
	stop       bool // a full stop follows
	comma      bool // a comma follows
	gap        bool // something other than a space stands before it
	begins     bool // it begins a sentence or a line, where every word has a capital letter
	wrapped    bool // it goes on with the sentence of the line before
}

func refTokens(t string) (list []refToken) {
	begins, gap, wrapped := true, true, false
	for i := 0; i < len(t); {
		r, n := utf8.DecodeRuneInString(t[i:])
		if !unicode.IsLetter(r) && r != '&' {
			if r == '\n' && wraps(t[strings.LastIndexByte(t[:i], '\n')+1:i]) {
				wrapped = true
				i++
				continue
			}
			switch {
			case r == '\n' || r == '!' || r == '?' || r == ':' || r == ';' || r == '|' || r == '•' || r == '"' || r == '“' || r == '(':
				begins = true
			case r >= '0' && r <= '9':
				begins = false
				list = append(list, refToken{text: "0", start: i, end: i + n})
			}
			other := r != ' ' && r != '.' && r != ','
			gap, wrapped = gap || other, wrapped && !other
			i += n
			continue
		}
		start := i
		for i < len(t) {
			r, n := utf8.DecodeRuneInString(t[i:])
			joined := (r == '\'' || r == '’' || r == '-') && i+n < len(t) && refStartsWithLetter(t[i+n:])
			if !unicode.IsLetter(r) && !joined && r != '&' {
				break
			}
			i += n
		}
		w := refToken{text: t[start:i], start: start, end: i, begins: begins, gap: gap, wrapped: wrapped}
		gap, wrapped = false, false
		for _, possessive := range []string{"'s", "’s"} {
			if rest, ok := strings.CutSuffix(w.text, possessive); ok {
				w.text, w.end = rest, w.end-len(possessive)
			}
		}
		first, size := utf8.DecodeRuneInString(w.text)
		w.capital = unicode.IsUpper(first)
		w.initial = w.capital && size == len(w.text)
		begins = false
		if i < len(t) {
			switch t[i] {
			case '.':
				w.stop = true
				begins = !w.initial && whatIs(refDictionary(), w.text)&(title|suffix) == 0
			case ',':
				w.comma = true
			}
		}
		list = append(list, w)
	}
	return list
}

func refStartsWithLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r)
}

func refNames(t string) (found []Entity) {
	known := refDictionary()
	list := refTokens(t)
	var same []token // for the rules, which both have
	for _, w := range list {
		k := token{w.text, w.start, w.end, whatIs(known, w.text), w.capital, w.initial, w.stop, w.comma, w.gap, w.begins, w.wrapped}
		if w.text == "0" {
			k.text, k.class = "", looked
		}
		same = append(same, k)
	}
	add := func(kind Kind, from, to int) {
		s := t[list[from].start:list[to-1].end]
		found = append(found, Entity{Kind: kind, Text: s, Value: text(strings.Join(strings.Fields(s), " ")), Start: list[from].start, End: list[to-1].end})
	}
	for i := 0; i < len(list); {
		if !list[i].capital {
			i++
			continue
		}
		if leaders[list[i].text] && i+1 < len(list) && list[i+1].capital {
			i++
			continue
		}
		if to := organisation(same, i); to > i {
			if end := inner(t, same, i, to); end > i && body(t, same, i, end) {
				add(Organisation, i, end)
			}
			i = to
			continue
		}
		if from, to := person(t, same, i); to > from {
			if from == i && to > i+1 && refLocation(list, i, known) == to {
				add(Place, i, to)
				i = to
				continue
			}
			add(Person, from, to)
			i = to
			continue
		}
		if to := refLocation(list, i, known); to > i {
			add(Place, i, to)
			i = to
			continue
		}
		i++
	}
	return found
}

func refApart(a, b refToken) bool {
	return b.begins || b.gap || a.comma || a.stop && !a.initial || b.start-a.end > 2 && !b.wrapped
}

func refLocation(list []refToken, i int, known map[string]class) int {
	for n := min(4, len(list)-i); n > 0; n-- {
		var b strings.Builder
		ok := true
		for j := i; j < i+n; j++ {
			if j > i {
				if refApart(list[j-1], list[j]) {
					ok = false
					break
				}
				b.WriteByte(' ')
			}
			b.WriteString(list[j].text)
		}
		what := known[b.String()]
		if !ok || what&place == 0 {
			continue
		}
		if n > 1 && list[i+n-1].capital {
			return i + n
		}
		// A word alone is a place when it is nobody's name and no other word, or when something says so.
		w := list[i]
		told := i > 0 && locations[list[i-1].text] && !refApart(list[i-1], w)
		country := w.comma && i+1 < len(list) && known[list[i+1].text]&place != 0
		alone := i+1 >= len(list) || !list[i+1].capital || refApart(w, list[i+1])
		if commons[w.text] && !(told && alone) || !alone && !country {
			return i
		}
		if what&(given|rare|surname) == 0 || told || country {
			return i + 1
		}
		return i
	}
	return i
}

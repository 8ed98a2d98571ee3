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
		}
	}
	return known
})

var (
	titles    = refListed(title)
	particles = refListed(particle)
	suffixes  = refListed(suffix)
	bodies    = refListed(institution)
	ways      = refListed(way)
	outers    = refListed(outer)
	leaders   = refListed(leader)
	offices   = refListed(office)
	doubts    = refListed(doubtful)
	joins     = refListed(join)
	commons   = refListed(common)
	locations = refListed(locative)
)

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
}

func refTokens(t string) (list []refToken) {
	begins, gap := true, true
	for i := 0; i < len(t); {
		r, n := utf8.DecodeRuneInString(t[i:])
		if !unicode.IsLetter(r) && r != '&' {
			switch {
			case r == '\n' || r == '!' || r == '?' || r == ':' || r == ';' || r == '|' || r == '•' || r == '"' || r == '“' || r == '(':
				begins = true
			case r >= '0' && r <= '9':
				begins = false
				list = append(list, refToken{text: "0", start: i, end: i + n})
			}
			gap = gap || r != ' ' && r != '.' && r != ','
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
		w := refToken{text: t[start:i], start: start, end: i, begins: begins, gap: gap}
		gap = false
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
				begins = !w.initial && !titles[w.text] && !suffixes[w.text]
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
		if to := refOrganisation(list, i); to > i {
			if end := refInner(list, i, to); end > i {
				add(Organisation, i, end)
			}
			i = to
			continue
		}
		if from, to := refPerson(list, i, known); to > from {
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
	return b.begins || b.gap || a.comma || a.stop && !a.initial || b.start-a.end > 2
}

func refOrganisation(list []refToken, i int) int {
	end, body, capitals := 0, false, 0
	if list[i].text == "The" {
		return 0
	}
	if bodies[list[i].text] {
		body = true
	}
	for j := i; j < len(list) && j < i+9; j++ {
		w := list[j]
		if j > i && refApart(list[j-1], w) && !(list[j-1].comma && suffixes[w.text]) {
			break
		}
		switch {
		case suffixes[w.text] && j > i:
			if end = j + 1; j+1 < len(list) && suffixes[list[j+1].text] && !refApart(w, list[j+1]) {
				end++
			}
			return end
		case w.capital && commons[w.text] && (body || j == i) && !bodies[w.text]:
			return end // "Company Overview" is a heading
		case w.capital:
			capitals++
			if bodies[w.text] {
				body = true
			}
			if body && capitals > 1 {
				end = j + 1
			}
		case joins[w.text] && j > i && j+1 < len(list) && (list[j+1].capital || joins[list[j+1].text]):
			if !body && w.text != "of" && w.text != "&" && w.text != "and" {
				return end
			}
			if w.text == "and" && end > 0 && refBodyAhead(list, j+1) {
				return end // another one
			}
		default:
			return end
		}
	}
	return end
}

func refInner(list []refToken, i, to int) int {
	if !outers[list[to-1].text] {
		return to
	}
	last := i
	for k := i + 1; k < to-1; k++ {
		if bodies[list[k].text] {
			last = k
		}
	}
	if last == i || ways[list[last+1].text] {
		return i
	}
	return last + 1
}

func refBodyAhead(list []refToken, i int) bool {
	for j := i; j < len(list) && list[j].capital && (j == i || !refApart(list[j-1], list[j])); j++ {
		if bodies[list[j].text] || suffixes[list[j].text] {
			return true
		}
	}
	return false
}

func refPerson(list []refToken, i int, known map[string]class) (from, to int) {
	if i > 0 && titles[list[i].text] && list[i-1].capital && !titles[list[i-1].text] && !refApart(list[i-1], list[i]) {
		return i, i
	}
	titled, doubted := false, false
	for titles[list[i].text] && i+1 < len(list) && list[i+1].capital && list[i+1].start-list[i].end <= 2 {
		titled, doubted = true, doubts[list[i].text]
		i++
	}
	end, last := i, i
	for j := i; j < len(list) && j < i+6; j++ {
		w := list[j]
		if j > i && refApart(list[j-1], w) {
			break
		}
		if w.capital && !bodies[w.text] && (j == i || !commons[w.text] || known[w.text]&surname != 0) {
			end, last = j+1, j
			continue
		}
		if particles[w.text] && j > i && j+1 < len(list) {
			continue
		}
		break
	}
	for j := i; j < end; j++ {
		if ways[list[j].text] {
			return i, i
		}
		if j > i+1 && offices[list[j].text] {
			end, last = j, j-1
		}
	}
	n := end - i
	first := list[i]
	switch {
	case titled && n > 0 && !commons[first.text] && !(doubted && n == 1 && known[first.text]&(surname|given) == 0):
		return i, end
	case n < 2:
		// "Smith, John" in a list of names.
		if first.comma && i+1 < len(list) && list[i+1].capital && !list[i+1].begins && known[first.text]&surname != 0 && known[list[i+1].text]&given != 0 &&
			known[list[i+1].text]&place == 0 && !commons[first.text] && !commons[list[i+1].text] {
			return i, i + 2
		}
		return i, i
	case list[last].initial:
		return i, i
	case first.initial: // J. Smith
		if first.stop && known[list[last].text]&surname != 0 && !commons[list[last].text] {
			return i, end
		}
		return i, i
	case commons[first.text] && (first.begins || known[list[last].text]&surname == 0):
		return i, i
	case known[first.text]&rare != 0 && known[first.text]&given == 0 && (known[list[last].text]&surname == 0 || n > 3):
		return i, i
	case known[first.text]&(given|rare) == 0:
		return i, i
	case known[first.text]&place != 0 && known[list[last].text]&surname == 0:
		return i, i
	case commons[list[last].text] && known[list[last].text]&surname == 0:
		return i, i
	}
	return i, end
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

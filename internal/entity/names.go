package entity

import (
	"bytes"
	"compress/gzip"
	_ "embed" // the dictionary
	"io"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// The dictionary: given names and surnames from the 1990 census of the United States (public domain), cities and countries
// from GeoNames (https://www.geonames.org, CC BY 4.0). scripts/entity_names.py makes it.
//
//go:embed names.txt.gz
var packed []byte

const (
	given byte = 1 << iota
	rare       // a given name that few have, and that is often another word
	surname
	place
)

// dictionary says what a name is known as.
var dictionary = sync.OnceValue(func() map[string]byte {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil // the build embeds it, and a test reads it
	}
	text, err := io.ReadAll(z)
	if err != nil {
		return nil
	}
	known := make(map[string]byte, 50_000)
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

func words(list string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		m[w] = true
	}
	return m
}

var (
	titles = words(`Mr Mrs Ms Miss Dr Prof Professor Sir Dame Lord Lady Judge Justice President Senator Minister Captain Colonel General Sergeant Inspector Rev Father Sister
		Herr Frau Dipl M Mme Mlle Monsieur Madame Sr Sra Señor Señora Don Doña Sig Signor Signora Dott De Mevrouw Meneer`)
	particles = words(`van von der den de da di del della du la le bin ibn al el af av zu zum ter ten dos das`)
	suffixes  = words(`Ltd Limited Inc Incorporated Corp Corporation Co LLC LLP PLC Plc plc GmbH AG KG mbH SE AB ASA AS Oy Oyj ApS BV NV SA SAS SARL SpA Srl SL Pty Pvt KK Holdings Group`)
	bodies    = words(`University College School Institute Institution Hospital Clinic Ministry Department Agency Authority Commission Committee Council Court Bank Company Corporation
		Association Society Foundation Federation Union Organisation Organization Office Bureau Laboratory Laboratories Centre Center Museum Library Church Party Trust Fund Services Partners
		Industries Technologies Systems Solutions Universität Hochschule Ministerium Verein Université Hôpital Ministère Universitet Universidad Università Universiteit`)
	// What is called after people is not one of them.
	ways = words(`Road Rd Street St Avenue Ave Lane Drive Boulevard Blvd Square Park Airport Beach Fort Plaza Mall Mills Tower Towers Island Islands Station Terminal Gate Bridge House Hall Cross
		Nagar Marg Edge Point Garden Gardens Court Hotel Inn Theatre Theater Stadium Market Building Complex Chowk Colony Sector Hills Hill Lake River Valley Mountain Bay Port Act Law Rule Weight
		Power Blue Green Red White Black Grey Gray Silver Gold Discount Award Awards Prize Day Days Method Test Disease Syndrome Edition Series Version Parks Stops Marks Transactions Plan Programme Program`)
	joins = words(`of and & for the in de des du la für und et y e della di`)
	// Words that are names too and are most often not meant as such.
	common = words(`A An The This That These Those It He She They We You I In On At By For From To Of And Or But If When Where What Who Why How Will May Can Mark Grant Art Bill Will Rose Hope
		Faith Joy Grace Summer April June August Dean Major Page Chance Price Young Long Short Love Good Best Little Small Large White Black Green Brown Gray Grey King Day Week Month Year
		Case Field Park Hill Wood Woods Stone Rice Bush Bond Cash Banks Power Wise Cook Baker Miller Carpenter Mason Porter Page Section Table Figure Chapter Part Note Date Total
		No Yes Not All Any Some Each Every Both Few Many More Most Other Such Only Own Same So Than Too Very Just Also New Old First Last Next Previous
		Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March May July September October November December
		Reading Nice Mobile Bath Of Same Split Most Male Bar Bata Ip Young Same See Man Van Cover Ada Surprise University Orange Enterprise Independence Liberty Commerce Union Normal
		Lane Echo Manual Page Data Code Team Work Read Write Open Close Start End Best Version Release Update Security Support Service Policy Plan Order Mean Model Test Results Methods Conclusion Introduction Overview History Philosophy Founded Mission Vision Values About Contact Home Show Awards Conference Design Great`)
	// Words before a place.
	locations = words(`in at from near to into of outside around via within across`)
)

// A token is a word of a text.
type token struct {
	text       string // without a full stop at its end, which stop says
	start, end int
	capital    bool // it begins with a capital letter, or is an initial
	initial    bool // one capital letter
	stop       bool // a full stop follows
	comma      bool // a comma follows
	gap        bool // something other than a space stands before it
	begins     bool // it begins a sentence or a line, where every word has a capital letter
}

func tokens(t string) (list []token) {
	begins, gap := true, true
	for i := 0; i < len(t); {
		r, n := utf8.DecodeRuneInString(t[i:])
		if !unicode.IsLetter(r) && r != '&' {
			switch {
			case r == '\n' || r == '!' || r == '?' || r == ':' || r == ';' || r == '|' || r == '•' || r == '"' || r == '“' || r == '(':
				begins = true
			case r >= '0' && r <= '9':
				begins = false
				list = append(list, token{text: "0", start: i, end: i + n})
			}
			gap = gap || r != ' ' && r != '.' && r != ','
			i += n
			continue
		}
		start := i
		for i < len(t) {
			r, n := utf8.DecodeRuneInString(t[i:])
			joined := (r == '\'' || r == '’' || r == '-') && i+n < len(t) && startsWithLetter(t[i+n:])
			if !unicode.IsLetter(r) && !joined && r != '&' {
				break
			}
			i += n
		}
		w := token{text: t[start:i], start: start, end: i, begins: begins, gap: gap}
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

func startsWithLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r)
}

// names finds people, organisations and places.
func names(t string) (found []Entity) {
	known := dictionary()
	list := tokens(t)
	add := func(kind Kind, from, to int) {
		s := t[list[from].start:list[to-1].end]
		found = append(found, Entity{Kind: kind, Text: s, Value: text(strings.Join(strings.Fields(s), " ")), Start: list[from].start, End: list[to-1].end})
	}
	for i := 0; i < len(list); {
		if !list[i].capital {
			i++
			continue
		}
		if to := organisation(list, i); to > i {
			add(Organisation, i, to)
			i = to
			continue
		}
		if from, to := person(list, i, known); to > from {
			add(Person, from, to)
			i = to
			continue
		}
		if to := location(list, i, known); to > i {
			add(Place, i, to)
			i = to
			continue
		}
		i++
	}
	return found
}

// apart reports whether something stands between two neighbouring tokens that no name goes over.
func apart(a, b token) bool {
	return b.begins || b.gap || a.comma || a.stop && !a.initial || b.start-a.end > 2
}

// organisation gives the end of an organisation's name that begins at i: capitals up to a word such as Ltd, or with a word
// such as University in it.
func organisation(list []token, i int) int {
	end, body, capitals := 0, false, 0
	if list[i].text == "The" {
		return 0
	}
	if bodies[list[i].text] {
		body = true
	}
	for j := i; j < len(list) && j < i+9; j++ {
		w := list[j]
		if j > i && apart(list[j-1], w) && !(list[j-1].comma && suffixes[w.text]) {
			break
		}
		switch {
		case suffixes[w.text] && j > i:
			if end = j + 1; j+1 < len(list) && suffixes[list[j+1].text] && !apart(w, list[j+1]) {
				end++
			}
			return end
		case w.capital && common[w.text] && (body || j == i) && !bodies[w.text]:
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
			if w.text == "and" && end > 0 && bodyAhead(list, j+1) {
				return end // another one
			}
		default:
			return end
		}
	}
	return end
}

// bodyAhead reports whether the capitals from i on name an organisation by themselves.
func bodyAhead(list []token, i int) bool {
	for j := i; j < len(list) && list[j].capital && (j == i || !apart(list[j-1], list[j])); j++ {
		if bodies[list[j].text] || suffixes[list[j].text] {
			return true
		}
	}
	return false
}

// person gives the span of a person's name that begins at i: behind a title, or a given name with what follows.
func person(list []token, i int, known map[string]byte) (from, to int) {
	titled := false
	for titles[list[i].text] && i+1 < len(list) && list[i+1].capital && list[i+1].start-list[i].end <= 2 {
		titled = true
		i++
	}
	end, last := i, i
	for j := i; j < len(list) && j < i+6; j++ {
		w := list[j]
		if j > i && apart(list[j-1], w) {
			break
		}
		if w.capital && !bodies[w.text] && (j == i || !common[w.text] || known[w.text]&surname != 0) {
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
	}
	n := end - i
	first := list[i]
	switch {
	case titled && n > 0 && !common[first.text]:
		return i, end
	case n < 2:
		// "Smith, John" in a list of names.
		if first.comma && i+1 < len(list) && list[i+1].capital && !list[i+1].begins && known[first.text]&surname != 0 && known[list[i+1].text]&given != 0 &&
			known[list[i+1].text]&place == 0 && !common[first.text] && !common[list[i+1].text] {
			return i, i + 2
		}
		return i, i
	case list[last].initial:
		return i, i
	case first.initial: // J. Smith
		if first.stop && known[list[last].text]&surname != 0 && !common[list[last].text] {
			return i, end
		}
		return i, i
	case common[first.text] && (first.begins || known[list[last].text]&surname == 0):
		return i, i
	case known[first.text]&rare != 0 && known[first.text]&given == 0 && (known[list[last].text]&surname == 0 || n > 3):
		return i, i
	case known[first.text]&(given|rare) == 0:
		return i, i
	case known[first.text]&place != 0 && known[list[last].text]&surname == 0:
		return i, i
	case common[list[last].text] && known[list[last].text]&surname == 0:
		return i, i
	}
	return i, end
}

// location gives the end of a place's name that begins at i: one of the dictionary.
func location(list []token, i int, known map[string]byte) int {
	for n := min(4, len(list)-i); n > 0; n-- {
		var b strings.Builder
		ok := true
		for j := i; j < i+n; j++ {
			if j > i {
				if apart(list[j-1], list[j]) {
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
		behind := i > 0 && locations[list[i-1].text] && !apart(list[i-1], w)
		country := w.comma && i+1 < len(list) && known[list[i+1].text]&place != 0
		alone := i+1 >= len(list) || !list[i+1].capital || apart(w, list[i+1])
		if common[w.text] && !(behind && alone) || !alone && !country {
			return i
		}
		if what&(given|rare|surname) == 0 || behind || country {
			return i + 1
		}
		return i
	}
	return i
}

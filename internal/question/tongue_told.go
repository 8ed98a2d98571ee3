package question

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// spokenIn is the language of a sentence that is none of English: the one of whose closed words it has most, where English has fewer. Where it has none at all, names of formats and
// months tell.
func spokenIn(text string, names *Vocabulary) *tongue { return spokenBy(text, lexemesOf(text), names) }

func spokenBy(text string, lexemes []lexeme, names *Vocabulary) *tongue {
	english := 0
	var of []string
	for i, l := range lexemes {
		if !l.quoted && !joinedWord(text, lexemes, i) && inEnglish(l.low) {
			english++
			of = append(of, l.low)
		}
	}
	var best *tongue
	most, second := 0, 0
	for _, t := range tongues() {
		if !t.maySpeak(lexemes, english) {
			continue
		}
		closed, nouns := t.evidence(text, lexemes, names)
		if english > 0 && closed <= english && closed+1 >= english && english+nouns > 2 && nouns > 0 && closed > 0 && !slices.ContainsFunc(of, func(w string) bool { return !t.closed[w] && !t.bare[w] }) {
			closed = english + 1 // "die Rechnungen an Anna": English has all its words but one
		}
		switch {
		case closed > english && (closed > most || closed == most && nouns > second), closed+english+most == 0 && nouns > second:
			best, most, second = t, closed, nouns
		}
	}
	return best
}

// maySpeak reports whether a sentence can be in a language: it has more of its words than of those of English.
func (t *tongue) maySpeak(lexemes []lexeme, english int) bool {
	n := 0
	for i, l := range lexemes {
		if t.closed[l.low] || t.nouns[l.low] || strings.ContainsAny(l.low, "'’") {
			n++
		} else if fold := folded(l.low, t.lang); fold != l.low || t.bare[fold] {
			n++
		}
		if n+len(lexemes)-i-1 < english {
			return false
		}
	}
	return n > 0 && n >= english // the words of both count for both
}

// evidence counts a sentence's words of the language's closed classes, and its words for formats and the like.
func (t *tongue) evidence(text string, lexemes []lexeme, names *Vocabulary) (closed, nouns int) {
	words := t.spokenWords(text, lexemes)
	for i, w := range words {
		if w.quoted || w.glue || i+1 < len(words) && words[i+1].glue {
			continue
		}
		switch {
		case t.particle(words, i):
		case t.closed[w.low] || t.bare[w.fold] && !inEnglish(w.low) && utf8.RuneCountInString(w.low) > 2:
			closed++
		case (t.nouns[w.low] || t.nouns[w.fold]) && !inEnglish(w.low) && fileTypes[w.stem] == nil && !has(generic, w.stem) && (names.Right == nil || !names.Right(w.low)):
			nouns++
		}
	}
	return closed, nouns
}

// joinedWord reports whether a word is part of what marks join, as in "pdf-reader" and "a.txt".
func joinedWord(text string, lexemes []lexeme, at int) bool {
	return at > 0 && joining(text[lexemes[at-1].end:lexemes[at].start]) || at+1 < len(lexemes) && joining(text[lexemes[at].end:lexemes[at+1].start])
}

func joining(between string) bool {
	return between != "" && strings.Trim(between, "-_./\\:@*&+~#") == ""
}

// particle reports whether a word is rather part of a name: an article or a preposition between capitalized words, where the first is no
// word for files.
func (t *tongue) particle(words []spokenWord, at int) bool {
	w := words[at]
	if at+1 == len(words) || !words[at+1].capital || words[at+1].comma || !has(" de la le les el los las die der das du del von van di da des ", w.low) {
		return false
	}
	if w.capital {
		return true
	}
	before := at - 1
	return before >= 0 && words[before].capital && !w.comma && !t.nouns[words[before].low] && !t.nouns[words[before].fold] && fileTypes[words[before].stem] == nil &&
		!has(generic, words[before].stem) && t.lang != "de"
}

// inEnglish reports whether a word is of the closed classes of English, or asks for files in it.
func inEnglish(w string) bool { return englishWords()[w] }

var englishWords = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, list := range []string{common["en"], asking, links, determining, relatives, auxiliaries, pronouns, requesting, bounding, denying, subject, passing, making, verbsOfChange, englishAlso} {
		for w := range strings.FieldsSeq(list) {
			out[w] = !has(ofOthers, w)
		}
	}
	return out
})

// englishAlso are words of English that other languages have as well, beside those in the lists of the parser, and names of months.
const englishAlso = " plus per or no on as a an me he once sale main but car pour son par sur die war man hat art so also arm fast bald will rest tag " +
	"january jan february feb march mar april apr may june jun july jul august aug september sep sept october oct november nov december dec "

// ofOthers are words of other languages in the lists of the parser.
const ofOthers = " zeige zeig mir alle bitte montre moi tous toutes muestra todos todas ohne nicht sans sin kein keine bis im vom von en de herr frau mai mayo "

// A unit is the English of some words of a sentence.
type unit struct {
	words []toldWord
	first int // words of the sentence
	last  int
	comma bool // a comma or the like stands before it
	moved bool
	stays bool // it is carried over as it is
	verb  bool // nothing knows this verb
	idiom *idiom
}

// A toldWord is an English word with the place that it comes from.
type toldWord struct {
	text string
	from Span
}

// A told is a sentence said in English, with the way back.
type told struct {
	text   string
	pieces []piece
}

// A piece is a stretch of the English with where it comes from.
type piece struct {
	at    Span // in the English
	from  Span // in the sentence
	stays bool
	verb  bool
}

// tell says a sentence in English.
func (t *tongue) tell(text string, names *Vocabulary) told {
	words := t.spokenWords(text, lexemesOf(text))
	t.keep(text, words, names)
	holds := func(s *idiom) bool { return t.holds(s, names) }
	var units []unit
	pinned, neither := t.pins(words), false
	for at := 0; at < len(words); {
		s, filled := t.at(words, at, holds)
		w := words[at]
		if pin := pinned[at]; pin != nil {
			s, filled = pin, nil
		} else if s != nil && s.of != closedWords && t.names(units) {
			s = nil
		}
		if s == nil {
			u := unit{first: at, last: at, comma: w.comma, stays: true, words: []toldWord{{text[w.start:w.end], Span{w.start, w.end}}}}
			if m := dayMonth.FindStringSubmatch(w.low); m != nil && m[2] == "/" { // the day comes first
				u.words[0].text = strings.ReplaceAll(w.text, "/", ".")
			}
			if !w.kept && !w.glue && (at+1 == len(words) || !words[at+1].glue) && Common(w.low, t.lang) && !w.capital && !digits(w.low) {
				u.words, u.stays = nil, false // every sentence has these
			}
			if of, as := t.parted(w, names); as != "" {
				u.words = []toldWord{{of, u.words[0].from}, {as, u.words[0].from}}
				u.stays = false
			}
			if n := t.counts[w.low]; n != "" && n != "one" && !w.kept && !w.glue {
				u.words[0].text, u.stays = n, false
			}
			units = append(units, u)
			at++
			continue
		}
		u := unit{first: at, last: at + len(s.words) - 1, comma: w.comma, idiom: s}
		whole := Span{w.start, words[u.last].end}
		used := map[string]int{}
		for _, o := range s.out {
			at := strings.IndexByte(o, '{')
			switch {
			case o == "nor" && !neither:
				continue
			case o == "neither" && neither: // ni ... ni
				o = "nor"
			}
			neither = neither || o == "neither"
			if at < 0 {
				u.words = append(u.words, toldWord{o, whole})
				continue
			}
			slot := o[at:]
			if slot == slotNumber && len(filled[slot]) == 0 { // a year is a number, too
				slot = slotYear
			}
			if n := used[slot]; n < len(filled[slot]) {
				from := words[filled[slot][n]]
				used[slot]++
				said := o[:at] + t.slot(slot, from)
				if slot == slotUnit && len(filled[slotNumber]) > 0 {
					said += "s"
				}
				u.words = append(u.words, toldWord{said, Span{from.start, from.end}})
			}
		}
		if next := u.last + 1; len(u.words) == 1 && u.words[0].text == "of" && next < len(words) && words[next].capital && slices.ContainsFunc(units, unit.isMail) {
			u.words = []toldWord{{"from", u.words[0].from}} // who sent it
		}
		units = append(units, u)
		at = u.last + 1
	}
	if t.lang == "de" {
		units = germanOrder(units, words)
	} else {
		adjectives(units, func(u unit) bool {
			w := words[u.first].low
			return u.stays && names.own(w, t.lang, func(key string) bool { return has(" doc-status confidentiality ", key) }) && !names.own(w, t.lang, func(key string) bool { return key == "document-type" })
		})
	}
	return written(text, units, words)
}

// parted divides a German compound whose head says what kind of name the rest is: "Personalabteilung" is the department Personal.
func (t *tongue) parted(w spokenWord, names *Vocabulary) (of, as string) {
	if t.lang != "de" || w.kept || w.glue {
		return "", ""
	}
	for ending, key := range map[string]string{"abteilung": "department", "ordner": "folder"} {
		at := len(w.low) - len(ending)
		if at < 2 || w.low[at:] != ending || len(w.text) != len(w.low) {
			continue
		}
		for _, of := range []string{w.text[:at], strings.TrimSuffix(w.text[:at], "s")} {
			if names.calls(of, func(n name) bool { return n.key == key }) {
				return of, key
			}
		}
	}
	return "", ""
}

// isMail reports whether a unit names mails.
func (u unit) isMail() bool {
	return len(u.words) == 1 && u.words[0].text == "e-mails" && u.idiom != nil
}

// names reports whether the next words behind some units are a name that somebody gave: of a workspace, of a file, of a tag.
func (t *tongue) names(units []unit) bool {
	n := len(units)
	if n == 0 || len(units[n-1].words) == 0 || units[n-1].idiom == nil {
		return false
	}
	last := units[n-1].words[len(units[n-1].words)-1].text
	return has(" workspace called titled tagged ", last) || len(units[n-1].idiom.words) == 1 && has(" to with ", last) && slices.ContainsFunc(units, func(u unit) bool {
		return len(u.words) > 0 && has(" rename share ", u.words[0].text) && u.idiom != nil
	})
}

// holds reports whether a idiom is meant where it stands, as far as the names of files tell.
func (t *tongue) holds(s *idiom, names *Vocabulary) bool {
	switch s.of {
	case formats:
		return len(s.words) > 1 || !names.own(s.words[0], t.lang, func(key string) bool { return has(" document-type doc-status confidentiality ", key) })
	case kinds:
		return names.calls(strings.Join(s.out, " "), func(n name) bool { return n.key == "document-type" }) &&
			!(len(s.words) == 1 && names.own(s.words[0], t.lang, func(string) bool { return true }))
	}
	return true
}

// calls reports whether some words name what fits.
func (v *Vocabulary) calls(words string, fits func(name) bool) bool {
	return slices.ContainsFunc(v.phrases[phrase(words)], fits)
}

// written puts units together, with what stands between the words of the sentence.
func written(text string, units []unit, words []spokenWord) told {
	var out strings.Builder
	var b told
	end := 0
	if len(words) > 0 {
		out.WriteString(text[:words[0].start])
	}
	for n, u := range units {
		between := ""
		if n > 0 {
			between = " "
			if !u.moved && !units[n-1].moved && u.first == units[n-1].last+1 {
				between = cmp.Or(text[words[units[n-1].last].end:words[u.first].start], " ")
			} else if u.comma && !u.moved {
				between = ", "
			}
		}
		out.WriteString(between)
		for i, w := range u.words {
			if i > 0 {
				out.WriteByte(' ')
			}
			at := out.Len()
			out.WriteString(w.text)
			b.pieces = append(b.pieces, piece{Span{at, out.Len()}, w.from, u.stays, u.verb})
		}
		end = max(end, u.last)
	}
	if len(words) > 0 {
		out.WriteString(text[words[end].end:])
	}
	b.text = out.String()
	return b
}

// back is where a stretch of the English comes from.
func (b told) back(s Span) Span {
	out := Span{-1, -1}
	for _, p := range b.pieces {
		if p.at.Start >= s.End || p.at.End <= s.Start {
			continue
		}
		from := p.from
		if p.stays && p.at.End-p.at.Start == from.End-from.Start { // a part of it
			from.Start += max(0, s.Start-p.at.Start)
			from.End -= max(0, p.at.End-s.End)
		}
		if out.Start < 0 || from.Start < out.Start {
			out.Start = from.Start
		}
		out.End = max(out.End, from.End)
	}
	if out.Start < 0 {
		return Span{}
	}
	return out
}

// grammar reports whether nothing in a stretch of the English is carried over.
func (b told) grammar(s Span) bool {
	return !slices.ContainsFunc(b.pieces, func(p piece) bool { return p.stays && p.at.Start < s.End && p.at.End > s.Start })
}

// restore brings a sentence that was understood in English back to its own words.
func (b told) restore(text string, s Sentence) Sentence {
	s.Text = text
	each := func(list []Span) {
		for i := range list {
			list[i] = b.back(list[i])
		}
	}
	for i := range s.Parts {
		each(s.Parts[i].Spans)
		if d := s.Parts[i].Doubt; d != nil && d.At.End > 0 {
			s.Parts[i].Doubt = &Doubt{d.Sign, b.back(d.At)}
		}
	}
	each(s.Aside)
	for i := range s.Unclear {
		s.Unclear[i].Span = b.back(s.Unclear[i].Span)
	}
	for i := range s.Corrected {
		s.Corrected[i].Span = b.back(s.Corrected[i].Span)
	}
	if s.Associated != nil {
		at := b.back(*s.Associated)
		s.Associated = &at
	}
	s.Keywords = slices.DeleteFunc(s.Keywords, func(k Span) bool { // leftover words of its grammar
		return !strings.ContainsFunc(k.Of(b.text), unicode.IsDigit) && !slices.ContainsFunc(lexemesOf(k.Of(b.text)), func(w lexeme) bool {
			return !inEnglish(w.low) && !has(" nor neither without ", w.low) || w.quoted
		}) && b.grammar(k)
	})
	each(s.Keywords)
	for _, list := range []*[]Span{&s.Aside, &s.Keywords} {
		*list = slices.DeleteFunc(*list, func(s Span) bool { return s.End <= s.Start })
		slices.SortFunc(*list, func(a, b Span) int { return cmp.Compare(a.Start, b.Start) })
	}
	s.Parts = slices.DeleteFunc(s.Parts, func(p Part) bool {
		return slices.ContainsFunc(p.Spans, func(s Span) bool { return s.End <= s.Start })
	})
	slices.SortStableFunc(s.Parts, func(a, b Part) int { return cmp.Compare(a.Spans[0].Start, b.Spans[0].Start) })
	return s
}

// mark says of the words of the English which are carried over. They are words of no closed class of English, whatever they look like, and stand in for the forms of
// a name that files have.
func (b told) mark(tokens []lexeme, t *tongue, names *Vocabulary) {
	n := 0
	for i := range tokens {
		l := &tokens[i]
		for n < len(b.pieces) && b.pieces[n].at.End <= l.start {
			n++
		}
		if n == len(b.pieces) || !b.pieces[n].stays || b.pieces[n].at.Start > l.start || l.quoted {
			continue
		}
		l.verb = b.pieces[n].verb
		if utf8.RuneCountInString(l.low) < 2 || strings.ContainsAny(l.low, "0123456789") {
			continue
		}
		l.low = carried + l.low
		if called := i > 0 && has(" folder share tagged ", tokens[i-1].low) && len(names.phrases[l.stem]) > 0; called {
			continue
		}
		if w := names.form(l.stem, strings.TrimPrefix(l.low, carried), t.lang); w != "" {
			l.stem = w
		} else if t.lang == "de" && len(names.phrases[l.stem]) == 0 {
			l.head = names.head(strings.TrimPrefix(l.low, carried))
		}
		if t.lang == "de" && l.capital && !b.named(tokens, i, names) {
			l.capital = false // as every noun
		}
	}
}

// carried stands before words of another language, so that none of them is taken for an English one.
const carried = "\u200b"

// named reports whether a word of a sentence in German, where all nouns have capitals, may be a name.
func (b told) named(tokens []lexeme, at int, names *Vocabulary) bool {
	of := func(key string) bool { return has(people, key) && key != "folder" && key != "share" }
	if slices.ContainsFunc(names.parts[tokens[at].stem], func(n name) bool { return of(n.key) }) {
		return true
	}
	return at > 0 && !tokens[at].comma && (has(titles, tokens[at-1].low) || has(" by from of ", tokens[at-1].low) && len(names.spelt(tokens[at].stem)) > 0 ||
		tokens[at-1].capital && strings.HasPrefix(tokens[at-1].low, carried))
}

// parseSpoken understands a sentence in another language than English by saying it in English; false where it is in English.
func parseSpoken(text string, words []lexeme, names *Vocabulary, o Options) (Sentence, bool) {
	t := spokenBy(text, words, names)
	if t == nil {
		return Sentence{}, false
	}
	b := t.tell(text, names)
	tokens := lexemesOf(b.text)
	b.mark(tokens, t, names)
	s := understand(b.text, tokens, names, o)
	return b.restore(text, s), true
}

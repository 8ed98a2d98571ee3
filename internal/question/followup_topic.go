package question

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/pattern"
)

// A token is a word of a question and where it stands.
type token struct {
	word       string
	start, end int
}

var wordly = pattern.New(`[\pL\pN]+(?:[.\-/&][\pL\pN]+)*(?:['’](?:s\b)?)?`)

var (
	inYears     = pattern.New(`^(?:19|20)\d\d(?:[-/]\d\d(?:\d\d)?)?$|^q[1-4]$`)
	plainNumber = pattern.New(`^\d+(?:[.,]\d+)*$`)
)

func tokens(text string) (list []token) {
	for _, m := range wordly.FindAllStringIndex(text, -1) {
		word := strings.TrimRight(text[m[0]:m[1]], "'’")
		if i := strings.LastIndex(word, "-"); i > 0 { // dure-t-elle
			if tail := strings.ToLower(word[i+1:]); in(" il elle ils elles on je vous nous ce ", tail) {
				head := strings.TrimSuffix(word[:i], "-t")
				list = append(list, token{head, m[0], m[0] + len(head)})
				list = append(list, token{word[i+1:], m[0] + i + 1, m[0] + len(word)})
				continue
			}
		}
		list = append(list, token{word, m[0], m[1]})
	}
	return list
}

func upper(w string) bool {
	r, _ := utf8.DecodeRuneInString(w)
	return unicode.IsUpper(r)
}

// alike reports whether two words are the same but for case and an ending of plurals.
func alike(a, b string) bool {
	end := func(w string) string {
		w = strings.ToLower(w)
		for _, e := range []string{"ies", "es", "s", "en", "e", "n"} {
			if short, ok := strings.CutSuffix(w, e); ok && len(short) >= 4 {
				return short
			}
		}
		return w
	}
	return end(a) == end(b)
}

// A run is words of a question that name one thing: nouns, with what joins them.
type run struct {
	from, to int  // tokens
	content  int  // how many of them say something
	joined   bool // it begins with a preposition
}

// runs finds what a question names.
func (f *follower) runs(text string) (list []token, found []run) {
	list = tokens(text)
	wh := f.wh.FindStringIndex(text + " ")
	doing := -1 // the verb of who or which, where it is none of those listed
	nouns := f.lang == "de" && strings.ContainsFunc(strings.Join(strings.Fields(text)[min(1, len(strings.Fields(text))):], " "), unicode.IsUpper)
	say := func(i int) bool {
		w := list[i].word
		switch {
		case nouns && !upper(w) && (i+1 == len(list) || !upper(list[i+1].word)) && !strings.ContainsFunc(w, unicode.IsDigit):
			return false // nouns have capitals, and adjectives stand before them
		case f.lang == "en" && i > 0 && strings.HasSuffix(w, "ed") && !upper(w) && in(" be been being is are was were get gets got has have had ", list[i-1].word):
			return false // a participle
		case wh != nil && list[i].start < wh[1]:
			return false
		case i == doing:
			return false
		case i > 1 && in(rates, w) && in(" a an por al ", list[i-1].word) && (i+1 == len(list) || f.lang != "en" || f.function(list[i+1].word) || in(f.verbs, list[i+1].word)):
			return false // "a night"
		case f.lang == "en" && i > 2 && strings.HasSuffix(w, "s") && in(f.verbs, w) &&
			in(" is are was were ", list[1].word) && !in(f.subjects, list[i-1].word) && (in(f.preps, list[i-1].word) || in(f.preps, list[i-2].word)):
			return true // "for expense claims", where the verb came before
		case f.lang == "en" && i > 0 && in(nounsToo, w) && in(f.dets, list[i-1].word):
			return true // "my name"
		case f.function(w), in(f.verbs, w) && !upper(w), f.asks.MatchString(w) && !upper(w) && wordOf(f.asks, w):
			return i > 0 && upper(w) && f.lang != "de" && !(f.lang == "en" && in(f.subjects, w))
		}
		return !(i == 0 && f.asks.MatchString(w))
	}
	doing = f.deedOf(list, wh)
	for i := 0; i < len(list); {
		if !say(i) {
			i++
			continue
		}
		r := run{from: i, to: i + 1, content: 1}
		for r.from > 0 && in(f.dets, list[r.from-1].word) && !in(f.whose, list[r.from-1].word) {
			r.from--
		}
		r.joined = r.from > 0 && in(f.preps, list[r.from-1].word)
		for j := r.to; j < len(list); {
			if between := text[list[j-1].end:list[j].start]; strings.ContainsAny(between, ",;:?") {
				break
			}
			if say(j) {
				r.to, r.content = j+1, r.content+1
				j++
				continue
			}
			k := j // of, the
			for k < len(list) && (in(f.preps, list[k].word) || in(f.dets, list[k].word)) {
				k++
			}
			if k == j || k >= len(list) || !say(k) || !in(f.preps, list[j].word) {
				break
			}
			j = k
		}
		found = append(found, r)
		i = r.to
	}
	return list, found
}

// deedOf is the verb behind who or which and its noun, where an ending and what follows tell it: "who represents Acme", "which depot serves Berlin"; -1
// for none.
func (f *follower) deedOf(list []token, wh []int) int {
	if f.lang == "de" {
		return f.second(list, wh)
	}
	if f.lang != "en" || wh == nil {
		return -1
	}
	for i, t := range list {
		if t.start < wh[1] {
			continue
		}
		if in(f.verbs, t.word) || f.asks.MatchString(t.word) || in(f.preps, t.word) {
			return -1
		}
		w := strings.ToLower(t.word)
		if i+1 < len(list) && !upper(t.word) && (strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") || strings.HasSuffix(w, "ed")) &&
			(upper(list[i+1].word) || in(f.dets, list[i+1].word)) {
			return i
		}
	}
	return -1
}

// second is the verb of a German question, which stands second, behind the word that asks: "wie entferne ich ein Paket"; -1 where another word stands there, as
// behind "welche" and "wie viele", or none is left beside it.
func (f *follower) second(list []token, wh []int) int {
	if wh == nil || len(list) < 3 || wh[1] > list[1].start || in(" welche welcher welches welchen welchem ", list[0].word) {
		return -1
	}
	if w := list[1].word; upper(w) || f.function(w) || in(f.versions, w) || strings.ContainsFunc(w, unicode.IsDigit) || in(f.dets, w) || in(f.preps, w) {
		return -1
	}
	return 1
}

// rates are the units that figures are counted for.
var rates = words(`night day week month year hour person head piece mile kilometre km tag nacht woche monat jahr stunde person kilometer nuit jour
	semaine mois an heure personne noche día semana mes año hora persona`)

// wordOf reports whether an expression that begins a question takes a whole word.
func wordOf(expr interface{ FindString(string) string }, w string) bool {
	return len(strings.TrimSpace(expr.FindString(w))) == len(w)
}

// topic is the subject of the last turn, in its words: the longest thing that its question names, with circumstances that have names.
// several prefers a thing in the plural. Where that question names nothing, the one before counts.
func (f *follower) topic(several bool) string {
	if f.given != "" {
		return f.given
	}
	for i := len(f.turns) - 1; i >= 0; i-- {
		text := withoutWhen(rooted(bare(f.turns[i].Question)))
		list, found := f.runs(text)
		if len(found) == 0 {
			continue
		}
		found = f.counted(text, list, found)
		best := 0
		weight := func(r run) int {
			n := 2 * r.content
			people := false
			for _, t := range list[r.from:r.to] {
				people = people || in(f.people, t.word)
			}
			if people && several && r.content <= 2 {
				n += 5
			} else if people {
				n -= 3
			}
			if r.joined {
				n--
			}
			return n
		}
		for i, r := range found {
			if weight(r) >= weight(found[best]) && (weight(r) > weight(found[best]) || !several) {
				best = i
			}
		}
		said := text[list[found[best].from].start:list[found[best].to-1].end]
		for _, p := range f.pieces(list, found) { // where and when it was asked about
			if p.from >= found[best].to && p.from > 0 && in(f.preps, list[p.from-1].word) && (classOf(f, list[p.from:p.to]) != "" || f.lang == "de" && p.to-p.from == 1 && upper(list[p.from].word)) {
				said += " " + text[list[p.from-1].start:list[p.to-1].end]
			}
		}
		return said
	}
	return ""
}

// howMany asks how much there is of something.
var howMany = pattern.New(`(?i)^[¿\s]*(?:how (?:many|much)|wie ?viele?|combien|cuánt[oa]s?)$`)

// counted drops the measure at the front of the first thing that a question names: "how many weeks of parental leave" leaves "parental
// leave". A follow-up is about the leave.
func (f *follower) counted(text string, list []token, found []run) []run {
	r := found[0]
	for i := r.from + 1; i+1 < r.to; i++ {
		if howMany.MatchString(strings.TrimSpace(text[:list[r.from].start])) && strings.EqualFold(list[i].word, f.of) {
			found = slices.Clone(found)
			found[0].content -= i - r.from
			found[0].from, found[0].joined = i+1, false
			break
		}
	}
	return found
}

// names of people are two or three words with capitals.
var fullName = pattern.New(`\p{Lu}[\p{L}'’\-]+(?: (?:van|von|de|del|la|der|\p{Lu}\.))* \p{Lu}[\p{L}'’\-]+(?: \p{Lu}[\p{L}'’\-]+)?`)

// name is the person who was named last, in a question or else in an answer; "" where nobody was.
func (f *follower) name() string {
	if f.given != "" {
		return f.given
	}
	for i := len(f.turns) - 1; i >= 0; i-- {
		text := bare(f.turns[i].Question)
		if m := fullName.FindAllStringIndex(text, -1); m != nil && m[len(m)-1][0] > 0 {
			return text[m[len(m)-1][0]:m[len(m)-1][1]]
		}
		for _, text := range f.said(i) {
			for _, m := range fullName.FindAllString(text, -1) {
				if f.lang != "de" || len(strings.Fields(m)) == 2 {
					f.drew = i
					return m
				}
			}
		}
	}
	return ""
}

// classOf tells the kind of thing that words name, as far as lists and letters tell it; "" where they do not.
func classOf(f *follower, list []token) string {
	class := ""
	for _, t := range list {
		w := strings.ToLower(t.word)
		switch {
		case in(f.preps, w) || in(f.dets, w):
			continue
		case inYears.MatchString(w):
			return "year"
		case in(f.months, w):
			class = "month"
		case in(f.people, w):
			return "people"
		case plainNumber.MatchString(w):
			class = "number"
		case strings.ContainsFunc(w, unicode.IsDigit):
			return "code"
		case upper(t.word) && f.lang != "de" && class == "":
			class = "name"
		}
	}
	return class
}

// slot puts a thing in the place of the one of its kind in the last question: after the same preposition, of the same kind. Where
// there is none it comes beside the rest, or, as another object, in the place of the thing that was asked about.
func (f *follower) slot(fragment string, object bool) string {
	text := f.last()
	list, found := f.runs(text)
	parts := tokens(fragment)
	if len(parts) == 0 {
		return ""
	}
	prep := ""
	if in(f.preps, parts[0].word) {
		prep = strings.ToLower(parts[0].word)
	}
	class := classOf(f, parts)
	put := func(from, to int) string {
		return text[:list[from].start] + fragment + text[list[to-1].end:]
	}
	pieces := f.pieces(list, found)
	// the same kind, best with the same preposition
	for _, samePrep := range []bool{true, false} {
		for i := len(pieces) - 1; i >= 0; i-- {
			p := pieces[i]
			before := ""
			if p.from > 0 && in(f.preps, list[p.from-1].word) {
				before = strings.ToLower(list[p.from-1].word)
			}
			if class == "" || classOf(f, list[p.from:p.to]) != class || samePrep && before != prep {
				continue
			}
			switch {
			case prep != "" && before != "":
				return put(p.from-1, p.to)
			case prep != "" && (class == "people" || class == "name"):
				fragment = strings.TrimSpace(fragment[parts[0].end:])
			case prep != "":
				continue
			case class == "year" || class == "month" || class == "number" || class == "code":
				for k := p.from; k < p.to; k++ { // "in the year 2022"
					if classOf(f, list[k:k+1]) == class {
						return put(k, k+1)
					}
				}
			}
			return put(p.from, p.to)
		}
	}
	// the same preposition
	if prep != "" && class != "year" {
		for i := len(pieces) - 1; i >= 0; i-- {
			p := pieces[i]
			if p.from > 0 && strings.EqualFold(list[p.from-1].word, prep) && classOf(f, list[p.from:p.to]) == class {
				return put(p.from-1, p.to)
			}
		}
	}
	if prep != "" || len(pieces) == 0 || class == "people" || class == "name" && !object || class == "year" || class == "month" {
		switch {
		case prep != "":
			return text + " " + fragment
		case class == "people":
			return text + ", " + fragment
		case class == "year" || class == "month":
			return text + " " + map[string]string{"en": "in", "de": "", "fr": "en", "es": "en"}[f.lang] + " " + fragment
		}
		return text + f.joiner() + fragment
	}
	if !object && in(f.dets, parts[0].word) {
		// "What is the budget of Project Heron?" "And the deadline?": the deadline of the same project.
		for i, p := range pieces {
			if i+1 < len(pieces) && pieces[i+1].from > p.to && in(f.preps, list[p.to].word) {
				return put(p.from, p.to)
			}
		}
	}
	best := pieces[len(pieces)-1]
	return put(best.from, best.to)
}

// pieces are what a question names, each without what belongs to it: "the budget" and "Project Heron".
func (f *follower) pieces(list []token, found []run) (out []run) {
	for _, r := range found {
		from := r.from
		for i := r.from; i <= r.to; i++ {
			if i < r.to && !in(f.preps, list[i].word) {
				continue
			}
			if i > from {
				out = append(out, run{from: from, to: i})
			}
			from = i + 1
		}
	}
	return out
}

// AsksVersion reports whether a follow-up asks for another version or another year of the subject.
func AsksVersion(text string) bool {
	g := grammars()[language(text)]
	return slices.ContainsFunc(tokens(text), func(t token) bool {
		return in(g.versions, t.word) && !in(" first last final before ", t.word) || inYears.MatchString(strings.ToLower(t.word))
	})
}

package question

import (
	"slices"
	"strings"
	"unicode"
)

// Words of German that open a clause of what stands before a comma.
const germanRelatives = " die der das den dem deren dessen denen welche welcher welches welchen welchem "

// germanOrder puts verbs where English has them. In a relative clause the verb comes last: "die seit 2022 nicht geändert wurden"; a
// participle before a noun comes after its own words: "seit 2022 nicht geänderte Verträge". An unknown word in small letters at the end of
// a clause is a verb.
func germanOrder(units []unit, words []spokenWord) []unit {
	out := slices.Clone(units)
	for i := 0; i < len(out); i++ {
		if open := germanRelative(out, words, i); open > 0 {
			end := clauseEnd(out, i+open)
			out = slices.Concat(out[:i], germanClause(slices.Clone(out[i:end]), open, words), out[end:])
			continue
		}
	}
	for i := range out {
		if out[i].isVerb() && !out[i].moved {
			germanParticiple(out, i)
		}
	}
	return out
}

// germanRelative is how many units open a relative clause at a place: a pronoun behind a comma, perhaps with a preposition; 0 for none.
func germanRelative(units []unit, words []spokenWord, at int) int {
	if !units[at].comma {
		return 0
	}
	low := func(i int) string { return words[units[i].first].low }
	switch {
	case has(germanRelatives, low(at)) && at+1 < len(units) && (units[at].first == units[at].last || len(units[at].idiom.words) == 1):
		return 1
	case at+2 < len(units) && units[at].idiom != nil && len(units[at].words) == 1 && has(links+" about ", units[at].words[0].text) && has(germanRelatives, low(at+1)) && verbal(units, words, clauseEnd(units, at)-1):
		return 2
	}
	return 0
}

// verbal reports whether a verb stands at a unit that may end a clause.
func verbal(units []unit, words []spokenWord, at int) bool {
	return units[at].isVerb() || units[at].isAuxiliary() || units[at].unknownVerb(words)
}

func clauseEnd(units []unit, from int) int {
	to := from + 1
	for to < len(units) && !units[to].comma {
		to++
	}
	return to
}

// isVerb reports whether a unit is a verb for a date or a person of a file, or for its content.
func (u unit) isVerb() bool {
	if u.idiom == nil || len(u.words) != 1 {
		return false
	}
	w := u.words[0].text
	for _, v := range dateVerbs {
		if has(v.words, w) && w != "effective" {
			return true
		}
	}
	return has(making+verbsOfChange+unchanged+" contain mention stored come belong signed ", w)
}

func (u unit) isAuxiliary() bool {
	return u.idiom != nil && len(u.words) == 1 && has(auxiliaries, u.words[0].text)
}

// unknownVerb reports whether a unit is a word in small letters that nothing knows.
func (u unit) unknownVerb(words []spokenWord) bool {
	w := words[u.first]
	return u.stays && !w.kept && !w.glue && !w.capital && len(w.low) > 3 && strings.IndexFunc(w.low, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}

// germanClause puts the verbs at the end of a relative clause behind the pronoun that opens it.
func germanClause(units []unit, open int, words []spokenWord) []unit {
	that := units[open-1]
	that.words, that.comma, that.moved, that.idiom = []toldWord{{"that", Span{words[that.first].start, words[that.last].end}}}, false, true, &idiom{}
	if has(" deren dessen ", words[that.first].low) {
		that.words[0].text = "whose"
	}
	rest := units[open:]
	end := len(rest)
	var auxiliary, verbs []unit
	for end > 0 {
		u := rest[end-1]
		switch {
		case u.isAuxiliary():
			auxiliary = append([]unit{u}, auxiliary...)
		case u.isVerb() || len(verbs) == 0 && u.unknownVerb(words):
			u.verb = !u.isVerb()
			verbs = append([]unit{u}, verbs...)
		case len(verbs) > 0 && len(u.words) == 1 && has(" not last ", u.words[0].text):
			verbs = append([]unit{u}, verbs...)
		default:
			u = unit{}
		}
		if u.words == nil {
			break
		}
		end--
	}
	out := []unit{that}
	for _, u := range slices.Concat(auxiliary, verbs) {
		u.moved = true
		out = append(out, u)
	}
	return append(out, rest[:end]...)
}

// germanParticiple moves a participle before what belongs to it: the preposition before it in its phrase.
func germanParticiple(units []unit, at int) {
	first := at
	for first > 0 && !units[first].comma && len(units[first-1].words) == 1 && has(" not last ", units[first-1].words[0].text) {
		first--
	}
	if units[first].comma {
		return
	}
	begin := -1
	for i := first - 1; i >= 0 && i > first-10 && !units[i+1].comma; i-- { // "was hat Karin 2024 geschrieben"
		if units[i].isVerb() {
			break
		}
		if units[i].isAuxiliary() && !units[i].moved {
			begin = i + 1
			break
		}
	}
	if begin == first {
		return
	}
	for i := first - 1; begin < 0 && i >= 0 && i > first-7; i-- {
		u := units[i]
		if u.isVerb() || u.moved || len(u.words) > 0 && has(" and or ", u.words[0].text) && !bounded(units[:i]) {
			break
		}
		if len(u.words) > 0 && u.idiom != nil && has(links+" between until ", u.words[0].text) {
			begin = i
			if !has(" to until ", u.words[0].text) {
				break
			}
		}
		if u.comma {
			break
		}
	}
	if begin < 0 && first > 0 && dateBehind(units, first-2) && !units[first-1].comma { // "PDFs 2024 geändert"
		begin = first - 1
	}
	if begin < 0 {
		return
	}
	for i := begin; i < first; i++ {
		if u := &units[i]; len(u.words) > 0 && u.idiom != nil && has(" from of ", u.words[0].text) && len(u.words) == 1 && !dateBehind(units, i) {
			u.words = []toldWord{{"by", u.words[0].from}}
		}
	}
	moved := slices.Clone(units[first : at+1])
	for i := range moved {
		moved[i].moved = true
	}
	moved[0].comma = units[begin].comma
	units[begin].comma = false
	copy(units[begin+len(moved):at+1], slices.Clone(units[begin:first]))
	copy(units[begin:], moved)
}

// bounded reports whether a span of time with two ends is open: "zwischen März und Mai geändert".
func bounded(units []unit) bool {
	n := len(units)
	for i := n - 1; i >= 0 && i > n-4; i-- {
		if len(units[i].words) > 0 && has(" between ", units[i].words[0].text) {
			return true
		}
	}
	return false
}

// dateBehind reports whether a number or a month stands right behind a unit.
func dateBehind(units []unit, at int) bool {
	if at+1 < 0 || at+1 >= len(units) || len(units[at+1].words) == 0 {
		return false
	}
	w := units[at+1].words[0].text
	return w != "" && (w[0] >= '0' && w[0] <= '9' || months[strings.ToLower(w)] > 0 || has(" last this today yesterday first second third fourth Q ", w))
}

// adjectives puts words for the order or state of files before the name that they follow: "les PDF les plus récents", "documentos
// internos".
func adjectives(units []unit, state func(unit) bool) {
	for i := 1; i < len(units); i++ {
		u := units[i]
		known := u.idiom != nil && u.idiom.of == formats && len(u.words) == 1 && has(stating, u.words[0].text)
		if u.comma || !known && !state(u) || units[i-1].moved || len(units[i-1].words) == 0 || !(units[i-1].idiom != nil && units[i-1].idiom.of != closedWords || units[i-1].stays) {
			continue
		}
		units[i-1], units[i] = u, units[i-1]
		units[i-1].comma, units[i].comma = units[i].comma, false
		units[i-1].moved, units[i].moved = true, true
	}
}

// stating are adjectives of states and orders.
const stating = " newest oldest largest smallest final confidential public internal secret superseded withdrawn approved valid "

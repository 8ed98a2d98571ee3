package entity

import "strings"

// person gives the span of a person's name around i: behind a title, or a given name with what follows. Capitals alone make no name: where its words are also
// other ones, or are not known, something beside it has to say that it is one.
func person(t string, list []token, i int) (from, to int) {
	if i > 0 && list[i].is(title) && list[i-1].capital && !list[i-1].is(title) && !apart(&list[i-1], &list[i]) {
		return i, i // "GNU General Public License": no general
	}
	begin, titled, doubted := i, false, false
	for list[i].is(title) && !initialOf(list, i) && i+1 < len(list) && list[i+1].capital && !list[i+1].begins && list[i+1].start-list[i].end <= 2 {
		titled, doubted = true, list[i].is(doubtful)
		i++
	}
	end, last := i, i
	for j := i; j < len(list) && j < i+6; j++ {
		w := &list[j]
		if j > i && apart(&list[j-1], w) {
			break
		}
		if w.capital && !w.is(institution) && (j == i || w.initial && w.stop || !w.is(common) || w.is(surname)) {
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
	case titled || list[last].initial || modifies(t, list, i, end):
		return i, i
	}
	said := supportOf(t, list, i, end)
	switch {
	case first.initial && first.stop: // J. Smith
		if abbreviated(list, i) || !list[last].is(surname) || list[last].is(common) || plain(&list[last]) && n < 3 && said == 0 {
			return i, i
		}
		return i, end
	case first.initial || list[last].is(common) && !list[last].is(surname) || first.is(common) && list[last].is(common):
		return i, i
	case n > 4 && !withParticle(list[i:end]): // names in a row
		return i, i
	case said == byMail && unknown(list[i:end]), said == byOffice && unknown(list[i:end]) && (first.is(given|rare) || list[last].is(surname)):
		return leftOf(list, begin, i), end
	case first.is(common) && (first.begins || !list[last].is(surname)):
		return i, i
	case loud(first) && loud(&list[last]) && !list[last].is(surname) && said == 0: // a station
		return i, i
	case first.is(rare) && !first.is(given) && (!list[last].is(surname) || n > 3 || plain(first)), oddly(first, &list[last]) && said == 0:
		return i, i
	case !first.is(given | rare):
		return i, i
	case first.is(place) && !list[last].is(surname):
		return i, i
	case plain(&list[last]) && (plain(first) || !list[last].is(surname)) && said == 0: // Candy Crush
		return i, i
	case plain(first) && !list[last].is(surname) && said == 0:
		return i, i
	}
	return leftOf(list, begin, i), end
}

// plain reports whether a word of a name is more often another word.
func plain(w *token) bool { return w.is(word | common) }

// initialOf reports whether the letter at i, which is a title in French, begins a name with initials: M. Jonson, M. A. Jonson.
func initialOf(list []token, i int) bool {
	return list[i].initial && list[i].stop && i+1 < len(list) && (list[i+1].initial || list[i+1].is(surname))
}

// abbreviated reports whether the initials from i on are those of something else than a person.
func abbreviated(list []token, i int) bool {
	if i+1 == len(list) || !list[i+1].initial {
		return false
	}
	switch list[i].text + list[i+1].text {
	case "US", "PO", "UK", "UN", "EU", "DC", "NY", "LA":
		return true
	}
	return false
}

func withParticle(list []token) bool {
	for i := range list {
		if list[i].is(particle) {
			return true
		}
	}
	return false
}

// leftOf gives where a name begins whose first word nobody lists: Zlatka Maria Smith.
func leftOf(list []token, begin, i int) int {
	if begin != i || i == 0 {
		return i
	}
	w := &list[i-1]
	if !w.capital || w.initial || w.begins || apart(w, &list[i]) || w.text == strings.ToUpper(w.text) || w.is(given|rare|surname|place|word|title|leader|office|common|institution|way|outer) {
		return i
	}
	if i > 1 && list[i-2].capital && !apart(&list[i-2], w) {
		return i
	}
	return i - 1
}

// modifies reports whether the text around capitals marks them as a thing: "our Candy Crush", "Del Monte®", and the end of a longer name,
// "GSA Star Mark".
func modifies(t string, list []token, i, end int) bool {
	if rest := t[list[end-1].end:]; strings.HasPrefix(rest, "®") || strings.HasPrefix(rest, "™") {
		return true
	}
	if i == 0 || apart(&list[i-1], &list[i]) {
		return false
	}
	w := &list[i-1]
	return w.is(determiner) || w.capital && len(w.text) > 2 && loud(w) && !w.is(title|office|leader|given|surname) && !w.begins
}

// A support is the evidence beside a name that it is a person's.
type support int

const (
	byWord   support = 1 + iota // a verb for people's words, "by" and "contact"
	byOffice                    // an office behind a comma, the year of a right before it
	byMail                      // a mail address behind it
)

// supportOf gives the evidence that capitals are a person's name; 0 for none.
func supportOf(t string, list []token, i, end int) support {
	last := &list[end-1]
	if mailed(t[last.end:]) {
		return byMail
	}
	said := support(0)
	if end < len(list) && list[end].start-last.end <= 2 {
		next := &list[end]
		if last.comma && (next.is(office) || strings.Contains(offices, " "+next.text+" ")) {
			return byOffice
		}
		if next.is(saying) {
			said = byWord
		}
	}
	if i == 0 {
		return said
	}
	before := &list[i-1]
	switch {
	case before.text == "" && list[i].start-before.end <= 2 && copyright(list[max(0, i-6):i-1]):
		return byOffice
	case before.is(byline) && (list[i].start-before.end <= 2 || strings.HasSuffix(strings.TrimRight(t[:list[i].start], " "), ":")):
		return byWord
	}
	return said
}

// mailed reports whether a mail address follows, in brackets.
func mailed(rest string) bool {
	rest = strings.TrimPrefix(rest, " ")
	if rest == "" || rest[0] != '<' && rest[0] != '(' {
		return false
	}
	end := strings.IndexAny(rest[1:min(len(rest), 64)], "@ \n>)")
	return end > 0 && rest[1+end] == '@'
}

// loud reports whether a word is in capitals.
func loud(w *token) bool { return len(w.text) > 1 && w.text == strings.ToUpper(w.text) }

// unknown reports whether no word of a name is another one, nor letters that stand for several.
func unknown(list []token) bool {
	for i := range list {
		w := &list[i]
		if w.is(word|common|office|institution|suffix|outer|place|title) && !w.is(given|surname) || !w.initial && len(w.text) < 4 && w.text == strings.ToUpper(w.text) ||
			w.class&(word|office|institution) != 0 {
			return false
		}
	}
	return true
}

// oddly reports whether a name that few have stands before a word that is a place or another word: Willow Springs, Loan Period.
func oddly(first, last *token) bool {
	return first.is(rare) && !first.is(given) && (last.is(place) || plain(last))
}

// copyright reports whether the word is among the last ones of a line, where years follow it.
func copyright(list []token) bool {
	for i := range list {
		if strings.EqualFold(list[i].text, "copyright") {
			return true
		}
	}
	return false
}

// offices are people's offices, in lower case behind a comma.
const offices = " director chairman chairwoman chair president manager professor officer secretary engineer author editor minister founder head partner analyst spokesman spokeswoman chief "

package answer

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

// The least likeness of two statements, without their figures, for different figures to contradict each other.
const (
	conflictAlike  = .35 // of the words that either has
	conflictWithin = .6  // or of the words of the shorter, which has
	conflictWords  = 3   // at least so many in common
)

// A figure is a number with what it counts.
type figure struct {
	value, unit string
	text        string // as written
}

// A statedAt is a statement of an answer with where it stands.
type statedAt struct {
	text     string
	hit      spar.Hit
	citation int
}

// withConflicts says of an answer where statements of two files say the same with other figures. Where versions are compared, or
// things that the names of their files or their own names tell apart, that is no contradiction.
func withConflicts(q question.Question, a spar.Answer, of map[foundFile]*edition) spar.Answer {
	if a.Refused || q.Form == question.Comparison || q.Form == question.Version || q.Form == question.Files {
		return a
	}
	var list []statedAt
	for _, b := range a.Bullets {
		for _, n := range b.Citations[:min(1, len(b.Citations))] {
			c := a.Citations[n-1]
			list = append(list, statedAt{b.Text, spar.Hit{Share: c.Share, Path: c.Path, Passage: spar.Passage{Locator: c.Locator, Lang: c.Lang}}, n})
		}
	}
	for i, x := range list {
		for _, y := range list[i+1:] {
			first, second, ok := contradict(x, y, of)
			if ok && !slices.ContainsFunc(a.Conflicts, func(c spar.Contradiction) bool { return slices.Equal(c.Citations, []int{x.citation, y.citation}) }) {
				a.Conflicts = append(a.Conflicts, spar.Contradiction{Citations: []int{x.citation, y.citation}, What: first + ", " + second})
			}
		}
	}
	for _, c := range a.Conflicts {
		a.Text += "\n" + theyDiffer(c)
	}
	return a
}

// theyDiffer says a contradiction in words.
func theyDiffer(c spar.Contradiction) string {
	return "The files differ: " + c.What + " " + marker(c.Citations[0]) + marker(c.Citations[1])
}

// contradict gives the two figures that make two statements contradict each other.
func contradict(a, b statedAt, of map[foundFile]*edition) (x, y string, ok bool) {
	if fileOf(a.hit) == fileOf(b.hit) || apart(a, b, of) || bygone.MatchString(a.text) || bygone.MatchString(b.text) || !slices.Equal(timesOf(a.text), timesOf(b.text)) {
		return "", "", false
	}
	return differ(a.text, b.text, a.hit.Passage.Lang)
}

// The least chance of a statement that contradicts the answer, and its least share of the question, both beside the answer's best, to be
// told with it.
const (
	contradictsChance = .1
	contradictsSays   = .5
)

// contradicted adds to the answer to a question for a figure a statement of another file that contradicts it.
func contradicted(chosen []choice, list []statement, j *judge, contradicts func(a, b statement) bool) []choice {
	if len(chosen) == 0 {
		return chosen
	}
	best := slices.MaxFunc(chosen, func(a, b choice) int { return cmp.Compare(a.chance, b.chance) })
	for i, s := range list {
		if s.title || asks(s.text) || strings.HasSuffix(s.text, ":") || slices.ContainsFunc(chosen, func(c choice) bool { return c.index == i || same(c.text, s.text) }) {
			continue
		}
		chance, says := j.chance(list, s, true), j.own(list, s)
		if chance >= contradictsChance*best.chance && says >= contradictsSays*best.says && contradicts(best.statement, s) {
			return append(chosen, choice{s, i, chance, says})
		}
	}
	return chosen
}

// differ gives figures of two statements that say the same with other figures.
func differ(a, b, lang string) (x, y string, ok bool) {
	if !alikeBut(a, b, lang) {
		return "", "", false
	}
	one, other := figuresOf(a), figuresOf(b)
	for _, f := range one {
		var there []figure
		for _, g := range other {
			if g.unit == f.unit {
				there = append(there, g)
			}
		}
		known := func(list []figure, value string) bool {
			return slices.ContainsFunc(list, func(g figure) bool { return g.value == value })
		}
		if len(there) == 0 || known(there, f.value) {
			continue
		}
		for _, g := range there {
			if !slices.ContainsFunc(one, func(h figure) bool { return h.unit == g.unit && h.value == g.value }) {
				return f.text, g.text, true
			}
		}
	}
	return "", "", false
}

// bygone are words for what held once.
var bygone = pattern.New(`(?i)\b(?:until (?:19|20)\d\d|till (?:19|20)\d\d|before (?:19|20)\d\d|previously|formerly|used to|no longer|instead of|bis (?:19|20)\d\d|früher|ehemals|jusqu'en|auparavant|hasta (?:19|20)\d\d|antes|anteriormente)\b`)

// timed are words for a time that a statement holds for.
var timed = pattern.New(`(?i)\b(?:(?:19|20)\d\d|q[1-4]|(?:first|second|third|fourth|last|next) (?:quarter|half|year)|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|weekends?|` +
	`montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|sonntags?|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábados?|domingos?|winter|summer|sommer|hiver|été|invierno|verano)\b`)

// timesOf are the times that a statement holds for, besides days.
func timesOf(text string) (list []string) {
	for _, w := range timed.FindAllString(dayForm.ReplaceAllString(text, " "), -1) {
		list = append(list, strings.ToLower(w))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// alikeBut reports whether two statements have most words in common, but for figures.
func alikeBut(a, b, lang string) bool {
	words := func(text string) map[string]bool {
		set := map[string]bool{}
		for _, t := range chunk.Terms(dayForm.ReplaceAllString(text, " "), lang) {
			if !chunk.Common(t, lang) && !strings.ContainsFunc(t, unicode.IsDigit) && numbers[t] == "" {
				set[t] = true
			}
		}
		return set
	}
	x, y := words(a), words(b)
	both := 0
	for w := range x {
		if y[w] {
			both++
		}
	}
	least := min(len(x), len(y))
	return both >= conflictWords && (overlapOf(x, y) >= conflictAlike || float64(both) >= conflictWithin*float64(least)) ||
		both >= 2 && both == least && overlapOf(x, y) >= .5
}

// apart reports whether two statements speak of two things. It holds for versions of one document with one in force, for files side by side
// under names of their own, and for files of one name in different folders. It also holds where each statement names somebody or something
// that the other does not.
func apart(a, b statedAt, of map[foundFile]*edition) bool {
	if e, f := of[fileOf(a.hit)], of[fileOf(b.hit)]; e != nil && f != nil && e.member && f.member && e.family == f.family {
		return e.inForce || f.inForce
	}
	one, other := path.Split(a.hit.Path)
	there, name := path.Split(b.hit.Path)
	if a.hit.Share == b.hit.Share && other != name && one == there && siblings(a.hit, b.hit) || one != there && other == name {
		return true
	}
	return ownName(a.text, b.text, a.hit.Passage.Lang) && ownName(b.text, a.text, b.hit.Passage.Lang)
}

// siblings reports whether two files side by side are made alike: their last headings are the same, or neither has any.
func siblings(a, b spar.Hit) bool {
	x, y := a.Passage.Locator, b.Passage.Locator
	return len(x.Headings()) > 1 && len(y.Headings()) > 1 && x.Innermost() == y.Innermost()
}

// ownName reports whether a statement has a name that another does not say.
func ownName(a, b, lang string) bool {
	have := strings.Fields(plainWords(b))
	for i, w := range strings.Fields(dayForm.ReplaceAllString(a, " ")) {
		w = strings.Trim(w, ".,;:!?()\"'")
		if i > 0 && isName(w, false, lang) && strings.ContainsFunc(w, unicode.IsLetter) && units[strings.ToLower(w)] == "" && !slices.Contains(have, strings.ToLower(w)) {
			return true
		}
	}
	return false
}

// plainWords is a text in lower case without punctuation.
func plainWords(text string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if strings.ContainsRune(".,;:!?()\"'", r) {
			return ' '
		}
		return r
	}, text))
}

var (
	figureForm = pattern.New(`([€$£]\s?)?(\d{1,3}(?:[.,' ]\d{3})+(?:[.,]\d+)?|\d+(?:[.,:]\d+)*)\s?(%|‰|[€$£]|[\pL]+)?`)
	wordForm   = pattern.New(`(?i)\b(\pL+)\s(\pL+)`)
	dayForm    = pattern.New(`(?i)\b(\d{1,2})(?:st|nd|rd|th|\.|er)?\s(?:of\s|de\s)?(january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)\b(?:\s(?:de\s)?\d{4})?|\b(\d{4}-\d{2}-\d{2})\b`)
	grouped    = pattern.New(`^\d{1,3}(?:[.,' ]\d{3})+$`)
	numbered   = pattern.New(`^\s*(?:§\s?)?\d{1,3}(?:\.\d{1,3})*[.)]\s`)
)

// numbers are the numbers written in words.
var numbers = map[string]string{
	"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12", "fourteen": "14",
	"fifteen": "15", "twenty": "20", "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "ninety": "90",
	"zwei": "2", "drei": "3", "vier": "4", "fünf": "5", "sechs": "6", "sieben": "7", "acht": "8", "neun": "9", "zehn": "10", "zwölf": "12", "vierzehn": "14", "dreißig": "30",
	"deux": "2", "trois": "3", "quatre": "4", "cinq": "5", "sept": "7", "huit": "8", "neuf": "9", "dix": "10", "douze": "12", "quinze": "15", "trente": "30",
	"dos": "2", "tres": "3", "cuatro": "4", "cinco": "5", "seis": "6", "siete": "7", "ocho": "8", "nueve": "9", "diez": "10", "doce": "12", "quince": "15", "treinta": "30",
}

// units are other ways to write what figures count.
var units = map[string]string{
	"€": "euro", "eur": "euro", "euros": "euro", "$": "dollar", "usd": "dollar", "dollars": "dollar", "£": "pound", "gbp": "pound", "pounds": "pound",
	"percent": "%", "per": "%", "prozent": "%", "pour": "%", "por": "%", "h": "hour", "hrs": "hour", "min": "minute", "mins": "minute",
}

// numbersThing is what a text ends with before a number that names something and counts nothing: "RFC 2822 says".
var numbersThing = pattern.New(`(?:\b\p{Lu}{2,8}[ -]|(?i:\b(?:version|release|section|chapter|page|figure|table|clause|article|annex|appendix|issue|bug|step|line|note|item|option|kapitel|abschnitt|seite|artikel)\.? ))$`)

// doing are words behind a number that say what it does: no unit.
var doing = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq("say says said state states stated mean means meant show shows require requires required use uses used apply applies allow allows define defines describe describes provide provides add adds added") {
		m[w] = true
	}
	return m
}()

// figuresOf are the figures of a text that count something, and its days.
func figuresOf(text string) (list []figure) {
	text = numbered.ReplaceAllString(text, "")
	text = dayForm.ReplaceAllStringFunc(text, func(day string) string {
		m := dayForm.FindStringSubmatch(day)
		value := m[3]
		if value == "" {
			value = strings.TrimLeft(m[1], "0") + " " + strings.ToLower(m[2])
			if n := len(day); n > 4 && !strings.ContainsFunc(day[n-4:], func(r rune) bool { return !unicode.IsDigit(r) }) {
				value += " " + day[n-4:]
			}
		}
		list = append(list, figure{value, "day of a year", day})
		return " "
	})
	add := func(number, unit, text string) {
		unit = strings.ToLower(unit)
		if other := units[unit]; other != "" {
			unit = other
		} else if len(unit) > 3 {
			unit = strings.TrimSuffix(unit, "s")
		}
		switch {
		case unit == "", unit != "%" && len(unit) < 3, doing[unit], chunk.Common(unit, "en"), chunk.Common(unit, "de"), chunk.Common(unit, "fr"), chunk.Common(unit, "es"):
			return // it may be of anything
		case grouped.MatchString(number):
			number = strings.NewReplacer(".", "", ",", "", "'", "", " ", "").Replace(number)
		default:
			number = strings.Replace(number, ",", ".", 1)
		}
		if strings.Contains(number, ".") {
			number = strings.TrimSuffix(strings.TrimRight(number, "0"), ".")
		}
		list = append(list, figure{number, unit, strings.TrimSpace(text)})
	}
	for _, at := range figureForm.FindAllStringSubmatchIndex(text, -1) {
		if before := numbersThing.FindString(text[:at[0]]); before != "" && units[strings.ToLower(strings.TrimRight(before, " -"))] == "" {
			continue
		}
		m := func(i int) string {
			if at[2*i] < 0 {
				return ""
			}
			return text[at[2*i]:at[2*i+1]]
		}
		unit := m(3)
		if m(1) != "" {
			unit = strings.TrimSpace(m(1))
		}
		add(m(2), unit, m(0))
	}
	for at := 0; at < len(text); { // the second word may be the first of the next pair
		m := wordForm.FindStringSubmatchIndex(text[at:])
		if m == nil {
			break
		}
		if n := numbers[strings.ToLower(text[at+m[2]:at+m[3]])]; n != "" {
			add(n, text[at+m[4]:at+m[5]], text[at+m[0]:at+m[1]])
		}
		at += m[4]
	}
	return list
}

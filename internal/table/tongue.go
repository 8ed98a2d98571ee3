package table

import (
	"embed"
	"slices"
	"strings"
	"sync"
)

// Questions in German, French and Spanish are translated into the planner's English, with the words of the table in their places: "Wie
// viele Aufträge sind offen?" is "how many rows are offen". All later steps read English alone, and show and quote the words of the table
// and the user.

//go:embed tongues
var tongueFiles embed.FS

// A tongue is the vocabulary of questions in a language.
type tongue struct {
	lang     string
	exact    map[string][]turn // by the first word
	open     map[string][]turn // by the beginning of the first word, of those whose end is open
	words    map[string]bool   // whole words that show the language
	begun    []string          // beginnings of such words
	verbs    map[string]turn   // by root
	prefixes []turn            // first parts of compounds
	rows     map[string]bool   // roots of words for rows
	nouns    map[string][]int  // places of a root among the things
}

// A turn is words of a language with the English for them.
type turn struct {
	words  []string
	to     []alternative
	behind bool // it may stand behind its noun
	verb   bool // a column or a cell that is called so comes first
	little bool // articles, prepositions, auxiliaries: a label that is written alike counts only where it is written with a capital
}

// An alternative is English for a turn before something of one kind, "" for anything.
type alternative struct {
	english, before string
	thing           string // that a column must be called, whose label takes the place of *thing
}

// A thing is one line of nouns.txt.
type thing struct {
	english string
	roots   map[string][]string // by language
}

var langs = []string{"en", "de", "fr", "es"}

// A thingSet has all things, with their places by language and root.
type thingSet struct {
	list   []thing
	nouns  map[string]map[string][]int
	german map[string]bool // as they end compounds
}

var thingsKnown = sync.OnceValue(func() *thingSet {
	set := &thingSet{nouns: map[string]map[string][]int{"en": {}, "de": {}, "fr": {}, "es": {}}, german: map[string]bool{}}
	text, _ := tongueFiles.ReadFile("tongues/nouns.txt")
	for line := range strings.SplitSeq(string(text), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		th, n := thing{roots: map[string][]string{}}, len(set.list)
		for i, part := range strings.Split(line, "|") {
			lang := langs[i]
			for _, w := range strings.Fields(part) {
				if th.english == "" {
					th.english = w
				}
				f := folded(w, lang)
				if lang == "de" {
					set.german[f] = true
				}
				r := root(f, lang)
				th.roots[lang] = append(th.roots[lang], r)
				set.nouns[lang][r] = append(set.nouns[lang][r], n)
			}
		}
		set.list = append(set.list, th)
	}
	return set
})

// tonguesKnown are German, French and Spanish.
var tonguesKnown = sync.OnceValue(func() (list []*tongue) {
	for _, lang := range langs[1:] {
		text, _ := tongueFiles.ReadFile("tongues/" + lang + ".txt")
		t := parseTongue(lang, string(text))
		t.nouns = thingsKnown().nouns[lang]
		list = append(list, t)
	}
	return list
})

// parseTongue reads lines as the head of de.txt explains them.
func parseTongue(lang, text string) *tongue {
	t := &tongue{lang: lang, exact: map[string][]turn{}, open: map[string][]turn{}, words: map[string]bool{}, rows: map[string]bool{}, verbs: map[string]turn{}}
	section, little, verb := "", false, false
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, "#") {
			little = strings.HasPrefix(line, "# prep") || strings.HasPrefix(line, "# little")
			verb = strings.HasPrefix(line, "# verbs")
			continue
		}
		if strings.HasPrefix(line, "[") {
			section = strings.Trim(line, "[]")
			continue
		}
		from, to, _ := strings.Cut(line, " = ")
		if section == "rows" {
			for _, w := range strings.Split(line, ",") {
				t.rows[root(folded(strings.TrimSpace(w), lang), lang)] = true
			}
			continue
		}
		if to == "" {
			continue
		}
		to, behind := strings.CutPrefix(strings.TrimSpace(to), "^")
		alternatives := alternativesOf(to)
		for _, phrase := range strings.Split(from, ",") {
			words := strings.Fields(phrase)
			for i, w := range words {
				words[i] = foldedOpen(w, lang)
			}
			n := turn{words: words, to: alternatives, behind: behind, verb: verb, little: little}
			if section == "prefixes" {
				t.prefixes = append(t.prefixes, n)
				t.begun = append(t.begun, words[0])
				continue
			}
			if len(words) == 1 { // what stands in turns of several words alone shows no language: age
				w := words[0]
				if begin, open := strings.CutSuffix(w, "~"); open {
					t.begun = append(t.begun, begin)
				} else {
					t.words[w] = true
				}
			}
			if verb && len(words) == 1 && !strings.HasSuffix(words[0], "~") {
				t.verbs[root(words[0], lang)] = n
			}
			if first := words[0]; strings.HasSuffix(first, "~") {
				key := first[:min(3, len(first)-1)]
				t.open[key] = append(t.open[key], n)
			} else {
				t.exact[first] = append(t.exact[first], n)
			}
		}
	}
	return t
}

// alternativesOf reads the English of a line: "after/time, by/column, after", "oldest (highest age)".
func alternativesOf(to string) (list []alternative) {
	if plain, thing, ok := strings.Cut(to, " ("); ok {
		thing = strings.TrimSuffix(thing, ")")
		_, name, _ := strings.Cut(thing, "*")
		name, _, _ = strings.Cut(name, " ")
		return []alternative{{english: thing, thing: name}, {english: plain}}
	}
	for _, part := range strings.Split(to, ", ") {
		english, before, _ := strings.Cut(part, "/")
		if english == "-" {
			english = ""
		}
		list = append(list, alternative{english: english, before: before})
	}
	return list
}

// foldedOpen folds a word of a file; one with an accent that must be written keeps it.
func foldedOpen(w, lang string) string {
	if begin, open := strings.CutSuffix(w, "~"); open {
		return folded(begin, lang) + "~"
	}
	if w == "à" || w == "où" {
		return w
	}
	return folded(w, lang)
}

// folded writes a word in lower case and without accents; of German ones, ae is ä.
func folded(w, lang string) string {
	w = strings.ReplaceAll(Fold(w), "ß", "ss")
	if lang == "de" {
		w = umlauts.Replace(w)
	}
	return w
}

var umlauts = strings.NewReplacer("ae", "a", "oe", "o", "ue", "u")

// endings are what inflection adds to the words of a language, taken away one after the other.
var endings = map[string][]string{"en": {"s"}, "de": {"en", "em", "er", "es", "e", "n", "s"}, "es": {"s", "a", "o", "e"}, "fr": {"s", "x", "e"}}

// leastRoot is the shortest part of a word that inflection leaves, in letters.
const leastRoot = 3

// root cuts inflection off a folded word, so that forms of one word are alike. It is for comparison with a table, and may cut more than
// grammar does.
func root(w, lang string) string {
	switch lang {
	case "fr":
		w = strings.TrimSuffix(w, "s")
		if b, ok := strings.CutSuffix(w, "al"); ok && len(b) >= leastRoot {
			w = b + "au"
		}
	case "de":
		if b, ok := strings.CutSuffix(w, "innen"); ok && len(b) > leastRoot {
			w = b
		} else if b, ok := strings.CutSuffix(w, "in"); ok && len(b) > 5 {
			w = b
		}
	}
	for more := true; more; {
		more = false
		for _, e := range endings[lang] {
			if b, ok := strings.CutSuffix(w, e); ok && len(b) >= leastRoot {
				w, more = b, lang != "en"
				break
			}
		}
	}
	return w
}

// shows reports whether a folded word shows that a question is in this language.
func (t *tongue) shows(w string) bool {
	return t.words[w] || slices.ContainsFunc(t.begun, func(b string) bool { return strings.HasPrefix(w, b) && (len(w)-len(b) <= 3 || t.compounds(b)) })
}

func (t *tongue) compounds(begin string) bool {
	return slices.ContainsFunc(t.prefixes, func(p turn) bool { return p.words[0] == begin })
}

// beginsEnglish are words with which an English question begins, and none in the other languages.
var beginsEnglish = wordSet(`what which who whose whom how when where why list show give tell name find count is are were did does do has have can could would the number
	average please how's what's compute calculate and of for all`)

var englishOnly = wordSet(`the of is are was were what which who whose whom how when where why did does has have had been many much and with that this these those from than
	most least highest lowest total average number list show give each every by for there their any between before after more less at to be it its his her first last`)

// surely is how many letters a word has that shows a language alone.
const surely = 5

// inEnglish reports whether the reader knows a word as one of any question.
func inEnglish(w string) bool {
	return common[w] || neutral[w] || linking[w] || fillers[w] || askingWords[w] || unitWords[w] || monthWords[w] > 0 || len(w) <= 4 && month(w) > 0
}

// tongueOf tells the language of a question by the words that it is made of; nil for English, and where nothing tells. Over a table with labels
// in another language one such word is enough.
func tongueOf(text string, foreign bool) *tongue {
	words := asWords(text)
	if len(words) == 0 || beginsEnglish[strings.ToLower(words[0].text)] {
		return nil
	}
	english := 0.0
	for i := range words {
		w := strings.ToLower(words[i].text)
		switch {
		case !words[i].word():
		case englishOnly[w]:
			english += 2
		case inEnglish(w):
			english++
		}
	}
	var best *tongue
	most := english
	for _, t := range tonguesKnown() {
		own, seen, n := false, 0, 0.0
		for i := range words {
			if !words[i].word() || len(words[i].text) > 1 && strings.ToUpper(words[i].text) == words[i].text { // DE>EN
				continue
			}
			w, plain := folded(words[i].text, t.lang), strings.ToLower(words[i].text)
			switch {
			case t.shows(w) && !inEnglish(plain) && len(thingsKnown().nouns["en"][root(plain, "en")]) == 0: // an age is one in English, too
				own, n = own || len(w) > 1, n+2
				if seen++; len(w) >= surely || len(words[i].text) > len([]rune(words[i].text)) {
					seen++
				}
			case t.shows(w):
				n++
			case len(t.nouns[root(w, t.lang)]) > 0:
				n += .5
				seen++
			}
		}
		if own && (seen > 1 || foreign) && n > most {
			best, most = t, n
		}
	}
	return best
}

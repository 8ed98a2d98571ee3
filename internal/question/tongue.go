package question

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A tongue is the grammar of requests for files in a language other than English, as data: it maps words to English words. A sentence is
// translated word by word into the English that the parser knows, with a map back. So all rules, doubts and explanations are the English
// ones, and the user sees the words of the original. Names, tags and subjects stay as they are.
type tongue struct {
	lang   string
	rules  map[string][]*idiom // by the first word, the longest first
	closed map[string]bool     // words of the closed classes, which show the language of a sentence
	bare   map[string]bool     // the same without accents
	nouns  map[string]bool     // names of formats, months and kinds
	apart  []*idiom            // whose words stand apart: "lege * an"
	units  map[string]string   // of time
	months map[string]string
	counts map[string]string // numbers in words
	sizes  map[string]string
}

// An idiom is some words with their English. A word may be a slot that carries a word over: {n} a number, {y} a year, {u} a unit of time,
// {m} a month, {s} a unit of size or length, {x} any word; a star stands for words in between, which stay between.
type idiom struct {
	words, out []string
	of         class
}

// A class says when a idiom holds.
type class int

const (
	closedWords class = iota // always
	formats                  // names of formats and states: unless they are a name that files have
	kinds                    // kinds of documents: where files have the English name for the kind and not the word itself
)

// gap stands for the words between those of an idiom that stand apart.
const gap = "*"

// slots of idioms.
const (
	slotNumber = "{n}"
	slotYear   = "{y}"
	slotUnit   = "{u}"
	slotMonth  = "{m}"
	slotSize   = "{s}"
	slotAny    = "{x}"
)

// A lexicon is the written form of a tongue. Each line has idioms, divided by strokes, and behind the equals sign their English. A tilde
// stands for any of the endings of the language.
type lexicon struct {
	lang, endings                string
	closed, formats, kinds       string
	units, months, counts, sizes string
}

var tongues = sync.OnceValue(func() (list []*tongue) {
	for _, l := range []lexicon{inGerman, inFrench, inSpanish} {
		list = append(list, l.tongue())
	}
	return list
})

func (l lexicon) tongue() *tongue {
	t := &tongue{lang: l.lang, rules: map[string][]*idiom{}, closed: map[string]bool{}, bare: map[string]bool{}, nouns: map[string]bool{},
		units: pairs(l.units), months: pairs(l.months), counts: pairs(l.counts), sizes: pairs(l.sizes)}
	endings := append(strings.Split(l.endings, " "), "")
	for of, text := range []string{l.closed, l.formats, l.kinds} {
		for line := range strings.Lines(text) {
			foreign, english, ok := strings.Cut(line, "=")
			if !ok {
				continue
			}
			out := strings.Fields(english)
			for phrase := range strings.SplitSeq(foreign, "|") {
				for _, words := range inflections(strings.Fields(phrase), endings) {
					t.add(&idiom{words, out, class(of)})
				}
			}
		}
	}
	for _, words := range []map[string]string{t.months, t.units} {
		for w, out := range words {
			t.nouns[w] = !strings.EqualFold(out, w)
		}
	}
	for w := range t.closed {
		t.bare[folded(w, t.lang)] = true
	}
	for w := range t.nouns {
		t.nouns[folded(w, t.lang)] = true
	}
	for _, list := range t.rules {
		slices.SortStableFunc(list, func(a, b *idiom) int { return len(b.words) - len(a.words) })
	}
	return t
}

// inflections are some words with every ending in place of a tilde.
func inflections(words, endings []string) (list [][]string) {
	list = [][]string{nil}
	for _, w := range words {
		forms := []string{w}
		if stem, ok := strings.CutSuffix(w, "~"); ok {
			forms = forms[:0]
			for _, e := range endings {
				forms = append(forms, stem+e)
			}
		}
		var next [][]string
		for _, before := range list {
			for _, f := range forms {
				next = append(next, append(slices.Clone(before), f))
			}
		}
		list = next
	}
	return list
}

func (t *tongue) add(s *idiom) {
	if len(s.words) == 0 {
		return
	}
	if slices.Contains(s.words, gap) {
		t.apart = append(t.apart, s)
		t.closed[s.words[0]] = true
		return
	}
	t.rules[s.words[0]] = append(t.rules[s.words[0]], s)
	if bare := folded(s.words[0], t.lang); bare != s.words[0] {
		t.rules[bare] = append(t.rules[bare], s)
	}
	for _, w := range s.words {
		switch {
		case strings.HasPrefix(w, "{"):
		case Common(w, t.lang) || s.of == closedWords && len(s.words) == 1 && !slices.ContainsFunc(s.out, func(o string) bool { return !inEnglish(o) }):
			t.closed[w] = true
		case !slices.ContainsFunc(s.out, func(o string) bool { return strings.EqualFold(o, w) }): // else it is English as well
			t.nouns[w] = true
		}
	}
}

// pairs reads "one two = three" by line: words and what they stand for.
func pairs(text string) map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(text) {
		words, means, _ := strings.Cut(line, "=")
		for _, w := range strings.Fields(words) {
			out[w] = strings.TrimSpace(means)
			out[plain(w)] = strings.TrimSpace(means)
		}
	}
	return out
}

// folded is a word in lower case without accents, and in German without what people write for umlauts.
func folded(w, lang string) string {
	w = strings.ReplaceAll(plain(w), "ß", "ss")
	if lang == "de" && strings.IndexByte(w, 'e') > 0 {
		w = umlauts.Replace(w)
	}
	return w
}

var umlauts = strings.NewReplacer("ae", "a", "oe", "o", "ue", "u")

// A spoken is a word of a sentence in another language.
type spokenWord struct {
	lexeme
	fold string
	glue bool // nothing but a mark within names stands before it, as in "pdf-reader" and "a.txt"
	kept bool // it is a part of a name or a constraint, and stays
}

// spokenWords are those of a text. French articles and pronouns before a vowel stand alone.
func (t *tongue) spokenWords(text string, lexemes []lexeme) (list []spokenWord) {
	for _, l := range lexemes {
		if at := strings.IndexAny(l.low, "'’"); !l.quoted && t.lang == "fr" && at > 0 && at <= 2 && len(l.text) == len(l.low) && l.end-l.start == len(l.text) {
			_, n := utf8.DecodeRuneInString(l.low[at:])
			first, rest := l, l
			first.text, first.low, first.end = l.text[:at], l.low[:at]+"'", l.start+at+n
			rest.text, rest.low, rest.start, rest.comma = l.text[at+n:], l.low[at+n:], l.start+at+n, false
			initial, _ := utf8.DecodeRuneInString(rest.text)
			rest.capital = unicode.IsUpper(initial)
			rest.stem = plain(stem(rest.low))
			list = append(list, spokenWord{lexeme: first, fold: first.low})
			l = rest
		}
		w := spokenWord{lexeme: l, fold: folded(l.low, t.lang)}
		if n := len(list); n > 0 {
			between := text[list[n-1].end:l.start]
			w.glue = joining(between)
			// 10,5 is a number
			if before := &list[n-1]; between == "," && digits(before.low) && digits(l.low) && before.end-before.start < 4 && len(l.low) < 3 {
				before.low, before.end, before.text = before.low+"."+l.low, l.end, before.text+"."+l.text
				before.fold = before.low
				continue
			}
		}
		list = append(list, w)
	}
	return list
}

func digits(w string) bool { return w != "" && strings.Trim(w, "0123456789") == "" }

// keep marks words to leave as they are: constraints in the query language, paths, and names of several words in the vocabulary.
func (t *tongue) keep(text string, words []spokenWord, names *Vocabulary) {
	within := func(s Span) {
		for i := range words {
			words[i].kept = words[i].kept || words[i].start < s.End && words[i].end > s.Start
		}
	}
	for s := range Constraints(text) {
		within(s)
	}
	for i := range words {
		words[i].kept = words[i].kept || words[i].quoted
	}
	for at := 0; at < len(words); at++ {
		for n := min(names.longest, len(words)-at); n > 1; n-- {
			var stems []string
			for i, w := range words[at : at+n] {
				if i > 0 && w.comma {
					break
				}
				stems = append(stems, w.stem)
			}
			if len(stems) == n && len(names.find(strings.Join(stems, " "), nil)) > 0 {
				within(Span{words[at].start, words[at+n-1].end})
				at += n - 1
				break
			}
		}
	}
}

// slot gives the English of a word in a slot, "" where it does not fit.
func (t *tongue) slot(name string, w spokenWord) string {
	if w.quoted {
		if name == slotAny {
			return `"` + w.text + `"`
		}
		return ""
	}
	switch name {
	case slotNumber:
		if w.low[0] >= '0' && w.low[0] <= '9' && strings.Trim(w.low, "0123456789.,") == "" {
			if i := strings.IndexByte(w.low, '.'); i > 0 && len(w.low)-i == 4 { // 1.500
				return strings.Replace(w.low, ".", "", 1)
			}
			return w.low
		}
		return t.counts[w.low]
	case slotYear:
		if len(w.low) == 4 && digits(w.low) && (w.low[0] == '1' || w.low[0] == '2') {
			return w.low
		}
	case slotUnit:
		return either(t.units, w)
	case slotMonth:
		return either(t.months, w)
	case slotSize:
		return either(t.sizes, w)
	case slotAny:
		return w.text
	}
	return ""
}

func either(m map[string]string, w spokenWord) string {
	if out := m[w.low]; out != "" {
		return out
	}
	return m[w.fold]
}

// matches reports whether an idiom stands at a word, with the words of its slots.
func (t *tongue) matches(s *idiom, words []spokenWord, at int) (filled map[string][]int, ok bool) {
	if at+len(s.words) > len(words) {
		return nil, false
	}
	for i, want := range s.words {
		w := words[at+i]
		if w.kept && want != slotAny || i > 0 && w.comma {
			return nil, false
		}
		if strings.HasPrefix(want, "{") {
			if t.slot(want, w) == "" {
				return nil, false
			}
			if filled == nil {
				filled = map[string][]int{}
			}
			filled[want] = append(filled[want], at+i)
			continue
		}
		if w.low != want && w.fold != folded(want, t.lang) {
			return nil, false
		}
	}
	// A word joined to others by marks is none: "bericht-von-anna".
	if end := at + len(s.words); end < len(words) && words[end].glue || words[at].glue {
		return nil, false
	}
	return filled, true
}

// at finds the idiom that stands at a word, the longest one.
func (t *tongue) at(words []spokenWord, at int, holds func(*idiom) bool) (best *idiom, filled map[string][]int) {
	w := words[at]
	keys := []string{w.low}
	if w.fold != w.low {
		keys = append(keys, w.fold)
	}
	most := 0
	keys = append(keys, slotNumber, slotYear, slotUnit, slotMonth, slotSize)
	for _, key := range keys {
		for _, s := range t.rules[key] {
			n := 2*len(s.words) + btoi(s.words[0] == w.low) // ou is or, and où where
			if n <= most {
				continue
			}
			if m, ok := t.matches(s, words, at); ok && holds(s) {
				best, filled, most = s, m, n
			}
		}
	}
	return best, filled
}

// pins finds idioms whose words stand apart, by the word at which a piece of one begins.
func (t *tongue) pins(words []spokenWord) map[int]*idiom {
	pinned := map[int]*idiom{}
	for _, s := range t.apart {
		pieces, said := parted(s.words), parted(s.out)
		at := 0
		for at < len(words) && !t.stands(pieces[0], words, at) {
			at++
		}
		found := map[int]*idiom{}
		for n, piece := range pieces {
			for n > 0 && at < len(words) && !t.stands(piece, words, at) {
				if at++; at < len(words) && words[at].comma {
					at = len(words)
				}
			}
			end := at + len(piece)
			if at >= len(words) || pinned[at] != nil || len(said[n]) == 0 && end < len(words) && !words[end].comma { // a particle closes its clause
				found = nil
				break
			}
			found[at] = &idiom{words: piece, out: said[n]}
			at = end
		}
		for i, f := range found {
			pinned[i] = f
		}
	}
	return pinned
}

func (t *tongue) stands(piece []string, words []spokenWord, at int) bool {
	_, ok := t.matches(&idiom{words: piece}, words, at)
	return ok
}

// parted are the pieces of an idiom between its gaps.
func parted(words []string) [][]string {
	list := [][]string{nil}
	for _, w := range words {
		if w == gap {
			list = append(list, nil)
			continue
		}
		list[len(list)-1] = append(list[len(list)-1], w)
	}
	return list
}

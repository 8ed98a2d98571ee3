package question

import (
	"path"
	"strings"
	"unicode"
)

// mostBearing is how many files may bear what a follow-up names: more are told apart by another word.
const mostBearing = 40

// Sibling reads a follow-up that names one file or folder where the last question names one beside it: "and the draw sheet?" after a
// question about the bath towel, with "bath towel.txt" and "draw sheet.txt". The new name replaces the old. files gives the paths, and is
// called only when needed. of is the index of the newly named file, beside that of the replaced one. self is "" where no two files fit.
func Sibling(text string, turns []Turn, files func() []string) (self string, of, beside int) {
	if len(turns) == 0 || len(text) > longest {
		return "", -1, -1
	}
	lang := language(turns[len(turns)-1].Question)
	r := reader{turns: turns, follower: &follower{grammar: grammars()[lang], lang: lang, turns: turns, drew: -1}}
	last := r.last()
	rest, how := aimed(bare(text))
	if how == elsewhere || how == back || len(last) > longest {
		return "", -1, -1
	}
	lead := r.lead.FindString(rest + " ")
	rest = r.led(strings.TrimSpace(wishes.ReplaceAllString(strings.TrimSpace(denies.ReplaceAllString(rest, "")), "")))
	if rest == "" || shifted(last, rest) != "" || r.asks.MatchString(rest) || len(strings.Fields(rest)) > 6 || r.has(rest, r.thing, r.folk, r.person, r.these) {
		return "", -1, -1
	}
	prep, phrase := "", rest
	if list := tokens(rest); len(list) > 1 && in(r.preps, list[0].word) {
		prep, phrase = strings.ToLower(list[0].word), rest[list[1].start:]
	}
	phrase = r.phrase(phrase)
	names := r.content(phrase)
	said := tokens(last)
	if len(names) == 0 {
		return "", -1, -1
	}
	paths := files()
	bearing := 0
	words := make([][]string, len(paths))
	for i, p := range paths {
		if words[i] = pathWords(p); hasAll(words[i], names) {
			bearing++
		}
	}
	if bearing == 0 || bearing > mostBearing {
		return "", -1, -1
	}
	asked := r.content(last)
	named := make([]bool, len(paths)) // one of the words of the last question
	for i := range paths {
		named[i] = len(less(asked, words[i])) < len(asked)
	}
	from, to, most, apart := 0, 0, 0, 0
	for i := range paths {
		if !hasAll(words[i], names) {
			continue
		}
		for j := range paths {
			if i == j || !named[j] || !twins(paths[i], paths[j]) {
				continue
			}
			if !hasAll(less(words[i], words[j]), names) {
				continue
			}
			other := less(words[j], words[i])
			a, b, n := r.span(said, other)
			if n == 0 || prep != "" && !strings.Contains(strings.ToLower(lead), " "+prep) && (a == 0 || !strings.EqualFold(said[a-1].word, prep)) {
				continue
			}
			differ := len(other) + len(less(words[i], words[j]))
			if n > most || n == most && differ < apart {
				from, to, most, apart, of, beside = a, b, n, differ, i, j
			}
		}
	}
	if most == 0 {
		return "", -1, -1
	}
	return finished(last[:said[from].start]+phrase+last[said[to-1].end:], lang), of, beside
}

// content are the words of a text that say something, in lower case.
func (f *follower) content(text string) (list []string) {
	for _, t := range tokens(text) {
		if !f.function(t.word) && !in(f.versions, t.word) {
			list = append(list, strings.ToLower(strings.TrimSuffix(strings.TrimSuffix(t.word, "'s"), "’s")))
		}
	}
	return list
}

// span is the run of tokens that has all the words of a question that are among some words, and nothing else that says something; n counts them.
func (f *follower) span(said []token, words []string) (from, to, n int) {
	from = -1
	gap := false
	for i, t := range said {
		if f.function(t.word) || f.asks.MatchString(t.word) && i == 0 {
			continue
		}
		if !hasAll(words, []string{strings.ToLower(t.word)}) {
			gap = from >= 0
			continue
		}
		if gap {
			return 0, 0, 0 // it is said in two places
		}
		if from < 0 {
			from = i
		}
		to, n = i+1, n+1
	}
	if from < 0 {
		return 0, 0, 0
	}
	for f.lang != "de" && from > 1 && upper(said[from].word) && upper(said[from-1].word) { // names are not parted
		from--
	}
	for f.lang != "de" && to < len(said) && upper(said[to-1].word) && upper(said[to].word) {
		to++
	}
	return from, to, n
}

// pathWords are the words of a path, in lower case.
func pathWords(p string) []string {
	return strings.FieldsFunc(strings.ToLower(strings.TrimSuffix(p, path.Ext(p))), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}

// twins reports whether two files stand at the same place of folders that are alike: beside each other, or called alike in folders beside each other.
func twins(a, b string) bool {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	if len(x) != len(y) || path.Ext(a) != path.Ext(b) {
		return false
	}
	folders := 0 // that differ
	for i := range len(x) - 1 {
		if x[i] != y[i] {
			folders++
		}
	}
	if folders == 0 {
		return true
	}
	if folders > 1 {
		return false
	}
	name, other := pathWords(x[len(x)-1]), pathWords(y[len(y)-1])
	return len(less(name, other)) < len(name) // the file's role in its folder
}

// hasAll reports whether each of some words is among others, but for an ending.
func hasAll(list, words []string) bool {
	for _, w := range words {
		found := false
		for _, l := range list {
			found = found || alike(l, w)
		}
		if !found {
			return false
		}
	}
	return true
}

// less are the words of one list that are not in another.
func less(list, without []string) (out []string) {
	for _, w := range list {
		if !hasAll(without, []string{w}) {
			out = append(out, w)
		}
	}
	return out
}

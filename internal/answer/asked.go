package answer

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/question"
)

// asked is a question in the terms of one language.
type asked struct {
	lang   string
	weight map[string]float64
	total  float64
	also   map[string]string   // terms that answers to such questions are written with, and the term of the question that each stands for
	near   *nearWords          // words that mean nearly the same; nil: they do not count
	heard  map[string][]string // the terms of texts that were looked at before: many statements stand in few passages
}

func newAsked(text, lang string, w Weights) asked {
	a := asked{lang: lang, weight: map[string]float64{}, heard: map[string][]string{}}
	light, verbs := lightTerms(text, lang), verbTerms(text, lang, w)
	for _, t := range w.Terms(text, lang) {
		if _, known := a.weight[t]; !known {
			a.weight[t] = w.Weight(t)
			if light[t] {
				a.weight[t] *= lightWeight
			} else if verbs[t] {
				a.weight[t] *= verbWeight
			}
			a.total += a.weight[t]
		}
	}
	return a
}

// without gives the question's words without the words above a source, in its title or in the name of its file.
func (a asked) without(title string, s source) asked {
	rest := asked{lang: a.lang, weight: map[string]float64{}, also: a.also, near: a.near, heard: a.heard}
	drop := map[string]bool{}
	for _, t := range chunk.Terms(s.Passage.Locator.Heading+"\n"+title+"\n"+nameText(s.Path), a.lang) {
		drop[t] = true
	}
	for t, w := range a.weight {
		if !drop[t] {
			rest.weight[t] = w
		}
	}
	rest.total = totalOf(rest.weight)
	return rest
}

// unnamed gives the question's words without names and numbers.
func (a asked) unnamed(names []string) asked {
	of := chunk.Terms(strings.Join(names, " "), a.lang)
	rest := asked{lang: a.lang, weight: map[string]float64{}, also: a.also, near: a.near, heard: a.heard}
	for t, w := range a.weight {
		parts := strings.FieldsFunc(t, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if slices.ContainsFunc(parts, func(p string) bool { return !slices.Contains(of, p) && strings.ContainsFunc(p, unicode.IsLetter) }) {
			rest.weight[t] = w
		}
	}
	rest.total = totalOf(rest.weight)
	return rest
}

// totalOf adds weights in the order of their terms: in that of a map the last digits of the sum are another time other ones.
func totalOf(weight map[string]float64) (sum float64) {
	for _, t := range slices.Sorted(maps.Keys(weight)) {
		sum += weight[t]
	}
	return sum
}

// share is the part of the question's weight whose terms stand in any of the texts.
func (a asked) share(texts ...string) float64 {
	if a.total == 0 {
		return 0
	}
	found, seen := 0.0, map[string]bool{}
	partly := map[string]float64{} // terms of the question for which others stand, by how far
	for _, text := range texts {
		for _, t := range a.terms(text) {
			if !seen[t] {
				seen[t] = true
				found += a.weight[t]
				if of := a.also[t]; of != "" && a.weight[of] > 0 {
					partly[of] = max(partly[of], relatedSays)
				}
				if a.lang == "de" || a.lang == "fr" || a.lang == "es" {
					a.kin(t, partly)
				}
			}
		}
	}
	for _, t := range slices.Sorted(maps.Keys(partly)) { // as in totalOf
		if !seen[t] {
			seen[t] = true
			found += partly[t] * a.weight[t]
		}
	}
	if a.near != nil {
		found += a.nearly(seen, texts)
	}
	return found / a.total
}

// terms are those of a text.
func (a asked) terms(text string) []string {
	list, known := a.heard[text]
	if !known {
		list = chunk.Terms(text, a.lang)
		a.heard[text] = list
	}
	return list
}

// nearly is the part of the question that texts cover only with words of nearly the same meaning.
func (a asked) nearly(seen map[string]bool, texts []string) (found float64) {
	var words []string
	looked := false
	for t, w := range a.weight {
		if seen[t] || w == 0 || a.near.terms[t] == nil {
			continue
		}
		if !looked {
			words, looked = a.near.words(a.weight, texts...), true
		}
		found += nearSays * a.near.of(t, words) * w
	}
	return found
}

// relatedSays is the part of a word's weight that another word has which stands for it.
const relatedSays = .7

// related adds to a question the words that its answer may be written with.
func (a asked) related(words string, q question.Question) asked {
	a.also = map[string]string{}
	for word := range strings.FieldsSeq(strings.ToLower(words)) {
		word = strings.Trim(word, ".,;:!?¿¡'’\"()")
		of := chunk.Terms(word, a.lang)
		if len(of) == 0 || a.weight[of[0]] == 0 {
			continue
		}
		for _, other := range q.Related(word) {
			for _, o := range chunk.Terms(other, a.lang) {
				if a.weight[o] == 0 {
					a.also[o] = of[0]
				}
			}
		}
	}
	return a
}

package table

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
)

// leastForeign is how many labels of a table are of another language at least, for English words to be looked for in it.
const leastForeign = 2

// englishTongue compares English words with the things of a table.
func englishTongue() *tongue { return &tongue{lang: "en", nouns: thingsKnown().nouns["en"]} }

// overForeign puts the words of a table with labels in another language in the place of English ones that it calls nothing by: the customer
// of a column Kunde. Other questions come back as they are.
func overForeign(question string, t *Table, x *index) string {
	if !x.foreign() {
		return question
	}
	var g *ground
	english := englishTongue()
	return wordAlone.ReplaceAllStringFunc(question, func(w string) string {
		r := root(folded(w, "en"), "en")
		if len(english.nouns[r]) == 0 || len(x.words[r]) > 0 || x.labelHas(r) || len(x.words[folded(w, "en")]) > 0 {
			return w
		}
		if g == nil {
			g = groundOf(english, asWords(question), t, x)
		}
		if out := g.same(r); out.n > 0 {
			return out.said
		}
		return w
	})
}

var wordAlone = pattern.New(`\pL+`)

// foreign reports whether labels are things in another language that English has other words for.
func (x *index) foreign() bool {
	nouns := thingsKnown().nouns
	foreign, english := 0, 0
	for _, label := range x.labels {
		is, own := false, false
		for _, w := range label {
			own = own || len(nouns["en"][root(w, "en")]) > 0
			is = is || slices.ContainsFunc(langs[1:], func(lang string) bool {
				return len(nouns[lang][root(folded(w, lang), lang)]) > 0 || strings.Contains(" de der des du del ", " "+w+" ")
			})
		}
		switch {
		case own:
			english++
		case is:
			foreign++
		}
	}
	return foreign >= leastForeign && foreign > english
}

package answer

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// fieldOf parts an item such as "Default: 100" into its label and the value; ok is false for another statement.
func fieldOf(s statement) (label, value string, ok bool) {
	if !s.marked || !isField(s.text) {
		return "", "", false
	}
	label, value, _ = strings.Cut(s.text, ":")
	return strings.TrimSpace(label), strings.TrimSpace(value), true
}

// otherField reports whether a statement is a field whose label is not asked for: "Default: false" does not say what an option does.
func (j *judge) otherField(s statement) bool {
	label, _, ok := fieldOf(s)
	return ok && j.asked[s.source].share(label) == 0
}

// withFields puts before the statements the fields of the best section whose labels the question has: the field "default" stands beside the
// text of an option.
func (j *judge) withFields(chosen []choice, list []statement) []choice {
	if len(chosen) == 0 {
		return chosen
	}
	best := slices.MaxFunc(chosen, func(a, b choice) int { return cmp.Compare(a.chance, b.chance) })
	from := j.sources[best.source]
	for i, s := range list {
		label, value, ok := fieldOf(s)
		at := j.sources[s.source]
		if !ok || fileOf(at.Hit) != fileOf(from.Hit) || at.Passage.Kind != spar.TextPassage || at.Passage.Locator.Heading != from.Passage.Locator.Heading {
			continue
		}
		terms := sayingTerms(label, at.Passage.Lang)
		unasked := func(t string) bool { return j.asked[s.source].weight[t] == 0 }
		if len(terms) == 0 || slices.ContainsFunc(terms, unasked) || slices.ContainsFunc(chosen, func(c choice) bool { return c.index == i || strings.Contains(c.text, value) }) {
			continue
		}
		chosen = append(chosen, choice{s, i, best.chance, j.own(list, s)})
	}
	return chosen
}

package read

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// language names how the languages of a file are told from those of its passages.
const language = " language/1"

// leastShare is the part of a file's passages, those of running text if it has such, that a language must have to be one of
// the file's.
const leastShare = .1

// languages gives the languages of a file's text as properties "language", the commonest first, beside what the file
// declares of itself.
func languages(passages []spar.Passage, declared []spar.Property) (list []spar.Property) {
	counts, all := map[string]int{}, 0
	for _, prose := range []bool{true, false} {
		for _, p := range passages {
			if p.Lang != "" && (p.Kind == spar.TextPassage) == prose {
				counts[p.Lang]++
				all++
			}
		}
		if all > 0 {
			break
		}
	}
	var langs []string
	for l, n := range counts {
		says := slices.ContainsFunc(declared, func(p spar.Property) bool { return p.Key == "language" && strings.EqualFold(p.Value.Text, l) })
		if float64(n) >= leastShare*float64(all) && !says {
			langs = append(langs, l)
		}
	}
	slices.SortFunc(langs, func(a, b string) int { return cmp.Or(counts[b]-counts[a], strings.Compare(a, b)) })
	for _, l := range langs {
		list = append(list, spar.Property{Key: "language", Value: spar.Value{Kind: spar.Text, Text: l}})
	}
	return list
}

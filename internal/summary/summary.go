// Package summary chooses the sentences that tell what a document says. It stands behind answer, whose weights it uses, and is pure.
package summary

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/spar"
)

// own has the headings below which authors sum up their document.
var own = []string{"abstract", "summary", "executive summary", "management summary", "synopsis", "at a glance", "in short", "in brief", "tl;dr", "key points",
	"zusammenfassung", "kurzfassung", "auf einen blick", "résumé", "synthèse", "en bref", "resumen", "resumen ejecutivo", "en resumen"}

// apparatus has the headings of parts that say nothing about the subject of a document.
var apparatus = []string{"acknowledgements", "acknowledgments", "acknowledgement", "references", "bibliography", "works cited", "further reading", "see also", "abbreviations",
	"supporting information", "supplementary material", "author contributions", "funding", "competing interests", "conflict of interest", "copyright", "license", "licence",
	"contents", "table of contents", "index", "contact", "contacts", "danksagung", "literatur", "literaturverzeichnis", "quellen", "inhalt", "inhaltsverzeichnis", "impressum",
	"remerciements", "bibliographie", "références", "table des matières", "sommaire", "agradecimientos", "bibliografía", "referencias", "índice"}

// isOf reports whether one of the headings above a passage is in a list.
func isOf(list []string, p spar.Passage) bool {
	return slices.ContainsFunc(p.Locator.Headings(), func(h string) bool {
		return slices.Contains(list, strings.ToLower(strings.Trim(h, " .:0123456789")))
	})
}

// Of returns the sentences of a document that say most, at most n of them, in its order. of is from how many they were chosen. They are
// from the summary that its author wrote, if it has one with n sentences.
func Of(text answer.Text, n int) (list []answer.Gist, of int, byAuthor bool) {
	if list = written(text); len(list) >= min(n, leastOwn) {
		return list[:min(n, len(list))], len(list), true
	}
	all, sections := answer.Outline(text, spar.Hit{}, 2)
	if sections < answer.LeastSections {
		all, _ = answer.Outline(text, spar.Hit{}, 0)
	}
	if about := slices.DeleteFunc(slices.Clone(all), func(g answer.Gist) bool { return isOf(apparatus, g.From.Passage) }); len(about) > 0 {
		all = about
	}
	return most(all, n), len(all), false
}

// leastOwn is how many sentences make a summary by the author.
const leastOwn = 2

// leastWords is how many words a sentence of an author's summary has.
const leastWords = 5

// written returns the sentences of the summary that the author wrote.
func written(text answer.Text) (list []answer.Gist) {
	for i := range text.Len() {
		p, err := text.Passage(i)
		if err != nil || p.Kind != spar.TextPassage || !isOf(own, p) {
			if len(list) > 0 {
				break // others, such as those of chapters, sum up less
			}
			continue
		}
		for s := range chunk.Sentences(p.Text) {
			if s = strings.TrimSpace(s); len(strings.Fields(s)) >= leastWords {
				list = append(list, answer.Gist{Text: s, From: spar.Hit{Index: i, Passage: p}})
			}
		}
	}
	return list
}

// most returns the n gists that say most, in their order.
func most(all []answer.Gist, n int) (out []answer.Gist) {
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(all[b].Says, all[a].Says) })
	order = order[:min(n, len(order))]
	slices.Sort(order)
	for _, k := range order {
		out = append(out, all[k])
	}
	return out
}

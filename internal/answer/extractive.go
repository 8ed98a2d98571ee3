// Package answer makes answers of hits, from their passages alone, each statement with its citation. Without a model an
// answer is extractive: the sentences that answer best, as they stand in the files.
package answer

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/chunk"
)

// Passages is how many hits an answer is made from.
const Passages = 10

// Options shape an answer; the zero value is the default.
type Options struct {
	Bullets   int     // at most; 0: 3
	Threshold float64 // least Support of an answer that is not refused; 0: the calibrated one
}

// DefaultThreshold is the least support with which a question is answered: the value at which few answerable questions
// are refused and few of another organisation answered; see docs/decisions/refusal.md for the data.
const DefaultThreshold = 0.35

// Weights gives a question's terms, which depend on the language they are stemmed for, and the weight of each: how much
// it says, a rare term more than a common one and one that stands nowhere the most.
type Weights interface {
	Terms(question, lang string) []string
	Weight(term string) float64
}

// Extractive answers a question with sentences of its hits. It refuses when too little of what was asked stands in any
// of them. Coverage is left to the caller.
func Extractive(question string, hits []spar.Hit, w Weights, o Options) spar.Answer {
	if o.Bullets == 0 {
		o.Bullets = 3
	}
	if o.Threshold == 0 {
		o.Threshold = DefaultThreshold
	}
	hits = hits[:min(len(hits), Passages)]
	if Support(question, hits, w) < o.Threshold {
		return spar.Answer{Text: "Not in these files.", Refused: true}
	}
	chosen := choose(sentences(question, hits, w), o.Bullets)

	var a spar.Answer
	number := map[int]int{} // of the citation of a hit
	var lines []string
	for _, s := range chosen {
		if number[s.hit] == 0 {
			h := hits[s.hit]
			number[s.hit] = len(a.Citations) + 1
			a.Citations = append(a.Citations, spar.Citation{
				N: number[s.hit], Share: h.Share, Path: h.Path, Locator: h.Passage.Locator, Text: h.Passage.Text,
			})
		}
		a.Bullets = append(a.Bullets, spar.Bullet{Text: s.text, Citations: []int{number[s.hit]}})
		lines = append(lines, "- "+s.text+" "+marker(number[s.hit]))
	}
	a.Text = strings.Join(lines, "\n")
	return a
}

// Support is the greatest part of what was asked, terms counted by their weights, that stands in one hit: in its text,
// the headings above it or the name of its file. It is between 0 and 1 and does not depend on how many files there are.
func Support(question string, hits []spar.Hit, w Weights) float64 {
	best := 0.0
	for _, h := range hits {
		asked := newAsked(question, h.Passage.Lang, w)
		best = max(best, asked.share(h.Passage.Ranked(), nameText(h.Path)))
	}
	return best
}

// asked is a question in the terms of one language.
type asked struct {
	lang   string
	weight map[string]float64
	total  float64
}

func newAsked(question, lang string, w Weights) asked {
	a := asked{lang: lang, weight: map[string]float64{}}
	for _, t := range w.Terms(question, lang) {
		if _, known := a.weight[t]; !known {
			a.weight[t] = w.Weight(t)
			a.total += a.weight[t]
		}
	}
	return a
}

// share is the part of the question's weight whose terms stand in any of the texts.
func (a asked) share(texts ...string) float64 {
	if a.total == 0 {
		return 0
	}
	found, seen := 0.0, map[string]bool{}
	for _, text := range texts {
		for _, t := range chunk.Terms(text, a.lang) {
			if !seen[t] {
				seen[t] = true
				found += a.weight[t]
			}
		}
	}
	return found / a.total
}

// A candidate is a sentence that may become a bullet.
type candidate struct {
	text  string
	hit   int // index of its hit
	order int // in its passage
	score float64
}

// How a sentence is scored: mostly by what of the question it says itself, then by what its headings and its passage
// say around it, then by how well its passage was ranked.
const (
	ownWeight     = 1.0
	contextWeight = 0.5
	rankWeight    = 0.6
	numberBonus   = 0.15 // for a figure where one was asked for
)

func sentences(question string, hits []spar.Hit, w Weights) []candidate {
	var list []candidate
	figure := asksForFigure(question)
	for i, h := range hits {
		asked := newAsked(question, h.Passage.Lang, w)
		rank := 0.0
		if hits[0].Score > 0 {
			rank = h.Score / hits[0].Score
		}
		n := 0
		for _, text := range split(h.Passage) {
			own := asked.share(text)
			context := asked.share(text, h.Passage.Locator.Heading, nameText(h.Path))
			c := candidate{text: text, hit: i, order: n, score: ownWeight*own + contextWeight*context + rankWeight*rank}
			if figure && strings.ContainsFunc(text, unicode.IsDigit) {
				c.score += numberBonus
			}
			list = append(list, c)
			n++
		}
	}
	return list
}

// split cuts a passage into what a bullet may quote: sentences, or a table row whole.
func split(p spar.Passage) []string {
	switch p.Kind {
	case spar.RowPassage:
		return []string{strings.TrimSpace(p.Text)}
	case spar.TablePassage:
		// Its rows are passages of their own.
		return nil
	}
	var list []string
	for line := range strings.SplitSeq(p.Text, "\n") {
		for s := range chunk.Sentences(line) {
			if s = strings.TrimSpace(s); len(s) > 1 {
				list = append(list, s)
			}
		}
	}
	return list
}

// asksForFigure reports whether an English question wants a number or a date.
func asksForFigure(question string) bool {
	q := strings.ToLower(question)
	for _, phrase := range []string{"how many", "how much", "how long", "how often", "when ", "what date", "what percentage", "which year", "what year", "deadline"} {
		if strings.Contains(q, phrase) {
			return true
		}
	}
	return false
}

// bulletShare is the part of the best sentence's score that another must have to stand beside it.
const bulletShare = 0.75

// choose takes the best sentences, no two of which say the same, and puts them in the order of their passages.
func choose(list []candidate, n int) []candidate {
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	var chosen []candidate
	for _, c := range list {
		if len(chosen) == n || c.score < bulletShare*list[0].score {
			break
		}
		if !slices.ContainsFunc(chosen, func(d candidate) bool { return same(c.text, d.text) }) {
			chosen = append(chosen, c)
		}
	}
	slices.SortStableFunc(chosen, func(a, b candidate) int { return cmp.Or(cmp.Compare(a.hit, b.hit), cmp.Compare(a.order, b.order)) })
	return chosen
}

// same reports whether one text repeats the other but for case and punctuation.
func same(a, b string) bool {
	a, b = letters(a), letters(b)
	return strings.Contains(a, b) || strings.Contains(b, a)
}

func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// nameText makes words of a path.
func nameText(path string) string {
	return strings.NewReplacer("/", " ", "_", " ", "-", " ", ".", " ").Replace(path)
}

// Package answer makes answers of hits, from their passages alone, each statement with its citation. Without a model an
// answer is extractive: the sentences that answer best, as they stand in the files.
package answer

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/chunk"
)

// Passages is how many hits an answer is made from unless Options say otherwise.
const Passages = 10

// Options shape an answer; the zero value is the default.
type Options struct {
	Bullets   int     // at most; 0: 3
	Passages  int     // that are looked at, the best hits; 0: 10
	Threshold float64 // least Confidence of an answer that is not refused; 0: the calibrated one

	// Cosines gives how near texts are in meaning to the question. Without it sentences are chosen by words alone.
	Cosines func(ctx context.Context, texts []string) ([]float64, error)
}

func (o Options) passages() int {
	if o.Passages == 0 {
		return Passages
	}
	return o.Passages
}

// The least confidence with which a question is answered, by words alone and with meaning. They were chosen on one half
// of a public set, so that hardly an answerable question is refused, and are reported on the other half in
// docs/decisions/0013-refusal.md.
const (
	thresholdByWords   = 0.35
	thresholdByMeaning = 0.42
)

// Weights gives a question's terms, which depend on the language they are stemmed for, and the weight of each: how much
// it says, a rare term more than a common one and one that stands nowhere the most.
type Weights interface {
	Terms(question, lang string) []string
	Weight(term string) float64
}

// Extractive answers a question with sentences of its hits. It refuses when the hits say too little of what was asked.
// Coverage is left to the caller. An error is that of Options.Cosines.
func Extractive(ctx context.Context, question string, hits []spar.Hit, w Weights, o Options) (spar.Answer, error) {
	if o.Bullets == 0 {
		o.Bullets = 3
	}
	hits = statements(hits)
	hits = hits[:min(len(hits), o.passages())]
	confidence, threshold := Confidence(question, hits, w)
	if o.Threshold > 0 {
		threshold = o.Threshold
	}
	if confidence < threshold {
		return refusal(), nil
	}
	list, err := sentences(ctx, question, hits, w, o.Cosines)
	if err != nil {
		return spar.Answer{}, err
	}
	chosen := choose(list, o.Bullets)

	var a spar.Answer
	number := map[int]int{} // of the citation of a hit
	var lines []string
	for _, s := range chosen {
		if number[s.hit] == 0 {
			h := hits[s.hit]
			number[s.hit] = len(a.Citations) + 1
			a.Citations = append(a.Citations, spar.Citation{
				N: number[s.hit], Share: h.Share, Path: h.Path, Locator: cellAsked(question, h.Passage, w), Text: h.Passage.Text, Segment: h.Segment, Index: h.Index,
			})
		}
		a.Bullets = append(a.Bullets, spar.Bullet{Text: s.text, Citations: []int{number[s.hit]}})
		lines = append(lines, "- "+s.text+" "+marker(number[s.hit]))
	}
	a.Text = strings.Join(lines, "\n")
	return a, nil
}

func refusal() spar.Answer { return spar.Answer{Text: notInFiles, Refused: true} }

// Confidence says how much hits have to do with a question, from 0 to about 1, and from where on it is answered. It is
// the mean of Support and the greatest cosine of a hit or, where meaning was not compared, Support alone; neither
// depends on how many other files there are.
func Confidence(question string, hits []spar.Hit, w Weights) (confidence, threshold float64) {
	confidence, threshold = Support(question, hits, w), thresholdByWords
	nearest := 0.0
	for _, h := range hits {
		nearest = max(nearest, h.Cosine)
	}
	if nearest > 0 {
		confidence, threshold = (confidence+nearest)/2, thresholdByMeaning
	}
	return confidence, threshold
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

// A candidate is a sentence of a hit that may become a bullet.
type candidate struct {
	text  string
	hit   int // index of its hit
	order int // in its passage
	score float64
	says  float64 // what it says of the question itself, in words and in meaning
}

// What speaks for a sentence, fitted by logistic regression to the sentences that answer the questions of one half of
// a public set: first how well its passage was ranked, then what of the question it says together with its headings
// and the name of its file, its own meaning, and that it is not a mere fragment.
const (
	rankWeight    = 1.0
	contextWeight = 0.2
	cosineWeight  = 0.15
	lengthWeight  = 0.05
)

// compared is how many hits have their sentences compared by meaning: those of the others have little chance.
const compared = 4

func sentences(ctx context.Context, question string, hits []spar.Hit, w Weights, cosines func(context.Context, []string) ([]float64, error)) ([]candidate, error) {
	var list []candidate
	var near []string
	for i, h := range hits {
		asked := newAsked(question, h.Passage.Lang, w)
		rank := 0.0
		if hits[0].Score > 0 {
			rank = h.Score / hits[0].Score
		}
		for n, text := range split(h.Passage) {
			score := rankWeight*rank + contextWeight*asked.share(text, h.Passage.Locator.Heading, nameText(h.Path)) +
				lengthWeight*math.Log(float64(1+utf8.RuneCountInString(text)))
			list = append(list, candidate{text, i, n, score, asked.share(text)})
			if i < compared {
				near = append(near, text)
			}
		}
	}
	if cosines == nil || len(near) == 0 {
		return list, nil
	}
	found, err := cosines(ctx, near)
	if err != nil {
		return nil, err
	}
	for i, c := range found {
		list[i].score += cosineWeight * c
		list[i].says += max(0, c)
	}
	return list, nil
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
			// A question answers nothing, however much it resembles the one that was asked.
			if s = strings.TrimSpace(s); len(s) > 1 && !strings.HasSuffix(s, "?") {
				list = append(list, s)
			}
		}
	}
	return list
}

// What a sentence needs to stand beside the best one: so much of its score, and so much of what it says of the question.
const (
	bulletScore = 0.8
	bulletSays  = 0.5
)

// choose takes the best sentences, no two of which say the same, and puts them in the order of their passages.
func choose(list []candidate, n int) []candidate {
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	var chosen []candidate
	for _, c := range list {
		if len(chosen) == n || c.score < bulletScore*list[0].score {
			break
		}
		if c.says >= bulletSays*list[0].says && !slices.ContainsFunc(chosen, func(d candidate) bool { return same(c.text, d.text) }) {
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

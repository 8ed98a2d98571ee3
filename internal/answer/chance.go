package answer

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/sparsearch/spar/internal/calibrate"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

// SignNames name the signs that tell whether an answer is right, in the order of Signs.
var SignNames = []string{
	"covered", "near", "pairs", "kind", "fits", "files", // how much of the question the answer covers
	"sibling", "named", "open", // parts of the question that the answer replaces
	"others_say", "file_says", // other statements that say as much
	"ahead", "lead_words", "rivals", "compared", // shapes of the ranking
	"told", "close", // what question and answer mean where their words stand
}

// Chances turn signs into the chance that an answer is right, and hold the sum of signs above which the files count as having an answer at
// all. `spar-eval confidence` fits and measures them.
type Chances struct {
	Right calibrate.Model `json:"right"` // of the signs
	Read  calibrate.Model `json:"read"`  // of ReadNames: of an answer whose first statement was read with the question
	There calibrate.Model `json:"there"`
	Least float64         `json:"least"` // sum of There
}

// ReadNames name the signs of an answer that was read: the sum of the signs of its words, and the log odds that reading gives.
var ReadNames = []string{"right", "read"}

// Of is the chance that an answer with these signs is right. read is Answer.Read.
func (c Chances) Of(signs []float64, read float64) float64 {
	if read == 0 {
		return c.Right.Chance(signs)
	}
	return c.Read.Chance([]float64{c.Right.Sum(signs), read})
}

//go:embed chance.json
var chanceModel []byte

var chances = sync.OnceValues(func() (c Chances, err error) {
	if err = json.Unmarshal(chanceModel, &c); err == nil {
		if err = c.Right.Check(SignNames); err == nil {
			err = cmp.Or(c.Read.Check(ReadNames), c.There.Check(SignNames))
		}
	}
	return c, err
})

// Stated are the chances that answers state.
func Stated() (Chances, error) { return chances() }

// ByMeaning reports whether signs are those of a ranking that compared meaning.
func ByMeaning(signs []float64) bool { return signs[slices.Index(SignNames, "compared")] > 0 }

// Doubts reports whether signs say that the hits hardly answer. Where meaning was not compared they say too little.
func (c Chances) Doubts(signs []float64) bool {
	return ByMeaning(signs) && c.There.Sum(signs) < c.Least
}

// judged reports whether signs judge an answer composed of hits.
func judged(q question.Question, hits []spar.Hit) bool {
	return q.Lang == "en" && slices.ContainsFunc(hits, func(h spar.Hit) bool { return h.Cosine > 0 })
}

// Sure is the chance below which an answer is said to be unsure, chosen on companies held out:
// docs/decisions/0055-confidence.md#0127-what-an-answer-means-beside-its-question-tells-whether-it-is-right-of-its-first-48-words. A
// model's answer that its citations bear out is not unsure.
const Sure = .6

// Believed gives an answer its confidence, says whether it is unsure, and refuses it if the signs say that it is hardly an answer. It never
// refuses a comparison in this way: rivals tell its sides.
func Believed(ctx context.Context, text string, hits []spar.Hit, w Weights, a spar.Answer, o Options) spar.Answer {
	c, err := chances()
	if err != nil || a.Refused {
		return a // a test sees to it that there are chances
	}
	signs, q := Signs(ctx, text, hits, w, a, o), question.Parse(text)
	if !o.Bold && q.Form != question.Comparison && !ofRelease(q, a) && c.Doubts(signs) {
		return doubted(q, statements(hits), w)
	}
	a.Confidence = math.Round(1000*c.Of(signs, a.Read)) / 1000
	if a.Unsure = ByMeaning(signs) && a.Confidence < Sure; a.Unsure {
		a.Missing = lacks(q, statements(hits), w)
	}
	return a
}

// Extractive answers a question with sentences of its hits. It refuses when the hits cover too little of the question, or when they hardly
// answer it. Coverage is left to the caller.
func Extractive(ctx context.Context, text string, hits []spar.Hit, w Weights, o Options) spar.Answer {
	return withSource(text, hits, w, Believed(ctx, text, hits, w, composed(ctx, text, hits, w, o), o), o)
}

// Signs are numbers that tell whether an answer is right. All are shares, ratios or counts, no score and no cosine as it is: those
// mean another thing in every share; but the last two are cosines of one encoder.
func Signs(ctx context.Context, text string, hits []spar.Hit, w Weights, a spar.Answer, o Options) []float64 {
	q := question.Parse(text)
	hits = statements(hits)
	hits = hits[:min(len(hits), Passages)]
	cited := citedBy(a)
	s := map[string]float64{"told": usualTold, "close": usualClose}
	if judged(q, hits) {
		s["compared"] = 1 // in meaning; of other languages the encoder may know nothing
		s["told"], s["close"] = o.told(ctx, q, headingsOf(cited), bulletsOf(a))
	}
	if len(names(q)) > 0 {
		s["named"] = 1
	}
	if kind := q.Wants(); kind == question.Reason || kind == question.Truth {
		s["open"] = 1
	}
	if len(cited) > 0 {
		if len(a.Bullets) > 0 {
			addAnswered(s, q, w, cited, hits, a)
		}
		if i := slices.IndexFunc(hits, func(h spar.Hit) bool { return fileOf(h) == fileOf(cited[0]) }); i >= 0 {
			ranked(s, hits, hits[i])
		}
	}
	list := make([]float64, len(SignNames))
	for i, name := range SignNames {
		list[i] = s[name]
	}
	return list
}

// addAnswered adds the signs of the answer itself, and of other hits that cover as much.
func addAnswered(s map[string]float64, q question.Question, w Weights, cited, hits []spar.Hit, a spar.Answer) {
	said, first, lead := bulletsOf(a), a.Bullets[0].Text, cited[0]
	asked := newAsked(sayingWords(q), lead.Passage.Lang, w).related(sayingWords(q), q)
	asked.near = newNearWords(sayingWords(q), lead.Passage.Lang, asked.weight)
	files := map[foundFile]bool{}
	for _, c := range cited {
		files[fileOf(c)] = true
	}
	s["files"] = float64(len(files))
	s["covered"] = asked.share(said, lead.Passage.Locator.Heading, nameText(lead.Path))
	s["near"] = cosine(meant(sayingWords(q)), meant(said))
	s["pairs"] = pairs(q, w, lead.Passage.Ranked(), lead.Passage.Lang)
	if !mustSay(q.Wants()) || wanted(q)(said) {
		s["kind"] = 1
	}
	if suits(q, first, said, asked.lang) {
		s["fits"] = 1
	}
	if saysSibling(q.Text, said+"\n"+headingsOf(cited)) {
		s["sibling"] = 1
	}
	others, same := asMuch(asked, asked.share(first, lead.Passage.Locator.Heading, nameText(lead.Path)), said, cited, hits)
	s["others_say"], s["file_says"] = math.Log(float64(1+others)), math.Log(float64(1+same))
}

// rivalScore is the least part of the first cited hit's score that lets another file answer as well.
const rivalScore = .85

// ranked tells from the ranking how good the first cited hit is: how far its file is ahead of all hits by meaning and of other files by
// words, and how many are as good.
func ranked(s map[string]float64, hits []spar.Hit, lead spar.Hit) {
	words := func(h spar.Hit) float64 { return h.Parts["words"] }
	meaning := func(h spar.Hit) float64 { return h.Cosine }
	if _, apart := lead.Parts["words"]; !apart { // words alone ranked
		words = func(h spar.Hit) float64 { return h.Score }
	}
	if s["compared"] == 0 {
		meaning = words
	}
	s["ahead"], s["lead_words"] = ahead(hits, fileOf(lead), meaning), leads(hits, fileOf(lead), words)
	rivals := map[foundFile]bool{}
	for _, h := range hits {
		if fileOf(h) != fileOf(lead) && h.Score > rivalScore*lead.Score {
			rivals[fileOf(h)] = true
		}
	}
	s["rivals"] = math.Log(float64(1 + len(rivals)))
}

// ahead is how many standard deviations of the scores of hits the best hit of a file is above their mean: one passage that stands out is another thing
// than the first of many that are equally near.
func ahead(hits []spar.Hit, file foundFile, score func(spar.Hit) float64) float64 {
	mean, variance, best := 0., 0., 0.
	for _, h := range hits {
		mean += score(h) / float64(len(hits))
		if fileOf(h) == file {
			best = max(best, score(h))
		}
	}
	for _, h := range hits {
		variance += (score(h) - mean) * (score(h) - mean) / float64(len(hits))
	}
	if variance < 1e-12 {
		return 0
	}
	return (best - mean) / math.Sqrt(variance)
}

// leads is the chance of a file if one is drawn by the scores of their best hits, a tenth more making e times the chance.
func leads(hits []spar.Hit, file foundFile, score func(spar.Hit) float64) float64 {
	of, top := map[foundFile]float64{}, 0.
	for _, h := range hits {
		of[fileOf(h)] = max(of[fileOf(h)], score(h))
		top = max(top, score(h))
	}
	if top <= 0 {
		return 0
	}
	sum := 0.
	for _, s := range slices.Sorted(maps.Values(of)) { // as in totalOf
		sum += math.Exp(10 * (s/top - 1))
	}
	return math.Exp(10*(of[file]/top-1)) / sum
}

// together is how many terms apart two terms may stand that belong together.
const together = 4

// pairs is the part of the neighbouring terms of a question that stand together in a hit too. Single words of a question often occur beside
// another subject; two in one phrase are seldom there by chance.
func pairs(q question.Question, w Weights, text, lang string) float64 {
	asked := w.Terms(sayingWords(q), lang)
	if len(asked) < 2 {
		return 1
	}
	at := map[string][]int{}
	for i, t := range chunk.Terms(text, lang) {
		if slices.Contains(asked, t) {
			at[t] = append(at[t], i)
		}
	}
	found := 0.
	for i, t := range asked[1:] {
		if slices.ContainsFunc(at[t], func(b int) bool {
			return slices.ContainsFunc(at[asked[i]], func(a int) bool { return max(a-b, b-a) <= together })
		}) {
			found++
		}
	}
	return found / float64(len(asked)-1)
}

// headingsOf is what stands above passages, the names of their files among it.
func headingsOf(cited []spar.Hit) string {
	var all []string
	for _, c := range cited {
		all = append(all, c.Passage.Locator.Heading, nameText(c.Path))
	}
	return strings.Join(all, "\n")
}

// bulletsOf is the text of an answer.
func bulletsOf(a spar.Answer) string {
	var all []string
	for _, b := range a.Bullets {
		all = append(all, b.Text)
	}
	return strings.Join(all, "\n")
}

// citedBy are the passages that an answer cites.
func citedBy(a spar.Answer) (list []spar.Hit) {
	for _, c := range a.Citations {
		list = append(list, spar.Hit{Share: c.Share, Path: c.Path, Passage: spar.Passage{Text: c.Text, Locator: c.Locator, Lang: c.Lang}})
	}
	return list
}

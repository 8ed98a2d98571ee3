package answer

import (
	"context"
	_ "embed"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/calibrate"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/question"
)

// SignNames name what tells whether an answer is right, in the order of Signs.
var SignNames = []string{
	"cited_asked", "best_asked", "asked_of_best", "said_asked", "pairs", // shares of what is asked
	"margin_meaning", "lead_words", "lead_meaning", "rivals", "crowd", "agree", "compared", // shapes of the ranking
	"narrow", "list", // forms
	"unsaid", "near", "kind", "said_pairs", "covered", // what the answer lacks, and what it says in other words
	"rival_says", "unnamed", "literal", "fits", "files", // what else was found, and whether the answer is of the kind that is asked for
}

// Chances are what signs say: the chance that an answer is right, and the sum from which on the files are taken to have one at all.
// `spar-eval confidence` fits and measures them.
type Chances struct {
	Right calibrate.Model `json:"right"`
	There calibrate.Model `json:"there"`
	Least float64         `json:"least"` // sum of There
}

//go:embed chance.json
var chanceModel []byte

var chances = sync.OnceValues(func() (c Chances, err error) {
	if err = json.Unmarshal(chanceModel, &c); err == nil {
		if err = c.Right.Check(SignNames); err == nil {
			err = c.There.Check(SignNames)
		}
	}
	return c, err
})

// Stated are the chances that answers state.
func Stated() (Chances, error) { return chances() }

// ByMeaning reports whether signs are those of a ranking that compared meaning.
func ByMeaning(signs []float64) bool { return signs[slices.Index(SignNames, "compared")] > 0 }

// Doubts reports whether signs say that what was found is hardly the answer. Where meaning was not compared they say too little.
func (c Chances) Doubts(signs []float64) bool {
	return ByMeaning(signs) && c.There.Sum(signs) < c.Least
}

// judged reports whether signs judge what is composed of hits.
func judged(q question.Question, hits []spar.Hit) bool {
	return q.Lang == "en" && slices.ContainsFunc(hits, func(h spar.Hit) bool { return h.Cosine > 0 })
}

// Sure is the chance below which an answer is said to be unsure: it is likelier wrong than right.
const Sure = .5

// Believed gives an answer its confidence, says whether it is unsure, and refuses what the signs say is hardly the answer. A comparison is never refused so: its
// sides are told by rivals.
func Believed(text string, hits []spar.Hit, w Weights, a spar.Answer, o Options) spar.Answer {
	c, err := chances()
	if err != nil || a.Refused {
		return a // a test sees to it that there are chances
	}
	signs, q := Signs(text, hits, w, a), question.Parse(text)
	if a.Model == "" && !o.Bold && q.Form != question.Comparison && !ofRelease(q, a) && c.Doubts(signs) {
		return doubted(q, statements(hits), w)
	}
	a.Confidence = math.Round(1000*c.Right.Chance(signs)) / 1000
	if a.Unsure = a.Confidence < Sure && ByMeaning(signs); a.Unsure {
		a.Missing = lacks(q, statements(hits), w)
	}
	return a
}

// Extractive answers a question with sentences of its hits. It refuses when the hits say too little of what was asked, or
// when what they say is hardly the answer. Coverage is left to the caller.
func Extractive(ctx context.Context, text string, hits []spar.Hit, w Weights, o Options) spar.Answer {
	return Believed(text, hits, w, composed(ctx, text, hits, w, o), o)
}

// Signs are numbers that tell whether an answer is right. All are shares, ratios or counts, no score and no cosine as it is: those
// mean another thing in every share.
func Signs(text string, hits []spar.Hit, w Weights, a spar.Answer) []float64 {
	q := question.Parse(text)
	hits = statements(hits)
	hits = hits[:min(len(hits), Passages)]
	cited := citedBy(a)
	first := -1 // the best hit of the file that is cited first, by its place
	if len(cited) > 0 {
		first = slices.IndexFunc(hits, func(h spar.Hit) bool { return fileOf(h) == fileOf(cited[0]) })
	}
	s := map[string]float64{}
	if len(cited) > 0 && len(a.Bullets) > 0 {
		asked := newAsked(sayingWords(q), cited[0].Passage.Lang, w)
		share := func(h spar.Hit) float64 { return asked.share(h.Passage.Ranked(), nameText(h.Path)) }
		s["cited_asked"], s["said_asked"] = share(cited[0]), asked.share(a.Bullets[0].Text)
		for _, h := range hits {
			s["best_asked"] = max(s["best_asked"], share(h))
		}
		if s["best_asked"] > 0 {
			s["asked_of_best"] = s["cited_asked"] / s["best_asked"]
		}
		s["pairs"] = pairs(q, w, cited[0].Passage.Ranked(), cited[0].Passage.Lang)
		said := bulletsOf(a)
		s["said_pairs"] = pairs(q, w, said, cited[0].Passage.Lang)
		covered := asked.related(sayingWords(q), q)
		covered.near = newNearWords(sayingWords(q), cited[0].Passage.Lang, asked.weight)
		s["covered"] = covered.share(said, cited[0].Passage.Locator.Heading, nameText(cited[0].Path))
		s["unsaid"] = unsaidMost(q, w, cited)
		s["near"] = cosine(meant(sayingWords(q)), meant(said))
		if !mustSay(q.Wants()) || wanted(q)(said) {
			s["kind"] = 1
		}
		addAnswered(s, q, covered, asked, cited, hits, a)
	}
	if judged(q, hits) {
		s["compared"] = 1 // in meaning; of other languages the encoder may know nothing
	}
	if first >= 0 {
		ranked(s, hits, hits[first])
	}
	switch c := compositions[q.Form]; {
	case c.narrow:
		s["narrow"] = 1
	case c.list:
		s["list"] = 1
	}
	list := make([]float64, len(SignNames))
	for i, name := range SignNames {
		list[i] = s[name]
	}
	return list
}

// addAnswered adds the signs of the answer itself. covered is what is asked with the words that stand for others, asked without.
func addAnswered(s map[string]float64, q question.Question, covered, asked asked, cited, hits []spar.Hit, a spar.Answer) {
	said, first := bulletsOf(a), a.Bullets[0].Text
	var above []string
	files := map[foundFile]bool{}
	for _, c := range cited {
		above = append(above, c.Passage.Locator.Heading, nameText(c.Path))
		files[fileOf(c)] = true
	}
	heads := strings.Join(above, "\n")
	s["rival_says"] = rivalSays(covered, first, heads, cited, hits)
	s["literal"] = asked.share(said, heads)
	s["unnamed"] = 1
	if rest := covered.unnamed(names(q)); rest.total > 0 {
		s["unnamed"] = rest.share(said, heads)
	}
	if suits(q, first, said, asked.lang) {
		s["fits"] = 1
	}
	s["files"] = float64(len(files))
}

// rivalScore is the part of the score of the hit that is cited first from which on another file might answer as well.
const rivalScore = .85

// ranked is what the ranking tells of the hit that is cited first: how far it is from the best of other files, by words and by
// meaning, and whether both find the same file first.
func ranked(s map[string]float64, hits []spar.Hit, lead spar.Hit) {
	words := func(h spar.Hit) float64 { return h.Parts["words"] }
	meaning := func(h spar.Hit) float64 { return h.Cosine }
	if s["compared"] == 0 {
		meaning = words
	}
	if _, apart := lead.Parts["words"]; !apart { // words alone ranked
		words = func(h spar.Hit) float64 { return h.Score }
		meaning = words
	}
	var byWords, byMeaning foundFile
	s["lead_words"], _, byWords = leads(hits, fileOf(lead), words)
	s["lead_meaning"], s["margin_meaning"], byMeaning = leads(hits, fileOf(lead), meaning)
	if byWords == byMeaning && byWords == fileOf(lead) {
		s["agree"] = 1
	}
	rivals := map[foundFile]bool{}
	for _, h := range hits {
		if fileOf(h) == fileOf(lead) {
			s["crowd"] += 1 / float64(len(hits))
		} else if h.Score > rivalScore*lead.Score {
			rivals[fileOf(h)] = true
		}
	}
	s["rivals"] = math.Log(float64(1 + len(rivals)))
}

// leads compares a file with the others by the scores of their best hits, as parts of the best. chance is that of the file if one is
// drawn, a tenth more making e times the chance; margin is what it has more than the best of the others; best has the most.
func leads(hits []spar.Hit, file foundFile, score func(spar.Hit) float64) (chance, margin float64, best foundFile) {
	of, top := map[foundFile]float64{}, 0.
	for _, h := range hits {
		of[fileOf(h)] = max(of[fileOf(h)], score(h))
		if score(h) > top {
			top, best = score(h), fileOf(h)
		}
	}
	if top <= 0 {
		return 0, 0, best
	}
	sum, other := 0., 0.
	for f, s := range of {
		if f != file {
			other = max(other, s)
		}
	}
	for _, s := range slices.Sorted(maps.Values(of)) { // as in totalOf
		sum += math.Exp(10 * (s/top - 1))
	}
	return math.Exp(10*(of[file]/top-1)) / sum, (of[file] - other) / top, best
}

// together is how many terms apart two terms may stand that belong together.
const together = 4

// pairs is the part of the neighbouring terms of a question that stand together in a hit too. What is asked of one thing is often said
// of another; both in one phrase are seldom there by chance.
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

// bulletsOf is what an answer says.
func bulletsOf(a spar.Answer) string {
	var all []string
	for _, b := range a.Bullets {
		all = append(all, b.Text)
	}
	return strings.Join(all, "\n")
}

// unsaidMost is the greatest part of a question that one word of it is which no cited passage says, nor a word that means nearly the same.
func unsaidMost(q question.Question, w Weights, cited []spar.Hit) (most float64) {
	h := heardIn(q, w, cited)
	for t, weight := range h.asked.weight {
		if weight > 0 && !h.says(t) {
			most = max(most, weight/h.asked.total*(1-h.nearly(t)))
		}
	}
	return most
}

// citedBy are the passages that an answer cites.
func citedBy(a spar.Answer) (list []spar.Hit) {
	for _, c := range a.Citations {
		list = append(list, spar.Hit{Share: c.Share, Path: c.Path, Passage: spar.Passage{Text: c.Text, Locator: c.Locator, Lang: c.Lang}})
	}
	return list
}

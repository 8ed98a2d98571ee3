package answer

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/question"
)

// ReadSigns name what the words of a statement tell of the words of its question, each word where it stands. They weigh beside the chance that the statement
// has by its other signs, and only between the likeliest: reading takes time.
var ReadSigns = []string{
	"tells",  // how near the statement comes to the words of the question that are no names and do not stand above it
	"left",   // the part of the question that does not stand above it
	"echoes", // how near it comes to all words of the question, those among them that only carry its form
}

// Bounds on the words read of a statement and above it: reading takes time, and a heading names its subject at the end.
const (
	readWords  = 48
	aboveWords = 24
)

// usualTells is the nearness of a statement to the question where all the question's words stand above it.
const usualTells = .6

// A reading is a text: its words, and the vector of each where it stands.
type reading struct {
	words []string
	each  [][]float32
}

// read reads a text below a heading, as the encoder sees it there. The reading is of the text alone.
func read(ctx context.Context, by embed.Reader, above, text string, most int) (reading, bool) {
	head, words := wordsOf(strings.ReplaceAll(above, " > ", ". ")), wordsOf(text)
	head, words = head[max(0, len(head)-aboveWords):], words[:min(len(words), most)]
	_, each, err := by.Read(ctx, append(slices.Clone(head), words...))
	if err != nil {
		return reading{}, false
	}
	return reading{words, each[len(head):]}, true
}

// near is how near a text comes to a vector: the nearest of its words.
func (r reading) near(v []float32) (most float64) {
	for i, w := range r.each {
		if isWord(r.words[i]) {
			most = max(most, cosine(v, w))
		}
	}
	return most
}

// An askedWord is a word of a question that says something.
type askedWord struct {
	at     int // among the words
	terms  []string
	weight float64
	named  bool // it is a name
}

// askedWords are the words of a question that say something.
func askedWords(q question.Question, words []string, w Weights) (list []askedWord) {
	content, named := wordsOf(strings.ToLower(sayingWords(q))), append(names(q), code.FindAllString(q.Text, -1)...)
	for i, word := range words {
		lower := strings.ToLower(word)
		if !isWord(word) || !slices.Contains(content, lower) || chunk.Common(lower, q.Lang) || question.Common(lower, q.Lang) {
			continue
		}
		a := askedWord{at: i, terms: chunk.Terms(word, q.Lang), named: slices.Contains(named, word)}
		for _, t := range w.Terms(word, q.Lang) {
			a.weight = max(a.weight, w.Weight(t))
		}
		list = append(list, a)
	}
	return list
}

func (a askedWord) in(terms []string) bool {
	return slices.ContainsFunc(a.terms, func(t string) bool { return slices.Contains(terms, t) })
}

// reader gives the ReadSigns of statements; nil where nothing can be read.
func (j *judge) reader(ctx context.Context, q question.Question, w Weights, o Options) func(statement) []float64 {
	by, ok := o.Encoder.(embed.Reader)
	if !ok || by.Name() != toldBy || q.Lang != "en" {
		return nil
	}
	var asked reading
	var words []askedWord
	known := map[int][]float64{}
	return func(s statement) []float64 {
		if signs, ok := known[s.at]; ok {
			return signs
		}
		if asked.words == nil {
			if asked, ok = read(ctx, by, "", q.Text, math.MaxInt); !ok {
				return nil
			}
			words = askedWords(q, asked.words, w)
		}
		known[s.at] = j.readSigns(ctx, by, asked, words, s)
		return known[s.at]
	}
}

func (j *judge) readSigns(ctx context.Context, by embed.Reader, asked reading, words []askedWord, s statement) []float64 {
	from := j.sources[s.source]
	is, ok := read(ctx, by, from.Passage.Locator.Heading, unmarked(s.text), readWords)
	if !ok {
		return nil
	}
	title := titleOf(j.list, j.sources, from.Hit)
	above := chunk.Terms(from.Passage.Locator.Heading+"\n"+title+"\n"+nameText(from.Path), j.lang)
	var tells, free, left, all, echoes, spoken float64
	for _, w := range words {
		all += w.weight
		if w.in(above) {
			continue
		}
		if left += w.weight; !w.named {
			free += w.weight
			tells += w.weight * is.near(asked.each[w.at])
		}
	}
	for i, w := range asked.words {
		if isWord(w) {
			spoken++
			echoes += is.near(asked.each[i])
		}
	}
	part := func(a, b, none float64) float64 {
		if b == 0 {
			return none
		}
		return a / b
	}
	return []float64{part(tells, free, usualTells), part(left, all, 0), part(echoes, spoken, 0)}
}

// reread reads the likeliest statements and gives all statements their new chances.
func (j *judge) reread(list []choice, most int) []choice {
	if j.read == nil || most < 2 {
		return list
	}
	order, chances := make([]int, len(list)), make([]float64, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(list[b].chance, list[a].chance) })
	for k, i := range order {
		chances[k] = list[i].chance
	}
	out := slices.Clone(list)
	for k, c := range j.by.Reread(chances, most, func(k int) []float64 { return j.read(list[order[k]].statement) }) {
		out[order[k]].chance = c
	}
	return out
}

// Reread gives new chances to statements, the likeliest first, after reading the first most of them. The readings shift the odds of the
// statements read. The new likeliest then gets the chance that the likeliest had before, and the odds of all shift by as much.
func (s *Saying) Reread(chances []float64, most int, read func(i int) []float64) []float64 {
	n := min(len(chances), most)
	if n < 2 {
		return chances
	}
	tells, mean := make([]float64, n), 0.
	for i := range n {
		signs := read(i)
		if signs == nil {
			return chances
		}
		for k, w := range s.ReadWeights {
			tells[i] += w * signs[k]
		}
		mean += tells[i] / float64(n)
	}
	odds := func(chance float64) float64 { return math.Log(chance / (1 - chance)) }
	sums, top := make([]float64, len(chances)), math.Inf(-1)
	for i, c := range chances {
		sums[i] = odds(c)
		if i < n {
			sums[i] += tells[i] - mean
		}
		top = max(top, sums[i])
	}
	out := make([]float64, len(chances))
	for i := range sums {
		out[i] = logistic(sums[i] - top + odds(chances[0]))
	}
	return out
}

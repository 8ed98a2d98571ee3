package answer

import (
	"context"
	"strings"
	"sync"
	"unicode"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/question"
)

// light gives vectors of words and sentences by looking them up. It is the table built into the program, not the table fitted in a data
// directory: an answer must not depend on files that the asker may not read.
var light = sync.OnceValue(func() *embed.Light {
	l, err := embed.BuiltInLight(embed.Options{Threads: 1})
	if err != nil {
		return nil // a test sees to it that there is one
	}
	return l
})

// meant is the vector of a text; nil where there is no table.
func meant(text string) []float32 {
	l := light()
	if l == nil {
		return nil
	}
	v, err := l.Embed(context.Background(), []string{text})
	if err != nil {
		return nil
	}
	return v[0]
}

// cosine is that of two vectors of length 1.
func cosine(a, b []float32) (sum float64) {
	for i := range min(len(a), len(b)) {
		sum += float64(a[i] * b[i])
	}
	return sum
}

// How near two words must be in meaning so that one stands for the other, and the part of its weight that it then has, besides the nearness.
const (
	leastNear = .5
	nearSays  = .7

	leastStem = 5 // letters that a word derived of another begins with
	derived   = .9
)

// nearWords tells words of texts that mean nearly what a word of a question means: "phone" for "telephone", "lost" for "lose". The table knows
// English.
type nearWords struct {
	lang    string
	terms   map[string][]float32  // of the question, by term
	vectors map[string][]float32  // of the words that were met
	texts   map[string][]string   // the words of texts that may stand for others
	stems   map[string]string     // their terms; "" for a word that stands for no other
	near    map[[2]string]float64 // how near a word is to a term of the question
}

// newNearWords takes up the words of a question whose terms have a weight; nil where the table does not know the language.
func newNearWords(words, lang string, weight map[string]float64) *nearWords {
	if lang != "en" && lang != "" || light() == nil {
		return nil
	}
	n := &nearWords{lang: lang, terms: map[string][]float32{}, vectors: map[string][]float32{}, texts: map[string][]string{}, stems: map[string]string{}, near: map[[2]string]float64{}}
	for _, w := range chunk.Running(words) {
		if t := chunk.Terms(w, lang); len(t) == 1 && weight[t[0]] > 0 && n.tells(w) && !question.Common(w, "en") {
			n.terms[t[0]] = n.vector(w)
		}
	}
	return n
}

// only takes some of the terms.
func (n *nearWords) only(terms map[string][]float32) *nearWords {
	fewer := *n
	fewer.terms = terms
	return &fewer
}

// tells reports whether a word in lower case has a meaning of its own.
func (n *nearWords) tells(w string) bool {
	return len(w) > 2 && !chunk.Common(w, n.lang) && !strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsLetter(r) })
}

func (n *nearWords) vector(w string) []float32 {
	v, ok := n.vectors[w]
	if !ok {
		v = meant(w)
		n.vectors[w] = v
	}
	return v
}

// words are those of texts that may stand for a word of the question, which has other terms than they.
func (n *nearWords) words(weight map[string]float64, texts ...string) (list []string) {
	for _, text := range texts {
		for _, w := range n.telling(text) {
			if weight[n.stems[w]] == 0 {
				list = append(list, w)
			}
		}
	}
	return list
}

// telling are the words of a text that have a meaning of their own, each once, and their terms are known then.
func (n *nearWords) telling(text string) []string {
	list, known := n.texts[text]
	if known {
		return list
	}
	met := map[string]bool{}
	for _, w := range chunk.Running(text) {
		if met[w] {
			continue
		}
		met[w] = true
		t, known := n.stems[w]
		if !known {
			if of := chunk.Terms(w, n.lang); len(of) == 1 && n.tells(w) {
				t = of[0]
			}
			n.stems[w] = t
		}
		if t != "" {
			list = append(list, w)
		}
	}
	n.texts[text] = list
	return list
}

// of gives how near the nearest word is to a term of the question; 0 where none is near.
func (n *nearWords) of(term string, words []string) (best float64) {
	v := n.terms[term]
	if v == nil {
		return 0
	}
	for _, w := range words {
		if len(term) >= leastStem && strings.HasPrefix(w, term) {
			return derived // "director" for "directs", which is stemmed otherwise
		}
		near, known := n.near[[2]string{term, w}]
		if !known {
			near = cosine(v, n.vector(w))
			n.near[[2]string{term, w}] = near
		}
		best = max(best, near)
	}
	if best < leastNear {
		return 0
	}
	return best
}

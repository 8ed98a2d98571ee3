package retrieve

import (
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/embed"
	forms "github.com/sparsearch/spar/internal/question"
)

// maxWords is how many different words of a question count.
const maxWords = 128

// commonWeight is how much of a word's weight counts when it is among the commonest of the question's language. In small
// collections of lists and tables such a word is rare, and its idf says otherwise. On one half of the questions of
// four sets, counting 0, .05, .1, .2, .4 and all of it, hit@1 of RAG-Multi-Corpus was .798 .798 .798 .798 .792 .766, of
// TAT-QA .627 .625 .627 .629 .621 .572; SciFact and PubMedQA did not care. The other halves agree (.2: .795, .600; all:
// .746, .505). A part is better than nothing when a question has no other words.
const commonWeight = .2

// A query is a question in words, and their stems in the languages that are searched.
type query struct {
	words []string         // different ones, in order
	asked []float64        // how often each is asked; common words count less
	close map[int][]string // of each, what it makes with those beside it where files write them in one word: MonthlyIncome

	languages map[string]language
	variants  map[string][][]string // by the languages of a segment, joined: the different stems of each word
	analyzer  chunk.Analyzer
}

// A language is the question in one language.
type language struct {
	stems []string         // of each word
	other map[int][]string // of words that are spelled in another way, too
	words map[string][]int // by stem
}

func newQuery(text string) *query {
	q := &query{languages: map[string]language{}, variants: map[string][][]string{}, close: map[int][]string{}}
	said, common := chunk.Words(text), saysNothing(text)
	for _, w := range said {
		if i := slices.Index(q.words, w); i >= 0 {
			q.asked[i]++
		} else if len(q.words) < maxWords {
			q.words, q.asked = append(q.words, w), append(q.asked, 1)
		}
	}
	for i, w := range q.words {
		if common(w) {
			q.asked[i] *= commonWeight
		}
	}
	for i, w := range said {
		end := i + 1
		if end+1 < len(said) && common(said[end]) {
			end++ // YearsAtCompany
		}
		if end < len(said) && !common(w) && !common(said[end]) && embed.IsWord(w) && embed.IsWord(said[end]) { // halves of a word that is torn are corrected
			for _, of := range []string{w, said[end]} {
				if at := slices.Index(q.words, of); at >= 0 {
					q.close[at] = append(q.close[at], strings.Join(said[i:end+1], ""))
				}
			}
		}
	}
	return q
}

// saysNothing tells the commonest words of a question's language. Questions are often too short for their language to be told
// as that of a text is, and have words of their own.
func saysNothing(text string) func(word string) bool {
	lang, asked := chunk.Language(text), forms.Parse(text).Lang
	if asked == "en" {
		return func(word string) bool { return chunk.Common(word, lang) }
	}
	return func(word string) bool {
		return chunk.Common(word, asked) || forms.Common(word, asked) || forms.Light(word, asked)
	}
}

// in gives the question in a language.
func (q *query) in(lang string) language {
	l, ok := q.languages[lang]
	if !ok {
		l = language{other: map[int][]string{}, words: map[string][]int{}}
		for i, w := range q.words {
			stem := q.analyzer.Stem(w, lang)
			l.stems = append(l.stems, stem)
			l.words[stem] = append(l.words[stem], i)
			others := q.unaccented(w, lang)
			for _, w := range append(spelledOut(w, lang), q.close[i]...) {
				others = append(others, q.analyzer.Stem(w, lang))
			}
			for _, other := range others {
				if other != stem {
					l.other[i] = append(l.other[i], other)
					l.words[other] = append(l.words[other], i)
				}
			}
		}
		q.languages[lang] = l
	}
	return l
}

// unaccented gives the other terms of a word of a question that has no accents at all, as on a keyboard without them.
func (q *query) unaccented(word, lang string) []string {
	for _, w := range q.words {
		for i := range len(w) {
			if w[i] >= utf8.RuneSelf {
				return nil
			}
		}
	}
	return q.analyzer.Accented(word, lang)
}

// literal reports whether a question is numbers, dates and codes alone. An encoder knows nothing of what these mean.
func (q *query) literal() bool {
	return len(q.words) > 0 && !slices.ContainsFunc(q.words, func(w string) bool { return !strings.ContainsFunc(w, unicode.IsDigit) })
}

// group brings the sources together that have the same segment.
func (q *query) group(sources []Source) []doc {
	var docs []doc
	at := make(map[[32]byte]int, len(sources))
	for i, r := range sources {
		d, ok := at[r.Segment.ID()]
		if !ok {
			d = len(docs)
			at[r.Segment.ID()] = d
			docs = append(docs, doc{index: d, segment: r.Segment, variants: q.stems(r.Segment.Languages())})
		}
		docs[d].sources = append(docs[d].sources, i)
	}
	return docs
}

// stems gives for each word its different stems in some languages.
func (q *query) stems(langs []string) [][]string {
	key := ""
	for _, lang := range langs {
		key += lang + " " // one undecided language is not none
	}
	variants, ok := q.variants[key]
	if !ok {
		variants = make([][]string, len(q.words))
		for _, lang := range langs {
			l := q.in(lang)
			for i, stem := range l.stems {
				for _, stem := range append(l.other[i], stem) {
					if !slices.Contains(variants[i], stem) {
						variants[i] = append(variants[i], stem)
					}
				}
			}
		}
		q.variants[key] = variants
	}
	return variants
}

// inName counts the question's words in the name and folders of a run.
func (q *query) inName(a *chunk.Analyzer, r Source) (c counts) {
	words := nameWords(r.Path)
	c.length = len(words)
	q.said(a, words, r.Segment.Languages(), func(i int) { c.add(i, 1) })
	return c
}

// nameWords gives the words of a path without its extension; camel case and figures written close to letters are told
// apart as well.
func nameWords(p string) []string {
	if ext := path.Ext(p); len(ext) <= 6 && !strings.ContainsFunc(ext, unicode.IsSpace) {
		p = strings.TrimSuffix(p, ext)
	}
	var b strings.Builder
	var last rune
	for _, r := range strings.ToValidUTF8(p, " ") {
		if unicode.IsLower(last) && unicode.IsUpper(r) || unicode.IsLetter(last) && unicode.IsDigit(r) || unicode.IsDigit(last) && unicode.IsLetter(r) {
			b.WriteByte(' ')
		}
		if r == '_' || r == '-' || r == '/' {
			r = ' '
		}
		b.WriteRune(r)
		last = r
	}
	return chunk.Words(b.String())
}

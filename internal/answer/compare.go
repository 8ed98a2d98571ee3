package answer

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

// A Found is the hits for a question, and the weights of their ranking.
type Found struct {
	Hits    []spar.Hit
	Weights Weights
}

// mostOfSide is how many statements tell of one side of a comparison.
const mostOfSide = 4

// Compared answers a comparison from the hits for each of its sides alone. Statements that say the same of both sides stand beside each
// other, the first side first. If a side has no hits it refuses: half a comparison is none.
func Compared(ctx context.Context, q question.Question, sides []Found, o Options) spar.Answer {
	if a, ok := changed(ctx, q, sides, o); ok {
		return a
	}
	each := make([]spar.Answer, len(sides))
	var missing, near []string
	whole := true
	for i, found := range sides {
		side, topic := q.Side(i)
		of := o
		if of.Bullets == 0 {
			of.Bullets = 3
		}
		of.Length = Usual

		if !topic || open.MatchString(q.Text) {
			side.Form, of.Bullets = question.Summary, mostOfSide
		}
		switch o.Length {
		case Short:
			of.Bullets = 1
		case Long:
			of.Bullets *= 2
		}
		a := compose(ctx, side, q.Sides[i], found.Hits, found.Weights, of)
		if each[i] = a; !a.Refused {
			continue
		}
		whole = false
		var lost []string
		if !vague.MatchString(q.Sides[i]) {
			lost = unsaid(strings.Fields(q.Sides[i]), found.Hits)
		}
		if len(lost) > 0 {
			missing, near = append(missing, lost...), append(near, nearest(found.Hits)...)
		}
	}
	switch {
	case len(missing) > 0:
		a := refusal()
		a.Missing, a.Nearest = distinct(missing), distinct(near)
		a.Nearest = a.Nearest[:min(len(a.Nearest), 2)]
		return a
	case !whole: // both are there, and nothing is said of one in the words of the question
		return compose(ctx, q, "", interleaved(sides), sides[0].Weights, o)
	}
	return paired(each[0], each[1], q)
}

// open are words of comparisons that are not after one figure.
var open = pattern.New(`(?i)\b(?:how|describe|explain)\b.*\b(?:differ|different|compare[ds]?|distributed)\b`)

// vague are words for a side that no file names: others of its kind.
var vague = pattern.New(`(?i)\b(?:others?|traditional|standard|regular|usual|typical|conventional|normal|industry|competitors?|market|everyone|everybody|rest|andere[nrs]?|übliche[nrs]?|autres?|otr[oa]s?)\b`)

// interleaved are the hits of both sides in turn, each once.
func interleaved(sides []Found) (hits []spar.Hit) {
	for i := 0; ; i++ {
		more := false
		for _, s := range sides {
			if i >= len(s.Hits) {
				continue
			}
			more = true
			if h := s.Hits[i]; !slices.ContainsFunc(hits, func(have spar.Hit) bool {
				return have.Segment == h.Segment && have.Index == h.Index && have.Path == h.Path
			}) {
				hits = append(hits, h)
			}
		}
		if !more {
			return hits
		}
	}
}

// headedFirst brings passages forward that stand below a heading with a side's words and no others but the question's: text below "Advanced
// leave" is not about leave as a whole.
func headedFirst(hits []spar.Hit, q question.Question, side string) []spar.Hit {
	names := func(h spar.Hit) bool {
		lang := h.Passage.Lang
		heading, asked := sayingTerms(h.Passage.Locator.Innermost(), lang), sayingTerms(q.Text, lang)
		return len(heading) > 0 &&
			!slices.ContainsFunc(heading, func(t string) bool { return !slices.Contains(asked, t) }) &&
			!slices.ContainsFunc(sayingTerms(side, lang), func(t string) bool { return !slices.Contains(heading, t) })
	}
	top := 0.0
	for _, h := range hits {
		top = max(top, h.Score)
	}
	var first, rest []spar.Hit
	for _, h := range hits {
		if names(h) {
			h.Score = top
			first = append(first, h)
		} else {
			rest = append(rest, h)
		}
	}
	return append(first, rest...)
}

// sayingTerms are the terms of a text that say something.
func sayingTerms(text, lang string) []string {
	return slices.DeleteFunc(chunk.Terms(text, lang), func(t string) bool { return chunk.Common(t, lang) })
}

// isAbout reports whether a text says the name of a side, or its file is the version that the side means.
func isAbout(side string, q question.Question, e *edition, text, lang string) bool {
	if asksOld.MatchString(side+" one") || asksNew.MatchString(side) || e != nil && e.member && named(q, e.Version) {
		return true
	}
	have := map[string]bool{}
	for _, t := range chunk.Terms(text, lang) {
		have[t] = true
	}
	n, of := 0, 0
	for _, word := range strings.Fields(side) {
		terms := chunk.Terms(word, lang)
		if len(terms) == 1 && chunk.Common(terms[0], lang) {
			continue
		}
		of++
		code := len(terms) > 1 && strings.ContainsFunc(word, unicode.IsDigit) // GPL-2 is not said by GPL and 2
		if code && have[terms[len(terms)-1]] || !code && !slices.ContainsFunc(terms, func(t string) bool { return !have[t] }) {
			n++
		}
	}
	return n == of || of > 2 && 5*n >= 3*of
}

// paired joins two answers, a statement of each in turn: behind each of the first that of the second which is nearest to it in
// words.
func paired(a, b spar.Answer, q question.Question) spar.Answer {
	var all joiner
	rest := slices.Clone(b.Bullets)
	for _, s := range a.Bullets {
		all.add(a, s)
		best, at := 0, -1
		for i, t := range rest {
			if n := shared(s.Text, t.Text, q.Lang); n > best {
				best, at = n, i
			}
		}
		if at >= 0 {
			all.add(b, rest[at])
			rest = slices.Delete(rest, at, at+1)
		}
	}
	for _, t := range rest {
		all.add(b, t)
	}
	all.answer.Notes = distinct(append(slices.Clone(a.Notes), b.Notes...))
	return all.done()
}

// shared counts the words that say something and that both texts have.
func shared(a, b, lang string) (n int) {
	have := map[string]bool{}
	for _, t := range chunk.Terms(a, lang) {
		have[t] = !chunk.Common(t, lang)
	}
	for _, t := range chunk.Terms(b, lang) {
		if have[t] {
			have[t] = false
			n++
		}
	}
	return n
}

func distinct(list []string) (out []string) {
	for _, s := range list {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

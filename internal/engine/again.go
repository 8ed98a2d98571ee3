package engine

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
)

// An Again asks for another answer after one was rejected.
type Again struct {
	Without  []spar.Citation // passages that take no part, by segment and index, or by their text
	Synonyms []string        // words of the taxonomy that mean what the question says
}

// What a question is expanded by: words of the passages that it finds first.
const (
	expandFrom = 5 // passages
	expandBy   = 3 // words
	inAtLeast  = 2 // of the passages
	leastWord  = 4 // letters
)

// without drops the hits that take no part, and hits with the same text.
func (a *Again) without(hits []spar.Hit) []spar.Hit {
	return slices.DeleteFunc(hits, func(h spar.Hit) bool {
		return slices.ContainsFunc(a.Without, func(c spar.Citation) bool {
			return c.Segment == h.Segment && c.Index == h.Index && c.Segment != (spar.SegmentID{}) || c.Text != "" && c.Text == h.Passage.Text
		})
	})
}

// expand adds words to the search, in q.expanded: synonyms that say something new, and rare words that several of the best passages share.
// These are the words that the scope uses for the subject of the question.
func (e *questions) expand(ctx context.Context, q *Request, r Result) error {
	said := map[string]bool{}
	lang := chunk.Language(q.Question)
	var a chunk.Analyzer
	for _, w := range chunk.Words(q.Question) {
		said[a.Stem(w, lang)] = true
	}
	list := slices.DeleteFunc(slices.Clone(q.Again.Synonyms), func(s string) bool {
		return !slices.ContainsFunc(chunk.Words(s), func(w string) bool { return !said[a.Stem(w, lang)] })
	})
	in, spelled := map[string]int{}, map[string]string{}
	for _, h := range r.Hits[:min(len(r.Hits), expandFrom)] {
		seen := map[string]bool{}
		for _, w := range chunk.Words(h.Passage.Text) {
			stem := a.Stem(w, h.Passage.Lang)
			if seen[stem] || said[stem] || utf8.RuneCountInString(w) < leastWord || chunk.Common(w, h.Passage.Lang) || strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsLetter(r) }) {
				continue
			}
			seen[stem], spelled[stem] = true, w
			in[stem]++
		}
	}
	type word struct {
		stem   string
		weight float64
	}
	var words []word
	for stem, n := range in {
		if n >= inAtLeast {
			words = append(words, word{stem, float64(n) * rarity(r.basis.runs, stem)})
		}
	}
	slices.SortFunc(words, func(x, y word) int { return cmp.Or(cmp.Compare(y.weight, x.weight), cmp.Compare(x.stem, y.stem)) })
	for _, w := range words[:min(len(words), expandBy)] {
		list = append(list, spelled[w.stem])
	}
	q.expanded = append(q.expanded, list...)
	return ctx.Err()
}

// rarity is the idf of a stem among the passages of some sources.
func rarity(sources []retrieve.Source, stem string) float64 {
	passages, having := 0, 0
	for _, s := range sources {
		passages += s.Segment.Len()
		having += s.Segment.Lookup(stem).Len()
	}
	return math.Log(1 + float64(passages)/float64(1+having))
}

// sought is the text that passages are searched for.
func (q Request) sought() string {
	text := q.Question
	if q.asks {
		text = question.Parse(q.Question).Sought()
	}
	return strings.Join(append([]string{text}, q.expanded...), " ")
}

package answer

import (
	"context"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

// leastLikely is a threshold that refuses nothing: the whole question has passed its own, and its parts need no more.
const leastLikely = 1e-9

// backward are words of a part that mean what another part names.
var backward = pattern.New(`(?i)\b(?:it|they|them|he|him|she|her|its|their|this|that|these|there|er|sie|es|ihn|ihm|ihr|ihnen|dort|il|elle|ils|elles|lui|leur|y|él|ella|ellos|ellas|allí)\b`)

// partsAsked answers a question of several parts with the answers to each, in order. Where a part has none of its own, because its words are
// those of another, they are answered together.
func partsAsked(ctx context.Context, q question.Question, hits []spar.Hit, w Weights, o Options) (spar.Answer, bool) {
	if q.Form != question.Several || len(q.Parts) < 2 || o.Bullets > 0 {
		return spar.Answer{}, false
	}
	o.Threshold = leastLikely
	var all joiner
	for i, part := range q.Parts {
		from := hits
		if i > 0 && backward.MatchString(part.Text) { // it goes on from the part before
			from = slices.DeleteFunc(slices.Clone(hits), func(h spar.Hit) bool {
				return !slices.ContainsFunc(all.answer.Citations, func(c spar.Citation) bool { return c.Share == h.Share && c.Path == h.Path })
			})
		}
		a := compose(ctx, part, "", from, w, o)
		if a.Refused || len(a.Bullets) == 0 {
			return spar.Answer{}, false
		}
		for _, b := range a.Bullets {
			all.add(a, b)
		}
		all.answer.Notes = distinct(append(all.answer.Notes, a.Notes...))
	}
	return all.done(), true
}

// A joiner makes one answer of the bullets of several, each statement once and each passage cited under one number.
type joiner struct {
	answer spar.Answer
	lines  []string
}

func (j *joiner) add(from spar.Answer, b spar.Bullet) {
	out := &j.answer
	if slices.ContainsFunc(out.Bullets, func(have spar.Bullet) bool { return same(have.Text, b.Text) }) {
		return
	}
	bullet := b
	bullet.Citations = nil
	for _, n := range b.Citations {
		c := from.Citations[n-1]
		at := slices.IndexFunc(out.Citations, func(have spar.Citation) bool {
			return have.Share == c.Share && have.Path == c.Path && have.Index == c.Index
		})
		if at < 0 {
			at = len(out.Citations)
			c.N = at + 1
			out.Citations = append(out.Citations, c)
		}
		bullet.Citations = append(bullet.Citations, at+1)
	}
	out.Bullets, j.lines = append(out.Bullets, bullet), append(j.lines, Lines(bullet))
}

func (j *joiner) done() spar.Answer {
	j.answer.Text = strings.Join(j.lines, "\n")
	return j.answer
}

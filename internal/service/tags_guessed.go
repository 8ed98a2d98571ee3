package service

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// A question is about the tags whose names are nearest to it in meaning; any of them is enough. docs/results/sentence.md has the
// measurements behind these numbers.
const (
	nearTags    = 5   // tags
	commonTag   = .2  // a tag on a larger part of the files in scope tells nothing
	leastNear   = .3  // cosine
	triedTags   = 200 // nearest tags whose files are counted
	fewestFiles = 10  // files in scope that make a guess useful
)

// byMeaning marks a constraint that was found by meaning: no words name it.
const byMeaning = "meaning"

// guessed returns the scope that a question suggests, all of it guessed, without constraints that do not tell files in scope apart. The
// tags near the question in meaning form one group, any of which is enough; near returns this group too. It replaces the tags that the
// question names: kept is the sentence without those. With a ranking by words alone it looks for no meaning.
func (s *Service) guessed(ctx context.Context, v view, got question.Sentence, within spar.Scope, rank retrieve.Rank) (kept question.Sentence, sc spar.Scope, near []spar.Constraint, err error) {
	got.Parts = slices.DeleteFunc(slices.Clone(got.Parts), func(p question.Part) bool { return !v.tells(within, p.Constraint) })
	sc = got.Scope(true)
	if rank == retrieve.Words {
		return got, sc, nil, nil
	}
	// A tag that the words name is usually among the nearest. If not, others are nearer, or most files have it.
	others := got
	others.Parts = slices.DeleteFunc(slices.Clone(got.Parts), func(p question.Part) bool {
		return p.Constraint.Key == "tag" && p.Guess
	})
	c, ok, err := s.nearestTags(ctx, v, got.Text, within)
	if err != nil || !ok {
		return got, sc, nil, err
	}
	sc = others.Scope(true)
	sc.Constraints = append(sc.Constraints, c)
	return others, sc, []spar.Constraint{c}, nil
}

// nearestTags guesses by the meaning of their names which tags a question is about. Such a tag is on some files in scope, but not on
// most. ok is false if it guesses none.
func (s *Service) nearestTags(ctx context.Context, v view, text string, within spar.Scope) (c spar.Constraint, ok bool, err error) {
	tags := v.TagsFor(v.who)
	if len(tags) == 0 {
		return c, false, nil
	}
	all, err := v.selection(within)
	if err != nil {
		return c, false, err
	}
	of := all.Known.GetCardinality() + all.Unknown.GetCardinality()
	if of < fewestFiles {
		return c, false, nil
	}
	near, err := s.engine.NearTags(ctx, text, tags)
	if err != nil || near == nil {
		return c, false, err
	}
	order := make([]int, 0, len(tags))
	for i, x := range near {
		if x >= leastNear && !math.IsNaN(x) {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(near[b], near[a]), cmp.Compare(tags[a].ID, tags[b].ID)) })
	c = spar.Constraint{Key: "tag", Guess: true}
	for _, i := range order[:min(len(order), triedTags)] {
		if len(c.Values) >= nearTags {
			break
		}
		m := spar.Match{Text: tags[i].Name}
		in, err := v.selection(scope.And(within, spar.Scope{Constraints: []spar.Constraint{{Key: "tag", Values: []spar.Match{m}}}}))
		if err != nil {
			continue // the query language cannot express the name
		}
		if n := in.Known.GetCardinality() + in.Unknown.GetCardinality(); n > 0 && float64(n) <= commonTag*float64(of) {
			c.Values = append(c.Values, m)
		}
	}
	return c, len(c.Values) > 0, nil
}

// spanOfAll returns the span of a constraint that the meaning of a whole text gave.
func spanOfAll(text string, c spar.Constraint) api.SentenceSpan {
	return api.SentenceSpan{Words: api.Words{Start: 0, End: len(text), Text: text}, Constraint: scope.PrintConstraint(c), Guess: c.Guess, How: byMeaning}
}

package service

import (
	"fmt"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

// doubtful asks about the doubtful parts of a sentence: do they leave out files? The first choice is the part as the scope has it, a
// guess that excludes nothing. base is the scope of the sentence, and files are its files.
func (v view) doubtful(got question.Sentence, base spar.Scope, files *roaring.Bitmap) (list []api.SentenceQuestion, err error) {
	for i, p := range got.Parts {
		if p.Doubt == nil {
			continue
		}
		q := api.SentenceQuestion{Words: wordsOf(got.Text, p.Spans[0]), Question: askAbout(got.Text, p)}
		differs := p.Doubt.Sign == question.Unmet
		for n, reading := range v.readings(p) {
			with := spar.Scope{Constraints: slices.Clone(base.Constraints)}
			with.Constraints[i] = reading
			if n > 1 { // another date: only if a file is known to have it
				if selected, err := v.chosen(with); err != nil || selected.known.IsEmpty() {
					continue
				}
			}
			choice, chosen, err := v.choice(reading, with)
			if err != nil {
				return nil, err
			}
			q.Choices = append(q.Choices, choice)
			differs = differs || !chosen.Equals(files)
		}
		if p.Doubt.Sign == question.Unmet {
			more, err := v.instead(got, base, i)
			if err != nil {
				return nil, err
			}
			q.Choices = append(q.Choices, more...)
		}
		if differs {
			list = append(list, q)
		}
	}
	return list, nil
}

// readings returns the possible meanings of a doubtful part: a preference of order, a strict constraint, or the same for another date of
// a file.
func (v view) readings(p question.Part) []spar.Constraint {
	guess, wall := p.Constraint, p.Constraint
	guess.Guess, wall.Guess = true, false
	out := []spar.Constraint{guess, wall}
	if p.Doubt.Sign == question.WhichDate {
		for _, key := range question.OtherDates {
			other := wall
			other.Key = key
			out = append(out, other)
		}
	}
	return out
}

// instead returns the other parts that could be left out if no file satisfies the whole sentence.
func (v view) instead(got question.Sentence, base spar.Scope, least int) (list []api.SentenceChoice, err error) {
	for i, p := range got.Parts {
		if i == least || p.Guess || len(list) == mostInstead {
			continue
		}
		with := spar.Scope{Constraints: slices.Clone(base.Constraints)}
		with.Constraints[least].Guess, with.Constraints[i].Guess = false, true
		choice, _, err := v.choice(with.Constraints[i], with)
		if err != nil {
			return nil, err
		}
		if choice.Files > 0 {
			list = append(list, choice)
		}
	}
	return list, nil
}

// mostInstead bounds the parts for which SPAR says how many files there would be without them.
const mostInstead = 4

// askAbout returns the question about a doubtful part, with the reason for the doubt.
func askAbout(text string, p question.Part) string {
	said, at := p.Spans[0].Of(text), p.Doubt.At.Of(text)
	why := map[question.Sign]string{
		question.OfNoun:    fmt.Sprintf("it may only say more of %q", at),
		question.Attached:  fmt.Sprintf("it may belong to %q", at),
		question.OfName:    fmt.Sprintf("it may be part of a name with %q", at),
		question.WhichDate: "nothing says which date of a file is meant",
		question.Unread:    fmt.Sprintf("%q beside it was not understood", at),
		question.Named:     fmt.Sprintf("nothing but names of files says %q", at),
		question.Told:      fmt.Sprintf("%q may tell of something else", at),
		question.Added:     fmt.Sprintf("%q may add to the files that are sought", at),
	}[p.Doubt.Sign]
	if why == "" {
		return fmt.Sprintf("No file satisfies all of it. May files be without %q?", said)
	}
	return fmt.Sprintf("Does %q leave out other files? It is not sure, as %s.", said, why)
}

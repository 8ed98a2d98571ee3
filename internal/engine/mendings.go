package engine

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// When words are mended from the passages that the other words of a question find.
const (
	mendFrom      = 8  // passages to look for mended words in
	mostMendings  = 3  // ways to mend a question that are answered
	leastMended   = .6 // the chance of an answer to a question that is mended so
	surerMended   = .2 // how much higher its chance must be than that of an unsure answer
	leastDoubtful = 4  // letters of a word that is taken for a slip though it may be meant
	leastSure     = 3  // of one that is no word
	leastTwice    = 6  // letters of a word with two slips
)

// A doubtful word of a question may be a slip of the pen: the passages that the question finds do not have it, or only its spelling mended
// it.
type doubtful struct {
	typed, now string
	sure       bool // it is no word
}

// askMended asks again a question that was refused or answered unsurely. It mends the doubtful words from the passages that the other words
// find: "swap" is a word, but "swab" stands beside the rest of the question. The mending whose answer has the best chance to be right takes
// its place.
func (e *questions) askMended(ctx context.Context, q Request, in *inquiry, a spar.Answer, r Result, corrected []spar.Correction) (spar.Answer, Result, []spar.Correction, error) {
	if !a.Refused && !a.Unsure || len(q.expanded) > 0 {
		return a, r, corrected, nil
	}
	words := doubtfulOf(q.Question, r, corrected, e.knows(ctx, q))
	if len(words) == 0 {
		return a, r, corrected, nil
	}
	rest := q.Question
	for _, w := range words {
		rest = Mended(rest, spar.Correction{From: w.now})
	}
	if question.Empty(rest) || strings.TrimSpace(rest) == "" {
		return a, r, corrected, nil
	}
	hits, _, err := retrieve.Search(ctx, r.basis.runs, rest, retrieve.Options{Rank: retrieve.Words, Limit: mendFrom, Kept: &e.kept})
	if errors.Is(err, store.ErrDamaged) {
		return a, r, corrected, nil // the next question reads the file again
	}
	if err != nil {
		return a, r, corrected, err
	}
	least := leastMended
	if !a.Refused {
		least = max(least, a.Confidence+surerMended)
	}
	was, asked, before := r, q, corrected
	for _, m := range mendingsIn(q.Question, words, append(hits, r.Hits[:min(len(r.Hits), mendFrom)]...), r.Stats) {
		o := asked
		o.Question, o.preview = m.text, nil
		found, err := e.find(ctx, o, in)
		if err != nil {
			return a, r, corrected, err
		}
		got, err := e.answer(ctx, o, &found)
		if err != nil {
			return a, r, corrected, err
		}
		if got.Refused || got.Confidence < least {
			continue
		}
		least = got.Confidence
		found.Timing.add(was.Timing)
		found.Wording = was.Wording
		a, r, corrected = got, found, m.after(before)
	}
	return a, r, corrected, nil
}

// A mending is a question with its doubtful words as a passage has them.
type mending struct {
	text  string
	words []spar.Correction
	says  float64 // how much of it the passage has, by weight
}

// after returns the corrections of a question, with those of a mending in place of earlier ones for the same words.
func (m mending) after(list []spar.Correction) []spar.Correction {
	list = slices.DeleteFunc(slices.Clone(list), func(c spar.Correction) bool {
		return slices.ContainsFunc(m.words, func(w spar.Correction) bool { return w.From == c.From })
	})
	return append(list, m.words...)
}

// mendingsIn returns the mendings of a question that some passages suggest. Those whose passage has most of the question come first.
func mendingsIn(text string, words []doubtful, hits []spar.Hit, stats retrieve.Stats) (list []mending) {
	for _, h := range hits {
		m := mending{text: text}
		for _, w := range words {
			if to := w.in(h); to != "" {
				m.text = Mended(m.text, spar.Correction{From: w.now, To: to})
				m.words = append(m.words, spar.Correction{From: w.typed, To: to})
			}
		}
		if len(m.words) == 0 || slices.ContainsFunc(list, func(o mending) bool { return o.text == m.text }) {
			continue
		}
		m.says, _ = borneOut(question.Parse(m.text), nil, h, stats)
		list = append(list, m)
	}
	slices.SortStableFunc(list, func(a, b mending) int { return cmp.Compare(b.says, a.says) })
	return list[:min(len(list), mostMendings)]
}

// doubtfulOf are the doubtful words of a question.
func doubtfulOf(text string, r Result, corrected []spar.Correction, known func(string) bool) (list []doubtful) {
	for _, c := range corrected {
		if strings.Contains(c.To, " ") || strings.Contains(c.From, " ") {
			continue
		}
		list = append(list, doubtful{typed: c.From, now: c.To, sure: true})
	}
	var said strings.Builder
	lang := chunk.Language(text)
	for _, h := range r.Hits[:min(len(r.Hits), answer.Passages)] {
		said.WriteString(h.Passage.Ranked() + "\n" + apart.Replace(h.Path) + "\n")
	}
	written, terms := chunk.Words(said.String()), chunk.Terms(said.String(), lang)
	q := question.Parse(text)
	for _, field := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		w := strings.ToLower(field)
		sure := known != nil && !known(w)
		least := leastDoubtful
		if sure {
			least = leastSure
		}
		if utf8.RuneCountInString(w) < least || strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsLetter(r) }) ||
			chunk.Common(w, lang) || question.Common(w, q.Lang) || question.Light(w, q.Lang) || slices.Contains(written, w) || question.IsForm(w, q.Lang) ||
			slices.ContainsFunc(list, func(d doubtful) bool { return d.now == field }) {
			continue
		}
		if of := chunk.Terms(w, lang); len(of) != 1 || !sure && slices.Contains(terms, of[0]) {
			continue
		}
		list = append(list, doubtful{typed: field, now: field, sure: sure})
	}
	return list
}

// in returns the word of a passage that a doubtful one meant; "" if the passage has none.
func (d doubtful) in(h spar.Hit) (to string) {
	typed, now := strings.ToLower(d.typed), strings.ToLower(d.now)
	first, _ := utf8.DecodeRuneInString(d.typed)
	best := nearest.Other + 2
	letters := utf8.RuneCountInString(typed)
	if letters < leastDoubtful { // another letter may be any
		best = nearest.Other
	}
	var m nearest.Measure
	var a chunk.Analyzer
	for field := range strings.FieldsFuncSeq(h.Passage.Ranked()+"\n"+apart.Replace(h.Path), func(r rune) bool { return !unicode.IsLetter(r) }) {
		w := strings.ToLower(field)
		if w == now || utf8.RuneCountInString(w) < leastSure || w[0] != typed[0] {
			continue
		}
		s := nearest.Slipped(typed, w)
		if s == nearest.NoSlip && d.sure && letters >= leastTwice {
			if s = nearest.Slipped(a.Stem(typed, h.Passage.Lang), a.Stem(w, h.Passage.Lang)); s == nearest.NoSlip && m.Distance(typed, w, 2) <= 2 {
				s = nearest.Other + 1
			}
		}
		if s != nearest.NoSlip && s < best {
			best, to = s, field
		}
	}
	if unicode.IsLower(first) {
		to = strings.ToLower(to) // a capital would make a name of it
	}
	return to
}

package engine

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// knows returns a function that tells whether the encoder of the request's search knows a word; nil if that cannot be told.
func (e *questions) knows(ctx context.Context, q Request) func(word string) bool {
	if q.Retrieve.Rank != retrieve.Words {
		if m, err := e.meanings.of(ctx, q.Encoder); err == nil {
			if words, ok := m.Encoder.(interface{ HasWord(string) bool }); ok {
				return words.HasWord
			}
		}
	}
	return nil
}

// correct mends words of a question that no file of its scope has, if some file has a word near to it. It also mends words that files have
// only in another spelling, unless known says that they are words. If nobody knows words, known is nil; correct then replaces near words
// only if it can mend every word that says something. A question with one more word that no file has is about something else.
func (e *questions) correct(ctx context.Context, q *Request, r Result, known func(word string) bool) (list []spar.Correction, err error) {
	list, err = e.part(ctx, q, r)
	if err != nil || len(list) > 0 {
		return list, err
	}
	stats := r.Stats
	if q.sought() != strings.Join(append([]string{q.Question}, q.expanded...), " ") { // part of it was searched for, and any of its words may be a slip
		if _, stats, err = retrieve.Search(ctx, r.basis.runs, q.Question, retrieve.Options{Rank: retrieve.Words, Limit: 1, Kept: &e.kept}); err != nil {
			return nil, err
		}
	}
	lang, asked := chunk.Language(q.Question), question.Parse(q.Question)
	if asked.Lang != "en" {
		known = nil // it knows English words alone
	}
	form := mendForm(q, asked.Lang, stats.Words, known)
	defer func() { list = append(form, list...) }()
	spaces := stats
	spaces.Words = nil
	stats.Words = slices.DeleteFunc(slices.Clone(stats.Words), func(w retrieve.Word) bool {
		if question.IsForm(w.Text, asked.Lang) {
			return true // it asks, whether files have it or not: "many" is no slip of "may"
		}
		// What is there by its stem alone may still be a slip of the pen, where somebody knows that it is no word.
		there := (w.Passages > 0 || w.Names > 0) && (known == nil || w.Passages == 0)
		if isWord := known != nil && known(w.Text); there || isWord || chunk.Common(w.Text, lang) {
			if isWord && w.Passages+w.Names == 0 && !chunk.Common(w.Text, lang) {
				spaces.Words = append(spaces.Words, w)
			}
			return true
		}
		return false
	})
	sought := strings.ToLower(asked.Sought())
	stats.Words = slices.DeleteFunc(stats.Words, func(w retrieve.Word) bool {
		return !strings.Contains(sought, w.Text) || // it only names the task, such as "summarise"
			slices.ContainsFunc(form, func(c spar.Correction) bool { return strings.ToLower(c.From) == w.Text })
	})
	if len(stats.Words)+len(spaces.Words) == 0 {
		return nil, nil
	}
	runs, _, _, err := e.sources(ctx, r.basis.snapshot, r.basis.selection)
	if err != nil {
		return nil, err
	}
	respaced, err := retrieve.Respaced(ctx, runs, q.Question, spaces)
	if err == nil {
		replace(q, respaced)
		form = append(form, respaced...)
		list, err = retrieve.Corrections(ctx, runs, q.Question, stats, known != nil || asked.Lang == "en")
	}
	if errors.Is(err, store.ErrDamaged) {
		return nil, nil // the next question reads the file again
	}
	mended := func(w retrieve.Word) bool {
		return slices.ContainsFunc(list, func(c spar.Correction) bool {
			return slices.Contains(chunk.Words(c.From), strings.TrimSuffix(strings.TrimSuffix(w.Text, "'s"), "’s"))
		})
	}
	if known == nil && slices.ContainsFunc(stats.Words, func(w retrieve.Word) bool { return !mended(w) }) {
		return nil, err
	}
	if known != nil {
		for _, w := range stats.Words { // what no file has may still say how the question is meant
			from := typedAs(q.Question, w.Text)
			if w.Passages+w.Names > 0 || from == "" || mended(w) {
				continue
			}
			to := question.FormApart(w.Text, lang, known)
			if to == "" {
				to = question.KnownWord(w.Text, known)
			}
			if to != "" {
				list = append(list, spar.Correction{From: from, To: to})
			}
		}
	}
	replace(q, list)
	return list, err
}

// mendForm mends the words that give a question its form, such as "whst", if no file has the word as typed.
func mendForm(q *Request, lang string, words []retrieve.Word, known func(word string) bool) (list []spar.Correction) {
	for _, w := range words {
		from := typedAs(q.Question, w.Text)
		if w.Passages+w.Names > 0 || chunk.Common(w.Text, lang) || known != nil && known(w.Text) || from == "" {
			continue
		}
		if to := question.FormWord(w.Text, lang, known != nil); to != "" {
			list = append(list, spar.Correction{From: from, To: to})
		}
	}
	replace(q, list)
	return list
}

// typedAs returns a word as the question has it: in lower case, or with the capital of a first word. It is "" if the word has another
// capital, as names have.
func typedAs(text, word string) string {
	for i, field := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if field == word || i == 0 && strings.ToLower(field) == word && strings.ToLower(field[1:]) == field[1:] {
			return field
		}
	}
	return ""
}

// part splits German compounds of a question that no file of its scope has, if some files have their parts. Beside the parts it searches
// for compounds of the files, and for words of the files that stand for words of the question.
func (e *questions) part(ctx context.Context, q *Request, r Result) ([]spar.Correction, error) {
	lang := question.Parse(q.Question).Lang
	if lang == "en" || !slices.ContainsFunc(r.Stats.Words, func(w retrieve.Word) bool { return w.Passages+w.Names == 0 }) {
		return nil, nil
	}
	runs, _, _, err := e.sources(ctx, r.basis.snapshot, r.basis.selection)
	if err != nil {
		return nil, err
	}
	var apart, beside []spar.Correction
	if lang == "de" {
		apart, beside, err = retrieve.Compounds(ctx, runs, q.Question, r.Stats)
	}
	if err == nil {
		var others []spar.Correction
		others, err = retrieve.Related(ctx, runs, q.Question, r.Stats)
		beside = append(beside, others...)
	}
	if errors.Is(err, store.ErrDamaged) {
		return nil, nil // the next question reads the file again
	}
	replace(q, apart)
	beside = slices.DeleteFunc(beside, func(c spar.Correction) bool { return slices.Contains(q.expanded, c.To) })
	for _, c := range beside {
		q.expanded = append(q.expanded, c.To)
	}
	return append(apart, beside...), err
}

// replace puts the words of corrections into a question.
func replace(q *Request, list []spar.Correction) {
	for _, c := range list {
		q.Question = Mended(q.Question, c)
	}
}

// Mended returns a text with the corrected word in place of the typed one.
func Mended(text string, c spar.Correction) string {
	word := regexp.MustCompile(`(^|[^\pL\d])` + regexp.QuoteMeta(c.From) + `($|[^\pL\d])`)
	return word.ReplaceAllString(text, "${1}"+c.To+"${2}")
}

// askCorrected asks a question that was refused once more with words corrected that may have been meant as they are. If that
// is refused, too, the first refusal stands.
func (e *questions) askCorrected(ctx context.Context, q Request, in *inquiry, a spar.Answer, r Result, corrected []spar.Correction) (spar.Answer, Result, []spar.Correction, error) {
	more, err := e.correct(ctx, &q, r, nil)
	if err != nil || len(more) == 0 {
		return a, r, corrected, err
	}
	found, err := e.find(ctx, q, in)
	if err != nil {
		return a, r, corrected, err
	}
	found.Timing.add(r.Timing)
	again, err := e.answer(ctx, q, &found)
	if err != nil || again.Refused || again.Unsure {
		return a, r, corrected, err
	}
	return again, found, append(corrected, more...), nil
}

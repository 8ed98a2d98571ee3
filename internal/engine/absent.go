package engine

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
	"golang.org/x/text/unicode/norm"
)

// absentFor is how long absent looks through the texts of a scope. If that is too short, it claims nothing.
const absentFor = 500 * time.Millisecond

// absent returns the names, codes and numbers among some words of a question that stand nowhere in its scope, as far as the asker may read
// it: in no spelling, within no longer word, in no name of a file. It returns none if a file of the scope was not read whole, because the
// word may stand there.
func (e *questions) absent(ctx context.Context, r Result, lang string, words []string) []string {
	var list []soughtWord
	for _, w := range words {
		if claimable(w, lang) {
			list = append(list, soughtAs(w))
		}
	}
	if len(list) == 0 || !whole(r) {
		return nil
	}
	until := time.Now().Add(absentFor)
	for _, run := range r.basis.runs {
		name := folded(run.Path)
		list = slices.DeleteFunc(list, func(w soughtWord) bool { return w.said(name) || w.listed(run.Segment) })
	}
	for _, run := range r.basis.runs {
		if len(list) == 0 || ctx.Err() != nil {
			return nil
		}
		var err error
		if list, err = unsaidIn(run, list, until); err != nil {
			return nil // a file that was not looked through may have it
		}
	}
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = w.text
	}
	return out
}

// claimable reports whether a word is a name, a code or a number. Such a word is the subject of a question, not a way to put it.
func claimable(word, lang string) bool {
	if strings.ContainsFunc(word, unicode.IsDigit) {
		return true
	}
	if strings.ContainsFunc(word, unicode.IsSpace) {
		return false
	}
	_, n := utf8.DecodeRuneInString(word)
	switch {
	case strings.ContainsFunc(word[n:], unicode.IsUpper):
		return true
	case strings.ContainsFunc(word[:n], unicode.IsUpper):
		return lang != "de" // German nouns all have a capital
	}
	return lang == "en" && !answer.Known(word)
}

// whole reports whether all files of the scope of a result were read to their end. Pictures, programs and folders of members have no text of their own.
func whole(r Result) bool {
	c := r.Coverage
	if c.Waiting+c.Partial+c.Gone+c.Outdated+len(c.Closed)+len(c.Folders) > 0 || r.basis.snapshot == nil || !r.basis.selection.Denied.IsEmpty() {
		return false
	}
	for state, files := range r.basis.snapshot.ByState(r.basis.selection.Known) {
		switch state {
		case spar.OK, spar.Container, spar.NoText, spar.Program, spar.Special:
		default:
			if !files.IsEmpty() {
				return false
			}
		}
	}
	return true
}

// A soughtWord is a word that may stand nowhere, with the spellings to look for.
type soughtWord struct {
	text      string
	spellings []string // folded: the word, and its stem in each language
	squeezed  string   // only its letters and digits, if it has both: A-380 matches A 380
}

func soughtAs(word string) soughtWord {
	w := soughtWord{text: word, spellings: []string{folded(word)}}
	var a chunk.Analyzer
	for _, lang := range []string{"en", "de", "fr", "es"} {
		if stem := folded(a.Stem(strings.ToLower(word), lang)); len(stem) >= leastStem && !slices.Contains(w.spellings, stem) {
			w.spellings = append(w.spellings, stem)
		}
	}
	if strings.ContainsFunc(word, unicode.IsDigit) && strings.ContainsFunc(word, unicode.IsLetter) {
		w.squeezed = squeezed(w.spellings[0])
	}
	return w
}

// leastStem is the bytes of the shortest stem that is looked for within words.
const leastStem = 3

// said reports whether a folded text has the word.
func (w soughtWord) said(plain string) bool {
	return slices.ContainsFunc(w.spellings, func(s string) bool { return strings.Contains(plain, s) }) ||
		w.squeezed != "" && strings.Contains(squeezed(plain), w.squeezed)
}

func squeezed(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text)
}

// listed reports whether a term of a segment begins with the word. It is the quick look; the texts themselves decide.
func (w soughtWord) listed(s *store.Segment) (found bool) {
	for _, spelling := range w.spellings {
		_ = store.Guard(func() error { // of a damaged index the texts are looked through
			for range s.Terms(spelling) {
				found = true
				break
			}
			return nil
		})
	}
	return found
}

// unsaidIn gives the words that no passage of a run says.
func unsaidIn(run retrieve.Source, words []soughtWord, until time.Time) ([]soughtWord, error) {
	rest := slices.Clone(words)
	for i := 0; i < run.Segment.Len() && len(rest) > 0; i++ {
		if i%64 == 0 && time.Now().After(until) {
			return nil, context.DeadlineExceeded
		}
		p, err := run.Segment.Passage(i)
		if err != nil {
			return nil, err
		}
		text := p.Ranked()
		plain := folded(text)
		rest = slices.DeleteFunc(rest, func(w soughtWord) bool { return w.said(plain) || answer.Says(text, w.text) })
	}
	return rest, nil
}

// folded is a text in small letters without accents.
func folded(text string) string {
	lower := strings.ToLower(text)
	if !strings.ContainsFunc(lower, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return lower
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFKD.String(lower))
}

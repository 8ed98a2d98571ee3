package retrieve

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/store"
)

// What a part of a compound must be: so many letters at least, in a word of so many.
const (
	leastPart     = 4
	leastCompound = 8
)

// joints stand between the parts of German compounds: "Urlaub-s-tag", "Rechnung-s-betrag", "Straße-n-bahn".
var joints = []string{"s", "", "n", "en", "es", "er"}

// Compounds are for those German words of a search that stand in none of the texts and names that it looked through, and
// whose two parts do: "Urlaub Tage" for "Urlaubstage". What is asked in one word is often written in two.
func Compounds(ctx context.Context, sources []Source, question string, s Stats) (list []spar.Correction, err error) {
	for _, w := range s.Words {
		n := utf8.RuneCountInString(w.Text)
		if w.Passages > 0 || w.Names > 0 || n < leastCompound || strings.ContainsFunc(w.Text, func(r rune) bool { return !unicode.IsLetter(r) }) {
			continue
		}
		from, _, _ := asWritten(question, w.Text)
		if from == "" {
			continue
		}
		var to string
		if err := store.Guard(func() error { to = parted(ctx, sources, []rune(w.Text)); return ctx.Err() }); err != nil {
			return list, err
		}
		if to != "" {
			list = append(list, spar.Correction{From: from, To: to})
		}
	}
	return list, nil
}

// parted gives the two parts of a word that the sources have, the longest first part; "" where there are none.
func parted(ctx context.Context, sources []Source, word []rune) string {
	for i := len(word) - leastPart; i >= leastPart; i-- {
		if ctx.Err() != nil {
			return ""
		}
		last := string(word[i:])
		for _, joint := range joints {
			first, ok := strings.CutSuffix(string(word[:i]), joint)
			if ok && utf8.RuneCountInString(first) >= leastPart && stands(sources, first) && stands(sources, last) {
				return capital(first) + " " + capital(last)
			}
		}
	}
	return ""
}

// stands reports whether a word is in any source that has German.
func stands(sources []Source, word string) bool {
	var a chunk.Analyzer
	stem := a.Stem(word, "de")
	seen := map[*store.Segment]bool{}
	for _, r := range sources {
		if seen[r.Segment] {
			continue
		}
		seen[r.Segment] = true
		for range r.Segment.Lookup(stem).All() {
			return true
		}
	}
	return false
}

func capital(word string) string {
	r, n := utf8.DecodeRuneInString(word)
	return string(unicode.ToUpper(r)) + word[n:]
}

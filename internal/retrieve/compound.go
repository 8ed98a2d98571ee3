package retrieve

import (
	"bytes"
	"context"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/chunk"
	forms "github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// What a part of a compound must be: so many letters at least, in a word of so many.
const (
	leastPart     = 4
	leastCompound = 8
	leastHead     = 5 // of a last part that stands alone
	leastModifier = 3 // of what goes before it
)

// joints stand between the parts of German compounds: "Urlaub-s-tag", "Rechnung-s-betrag", "Straße-n-bahn".
var joints = []string{"s", "", "n", "en", "es", "er"}

// Compounds handles German words of a search that stand in none of the texts and names searched. apart splits a word whose two parts stand
// there, since people often write in one word what files have in two: "Urlaub Tage" for "Urlaubstage". beside gives a word to search for
// beside one, where one of the two is the last part of the other: "Erholungsurlaub" for "Urlaub", "Übernachtung" for "Hotelübernachtung".
func Compounds(ctx context.Context, sources []Source, question string, s Stats) (apart, beside []spar.Correction, err error) {
	for _, w := range s.Words {
		n := utf8.RuneCountInString(w.Text)
		if w.Passages > 0 || w.Names > 0 || n < leastHead || chunk.Common(w.Text, "de") || forms.Common(w.Text, "de") || strings.ContainsFunc(w.Text, func(r rune) bool { return !unicode.IsLetter(r) }) {
			continue
		}
		from, _, _, _ := asWritten(question, w.Text)
		if from == "" {
			continue
		}
		var to, other string
		err := store.Guard(func() error {
			if n >= leastCompound {
				to = parted(ctx, sources, []rune(w.Text))
			}
			if to == "" {
				other = headOf(ctx, sources, []rune(w.Text))
			}
			if to == "" && other == "" && n >= leastCompound {
				other = modifierOf(ctx, sources, []rune(w.Text))
			}
			if to == "" && other == "" {
				other = wider(ctx, sources, w.Text)
			}
			return ctx.Err()
		})
		switch {
		case err != nil:
			return apart, beside, err
		case to != "":
			apart = append(apart, spar.Correction{From: from, To: to})
		case other != "":
			beside = append(beside, spar.Correction{From: from, To: other})
		}
	}
	return apart, beside, nil
}

// headOf is the longest last part of a word that the sources have; "" where there is none. A part whose stem is shorter than a part can be
// is none: "Fotografieren" has no "Afi".
func headOf(ctx context.Context, sources []Source, word []rune) string {
	var a chunk.Analyzer
	for i := leastModifier; i+leastHead <= len(word) && ctx.Err() == nil; i++ {
		if last := string(word[i:]); !prefix[string(word[:i])] && utf8.RuneCountInString(a.Stem(strings.ToLower(last), "de")) >= leastPart && stands(sources, last) {
			return capital(last)
		}
	}
	return ""
}

// modifierOf is the longest first part of a word that the sources have as a noun, which qualifies the last part: "Dach" for
// "Dacherneuerung"; "" where there is none.
func modifierOf(ctx context.Context, sources []Source, word []rune) string {
	n := speller{ctx: ctx, sources: sources}
	for i := len(word) - leastPart; i >= leastPart && ctx.Err() == nil; i-- {
		for _, joint := range joints {
			if first, ok := strings.CutSuffix(string(word[:i]), joint); ok && utf8.RuneCountInString(first) >= leastPart && n.noun(first) {
				return capital(first)
			}
		}
	}
	return ""
}

// noun reports whether the sources have a German word as a noun: "Arbeiten" is no "Arbeit".
func (n *speller) noun(word string) (is bool) {
	for _, segment := range n.all() {
		if n.ctx.Err() != nil || is {
			break
		}
		n.written(segment, n.a.Stem(word, "de"), func(field, w string) bool {
			r, _ := utf8.DecodeRuneInString(field)
			is = is || unicode.IsUpper(r) && (w == word || w == word+"s" || w == word+"es")
			return !is
		}, func() bool { return !is })
	}
	return is
}

// prefix are prefixes that make another word of a word, and no compound.
var prefix = func() map[string]bool {
	m := map[string]bool{}
	for p := range strings.FieldsSeq("ver zer ent emp miss auf aus ein vor nach bei mit durch über unter wider wieder hin her los rück gegen") {
		m[p] = true
	}
	return m
}()

// wider is the commonest compound of the sources that has a word as its last part; "" where there is none.
func wider(ctx context.Context, sources []Source, word string) string {
	n := speller{ctx: ctx, sources: sources}
	stem := n.a.Stem(word, "de")
	if utf8.RuneCountInString(stem) < leastHead {
		return ""
	}
	return n.commonest("de", "", mostTerms, func(t []byte) bool {
		return len(t) >= len(stem)+leastModifier && bytes.HasSuffix(t, []byte(stem)) && !prefix[string(t[:len(t)-len(stem)])]
	})
}

// commonest is the word, as files write it, whose term fits and stands in most passages of the segments in a language; "" where
// there is none. Terms begin with begin; most are looked at.
func (n *speller) commonest(lang, begin string, most int, fits func(term []byte) bool) string {
	best, of, looked := "", map[string]int{}, 0
	in := map[string]*store.Segment{}
	for _, segment := range n.all() {
		if n.ctx.Err() != nil || looked > most {
			break
		}
		if !slices.Contains(segment.Languages(), lang) {
			continue
		}
		for t, p := range segment.Terms(begin) {
			if looked++; looked > most {
				break
			}
			if !fits(t) {
				continue
			}
			term := string(t)
			if of[term] += p.Len(); in[term] == nil {
				in[term] = segment
			}
			if best == "" || of[term] > of[best] || of[term] == of[best] && term < best {
				best = term
			}
		}
	}
	if best == "" {
		return ""
	}
	to := ""
	n.written(in[best], best, func(field, _ string) bool { to = field; return false }, func() bool { return to == "" })
	return to
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

// stands reports whether a German word is in any source.
func stands(sources []Source, word string) bool { return standsIn(sources, word, "de") }

// standsIn reports whether a word of a language is in any source.
func standsIn(sources []Source, word, lang string) bool {
	var a chunk.Analyzer
	stem := a.Stem(strings.ToLower(word), lang)
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

// mostRelated is how many words are searched for beside one.
const mostRelated = 2

// Related are, for the words of a search in another language than English that stand in none of the texts and names that it
// looked through, words that stand there and that answers to them are written with.
func Related(ctx context.Context, sources []Source, question string, s Stats) (list []spar.Correction, err error) {
	asked := forms.Parse(question)
	for _, w := range s.Words {
		if w.Passages > 0 || w.Names > 0 {
			continue
		}
		from, _, _, _ := asWritten(question, w.Text)
		n := 0
		var kin string
		if err := store.Guard(func() error { kin = kinOf(ctx, sources, w.Text, asked.Lang); return ctx.Err() }); err != nil {
			return list, err
		}
		if kin != "" && from != "" {
			list = append(list, spar.Correction{From: from, To: kin})
			n++
		}
		for _, other := range asked.Related(w.Text) {
			has := false
			if err := store.Guard(func() error { has = standsIn(sources, other, asked.Lang); return ctx.Err() }); err != nil {
				return list, err
			}
			if has && n < mostRelated && from != "" {
				list = append(list, spar.Correction{From: from, To: other})
				n++
			}
		}
	}
	return list, nil
}

// kinOf is the commonest word of the sources that is of one family with another; "" where there is none.
func kinOf(ctx context.Context, sources []Source, word, lang string) string {
	if forms.Light(word, lang) || forms.Common(word, lang) {
		return ""
	}
	n := speller{ctx: ctx, sources: sources}
	stem := n.a.Stem(word, lang)
	if len(stem) < leastKin {
		return ""
	}
	begin := stem[:leastKin]
	if !utf8.ValidString(begin) {
		return ""
	}
	return n.commonest(lang, begin, math.MaxInt, func(t []byte) bool { return chunk.Kin(stem, string(t), lang) })
}

// leastKin is the least number of first letters that words of one family share.
const leastKin = 5

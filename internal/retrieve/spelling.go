package retrieve

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/store"
)

// What a word must be to be taken for a slip of the pen: so many letters at least, and so many from which on two slips are
// forgiven.
const (
	leastSlip = 4
	twoSlips  = 8
)

// mostTerms is how many terms of the files are compared with one word. What lies beyond is not found.
const mostTerms = 1_000_000

// Corrections are for those words of a search that stand in none of the texts and names that it looked through: the nearest
// word that does, with the same first letter, the more frequent of equally near ones. A word with a capital is taken for a
// name, and a name alone can have been meant. Codes and numbers are left as they are.
func Corrections(ctx context.Context, sources []Source, question string, s Stats) (list []spar.Correction, err error) {
	for _, w := range s.Words {
		if w.Passages > 0 || w.Names > 0 || utf8.RuneCountInString(w.Text) < leastSlip || strings.ContainsFunc(w.Text, func(r rune) bool { return !unicode.IsLetter(r) }) {
			continue
		}
		from, capital := asWritten(question, w.Text)
		if from == "" {
			continue
		}
		var to string
		err := store.Guard(func() (err error) {
			to, err = nearestWord(ctx, sources, w.Text, capital)
			return err
		})
		if err != nil {
			return list, err
		}
		if r, _ := utf8.DecodeRuneInString(from); to != "" && unicode.IsLower(r) {
			to = strings.ToLower(to) // a capital would make a name of it
		}
		if to != "" {
			list = append(list, spar.Correction{From: from, To: to})
		}
	}
	return list, nil
}

// asWritten is a word as it stands in a question, and whether it has a capital that is not that of the sentence.
func asWritten(question, word string) (text string, capital bool) {
	for i, field := range strings.FieldsFunc(question, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len(chunk.Words(field)) == 1 && chunk.Words(field)[0] == word {
			r, _ := utf8.DecodeRuneInString(field)
			return field, i > 0 && unicode.IsUpper(r)
		}
	}
	return "", false
}

// nearestWord is the word of the files that is nearest to one that they do not have; "" where none is near.
func nearestWord(ctx context.Context, sources []Source, word string, name bool) (string, error) {
	most := 1
	if utf8.RuneCountInString(word) >= twoSlips {
		most = 2
	}
	_, size := utf8.DecodeRuneInString(word)
	type found struct {
		segment      *store.Segment
		distance, of int
	}
	near := map[string]*found{}
	seen := map[*store.Segment]bool{}
	looked := 0
	var a chunk.Analyzer
	var measure nearest.Measure
	for _, r := range sources {
		if seen[r.Segment] {
			continue
		}
		seen[r.Segment] = true
		if err := ctx.Err(); err != nil {
			return "", err
		}
		for _, lang := range r.Segment.Languages() {
			stem := a.Stem(word, lang)
			for t, n := range r.Segment.Terms(word[:size]) {
				if looked++; looked > mostTerms {
					break
				}
				if len(t) > len(stem)+4 || len(t)+4 < len(stem) {
					continue
				}
				if f := near[string(t)]; f != nil {
					f.of += n
					continue
				}
				if d := measure.Distance(stem, string(t), most); d > 0 && d <= most {
					near[string(t)] = &found{r.Segment, d, n}
				}
			}
		}
	}
	best, bestTerm, to := &found{distance: most + 1}, "", ""
	for term, f := range near {
		if f.distance > best.distance || f.distance == best.distance && (f.of < best.of || f.of == best.of && term > bestTerm) {
			continue
		}
		if text := spelled(f.segment, term, word, most+1, name); text != "" {
			best, bestTerm, to = f, term, text
		}
	}
	return to, nil
}

// spelled is a term as it is written in the first passage of a segment that has it, the nearest to a word where it is
// written in several ways; "" where a name is wanted and it is none.
func spelled(s *store.Segment, term, word string, most int, name bool) (best string) {
	var a chunk.Analyzer
	var measure nearest.Measure
	least := most + 1 // an ending may differ, too, but no more
	for i := range s.Lookup(term).All() {
		p, err := s.Passage(i)
		if err != nil {
			return ""
		}
		for field := range strings.FieldsFuncSeq(p.Ranked(), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			words := chunk.Words(field)
			if len(words) != 1 || a.Stem(words[0], p.Lang) != term {
				continue
			}
			if r, _ := utf8.DecodeRuneInString(field); name && !unicode.IsUpper(r) {
				continue
			}
			if d := measure.Distance(words[0], word, least); d < least {
				best, least = field, d
			}
		}
		if best != "" {
			return best
		}
	}
	return ""
}

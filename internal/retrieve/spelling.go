package retrieve

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// The least length of a word that may be a slip, and of one that may have two slips.
const (
	leastSlip = 4
	twoSlips  = 8
)

// mostTerms is how many terms of the files are compared with one word. What lies beyond is not found.
const mostTerms = 1_000_000

// What a search for a word that was meant looks at, at most.
const (
	mostNear     = 60  // terms whose spelling is looked at
	mostSegments = 8   // that have one of them
	mostPassages = 200 // of a segment
)

// Corrections corrects the words of a search. A word in none of the texts and names searched becomes the nearest word that is there, with
// the same first letter. It may also become two words side by side ("homeoffice"), or one with its neighbour ("back ups"). A word that
// texts have by its stem alone becomes their spelling ("Tessali" for "Tessaly"), unless the two differ by an ending. A word with a capital
// counts as a name, and only a name replaces it. One more slip is forgiven where the replacement stands beside the neighbour of the
// question ("Tasiin Coaches" for "Tamsin Coaches"). Codes and numbers stay, except a number written without a blank ("scanned2023"). Where
// nobody knows which words there are (known), one slip is forgiven and no more: "Ausleihe" is a word, and not "Aussehen".
func Corrections(ctx context.Context, sources []Source, question string, s Stats, known bool) (list []spar.Correction, err error) {
	return corrections(speller{ctx: ctx, sources: sources, oneSlip: !known}, question, s)
}

// Respaced are the corrections that change nothing but a blank or how an umlaut is written, for words that are known to be words and that
// the files write in another way: "wastewater", "back ups", "Mueller".
func Respaced(ctx context.Context, sources []Source, question string, s Stats) ([]spar.Correction, error) {
	return corrections(speller{ctx: ctx, sources: sources, spacesOnly: true}, question, s)
}

func corrections(n speller, question string, s Stats) (list []spar.Correction, err error) {
	for range 2 {
		mended := len(list)
		if list, err = n.mend(question, s.Words, list); err != nil || mended > 0 || len(list) == 0 || len(list) == len(s.Words) {
			break
		}
	}
	return list, err
}

// mend adds corrections for words that have none yet. It uses earlier corrections as neighbours.
func (n *speller) mend(question string, words []Word, list []spar.Correction) ([]spar.Correction, error) {
	known := list
	for _, w := range words {
		word := strings.TrimSuffix(strings.TrimSuffix(w.Text, "'s"), "’s")
		if utf8.RuneCountInString(word) < 3 {
			continue
		}
		from, before, after, capital := asWritten(question, word)
		if from == "" || slices.ContainsFunc(list, func(c spar.Correction) bool { return slices.Contains(strings.Fields(c.From), from) }) {
			continue
		}
		for _, c := range known {
			switch {
			case c.From == before:
				before = c.To[strings.LastIndexByte(c.To, ' ')+1:]
			case c.From == after:
				after, _, _ = strings.Cut(c.To, " ")
			}
		}
		var to string
		err := store.Guard(func() (err error) {
			if strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) {
				to, err = n.numbered(from, w.Passages)
				return err
			}
			long := utf8.RuneCountInString(word) >= leastSlip
			if w.Passages == 0 { // no letter is wrong
				if from, to, err = n.respaced(from, word, before, after); to != "" || err != nil {
					return err
				}
				if long {
					if to, err = n.spelledOut(word); to != "" || err != nil {
						return err
					}
				}
			}
			switch {
			case n.spacesOnly:
			case long && w.Passages > 0:
				to, err = n.sameStem(word, capital)
			case long || w.Passages == 0:
				to, err = n.nearest(word, before, after, capital)
			}
			return err
		})
		if err != nil {
			return list, err
		}
		if r, _ := utf8.DecodeRuneInString(from); to != "" && unicode.IsLower(r) {
			to = strings.ToLower(to) // a capital would make a name of it
		}
		if to != "" && to != from {
			list = append(list, spar.Correction{From: from, To: to})
		}
	}
	return list, nil
}

// respaced is a word with its neighbour as the one that the files write, or as the two that they write side by side: nothing but
// a blank is changed. from is what stands in the question.
func (n *speller) respaced(text, word, before, after string) (from, to string, err error) {
	if before != "" {
		if to, err = n.joined(before, word); to != "" || err != nil {
			return before + " " + text, to, err
		}
	}
	if after != "" {
		if to, err = n.joined(word, after); to != "" || err != nil {
			return text + " " + after, to, err
		}
	}
	to, err = n.parted(word)
	return text, to, err
}

// asWritten is a word as it stands in a question, the ones before and after it, and whether it has a capital that is not that of
// the sentence.
func asWritten(question, word string) (text, before, after string, capital bool) {
	fields := strings.FieldsFunc(question, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, field := range fields {
		if words := chunk.Words(field); len(words) == 1 && words[0] == word {
			r, _ := utf8.DecodeRuneInString(field)
			if i > 0 {
				before = fields[i-1]
			}
			if i+1 < len(fields) {
				after = fields[i+1]
			}
			return field, before, after, i > 0 && unicode.IsUpper(r)
		}
	}
	return "", "", "", false
}

// A speller looks for words in the texts of some sources.
type speller struct {
	ctx      context.Context
	sources  []Source
	a        chunk.Analyzer
	measure  nearest.Measure
	segments []*store.Segment // different ones

	spacesOnly bool // no letter is changed
	oneSlip    bool // at most one letter is wrong, missing, too many or has changed places
}

func (n *speller) all() []*store.Segment {
	if n.segments == nil {
		seen := map[*store.Segment]bool{}
		for _, r := range n.sources {
			if !seen[r.Segment] {
				seen[r.Segment] = true
				n.segments = append(n.segments, r.Segment)
			}
		}
	}
	return n.segments
}

// A nearTerm is one that may be that of the word that was meant.
type nearTerm struct {
	term     string
	distance int // of the stems; one more than is allowed where only their begins are the same
	of       int // passages
	segments []*store.Segment
}

// nearest is the word of the files that is nearest to one that they do not have; "" where none is near. before and after are its
// neighbours in the question.
func (n *speller) nearest(word, before, after string, name bool) (string, error) {
	most := 1
	if utf8.RuneCountInString(word) >= twoSlips && !n.oneSlip {
		most = 2
	}
	_, size := utf8.DecodeRuneInString(word)
	found := map[string]*nearTerm{}
	looked := 0
	for _, segment := range n.all() {
		if err := n.ctx.Err(); err != nil {
			return "", err
		}
		for _, lang := range segment.Languages() {
			stem := n.a.Stem(word, lang)
			for t, of := range segment.Terms(word[:size]) {
				if looked++; looked > mostTerms {
					break
				}
				if f := found[string(t)]; f != nil {
					f.of += of.Len()
					if len(f.segments) < mostSegments && f.segments[len(f.segments)-1] != segment {
						f.segments = append(f.segments, segment)
					}
					continue
				}
				d := most + 1
				if len(t) <= len(stem)+4 && len(t)+4 >= len(stem) {
					if d = n.measure.Distance(stem, string(t), most+1); d > most { // what was typed may have another ending than what was meant
						d = min(d, n.measure.Distance(word, string(t), most+1))
						for _, to := range []int{len(t) - 1, len(t)} {
							if to >= leastSlip && to <= len(word) && n.measure.Distance(word[:to], string(t), 1) <= 1 {
								d = min(d, most+1)
							}
						}
					}
				}
				// The stemmer may take another ending from the word as it was meant.
				if d == 0 || d > most && !(d == most+1 && utf8.RuneCountInString(word) > leastSlip) && !beginsAlike(word, string(t)) {
					continue // a stem that is the same is another word in another language
				}
				found[string(t)] = &nearTerm{string(t), min(d, most+1), of.Len(), []*store.Segment{segment}}
			}
		}
	}
	list := make([]*nearTerm, 0, len(found))
	for _, f := range found {
		list = append(list, f)
	}
	slices.SortFunc(list, func(a, b *nearTerm) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(b.of, a.of), cmp.Compare(a.term, b.term))
	})
	best, to := slip{of: -1, cost: 100}, ""
	for _, f := range list[:min(len(list), mostNear)] {
		allowed := most
		if f.distance <= most && utf8.RuneCountInString(word) >= leastSlip+2 && !n.oneSlip {
			allowed++ // an ending may differ, too, but no more
		}
		more := allowed // slips that its neighbours must speak for
		if utf8.RuneCountInString(word) > leastSlip && !n.oneSlip {
			more = max(more, most+1)
		}
		for _, segment := range f.segments {
			text := n.spelled(segment, f.term, word, more, name)
			if text == "" {
				continue
			}
			meant := strings.ToLower(text)
			s := slip{n.cost(word, meant, more), f.distance, f.of}
			doubtful := s.cost > oneSlip*allowed || n.arbitrary(word, meant) || utf8.RuneCountInString(word) < leastSlip
			if s.cost > best.cost+1 || doubtful && before+after == "" || s.cost > oneSlip && inflected(meant, word) {
				break
			}
			switch between := n.between(segment, before, text, f.term, after); {
			case between:
				s.cost--
			case doubtful:
				continue
			}
			if s.less(best) {
				best, to = s, text
			}
			break
		}
	}
	return to, nil
}

// between reports whether a word stands in a segment behind the word before it in a question, or before the one behind it. What
// every text has speaks for nothing.
func (n *speller) between(s *store.Segment, before, word, term, after string) bool {
	says := func(w string) bool {
		words := chunk.Words(w)
		return len(words) == 1 && utf8.RuneCountInString(w) > 2 && !slices.ContainsFunc(s.Languages(), func(lang string) bool { return chunk.Common(words[0], lang) })
	}
	if says(after) && n.beside(s, term, word, after) != "" {
		return true
	}
	if !says(before) {
		return false
	}
	return slices.ContainsFunc(s.Languages(), func(lang string) bool {
		return n.beside(s, n.a.Stem(strings.ToLower(before), lang), before, word) != ""
	})
}

// A slip says how likely one word was meant by another: what tells them apart, their stems, and how frequent it is.
type slip struct {
	cost, distance, of int
}

func (a slip) less(b slip) bool {
	return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.distance, b.distance), cmp.Compare(b.of, a.of)) < 0
}

// oneSlip is what a letter that is wrong, missing or too many costs. Less than half of it is saved where a neighbour speaks for a word.
const oneSlip = 4

// cost is by the distance of two words, and least where only letters changed places, or stand once instead of twice.
func (n *speller) cost(a, b string, most int) int {
	if len(a) == len(b) && sorted(a) == sorted(b) || single(a) == single(b) {
		return oneSlip / 2
	}
	return oneSlip * n.measure.Distance(a, b, most)
}

// arbitrary reports whether a short word would become another one by another consonant: it is as likely to be none of the files'.
func (n *speller) arbitrary(a, b string) bool {
	if utf8.RuneCountInString(a) > leastSlip || len(a) != len(b) || sorted(a) == sorted(b) {
		return false
	}
	if s := nearest.Slipped(a, b); s == nearest.Missed {
		return false // the key beside
	}
	for i := range a {
		if a[i] != b[i] && !(strings.IndexByte("aeiouy", a[i]) >= 0 && strings.IndexByte("aeiouy", b[i]) >= 0) {
			return true
		}
	}
	return false
}

func sorted(w string) string {
	r := []rune(w)
	slices.Sort(r)
	return string(r)
}

// single is a word with doubled letters reduced to one.
func single(w string) string { return string(slices.Compact([]rune(w))) }

// beginsAlike reports whether a term may be the stem of what a word was meant to be, by its begin: stems of misspelt words end
// where others do not.
func beginsAlike(word, term string) bool {
	same := 0
	for same < len(word) && same < len(term) && word[same] == term[same] {
		same++
	}
	return same >= 4 && same+2 >= len(term) && len(term) <= len(word)+2
}

// spelled is a term as it is written in the first passage of a segment that has it, the nearest to a word where it is
// written in several ways; "" where a name is wanted and it is none.
func (n *speller) spelled(s *store.Segment, term, word string, most int, name bool) (best string) {
	least := most + 1
	n.written(s, term, func(field, w string) bool {
		if r, _ := utf8.DecodeRuneInString(field); name && !unicode.IsUpper(r) {
			return true
		}
		if d := n.measure.Distance(w, word, least); d < least {
			best, least = field, d
		} else if one, ok := strings.CutSuffix(w, "s"); ok && !strings.HasSuffix(word, "s") && len(field) == len(w) { // only the plural stands there
			if d := n.measure.Distance(one, word, least); d < least {
				best, least = field[:len(field)-1], d
			}
		}
		return true
	}, func() bool { return least > 1 }) // "accident" is written first, and "accidents" later
	return best
}

// written calls each with the words of a term as they stand in the passages of a segment, and more after each passage, as long as both
// say so.
func (n *speller) written(s *store.Segment, term string, each func(field, word string) bool, more func() bool) {
	passages := 0
	for i := range s.Lookup(term).All() {
		p, err := s.Passage(i)
		if passages++; err != nil || passages > mostPassages {
			return
		}
		for field := range strings.FieldsFuncSeq(p.Ranked(), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			words := chunk.Words(field)
			if len(words) == 1 && n.a.Stem(words[0], p.Lang) == term && !each(field, words[0]) {
				return
			}
		}
		if !more() {
			return
		}
	}
}

package answer

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

// A Text is the passages of one file in order, as a *store.Segment has them.
type Text interface {
	Len() int
	Passage(i int) (spar.Passage, error)
}

// A statement is what a bullet may quote: a sentence, an item of a list or a row of a table, as it stands in a file.
type statement struct {
	text   string
	source int    // index of the passage that it begins in, among the sources
	place  int    // in the order of its file
	lead   int    // of an item, the index of the statement that introduces its list; -1: none
	asked  int    // of an answer in a list of questions and answers, the index of its question; -1: none
	under  string // the heading that its paragraph begins with, such as "4. Notice."
	item   bool
	marked bool   // as an item
	block  int    // the number of its paragraph or item, in all statements
	at     int    // its index among all
	before int    // that of the sentence before it in its paragraph; -1: it is the first
	code   bool   // lines of code that the file shows
	shows  int    // of code, the index of the statement that it stands behind; -1: it stands alone
	term   string // that it is the first to say something of, in a list of definitions
	title  bool   // the first line of a file without headings: its subject
}

// A source is a passage that statements are taken from: a hit, or what stands beside one under the same headings.
type source struct {
	spar.Hit
	rank    int // among the hits; of a neighbour that of the hit nearest to it
	beside  bool
	whole   bool // its file as a whole is about what the question names
	section int  // passages with the same number are one run of text
}

// How much text around a hit is looked at, in passages.
const (
	before = 2
	after  = 3
)

// sources are the best hits with what stands around them, in the order of the hits, each passage once. What cannot be read
// again stands alone: it is in the store no more.
func sources(ctx context.Context, hits []spar.Hit, o Options) []source {
	type key struct {
		share, path string
		index       int
	}
	at := map[key]int{} // of hits
	for i, h := range hits {
		at[key{h.Share, h.Path, h.Index}] = i
	}
	var list []source
	seen := map[key]bool{}
	for i, h := range hits {
		if seen[key{h.Share, h.Path, h.Index}] {
			continue
		}
		run := []source{{Hit: h, rank: i}}
		if o.Text != nil && i < o.surroundings() && h.Passage.Kind == spar.TextPassage {
			if text, err := o.Text(ctx, h.Segment); err == nil {
				run = neighbours(text, h, i, o.after())
			}
		}
		for j := range run {
			s := &run[j]
			k := key{s.Share, s.Path, s.Index}
			if seen[k] {
				continue
			}
			seen[k] = true
			if n, ok := at[k]; ok {
				s.Hit, s.rank, s.beside = hits[n], n, false
			}
			s.section = i
			list = append(list, *s)
		}
	}
	return list
}

// neighbours is a hit with the passages around it that stand under the same headings, in the order of the file.
func neighbours(text Text, h spar.Hit, rank, after int) []source {
	first, last := h.Index, h.Index
	take := func(i int) (spar.Passage, bool) {
		if i < 0 || i >= text.Len() {
			return spar.Passage{}, false
		}
		p, err := text.Passage(i)
		return p, err == nil && p.Kind == spar.TextPassage && p.Locator.Heading == h.Passage.Locator.Heading && p.Locator.Sheet == h.Passage.Locator.Sheet
	}
	run := []source{{Hit: h, rank: rank}}
	for ; first > h.Index-before; first-- {
		p, ok := take(first - 1)
		if !ok {
			break
		}
		run = slices.Insert(run, 0, source{Hit: beside(h, p, first-1), rank: rank, beside: true})
	}
	for ; last < h.Index+after; last++ {
		p, ok := take(last + 1)
		if !ok {
			break
		}
		run = append(run, source{Hit: beside(h, p, last+1), rank: rank, beside: true})
	}
	return run
}

func beside(h spar.Hit, p spar.Passage, index int) spar.Hit {
	return spar.Hit{File: h.File, Share: h.Share, Path: h.Path, Segment: h.Segment, Index: index, Passage: p, Modified: h.Modified}
}

// statementsOf gives the statements of the sources, in their order. It joins neighbours again first, so that a sentence that was cut, or
// that both have, is one.
func statementsOf(list []source) []statement {
	var out []statement
	for begin := 0; begin < len(list); {
		end := begin + 1
		for end < len(list) && list[end].section == list[begin].section {
			end++
		}
		// A hit that was taken in by the surroundings of an earlier one leaves a gap in its own.
		run := begin
		for i := begin + 1; i <= end; i++ {
			if i == end || list[i].Index != list[i-1].Index+1 || list[i].Passage.Kind != spar.TextPassage {
				out = appendRun(out, list, run, i)
				run = i
			}
		}
		begin = end
	}
	return out
}

// appendRun adds the statements of passages that follow each other.
func appendRun(out []statement, list []source, from, to int) []statement {
	switch list[from].Passage.Kind {
	case spar.RowPassage:
		return append(out, statement{text: strings.TrimSpace(list[from].Passage.Text), at: len(out), source: from, lead: -1, asked: -1, before: -1, block: len(out)})
	case spar.TablePassage, spar.CardPassage, spar.ReferencePassage:
		return out // its rows are passages of their own; a card answers nothing
	}
	var whole strings.Builder
	var starts []int // of the passages in whole
	var parts []spar.Part
	for i := from; i < to; i++ {
		text := list[i].Passage.Text
		if i > from {
			text = text[Overlap(list[i-1].Passage.Text, text):]
			if text = strings.TrimLeft(text, " \n"); text != "" && whole.Len() > 0 {
				whole.WriteByte('\n')
			}
		}
		starts = append(starts, whole.Len())
		parts = append(parts, partsWithin(list[i].Passage.Parts, len(list[i].Passage.Text)-len(text), whole.Len())...)
		whole.WriteString(text)
	}
	lead, question, place := -1, -1, 0
	var defined definedTerm
	first := 0 // number of a block
	if len(out) > 0 {
		first = out[len(out)-1].block + 1
	}
	blocks := partedBlocks(whole.String(), parts)
	begin := len(out)
	var items itemised
	for n, b := range blocks {
		i := from + holder(starts, b.at)
		if b.code {
			s := statement{text: b.text, code: true, shows: -1, at: len(out), source: i, place: place, lead: -1, asked: -1, before: -1, block: first + n}
			if len(out) > begin && !out[len(out)-1].code {
				s.shows = len(out) - 1
			}
			if s.shows >= 0 && strings.HasSuffix(out[s.shows].text, ":") {
				s.lead, lead = s.shows, -1 // the text that it introduces is told
			}
			out = append(out, s)
			continue
		}
		text := strings.Join(strings.Fields(b.text), " ")
		if field.FindString(text) == text {
			continue // the name of a field, which says nothing alone
		}
		if n+1 < len(blocks) && defined.begins(b, blocks[n+1]) {
			continue // the term stands before its definition
		}
		goesOn := items.take(b, n+1 < len(blocks) && blocks[n+1].item)
		item := b.item || lead >= 0 && goesOn
		at, under, number := len(out), "", ""
		term, subject := defined.of(b), subjectOf(text)
		for sentence := range sentencesOf(text, b) {
			if sentence = strings.TrimSpace(sentence); len(sentence) < 2 {
				continue
			}
			if len(out) == at && under == "" && (bareNumber.MatchString(sentence) || b.known && len(sentence) < len(text) && len(strings.Fields(sentence)) < leastWords && !runIn.MatchString(sentence) || question >= 0 && number == "" && isShort(sentence) && len(sentence) < len(text)) {
				number = sentence + " "
				continue
			}
			sentence, number = number+sentence, ""
			if len(out) == at && under == "" && len(sentence) < len(text) && runIn.MatchString(sentence) {
				under = sentence
				continue
			}
			if len(out) == at && under != "" {
				sentence = under + " " + sentence
			}
			defines := ""
			if len(out) == at && term != "" && defined.first(b) {
				sentence, defines = term+": "+sentence, term
			}
			s := statement{text: sentence, at: len(out), term: defines, under: strings.TrimSpace(term + " " + cmp.Or(under, subject)), source: foundIn(list, i, to, sentence), place: place, lead: -1, asked: -1, item: item, marked: b.item, block: first + n}
			s.title = n == 0 && list[from].Index == 0 && list[from].Passage.Locator.Heading == "" && !item && !ends(text) && utf8.RuneCountInString(text) <= longTitle
			if item {
				s.lead = lead
			}
			if s.before = -1; len(out) > at {
				s.before = len(out) - 1
			}
			if asks(sentence) {
				question = len(out)
			} else if question >= 0 && (place-out[question].place <= 1 || len(out) > at && out[len(out)-1].asked == question) {
				s.asked = question // the paragraph that follows a question is its answer
			}
			place++
			out = append(out, s)
		}
		switch {
		case strings.HasSuffix(text, ":") && len(out) > at:
			lead, items = len(out)-1, itemised{}
		case !item:
			lead = -1
		}
	}
	return out
}

// subjectOf is what a paragraph or an item names before a colon, which its later sentences are about, too: "Sharp items: not in the cabin. Small
// ones may be checked in."
func subjectOf(text string) string {
	if m := subjectNamed.FindStringSubmatch(text); m != nil && len(strings.Fields(m[1])) <= leastWords {
		return m[1]
	}
	return ""
}

var subjectNamed = pattern.New(`^(\pL[^.:;!?]{0,48}): `)

// foundIn is the source that a sentence is taken to be found in: the one that it begins in, or the next where that has it, too, and was ranked better.
// Passages that follow each other have some text in common.
func foundIn(list []source, i, to int, sentence string) int {
	if next := i + 1; next < to && !list[next].beside && (list[i].beside || list[next].Score > list[i].Score) && strings.Contains(strings.Join(strings.Fields(list[next].Passage.Text), " "), sentence) {
		return next
	}
	return i
}

// asks reports whether a sentence is a question. A question in the conditional that addresses somebody is a request: "Could you let me have
// them by Friday?"
func asks(sentence string) bool {
	return strings.HasSuffix(sentence, "?") && !request.MatchString(sentence)
}

var request = pattern.New(`(?i)\b(?:(?:could|would) you|könnten sie|könntest du|pourri(?:ez-vous|ons-nous)|podría usted)\b`)

// isShort reports whether the first sentence of an answer says little without the next, such as "No." or "Nothing."
func isShort(sentence string) bool {
	return utf8.RuneCountInString(sentence) < leastText && strings.ContainsAny(sentence[len(sentence)-1:], ".!") && !itemMark.MatchString(sentence)
}

// sentencesOf are the sentences of a block; a line of a form is one, whatever dots it has.
func sentencesOf(text string, b block) iter.Seq[string] {
	if led.MatchString(b.text) {
		return slices.Values([]string{text})
	}
	return chunk.Sentences(text)
}

// itemised holds the facts about the items of a list so far.
type itemised struct {
	marked         bool
	items, unended int // unended do not end as sentences do
}

// take reports whether a block goes on with a list. A block with a mark does. A block without one does if it is short and the list has no
// marks, or if it stands between marks. A block that ends as a sentence does behind items that do not is a paragraph.
func (l *itemised) take(b block, between bool) bool {
	ended := ends(b.text)
	switch {
	case b.item:
		l.marked = true
	case utf8.RuneCountInString(b.text) > longItem, l.marked && !between, l.items > 1 && l.unended == l.items && ended && !l.marked:
		return false
	}
	if l.items++; !ended {
		l.unended++
	}
	return true
}

// runIn is a heading that the first line of a numbered paragraph begins with.
var runIn = pattern.New(`^(?:(?:§|Art\.|Article|Artikel|Section|Clause|Abschnitt)? ?\d{1,3}(?:[./]\d{1,3})*[.)]?|[a-z]\)|[A-Z][.)])(?: [-–—]| ?:)? \pL[^.;:?!]{0,40}\.$`)

// bareNumber is what a numbered paragraph begins with, cut from its heading.
var bareNumber = pattern.New(`^(?:(?:§|Art\.|Article|Artikel|Artículo|Section|Clause|Abschnitt) ?\d{1,3}(?:[./]\d{1,3})*[.)]?|[A-Z]\.)$`)

// longTitle is the characters of the longest line that is a title.
const longTitle = 100

// longItem is the most characters of an item of a list without marks, behind its introduction.
const longItem = 300

// Overlap is how many bytes at the begin of a passage stand at the end of the one before it, too.
func Overlap(before, text string) int {
	for n := min(len(before), len(text)); n > 0; n-- {
		if utf8.RuneStart(text[n%len(text)]) && strings.HasSuffix(before, text[:n]) && (n == len(text) || text[n] == ' ' || text[n] == '\n') {
			return n
		}
	}
	return 0
}

// holder is the passage that an offset lies in.
func holder(starts []int, at int) int {
	i, found := slices.BinarySearch(starts, at)
	if !found {
		i--
	}
	return max(i, 0)
}

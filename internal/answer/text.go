package answer

import (
	"context"
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/chunk"
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
	marked bool // as an item
	block  int  // the number of its paragraph or item, in all statements
	title  bool // the first line of a file without headings: what it is about
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

// statements are what the sources say, in their order. Neighbours are put together again first, so that a sentence that was
// cut, or that both have, is one.
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
		return append(out, statement{text: strings.TrimSpace(list[from].Passage.Text), source: from, lead: -1, asked: -1, block: len(out)})
	case spar.TablePassage, spar.CardPassage, spar.ReferencePassage:
		return out // its rows are passages of their own; a card answers nothing
	}
	var whole strings.Builder
	var starts []int // of the passages in whole
	for i := from; i < to; i++ {
		text := list[i].Passage.Text
		if i > from {
			text = text[overlap(list[i-1].Passage.Text, text):]
			if text = strings.TrimLeft(text, " \n"); text != "" && whole.Len() > 0 {
				whole.WriteByte('\n')
			}
		}
		starts = append(starts, whole.Len())
		whole.WriteString(text)
	}
	lead, question, place := -1, -1, 0
	first := 0 // number of a block
	if len(out) > 0 {
		first = out[len(out)-1].block + 1
	}
	blocks := blocksOf(whole.String())
	var items itemised
	for n, b := range blocks {
		i := from + holder(starts, b.at)
		text := strings.Join(strings.Fields(b.text), " ")
		if field.FindString(text) == text {
			continue // the name of a field, which says nothing alone
		}
		goesOn := items.take(b, n+1 < len(blocks) && blocks[n+1].item)
		item := b.item || lead >= 0 && goesOn
		at, under, number := len(out), "", ""
		for sentence := range sentencesOf(text, b) {
			if sentence = strings.TrimSpace(sentence); len(sentence) < 2 {
				continue
			}
			if len(out) == at && under == "" && bareNumber.MatchString(sentence) {
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
			s := statement{text: sentence, under: under, source: i, place: place, lead: -1, asked: -1, item: item, marked: b.item, block: first + n}
			s.title = n == 0 && list[from].Index == 0 && list[from].Passage.Locator.Heading == "" && !item && !ends(text) && utf8.RuneCountInString(text) <= longTitle
			if item {
				s.lead = lead
			}
			if strings.HasSuffix(sentence, "?") {
				question = len(out)
			} else if question >= 0 && place-out[question].place <= 1 {
				s.asked = question
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

// sentencesOf are the sentences of a block; a line of a form is one, whatever dots it has.
func sentencesOf(text string, b block) iter.Seq[string] {
	if led.MatchString(b.text) {
		return slices.Values([]string{text})
	}
	return chunk.Sentences(text)
}

// itemised is what is known of the items of a list so far.
type itemised struct {
	marked         bool
	items, unended int // unended do not end as sentences do
}

// take reports whether a block goes on with a list: one with a mark does; one without does where the list has none, or where it stands
// between marks, as far as it is short. What ends as a sentence does behind items that do not is a paragraph.
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
var runIn = regexp.MustCompile(`^(?:(?:§|Art\.|Article|Artikel|Section|Clause|Abschnitt)? ?\d{1,3}(?:[./]\d{1,3})*[.)]?|[a-z]\)|[A-Z][.)])(?: [-–—]| ?:)? \pL[^.;:?!]{0,40}\.$`)

// bareNumber is what a numbered paragraph begins with, cut from its heading.
var bareNumber = regexp.MustCompile(`^(?:(?:§|Art\.|Article|Artikel|Artículo|Section|Clause|Abschnitt) ?\d{1,3}(?:[./]\d{1,3})*[.)]?|[A-Z]\.)$`)

// longTitle is the characters of the longest line that is a title.
const longTitle = 100

// longItem is the characters up to which what follows a lead-in is an item of its list, without a mark.
const longItem = 300

// overlap is how many bytes at the begin of a passage stand at the end of the one before it, too.
func overlap(before, text string) int {
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

// A block is a paragraph or an item of a list.
type block struct {
	text string
	at   int // where it begins
	item bool
}

var itemMark = regexp.MustCompile(`^\s*(?:[-*•–▪◦]|\(?\d{1,2}[.)]|\(?[a-z][.)])\s+`)

// A line is one of a text, without the blanks at its end.
type line struct {
	text string
	at   int
}

// blocksOf puts the lines of a text together again that were broken to fit a page. A line goes on in the next where that
// begins with a small letter, and in a paragraph whose lines are all filled up to one width wherever the next word did not fit.
func blocksOf(text string) []block {
	paragraphs := paragraphsOf(text)
	whole := 0 // the width of the text: short paragraphs do not tell theirs
	for _, p := range paragraphs {
		whole = max(whole, widthOf(p))
	}
	var out []block
	for _, lines := range paragraphs {
		width := widthOf(lines)
		if most := longest(lines); width == 0 && most <= whole+ragged {
			width = max(whole, most)
		}
		for i, l := range lines {
			if i > 0 && goesOn(lines[i-1].text, l.text, width) {
				out[len(out)-1].text += " " + strings.TrimLeft(l.text, " \t")
				continue
			}
			mark := itemMark.FindString(l.text)
			text := l.text
			if strings.ContainsAny(mark, "-*•–▪◦") {
				text = text[len(mark):]
			}
			out = append(out, block{text: text, at: l.at, item: mark != ""})
		}
	}
	return out
}

// field is the begin of a field of a control file, such as Debian's, whose further lines are indented.
var field = regexp.MustCompile(`^\pL[\pL\d-]*:(?:\s|$)`)

// paragraphsOf are the lines of a text up to each that is empty, or has but the point that stands for an empty one in a control
// file, and up to each of its fields.
func paragraphsOf(text string) (list [][]line) {
	at, open, last := 0, false, ""
	for l := range strings.SplitSeq(text, "\n") {
		bare := strings.TrimSpace(l)
		indented := l != "" && (l[0] == ' ' || l[0] == '\t')
		if field.MatchString(last) && indented || field.MatchString(l) && last != "" && (last[0] == ' ' || field.MatchString(last)) {
			open = false
		}
		if bare == "" || bare == "." {
			open = false
		} else {
			if !open {
				list, open = append(list, nil), true
			}
			list[len(list)-1] = append(list[len(list)-1], line{strings.TrimRight(l, " \r\t"), at})
		}
		at, last = at+len(l)+1, l
	}
	return list
}

// goesOn reports whether a line goes on in the next, in text that is width wide; 0 where lines are not filled.
func goesOn(last, next string, width int) bool {
	if itemMark.MatchString(next) && !(opens(last) && ordinal.MatchString(next)) || led.MatchString(last) || led.MatchString(next) {
		return false
	}
	begin := strings.TrimLeft(next, " \t\"'“‘(")
	r, _ := utf8.DecodeRuneInString(begin)
	if width > 0 && !fits(last, next, width) && !strings.HasSuffix(last, ":") {
		return true
	}
	return !ends(last) && (unicode.IsLower(r) && unfinished(last) || utf8.RuneCountInString(last) >= longLine && opens(last))
}

// ordinal begins a line with a day, as dates are written in some languages: "1. Februar".
var ordinal = regexp.MustCompile(`^\s*\d{1,2}\. ?\pL`)

// led is a line of a form or of a table that is set in columns: a label and its value with dots, tabs or a wide gap between.
var led = regexp.MustCompile(`\S ?(?:[.·_]{4,}|…{2,}|\t+| {4,}) ?\S`)

// fits reports whether the first word of the next line would have had room at the end of a line.
func fits(last, next string, width int) bool {
	word, _, _ := strings.Cut(strings.TrimLeft(next, " \t\"'“‘("), " ")
	return utf8.RuneCountInString(last)+1+utf8.RuneCountInString(word) <= width
}

func longest(lines []line) (width int) {
	for _, l := range lines {
		width = max(width, utf8.RuneCountInString(l.text))
	}
	return width
}

// The widths that lines are filled up to, in characters.
const (
	leastWidth = 40
	mostWidth  = 110

	ragged = 5 // by which the longest lines of two paragraphs of one width differ
)

// widthOf is the width that the lines of a paragraph were filled up to, 0 where they were not: where most lines that go on are about
// as long as the longest, and what goes on begins with a small letter as often as not. A paragraph that ends as a sentence may go on with capitals, as
// German nouns and names have them: of the items of a list all would end so or none.
func widthOf(lines []line) int {
	width := longest(lines)
	open, filled, small := 0, 0, 0
	for i, l := range lines[:max(0, len(lines)-1)] {
		if ends(l.text) || i == 0 && utf8.RuneCountInString(l.text)*2 < width {
			continue // a short line that stands before a paragraph is its heading
		}
		next := lines[i+1].text
		open++
		if utf8.RuneCountInString(l.text) > width-15 {
			filled++
		}
		if r, _ := utf8.DecodeRuneInString(strings.TrimSpace(next)); unicode.IsLower(r) {
			small++
		}
	}
	if open == 0 || width < leastWidth || width > mostWidth || filled*3 < open*2 || small*2 < open && !ends(lines[len(lines)-1].text) {
		return 0
	}
	return width
}

// unfinished reports whether a line goes on in the next that begins with a small letter: it is long, or stops at a comma or a
// word that nothing ends with. A short line may be an item of a list.
func unfinished(line string) bool {
	line = strings.TrimSpace(line)
	if utf8.RuneCountInString(line) >= longLine || strings.HasSuffix(line, ",") {
		return true
	}
	word := strings.ToLower(line[strings.LastIndexByte(line, ' ')+1:])
	return slices.ContainsFunc([]string{"en", "de", "fr", "es"}, func(lang string) bool { return chunk.Common(word, lang) })
}

// opens reports whether a line ends with a word behind which something must come, such as an article.
func opens(line string) bool {
	word := strings.TrimLeft(line[strings.LastIndexByte(line, ' ')+1:], "\"'“‘(")
	return word != "" && strings.Contains(" the a an of in to for from with by at every each and or our your his her their its this between within under about "+
		"der die das den dem des ein eine einen und oder von vom zur zum am im ab bis mit für auf le la les un une du de et ou à au pour dans sur el los las una del y o en con por para ", " "+word+" ")
}

// longLine is the characters from which on a line without an end was broken to fit a page.
const longLine = 45

// ends reports whether a line ends what it says.
func ends(line string) bool {
	line = strings.TrimRight(line, "\"'”’»)]*_ ")
	r, _ := utf8.DecodeLastRuneInString(line)
	return strings.ContainsRune(".!?…:;。！？", r)
}

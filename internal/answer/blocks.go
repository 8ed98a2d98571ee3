package answer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/pattern"
)

// A block is a paragraph or an item of a list.
type block struct {
	text  string
	at    int // where it begins
	item  bool
	lines int
	known bool // its kind is known from the reader of the file
	code  bool
}

var itemMark = pattern.New(`^\s*(?:[-*•–▪◦]|\(?\d{1,2}[.)]|\(?[a-z][.)])\s+`)

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
	if whole == 0 {
		whole = wrappedAt(paragraphs)
	}
	var out []block
	for _, lines := range paragraphs {
		width := widthOf(lines)
		if most := longest(lines); width == 0 && most <= whole+ragged {
			width = max(whole, most)
		}
		for i, l := range lines {
			if i > 0 && goesOn(lines[i-1].text, l.text, width) {
				last := &out[len(out)-1]
				last.text, last.lines = last.text+" "+strings.TrimLeft(l.text, " \t"), last.lines+1
				continue
			}
			mark := itemMark.FindString(l.text)
			text := l.text
			if strings.ContainsAny(mark, "-*•–▪◦") {
				text = text[len(mark):]
			}
			out = append(out, block{text: text, at: l.at, item: mark != "", lines: 1})
		}
	}
	return out
}

// field is the begin of a field of a control file, such as Debian's, whose further lines are indented. One letter is none: it marks a
// question or its answer.
var field = pattern.New(`^\pL[\pL\d-]+:(?:\s|$)`)

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
var ordinal = pattern.New(`^\s*\d{1,2}\. ?\pL`)

// led is a line of a form or of a table that is set in columns: a label and its value with dots, tabs or a wide gap between.
var led = pattern.New(`\S ?(?:[.·_]{4,}|…{2,}|\t+| {4,}) ?\S`)

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

	ragged = 5 // the most that the longest lines of two paragraphs of one width differ by
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

// wrappedAt gives the width of a text whose paragraphs do not tell it one by one, such as items and paragraphs without an empty line
// between them. It is the length of the longest line, if a line about as long goes on with a small letter and no line is too long for a
// page. It is 0 for other texts.
func wrappedAt(paragraphs [][]line) int {
	width, filled := 0, 0
	for _, lines := range paragraphs {
		width = max(width, longest(lines))
		for i, l := range lines[:len(lines)-1] {
			if r, _ := utf8.DecodeRuneInString(strings.TrimSpace(lines[i+1].text)); unicode.IsLower(r) && !ends(l.text) {
				filled = max(filled, utf8.RuneCountInString(l.text))
			}
		}
	}
	if width < leastWidth || width > mostWidth || filled <= width-15 {
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
	return word != "" && strings.Contains(" the a an of in to for from with by at on into onto upon per via until since during through against without towards over every each and or nor our your his her their its my this these those between within under about "+
		"is are was were be been has have had will than that which whose not "+
		"der die das den dem des ein eine einen und oder von vom zur zum am im ab bis mit für auf le la les un une du de et ou à au pour dans sur el los las una del y o en con por para ", " "+word+" ")
}

// longLine is the characters from which on a line without an end was broken to fit a page.
const longLine = 45

// ends reports whether a line ends as a sentence does.
func ends(line string) bool {
	line = strings.TrimRight(line, "\"'”’»)]*_ ")
	r, _ := utf8.DecodeLastRuneInString(line)
	return strings.ContainsRune(".!?…:;。！？", r)
}

// A definedTerm is the term of a definition set by indentation: it stands alone in a line, and its definition stands deeper in the lines
// below.
type definedTerm struct {
	text  string
	deep  int // the indentation of its definition
	at    int // where that begins
	known bool
}

// longTerm is the characters of the longest term.
const longTerm = 50

// begins reports whether a block is such a term, with its definition in the next block.
func (d *definedTerm) begins(b, next block) bool {
	text := strings.TrimSpace(b.text)
	if b.item || next.item || b.code || next.code || b.lines != 1 || next.at != b.at+len(b.text)+1 || indented(next.text) < indented(b.text)+2 || ends(text) || led.MatchString(b.text) ||
		utf8.RuneCountInString(text) > longTerm || itemMark.MatchString(text) {
		return false
	}
	*d = definedTerm{text: text, deep: indented(next.text), at: next.at, known: true}
	return true
}

// of is the term that a block says something of; "" for none.
func (d *definedTerm) of(b block) string {
	if !d.known || b.at < d.at || indented(b.text) < d.deep {
		d.known = false
		return ""
	}
	return d.text
}

// first reports whether a block is the first that says something of the term.
func (d *definedTerm) first(b block) bool { return d.known && b.at == d.at }

// indented is how far a line is indented, in characters; a tab is eight.
func indented(line string) (n int) {
	for _, r := range line {
		switch r {
		case ' ':
			n++
		case '\t':
			n += 8
		default:
			return n
		}
	}
	return n
}

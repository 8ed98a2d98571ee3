package layout

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

// The bounds of a heading.
const (
	maxHeadingLines = 4
	maxHeadingRunes = 200
	maxLevel        = 6
)

// isHeading decides on parts[from:to] by what sets headings apart: larger or bolder letters than the body's, a line of
// its own, few words that are no sentence, and white space above.
func (c *composer) isHeading(parts []part, from, to int, d *draft) bool {
	first := parts[from].line
	text := d.Text
	if to-from > maxHeadingLines || utf8.RuneCountInString(text) > maxHeadingRunes || first.field || first.aside {
		return false
	}
	letters := 0
	for _, r := range text {
		letters += btoi(unicode.IsLetter(r) || unicode.IsDigit(r) && (d.style.bold || d.size >= 1.15*c.body.size))
	}
	if letters < 2 || bulletMark.MatchString(text) || strings.HasSuffix(text, ",") || strings.HasSuffix(text, ";") ||
		strings.Contains(text, " … ") || !c.mayHead(text, first.page) {
		return false
	}
	larger := c.larger(d)
	bolder := d.style.bold && !c.body.style.bold
	sameSize := d.size >= 0.93*c.body.size
	sentence := isSentence(text)
	apart := c.spaceAbove(parts, from) >= 1.35 || c.startsPage(parts, from)
	switch {
	case d.size >= 1.15*c.body.size:
		return !sentence || d.style.bold
	case larger && (d.style.bold || d.depth > 0 || apart):
		return !sentence
	case bolder && sameSize:
		return apart && !sentence && !isRemark(text) && !strings.HasSuffix(text, ":") && to-from <= 3 && c.leadsOn(parts, to, text)
	case d.depth > 0 && sameSize && !numberMark.MatchString(text) || d.caps && sameSize:
		return apart && !sentence && to-from <= 2 && len(strings.Fields(text)) <= 12 && c.leadsOn(parts, to, text) && !runIn.MatchString(text) &&
			(d.caps || strings.Contains(strings.Fields(text)[0], "."))
	}
	return false
}

// larger reports whether d is set larger than the body.
func (c *composer) larger(d *draft) bool {
	return half(d.size) >= half(c.body.size)+1 || d.size >= 1.08*c.body.size
}

var abbreviation = pattern.New(`\b\p{Lu}\p{L}{0,3}\.$`)

// isSentence reports whether text is more than three words and ends like a sentence, not like "Acme Pvt. Ltd.".
func isSentence(text string) bool {
	return strings.HasSuffix(text, ".") && !numberMark.MatchString(text) && len(strings.Fields(text)) > 3 &&
		!abbreviation.MatchString(text)
}

var (
	// A caption says what it belongs to.
	captionText = pattern.New(`^(?i:fig\.|figure|table|listing|abb\.|abbildung|tab\.|tabelle|tableau|tabla|figura)\s*(?:[A-Z][.-]?)?\d`)
	// A line of a table of contents ends with the number of a page.
	contentsLine = pattern.New(`\pL.*(?:[ .…]\d{1,4}|[ .…][ivxl]{1,6})$`)
	// A numbered line may begin a paragraph: the heading is the first sentence, and the text goes on beside it.
	runIn = pattern.New(`\pL{3,}\. +\pL`)
	// Items of a list that were set as one paragraph.
	runInItems = pattern.New(`: [-–•] \S|[.!?] [-–•] \S.*[.!?] [-–•] \S`)
	address    = pattern.New(`(?i)\S@\S+\.\S|https?://|www\.`)
	onlyDate   = pattern.New(`^\(?(?:\d{1,2}(?:st|nd|rd|th|\.)? )?(?i:jan|feb|mar|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)\pL*\.? (?:\d{1,2},? )?\d{4}\)?$`)
	// What stands above a box beside the text: the text below the box belongs to the section, not to the label.
	boxLabel = pattern.New(`^(?i:note|tip|hint|warning|caution|important|hinweis|achtung|warnung|vorsicht|tipp|wichtig|anmerkung|remarque|attention|avertissement|nota|advertencia|aviso|opmerking|let op|waarschuwing)[:!]?$`)
)

// mayHead reports whether a text can be a heading at all, whatever it is set in: it has a word, and is no label of a box, no
// caption, date, address, line of a table of contents or list.
func (c *composer) mayHead(text string, page int) bool {
	return hasWord(text) && !boxLabel.MatchString(text) && !captionText.MatchString(text) && !onlyDate.MatchString(text) && !address.MatchString(text) &&
		!runInItems.MatchString(text) && !(c.contents[page] && contentsLine.MatchString(text))
}

// shortTitle is a year, a name of two letters, or a short name behind the number of a section.
var shortTitle = pattern.New(`^(?:(?:19|20)\d\d|\p{Lu}\p{Ll}+[\pL\d]*|\d{1,3}(?:\.\d{1,3})+\.? +\pL[\pL\d]+\.?)$`)

// hasWord tells words from the signs of formulas, drawings and scores: three letters in a row, or one of a script that writes words
// with fewer; else what shortTitle says.
func hasWord(text string) bool {
	if shortTitle.MatchString(text) {
		return true
	}
	run := 0
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai):
			return true
		case unicode.IsLetter(r):
			if run++; run == 3 {
				return true
			}
		case !unicode.Is(unicode.M, r) && r != '’' && r != '\'' && r != '&':
			run = 0
		}
	}
	return false
}

// isRemark reports whether text calls on the reader, as "Book a test drive at your dealer today!" and links do, or is a remark in
// parentheses below a heading.
func isRemark(text string) bool {
	return strings.HasSuffix(text, "!") && len(strings.Fields(text)) > 5 || strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")") || strings.HasSuffix(text, "→") || strings.HasSuffix(text, "›") || strings.HasSuffix(text, "»")
}

// contentsPages are the pages with many lines that end in a page number.
func contentsPages(lines []*line) map[int]bool {
	all, ends := map[int]int{}, map[int]int{}
	for _, l := range lines {
		if l.aside || l.field {
			continue
		}
		all[l.page]++
		if contentsLine.MatchString(l.text) {
			ends[l.page]++
		}
	}
	out := map[int]bool{}
	for page, n := range ends {
		if n >= 5 && 5*n >= 2*all[page] {
			out[page] = true
		}
	}
	return out
}

// spaceAbove is the distance to the baseline above in units of the body's leading; large where nothing is above.
func (c *composer) spaceAbove(parts []part, at int) float32 {
	l := parts[at].line
	usual := c.leading[half(c.body.size)]
	if usual == 0 {
		usual = 1.2
	}
	if at == 0 {
		return 10
	}
	before := parts[at-1]
	if before.page() != l.page {
		return 10
	}
	if before.table != nil {
		return (before.table.y0 - l.base) / (usual * c.body.size)
	}
	if before.line.stretch != l.stretch || before.line.aside {
		return 10
	}
	return (before.line.base - l.base) / (usual * max(c.body.size, min(l.size, before.line.size)))
}

// startsPage reports whether nothing stands above the part on its page.
func (c *composer) startsPage(parts []part, at int) bool {
	return at == 0 || parts[at-1].page() != parts[at].page()
}

// leadsOn reports whether something follows that does not go on with the sentence: a heading stands above something.
func (c *composer) leadsOn(parts []part, to int, text string) bool {
	if to == len(parts) {
		return false
	}
	if parts[to].table != nil {
		return true
	}
	next := parts[to].line
	return !next.aside && !next.field && (next.page != parts[to-1].page() || !goesOn(text, next.text))
}

// A kind is how headings of one level are set.
type kind struct {
	size float32
	bold bool
}

// above orders kinds from the highest.
func above(a, b kind) int {
	return cmp.Or(cmp.Compare(b.size, a.size), btoi(b.bold)-btoi(a.bold))
}

func kindOf(d *draft) kind { return kind{half(d.size), d.style.bold} }

// rankHeadings gives the headings their levels: by size, then by weight; within one of these kinds, numbers such as 2.1 go deeper. The
// first page of a longer document is often a title page with sizes of its own. These do not count; a heading there is level with smaller
// ones in the rest.
func rankHeadings(drafts []draft) {
	var first, rest []kind
	pages := 0
	for i := range drafts {
		d := &drafts[i]
		pages = max(pages, d.end)
		if d.Kind == spar.Heading && d.Page == 1 {
			first = append(first, kindOf(d))
		} else if d.Kind == spar.Heading {
			rest = append(rest, kindOf(d))
		}
	}
	order := func(kinds []kind) []kind {
		slices.SortFunc(kinds, above)
		return slices.Compact(kinds)
	}
	first, rest = order(first), order(rest)
	const short = 4 // pages: such a document has no title page
	if pages <= short || len(rest) == 0 {
		rest = order(slices.Concat(first, rest))
	} else if len(first) > 0 && above(first[0], rest[0]) < 0 {
		rest = slices.Insert(rest, 0, first[0])
	}
	level := func(k kind) int {
		n := 1
		for _, r := range rest {
			n += btoi(above(r, k) < 0)
		}
		return n
	}
	shallowest := map[int]int{} // the least depth of the numbers on a level
	for i := range drafts {
		if d := &drafts[i]; d.Kind == spar.Heading && d.depth > 0 {
			l := level(kindOf(d))
			if s, ok := shallowest[l]; !ok || d.depth < s {
				shallowest[l] = d.depth
			}
		}
	}
	for i := range drafts {
		d := &drafts[i]
		if d.Kind != spar.Heading {
			continue
		}
		d.Level = level(kindOf(d))
		if d.depth > 0 {
			d.Level += d.depth - shallowest[d.Level]
		}
		d.Level = min(d.Level, maxLevel)
	}
}

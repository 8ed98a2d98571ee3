package layout

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar"
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
	if letters < 2 || bulletMark.MatchString(text) || strings.HasSuffix(text, ",") || strings.HasSuffix(text, ";") {
		return false
	}
	larger := half(d.size) >= half(c.body.size)+1 || d.size >= 1.08*c.body.size
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
		return apart && !sentence && !strings.HasSuffix(text, ":") && to-from <= 3 && c.leadsOn(parts, to)
	case d.depth > 0 && sameSize && !numberMark.MatchString(text) || d.caps && sameSize:
		return apart && !sentence && to-from <= 2 && len(strings.Fields(text)) <= 12 && c.leadsOn(parts, to) &&
			(d.caps || strings.Contains(strings.Fields(text)[0], "."))
	}
	return false
}

var abbreviation = regexp.MustCompile(`\b\p{Lu}\p{L}{0,3}\.$`)

// isSentence reports whether text is more than three words and ends like a sentence, not like "Acme Pvt. Ltd.".
func isSentence(text string) bool {
	return strings.HasSuffix(text, ".") && !numberMark.MatchString(text) && len(strings.Fields(text)) > 3 &&
		!abbreviation.MatchString(text)
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

// leadsOn reports whether something follows that is not set the same way: a heading stands above something.
func (c *composer) leadsOn(parts []part, to int) bool {
	return to < len(parts) && (parts[to].table != nil || !parts[to].line.aside && !parts[to].line.field)
}

// rankHeadings gives the headings their levels: the kinds of setting in the order of size, then weight; within one of
// them, numbers such as 2.1 go deeper.
func rankHeadings(drafts []draft) {
	type kind struct {
		size               float32
		bold, caps, italic bool
	}
	of := func(d *draft) kind { return kind{half(d.size), d.style.bold, d.caps, d.style.italic} }
	seen := map[kind]int{}
	for i := range drafts {
		if d := &drafts[i]; d.Kind == spar.Heading {
			seen[of(d)]++
		}
	}
	var kinds []kind
	for k := range seen {
		kinds = append(kinds, k)
	}
	rank := func(b bool) int { return -btoi(b) }
	slices.SortFunc(kinds, func(a, b kind) int {
		return cmp.Or(cmp.Compare(b.size, a.size), cmp.Compare(rank(a.bold), rank(b.bold)),
			cmp.Compare(rank(a.caps), rank(b.caps)), cmp.Compare(rank(b.italic), rank(a.italic)))
	})
	level := map[kind]int{}
	n := 0
	for i, k := range kinds {
		// Capitals are but a way to write where size and weight are the same and the size is not the body's.
		if i == 0 || k.size != kinds[i-1].size || k.bold != kinds[i-1].bold {
			n++
		}
		level[k] = n
	}
	shallowest := map[int]int{} // the least depth of numbers on a level
	for i := range drafts {
		if d := &drafts[i]; d.Kind == spar.Heading && d.depth > 0 {
			l := level[of(d)]
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
		l := level[of(d)]
		d.Level = min(l, maxLevel)
		if d.depth > 0 {
			d.Level = min(l+d.depth-shallowest[l], maxLevel)
		}
	}
}

package layout

import (
	"strings"
	"unicode"

	"github.com/sparsearch/spar/internal/extract/pdfium"
	"github.com/sparsearch/spar/internal/spar"
)

// Outline takes the headings that the document itself lists. It may be called once, before Blocks.
func (b *Builder) Outline(entries []pdfium.Entry) {
	b.outline = map[int]map[string]int{}
	for _, e := range entries {
		key := titleKey(e.Title)
		if key == "" || e.Page == 0 || captionText.MatchString(e.Title) {
			continue
		}
		if b.outline[e.Page] == nil {
			b.outline[e.Page] = map[string]int{}
		}
		b.outline[e.Page][key] = e.Level
	}
}

// titleKey is what two ways to write a title have in common: its letters and digits, without the number of the section, which
// outlines often leave out.
func titleKey(title string) string {
	if m := section.FindStringSubmatchIndex(title); m != nil {
		title = title[m[3]:]
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, title)
}

// nameHeadings marks the lines that the outline names on their page. If several have the same text, it takes the largest, and among equals
// the bold one: a running title repeats its chapter.
func nameHeadings(parts []part, outline map[int]map[string]int) {
	type title struct {
		page int
		key  string
	}
	type place struct{ at, lines int }
	found := map[title]place{}
	for i := range parts {
		text := ""
		for n := 1; n <= maxHeadingLines && i+n <= len(parts); n++ {
			l := parts[i+n-1].line
			if l == nil || l.field || l.aside || l.page != parts[i].page() || outline[l.page] == nil {
				break
			}
			text += " " + l.text
			t := title{l.page, titleKey(strings.TrimSpace(text))}
			if outline[l.page][t.key] == 0 {
				continue
			}
			if old, ok := found[t]; !ok || moreOfHeading(parts[i].line, parts[old.at].line) {
				found[t] = place{i, n}
			}
			break
		}
	}
	for t, p := range found {
		l := parts[p.at].line
		l.named, l.level = p.lines, outline[t.page][t.key]
	}
}

func moreOfHeading(a, b *line) bool {
	if half(a.size) != half(b.size) {
		return a.size > b.size
	}
	return a.style.bold && !b.style.bold
}

// heedOutline takes back headings that only weight, number or capitals set apart from text. It does so if the outline names nearly all
// larger headings, but not these. Below an entry of the outline's deepest level they stay, if that level is the third or deeper: programs
// that write outlines leave out deeper ones.
func heedOutline(drafts []draft) {
	const (
		few = 3 // an outline that names fewer may hold the title alone
		cut = 3
	)
	named, larger, unnamed, deepest := 0, 0, 0, 0
	for i := range drafts {
		switch d := &drafts[i]; {
		case d.Kind != spar.Heading:
		case d.named > 0:
			named++
			deepest = max(deepest, d.named)
			larger += btoi(!d.weak)
		case !d.weak:
			unnamed++
		}
	}
	if named < few || 4*unnamed > larger {
		return
	}
	level := 0
	for i := range drafts {
		switch d := &drafts[i]; {
		case d.named > 0:
			level = d.named
		case d.Kind == spar.Heading && d.weak && d.depth < 2 && !(level == deepest && level >= cut):
			d.asText(false)
		}
	}
}

package extract

import (
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

// maxProseBlock is where a paragraph or a piece of code without end is cut.
const maxProseBlock = 64 << 10

// A prose gathers the lines of one block of a text whose lines were broken to fit a page. It joins the lines of a paragraph or an item.
type prose struct {
	out    *sink
	inline func(string) string // takes the marks of a format out of a joined text; nil: there are none

	kind  spar.BlockKind // of the open block; "": none is open
	lines []string
	bytes int
	at    spar.Span

	term    string // of a list of definitions, whose meaning the blocks to come are; "": none is open
	termAt  spar.Span
	meaning []spar.Block
	heldN   int // bytes of meaning
	level   int // of a heading that a long meaning gets

	section      string // the heading that terms stand below
	sectionAt    spar.Span
	headed, back bool // a term of the list got a heading, so that the next ones get one too; the section's own comes again before other text
}

// longMeaning is a length in characters. A longer description stands under its term as a heading, not behind it.
const longMeaning = 300

// add puts a line into the open block, or opens one of that kind.
func (p *prose) add(kind spar.BlockKind, text string, at spar.Span) error {
	if p.kind != "" && p.kind != kind {
		if err := p.flush(); err != nil {
			return err
		}
	}
	p.kind = kind
	p.lines, p.bytes, p.at = append(p.lines, text), p.bytes+len(text)+1, p.at.Union(at)
	if p.bytes < maxProseBlock {
		return nil
	}
	return p.flush()
}

// flush hands on the open block.
func (p *prose) flush() error {
	kind, lines, at := p.kind, p.lines, spar.Locator{Bytes: p.at}
	p.kind, p.lines, p.bytes, p.at = "", nil, 0, spar.Span{}
	switch kind {
	case "":
		return nil
	case spar.CodeBlock, spar.Setting, spar.Source:
		return p.hand(spar.Block{Kind: kind, Text: strings.Join(lines, "\n"), Locator: at})
	}
	text := joinWrapped(lines)
	if p.inline != nil {
		text = p.inline(text)
	}
	return p.hand(spar.Block{Kind: kind, Text: text, Locator: at})
}

// hand passes a block on. If a term is open, it keeps the block as part of the term's description.
func (p *prose) hand(b spar.Block) error {
	if strings.TrimSpace(b.Text) == "" {
		return nil
	}
	if p.term == "" {
		if p.back && p.section != "" {
			if err := p.out.heading(p.level-1, p.section, spar.Locator{Bytes: p.sectionAt}); err != nil {
				return err
			}
		}
		p.headed, p.back = false, false
		return p.out.block(b)
	}
	p.meaning, p.heldN = append(p.meaning, b), p.heldN+len(b.Text)
	if p.heldN > maxProseBlock {
		return p.endTerm()
	}
	return nil
}

// beginTerm opens a term, or adds one to terms that wait for the same meaning.
func (p *prose) beginTerm(term string, at spar.Span) error {
	if err := p.flush(); err != nil {
		return err
	}
	if p.term != "" && len(p.meaning) == 0 && len(p.term) < 200 {
		p.term, p.termAt = p.term+", "+term, p.termAt.Union(at)
		return nil
	}
	if err := p.endTerm(); err != nil {
		return err
	}
	p.term, p.termAt = term, at
	return nil
}

// endTerm emits a term with its description: one item, or paragraphs under the term as their heading.
func (p *prose) endTerm() error {
	if err := p.flush(); err != nil {
		return err
	}
	term, at, blocks, n := p.term, p.termAt, p.meaning, p.heldN
	p.term, p.termAt, p.meaning, p.heldN = "", spar.Span{}, nil, 0
	switch {
	case term == "":
		return nil
	case len(blocks) == 0 && !p.headed:
		return p.out.item(term, spar.Locator{Bytes: at})
	case !p.headed && len(blocks) == 1 && blocks[0].Kind == spar.Paragraph && n <= longMeaning:
		return p.out.item(term+": "+blocks[0].Text, spar.Locator{Bytes: at.Union(blocks[0].Locator.Bytes)})
	}
	p.headed, p.back = true, true
	if err := p.out.heading(p.level, term, spar.Locator{Bytes: at}); err != nil {
		return err
	}
	for _, b := range blocks {
		if err := p.out.block(b); err != nil {
			return err
		}
	}
	return nil
}

// heading ends the open blocks and emits a heading. Terms below it get headings of the next level.
func (p *prose) heading(level int, text string, at spar.Span) error {
	if err := p.endTerm(); err != nil {
		return err
	}
	if p.inline != nil {
		text = p.inline(text)
	}
	p.level, p.section, p.sectionAt, p.headed, p.back = level+1, text, at, false, false
	return p.out.heading(level, text, spar.Locator{Bytes: at})
}

// joinWrapped makes one line of the lines of a paragraph. A word that a hyphen parts at the end of a line keeps it.
func joinWrapped(lines []string) string {
	var b strings.Builder
	for _, l := range lines {
		if l = strings.Join(strings.Fields(l), " "); l == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(l)
	}
	return b.String()
}

// listMark matches the beginning of a list item, also in texts for programmers.
var listMark = pattern.New(`^\s*(?:[-*+•o]|\(?[0-9]{1,3}[.)]|\(?[a-zA-Z][.)]|#\.)\s+`)

// docField matches the beginning of a field of documentation.
var docField = pattern.New(`^\s*(?:[@\\][a-z]{2,14}\b|:[a-z]{2,14}(?: [\w.*]+){0,2}:|\.\. [a-z]+::)`)

// A proseLines reads lines of plain prose: paragraphs between blank lines, items of lists, and code that is indented deeper than the text.
type proseLines struct {
	prose
	margin int  // the indentation of the text; -1: no line stood yet
	blank  bool // the line before was blank
	item   int  // the indentation of the open list's item; -1: none is open
	fields bool // fields of documentation, such as "@param" and ":returns:", are items
}

func newProseLines(out *sink) *proseLines {
	return &proseLines{prose: prose{out: out}, margin: -1, item: -1}
}

// deepCode is how much deeper than the text the lines of a piece of code stand.
const deepCode = 3

// line takes the next line, without the marks of the block around it.
func (p *proseLines) line(text string, at spar.Span) error {
	trimmed := strings.TrimSpace(text)
	if trimmed == "" {
		p.blank = true
		if p.kind == spar.CodeBlock {
			return p.add(spar.CodeBlock, "", at)
		}
		return p.flush()
	}
	indent, after := indentation(text), p.blank
	p.blank = false
	if p.margin < 0 {
		p.margin = indent
	}
	if p.kind == spar.CodeBlock {
		if indent >= p.margin+2 {
			return p.add(spar.CodeBlock, strings.TrimRight(text, " \t"), at)
		}
		if err := p.flush(); err != nil {
			return err
		}
	}
	mark := listMark.FindString(text[:min(len(text), 80)])
	if mark == "" && p.fields {
		mark = docField.FindString(text[:min(len(text), 80)])
	}
	switch {
	case mark != "" && len(mark) < len(text):
		p.item = indent
		if err := p.flush(); err != nil {
			return err
		}
		return p.add(spar.ListItem, bulletMark.ReplaceAllString(text, ""), at)
	case p.item >= 0 && indent > p.item && p.kind == spar.ListItem:
		return p.add(spar.ListItem, trimmed, at)
	case p.item >= 0 && indent > p.item:
		return p.add(spar.Paragraph, trimmed, at)
	}
	p.item = -1
	if after && indent >= p.margin+deepCode && p.kind == "" {
		return p.add(spar.CodeBlock, strings.TrimRight(text, " \t"), at)
	}
	p.margin = min(p.margin, indent)
	return p.add(spar.Paragraph, trimmed, at)
}

// end emits the open blocks, and begins anew.
func (p *proseLines) end() error {
	p.margin, p.item, p.blank = -1, -1, false
	return p.endTerm()
}

package extract

import (
	"context"
	"regexp"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// detectMarkdown goes by the extension: any text is Markdown, so only its author can say.
func detectMarkdown(head []byte, name string) int {
	if hasExt(name, ".md", ".markdown", ".mkd", ".mdown", ".mdx", ".rmd", ".qmd") && isTextHead(head) {
		return 70
	}
	return 0
}

var (
	mdFence     = regexp.MustCompile("^\\s*(`{3,}|~{3,})\\s*([^`]*)$")
	mdAttribute = regexp.MustCompile(`\s*\{[:#.][^{}]*\}\s*$`)
	mdSetext    = regexp.MustCompile(`^ {0,3}(=+|-+)[ \t]*$`)
	mdRule      = regexp.MustCompile(`^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$`)
	mdLead      = regexp.MustCompile(`^\s*(?:\*\*|__)([^*_\s][^*_]{0,120})(?:\*\*|__)([.: ].*)$`)
	mdTask      = regexp.MustCompile(`^\[[ xX]\][ \t]+`)
	mdQuote     = regexp.MustCompile(`^ {0,3}(?:>[ \t]?)+`)
	mdDelimiter = regexp.MustCompile(`^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$`)
	mdReference = regexp.MustCompile(`^ {0,3}\[[^\]^][^\]]*\]:\s*\S+(?:\s+["'(].*["')])?\s*$`)
	mdFootnote  = regexp.MustCompile(`^ {0,3}\[\^[^\]]+\]:\s*`)
	mdHTML      = regexp.MustCompile(`(?i)^ {0,3}<(/?(?:address|article|aside|blockquote|body|center|dd|details|div|dl|dt|fieldset|figure|figcaption|footer|form|h[1-6]|head|header|hr|html|iframe|li|main|nav|ol|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)|script|style|pre|!--)(?:[\s/>]|$|-)`)
)

// maxMarkdownBlock is where a paragraph or code block without end is cut.
const maxMarkdownBlock = 64 << 10

// extractMarkdown reads the blocks of Markdown, as CommonMark and GitHub define it, with YAML front matter. A quote becomes its text.
// Blocks of HTML go to the reader of HTML.
func extractMarkdown(ctx context.Context, in *Input, out *sink) error {
	cs, err := findCharset(in, "")
	if err != nil {
		return err
	}
	m := markdown{in: in, cs: cs, out: out}
	var front []line // as long as it may be front matter
	open, first := false, true
	for l, err := range lines(in, cs) {
		if err != nil {
			return err
		}
		if first {
			first = false
			if strings.TrimRight(l.text, " \t") == "---" {
				open, front = true, append(front, l)
				continue
			}
		}
		if open {
			front = append(front, l)
			end := strings.TrimRight(l.text, " \t")
			if end == "---" || end == "..." {
				if err := m.frontMatter(front); err != nil {
					return err
				}
				open, front = false, nil
			} else if len(front) >= maxFrontMatterLines || l.piece {
				open = false
				if err := m.lines(front); err != nil {
					return err
				}
				front = nil
			}
			continue
		}
		if err := m.line(l); err != nil {
			return err
		}
	}
	if err := m.lines(front); err != nil {
		return err
	}
	return m.end()
}

func (m *markdown) frontMatter(front []line) error {
	var text []string
	for _, l := range front[1 : len(front)-1] {
		text = append(text, l.text)
	}
	at := spar.Locator{Bytes: spar.Span{Start: front[0].at.Start, End: front[len(front)-1].at.End}}
	return frontMatter(m.out, strings.Join(text, "\n"), at)
}

// markdown is the state of the reader between two lines.
type markdown struct {
	in  *Input
	cs  charset
	out *sink

	kind   spar.BlockKind // of the open block, "" when none is
	text   []string
	bytes  int
	at     spar.Span
	fence  string // what closes the open code block, "" for one by indentation
	quoted bool   // the line before stood in a quote
	inList bool   // an indented line belongs to a list item
	blank  bool   // the line before was blank
	table  *grid
	row    int
	raw    string // what ends the open HTML block: a closing tag, or "" for a blank line
	rawAt  spar.Span
	rawN   int
}

func (m *markdown) lines(ls []line) error {
	for _, l := range ls {
		if err := m.line(l); err != nil {
			return err
		}
	}
	return nil
}

// line takes the next line.
func (m *markdown) line(l line) error {
	text := strings.TrimRight(l.text, " \t\r")
	if m.rawAt != (spar.Span{}) {
		return m.html(text, l.at)
	}
	if m.kind == spar.CodeBlock && m.fence != "" && m.quoted && firstByte(text) != '>' {
		if err := m.flush(); err != nil { // a quote ends with what it holds
			return err
		}
	}
	if m.kind == spar.CodeBlock && m.fence != "" {
		if m.quoted {
			text = text[len(mdQuote.FindString(text)):]
		}
		s := strings.TrimSpace(text)
		if strings.HasPrefix(s, m.fence) && strings.Trim(s, m.fence[:1]) == "" {
			m.at = m.at.Union(l.at)
			return m.flush()
		}
		return m.grow(spar.CodeBlock, text, l.at)
	}
	if m.quoted = firstByte(text) == '>'; m.quoted {
		text = text[len(mdQuote.FindString(text)):]
	}
	if strings.TrimSpace(text) == "" {
		m.blank = true
		if m.kind == spar.CodeBlock {
			return m.grow(spar.CodeBlock, "", l.at)
		}
		return m.flush()
	}
	wasBlank := m.blank
	m.blank = false
	indent := indentation(text)
	if m.kind == spar.CodeBlock { // by indentation
		if indent >= 4 {
			return m.grow(spar.CodeBlock, unindent(text), l.at)
		}
		if err := m.flush(); err != nil {
			return err
		}
	}
	if m.table != nil {
		if strings.Contains(text, "|") {
			return m.tableRow(text, l.at)
		}
		if err := m.flush(); err != nil {
			return err
		}
	}
	if len(text) > maxLine/2 { // no structure in a line like this
		return m.grow(spar.Paragraph, text, l.at)
	}
	return m.structure(text, l.at, indent, wasBlank)
}

// structure finds what a line begins, or adds the line to the open paragraph.
func (m *markdown) structure(text string, at spar.Span, indent int, wasBlank bool) error {
	trimmed := strings.TrimSpace(text)
	if strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~") {
		if f := mdFence.FindStringSubmatch(text); f != nil {
			if err := m.flush(); err != nil {
				return err
			}
			m.kind, m.fence, m.at = spar.CodeBlock, f[1], at
			return nil
		}
	}
	if indent >= 4 && !m.inList && m.kind == "" {
		return m.grow(spar.CodeBlock, unindent(text), at)
	}
	deep := indent >= 4 // in a list: the item's own blocks
	if deep {
		text = trimmed
	}
	first := firstByte(text) // an expression is asked only where it may match
	if level, title := heading(text); level > 0 {
		if err := m.flush(); err != nil {
			return err
		}
		m.inList = m.inList && indent > 0
		return m.out.heading(level, plainMarkdown(withoutAttribute(title)), spar.Locator{Bytes: at})
	}
	if (first == '=' || first == '-') && m.kind == spar.Paragraph && len(m.text) == 1 && m.bytes < 1000 { // under several lines a rule was meant
		if s := mdSetext.FindStringSubmatch(text); s != nil {
			level := 1
			if s[1][0] == '-' {
				level = 2
			}
			heading, at := m.text[0], m.at.Union(at)
			m.reset()
			return m.out.heading(level, plainMarkdown(withoutAttribute(heading)), spar.Locator{Bytes: at})
		}
	}
	if (m.kind == spar.Paragraph || m.kind == spar.ListItem) && strings.Contains(m.text[len(m.text)-1], "|") &&
		strings.Contains(text, "-") && mdDelimiter.MatchString(text) {
		if ok, err := m.tableStart(at); ok || err != nil {
			return err
		}
	}
	if (first == '*' || first == '-' || first == '_') && mdRule.MatchString(text) {
		m.inList = false
		return m.flush()
	}
	if rest, ok := item(text); ok && (rest != "" || m.kind != spar.Paragraph) {
		if err := m.flush(); err != nil {
			return err
		}
		m.inList = true
		rest = mdTask.ReplaceAllString(rest, "")
		if nested, ok := item(rest); ok && nested != "" {
			rest = nested
		}
		if f := mdFence.FindStringSubmatch(rest); f != nil {
			m.kind, m.fence, m.at = spar.CodeBlock, f[1], at
			return nil
		}
		if level, title := heading(rest); level > 0 && title != "" {
			return m.out.heading(level, plainMarkdown(withoutAttribute(title)), spar.Locator{Bytes: at})
		}
		return m.grow(spar.ListItem, rest, at)
	}
	if first == '<' && m.kind == "" {
		if h := mdHTML.FindStringSubmatch(text); h != nil {
			return m.htmlStart(strings.ToLower(h[1]), text, at)
		}
	}
	if m.kind == "" {
		if wasBlank && indent < 2 {
			m.inList = false
		}
		if first == '[' {
			if mdReference.MatchString(text) {
				return nil
			}
			text = mdFootnote.ReplaceAllString(text, "")
		}
		return m.grow(spar.Paragraph, text, at)
	}
	if first == '[' && mdFootnote.MatchString(text) {
		if err := m.flush(); err != nil {
			return err
		}
		return m.grow(spar.Paragraph, mdFootnote.ReplaceAllString(text, ""), at)
	}
	return m.grow(m.kind, text, at)
}

// grow adds a line to the open block, or opens one of that kind.
func (m *markdown) grow(kind spar.BlockKind, text string, at spar.Span) error {
	if m.kind != "" && m.kind != kind && !(m.kind == spar.ListItem && kind == spar.Paragraph) {
		if err := m.flush(); err != nil {
			return err
		}
	}
	if m.kind == "" {
		m.kind = kind
	}
	m.text, m.bytes, m.at = append(m.text, text), m.bytes+len(text)+1, m.at.Union(at)
	if m.bytes < maxMarkdownBlock {
		return nil
	}
	kind, fence := m.kind, m.fence
	err := m.flush()
	if fence != "" {
		m.kind, m.fence = kind, fence
	}
	return err
}

func (m *markdown) reset() {
	m.kind, m.text, m.bytes, m.at, m.fence = "", nil, 0, spar.Span{}, ""
}

// flush hands on the open block.
func (m *markdown) flush() error {
	if m.table != nil {
		t := m.table
		m.table = nil
		return t.close()
	}
	kind, text, at := m.kind, m.text, spar.Locator{Bytes: m.at}
	m.reset()
	switch kind {
	case spar.CodeBlock:
		return m.out.code(strings.Join(text, "\n"), at)
	case spar.ListItem:
		return m.out.item(plainMarkdown(strings.Join(text, " ")), at)
	case spar.Paragraph:
		line := strings.Join(text, " ")
		if lead := mdLead.FindStringSubmatch(line); lead != nil {
			if done, err := m.out.led(plainMarkdown(lead[1]), plainMarkdown(lead[2]), at, m.out.block); done {
				return err
			}
		}
		return m.out.paragraph(plainMarkdown(line), at)
	}
	return nil
}

func (m *markdown) end() error {
	if m.rawAt != (spar.Span{}) {
		if err := m.htmlEnd(); err != nil {
			return err
		}
	}
	return m.flush()
}

// tableStart makes the last line of the open paragraph the header of a table.
func (m *markdown) tableStart(at spar.Span) (bool, error) {
	last := len(m.text) - 1
	header := splitRow(m.text[last])
	if len(header) < 2 && !strings.HasPrefix(strings.TrimSpace(m.text[last]), "|") {
		return false, nil
	}
	start := at
	if last == 0 {
		start = m.at.Union(at)
	}
	kind, text, before := m.kind, m.text[:last], spar.Span{Start: m.at.Start, End: at.Start}
	m.reset()
	if last > 0 {
		m.kind, m.text, m.at = kind, text, before
		if err := m.flush(); err != nil {
			return true, err
		}
	}
	m.table, m.row = &grid{out: m.out, at: spar.Locator{Bytes: start}, guess: true}, 1
	cells := make([]cell, len(header))
	for i, c := range header {
		cells[i] = cell{text: c, header: true}
	}
	return true, m.table.add(cells, spar.Locator{Row: 1, Bytes: start})
}

func (m *markdown) tableRow(text string, at spar.Span) error {
	m.row++
	row := splitRow(text)
	cells := make([]cell, len(row))
	for i, c := range row {
		cells[i].text = c
	}
	return m.table.add(cells, spar.Locator{Row: m.row, Bytes: at})
}

// splitRow splits a row of a pipe table at the pipes that are neither escaped nor in a code span.
func splitRow(s string) []string {
	s = strings.TrimSpace(s)
	s = strings.TrimPrefix(s, "|")
	var cells []string
	start, code := 0, false
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '`':
			code = !code && strings.IndexByte(s[i+1:], '`') >= 0
		case '|':
			if !code {
				cells = append(cells, s[start:i])
				start = i + 1
			}
		}
	}
	if rest := s[start:]; strings.TrimSpace(rest) != "" {
		cells = append(cells, rest)
	}
	for i, c := range cells {
		cells[i] = plainMarkdown(c)
	}
	return cells
}

// htmlStart opens a block of HTML: to a blank line, or for some elements to their end.
func (m *markdown) htmlStart(tag, text string, at spar.Span) error {
	switch tag {
	case "!--":
		m.raw = "-->"
	case "script", "style", "pre", "table", "ul", "ol", "dl":
		m.raw = "</" + tag
	default:
		m.raw = ""
	}
	m.rawAt, m.rawN = spar.Span{Start: at.Start, End: max(at.End, at.Start+1)}, 0
	return m.html(text, at)
}

func (m *markdown) html(text string, at spar.Span) error {
	blank := strings.TrimSpace(text) == ""
	if m.raw == "" && blank {
		return m.htmlEnd()
	}
	m.rawAt = m.rawAt.Union(at)
	m.rawN += len(text) + 1
	if m.raw != "" && strings.Contains(strings.ToLower(text), m.raw) || m.rawN > 4<<20 {
		return m.htmlEnd()
	}
	return nil
}

func (m *markdown) htmlEnd() error {
	at := m.rawAt
	m.rawAt, m.raw = spar.Span{}, ""
	return readHTML(m.in, m.cs, at, m.out)
}

// indentation is the width of the white space that s begins with; a tab goes to the next multiple of four.
func indentation(s string) int {
	n := 0
	for i := range len(s) {
		switch s[i] {
		case ' ':
			n++
		case '\t':
			n += 4 - n%4
		default:
			return n
		}
	}
	return n
}

// unindent takes four columns of indentation away.
func unindent(s string) string {
	n := 0
	for i := range len(s) {
		switch {
		case n >= 4:
			return s[i:]
		case s[i] == ' ':
			n++
		case s[i] == '\t':
			n += 4 - n%4
		default:
			return s[i:]
		}
	}
	return ""
}

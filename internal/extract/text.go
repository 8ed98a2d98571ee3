package extract

import (
	"context"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

// detectText is the last resort: anything that passes for text.
func detectText(head []byte, name string) int {
	if !isTextHead(head) {
		return 0
	}
	return 10
}

// Sizes of a plain text's paragraphs: beyond the first, a paragraph ends at the end of a sentence, beyond the second at any line.
const (
	softParagraph = 2000
	hardParagraph = 8000
)

var (
	bulletLine = pattern.New(`^\s*(?:[-*•◦▪–]|\(?[0-9]{1,3}[.)]|\(?[a-zA-Z][.)])\s+\S`)
	// terminal matches marks for terminals and printers: sequences that set colours and bold (ECMA-48, CSI), and a letter that the next one
	// is struck over.
	terminal  = pattern.New(`\x1b\[[0-9;:?]*[ -/]*[@-~]|[^\x08]\x08`)
	underline = pattern.New(`^\s*(?:={3,}|-{3,}|~{3,}|\*{3,})\s*$`)
)

// extractText reads plain text: paragraphs between blank lines, list items, and headings that are underlined.
func extractText(ctx context.Context, in *Input, out *sink) error {
	cs, err := findCharset(in, "")
	if err != nil {
		return err
	}
	var p textParagraph
	var nodes infoNodes
	for l, err := range lines(in, cs) {
		if err != nil {
			return err
		}
		if nodes.skip(l.text) {
			continue
		}
		if strings.ContainsAny(l.text, "\x1b\b") {
			l.text = terminal.ReplaceAllString(l.text, "")
		}
		if err := p.add(out, l); err != nil {
			return err
		}
	}
	return p.flush(out)
}

// textParagraph gathers the lines of one paragraph, which may be a table.
type textParagraph struct {
	lines []string
	bytes int
	at    spar.Span
	item  bool
	drawn []line     // all lines of it, with the rules between them
	table *textTable // the paragraph was found to be one, and goes on
	cells *cellLines // a table of AsciiDoc is open
}

func (p *textParagraph) add(out *sink, l line) error {
	text := strings.TrimRight(l.text, " \t\f\v\x1a")
	blank := strings.TrimSpace(text) == ""
	switch {
	case p.cells != nil:
		more, err := p.cells.add(l)
		if !more {
			p.cells = nil
		}
		return err
	case p.table != nil && !blank && p.table.goesOn(l):
		return p.table.add(l)
	case p.table != nil:
		if err := p.flush(out); err != nil || blank {
			return err
		}
	case text == cellFence && !l.piece:
		return p.openCells(out, l.at)
	}
	rule := underline.MatchString(text[:min(len(text), 200)])
	if rule && len(p.lines) == 1 && !p.item && underline.MatchString(text) && len(p.lines[0]) <= 200 && len(text) >= len(p.lines[0])/2 && !inColumns(p.lines[0]) {
		level := 2
		if strings.Contains(text, "=") {
			level = 1
		}
		heading := p.lines[0]
		at := p.at
		*p = textParagraph{}
		return out.heading(level, heading, spar.Locator{Bytes: at})
	}
	bullet := !blank && !l.piece && !p.ruled() && bulletLine.MatchString(text[:min(len(text), 80)])
	if blank || bullet || p.full() {
		if err := p.flushTo(out, !blank && !bullet); err != nil {
			return err
		}
		if p.table != nil {
			return p.add(out, l)
		}
	}
	if blank {
		return nil
	}
	if !l.piece && len(text) < maxLine/16 {
		p.drawn = append(p.drawn, line{text: text, at: l.at})
	}
	if rule {
		return nil
	}
	if len(p.lines) == 0 {
		p.item = bullet
	}
	p.lines = append(p.lines, text)
	p.bytes += len(text) + 1
	p.at = p.at.Union(l.at)
	return nil
}

// openCells begins a table of AsciiDoc. The lines right above it are its attributes and its title.
func (p *textParagraph) openCells(out *sink, at spar.Span) error {
	title, columns := "", 0
	for n := len(p.lines); n > 0 && !p.item; n = len(p.lines) {
		last := p.lines[n-1]
		if strings.HasPrefix(last, "[") && strings.HasSuffix(last, "]") {
			columns = declaredColumns(last)
		} else if title == "" && len(last) > 1 && last[0] == '.' && last[1] != '.' && last[1] != ' ' {
			title = last[1:]
		} else {
			break
		}
		p.lines = p.lines[:n-1]
	}
	p.drawn = nil
	if err := p.flush(out); err != nil {
		return err
	}
	p.cells = newCellLines(out, title, columns, at)
	return nil
}

// inColumns reports whether an underlined line is more likely a row of column labels than a heading.
func inColumns(s string) bool { return len(wideFields(columnsOfText(s))) > 2 }

// ruled reports whether a rule of several pieces was drawn in the paragraph: then lines that look like items are rows.
func (p *textParagraph) ruled() bool {
	for _, l := range p.drawn[max(0, len(p.drawn)-3):] {
		if isTextRule(l.text) && len(ruleParts.FindAllString(l.text, 2)) > 1 {
			return true
		}
	}
	return false
}

func (p *textParagraph) full() bool {
	if p.bytes <= softParagraph {
		return false
	}
	last := p.lines[len(p.lines)-1]
	return p.bytes > hardParagraph || strings.ContainsAny(last[max(0, len(last)-1):], ".!?:;>}|") || len(last) < 50
}

var bulletMark = pattern.New(`^\s*[-*•◦▪–]\s+`)

func (p *textParagraph) flush(out *sink) error { return p.flushTo(out, false) }

// flushTo hands on the paragraph; more says that it goes on in the next line, as only tables do.
func (p *textParagraph) flushTo(out *sink, more bool) error {
	switch {
	case p.cells != nil:
		defer func() { p.cells = nil }()
		return p.cells.close()
	case p.table != nil:
		t := p.table
		*p = textParagraph{}
		return t.close()
	case len(p.lines) == 0:
		*p = textParagraph{}
		return nil
	}
	if f, ok := p.form(); ok {
		t := newTextTable(out, f, p.at)
		rest := p.drawn[len(p.drawn)-f.tail:]
		for _, l := range p.drawn[:len(p.drawn)-f.tail] {
			if err := t.add(l); err != nil {
				return err
			}
		}
		*p = textParagraph{}
		if more && f.tail == 0 {
			p.table = t
			return nil
		}
		if err := t.close(); err != nil {
			return err
		}
		for _, l := range rest {
			p.lines, p.at = append(p.lines, l.text), p.at.Union(l.at)
			p.bytes += len(l.text) + 1
		}
		return p.flushTo(out, false)
	}
	text, at, item := strings.Join(p.lines, "\n"), spar.Locator{Bytes: p.at}, p.item
	*p = textParagraph{}
	if item {
		return out.item(bulletMark.ReplaceAllString(text, ""), at)
	}
	return out.paragraph(text, at)
}

// form is that of the table that the paragraph is.
func (p *textParagraph) form() (textForm, bool) {
	if p.item || len(p.drawn) < 3 {
		return textForm{}, false
	}
	lines := make([]string, len(p.drawn))
	for i, l := range p.drawn {
		lines[i] = l.text
	}
	return findTextForm(lines)
}

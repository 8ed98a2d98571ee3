package extract

import (
	"context"
	"regexp"
	"strings"

	"github.com/sparsearch/spar"
)

// detectText is the last resort: anything that passes for text.
func detectText(head []byte, name string) int {
	if !isTextHead(head) {
		return 0
	}
	return 10
}

// Sizes of a plain text's paragraphs: one is ended at the end of a sentence after the first, at any line after the second.
const (
	softParagraph = 2000
	hardParagraph = 8000
)

var (
	bulletLine = regexp.MustCompile(`^\s*(?:[-*•◦▪–]|\(?[0-9]{1,3}[.)]|\(?[a-zA-Z][.)])\s+\S`)
	underline  = regexp.MustCompile(`^\s*(?:={3,}|-{3,}|~{3,}|\*{3,})\s*$`)
)

// extractText reads plain text: paragraphs between blank lines, list items, and headings that are underlined.
func extractText(ctx context.Context, in *Input, out *sink) error {
	cs, err := findCharset(in, "")
	if err != nil {
		return err
	}
	var p textParagraph
	for l, err := range lines(in, cs) {
		if err != nil {
			return err
		}
		if err := p.add(out, l); err != nil {
			return err
		}
	}
	return p.flush(out)
}

// textParagraph gathers the lines of one paragraph.
type textParagraph struct {
	lines []string
	bytes int
	at    spar.Span
	item  bool
}

func (p *textParagraph) add(out *sink, l line) error {
	text := strings.TrimRight(l.text, " \t\f\v\x1a")
	blank := strings.TrimSpace(text) == ""
	if len(p.lines) == 1 && !p.item && underline.MatchString(text) && len(p.lines[0]) <= 200 && len(text) >= len(p.lines[0])/2 {
		level := 2
		if strings.Contains(text, "=") {
			level = 1
		}
		heading := p.lines[0]
		at := p.at
		*p = textParagraph{}
		return out.heading(level, heading, spar.Locator{Bytes: at})
	}
	bullet := !blank && !l.piece && bulletLine.MatchString(text[:min(len(text), 80)])
	if blank || bullet || p.full() {
		if err := p.flush(out); err != nil {
			return err
		}
	}
	if blank || underline.MatchString(text[:min(len(text), 200)]) {
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

func (p *textParagraph) full() bool {
	if p.bytes <= softParagraph {
		return false
	}
	last := p.lines[len(p.lines)-1]
	return p.bytes > hardParagraph || strings.ContainsAny(last[max(0, len(last)-1):], ".!?:;>}|") || len(last) < 50
}

var bulletMark = regexp.MustCompile(`^\s*[-*•◦▪–]\s+`)

func (p *textParagraph) flush(out *sink) error {
	if len(p.lines) == 0 {
		return nil
	}
	text, at, item := strings.Join(p.lines, "\n"), spar.Locator{Bytes: p.at}, p.item
	*p = textParagraph{}
	if item {
		return out.item(bulletMark.ReplaceAllString(text, ""), at)
	}
	return out.paragraph(text, at)
}

package chunk

import (
	"strings"
	"unicode/utf8"

	spar "github.com/sparsearch/spar/internal/spar"
)

// Bounds of the path of headings, which stands in every passage of its section.
const (
	maxHeading = 200 // characters of one heading; a longer one is not a heading but text
	maxDepth   = 8
	maxLone    = 300 // characters of headings without text that join the next path
	separator  = " > "
)

// A path is the headings above the present place.
type path struct {
	levels []level
	lone   []spar.Block // headings left without any text below them, waiting for the next passage
	joined string       // the path as it stands in locators, "" until used
}

type level struct {
	block spar.Block
	used  bool // some passage stands below it
}

// heading opens a section.
func (s *splitter) heading(b spar.Block) {
	text := strings.Join(strings.Fields(b.Text), " ")
	if text == "" {
		return
	}
	if utf8.RuneCountInString(text) > maxHeading {
		b.Kind = spar.Paragraph
		s.text(b)
		return
	}
	b.Text = text
	p := &s.path
	keep := 0
	for keep < len(p.levels) && keep < maxDepth-1 && p.levels[keep].block.Level < b.Level {
		keep++
	}
	p.leave(keep)
	n := 0
	for _, l := range p.lone {
		n += utf8.RuneCountInString(l.Text)
	}
	if n > maxLone {
		s.emitLone()
	}
	p.levels = append(p.levels, level{block: b})
}

// leave closes the sections deeper than keep levels. A heading without text below it waits for the next passage.
func (p *path) leave(keep int) {
	for _, l := range p.levels[keep:] {
		if !l.used {
			p.lone = append(p.lone, l.block)
		}
	}
	p.levels = p.levels[:keep]
	p.joined = ""
}

// use gives the path for a passage below it, which makes its headings findable.
func (p *path) use() string {
	if p.joined != "" && len(p.lone) == 0 {
		return p.joined
	}
	if len(p.levels) == 0 && len(p.lone) == 0 {
		return ""
	}
	var above, lone, own []string
	for i := range p.levels {
		text := p.levels[i].block.Text
		if i < len(p.levels)-1 {
			above = append(above, text)
		} else {
			own = append(own, text)
		}
		p.levels[i].used = true
	}
	for _, l := range p.lone {
		lone = append(lone, l.Text)
	}
	p.joined = strings.Join(append(above, own...), separator)
	if len(lone) == 0 {
		return p.joined
	}
	// Headings that nothing else would make findable stand in one passage only.
	p.lone = nil
	return strings.Join(append(append(above, lone...), own...), separator)
}

// emitLone makes a passage of headings that wait for text and are too many to stand in a path. Called between a
// section and the next, when levels holds what stands above both.
func (s *splitter) emitLone() {
	p := &s.path
	lone := p.lone
	p.lone, p.joined = nil, ""
	var pieces []piece
	for _, l := range lone {
		pieces = append(pieces, piecesOf(l)...)
	}
	s.section.add(s, pieces)
	s.flush()
}

// lone makes a passage of the headings that nothing followed.
func (s *splitter) lone() {
	s.path.leave(0)
	if len(s.path.lone) > 0 {
		s.emitLone()
	}
}

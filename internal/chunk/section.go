package chunk

import (
	"strings"
	"unicode"
	"unicode/utf8"

	spar "github.com/sparsearch/spar/internal/spar"
)

// A piece is a sentence, or a part of a sentence that is longer than a passage may be.
type piece struct {
	text string // without space around it
	n    int    // its characters
	sep  string // what joins it to the piece before it: "\n" at the begin of a block
	at   spar.Locator
	part spar.BlockKind // ListItem or CodeBlock of a piece of such a block; "" of another
	on   bool           // it goes on with the block of the piece before it
}

// standsAlone is the characters from which on a paragraph shares no passage with others: it says enough for a vector to be
// about, and what stands beside it may be about something else.
const standsAlone = 150

// size is the characters of the pieces of one block.
func size(pieces []piece) int {
	n := len(pieces) - 1
	for _, p := range pieces {
		n += p.n
	}
	return n
}

// A section fills one passage after the other from the text of one section.
type section struct {
	sheet  string
	page   int
	kind   spar.PassageKind // of its passages; "" is text
	pieces []piece
	n      int // characters of pieces, joined
	fresh  int // pieces that are not overlap
}

// add appends the pieces of one block. A block that does not fit into the rest of a passage, but into one of its own, begins a new one; a
// longer block is cut between its sentences.
func (c *section) add(s *splitter, pieces []piece) {
	n := size(pieces)
	if n <= s.o.Size && c.n > 0 && c.n+1+n > s.o.Size {
		c.next(s, n)
	}
	for _, p := range pieces {
		for rest := (piece{}); p.n > 0; p = rest {
			p, rest = cut(p, s.o.Size)
			if c.n > 0 && c.n+1+p.n > s.o.Size {
				c.next(s, p.n)
			}
			c.push(p)
			c.fresh++
		}
	}
}

func (c *section) push(p piece) {
	if c.n > 0 {
		c.n++
	}
	c.n += p.n
	c.pieces = append(c.pieces, p)
}

// next ends the passage and begins another with the last sentences of the old one, as far as Overlap and the need of
// what comes allow.
func (c *section) next(s *splitter, need int) {
	c.emit(s)
	from, n := len(c.pieces), 0
	for from > 1 {
		m := n + c.pieces[from-1].n + 1
		if m > s.o.Overlap || m+need > s.o.Size {
			break
		}
		from, n = from-1, m
	}
	tail := append([]piece(nil), c.pieces[from:]...)
	*c = section{sheet: c.sheet, page: c.page, kind: c.kind}
	for _, p := range tail {
		c.push(p)
	}
}

// emit makes a passage of the pieces, if there is any besides overlap.
func (c *section) emit(s *splitter) {
	if c.fresh == 0 {
		return
	}
	var b strings.Builder
	var parts []spar.Part
	for i, p := range c.pieces {
		if i > 0 {
			b.WriteString(p.sep)
		}
		if n := len(parts); p.part != "" && (!p.on || i == 0 || n == 0) {
			parts = append(parts, spar.Part{Kind: p.part, Start: b.Len(), End: b.Len() + len(p.text)})
		} else if p.part != "" {
			parts[n-1].End = b.Len() + len(p.text)
		}
		b.WriteString(p.text)
	}
	kind := c.kind
	if kind == "" {
		kind = spar.TextPassage
	}
	s.emit(kind, b.String(), cover(c.pieces), parts...)
}

// cover is the place of the first piece, with the span over all pieces if every piece has one.
func cover(pieces []piece) spar.Locator {
	at := pieces[0].at
	for _, p := range pieces[1:] {
		if p.at.Bytes == (spar.Span{}) || at.Bytes == (spar.Span{}) {
			at.Bytes = spar.Span{}
			break
		}
		at.Bytes.Start = min(at.Bytes.Start, p.at.Bytes.Start)
		at.Bytes.End = max(at.Bytes.End, p.at.Bytes.End)
	}
	return at
}

// piecesOf cuts the text of a block into sentences; code into lines.
func piecesOf(b spar.Block) []piece {
	part := partOf(b)
	if part == spar.CodeBlock {
		if bare := dedented(b.Text); bare != b.Text {
			b.Text = bare
		}
	}
	exact := b.Locator.Bytes.End-b.Locator.Bytes.Start == int64(len(b.Text))
	sep := "\n"
	var pieces []piece
	start := 0
	add := func(text string) {
		trimmed := strings.TrimSpace(text)
		if trimmed != "" {
			if b.Kind == spar.Source || part == spar.CodeBlock {
				trimmed = strings.TrimRight(text, " \t\r\n") // its indentation says what belongs to what
			}
			p := piece{text: trimmed, n: utf8.RuneCountInString(trimmed), sep: sep, at: b.Locator, part: part, on: len(pieces) > 0}
			if exact {
				// The text is the raw bytes: a sentence's place is known, not only its block's.
				p.at.Bytes.Start += int64(start + strings.Index(text, trimmed))
				p.at.Bytes.End = p.at.Bytes.Start + int64(len(trimmed))
			}
			pieces = append(pieces, p)
			if !inLines(b.Kind) {
				sep = " "
				if ended := text[len(strings.TrimRightFunc(text, unicode.IsSpace)):]; strings.Contains(ended, "\n") && !strings.ContainsAny(trimmed[len(trimmed)-1:], ".!?:;,") {
					sep = "\n" // a line of a form or of an address does not go on in the next
				}
			}
		}
		start += len(text)
	}
	if inLines(b.Kind) {
		for line := range strings.Lines(b.Text) {
			add(line)
		}
		return pieces
	}
	for sentence := range Sentences(b.Text) {
		add(sentence)
	}
	return pieces
}

// cut takes from a piece at most size characters, at a line or word border where there is one in the second half.
func cut(p piece, size int) (head, rest piece) {
	if p.n <= size {
		return p, piece{}
	}
	end, n := 0, 0 // of the characters that fit
	for i := range p.text {
		if n == size {
			end = i
			break
		}
		n++
	}
	at := end
	if i := strings.LastIndexByte(p.text[:end], '\n'); i > end/2 {
		at = i
	} else if i := strings.LastIndexFunc(p.text[:end], unicode.IsSpace); i > end/2 {
		at = i
	}
	left := strings.TrimRightFunc(p.text[:at], unicode.IsSpace)
	right := strings.TrimLeftFunc(p.text[at:], unicode.IsSpace)
	exact := p.at.Bytes.End-p.at.Bytes.Start == int64(len(p.text))
	head, rest = p, p
	head.text, head.n = left, utf8.RuneCountInString(left)
	rest.text, rest.sep, rest.on = right, " ", true
	rest.n = p.n - utf8.RuneCountInString(p.text[:len(p.text)-len(right)]) // not counted anew: a line may be 60 MB
	if exact {
		head.at.Bytes.End = head.at.Bytes.Start + int64(len(left))
		rest.at.Bytes.Start = rest.at.Bytes.End - int64(len(right))
	}
	return head, rest
}

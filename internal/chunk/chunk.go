// Package chunk makes passages of a document's blocks, and terms of a text. It stands between extract and store: what it
// makes is the same wherever and whenever it runs, and everything that shapes it is named in [Options.Recipe].
package chunk

import (
	"fmt"
	"iter"
	"strings"

	spar "github.com/sparsearch/spar/internal/spar"
)

// version counts the changes of what Split and Terms make of the same input.
const version = 13

// The sizes that 0 stands for in Options.
const (
	DefaultSize       = 450
	DefaultOverlap    = 120
	DefaultSmallTable = 3000
)

// Options shape passages. All sizes are in characters; 0 stands for the default.
type Options struct {
	Size       int // of a passage at most
	Overlap    int // text that neighbours in one section share at most, whole sentences only; negative: none
	SmallTable int // a table up to this size is also kept whole; negative: never
}

// filled puts the defaults in.
func (o Options) filled() Options {
	if o.Size <= 0 {
		o.Size = DefaultSize
	}
	if o.Overlap == 0 {
		o.Overlap = DefaultOverlap
	}
	if o.SmallTable == 0 {
		o.SmallTable = DefaultSmallTable
	}
	// A passage that is mostly overlap would multiply the text.
	o.Overlap = max(0, min(o.Overlap, o.Size/2))
	o.SmallTable = max(0, o.SmallTable)
	return o
}

// Recipe names everything that shapes passages and terms: texts chunked under the same recipe are the same.
func (o Options) Recipe() string {
	o = o.filled()
	return fmt.Sprintf("chunk/%d size=%d overlap=%d table=%d", version, o.Size, o.Overlap, o.SmallTable)
}

// Split makes passages of the blocks of one document, in reading order; tables of contents are left out. Short paragraphs and
// list items of one section and page are joined up to Size, a longer paragraph is a passage of its own, and what is longer than
// Size is cut between sentences. Each table row is a passage with its headers; a small table is also kept whole, and a larger one
// has a card that says what it holds. Every passage carries the path of headings above it, the place of its first text, and its
// language.
//
// It holds only the passages: of the blocks never more than one section's text up to Size and one block.
func Split(blocks iter.Seq[spar.Block], o Options) []spar.Passage {
	s := splitter{o: o.filled(), whole: -1, headers: maxHeaderText}
	for b := range Contents(blocks) {
		s.block(b)
	}
	s.finish()
	setLanguages(s.out)
	return s.out
}

// A splitter is the state of one Split.
type splitter struct {
	o   Options
	out []spar.Passage

	path    path
	section section
	source  section // of a program: its lines stand in passages of their own, beside what is said of them
	whole   int     // index in out of the last table's whole text, -1 if none; a continuation takes it back
	card    *card   // of the table that may go on
	stub    stub    // its rows so far
	fields  []field // of the last row, whose room is used again
	headers int     // characters of column labels that may still be repeated in rows
	beside  bool    // the section that is being filled stands beside the text
}

func (s *splitter) block(b spar.Block) {
	whole := s.whole
	s.whole = -1
	if b.Table == nil || !b.Table.Continued {
		s.endTable()
	}
	if beside := b.Kind.Beside(); beside != s.beside {
		s.flush()
		s.beside = beside
	}
	switch {
	case b.Kind == spar.Contents: // the headings themselves are there
	case b.Kind == spar.Reference:
		s.flush()
		for _, p := range piecesOf(spar.Block{Kind: spar.CodeBlock, Text: strings.Join(strings.Fields(b.Text), " "), Locator: spar.Locator{Page: b.Locator.Page, Bytes: b.Locator.Bytes}}) {
			for rest := (piece{}); p.n > 0; p = rest {
				p, rest = cut(p, s.o.Size)
				s.emit(spar.ReferencePassage, p.text, b.Locator)
			}
		}
	case b.Kind == spar.Heading:
		s.flush()
		s.flushSource()
		s.heading(b)
	case b.Kind == spar.TableKind || b.Table != nil:
		s.flush()
		if b.Table != nil {
			if b.Table.Continued && whole >= 0 {
				s.out = append(s.out[:whole], s.out[whole+1:]...)
				s.card.small = false
			}
			s.table(b)
		}
	case b.Kind == spar.Source:
		s.source.kind = spar.SourcePassage
		s.source.add(s, piecesOf(b))
	default:
		s.text(b)
	}
}

// text adds a paragraph, list item or code block to the section.
func (s *splitter) text(b spar.Block) {
	pieces := piecesOf(b)
	if len(pieces) == 0 {
		return
	}
	lone := b.Kind == spar.Paragraph && size(pieces) >= standsAlone
	if lone || s.section.sheet != b.Locator.Sheet || s.section.page != b.Locator.Page {
		s.flush() // a passage lies on one page, so that its place is that of all of its words
		s.section.sheet, s.section.page = b.Locator.Sheet, b.Locator.Page
	}
	s.section.add(s, pieces)
	if lone {
		s.flush()
	}
}

// flush ends the passage that is being filled, without overlap to what follows.
func (s *splitter) flush() {
	s.section.emit(s)
	s.section = section{}
}

// flushSource ends the passage of a program's lines that is being filled, under the present path of headings.
func (s *splitter) flushSource() {
	s.source.emit(s)
	s.source = section{}
}

// emit appends a passage under the present path of headings.
func (s *splitter) emit(kind spar.PassageKind, text string, at spar.Locator, parts ...spar.Part) {
	at.Heading = s.path.use()
	s.out = append(s.out, spar.Passage{Kind: kind, Text: text, Locator: at, Parts: parts})
}

func (s *splitter) finish() {
	s.endTable()
	s.flush()
	s.flushSource()
	s.lone()
}

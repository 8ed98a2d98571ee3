// Package layout makes blocks of the pages of a PDF: headings, paragraphs, list items, tables. A PDF knows only characters, their places
// and their fonts. The package stands between package pdfium, which gives the pages, and package extract, which hands the blocks on.
//
// On the way, characters become segments (pieces of a line without a wide gap), segments become table cells or lines,
// and lines become blocks. PDFium's reading order is kept throughout; geometry decides where things end. What is a
// heading, a running header or the body's size is decided by looking at the whole document, so blocks are known only
// after the last page.
package layout

import (
	"iter"

	"github.com/sparsearch/spar/internal/extract/pdfium"
	"github.com/sparsearch/spar/internal/spar"
)

// A Block is one piece of a document. A table has rows instead of Text; Head are the rows set apart as its header.
type Block struct {
	Kind  spar.BlockKind
	Level int // of a heading, from 1
	Text  string
	Page  int // 1-based: where it begins
	Head  []Row
	Rows  []Row
}

// A Row is a row of a table. Its number counts all rows of the table from 1, the header included.
type Row struct {
	Cells  []string
	Page   int
	Number int
}

// A Builder takes the pages of a document in order. The zero Builder is ready.
type Builder struct {
	Known func(word string) bool // whether an English word is common, for hyphens at the ends of lines; nil is not known

	parts []part
	last  *table // of the page before, below all of its other tables
	pages int
	text  int

	outline map[int]map[string]int // page: keys of the titles that the outline has there, with their levels
}

// A part is a line or a table, in reading order.
type part struct {
	line  *line
	table *table
}

// page is where the part stands.
func (p part) page() int {
	if p.table != nil {
		return p.table.page
	}
	return p.line.page
}

// Add takes a page; number is 1-based.
func (b *Builder) Add(number int, p *pdfium.Page) {
	b.pages = max(b.pages, number)
	var lone []string
	for i, f := range frames(p) {
		segs := segments(f.chars, p.Runs)
		if i == 0 && len(f.fields) > 0 {
			segs, lone = withFields(segs, f.fields)
		}
		for _, s := range segs {
			b.text += len(s.text)
		}
		var tables []*table
		if i == 0 && !f.down { // text along another direction is a label or a watermark
			var prose [][]*segment
			tables, prose = findTables(segs, f.rules)
			segs = inColumns(segs, prose)
		}
		for _, t := range tables {
			t.page = number
		}
		if i == 0 {
			b.follow(tables, number)
		}
		parts := arrange(segs, tables, number)
		for _, part := range parts {
			if part.line != nil {
				part.line.aside = i > 0
			}
		}
		b.parts = append(b.parts, parts...)
	}
	for _, field := range append(lone, p.Fields...) {
		b.parts = append(b.parts, part{line: &line{page: number, text: field, field: true}})
	}
}

// follow finds the columns of a table that goes on from the page before, together with that part of it. The builder keeps the parts of a
// page's tables until it has seen the next page.
func (b *Builder) follow(tables []*table, number int) {
	var first, last *table
	for _, t := range tables {
		if first == nil || t.y1 > first.y1 {
			first = t
		}
		if last == nil || t.y0 < last.y0 {
			last = t
		}
	}
	if b.last != nil && first != nil && b.last.page == number-1 {
		shareColumns(b.last, first)
	}
	if b.last != nil {
		b.last.region = nil
	}
	for _, t := range tables {
		if t != last {
			t.region = nil
		}
	}
	b.last = last
}

// Text is how many bytes of text came so far.
func (b *Builder) Text() int { return b.text }

// Blocks gives the blocks in reading order. It may be called once, after the last page.
func (b *Builder) Blocks() iter.Seq[Block] {
	b.parts = dropRunning(b.parts, b.pages)
	b.parts = joinTables(b.parts)
	nameHeadings(b.parts, b.outline)
	c := composer{joiner: joiner{vocabulary(b.parts), b.Known}, body: bodyStyle(b.parts)}
	blocks := c.compose(b.parts)
	rankHeadings(blocks)
	return func(yield func(Block) bool) {
		for i := range blocks {
			if !yield(blocks[i].Block) {
				return
			}
		}
	}
}

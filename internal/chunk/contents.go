package chunk

import (
	"iter"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

const (
	maxHeldText = 4 << 20 // bytes of blocks that a list and the titles it lists must lie within
	maxEntry    = 200     // bytes of an entry at most, as of a heading
	minEntries  = 3       // of a list of contents
	maxPlaces   = 8       // of one title that are remembered
)

// Contents gives the blocks in their order, and gives those the kind spar.Contents that only list what stands elsewhere in the
// document: a table of contents, the list of questions at the top of an FAQ, an index. It finds them by structure, and a list
// that might say something of its own stays as it is: its lines repeat headings, or lines that open a text, and are numbered as
// these are, are questions as these are, or stand under a title such as "Contents" or at the head of the document; or they have
// leaders and pages in ascending order.
//
// It holds blocks of at most 4 MB. In a longer document a list finds what stands in its part of that size, and in the parts before it.
func Contents(blocks iter.Seq[spar.Block]) iter.Seq[spar.Block] {
	return func(yield func(spar.Block) bool) {
		m := listMarker{places: map[string][]place{}}
		var held []spar.Block
		size := 0
		release := func() bool {
			m.mark(held)
			for _, b := range held {
				if !yield(b) {
					return false
				}
			}
			m.before += len(held)
			held, size = held[:0], 0
			return true
		}
		for b := range blocks {
			held = append(held, b)
			if size += heldSize(b); size >= maxHeldText && !release() {
				return
			}
		}
		release()
	}
}

// heldSize is about what a block takes.
func heldSize(b spar.Block) int {
	n := len(b.Text) + 100
	if b.Table != nil {
		for _, row := range b.Table.Rows {
			for _, cell := range row.Cells {
				n += len(cell) + 16
			}
		}
	}
	return n
}

// A listMarker finds lists of contents in the blocks of a document.
type listMarker struct {
	before  int // blocks of earlier parts
	places  map[string][]place
	outline []place // the headings
	titled  int     // headings so far; one that repeats the one before is none
	last    string
}

// A place is where a title stands above its text.
type place struct {
	at      int // number of the block in the document
	number  string
	heading bool
	level   int
}

var (
	// sectionNumber is the number before a title, with a word such as "Chapter" before it.
	sectionNumber = pattern.New(`^(?:\pL{1,10}\.? )?(\d{1,3}(?:\.\d{1,3})*|[A-Z](?:\.\d{1,3})+)(?:[.):]+\s*|\s+)`)
	// bullet is what lists and questions of an FAQ begin with.
	bullet = pattern.New(`^(?:[-*+•·o] |Q[:.)] ?)\s*`)
	// leaderPage is a row of dots that leads to a page.
	leaderPage = pattern.New(`\s*(?:…|\.{3,}|(?:\s\.){3,}|(?:·\s?){3,}|_{4,})[\s.…]*(\d{1,4}|[ivxlcdm]{1,9})(?:, ?\d{1,4})*(?:\s+|$)`)
	// pagesBehind are the pages of a term in an index.
	pagesBehind = pattern.New(`^[^.!?]{2,80}?,? (?:\d{1,4}(?:[-–]\d{1,4})?, ?)*\d{1,4}(?:[-–]\d{1,4})?$`)
)

// mark changes the kind of the blocks that are lists of contents.
func (m *listMarker) mark(blocks []spar.Block) {
	early := make([]bool, len(blocks))
	for i, b := range blocks {
		early[i] = m.titled < 2
		m.learn(blocks, i)
		if b.Kind == spar.Heading {
			if t := foldTitle(b.Text); t != m.last && !listTitles[t] {
				m.titled, m.last = m.titled+1, t
			}
		}
	}
	for i := 0; i < len(blocks); {
		if blocks[i].Kind == spar.Contents {
			if i > 0 && blocks[i-1].Kind != spar.Contents && blocks[i-1].Table == nil && listTitles[foldTitle(blocks[i-1].Text)] {
				blocks[i-1].Kind, blocks[i-1].Level = spar.Contents, 0
			}
			i++
			continue
		}
		r := m.run(blocks, i)
		if r.end == i {
			i++
			continue
		}
		if r.early = early[i]; r.lists(m) {
			for j := i; j < r.end; j++ {
				blocks[j] = spar.Block{Kind: spar.Contents, Text: listed(blocks[j]), Locator: blocks[j].Locator}
			}
			if r.above >= 0 && (blocks[r.above].Kind != spar.Heading || r.end == len(blocks) || blocks[r.end].Kind == spar.Heading) {
				blocks[r.above].Kind, blocks[r.above].Level = spar.Contents, 0
			}
		}
		i = r.end
	}
}

// listed is the text of a block; that of a table has a row a line.
func listed(b spar.Block) string {
	if b.Table == nil {
		return b.Text
	}
	var lines []string
	for _, row := range b.Table.Rows {
		lines = append(lines, strings.Join(strings.Fields(strings.Join(row.Cells, " ")), " "))
	}
	return strings.Join(append(strings.Fields(strings.Join(b.Table.Header, " ")), lines...), "\n")
}

// learn remembers the titles that a block may be: a heading, or what opens a text.
func (m *listMarker) learn(blocks []spar.Block, i int) {
	b := blocks[i]
	text := b.Text
	if b.Table != nil || text == "" {
		return
	}
	add := func(line string) {
		if len(line) > maxEntry {
			return
		}
		if e := titleOf(line); e.says() && len(m.places[e.title]) < maxPlaces {
			m.places[e.title] = append(m.places[e.title], place{m.before + i, e.number, b.Kind == spar.Heading, b.Level})
		}
	}
	switch b.Kind {
	case spar.Heading:
		add(text)
		m.outline = append(m.outline, place{at: m.before + i, level: b.Level})
	case spar.Paragraph, spar.ListItem, spar.CodeBlock, spar.Setting:
		rest := text
		for range 3 { // a title may go on in the next line
			line, more, found := strings.Cut(rest, "\n")
			if !found {
				break
			}
			add(text[:len(text)-len(rest)+len(line)])
			rest = more
		}
		if end := strings.IndexByte(text, '?'); end > 0 && end+1 < len(text) && len(text)-end > 40 {
			add(text[:end+1])
		}
		if opens(blocks, i) {
			add(text)
		}
	}
}

// opens reports whether a text of its own follows a short block.
func opens(blocks []spar.Block, i int) bool {
	if len(blocks[i].Text) > maxEntry || i+1 == len(blocks) {
		return false
	}
	next := blocks[i+1]
	return next.Kind == spar.CodeBlock || next.Kind == spar.Setting ||
		next.Kind == spar.Paragraph && len(next.Text) > 60 && strings.ContainsAny(next.Text[len(next.Text)-1:], ".:!?)") && !leads(next.Text)
}

package extract

import (
	"context"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// detectOLE recognises nothing: only oleKind can tell apart formats within compound files, not the beginning of a file.
func detectOLE([]byte, string) int { return 0 }

// docHeader is the header of a Word document, as far as it matters (MS-DOC, 2.5; Word 6 and 95 have the same fields elsewhere).
type docHeader struct {
	word8     bool // Word 97 to 2003, otherwise 6 or 95
	lid       int  // language
	fcMin     int64
	fcMac     int64
	lens      [8]int64 // characters of each part of the text, in the order of docParts
	styles    docPlace
	chpx      docPlace
	papx      docPlace
	fonts     docPlace
	clx       docPlace
	lists     docPlace // of Word 8
	instances docPlace // of those
}

// docPlace is n bytes from at of the table stream, in Word 6 and 95 of the main one.
type docPlace struct{ at, n int64 }

// The parts of the text, as they follow each other.
const (
	docMain = iota
	docFootnotes
	docHeaders
	docMacros
	docComments
	docEndnotes
	docBoxes
	docHeaderBoxes
)

// readDocHeader reads the header and says what cannot be read.
func readDocHeader(main *stream) (h docHeader, table string, err error) {
	b := main.bytes(0, 0x600)
	flags := u16(b, 0x0A)
	ident, version := u16(b, 0), u16(b, 2)
	switch {
	case len(b) < 0x180:
		return h, "", refuse(ErrCorrupt, "its Word document is cut off within its header")
	case ident != 0xA5EC && ident != 0xA5DC && ident != 0xA698 && ident != 0xA699:
		return h, "", refuse(ErrCorrupt, "its Word document does not begin as one")
	case flags&0x0100 != 0:
		return h, "", refuse(ErrEncrypted, "it is a Word document that needs a password; save a copy without one to make it searchable")
	case version < 101:
		return h, "", refuse(ErrUnsupported, "it was written by a Word older than 6; save it as DOCX, PDF or text to have it read")
	}
	h = docHeader{word8: version >= 106 && ident != 0xA5DC, lid: u16(b, 6), fcMin: u32(b, 0x18), fcMac: u32(b, 0x1C)}
	place := func(at int) docPlace { return docPlace{u32(b, at), u32(b, at+4)} }
	lens := 0x34
	if h.word8 {
		h.styles, h.chpx, h.papx, h.fonts, h.clx = place(0xA2), place(0xFA), place(0x102), place(0x112), place(0x1A2)
		h.lists, h.instances = place(0x2E2), place(0x2EA)
		lens, table = 0x4C, "0Table"
		if flags&0x0200 != 0 {
			table = "1Table"
		}
	} else {
		h.styles, h.chpx, h.papx, h.fonts, h.clx = place(0x60), place(0xB8), place(0xC0), place(0xD0), place(0x160)
	}
	for i := range h.lens {
		if n := u32(b, lens+4*i); n < 1<<31 {
			h.lens[i] = n
		}
	}
	return h, table, nil
}

// docReader reads the text of a Word document.
type docReader struct {
	ctx    context.Context
	out    *sink
	h      docHeader
	main   *stream
	table  *stream
	pieces []docPiece
	chars  *docRuns
	paras  *docRuns
	styles []docStyle
	fonts  []charset
	lists  docLists
	text   charset // of 8-bit text whose font says nothing
	budget int64   // bytes of text still to be read
}

// extractDOC reads a document of Word 6 to 2003: the body, then footnotes, endnotes and text boxes, then headers and
// footers, each text of those once, then comments. What was deleted under revision control, hidden text and the codes of
// fields are left out.
func extractDOC(ctx context.Context, in *Input, out *sink) error {
	c, err := openCompound(in)
	if err != nil {
		return err
	}
	main := c.open(0, "WordDocument")
	if main == nil {
		return refuse(ErrCorrupt, "its Word document cannot be found in the compound file")
	}
	h, name, err := readDocHeader(main)
	if err != nil {
		return err
	}
	if err := oleProperties(c, out); err != nil {
		return err
	}
	if err := out.told(); err != nil {
		return err
	}
	d := &docReader{ctx: ctx, out: out, h: h, main: main, table: main, budget: 4*main.size + 1<<10}
	if h.word8 {
		if d.table = c.open(0, name); d.table == nil {
			return refuse(ErrCorrupt, "the stream %q with its structure is missing", name)
		}
	}
	d.readFonts()
	d.readStyles()
	d.readLists()
	d.chars = newDocRuns(d, h.chpx, false)
	d.paras = newDocRuns(d, h.papx, true)
	if err := d.readPieces(); err != nil {
		return err
	}
	return d.read()
}

// read hands on the parts of the text.
func (d *docReader) read() error {
	var starts [len(docHeader{}.lens) + 1]int64
	for i, n := range d.h.lens {
		starts[i+1] = starts[i] + n
	}
	end := d.pieces[len(d.pieces)-1].end
	if d.h.lens[docMain] == 0 {
		starts = [len(starts)]int64{1: end, 2: end, 3: end, 4: end, 5: end, 6: end, 7: end, 8: end}
	}
	for _, part := range []struct {
		n    int
		kind spar.BlockKind
	}{{docMain, ""}, {docFootnotes, spar.Note}, {docEndnotes, spar.Note}, {docBoxes, spar.Aside}} {
		if err := d.part(starts[part.n], starts[part.n+1], part.kind, d.out); err != nil {
			return err
		}
	}
	lines := d.out.running()
	defer lines.done()
	for _, part := range []int{docHeaders, docHeaderBoxes} {
		if err := d.part(starts[part], starts[part+1], spar.RunningHeader, &lines.sink); err != nil {
			return err
		}
	}
	if err := d.part(starts[docComments], starts[docComments+1], spar.Comment, &lines.sink); err != nil {
		return err
	}
	if starts[docFootnotes] > end {
		return refuse(ErrCorrupt, "it ends after %d of %d characters", end, starts[docFootnotes])
	}
	return nil
}

// part reads the characters from start to end, whose paragraphs are of a kind, or "" for the body.
func (d *docReader) part(start, end int64, kind spar.BlockKind, out *sink) error {
	w := &docWriter{d: d, out: out, kind: kind}
	for _, p := range d.pieces {
		from, to := max(start, p.start), min(end, p.end)
		if from >= to {
			continue
		}
		if err := d.piece(p, from, to, w); err != nil {
			return err
		}
	}
	return w.close()
}

// docChunk is how many bytes of text are decoded at once.
const docChunk = 64 << 10

// piece reads a part of a piece: runs of characters of one make, cut at control characters.
func (d *docReader) piece(p docPiece, from, to int64, w *docWriter) error {
	unit := int64(1)
	if p.wide {
		unit = 2
	}
	at, end := p.at+(from-p.start)*unit, p.at+(to-p.start)*unit
	for at < end {
		if err := d.ctx.Err(); err != nil {
			return err
		}
		run, runEnd := d.chars.find(at)
		stop := min(end, max(runEnd, at+unit), at+docChunk)
		stop = at + (stop-at+unit-1)/unit*unit
		b := d.main.bytes(at, stop-at)
		if d.budget -= int64(len(b)) + 8; len(b) == 0 || d.budget < 0 {
			return refuse(ErrCorrupt, "its list of pieces points beyond its text")
		}
		look := d.look(run)
		cs := utf16Charset(false, 0)
		if !p.wide {
			cs = d.charset(look, at)
		}
		begin := 0
		for i := 0; i+int(unit) <= len(b); i += int(unit) {
			c := rune(b[i])
			if p.wide {
				c = rune(u16(b, i))
			}
			if c >= ' ' {
				continue
			}
			w.write(cs.decode(b[begin:i]), look.hidden)
			if err := w.control(c, at+int64(i), look); err != nil {
				return err
			}
			begin = i + int(unit)
		}
		if begin < len(b) {
			w.write(cs.decode(b[begin:]), look.hidden)
		}
		at = stop
	}
	return nil
}

// charset gives the code page of 8-bit text: in Word 8 always that of Western Windows, before it that of the font.
func (d *docReader) charset(look docLook, at int64) charset {
	if d.h.word8 {
		return codePage(1252)
	}
	font := look.font
	if font < 0 {
		if p, _ := d.paras.find(at); len(p) >= 1 {
			if style := d.style(int(p[0])); style != nil {
				font = style.font
			}
		}
	}
	if font >= 0 && font < len(d.fonts) && d.fonts[font].name != "" {
		return d.fonts[font]
	}
	return d.text
}

// docLook is the formatting of characters, as far as it matters.
type docLook struct {
	hidden bool
	symbol bool // a character that stands for something else
	font   int  // -1 for that of the style
}

// look reads the formatting of a run of characters.
func (d *docReader) look(grpprl []byte) docLook {
	l := docLook{font: -1}
	d.sprms(grpprl, func(op int, arg []byte) {
		on := len(arg) > 0 && arg[0] == 1
		switch {
		case d.h.word8 && (op == 0x083C || op == 0x0800), !d.h.word8 && (op == 92 || op == 65):
			l.hidden = l.hidden || on
		case d.h.word8 && op == 0x0855, !d.h.word8 && op == 117:
			l.symbol = on
		case !d.h.word8 && op == 93:
			l.font = u16(arg, 0)
		}
	})
	return l
}

// docWriter makes paragraphs and tables of the characters.
type docWriter struct {
	d      *docReader
	out    *sink
	kind   spar.BlockKind // of the paragraphs of a part beside the body; headers and footers are one part
	text   strings.Builder
	fields []bool // of each open field: its result has begun
	codes  int    // open fields whose result has not begun
	grid   *grid
	cells  []cell
	inCell strings.Builder
}

func (w *docWriter) write(text string, hidden bool) {
	if !hidden && w.codes == 0 {
		w.text.WriteString(text)
	}
}

// control takes a character below the space; at is its place.
func (w *docWriter) control(c rune, at int64, look docLook) error {
	switch c {
	case 0x13:
		if len(w.fields) < w.out.limits.Depth {
			w.fields = append(w.fields, false)
			w.codes++
		}
	case 0x14:
		if k := len(w.fields) - 1; k >= 0 && !w.fields[k] {
			w.fields[k] = true
			w.codes--
		}
	case 0x15:
		if k := len(w.fields) - 1; k >= 0 {
			if !w.fields[k] {
				w.codes--
			}
			w.fields = w.fields[:k]
		}
	case '\t', 0x0B, 0x0E:
		w.write(map[rune]string{'\t': "\t", 0x0B: "\n", 0x0E: "\n"}[c], look.hidden)
	case 0x1E:
		w.write("-", look.hidden)
	case 0x0D, 0x0C, 0x07:
		return w.paragraphEnd(c, at)
	}
	return nil
}

// paragraphEnd ends a paragraph, cell or row, whichever its formatting says.
func (w *docWriter) paragraphEnd(mark rune, at int64) error {
	text := w.text.String()
	w.text.Reset()
	p := w.d.para(at)
	if w.codes > 0 && mark != 0x07 { // a field whose code spans paragraphs is broken, or a table of contents
		w.codes, w.fields = 0, w.fields[:0]
	}
	label := ""
	if p.item && !p.rowEnd {
		label = w.d.lists.next(p.list, p.depth)
	}
	switch {
	case strings.TrimSpace(text) != "":
		text = labelled(label, text)
	case p.inTable: // a cell may hold nothing but its number
		text = label
	}
	switch {
	case w.kind == spar.RunningHeader && p.rowEnd:
		return nil // there tables only put lines beside each other
	case w.kind == spar.RunningHeader:
		return w.out.block(spar.Block{Kind: w.kind, Text: squeezeLines(text)})
	case p.rowEnd && w.grid != nil:
		return w.rowEnd(p)
	case p.rowEnd:
		return nil
	case p.inTable || mark == 0x07:
		return w.cellText(text, mark)
	}
	if err := w.tableEnd(); err != nil {
		return err
	}
	switch {
	case p.contents:
		return w.out.block(spar.Block{Kind: spar.Contents, Text: squeezeLines(text)})
	case w.kind != "":
		return w.out.block(spar.Block{Kind: w.kind, Text: squeezeLines(text)})
	case p.level > 0:
		return w.out.heading(p.level, squeeze(text), spar.Locator{})
	case p.item:
		return w.out.item(squeezeLines(text), spar.Locator{})
	}
	return w.out.paragraph(squeezeLines(text), spar.Locator{})
}

// close ends the open block and table.
func (w *docWriter) close() error {
	kind := spar.Paragraph
	if w.kind != "" {
		kind = w.kind
	}
	if err := w.out.block(spar.Block{Kind: kind, Text: squeezeLines(w.text.String())}); err != nil {
		return err
	}
	return w.tableEnd()
}

// cellText adds a paragraph to the open cell, and ends the cell at its mark.
func (w *docWriter) cellText(text string, mark rune) error {
	if w.grid == nil {
		w.grid = &grid{out: w.out, guess: true}
	}
	if w.inCell.Len() > 0 {
		w.inCell.WriteByte('\n')
	}
	w.inCell.WriteString(text)
	if mark != 0x07 {
		return nil
	}
	if len(w.cells) < w.out.limits.Columns {
		w.cells = append(w.cells, cell{text: squeeze(w.inCell.String())})
	}
	w.inCell.Reset()
	return nil
}

// rowEnd hands on a row with the merged cells that its formatting tells of.
func (w *docWriter) rowEnd(p docPara) error {
	cells := w.cells
	w.cells = nil
	if len(cells) == 0 {
		return nil
	}
	row := cells[:0:0]
	for i, c := range cells {
		if i < len(p.cells) {
			if p.cells[i]&0x0002 != 0 && len(row) > 0 && c.text == "" { // goes on from the left
				row[len(row)-1].cols = max(1, row[len(row)-1].cols) + 1
				continue
			}
			c.above = p.cells[i]&0x0060 == 0x0020 && c.text == ""
		}
		c.header = p.header
		row = append(row, c)
	}
	return w.grid.add(row, spar.Locator{})
}

// tableEnd ends the open table; cells without the end of a row are a row.
func (w *docWriter) tableEnd() error {
	if w.grid == nil {
		return nil
	}
	if w.inCell.Len() > 0 {
		w.cells = append(w.cells, cell{text: squeeze(w.inCell.String())})
		w.inCell.Reset()
	}
	if err := w.rowEnd(docPara{}); err != nil {
		return err
	}
	g := w.grid
	w.grid = nil
	return g.close()
}

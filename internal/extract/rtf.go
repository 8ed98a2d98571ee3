package extract

import (
	"bufio"
	"bytes"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/sparsearch/spar/internal/spar"
)

// maxRTFDepth is how deeply groups may nest.
const maxRTFDepth = 10_000

// detectRTF knows the file by its first characters, white space before them left out.
func detectRTF(head []byte, name string) int {
	if bytes.HasPrefix(bytes.TrimLeft(head[:min(len(head), 64)], "\ufeff \t\r\n"), []byte(`{\rtf`)) {
		return 90
	}
	return 0
}

// readRTF reads a stream of Rich Text Format (version 1.9.1): text in the code page of its font or in Unicode, headings by
// outline level and style, lists, tables, notes, text boxes, comments, headers and footers, properties. Hidden and deleted text
// and fields' instructions are left out. It calls each, unless that is nil, for the objects in it, with their numbers.
func readRTF(src io.Reader, out *sink, each func(n int64, raw []byte) error) error {
	r := rtfReader{in: bufio.NewReaderSize(src, 64<<10), out: out, each: each, fonts: map[int]int{}, styles: map[int]rtfStyle{}, page: 1252, state: rtfState{skipping: 1}}
	err := r.read()
	if ferr := r.finish(); ferr != nil {
		return ferr
	}
	return err
}

// rtfState is the state that a group inherits and its end restores.
type rtfState struct {
	dest     string // "" for the text of the document
	skipping int    // bytes that stand for a Unicode character where that is not known
	font     int
	hidden   bool
	para     rtfPara
	kind     spar.BlockKind // of what stands beside the text, "" for the text itself
}

type rtfStyle struct {
	level int // of the outline, 0 for none
}

// rtfReader is the state machine.
type rtfReader struct {
	in     *bufio.Reader
	out    *sink
	each   func(n int64, raw []byte) error // nil if nobody wants objects
	state  rtfState
	stack  []rtfState
	fonts  map[int]int // code pages
	styles map[int]rtfStyle
	page   int // the document's code page
	star   bool
	fresh  bool // a group has just begun, so that a destination may follow
	pass   int  // characters to pass over after one in Unicode

	raw   []byte // bytes of the code page, not decoded yet
	rawCP int
	high  rune // the first half of a surrogate pair
	text  strings.Builder

	item   bool            // the open paragraph has the mark of a list
	number string          // of the open paragraph in its list, with what stands around it
	next   bool            // the next group is the same text in the code page
	deff   int             // the default font
	label  strings.Builder // what the open destination collects
	style  int             // the style that is being defined
	stl    rtfStyle
	info   map[string]int // numbers of the open date

	outer []rtfOpen    // paragraphs that hold the open note or text box
	notes []spar.Block // that wait for the end of their paragraph or table
	lines []spar.Block // of headers and footers, which wait for the end
	waits int          // bytes of the waiting blocks

	objects int64 // so far

	grid  *grid
	cells []cell
	cell  strings.Builder
	defs  []cell // how the cells of the row are merged
	def   cell
	head  bool
}

// rtfPara holds what matters of paragraph properties.
type rtfPara struct {
	level int // of the outline, 0 for none
	style int
	item  bool
	table bool
}

// read goes through the tokens.
func (r *rtfReader) read() error {
	for {
		if r.text.Len() > maxTableText {
			if err := r.paragraph(); err != nil {
				return err
			}
		}
		b, err := r.in.ReadByte()
		if err == io.EOF {
			if len(r.stack) > 0 {
				return refuse(ErrPartial, "it was cut off: %d groups are open at its end", len(r.stack))
			}
			return nil
		}
		if err != nil {
			return err
		}
		switch b {
		case '{':
			r.pass = 0
			if len(r.stack) >= maxRTFDepth {
				return refuse(ErrTooBig, "its groups are nested more than %d deep", maxRTFDepth)
			}
			r.decode()
			r.stack = append(r.stack, r.state)
			if r.next {
				r.state.dest, r.next = "skip", false
			}
			r.fresh, r.star = true, false
			continue
		case '}':
			r.pass = 0
			r.decode()
			if len(r.stack) == 0 {
				continue // more ends than beginnings; what follows may still be text
			}
			if r.state.dest == "stylesheet" {
				r.styleEnd()
			}
			outer := r.stack[len(r.stack)-1]
			r.stack = r.stack[:len(r.stack)-1]
			if outer.kind != r.state.kind {
				if err := r.besideEnd(); err != nil {
					return err
				}
			}
			if outer.dest != r.state.dest {
				if err := r.leave(r.state.dest); err != nil {
					return err
				}
			}
			r.state = outer
		case '\\':
			if err := r.control(); err != nil {
				return err
			}
			continue
		case '\r', '\n', 0:
			continue
		default:
			r.byte(b)
			if len(r.raw) > 16<<10 {
				r.decode()
			}
		}
		r.fresh = false
	}
}

// byte adds a byte of text in the code page of the font.
func (r *rtfReader) byte(b byte) {
	if r.pass > 0 {
		r.pass--
		return
	}
	if !r.wanted() {
		return
	}
	cp := r.page
	if f, ok := r.fonts[r.state.font]; ok && f > 0 {
		cp = f
	}
	if cp != r.rawCP {
		r.decode()
		r.rawCP = cp
	}
	r.raw = append(r.raw, b)
}

// wanted reports whether text goes anywhere now.
func (r *rtfReader) wanted() bool { return r.state.dest != "skip" && !r.state.hidden }

// decode turns the bytes so far into text.
func (r *rtfReader) decode() {
	if len(r.raw) == 0 {
		return
	}
	raw := r.raw
	r.raw = r.raw[:0]
	r.high = 0
	ascii := true
	for _, b := range raw {
		ascii = ascii && b < 0x80
	}
	if ascii {
		r.write(string(raw))
		return
	}
	r.write(codePage(r.rawCP).decode(raw))
}

// write adds text to the open block or destination.
func (r *rtfReader) write(s string) {
	switch {
	case !r.wanted():
	case r.state.dest == "":
		r.text.WriteString(s)
	case r.label.Len() < maxPropertyBytes:
		r.label.WriteString(s)
	}
}

// unicode adds a character given by its number, negative above 32767.
func (r *rtfReader) unicode(n int) {
	r.decode()
	c := rune(uint16(n))
	if n > 0xffff && n <= 0x10ffff {
		c = rune(n)
	}
	high := r.high
	r.high = 0
	switch {
	case c >= 0xD800 && c < 0xDC00:
		r.high = c
	case c >= 0xDC00 && c < 0xE000:
		if high != 0 {
			r.write(string(utf16.DecodeRune(high, c)))
		}
	default:
		r.write(string(c))
	}
	r.pass = r.state.skipping
}

// control reads a control word or symbol and acts on it.
func (r *rtfReader) control() error {
	b, err := r.in.ReadByte()
	if err != nil {
		return nil // the end of the file is seen next
	}
	fresh := r.fresh
	r.fresh = false
	if b|0x20 < 'a' || b|0x20 > 'z' {
		return r.symbol(b, fresh)
	}
	word := []byte{b}
	for {
		if b, err = r.in.ReadByte(); err != nil {
			break
		}
		if b|0x20 < 'a' || b|0x20 > 'z' {
			break
		}
		if len(word) < 40 {
			word = append(word, b)
		}
	}
	var digits []byte
	for err == nil && (b >= '0' && b <= '9' || b == '-' && len(digits) == 0) {
		if len(digits) < 12 {
			digits = append(digits, b)
		}
		b, err = r.in.ReadByte()
	}
	if err == nil && b != ' ' {
		_ = r.in.UnreadByte() // a byte was just read
	}
	n, nerr := strconv.Atoi(string(digits))
	if r.pass > 0 && string(word) != "bin" && string(word) != "u" {
		r.pass-- // a control word counts as one character
	}
	return r.word(string(word), n, len(digits) > 0 && nerr == nil, fresh)
}

func (r *rtfReader) symbol(b byte, fresh bool) error {
	switch b {
	case '\'':
		var hex [2]byte
		if _, err := io.ReadFull(r.in, hex[:]); err != nil {
			return nil
		}
		if v, err := strconv.ParseUint(string(hex[:]), 16, 8); err == nil {
			r.byte(byte(v))
		}
	case '*':
		r.star, r.fresh = true, fresh
	case '~':
		r.decode()
		r.write("\u00a0")
	case '_':
		r.decode()
		r.write("-")
	case '\\', '{', '}':
		r.byte(b)
	case '\r', '\n':
		r.decode()
		return r.paragraph()
	}
	return nil
}

// finish emits the blocks that are open at the end.
func (r *rtfReader) finish() error {
	r.decode()
	r.state.dest = ""
	for len(r.outer) > 0 {
		if err := r.besideEnd(); err != nil {
			return err
		}
	}
	r.state.kind = ""
	r.state.para.table = false
	if text := squeeze(r.cell.String()); text != "" {
		r.cells = append(r.cells, cell{text: text})
	}
	if err := r.tableEnd(); err != nil {
		return err
	}
	if err := r.paragraph(); err != nil {
		return err
	}
	if err := r.notesEnd(); err != nil {
		return err
	}
	lines := r.out.running()
	defer lines.done()
	for _, b := range r.lines {
		if err := lines.block(b); err != nil {
			return err
		}
	}
	return nil
}

// paragraph ends the open paragraph.
func (r *rtfReader) paragraph() (err error) {
	r.decode()
	if r.state.dest != "" {
		r.label.WriteByte(' ')
		return nil
	}
	text := squeezeLines(r.text.String())
	r.text.Reset()
	item := r.item || r.state.para.item
	if item {
		text = bulletMark.ReplaceAllString(text, "")
	}
	text = labelled(r.number, text)
	r.item, r.number = false, ""
	if r.state.kind != "" {
		return r.wait(spar.Block{Kind: r.state.kind, Text: text})
	}
	if r.state.para.table {
		if text != "" && r.cell.Len() < maxTableText {
			r.cell.WriteString(text + " ")
		}
		return nil
	}
	if text == "" {
		return nil
	}
	if err := r.tableEnd(); err != nil {
		return err
	}
	defer func() {
		if err == nil {
			err = r.notesEnd()
		}
	}()
	level := r.state.para.level
	if level == 0 {
		level = r.styles[r.state.para.style].level
	}
	switch {
	case level > 0 && level <= 9 && len(text) <= 500:
		return r.out.heading(level, squeeze(text), spar.Locator{})
	case item:
		return r.out.item(text, spar.Locator{})
	}
	return r.out.paragraph(text, spar.Locator{})
}

// cellEnd ends a cell, of a table within a cell only as a gap between words.
func (r *rtfReader) cellEnd(nested bool) error {
	r.decode()
	if r.state.kind != "" { // there tables only put lines beside each other
		return r.paragraph()
	}
	table := r.state.para.table
	r.state.para.table = true
	err := r.paragraph()
	r.state.para.table = table
	if nested || err != nil {
		return err
	}
	text := squeeze(r.cell.String())
	r.cell.Reset()
	if text == "" && !table {
		return nil
	}
	if len(r.cells) < r.out.limits.Columns {
		r.cells = append(r.cells, cell{text: text})
	}
	return nil
}

// rowEnd ends a row of a table.
func (r *rtfReader) rowEnd() error {
	if r.state.kind != "" {
		return nil
	}
	cells := r.cells
	r.cells = nil
	if len(cells) == 0 {
		return nil
	}
	if r.grid == nil {
		r.grid = &grid{out: r.out, guess: true}
	}
	out := cells[:0]
	for i, c := range cells {
		c.header = r.head
		if i < len(r.defs) {
			if r.defs[i].cols < 0 && len(out) > 0 { // merged with the cell before
				out[len(out)-1].cols = max(1, out[len(out)-1].cols) + 1
				continue
			}
			c.above = r.defs[i].above
		}
		out = append(out, c)
	}
	return r.grid.add(out, spar.Locator{})
}

// tableEnd ends a table, and a row that never ended.
func (r *rtfReader) tableEnd() error {
	if err := r.rowEnd(); err != nil || r.grid == nil {
		return err
	}
	g := r.grid
	r.grid = nil
	return g.close()
}

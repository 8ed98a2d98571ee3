package read

import (
	"encoding/binary"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/spar"
)

// blockKinds are the kinds of blocks by their number on the wire.
var blockKinds = [...]spar.BlockKind{spar.Paragraph, spar.Heading, spar.ListItem, spar.TableKind, spar.CodeBlock,
	spar.RunningHeader, spar.RunningFooter, spar.Note, spar.Aside, spar.Comment, spar.Contents, spar.Reference, spar.Source, spar.Setting}

// appendBlock writes a block. The path of headings in its locators is left out: blocks have none.
func appendBlock(b []byte, block *spar.Block) []byte {
	kind := byte(0)
	for i, k := range blockKinds {
		if k == block.Kind {
			kind = byte(i)
		}
	}
	b = append(b, kind)
	b = binary.AppendUvarint(b, uint64(max(0, block.Level)))
	b = appendLocator(b, &block.Locator)
	b = appendString(b, block.Text)
	t := block.Table
	if t == nil {
		return append(b, 0)
	}
	flags := byte(1)
	if t.Continued {
		flags |= 2
	}
	if t.Header != nil {
		flags |= 4
	}
	if t.Levels != nil {
		flags |= 8
	}
	if t.Inherited {
		flags |= 16
	}
	if t.HeaderShown != nil {
		flags |= 32
	}
	b = append(b, flags)
	b = appendString(b, t.Caption)
	b = appendStrings(b, t.Header)
	for _, lines := range [][][]string{t.Levels, t.HeaderShown} {
		if lines != nil {
			b = binary.AppendUvarint(b, uint64(len(lines)))
			for _, l := range lines {
				b = appendStrings(b, l)
			}
		}
	}
	b = binary.AppendUvarint(b, uint64(len(t.Rows)))
	for i := range t.Rows {
		b = appendLocator(b, &t.Rows[i].Locator)
		b = appendStrings(b, t.Rows[i].Cells)
		b = binary.AppendUvarint(b, uint64(len(t.Rows[i].Shown)))
		for _, s := range t.Rows[i].Shown {
			b = binary.AppendUvarint(b, uint64(max(0, s.Column)))
			b = appendString(b, s.Text)
		}
	}
	return b
}

// appendRows writes the rows of a block that continues a table, with their numbers as the only part of their places. Empty
// cells take no room.
func appendRows(b []byte, block *spar.Block) []byte {
	b = appendLocator(b, &block.Locator)
	b = binary.AppendUvarint(b, uint64(len(block.Table.Rows)))
	for i := range block.Table.Rows {
		r := &block.Table.Rows[i]
		b = binary.AppendUvarint(b, uint64(max(0, r.Locator.Row)))
		b = binary.AppendUvarint(b, uint64(len(r.Cells)))
		gap := uint64(1) // 0 ends the row
		for _, c := range r.Cells {
			if c != "" {
				b = appendString(binary.AppendUvarint(b, gap), c)
				gap = 0
			}
			gap++
		}
		b = append(b, 0)
	}
	return b
}

// rowRoom is room for the rows of one frame, which the next one takes.
type rowRoom struct {
	rows  []spar.Row
	cells []string
}

// decode reads what appendRows wrote, and counts the bytes of the text. The block keeps no reference to payload, and is valid
// until the next call.
func (room *rowRoom) decode(payload []byte) (block spar.Block, text int64, err error) {
	d := decoder{s: string(payload), cells: maxCells}
	block = spar.Block{Kind: spar.TableKind, Locator: d.locator(), Table: &spar.Table{Continued: true}}
	n := d.int(len(d.s) / 3)
	rows := room.rows[:0]
	clear(room.cells)
	all := room.cells[:0]
	for range n {
		at := d.int(math.MaxInt32)
		width := d.int(d.cells)
		d.cells -= width
		if cap(all)-len(all) < width {
			all = make([]string, 0, max(width, min(2*width*n, maxCells)))
		}
		cells := all[len(all) : len(all)+width : len(all)+width]
		all = all[:len(all)+width]
		for k := -1; d.err == nil; {
			gap := d.int(width)
			if gap == 0 {
				break
			}
			if k += gap; k >= width {
				d.fail("a cell outside of its row")
				break
			}
			cells[k] = d.string()
		}
		if d.err != nil {
			return block, d.text, d.err
		}
		rows = append(rows, spar.Row{Locator: spar.Locator{Page: block.Locator.Page, Sheet: block.Locator.Sheet, Table: block.Locator.Table, Row: at}, Cells: cells})
	}
	block.Table.Rows, room.rows, room.cells = rows, rows, all
	if d.s != "" {
		d.fail("%d bytes too many", len(d.s))
	}
	return block, d.text, d.err
}

func appendLocator(b []byte, l *spar.Locator) []byte {
	b = binary.AppendUvarint(b, uint64(max(0, l.Page)))
	b = binary.AppendUvarint(b, uint64(max(0, l.Table)))
	b = binary.AppendUvarint(b, uint64(max(0, l.Row)))
	b = binary.AppendUvarint(b, uint64(max(0, l.Bytes.Start)))
	b = binary.AppendUvarint(b, uint64(max(0, l.Bytes.End-l.Bytes.Start)))
	return appendString(b, l.Sheet)
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func appendStrings(b []byte, list []string) []byte {
	b = binary.AppendUvarint(b, uint64(len(list)))
	for _, s := range list {
		b = appendString(b, s)
	}
	return b
}

// decodeBlock reads a block and counts the bytes of its text. The block keeps no reference to payload.
func decodeBlock(payload []byte) (block spar.Block, text int64, err error) {
	d := decoder{s: string(payload), cells: maxCells}
	if kind := d.byte(); int(kind) < len(blockKinds) {
		block.Kind = blockKinds[kind]
	} else {
		d.fail("a block of kind %d", kind)
	}
	block.Level = d.int(1000)
	block.Locator = d.locator()
	block.Text = d.string()
	flags := d.byte()
	if table := flags&1 != 0; table != (block.Kind == spar.TableKind) || flags > 63 || !table && flags != 0 {
		d.fail("a table where none belongs, or none where one does")
	}
	if flags != 0 && d.err == nil {
		t := &spar.Table{Caption: d.string(), Continued: flags&2 != 0, Inherited: flags&16 != 0}
		if header := d.strings(); flags&4 != 0 {
			t.Header = header
		}
		if flags&8 != 0 {
			t.Levels = d.lines()
		}
		if flags&32 != 0 {
			t.HeaderShown = d.lines()
		}
		for range d.int(len(d.s)) {
			r := spar.Row{Locator: d.locator(), Cells: d.strings()}
			r.Shown = d.shown(len(r.Cells))
			if d.err != nil {
				break
			}
			t.Rows = append(t.Rows, r)
		}
		block.Table = t
	}
	if d.s != "" {
		d.fail("%d bytes too many", len(d.s))
	}
	return block, d.text, d.err
}

// decoder takes values off s. After the first fault it gives zero values.
type decoder struct {
	s     string
	text  int64 // bytes of the strings so far
	cells int   // strings that lists may still hold
	err   error
}

func (d *decoder) fail(format string, args ...any) {
	if d.err == nil {
		d.err = forged(format, args...)
	}
	d.s = ""
}

func (d *decoder) byte() byte {
	if d.s == "" {
		d.fail("a frame that ends early")
		return 0
	}
	b := d.s[0]
	d.s = d.s[1:]
	return b
}

func (d *decoder) uvarint() uint64 {
	var v uint64
	for shift := 0; shift < 64; shift += 7 {
		b := d.byte()
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return v
		}
	}
	d.fail("a number of more than 64 bits")
	return 0
}

// int takes a number of at most limit.
func (d *decoder) int(limit int) int {
	v := d.uvarint()
	if v > uint64(limit) {
		d.fail("the number %d where at most %d may stand", v, limit)
		return 0
	}
	return int(v)
}

// string takes a text: valid UTF-8 without NUL.
func (d *decoder) string() string {
	n := d.int(len(d.s))
	if n > len(d.s) {
		d.fail("a text that ends early")
		return ""
	}
	s := d.s[:n]
	d.s = d.s[n:]
	if !utf8.ValidString(s) || strings.IndexByte(s, 0) >= 0 {
		d.fail("a text that is not UTF-8")
		return ""
	}
	d.text += int64(n)
	return s
}

func (d *decoder) strings() []string {
	n := d.int(min(d.cells, len(d.s))) // each takes a byte at least
	d.cells -= n
	list := make([]string, n)
	for i := range list {
		list[i] = d.string()
	}
	if d.err != nil {
		return nil
	}
	return list
}

// lines takes the rows of a header.
func (d *decoder) lines() (list [][]string) {
	for range d.int(maxLevels) {
		list = append(list, d.strings())
	}
	return list
}

// shown decodes the visible parts of the cells of a row with n cells.
func (d *decoder) shown(n int) (list []spar.ShownCell) {
	for range d.int(n) {
		s := spar.ShownCell{Column: d.int(n), Text: d.string()}
		if d.err != nil {
			return nil
		}
		if s.Column == 0 {
			d.fail("a cell in no column")
		}
		list = append(list, s)
	}
	return list
}

func (d *decoder) locator() spar.Locator {
	l := spar.Locator{Page: d.int(math.MaxInt32), Table: d.int(math.MaxInt32), Row: d.int(math.MaxInt32)}
	l.Bytes.Start = int64(d.int(math.MaxInt / 2))
	l.Bytes.End = l.Bytes.Start + int64(d.int(math.MaxInt/2))
	l.Sheet = d.string()
	return l
}

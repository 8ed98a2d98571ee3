package extract

import (
	"maps"
	"slices"

	"github.com/sparsearch/spar/internal/spar"
)

const (
	biffBlock  = 4096 // records between two looks at the context
	xlsColumns = 256  // no version of the format has more
)

// sheet reads the cells up to the end of the substream; begin was called.
func (b *xlsBook) sheet(s xlsSheet) error {
	w, err := b.out.sheet(s.name, s.hidden)
	if err != nil {
		return err
	}
	start := b.r.at
	x := xlsCells{book: b, w: w, row: -1}
	if !b.survey(w) {
		x.held = map[int]heldRow{}
	}
	b.r.seek(start)
	depth := 0
	for n := 0; b.r.next(); n++ {
		if n%biffBlock == 0 {
			if err := b.ctx.Err(); err != nil {
				return err
			}
		}
		switch {
		case b.r.id&0xFF == biffBOF && b.r.id <= 0x809:
			depth++ // a chart inside
		case b.r.id == biffEOF && depth == 0:
			return x.close()
		case b.r.id == biffEOF:
			depth--
		case depth == 0 && x.drawn():
		case depth == 0:
			if err := x.record(); err != nil {
				return err
			}
		}
	}
	return x.close()
}

// survey looks ahead for the merged ranges, which stand behind the cells, and reports whether rows come in order.
func (b *xlsBook) survey(w *sheetWriter) (ordered bool) {
	ordered = true
	depth, last := 0, 0
	for b.r.next() {
		switch {
		case b.r.id&0xFF == biffBOF && b.r.id <= 0x809:
			depth++
		case b.r.id == biffEOF:
			if depth--; depth < 0 {
				w.sortMerges()
				return ordered
			}
		case b.r.id == biffMergedCells && depth == 0:
			d := b.r.data
			for i := range min(u16(d, 0), (len(d)-2)/8) {
				at := 2 + 8*i
				w.merge(merge{top: u16(d, at) + 1, bottom: u16(d, at+2) + 1, left: u16(d, at+4), right: min(u16(d, at+6), xlsColumns-1)})
			}
		case depth == 0 && isCell(b.r.id) && len(b.r.data) > 4:
			row := u16(b.r.data, 0)
			ordered = ordered && row >= last
			last = row
		}
	}
	w.sortMerges()
	return ordered
}

// isCell reports whether a record is a cell with content.
func isCell(id int) bool {
	switch id {
	case biffInteger, biffNumber, biffNumber | 0x200, biffRK, biffMulRK, biffLabelSST, biffLabel, biffLabel | 0x200, biffRString,
		biffBoolErr, biffBoolErr | 0x200, biffFormula, biffFormula | 0x200, biffFormula | 0x400:
		return true
	}
	return false
}

// heldRow is a row that waits for others.
type heldRow struct {
	cells []string
	shown []spar.ShownCell
}

// xlsCells gathers the cells of a row.
type xlsCells struct {
	book    *xlsBook
	w       *sheetWriter
	row     int // from 0; -1 before the first
	cells   []string
	shown   []spar.ShownCell
	pending int // the column of a formula whose text follows, plus 1
	drawing xlsDrawing

	held map[int]heldRow // rows of a sheet that has them in no order
	size int64           // of the held rows
}

// record takes one record of a sheet.
func (x *xlsCells) record() error {
	b, d := x.book, x.book.r.data
	old := b.version == 2
	// The number of the style stands behind row and column; in BIFF2 three bytes of it, the first with the style.
	row, col, xf, at := u16(d, 0), u16(d, 2), u16(d, 4), 6
	if old {
		at = 7
		if len(d) > 4 {
			xf = int(d[4] & 0x3F)
		}
	}
	if len(d) < at && b.r.id != biffString && b.r.id != biffString|0x200 {
		return b.setting()
	}
	number := func(v float64) error { return x.number(row, col, xf, v) }
	switch b.r.id {
	case biffInteger:
		return number(float64(u16(d, at)))
	case biffNumber, biffNumber | 0x200:
		return number(f64(d, at))
	case biffRK:
		return number(rkNumber(uint32(u32(d, at))))
	case biffMulRK:
		for i := 4; i+8 <= len(d); i += 6 {
			if err := x.number(row, col, u16(d, i), rkNumber(uint32(u32(d, i+2)))); err != nil {
				return err
			}
			col++
		}
	case biffLabelSST:
		if i := u32(d, at); i < int64(len(b.strings)) {
			return x.set(row, col, b.strings[i])
		}
	case biffLabel, biffLabel | 0x200, biffRString:
		if old {
			return x.set(row, col, b.shortString(d[at:]))
		}
		return x.set(row, col, b.label(xf, d[at:]))
	case biffBoolErr, biffBoolErr | 0x200:
		if len(d) >= at+2 {
			return x.set(row, col, boolOrError(d[at], d[at+1] != 0))
		}
	case biffFormula, biffFormula | 0x200, biffFormula | 0x400:
		return x.formula(row, col, d[at:], number)
	case biffString, biffString | 0x200:
		if x.pending == 0 {
			break
		}
		col, x.pending = x.pending-1, 0
		if old {
			return x.set(x.row, col, b.shortString(d))
		}
		return x.set(x.row, col, x.continued())
	default:
		return b.setting()
	}
	return nil
}

// formula takes the result of a formula: a number, or eight bytes that are no number and say which other value it is.
func (x *xlsCells) formula(row, col int, d []byte, number func(float64) error) error {
	if len(d) < 8 || u16(d, 6) != 0xFFFF {
		return number(f64(d, 0))
	}
	switch d[0] {
	case 0:
		if err := x.set(row, col, ""); err != nil {
			return err
		}
		x.pending = col + 1
	case 1, 2:
		return x.set(row, col, boolOrError(d[2], d[0] == 2))
	}
	return nil
}

// continued decodes the text of the current record, which may go on in others.
func (x *xlsCells) continued() string {
	b := x.book
	text, whole := b.longString(b.r.data)
	for !whole && b.r.peek() == biffContinue && b.r.next() && len(b.r.data) > 0 {
		if b.version < 8 {
			text += b.text.decode(b.r.data)
		} else {
			text += unicodeChars(b.r.data[1:], int64(len(b.r.data)), b.r.data[0])
		}
		whole = len(text) > maxCellText
	}
	return text
}

// number puts a number and its displayed text in a cell.
func (x *xlsCells) number(row, col, xf int, v float64) error {
	text := x.book.number(xf, v)
	if err := x.set(row, col, text); err != nil {
		return err
	}
	if shown := x.book.format(xf).shown(v, x.book.date1904); shown != text && col < xlsColumns {
		x.size += int64(len(shown)) + 32
		x.shown = append(x.shown, spar.ShownCell{Column: col + 1, Text: shown})
	}
	return nil
}

// set puts a text in a cell.
func (x *xlsCells) set(row, col int, text string) error {
	if row != x.row {
		if err := x.flush(); err != nil {
			return err
		}
		x.row = row
		x.cells, x.shown = x.held[row].cells, x.held[row].shown
	}
	if col >= xlsColumns {
		return nil
	}
	text = cut(text, maxCellText)
	if x.held != nil {
		x.size += int64(len(text)) + 16*int64(max(1, col+1-len(x.cells)))
		if x.size > x.w.out.limits.Text {
			return refuse(ErrTooBig, "a sheet of it has its cells in no order and is too big to sort them")
		}
	}
	if col < len(x.cells) && len(x.shown) > 0 {
		x.shown = slices.DeleteFunc(x.shown, func(s spar.ShownCell) bool { return s.Column == col+1 })
	}
	for len(x.cells) <= col {
		x.cells = append(x.cells, "")
	}
	x.cells[col] = text
	return nil
}

// flush ends a row.
func (x *xlsCells) flush() error {
	cells, shown := x.cells, x.shown
	x.cells, x.shown, x.pending = nil, nil, 0
	if len(cells) == 0 {
		return nil
	}
	if x.held != nil {
		x.held[x.row] = heldRow{cells, shown}
		return nil
	}
	return x.w.row(x.row+1, cells, shown)
}

// close ends the sheet.
func (x *xlsCells) close() error {
	if err := x.flush(); err != nil {
		return err
	}
	for _, row := range slices.Sorted(maps.Keys(x.held)) {
		if err := x.w.row(row+1, x.held[row].cells, x.held[row].shown); err != nil {
			return err
		}
	}
	if err := x.w.close(); err != nil {
		return err
	}
	return x.drawing.emit(x.w)
}

// cellErrors are the errors that a cell can hold (MS-XLS, 2.5.10).
var cellErrors = map[byte]string{0x00: "#NULL!", 0x07: "#DIV/0!", 0x0F: "#VALUE!", 0x17: "#REF!", 0x1D: "#NAME?", 0x24: "#NUM!", 0x2A: "#N/A"}

func boolOrError(v byte, isError bool) string {
	switch {
	case isError:
		return cellErrors[v]
	case v != 0:
		return "TRUE"
	}
	return "FALSE"
}

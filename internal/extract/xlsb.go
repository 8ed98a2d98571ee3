package extract

import (
	"bufio"
	"io"
	"strconv"

	"github.com/sparsearch/spar/internal/spar"
)

// Records of a binary workbook (MS-XLSB, 2.3.1).
const (
	brtRow           = 0
	brtCellRk        = 2
	brtCellError     = 3
	brtCellBool      = 4
	brtCellReal      = 5
	brtCellText      = 6
	brtCellShared    = 7
	brtFormulaText   = 8
	brtFormulaNumber = 9
	brtFormulaBool   = 10
	brtFormulaError  = 11
	brtSharedString  = 19
	brtFormat        = 44
	brtXF            = 47
	brtCellRich      = 62
	brtWorkbook      = 153
	brtSheet         = 156
	brtMerge         = 176
	brtCellXFs       = 617
	brtCellXFsEnd    = 618
	brtComment       = 635
	brtCommentText   = 637
)

// maxBinaryRecord is how much of one record is looked at.
const maxBinaryRecord = 4*maxCellText + 64

// records hands the records of a binary part to f, as much of each as maxBinaryRecord; the data are valid until the next. An absent
// part is empty.
func (c *container) records(name string, f func(id int, d []byte) error) error {
	part, err := c.part(name)
	if part == nil || err != nil {
		return err
	}
	defer part.Close()
	r := bufio.NewReaderSize(part, 64<<10)
	room := make([]byte, maxBinaryRecord)
	for {
		id, err := varint7(r, 2)
		if err == io.EOF {
			return nil
		}
		var n int
		if err == nil {
			n, err = varint7(r, 4)
		}
		kept := min(n, maxBinaryRecord)
		if err == nil {
			_, err = io.ReadFull(r, room[:kept])
		}
		if err == nil && n > kept {
			_, err = io.CopyN(io.Discard, r, int64(n-kept))
		}
		if err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return xmlError(name, err)
		}
		if err := f(id, room[:kept]); err != nil {
			return err
		}
	}
}

// varint7 reads a number of at most n bytes, seven bits in each, the lowest first.
func varint7(r *bufio.Reader, n int) (v int, err error) {
	for i := range n {
		b, err := r.ReadByte()
		if err != nil {
			return 0, err
		}
		v |= int(b&0x7F) << (7 * i)
		if b&0x80 == 0 {
			break
		}
	}
	return v, nil
}

// wideString reads a text with its length in four bytes before it, and gives where it ends.
func wideString(d []byte, at int) (string, int) {
	n := u32(d, at)
	if n == 0xFFFFFFFF { // none
		return "", at + 4
	}
	n = min(n, maxCellText)
	return utf16Text(piece(d, at+4, 2*n)), at + 4 + 2*int(n)
}

// binarySheets reads the list of sheets.
func (b *workbook) binarySheets(main string, rels []relation) (sheets []bookSheet, err error) {
	err = b.c.records(main, func(id int, d []byte) error {
		switch id {
		case brtWorkbook:
			b.date1904 = u32(d, 0)&1 != 0
		case brtSheet:
			if len(sheets) < maxSheets {
				relation, at := wideString(d, 8)
				if targetOf(rels, relation) == "" { // early writers have one more number before it
					relation, at = wideString(d, 12)
				}
				name, _ := wideString(d, at)
				sheets = append(sheets, bookSheet{name, targetOf(rels, relation), u32(d, 0) != 0})
			}
		}
		return nil
	})
	return sheets, err
}

// binaryStyles reads which number format each cell style has.
func (b *workbook) binaryStyles(name string) error {
	codes := map[int]numberFormat{}
	inCells := false
	return b.c.records(name, func(id int, d []byte) error {
		switch id {
		case brtFormat:
			if len(codes) < maxStyles {
				code, _ := wideString(d, 2)
				codes[u16(d, 0)] = parseNumberFormat(code)
			}
		case brtCellXFs:
			inCells = true
		case brtCellXFsEnd:
			inCells = false
		case brtXF:
			if inCells && len(b.formats) < 1<<17 {
				f, ok := codes[u16(d, 2)]
				if !ok {
					f = builtinFormat(u16(d, 2))
				}
				b.formats = append(b.formats, f)
			}
		}
		return nil
	})
}

// binaryStrings reads the table of strings that cells refer to.
func (b *workbook) binaryStrings(name string) error {
	return b.c.records(name, func(id int, d []byte) error {
		if id != brtSharedString {
			return nil
		}
		if len(b.strings) >= maxSharedStrings {
			return refuse(ErrTooBig, "it has more than %d shared strings", maxSharedStrings)
		}
		text, _ := wideString(d, 1)
		b.strings = append(b.strings, cellText(text))
		return nil
	})
}

// binarySheet reads one sheet, first its merged ranges, which stand behind its rows.
func (b *workbook) binarySheet(s bookSheet) error {
	w, err := b.out.sheet(s.name, s.hidden)
	if err != nil {
		return err
	}
	before := b.c.inflated
	_ = b.c.records(s.part, func(id int, d []byte) error { // the second reading names the fault
		if id == brtMerge {
			rows, columns := int64(maxSheetRow), int64(b.out.limits.Columns)
			w.merge(merge{top: int(min(u32(d, 0), rows)) + 1, bottom: int(min(u32(d, 4), rows)) + 1, left: int(min(u32(d, 8), columns)), right: int(min(u32(d, 12), columns))})
		}
		return nil
	})
	b.c.inflated = before
	w.sortMerges()
	r := sheetReader{b: b, w: w}
	err = b.c.records(s.part, func(id int, d []byte) error {
		if id == brtRow {
			err := r.flush()
			r.row = max(r.row+1, int(min(u32(d, 0), maxSheetRow))+1)
			return err
		}
		if id > brtCellRich || len(d) < 9 || r.row == 0 {
			return nil
		}
		r.column = int(min(u32(d, 0), 1<<20))
		r.put(b.binaryCell(id, d))
		return nil
	})
	if err == nil || isCorrupt(err) { // with the row that was cut off
		if ferr := r.flush(); ferr != nil {
			return ferr
		}
	}
	if cerr := w.close(); cerr != nil {
		return cerr
	}
	return err
}

// binaryCell returns the text of a cell, and its displayed text. The value stands behind the cell's column and style; a formula's value is
// its last result.
func (b *workbook) binaryCell(id int, d []byte) (text, shown string) {
	const at = 8
	var v float64
	switch id {
	case brtCellRk:
		v = rkNumber(uint32(u32(d, at)))
	case brtCellReal, brtFormulaNumber:
		v = f64(d, at)
	default:
		text = b.binaryPlain(id, d, at)
		return text, text
	}
	var f numberFormat
	if style := int(u32(d, 4) & 0xFFFFFF); style < len(b.formats) {
		f = b.formats[style]
	}
	return f.text(v, b.date1904), f.shown(v, b.date1904)
}

// binaryPlain is the text of a cell that holds no number.
func (b *workbook) binaryPlain(id int, d []byte, at int) string {
	switch id {
	case brtCellBool, brtFormulaBool:
		return boolOrError(d[at], false)
	case brtCellError, brtFormulaError:
		return boolOrError(d[at], true)
	case brtCellText, brtFormulaText:
		text, _ := wideString(d, at)
		return cellText(text)
	case brtCellRich:
		text, _ := wideString(d, at+1)
		return cellText(text)
	case brtCellShared:
		if i := u32(d, at); i < int64(len(b.strings)) {
			return b.strings[i]
		}
	}
	return ""
}

// binaryComments reads the comments of a sheet.
func (b *workbook) binaryComments(part string, at spar.Locator) error {
	cell := ""
	return b.c.records(part, func(id int, d []byte) error {
		switch id {
		case brtComment:
			at.Row = int(min(u32(d, 4), maxSheetRow)) + 1
			cell = cellName(at.Row, int(min(u32(d, 12), 1<<14)))
		case brtCommentText:
			text, _ := wideString(d, 1)
			return b.comment(cell, text, at)
		}
		return nil
	})
}

// cellName is cellAddress the other way round.
func cellName(row, column int) string {
	name := ""
	for c := column + 1; c > 0; c = (c - 1) / 26 {
		name = string(rune('A'+(c-1)%26)) + name
	}
	return name + strconv.Itoa(row)
}

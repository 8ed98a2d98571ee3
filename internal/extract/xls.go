package extract

import (
	"bytes"
	"context"
	"encoding/binary"
	"math"
	"slices"
)

// detectXLS knows the sheets of Excel 2 to 4, which are no compound files, by their first record.
func detectXLS(head []byte, _ string) int {
	for _, magic := range []string{"\x09\x00\x04\x00", "\x09\x02\x06\x00", "\x09\x04\x06\x00", "\x09\x08\x08\x00\x00\x05", "\x09\x08\x10\x00\x00\x06"} {
		if bytes.HasPrefix(head, []byte(magic)) {
			return 90
		}
	}
	return 0
}

// Records of BIFF (MS-XLS, and the older ones as their successors have them), by their numbers without the upper byte
// where versions differ in nothing else.
const (
	biffInteger     = 0x02
	biffNumber      = 0x03
	biffLabel       = 0x04
	biffBoolErr     = 0x05
	biffFormula     = 0x06
	biffString      = 0x07
	biffBOF         = 0x09
	biffEOF         = 0x0A
	biffFormat      = 0x1E
	biffDateMode    = 0x22
	biffFilePass    = 0x2F
	biffFont        = 0x31
	biffContinue    = 0x3C
	biffCodePage    = 0x42
	biffXF          = 0x43
	biffBoundSheet  = 0x85
	biffMulRK       = 0xBD
	biffRString     = 0xD6
	biffXF5         = 0xE0
	biffMergedCells = 0xE5
	biffSST         = 0xFC
	biffLabelSST    = 0xFD
	biffRK          = 0x27E
	biffSheet       = 0x10 // kind of a substream
)

const (
	maxXFs     = 100_000
	maxFormats = 10_000
)

// xlsBook holds the parts of a workbook that its sheets refer to.
type xlsBook struct {
	ctx      context.Context
	out      *sink
	r        *biffReader
	version  int  // 2, 3, 4, 5 or 8
	settled  bool // the globals said the version: some writers have another one in the sheets
	text     charset
	fonts    []charset // of 8-bit text in version 5; the zero charset is that of the workbook
	strings  []string
	cut      bool // the shared strings are more than the limits allow
	codes    map[int]string
	xfs      []int // number format by cell style
	xfFonts  []int // font by cell style, in version 5
	formats  map[int]numberFormat
	date1904 bool
	sheets   []xlsSheet
}

type xlsSheet struct {
	at     int64
	name   string
	hidden bool
	kind   int
}

// extractXLS reads a workbook of Excel 2 to 2003: sheet by sheet, row by row, numbers as they are shown and dates year
// first. Formulas count by their last result. Charts and macros are left out.
func extractXLS(ctx context.Context, in *Input, out *sink) error {
	b := &xlsBook{ctx: ctx, out: out, version: 8, text: codePage(1252), codes: map[int]string{}, formats: map[int]numberFormat{}}
	head := make([]byte, len(oleMagic))
	if _, err := in.R.ReadAt(head, 0); err == nil && !bytes.Equal(head, oleMagic) {
		b.r = &biffReader{r: in.R, size: in.Size}
		return b.read()
	}
	c, err := openCompound(in)
	if err != nil {
		return err
	}
	s := c.open(0, "Workbook")
	if s == nil || s.size < 8 {
		if book := c.open(0, "Book"); book != nil {
			s = book
		}
	}
	if s == nil {
		return refuse(ErrCorrupt, "its workbook cannot be found in the compound file")
	}
	if err := oleProperties(c, out); err != nil {
		return err
	}
	if err := out.told(); err != nil {
		return err
	}
	b.r = &biffReader{r: s, size: s.size}
	return b.read()
}

// read reads the globals, then the sheets listed there. It reads a file without such a list from start to end.
func (b *xlsBook) read() error {
	kind, err := b.begin()
	if err != nil {
		return err
	}
	if kind != 0x05 && kind != 0x100 {
		for err == nil {
			if err = b.sheet(xlsSheet{kind: kind - biffSheet, at: -1}); err == nil {
				if kind, err = b.begin(); err != nil {
					return nil
				}
			}
		}
		return err
	}
	if err := b.globals(); err != nil {
		return err
	}
	b.settled = true
	for _, s := range b.sheets {
		if err := b.out.textProperty("sheet", s.name); err != nil {
			return err
		}
	}
	broken := 0
	for i, s := range b.sheets {
		if s.kind != 0 || slices.ContainsFunc(b.sheets[:i], func(o xlsSheet) bool { return o.at == s.at }) {
			continue
		}
		b.r.seek(s.at)
		if _, err := b.begin(); err != nil {
			broken++
			continue
		}
		if err := b.sheet(s); err != nil {
			return err
		}
	}
	switch {
	case b.cut:
		return refuse(ErrTooBig, "its table of texts holds more than %s; cells that use the rest are left out", size(b.out.limits.Text))
	case broken > 0:
		return refuse(ErrCorrupt, "%d of its %d sheets cannot be found in the file", broken, len(b.sheets))
	case b.r.cut:
		return refuse(ErrCorrupt, "it ends in the middle of a sheet")
	}
	return nil
}

// begin reads the record that begins a substream, and gives its kind.
func (b *xlsBook) begin() (int, error) {
	for range 100 { // some writers pad
		if !b.r.next() {
			break
		}
		if b.r.id&0xFF != biffBOF || b.r.id > 0x809 {
			continue
		}
		switch {
		case b.settled:
		case b.r.id>>8 == 0:
			b.version = 2
		case b.r.id>>8 == 2:
			b.version = 3
		case b.r.id>>8 == 4:
			b.version = 4
		default:
			b.version = 5
			if u16(b.r.data, 0) == 0x600 {
				b.version = 8
			}
		}
		return u16(b.r.data, 2), nil
	}
	return 0, refuse(ErrCorrupt, "it has no beginning of a workbook where one should be")
}

// globals reads the substream that holds for all sheets.
func (b *xlsBook) globals() error {
	for b.r.next() {
		switch b.r.id {
		case biffEOF:
			return nil
		case biffBoundSheet:
			if len(b.sheets) < maxSheets && len(b.r.data) >= 7 {
				s := xlsSheet{at: u32(b.r.data, 0), hidden: b.r.data[4]&3 != 0, kind: int(b.r.data[5])}
				s.name = b.shortString(b.r.data[6:])
				b.sheets = append(b.sheets, s)
			}
		case biffSST:
			b.readStrings()
		default:
			if err := b.setting(); err != nil {
				return err
			}
		}
		if err := b.ctx.Err(); err != nil {
			return err
		}
	}
	if len(b.sheets) == 0 {
		return refuse(ErrCorrupt, "its list of sheets is cut off")
	}
	return nil
}

// setting takes the records that say how to read cells. In old files they stand in the sheet itself.
func (b *xlsBook) setting() error {
	d := b.r.data
	switch b.r.id {
	case biffFilePass:
		return refuse(ErrEncrypted, "it is a workbook that needs a password; save a copy without one to make it searchable")
	case biffCodePage:
		b.text = codePage(u16(d, 0))
	case biffFont:
		if b.version == 5 && len(d) > 12 && len(b.fonts) < maxXFs {
			cs := charset{}
			if page := fontCodePages[d[12]]; page != 0 && d[12] != 0 && d[12] != 255 {
				cs = codePage(page)
			}
			b.fonts = append(b.fonts, cs)
		}
	case biffDateMode:
		b.date1904 = u16(d, 0) == 1
	case biffFormat, biffFormat | 0x400:
		if len(b.codes) >= maxFormats {
			break
		}
		switch {
		case b.version <= 3:
			b.codes[len(b.codes)] = b.shortString(d)
		case b.version == 4 && len(d) > 2:
			b.codes[len(b.codes)] = b.shortString(d[2:])
		case b.version == 5 && len(d) > 2:
			b.codes[u16(d, 0)] = b.shortString(d[2:])
		case b.version == 8 && len(d) > 2:
			b.codes[u16(d, 0)], _ = b.longString(d[2:])
		}
	case biffXF, biffXF | 0x200, biffXF | 0x400, biffXF5:
		if len(b.xfs) >= maxXFs || len(d) < 4 {
			break
		}
		switch b.version {
		case 2:
			b.xfs = append(b.xfs, int(d[2]&0x3F))
		case 3, 4:
			b.xfs = append(b.xfs, int(d[1]))
		default:
			b.xfs, b.xfFonts = append(b.xfs, u16(d, 2)), append(b.xfFonts, u16(d, 0))
		}
	}
	return nil
}

// format gives the number format of a cell style.
func (b *xlsBook) format(xf int) numberFormat {
	id := 0
	if xf < len(b.xfs) {
		id = b.xfs[xf]
	}
	f, ok := b.formats[id]
	if !ok {
		if code, own := b.codes[id]; own {
			f = parseNumberFormat(code)
		} else if b.version >= 5 {
			f = builtinFormat(id)
		}
		b.formats[id] = f
	}
	return f
}

// biffReader reads the records of a stream one after the other: number, length, data.
type biffReader struct {
	r interface {
		ReadAt([]byte, int64) (int, error)
	}
	size int64
	at   int64 // of the next record
	id   int
	data []byte // of the current record, until the next one
	cut  bool   // the stream ended within a record
	read int64

	buf   []byte // a part of the stream, from bufAt
	bufAt int64
	room  []byte
}

const biffBuffer = 64 << 10

// seek goes on with the record at that place.
func (r *biffReader) seek(at int64) { r.at = at }

// next reads a record. It gives up at the end of the stream, and when it was led through the stream several times.
func (r *biffReader) next() bool {
	head := r.span(r.at, 4)
	if len(head) < 4 || r.read > 8*r.size+1<<20 {
		r.cut = r.cut || len(head) > 0
		return false
	}
	r.id = u16(head, 0)
	n := int64(u16(head, 2))
	r.room = append(r.room[:0], r.span(r.at+4, n)...)
	r.data = r.room
	r.cut = r.cut || int64(len(r.data)) < n
	r.at += 4 + n
	r.read += 4 + n
	return true
}

// peek gives the number of the next record, -1 at the end.
func (r *biffReader) peek() int {
	if head := r.span(r.at, 4); len(head) == 4 {
		return u16(head, 0)
	}
	return -1
}

func (r *biffReader) span(at, n int64) []byte {
	if at < 0 || at >= r.size {
		return nil
	}
	n = min(n, r.size-at)
	if at < r.bufAt || at+n > r.bufAt+int64(len(r.buf)) {
		buf := make([]byte, min(r.size-at, max(n, biffBuffer)))
		k, _ := r.r.ReadAt(buf, at)
		r.buf, r.bufAt = buf[:k], at
		n = min(n, int64(k))
	}
	return r.buf[at-r.bufAt : at-r.bufAt+n]
}

// rkNumber decodes a number in 30 bits (MS-XLS, 2.5.217).
func rkNumber(v uint32) float64 {
	f := float64(int32(v) >> 2)
	if v&2 == 0 {
		f = math.Float64frombits(uint64(v&^3) << 32)
	}
	if v&1 != 0 {
		f /= 100
	}
	return f
}

func f64(b []byte, at int) float64 {
	if at < 0 || at+8 > len(b) {
		return 0
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(b[at:]))
}

package extract

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	spar "github.com/sparsearch/spar/internal/spar"
)

// dbfPages are the code pages by the language driver in byte 29 of the header.
var dbfPages = map[byte]encoding.Encoding{
	0x01: charmap.CodePage437, 0x02: charmap.CodePage850, 0x03: charmap.Windows1252, 0x08: charmap.CodePage865, 0x26: charmap.CodePage866,
	0x57: charmap.Windows1252, 0x58: charmap.Windows1252, 0x59: charmap.Windows1252, 0x64: charmap.CodePage852, 0x65: charmap.CodePage866,
	0x66: charmap.CodePage865, 0x7b: japanese.ShiftJIS, 0x13: japanese.ShiftJIS, 0x4d: simplifiedchinese.GBK, 0x7a: simplifiedchinese.GBK,
	0x4e: korean.EUCKR, 0x79: korean.EUCKR, 0x4f: traditionalchinese.Big5, 0x78: traditionalchinese.Big5, 0x7c: charmap.Windows874,
	0x50: charmap.Windows874, 0x7d: charmap.Windows1255, 0x7e: charmap.Windows1256, 0xc8: charmap.Windows1250, 0xc9: charmap.Windows1251,
	0xca: charmap.Windows1254, 0xcb: charmap.Windows1253, 0xcc: charmap.Windows1257,
}

// A dbfField is a column of a table of dBase.
type dbfField struct {
	name     string
	kind     byte
	at, size int // in a record
}

// A dbfHead is what the header of a table says.
type dbfHead struct {
	version byte
	page    byte
	records int64
	begin   int64 // of the first record
	size    int   // of a record
	fields  []dbfField
}

const (
	dbfDescriptor = 32 // bytes of the header's beginning, and of a field
	maxDBFFields  = 2048
)

// readDBFHead reads a header (dBase III to 5, Clipper, FoxBase, FoxPro); false for any other bytes. The fields must fill a record.
func readDBFHead(b []byte) (h dbfHead, ok bool) {
	const versions = "\x03\x30\x31\x32\x43\x63\x83\x8b\x8e\xcb\xf5\xfb"
	if len(b) < 2*dbfDescriptor+1 || strings.IndexByte(versions, b[0]) < 0 || b[2] > 12 || b[3] > 31 {
		return h, false
	}
	h = dbfHead{version: b[0], page: b[29], records: int64(binary.LittleEndian.Uint32(b[4:])),
		begin: int64(binary.LittleEndian.Uint16(b[8:])), size: int(binary.LittleEndian.Uint16(b[10:]))}
	if h.begin <= dbfDescriptor {
		return h, false
	}
	at := 1 // behind the mark of deleted records
	for b = b[dbfDescriptor:min(int64(len(b)), h.begin)]; len(b) >= dbfDescriptor && b[0] != '\r'; b = b[dbfDescriptor:] {
		name, _, _ := bytes.Cut(b[:11], []byte{0})
		f := dbfField{string(bytes.TrimSpace(name)), b[11], at, int(b[16])}
		if f.kind == 'C' {
			f.size += int(b[17]) << 8 // as Clipper and FoxPro write long ones
		}
		if f.name == "" || f.name[0] < ' ' || !strings.ContainsRune("CNFDLMGPBIYTO+@VWQ0", rune(f.kind)) || len(h.fields) == maxDBFFields {
			return h, false
		}
		at += f.size
		h.fields = append(h.fields, f)
	}
	return h, len(h.fields) > 0 && at == h.size
}

func detectDBF(head []byte, _ string) int {
	if _, ok := readDBFHead(head); ok {
		return 80
	}
	return 0
}

// extractDBF reads a table of dBase: a row for each record that is not deleted. Long texts (memos) lie in a file beside it.
func extractDBF(_ context.Context, in *Input, out *sink) error {
	head := make([]byte, min(in.Size, 2*headSize))
	if n, err := in.R.ReadAt(head, 0); n < len(head) {
		return err
	}
	h, ok := readDBFHead(head)
	if !ok {
		return refuse(ErrUnsupported, "its header is of no table of dBase III to 5, Clipper or FoxPro; export the table as CSV to have it read")
	}
	var shown []dbfField
	var titles []string
	memos := false
	decode := h.decoder(in)
	for _, f := range h.fields {
		switch {
		case f.kind == '0': // says which others are null
		case strings.ContainsRune("MGP", rune(f.kind)), f.kind == 'B' && h.version&0xf0 != 0x30:
			memos = true
		default:
			shown = append(shown, f)
			titles = append(titles, decode([]byte(f.name)))
		}
	}
	if err := out.told(); err != nil {
		return err
	}
	t := out.table("", titles, spar.Locator{})
	r := io.NewSectionReader(in.R, h.begin, max(0, in.Size-h.begin))
	record := make([]byte, h.size)
	cells := make([]string, len(shown))
	var fault error
	for n := int64(0); n < h.records; n++ {
		if _, err := io.ReadFull(r, record); err == io.EOF || err == io.ErrUnexpectedEOF {
			fault = refuse(ErrPartial, "it ends after %d of its %d records", n, h.records)
			break
		} else if err != nil {
			return err
		}
		if record[0] == '*' {
			continue
		}
		for i, f := range shown {
			cells[i] = f.text(record[f.at:f.at+f.size], decode)
		}
		if err := t.row(cells, spar.Locator{Row: int(n) + 1}); err != nil {
			return err
		}
	}
	if err := t.close(); err != nil {
		return err
	}
	if fault == nil && memos {
		fault = refuse(ErrPartial, "its memos lie in a file beside it (.dbt, .fpt), which is not read; export the table as CSV to have them read")
	}
	return fault
}

// decoder reads texts in the code page that the header names, or in the likeliest.
func (h dbfHead) decoder(in *Input) func([]byte) string {
	page, ok := dbfPages[h.page]
	if !ok {
		sample := make([]byte, min(in.Size-min(in.Size, h.begin), detectorSample))
		n, _ := in.R.ReadAt(sample, h.begin) // what cannot be read shows when it is
		cs, ok := byStatistics(bytes.ReplaceAll(sample[:n], []byte{0}, []byte{' '}), false)
		if ok {
			return cs.decode
		}
		page = charmap.Windows1252
	}
	return charset{enc: page}.decode
}

// text writes a value as a reader of tables expects it.
func (f dbfField) text(b []byte, decode func([]byte) string) string {
	const layout, julian = "2006-01-02", 2440588 // the day 1970-01-01
	plain := strings.Trim(string(b), " \x00")
	switch {
	case f.kind == 'D':
		if day, err := time.Parse("20060102", plain); err == nil {
			return day.Format(layout)
		}
		return ""
	case f.kind == 'L':
		return map[string]string{"T": "true", "Y": "true", "F": "false", "N": "false"}[strings.ToUpper(plain)]
	case f.kind == 'I' && f.size == 4:
		return strconv.Itoa(int(int32(binary.LittleEndian.Uint32(b))))
	case f.kind == 'Y' && f.size == 8:
		return strconv.FormatFloat(float64(int64(binary.LittleEndian.Uint64(b)))/10000, 'f', -1, 64)
	case f.kind == 'B' && f.size == 8:
		return strconv.FormatFloat(math.Float64frombits(binary.LittleEndian.Uint64(b)), 'f', -1, 64)
	case f.kind == 'T' && f.size == 8:
		day, ms := int64(binary.LittleEndian.Uint32(b)), int64(binary.LittleEndian.Uint32(b[4:]))
		if day == 0 || day > 10_000_000 {
			return ""
		}
		return time.UnixMilli((day-julian)*24*3600*1000 + ms).UTC().Format(time.DateTime)
	case strings.ContainsRune("CNFV", rune(f.kind)):
		return strings.TrimSpace(decode([]byte(plain)))
	}
	return "" // in bytes of a program's own
}

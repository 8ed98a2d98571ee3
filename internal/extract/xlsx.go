package extract

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// detectXLSX looks for the parts of a workbook among the first entries of a zip file; identify looks at all.
func detectXLSX(head []byte, name string) int {
	switch {
	case !bytes.HasPrefix(head, zipMagic):
		return 0
	case bytes.Contains(head, []byte("xl/workbook")), bytes.Contains(head, []byte("xl/worksheets")):
		return 80
	case hasExt(name, ".xlsx", ".xlsm", ".xltx", ".xltm"):
		return 40
	}
	return 0
}

const (
	maxCellText      = 32 << 10 // of characters in bytes; a spreadsheet allows 32,767 characters
	maxSharedStrings = 4 << 20
	maxSheetRow      = 1 << 20
	maxSheets        = 10_000
)

// workbook holds the parts of a file that its sheets refer to.
type workbook struct {
	c        *container
	out      *sink
	strings  []string
	formats  []numberFormat // by cell style
	date1904 bool
}

// extractXLSX reads a workbook (ECMA-376, SpreadsheetML): sheet by sheet, row by row, numbers as they are shown and
// dates year first. Formulas count by their last result. Binary workbooks hold the same in other parts (see xlsb.go).
func extractXLSX(ctx context.Context, in *Input, out *sink) error {
	c, err := openContainer(in)
	if err != nil {
		return err
	}
	main, rels, err := openOffice(c, "xl/workbook.xml")
	if err != nil {
		return err
	}
	if main == "" || c.files[strings.ToLower(main)] == nil {
		if c.files["xl/workbook.bin"] == nil {
			return refuse(ErrCorrupt, "it is a zip file without a workbook inside; if it was renamed, give it its own extension again")
		}
		main = "xl/workbook.bin"
		if rels, err = c.relations(main); err != nil {
			return err
		}
	}
	binary := strings.HasSuffix(strings.ToLower(main), ".bin")
	if err := coreProperties(c, out); err != nil {
		return err
	}
	b := workbook{c: c, out: out}
	var sheets []bookSheet
	if binary {
		sheets, err = b.binarySheets(main, rels)
	} else {
		sheets, err = b.sheets(main, rels)
	}
	if err != nil && len(sheets) == 0 {
		return err
	}
	for _, s := range sheets {
		if err := out.textProperty("sheet", s.name); err != nil {
			return err
		}
	}
	if err := out.told(); err != nil {
		return err
	}
	shared, styles := "xl/sharedStrings.xml", "xl/styles.xml"
	if binary {
		shared, styles = "xl/sharedStrings.bin", "xl/styles.bin"
	}
	for _, r := range rels {
		switch r.kind {
		case "sharedStrings":
			shared = r.target
		case "styles":
			styles = r.target
		}
	}
	faults := faultList{first: err}
	readStyles, readStrings, readSheet := b.readStyles, b.readStrings, b.readSheet
	if binary {
		readStyles, readStrings, readSheet = b.binaryStyles, b.binaryStrings, b.binarySheet
	}
	faults.note(readStyles(styles))
	faults.note(readStrings(shared))
	for _, s := range sheets {
		if s.part == "" {
			continue
		}
		if err := faults.pass(readSheet(s)); err != nil {
			return err
		}
		if err := faults.pass(b.readAround(s)); err != nil {
			return err
		}
	}
	return faults.first
}

// bookSheet is a sheet in the list of a workbook.
type bookSheet struct {
	name, part string
	hidden     bool
}

// sheets reads the list of sheets.
func (b *workbook) sheets(main string, rels []relation) (sheets []bookSheet, err error) {
	err = b.c.tokens(main, func(tok xml.Token, _ int) error {
		s, ok := tok.(xml.StartElement)
		if !ok {
			return nil
		}
		switch s.Name.Local {
		case "workbookPr":
			b.date1904 = isOn(attr(s, "date1904"), false)
		case "sheet":
			if len(sheets) < maxSheets {
				sheets = append(sheets, bookSheet{attr(s, "name"), targetOf(rels, relationID(s)), strings.HasSuffix(strings.ToLower(attr(s, "state")), "hidden")})
			}
		}
		return nil
	})
	return sheets, err
}

// openOffice finds the main part of an Office document and its relationships.
func openOffice(c *container, usual string) (string, []relation, error) {
	main, err := mainPart(c)
	if err != nil {
		return "", nil, err
	}
	if main == "" || c.files[strings.ToLower(main)] == nil || strings.HasPrefix(main, "word/") {
		main = usual
	}
	rels, err := c.relations(main)
	return main, rels, err
}

// faultList keeps the first fault of a part that costs the others nothing.
type faultList struct{ first error }

func (l *faultList) note(err error) {
	if l.first == nil {
		l.first = err
	}
}

// pass keeps the fault of one part, and hands back an error that ends all reading.
func (l *faultList) pass(err error) error {
	if err == nil {
		return nil
	}
	if isCorrupt(err) || errors.Is(err, ErrPartial) {
		l.note(err)
		return nil
	}
	return err
}

// readStyles reads which number format each cell style has.
func (b *workbook) readStyles(name string) error {
	codes := map[int]numberFormat{}
	inCells := false
	return b.c.tokens(name, func(tok xml.Token, _ int) error {
		switch t := tok.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "numFmt":
				if id := number(attr(t, "numFmtId"), -1); id >= 0 && len(codes) < maxStyles {
					codes[id] = parseNumberFormat(attr(t, "formatCode"))
				}
			case "cellXfs":
				inCells = true
			case "xf":
				if inCells && len(b.formats) < 1<<17 {
					id := number(attr(t, "numFmtId"), 0)
					f, ok := codes[id]
					if !ok {
						f = builtinFormat(id)
					}
					b.formats = append(b.formats, f)
				}
			}
		case xml.EndElement:
			if t.Name.Local == "cellXfs" {
				inCells = false
			}
		}
		return nil
	})
}

// readStrings reads the table of strings that cells refer to. It is bounded by the limit of a part; what cells make of
// it is counted as output.
func (b *workbook) readStrings(name string) error {
	var text strings.Builder
	inText, skip := false, 0
	return b.c.tokens(name, func(tok xml.Token, depth int) error {
		switch t := tok.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "si":
				text.Reset()
			case "t":
				inText = skip == 0
			case "rPh":
				if skip == 0 {
					skip = depth
				}
			}
		case xml.EndElement:
			switch t.Name.Local {
			case "t":
				inText = false
			case "si":
				if len(b.strings) >= maxSharedStrings {
					return refuse(ErrTooBig, "it has more than %d shared strings", maxSharedStrings)
				}
				b.strings = append(b.strings, cellText(text.String()))
			}
			if depth == skip {
				skip = 0
			}
		case xml.CharData:
			if inText && text.Len() < maxCellText {
				text.Write(t)
			}
		}
		return nil
	})
}

// cellText cleans the text of a cell; _x000D_ is how control characters are written (clause 22.9.2.19).
func cellText(s string) string {
	if strings.Contains(s, "_x000D_") {
		s = strings.ReplaceAll(s, "_x000D_", "")
	}
	return cut(clean(s), maxCellText)
}

// readSheet reads one worksheet. Its merged ranges stand behind its rows, so that they are looked for first.
func (b *workbook) readSheet(s bookSheet) error {
	w, err := b.out.sheet(s.name, s.hidden)
	if err != nil {
		return err
	}
	if err := b.findMerges(s.part, w); err != nil {
		return err
	}
	r := sheetReader{b: b, w: w}
	err = b.c.tokens(s.part, r.token)
	if isCorrupt(err) && len(r.cells) > 0 { // the row that was cut off
		if werr := w.row(r.row, r.cells, r.shown); werr != nil {
			return werr
		}
	}
	if cerr := w.close(); cerr != nil {
		return cerr
	}
	if err != nil {
		return err
	}
	return r.tell(s.name)
}

// findMerges reads the merged ranges of a sheet: it inflates the part and decodes only its end.
func (b *workbook) findMerges(part string, w *sheetWriter) error {
	before := b.c.inflated
	defer func() { b.c.inflated = before }()
	r, err := b.c.part(part)
	if r == nil || err != nil {
		return nil // the second reading names the fault
	}
	defer r.Close()
	mark := []byte("mergeCells")
	buf := make([]byte, 64<<10)
	keep := 0
	for {
		n, err := r.Read(buf[keep:])
		n += keep
		if i := bytes.Index(buf[:n], mark); i >= 0 {
			d := newXML(io.MultiReader(strings.NewReader("<x "), bytes.NewReader(buf[i+len(mark):n]), r))
			for range 2 * maxMerges {
				tok, err := d.RawToken()
				if err != nil {
					break
				}
				if s, ok := tok.(xml.StartElement); ok && s.Name.Local == "mergeCell" {
					from, to, _ := strings.Cut(attr(s, "ref"), ":")
					top, left, ok1 := cellAddress(from)
					bottom, right, ok2 := cellAddress(to)
					if ok1 && ok2 {
						w.merge(merge{top: top, bottom: bottom, left: left, right: right})
					}
				}
				if e, ok := tok.(xml.EndElement); ok && e.Name.Local == string(mark) {
					break
				}
			}
			w.sortMerges()
			return nil
		}
		if err != nil {
			return nil
		}
		keep = copy(buf, buf[max(0, n-len(mark)):n])
	}
}

// cellAddress reads B7 as row 7 and column 1.
func cellAddress(s string) (row, column int, ok bool) {
	i := 0
	for i < len(s) && i < 4 && s[i] >= 'A' && s[i] <= 'Z' {
		column = column*26 + int(s[i]-'A') + 1
		i++
	}
	row, err := strconv.Atoi(s[i:])
	return row, column - 1, err == nil && i > 0 && row > 0 && row <= maxSheetRow
}

// sheetReader is the state between two tokens of a sheet.
type sheetReader struct {
	b      *workbook
	w      *sheetWriter
	row    int
	column int
	style  int
	kind   string
	cells  []string
	shown  []spar.ShownCell
	text   strings.Builder
	in     string // the element whose text counts: "v" or "t"
	skip   int

	formula  bool // the open cell has one
	unvalued int  // formulas without a result

	hiddenRows, hiddenColumns numberRanges
	far                       []spar.Block // cells beyond the columns that tables have
	lost                      int          // more of them
}

func (r *sheetReader) token(tok xml.Token, depth int) error {
	switch t := tok.(type) {
	case xml.StartElement:
		switch t.Name.Local {
		case "col":
			if attr(t, "hidden") == "1" || attr(t, "hidden") == "true" {
				r.hiddenColumns.add(number(attr(t, "min"), 0), number(attr(t, "max"), 0))
			}
		case "row":
			n := number(attr(t, "r"), r.row+1)
			if n <= r.row {
				n = r.row + 1
			}
			if attr(t, "hidden") == "1" || attr(t, "hidden") == "true" {
				r.hiddenRows.add(n, n)
			}
			r.row, r.column, r.cells, r.shown = n, -1, nil, nil
		case "c":
			r.column++
			if _, column, ok := cellAddress(attr(t, "r")); ok {
				r.column = column
			}
			r.kind, r.style = attr(t, "t"), number(attr(t, "s"), 0)
			r.text.Reset()
			r.formula = false
		case "f":
			r.formula = true
		case "v", "t":
			r.in = t.Name.Local
		case "rPh":
			r.skip = depth
		}
	case xml.CharData:
		if r.in != "" && r.skip == 0 && r.text.Len() < maxCellText {
			r.text.Write(t)
		}
	case xml.EndElement:
		switch t.Name.Local {
		case "v", "t":
			r.in = ""
		case "rPh":
			r.skip = 0
		case "c":
			if r.formula && r.kind != "str" && strings.TrimSpace(r.text.String()) == "" {
				r.unvalued++
			}
			r.put(r.value())
		case "row":
			return r.flush()
		}
	}
	return nil
}

// flush hands on the open row.
func (r *sheetReader) flush() error {
	cells, shown := r.cells, r.shown
	r.cells, r.shown = nil, nil
	if len(cells) == 0 {
		return nil
	}
	return r.w.row(r.row, cells, shown)
}

// put sets the value of the open cell, and its displayed text.
func (r *sheetReader) put(text, shown string) {
	if text == "" || r.column < 0 {
		return
	}
	if r.column >= r.b.out.limits.Columns {
		if len(r.far) >= maxFar {
			r.lost++
			return
		}
		at := spar.Locator{Sheet: r.w.name, Row: r.row, Column: r.column + 1}
		r.far = append(r.far, spar.Block{Kind: spar.Aside, Text: columnName(r.column+1) + strconv.Itoa(r.row) + ": " + shown, Locator: at})
		return
	}
	if r.column < len(r.cells) && len(r.shown) > 0 {
		r.shown = slices.DeleteFunc(r.shown, func(s spar.ShownCell) bool { return s.Column == r.column+1 })
	}
	for len(r.cells) <= r.column {
		r.cells = append(r.cells, "")
	}
	r.cells[r.column] = text
	if shown != text {
		r.shown = append(r.shown, spar.ShownCell{Column: r.column + 1, Text: shown})
	}
}

// value returns the text of the open cell, and its displayed text.
func (r *sheetReader) value() (text, shown string) {
	raw := r.text.String()
	if r.kind == "" || r.kind == "n" {
		if v, err := strconv.ParseFloat(strings.TrimSpace(raw), 64); err == nil {
			var f numberFormat
			if r.style < len(r.b.formats) {
				f = r.b.formats[r.style]
			}
			return f.text(v, r.b.date1904), f.shown(v, r.b.date1904)
		}
	}
	text = r.plain(raw)
	return text, text
}

// plain is the text of a cell that holds no number.
func (r *sheetReader) plain(raw string) string {
	switch r.kind {
	case "s":
		i, err := strconv.Atoi(strings.TrimSpace(raw))
		if err != nil || i < 0 || i >= len(r.b.strings) {
			return ""
		}
		return r.b.strings[i]
	case "str", "inlineStr", "e":
		return cellText(raw)
	case "b":
		switch strings.TrimSpace(raw) {
		case "1":
			return "TRUE"
		case "0":
			return "FALSE"
		}
		return ""
	case "d":
		return strings.TrimSuffix(strings.TrimSpace(raw), "T00:00:00")
	}
	return cellText(strings.TrimSpace(raw))
}

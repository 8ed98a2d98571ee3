package extract

import (
	"context"
	"fmt"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// detectCSV goes by the extension, since much prose has as many commas a line as a table.
func detectCSV(head []byte, name string) int {
	if hasExt(name, ".csv", ".tsv", ".tab") && isTextHead(head) {
		return 60
	}
	return 0
}

const (
	dialectSample = 64 << 10
	headerRows    = 100     // records that the search for the header looks at
	maxRecord     = 1 << 20 // bytes of one record; the rest is left out
	maxQuoted     = 200     // lines of one quoted cell; a quote open for longer is taken as a character
)

// dialect is how a file writes its records.
type dialect struct {
	delim  byte
	quote  byte
	escape bool // a backslash before a quote escapes it
}

// record is one row of the file.
type record struct {
	cells []string
	row   int
	at    spar.Span
}

// extractCSV reads a file of delimited records: RFC 4180 and other forms that occur. It detects the encoding, the delimiter, the quote and
// the header from the beginning of the file, then streams.
func extractCSV(ctx context.Context, in *Input, out *sink) error {
	cs, err := findCharset(in, "")
	if err != nil {
		return err
	}
	d, skip, err := sniffDialect(in, cs)
	if err != nil {
		return err
	}
	p := csvParser{d: d, columns: in.Limits.Columns}
	w := csvWriter{out: out}
	n := 0
	for l, err := range lines(in, cs) {
		if err != nil {
			return err
		}
		if in.Head > 0 && l.at.Start > in.Head && p.row > 0 { // a first row that is longer is for the bound of lines
			if err := w.close(); err != nil {
				return err
			}
			return refuse(ErrPartial, "it has %s of rows; the first %s, to row %d, are searched as text; plans compute over all rows", size(in.Size), size(in.Head), p.row)
		}
		if n++; n == 1 && skip {
			p.row++
			continue
		}
		if f := out.only; f != nil && w.table != nil && p.passes(l, f) {
			continue
		}
		if rec, ok := p.line(l); ok {
			if err := w.add(rec); err != nil {
				return err
			}
		}
		if w.table != nil {
			p.want = out.want // the header was looked for among all cells
		}
	}
	if rec, ok := p.end(); ok {
		if err := w.add(rec); err != nil {
			return err
		}
	}
	if err := w.close(); err != nil {
		return err
	}
	if p.cutRow > 0 {
		return refuse(ErrPartial, "row %d is longer than %s or has more than %d columns; the rest of such rows was left out: check that its line breaks are in place",
			p.cutRow, size(maxRecord), in.Limits.Columns)
	}
	return nil
}

// csvParser makes records of lines.
type csvParser struct {
	d       dialect
	columns int
	row     int // of the last record
	width   int // of the last record, in cells
	cutRow  int // the first row that was too long
	want    columns

	cells  []string
	cell   strings.Builder
	state  csvState
	bytes  int
	quoted int // lines within the open quote
	open   bool
	full   bool // the rest of this record is dropped
	at     spar.Span
}

type csvState int

const (
	cellStart csvState = iota
	plainCell
	quotedCell
	afterQuote // a quote within a quoted cell: its end, or the first of two
)

// line takes a line, and gives the record that ends with it.
func (p *csvParser) line(l line) (record, bool) {
	if !p.open && !l.piece {
		if cells, ok := p.plain(l.text); ok {
			p.row, p.width = p.row+1, len(cells)
			return record{cells: cells, row: p.row, at: l.at}, len(cells) > 0
		}
	}
	if !p.open {
		p.at, p.open = l.at, true
	}
	p.at.End = l.at.End
	text := l.text
	if !p.full {
		p.scan(text)
	}
	if l.piece {
		return record{}, false
	}
	if p.state == quotedCell {
		if p.quoted++; p.quoted < maxQuoted && !p.full {
			p.cell.WriteByte('\n')
			return record{}, false
		}
	}
	return p.end()
}

// passes goes on behind a line that is a whole record which the filter does not keep, without taking it apart.
func (p *csvParser) passes(l line, f *rowFilter) bool {
	if p.open || l.piece || len(l.text)+1 >= maxRecord || p.d.quote != 0 && strings.IndexByte(l.text, p.d.quote) >= 0 {
		return false
	}
	if p.row+1 >= f.From && (len(f.Words) == 0 || f.has(l.text)) {
		return false
	}
	p.row++
	return true
}

// plain returns the cells of a line that is a whole record without quotes, as most lines are. ok is false for any other line. scan would
// make the same cells. If only some columns are wanted, plain stops behind the last of them.
func (p *csvParser) plain(text string) (cells []string, ok bool) {
	if len(text)+1 >= maxRecord || p.d.quote != 0 && strings.IndexByte(text, p.d.quote) >= 0 {
		return nil, false
	}
	cells = make([]string, 0, p.width)
	led := p.want == nil // a cell with a text came already
	for more := true; more; {
		cell := text
		i := strings.IndexByte(text, p.d.delim)
		if more = i >= 0; more {
			cell, text = text[:i], text[i+1:]
		}
		if more && len(cells)+1 >= p.columns {
			return nil, false
		}
		for p.d.delim != ' ' && cell != "" && cell[0] == ' ' {
			cell = cell[1:]
		}
		if !more && cell == "" && len(cells) == 0 {
			return nil, true // an empty line
		}
		if led && !p.want.has(len(cells)) {
			cell = ""
		}
		led = led || strings.TrimSpace(cell) != ""
		cells = append(cells, cell)
		if led && p.want != nil && len(cells) >= len(p.want) {
			break
		}
	}
	return cells, true
}

func (p *csvParser) scan(text string) {
	start := 0 // of the run not written yet
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch p.state {
		case cellStart:
			switch {
			case c == p.d.quote && p.d.quote != 0:
				p.state, start = quotedCell, i+1
			case c == p.d.delim:
				p.endCell("")
				start = i + 1
			case c != ' ' || p.d.delim == ' ':
				p.state, start = plainCell, i
			}
		case plainCell:
			if c == p.d.delim {
				p.endCell(text[start:i])
				start = i + 1
			}
		case quotedCell:
			switch {
			case c == '\\' && p.d.escape && i+1 < len(text):
				p.cell.WriteString(text[start:i])
				start = i + 1
				i++
			case c == p.d.quote:
				p.cell.WriteString(text[start:i])
				p.state, start = afterQuote, i+1
			}
		case afterQuote:
			switch {
			case c == p.d.quote:
				p.state, start = quotedCell, i // the second of two is text
			case c == p.d.delim:
				p.endCell("")
				start = i + 1
			default:
				p.state = plainCell
			}
		}
		if p.full {
			return
		}
	}
	if p.state == plainCell || p.state == quotedCell {
		p.cell.WriteString(text[start:])
	}
	p.limit(0)
}

func (p *csvParser) endCell(rest string) {
	if p.cells == nil {
		p.cells = make([]string, 0, p.width)
	}
	if p.cell.Len() > 0 { // it was not one run of the line
		p.cell.WriteString(rest)
		rest = p.cell.String()
		p.cell.Reset()
	}
	p.cells = append(p.cells, rest)
	p.bytes += len(rest) + 1
	p.state, p.quoted = cellStart, 0
	p.limit(1)
}

// limit ends a record that has grown too long.
func (p *csvParser) limit(more int) {
	if p.bytes+p.cell.Len() >= maxRecord || len(p.cells)+more > p.columns {
		p.full = true
		if p.cutRow == 0 {
			p.cutRow = p.row + 1
		}
	}
}

// end gives the record that is open.
func (p *csvParser) end() (record, bool) {
	if !p.open {
		return record{}, false
	}
	if p.cell.Len() > 0 || p.state != cellStart || len(p.cells) > 0 {
		p.cells = append(p.cells, cut(p.cell.String(), maxRecord))
	}
	if p.want != nil {
		p.cells = p.want.only(p.cells)
	}
	p.row++
	rec := record{cells: p.cells, row: p.row, at: p.at}
	p.width = len(p.cells)
	p.cell.Reset()
	p.cells, p.state, p.bytes, p.quoted, p.open, p.full = nil, cellStart, 0, 0, false, false
	return rec, len(rec.cells) > 0
}

// csvWriter finds the header among the first records and hands on the rest as it comes.
type csvWriter struct {
	out     *sink
	waiting []record
	bytes   int
	table   *tableSink
}

func (w *csvWriter) add(r record) error {
	if w.table != nil {
		return w.send(r)
	}
	w.waiting, w.bytes = append(w.waiting, r), w.bytes+int(r.at.End-r.at.Start)
	if len(w.waiting) >= headerRows || w.bytes >= maxRecord {
		return w.findHeader()
	}
	return nil
}

func (w *csvWriter) close() error {
	if w.table == nil {
		if err := w.findHeader(); err != nil {
			return err
		}
	}
	return w.table.close()
}

// findHeader finds the caption, single cells above the table, and the header.
func (w *csvWriter) findHeader() error {
	rows := w.waiting
	w.waiting = nil
	width := commonWidth(rows)
	var caption []string
	for len(rows) > 1 && width > 1 && len(caption) < 5 && filled(rows[0].cells) <= 1 {
		if text := strings.TrimSpace(strings.Join(rows[0].cells, " ")); text != "" {
			caption = append(caption, text)
		}
		rows = rows[1:]
	}
	cells := make([][]string, len(rows))
	for i, r := range rows {
		cells[i] = r.cells
	}
	known := 0
	switch {
	case isGrouped(cells):
		known = 2
		cells[0] = spreadGroups(cells[0], cells[1])
	case looksLikeHeader(cells) || labelsOnly(cells):
		known = 1
	}
	h := readHead(cells, known)
	var at spar.Locator
	for _, r := range rows[:h.rows] {
		at.Bytes = at.Bytes.Union(r.at)
	}
	rows = rows[h.rows:]
	w.table = w.out.table(strings.Join(append(caption, h.titles...), "\n"), nil, at)
	w.table.start.Table, w.table.at.Table = 0, 0 // the only one of the file
	if len(h.levels) > 0 {
		w.table.setHeader(h.levels, len(h.levels[len(h.levels)-1]))
	}
	for _, r := range rows {
		if w.out.want != nil {
			r.cells = w.out.want.only(r.cells)
		}
		if err := w.send(r); err != nil {
			return err
		}
	}
	return nil
}

func (w *csvWriter) send(r record) error {
	return w.table.rowOwn(r.cells, spar.Locator{Row: r.row, Bytes: r.at})
}

// labelsOnly reports whether the first row can be a header although no column holds values. It must be as wide as the others, its labels
// must be short, distinct and absent below, and have fewer words than the cells below.
func labelsOnly(rows [][]string) bool {
	if len(rows) < 2 || len(rows[0]) < 2 || len(rows[0]) != len(rows[1]) {
		return false
	}
	seen := map[string]bool{}
	short, below, n := 0, 0, 0
	for _, c := range rows[0] {
		c = strings.ToLower(strings.TrimSpace(c))
		if c == "" || len(c) > 60 || seen[c] || isValue(c) {
			return false
		}
		seen[c] = true
		short += len(c)
	}
	for _, r := range rows[1:] {
		for i, c := range r {
			if i < len(rows[0]) && strings.EqualFold(strings.TrimSpace(c), strings.TrimSpace(rows[0][i])) {
				return false
			}
			below, n = below+len(c), n+1
		}
	}
	return n > 0 && short*n <= 2*below*len(rows[0])
}

// commonWidth is the most frequent number of cells.
func commonWidth(rows []record) int {
	count := map[int]int{}
	best := 0
	for _, r := range rows {
		w := len(r.cells)
		count[w]++
		if count[w] > count[best] || count[w] == count[best] && w > best {
			best = w
		}
	}
	return best
}

func filled(cells []string) int {
	n := 0
	for _, c := range cells {
		if strings.TrimSpace(c) != "" {
			n++
		}
	}
	return n
}

// sniffDialect finds the dialect from the beginning of the file. It takes the dialect that gives most records the same number of columns,
// and prefers more columns. skip says that the first line only names the delimiter.
func sniffDialect(in *Input, cs charset) (d dialect, skip bool, err error) {
	var sample []line
	n := 0
	for l, lerr := range lines(in, cs) {
		if lerr != nil {
			return d, false, lerr
		}
		sample = append(sample, l)
		if n += len(l.text) + 1; n >= dialectSample || len(sample) >= 500 {
			break
		}
	}
	if len(sample) > 0 { // "sep=;" as spreadsheets write it
		if s := strings.TrimSpace(sample[0].text); len(s) == 5 && strings.EqualFold(s[:4], "sep=") {
			return dialect{delim: s[4], quote: '"'}, true, nil
		}
	}
	var text strings.Builder
	for _, l := range sample {
		text.WriteString(l.text)
		text.WriteByte('\n')
	}
	all := text.String()
	d = dialect{delim: ',', quote: '"'}
	if hasExt(in.Name, ".tsv", ".tab") {
		d.delim = '\t'
	}
	best := 0.0
	for _, delim := range []byte{d.delim, ',', ';', '\t', '|'} {
		for _, quote := range []byte{'"', '\''} {
			if quote == '\'' && (strings.Contains(all, `"`) || !strings.Contains(all, fmt.Sprintf("%c'", delim))) {
				continue
			}
			try := dialect{delim: delim, quote: quote}
			try.escape = strings.Contains(all, `\`+string(quote)) && !strings.Contains(all, string(quote)+string(quote))
			if score := consistency(sample, try, in.Limits.Columns); score > best*1.001 {
				d, best = try, score
			}
		}
	}
	return d, false, nil
}

// consistency scores a dialect on a sample.
func consistency(sample []line, d dialect, columns int) float64 {
	p := csvParser{d: d, columns: columns}
	count := map[int]int{}
	total := 0
	for _, l := range sample {
		if rec, ok := p.line(l); ok && len(rec.cells) > 0 {
			count[len(rec.cells)]++
			total++
		}
	}
	best := 0.0
	for width, n := range count {
		if width > 1 {
			share := float64(n) / float64(total)
			best = max(best, share*share*(1-1/float64(width)/2))
		}
	}
	return best
}

package extract

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

const (
	maxTableRows     = 500     // of one table block
	maxTableText     = 1 << 20 // bytes of cells in one table block
	maxProperties    = 1000
	maxPropertyBytes = 16 << 10
)

// sink takes the output of a reader, cleans it, counts it and hands it on. Its methods return an error when a limit is reached, the context
// has ended, or the consumer failed. The reader passes that error up.
type sink struct {
	ctx    context.Context
	limits Limits
	emit   func(Item) error

	text       int64 // bytes handed on
	blocks     int   // blocks and rows handed on
	handed     bool  // a block was handed on
	properties int
	members    int
	tables     int    // so far, without tables of sheets
	above      string // the paragraph handed on last, "" when it was something else or too long for a caption
	level      int    // of the heading handed on last, apart from headings that begin paragraphs
	keepOn     bool   // text beyond the limit is passed over and does not end the reading
	beyond     error  // says that text is beyond the limit, where keepOn is set
	peek       bool   // only properties are wanted: reading ends at the first block
	part       bool   // it takes the content of a part of the file, whose title is not the file's
	titleText  string // a title that waits for the first block
	titleAt    spar.Locator
	sheetName  string     // of the open sheet, which is a heading before its first block
	sheetHeads bool       // a sheet had one
	want       columns    // of the rows of tables; nil for all
	only       *rowFilter // of the rows of tables; nil for all
	err        error      // the first error of ctx or emit
}

// heading hands on a heading; level 1 is the highest.
func (s *sink) heading(level int, text string, at spar.Locator) error {
	return s.block(spar.Block{Kind: spar.Heading, Level: max(1, level), Text: text, Locator: at})
}

// paragraph hands on a paragraph.
func (s *sink) paragraph(text string, at spar.Locator) error {
	return s.block(spar.Block{Kind: spar.Paragraph, Text: text, Locator: at})
}

// item hands on an item of a list.
func (s *sink) item(text string, at spar.Locator) error {
	return s.block(spar.Block{Kind: spar.ListItem, Text: text, Locator: at})
}

// running is a sink for headers and footers: it hands on each line once, and no numbers of pages. The original must not be
// used before done was called.
func (s *sink) running() *runningLines {
	r := &runningLines{sink: *s, of: s}
	seen := map[string]bool{}
	r.emit = func(it Item) error {
		if it.Property != nil || it.Block != nil && it.Block.Table == nil && (seen[it.Block.Text] || pageNumber.MatchString(it.Block.Text)) {
			return nil
		}
		if it.Block != nil && it.Block.Table == nil && len(seen) < maxRunning {
			seen[it.Block.Text] = true
		}
		return s.emit(it)
	}
	return r
}

// maxRunning bounds the lines of headers and footers that are remembered.
const maxRunning = 10_000

type runningLines struct {
	sink
	of *sink
}

// done gives the state of the sink back.
func (r *runningLines) done() {
	emit := r.of.emit
	handed := r.of.handed || r.handed
	*r.of = r.sink
	r.of.emit, r.of.handed = emit, handed
}

// code hands on lines whose breaks and indentation matter.
func (s *sink) code(text string, at spar.Locator) error {
	return s.block(spar.Block{Kind: spar.CodeBlock, Text: text, Locator: at})
}

// block hands on a block; one without text is dropped. Tables go through table.
func (s *sink) block(b spar.Block) error {
	if b.Table == nil {
		b.Text = clean(b.Text)
		if b.Kind == spar.CodeBlock || b.Kind == spar.Setting || b.Kind == spar.Source {
			b.Text = strings.Trim(b.Text, "\r\n")
		} else {
			b.Text = strings.TrimSpace(b.Text)
		}
		if strings.TrimSpace(b.Text) == "" {
			return nil
		}
	}
	if s.peek {
		return errTold
	}
	if name := s.sheetName; name != "" {
		s.sheetName, s.sheetHeads = "", true
		if err := s.heading(1, name, spar.Locator{Sheet: name}); err != nil {
			return err
		}
	}
	if s.titleText != "" {
		title := s.titleText
		s.titleText = ""
		if b.Kind != spar.Heading || b.Level > 1 {
			if err := s.heading(1, title, s.titleAt); err != nil {
				return err
			}
		}
	}
	if full, err := s.full(len(b.Text)); full || err != nil {
		return err
	}
	s.above = ""
	switch {
	case b.Kind == spar.Paragraph && len(b.Text) <= maxCaption, b.Kind == spar.Heading && saysUnit(b.Text):
		s.above = b.Text
	}
	if b.Kind == spar.Heading {
		s.level = b.Level
	}
	return s.send(Item{Block: &b})
}

// title emits the title that a document declares outside its text. It is a property, and also a heading of the highest level, unless the
// text begins with the same heading.
func (s *sink) title(text string, at spar.Locator) error {
	if s.part {
		return nil
	}
	s.titleText, s.titleAt = squeeze(clean(text)), at
	return s.textProperty("title", text)
}

// property emits a property, with its key in lower case. It drops a text without content, and properties beyond the limits. It emits
// keywords one by one, although most formats keep them as one text.
func (s *sink) property(key string, v spar.Value) error {
	key = strings.ToLower(strings.TrimSpace(clean(key)))
	if key == "keywords" && v.Kind == spar.Text && strings.ContainsAny(v.Text, ",;") {
		for word := range strings.FieldsFuncSeq(v.Text, func(r rune) bool { return r == ',' || r == ';' }) {
			if err := s.property(key, spar.Value{Kind: spar.Text, Text: word}); err != nil {
				return err
			}
		}
		return nil
	}
	if v.Kind == spar.Text {
		v.Text = strings.TrimSpace(clean(v.Text))
		if v.Text == "" {
			return nil
		}
		v.Text = cut(v.Text, maxPropertyBytes)
	}
	if key == "" || len(key) > 200 || s.properties >= maxProperties {
		return nil
	}
	if v.Kind == spar.Date {
		v.Date = v.Date.UTC()
		if y := v.Date.Year(); y < 1 || y > 9999 { // no date of a document, and it could not be written as JSON
			return nil
		}
	}
	if math.IsNaN(v.Number) || math.IsInf(v.Number, 0) {
		return nil
	}
	s.properties++
	return s.send(Item{Property: &spar.Property{Key: key, Value: v}})
}

// told ends the reading where only properties are wanted: a reader calls it when it has handed on all that it finds
// without going through the text.
func (s *sink) told() error {
	if s.peek {
		return errTold
	}
	return nil
}

// finish hands on a title that no block came after, so that a document of nothing else can be found by it.
func (s *sink) finish() error {
	title := s.titleText
	s.titleText, s.sheetName = "", ""
	return s.heading(1, title, s.titleAt)
}

// textProperty hands on a property that is a text.
func (s *sink) textProperty(key, value string) error {
	return s.property(key, spar.Value{Kind: spar.Text, Text: value})
}

// dateProperty hands on a property that is a date; the zero time is dropped.
func (s *sink) dateProperty(key string, t time.Time) error {
	if t.IsZero() {
		return nil
	}
	return s.property(key, spar.Value{Kind: spar.Date, Date: t})
}

// table begins a table: rows follow by row, and close hands on the rest. A nil header means that none was found. A table
// without a caption has for one the line above it, if that reads as one. Tables that are not of a sheet are numbered.
func (s *sink) table(caption string, header []string, at spar.Locator) *tableSink {
	if caption = strings.TrimSpace(clean(caption)); caption == "" && isCaption(s.above) {
		caption = s.above
	}
	if at.Sheet == "" {
		s.tables++
		at.Table = s.tables
	}
	t := &tableSink{out: s, caption: caption, at: at, start: at}
	if header != nil {
		t.header = s.cells(header)
	}
	return t
}

// tableSink hands on a table in blocks of bounded size, so that nobody holds a long one whole.
type tableSink struct {
	out       *sink
	caption   string
	header    []string
	levels    [][]string   // of the header, where it has several
	shown     [][]string   // the header as the document shows it, where that is another way
	inherited bool         // the header is that of the table before
	at, start spar.Locator // of the block now being filled, and of the table without its rows
	rows      []spar.Row
	bytes     int
	continued bool
	number    int // of the row before, where the reader counts
}

// row adds a data row, and drops it if all cells are empty. It keeps no reference to cells.
func (t *tableSink) row(cells []string, at spar.Locator) error { return t.rowShown(cells, nil, at) }

// rowShown is row with the cells that the document shows in another way; it keeps shown.
func (t *tableSink) rowShown(cells []string, shown []spar.ShownCell, at spar.Locator) error {
	if t.out.want != nil {
		cells, shown = t.out.want.only(cells), nil
	}
	return t.take(spar.Row{Cells: t.out.cells(cells), Locator: at}, shown)
}

// rowOwn is row for cells that nobody else owns. Cells of columns that are not wanted are empty already.
func (t *tableSink) rowOwn(cells []string, at spar.Locator) error {
	cells = cells[:min(len(cells), t.out.limits.Columns)]
	for i, c := range cells {
		cells[i] = strings.TrimSpace(clean(c))
	}
	return t.take(spar.Row{Cells: cells, Locator: at}, nil)
}

// take adds a row whose cells are clean.
func (t *tableSink) take(r spar.Row, shown []spar.ShownCell) error {
	r.Locator.Table = t.start.Table
	at := r.Locator
	if f := t.out.only; f != nil {
		keep, over := f.keeps(at, r.Cells)
		if over != nil {
			if err := t.close(); err != nil {
				return err
			}
			return over
		}
		if !keep {
			return nil
		}
	}
	for _, s := range shown[:min(len(shown), len(r.Cells))] {
		s.Text = strings.TrimSpace(clean(s.Text))
		if s.Column >= 1 && s.Column <= len(r.Cells) && s.Text != r.Cells[s.Column-1] {
			r.Shown = append(r.Shown, s)
		}
	}
	n := 0
	for _, s := range r.Shown {
		n += len(s.Text)
	}
	for _, c := range r.Cells {
		n += len(c)
	}
	if n == 0 {
		return nil
	}
	if full, err := t.out.full(n + len(r.Cells)); full || err != nil {
		return err
	}
	t.at.Bytes = t.at.Bytes.Union(at.Bytes)
	t.rows, t.bytes = append(t.rows, r), t.bytes+n+16*len(r.Cells)
	if len(t.rows) >= maxTableRows || t.bytes >= maxTableText {
		return t.flush()
	}
	return nil
}

// close emits the rest. A table with a header and no rows is one block.
func (t *tableSink) close() error {
	if len(t.rows) > 0 || (!t.continued && hasText(t.header)) {
		return t.flush()
	}
	return nil
}

func (t *tableSink) flush() error {
	table := &spar.Table{Caption: t.caption, Header: t.header, Levels: t.levels, Rows: t.rows, Continued: t.continued, Inherited: t.inherited, HeaderShown: t.shown}
	at := t.at
	t.rows, t.bytes, t.continued = nil, 0, true
	t.at = spar.Locator{Page: t.start.Page, Sheet: t.start.Sheet, Table: t.start.Table}
	if t.out.peek {
		return errTold
	}
	size := len(t.caption) + len(strings.Join(t.header, ""))
	if full, err := t.out.full(size); full || err != nil {
		return err
	}
	return t.out.block(spar.Block{Kind: spar.TableKind, Table: table, Locator: at})
}

// cells cleans the cells of a row, at most as many as the limits allow.
func (s *sink) cells(cells []string) []string {
	cells = cells[:min(len(cells), s.limits.Columns)]
	out := make([]string, len(cells))
	for i, c := range cells {
		out[i] = strings.TrimSpace(clean(c))
	}
	return out
}

// full is count, and reports whether to pass over the counted text.
func (s *sink) full(n int) (bool, error) {
	if s.beyond != nil {
		return true, nil
	}
	err := s.count(n)
	if err != nil && s.keepOn {
		s.beyond = err
		return true, nil
	}
	return false, err
}

// count adds a block or row with n bytes of text, or says that there are too many.
func (s *sink) count(n int) error {
	if s.text+int64(n) > s.limits.Text {
		return refuse(ErrTooBig, "it holds more than %s of text; what is beyond that was left out", size(s.limits.Text))
	}
	if s.blocks >= s.limits.Blocks {
		return refuse(ErrTooBig, "it holds more than %d paragraphs and rows; what is beyond that was left out", s.limits.Blocks)
	}
	s.text += int64(n)
	s.blocks++
	return nil
}

func (s *sink) send(it Item) error {
	if s.err == nil {
		s.err = s.ctx.Err()
	}
	if s.err == nil {
		if err := s.emit(it); err != nil {
			s.err = fmt.Errorf("%w: %v", errStopped, err)
		}
		s.handed = s.handed || it.Block != nil
	}
	return s.err
}

// clean makes s valid UTF-8 without NUL and other control characters, tabs and line breaks excepted.
func clean(s string) string {
	plain := true // as most cells and lines are
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			plain = false
			break
		}
	}
	if plain {
		return s
	}
	s = strings.ToValidUTF8(s, "\uFFFD")
	bad := func(r rune) bool {
		return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0x7f || r == '\uFEFF' || r == '\u00AD'
	}
	if !strings.ContainsFunc(s, bad) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if bad(r) {
			return -1
		}
		return r
	}, s)
}

// cut shortens s to at most n bytes without cutting a character in two.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}

func hasText(cells []string) bool {
	for _, c := range cells {
		if strings.TrimSpace(c) != "" {
			return true
		}
	}
	return false
}

// size writes a number of bytes for a person.
func size(n int64) string {
	switch {
	case n >= 1<<30:
		return fmt.Sprintf("%.1f GB", float64(n)/(1<<30))
	case n >= 1<<20:
		return fmt.Sprintf("%d MB", n>>20)
	case n >= 1<<10:
		return fmt.Sprintf("%d kB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}

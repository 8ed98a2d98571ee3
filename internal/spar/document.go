package spar

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Document is what extraction makes of the bytes of one file: properties, and blocks in reading order.
type Document struct {
	Format     string     `json:"format"`
	State      State      `json:"state"`
	Reason     string     `json:"reason,omitempty" tongue:"text"`
	Properties []Property `json:"properties,omitempty"`
	Blocks     []Block    `json:"blocks"`
}

// A Property is something that a document says of itself, such as its title. Keys are lower case; the same key may
// come several times.
type Property struct {
	Key   string `json:"key"`
	Value Value  `json:"value"`
}

// A Member is a file inside a file: in an archive, or attached to a message.
type Member struct {
	// its path in the container: slash-separated bytes, and no part is empty, "." or ".."; "" where the one file of a container has none
	Name    string
	Size    int64     // bytes when unpacked, as the container says
	ModTime time.Time // zero when the container does not say
	At      int64     // where it lies, in a way of the format's own
}

// NameIn is the name of a member in the container with that path. The one file of a container that does not name it, such as a
// gzip file written by "gzip -n" or in a pipe, is called as the container is, without its last ending.
func (m Member) NameIn(container string) string {
	if m.Name != "" {
		return m.Name
	}
	base := container[strings.LastIndexByte(container, '/')+1:]
	if dot := strings.LastIndexByte(base, '.'); dot > 0 {
		return base[:dot]
	}
	return "file"
}

// BlockKind is the role of a Block.
type BlockKind string

// The kinds of blocks.
const (
	Heading   BlockKind = "heading"
	Paragraph BlockKind = "paragraph"
	ListItem  BlockKind = "list-item"
	TableKind BlockKind = "table"
	CodeBlock BlockKind = "code"
	Setting   BlockKind = "setting" // lines of a file of settings, which say what holds as text does
	Source    BlockKind = "source"  // lines of a program's own text; code that a document shows is CodeBlock

	// What stands beside the text. It is found and cited as text is.
	RunningHeader BlockKind = "header"  // a line at the head of pages or slides, once for all of them
	RunningFooter BlockKind = "footer"  // the same at their foot
	Note          BlockKind = "note"    // a footnote, an endnote, or what a speaker noted of a slide
	Aside         BlockKind = "aside"   // a text box
	Comment       BlockKind = "comment" // what a reader remarked; it is on no page

	// Reference is an entry of a list of cited works: what others wrote elsewhere. It is found, and answers nothing.
	Reference BlockKind = "reference"

	// Contents is a line of a table of contents or an index. It points elsewhere, and is not searched.
	Contents BlockKind = "contents"
)

// Beside reports whether blocks of the kind stand beside the text.
func (k BlockKind) Beside() bool {
	switch k {
	case RunningHeader, RunningFooter, Note, Aside, Comment:
		return true
	}
	return false
}

// A Block is one structural piece of a document. Text is valid UTF-8 without NUL.
type Block struct {
	Kind    BlockKind `json:"kind"`
	Level   int       `json:"level,omitempty"` // of a heading: 1 is the highest
	Text    string    `json:"text,omitempty"`  // "" for a table
	Table   *Table    `json:"table,omitempty"`
	Locator Locator   `json:"locator"` // without Heading: the chunker adds the path of headings above
}

// A Table has its rows in order. Header has one label a column, levels of a multi-row header joined by " / "; it is
// nil when no header was found. Levels has these levels one by one, the outermost first and each with one label a
// column, merged cells expanded; it is nil where there are fewer than two. A long table comes as several blocks, so that nobody must hold it whole: all but the
// first are Continued and repeat the header.
type Table struct {
	Caption string     `json:"caption,omitempty"`
	Header  []string   `json:"header,omitempty"`
	Levels  [][]string `json:"levels,omitempty"`
	Rows    []Row      `json:"rows"`

	Continued bool `json:"continued,omitempty"`
	Inherited bool `json:"inherited,omitempty"` // the header is that of the table before: none stands here

	// HeaderShown has the rows of the header as the document shows them, where Header says it in another way.
	HeaderShown [][]string `json:"header_shown,omitempty"`
}

// A Row is one data row of a table; the header is not a row. The cell at index i stands in column i+1.
type Row struct {
	Cells   []string    `json:"cells"`
	Shown   []ShownCell `json:"shown,omitempty"` // the cells that the document shows in another way
	Locator Locator     `json:"locator"`
}

// A ShownCell is what a document shows in a cell where Row.Cells says something else: a date in the form of its sheet, a
// number with fewer digits than it has, nothing where a merged cell goes on.
type ShownCell struct {
	Column int    `json:"column"` // 1-based
	Text   string `json:"text"`
}

// Visible gives the cells of the row as the document shows them.
func (r Row) Visible() []string {
	if len(r.Shown) == 0 {
		return r.Cells
	}
	cells := slices.Clone(r.Cells)
	for _, s := range r.Shown {
		if s.Column >= 1 && s.Column <= len(cells) {
			cells[s.Column-1] = s.Text
		}
	}
	return cells
}

// Text is the document as its reader sees it, a paragraph or row a line: cells as they are shown, with tabs between them,
// merged ones once. Blocks for which leave says true are left out; nil leaves out none.
func (d *Document) Text(leave func(Block) bool) string {
	var b strings.Builder
	line := func(text string) {
		if text = strings.TrimRight(text, " \t\r\n"); strings.TrimSpace(text) != "" {
			b.WriteString(text + "\n")
		}
	}
	said := map[string]bool{} // the line above a table may be its caption too
	for _, block := range d.Blocks {
		if leave != nil && leave(block) {
			continue
		}
		line(block.Text)
		t := block.Table
		if t == nil {
			if len(block.Text) <= 1000 {
				said[block.Text] = true
			}
			continue
		}
		if !t.Continued {
			for title := range strings.SplitSeq(t.Caption, "\n") {
				if !said[title] {
					line(title)
				}
			}
			switch {
			case t.Inherited:
			case t.HeaderShown != nil:
				for _, labels := range t.HeaderShown {
					line(strings.Join(labels, "\t"))
				}
			default:
				line(strings.Join(t.Header, "\t"))
			}
		}
		for _, row := range t.Rows {
			line(strings.Join(row.Visible(), "\t"))
		}
	}
	return b.String()
}

// PassageKind is the kind of text that a Passage was made from.
type PassageKind string

// The kinds of passages.
const (
	TextPassage  PassageKind = "text"
	RowPassage   PassageKind = "row"   // one table row with its headers
	TablePassage PassageKind = "table" // a small table whole
	CardPassage  PassageKind = "card"  // a summary of a large table: caption, columns, ranges; it answers nothing itself

	ReferencePassage PassageKind = "reference" // a cited work, which stands elsewhere; it answers nothing itself

	SourcePassage PassageKind = "source" // lines of a program; they answer where no prose does, or where code is asked for
)

// Answers reports whether passages of the kind can be answers: others only lead to one.
func (k PassageKind) Answers() bool { return k != CardPassage && k != ReferencePassage }

// A Passage is a retrievable piece of a document.
type Passage struct {
	Kind    PassageKind
	Text    string
	Locator Locator
	Lang    string // ISO 639-1 code of its language, "" when undecided
	Cells   []Cell // of a row: where its cells stand in Text
	Parts   []Part // where items of lists and code stand in Text, in order; the rest is prose, or nobody knows
}

// A Part is what a reader knows of Text[Start:End]: an item of a list, or code that the document shows.
type Part struct {
	Kind       BlockKind // ListItem or CodeBlock
	Start, End int
}

// A Cell is one cell of a row passage: Text[Label:End] is its label with the cell, as in "Revenue: 7", and
// Text[Start:End] the cell alone. A cell that was cut has one in each passage.
type Cell struct {
	Column            int // 1-based
	Label, Start, End int // bytes of the passage's text
}

// Address is the cell's place: that of its row with the column.
func (c Cell) Address(row Locator) Locator {
	row.Column = c.Column
	return row
}

// Ranked is the text that finds a passage, in words and in meaning: the path of headings above it, then itself.
func (p Passage) Ranked() string {
	if p.Locator.Heading == "" {
		return p.Text
	}
	return p.Locator.Heading + "\n" + p.Text
}

// A Span is a range of bytes [Start, End) in a file, or in a text.
type Span struct{ Start, End int64 }

// Union is the smallest span that holds both; an unknown one is ignored.
func (s Span) Union(other Span) Span {
	switch {
	case s == Span{}:
		return other
	case other == Span{}:
		return s
	}
	return Span{Start: min(s.Start, other.Start), End: max(s.End, other.End)}
}

// MarshalJSON writes the span as [start, end].
func (s Span) MarshalJSON() ([]byte, error) { return json.Marshal([2]int64{s.Start, s.End}) }

// UnmarshalJSON reads [start, end].
func (s *Span) UnmarshalJSON(b []byte) error {
	var a [2]int64
	if err := json.Unmarshal(b, &a); err != nil {
		return err
	}
	s.Start, s.End = a[0], a[1]
	return nil
}

// A Locator says where in a file something stands. Zero fields are not known; nothing is ever guessed.
type Locator struct {
	Page    int    `json:"page,omitempty"`    // 1-based
	Heading string `json:"heading,omitempty"` // path of headings, outermost first, joined by " > "
	Sheet   string `json:"sheet,omitempty"`
	Table   int    `json:"table,omitempty"`  // 1-based, in files that may have several and no sheets
	Row     int    `json:"row,omitempty"`    // 1-based row of its table or sheet, the header row counted
	Column  int    `json:"column,omitempty"` // 1-based column of one cell, or of all rows where Row is 0; the third of a sheet is its C
	Bytes   Span   `json:"bytes,omitzero"`   // of the raw file
}

// separator stands between the headings of a locator.
const separator = " > "

// Headings are the headings above a place, outermost first; one empty heading where there is none.
func (l Locator) Headings() []string { return strings.Split(l.Heading, separator) }

// Outermost is the first heading above a place, which is often the title of its document; "" where there is none.
func (l Locator) Outermost() string {
	first, _, _ := strings.Cut(l.Heading, separator)
	return first
}

// Innermost is the last heading above a place; "" where there is none.
func (l Locator) Innermost() string {
	return l.Heading[strings.LastIndex(separator+l.Heading, separator):]
}

// Words is the locator as a person says it, such as "page 3, Leave" or "sheet Q3, cell B7".
func (l Locator) Words() string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if l.Page > 0 {
		add("page %d", l.Page)
	}
	if l.Sheet != "" {
		add("sheet %s", l.Sheet)
	}
	if l.Table > 0 {
		add("table %d", l.Table)
	}
	switch {
	case l.Column > 0 && l.Sheet != "" && l.Row > 0:
		add("cell %s%d", ColumnName(l.Column), l.Row)
	case l.Row > 0 && l.Column > 0:
		add("row %d, column %d", l.Row, l.Column)
	case l.Row > 0:
		add("row %d", l.Row)
	case l.Column > 0 && l.Sheet != "":
		add("column %s", ColumnName(l.Column))
	case l.Column > 0:
		add("column %d", l.Column)
	}
	if l.Heading != "" {
		parts = append(parts, l.Heading)
	}
	return strings.Join(parts, ", ")
}

// String is the locator as the fragment of a citation, such as "page=3", "sheet=Q3&row=7&cell=B7" or "bytes=120-980";
// ParseLocator reads it back.
func (l Locator) String() string {
	var parts []string
	add := func(k, v string) { parts = append(parts, k+"="+v) }
	if l.Page > 0 {
		add("page", strconv.Itoa(l.Page))
	}
	if l.Sheet != "" {
		add("sheet", url.QueryEscape(l.Sheet))
	}
	if l.Table > 0 {
		add("table", strconv.Itoa(l.Table))
	}
	if l.Row > 0 {
		add("row", strconv.Itoa(l.Row))
	}
	switch {
	case l.Column > 0 && l.Sheet != "" && l.Row > 0:
		add("cell", ColumnName(l.Column)+strconv.Itoa(l.Row))
	case l.Column > 0:
		add("column", strconv.Itoa(l.Column))
	}
	if l.Bytes != (Span{}) {
		add("bytes", fmt.Sprintf("%d-%d", l.Bytes.Start, l.Bytes.End))
	}
	if l.Heading != "" {
		add("heading", url.QueryEscape(l.Heading))
	}
	return strings.Join(parts, "&")
}

// ColumnName is the name of a column as spreadsheets write it: 1 is A, 27 is AA.
func ColumnName(n int) string {
	var name []byte
	for ; n > 0; n = (n - 1) / 26 {
		name = append([]byte{byte('A' + (n-1)%26)}, name...)
	}
	return string(name)
}

// parseCell reads the address of a cell in a sheet, such as B7, in either case.
func parseCell(s string) (column, row int, err error) {
	digits := strings.TrimLeft(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
	letters := strings.ToUpper(s[:len(s)-len(digits)])
	if len(letters) < 1 || len(letters) > 4 {
		return 0, 0, fmt.Errorf("no cell")
	}
	for _, r := range letters {
		column = column*26 + int(r-'A') + 1
	}
	if row, err = strconv.Atoi(digits); err == nil && row < 1 {
		err = fmt.Errorf("no row")
	}
	return column, row, err
}

func natural(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err == nil && n < 0 {
		err = fmt.Errorf("below zero")
	}
	return n, err
}

// ParseLocator reads what Locator.String wrote. Unknown keys and bad numbers are errors, among them those below zero and
// spans that end before they begin. A cell says its row too.
func ParseLocator(s string) (Locator, error) {
	var l Locator
	if s == "" {
		return l, nil
	}
	rows := 0 // that were named
	for part := range strings.SplitSeq(s, "&") {
		key, value, _ := strings.Cut(part, "=")
		var err error
		switch key {
		case "page":
			l.Page, err = natural(value)
		case "table":
			l.Table, err = natural(value)
		case "row", "cell":
			row := 0
			if key == "row" {
				row, err = natural(value)
			} else {
				l.Column, row, err = parseCell(value)
			}
			if rows++; rows > 1 && row != l.Row && err == nil {
				err = fmt.Errorf("another row")
			}
			l.Row = row
		case "column":
			l.Column, err = natural(value)
		case "sheet":
			l.Sheet, err = url.QueryUnescape(value)
		case "heading":
			l.Heading, err = url.QueryUnescape(value)
		case "bytes":
			start, end, _ := strings.Cut(value, "-")
			if l.Bytes.Start, err = strconv.ParseInt(start, 10, 64); err == nil {
				l.Bytes.End, err = strconv.ParseInt(end, 10, 64)
			}
			if err == nil && (l.Bytes.Start < 0 || l.Bytes.End < l.Bytes.Start) {
				err = fmt.Errorf("no span")
			}
		default:
			err = fmt.Errorf("unknown key")
		}
		if err != nil {
			return Locator{}, Errorf(Invalid, "the place %q of a citation cannot be read at %q: use page=, sheet=, table=, row=, column=, cell=, bytes= or heading=", s, part)
		}
	}
	return l, nil
}

package extract

import (
	"context"
	"encoding/xml"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// detectODF is detection by the entry that every OpenDocument file begins with.
func detectODF(kind string) func(head []byte, name string) int {
	return func(head []byte, name string) int {
		if strings.HasPrefix(string(head), string(zipMagic)) && strings.Contains(string(head[:min(len(head), 200)]), "application/vnd.oasis.opendocument."+kind) {
			return 80
		}
		return 0
	}
}

// extractODF reads an OpenDocument text, spreadsheet or presentation (ISO/IEC 26300): headings by their outline level, lists, tables,
// notes, text boxes and comments, and the headers and footers of a text. It leaves out hidden parts and tracked deletions.
func extractODF(ctx context.Context, in *Input, out *sink) error {
	c, err := openContainer(in)
	if err != nil {
		return err
	}
	encrypted := false
	err = c.tokens("meta-inf/manifest.xml", func(tok xml.Token, _ int) error {
		if s, ok := tok.(xml.StartElement); ok && s.Name.Local == "encryption-data" {
			encrypted = true
		}
		return nil
	})
	if encrypted {
		return refuse(ErrEncrypted, "it is an OpenDocument file that needs a password; save a copy without one to make it searchable")
	}
	if err != nil && !isCorrupt(err) {
		return err
	}
	if c.files["content.xml"] == nil {
		return refuse(ErrCorrupt, "it is an OpenDocument file without content inside")
	}
	if err := odfProperties(c, out); err != nil {
		return err
	}
	if err := out.told(); err != nil {
		return err
	}
	o := odfReader{out: out, hidden: map[string]bool{}, numbers: newODFLists()}
	err = c.tokens("styles.xml", o.styleToken)
	if err != nil && !isCorrupt(err) {
		return err
	}
	err = c.tokens("content.xml", o.token)
	if ferr := o.finish(); ferr != nil {
		return ferr
	}
	if err != nil || o.sheets || o.page > 0 {
		return err
	}
	return odfRunning(c, out)
}

// odfRunning reads the headers and footers of a text, each line once. Their tables only put lines beside each other.
func odfRunning(c *container, out *sink) error {
	lines := out.running()
	defer lines.done()
	o := odfReader{out: &lines.sink, hidden: map[string]bool{}, numbers: newODFLists()}
	inside := 0
	err := c.tokens("styles.xml", func(tok xml.Token, depth int) error {
		switch t := tok.(type) {
		case xml.StartElement:
			if kind, _, _ := strings.Cut(t.Name.Local, "-"); inside == 0 && t.Name.Space == "style" && (kind == "header" || kind == "footer") && !strings.HasSuffix(t.Name.Local, "style") {
				inside = depth
				o.open(spar.BlockKind(kind), depth)
			}
			if inside == 0 || t.Name.Space == "table" {
				return nil
			}
		case xml.EndElement:
			if depth == inside {
				inside = 0
			} else if inside == 0 || t.Name.Space == "table" && o.skip != depth {
				return nil
			}
		}
		return o.token(tok, depth)
	})
	if ferr := o.finish(); ferr != nil {
		return ferr
	}
	if isCorrupt(err) {
		return nil // the text is read
	}
	return err
}

// odfProperties reads meta.xml; a damaged one costs nothing else.
func odfProperties(c *container, out *sink) error {
	keys := map[string]string{"title": "title", "creator": "modified-by", "initial-creator": "author", "creation-date": "created", "date": "modified",
		"subject": "subject", "keyword": "keywords", "description": "description", "language": "language"}
	key, value := "", ""
	err := c.tokens("meta.xml", func(tok xml.Token, _ int) error {
		switch t := tok.(type) {
		case xml.StartElement:
			key, value = keys[t.Name.Local], ""
		case xml.CharData:
			if key != "" && len(value) < maxPropertyBytes {
				value += string(t)
			}
		case xml.EndElement:
			if key == "" || strings.TrimSpace(value) == "" {
				return nil
			}
			v := spar.Value{Kind: spar.Text, Text: value}
			if key == "created" || key == "modified" {
				v = textOrDate(value)
			}
			k := key
			key = ""
			return out.property(k, v)
		}
		return nil
	})
	if isCorrupt(err) {
		return nil
	}
	return err
}

// odfReader makes blocks of content.xml.
type odfReader struct {
	out     *sink
	skip    int // depth of the element that is left out
	sheets  bool
	page    int
	lists   int
	hidden  map[string]bool // table styles that are not displayed
	style   string          // the open style
	beside  []odfBeside     // open notes, text boxes, comments and indexes
	numbers odfLists        // of a text document

	paras []*odfPara // stacked: frames and notes stand within paragraphs

	tables []*odfTable
}

// odfBeside is an open element whose paragraphs are of a kind of their own.
type odfBeside struct {
	kind   spar.BlockKind
	depth  int
	tables int // how many were open where it began
}

type odfPara struct {
	kind   spar.BlockKind // "" for what its place makes of it
	beside bool           // it is of no table that is open
	text   strings.Builder
	level  int
	item   bool
	label  string // its number in a list
	tables int
}

// odfTable is an open table: of a text with a grid, of a spreadsheet with a sheet.
type odfTable struct {
	grid   grid
	sheet  *sheetWriter
	row    int // of a sheet, 1-based
	rows   int // how often the open row is repeated
	repeat int // how often the open cell is
	cells  []cell
	values []string
	shown  []spar.ShownCell
	cell   *cell
	text   strings.Builder
	value  string
	lone   string // what a cell without text holds
	head   bool
}

func (o *odfReader) table() *odfTable {
	if len(o.tables) == 0 {
		return nil
	}
	return o.tables[len(o.tables)-1]
}

func (o *odfReader) para() *odfPara {
	if len(o.paras) == 0 {
		return nil
	}
	return o.paras[len(o.paras)-1]
}

func (o *odfReader) at() spar.Locator { return spar.Locator{Page: o.page} }

func (o *odfReader) token(tok xml.Token, depth int) error {
	switch t := tok.(type) {
	case xml.StartElement:
		if o.skip == 0 {
			return o.start(t, depth)
		}
	case xml.CharData:
		if p := o.para(); p != nil && o.skip == 0 && p.text.Len() < maxTableText {
			p.text.WriteString(squeezeEdges(string(t)))
		}
	case xml.EndElement:
		if o.skip > 0 {
			if depth == o.skip {
				o.skip = 0
			}
			return nil
		}
		if k := len(o.beside) - 1; k >= 0 && o.beside[k].depth == depth {
			o.beside = o.beside[:k]
		}
		return o.end(t)
	}
	return nil
}

// squeezeEdges makes one space of each run of white space, as the format demands, and keeps those at the ends.
func squeezeEdges(s string) string {
	text := squeeze(s)
	if text == "" {
		if s == "" {
			return ""
		}
		return " "
	}
	if strings.TrimLeft(s, " \t\r\n") != s {
		text = " " + text
	}
	if strings.TrimRight(s, " \t\r\n") != s {
		text += " "
	}
	return text
}

// styleToken takes what styles.xml says of lists.
func (o *odfReader) styleToken(tok xml.Token, _ int) error {
	switch t := tok.(type) {
	case xml.StartElement:
		o.numbers.start(t)
	case xml.EndElement:
		o.numbers.end(t)
	}
	return nil
}

func (o *odfReader) start(t xml.StartElement, depth int) error {
	o.numbers.start(t)
	p := o.para()
	switch t.Name.Local {
	case "table-of-content", "alphabetical-index", "illustration-index", "table-index", "user-index", "object-index", "bibliography":
		o.open(spar.Contents, depth)
	case "note", "notes":
		o.open(spar.Note, depth)
	case "annotation":
		o.open(spar.Comment, depth)
	case "text-box", "shapes", "rect", "ellipse", "line", "polyline", "polygon", "path", "connector", "caption":
		if o.page == 0 && (t.Name.Space == "draw" || t.Name.Local == "shapes") {
			o.open(spar.Aside, depth)
		}
	case "creator", "creator-initials", "date-string":
		if k := len(o.beside) - 1; k >= 0 && o.beside[k].kind == spar.Comment {
			o.skip = depth
		}
	case "section":
		if attr(t, "display") == "none" {
			o.skip = depth
		}
	case "tracked-changes", "annotation-end", "forms", "note-citation", "desc", "table-of-content-source", "alphabetical-index-source", "script", "event-listeners", "ruby-text", "binary-data", "settings", "named-expressions", "database-ranges", "date-time-decl":
		o.skip = depth
	case "style":
		o.style = attr(t, "name")
	case "table-properties":
		if attr(t, "display") == "false" && len(o.hidden) < maxStyles {
			o.hidden[o.style] = true
		}
	case "spreadsheet":
		o.sheets = true
	case "page":
		if t.Name.Space == "draw" {
			o.page++
		}
	case "list":
		o.lists++
	case "h", "p":
		if t.Name.Space != "text" {
			break
		}
		if len(o.paras) >= o.out.limits.Depth {
			return refuse(ErrTooBig, "its paragraphs are nested more than %d deep", o.out.limits.Depth)
		}
		n := &odfPara{item: o.lists > 0, tables: len(o.tables)}
		if k := len(o.beside) - 1; k >= 0 {
			n.kind, n.beside = o.beside[k].kind, o.beside[k].tables == len(o.tables)
		}
		if !o.sheets && o.page == 0 {
			n.label = o.numbers.label(t)
		}
		if t.Name.Local == "h" {
			n.level = min(max(1, number(attr(t, "outline-level"), 1)), 9)
		}
		o.paras = append(o.paras, n)
	case "frame", "custom-shape":
		if attr(t, "class") == "title" {
			o.style = "title"
		}
		if o.page == 0 && t.Name.Local == "custom-shape" {
			o.open(spar.Aside, depth)
		}
	case "tab":
		if p != nil {
			p.text.WriteByte('\t')
		}
	case "line-break":
		if p != nil {
			p.text.WriteByte('\n')
		}
	case "s":
		if p != nil {
			p.text.WriteByte(' ')
		}
	case "page-number":
		if o.page > 0 {
			o.skip = depth
		}
	case "table":
		if t.Name.Space == "table" {
			return o.tableStart(t)
		}
	case "table-header-rows":
		if tb := o.table(); tb != nil {
			tb.head = true
		}
	case "table-row":
		if tb := o.table(); tb != nil {
			tb.rows = max(1, repeated(attr(t, "number-rows-repeated")))
			tb.cells, tb.values = nil, nil
		}
	case "table-cell", "covered-table-cell":
		o.cellStart(t)
	}
	return nil
}

// open begins an element whose paragraphs are of a kind of their own.
func (o *odfReader) open(kind spar.BlockKind, depth int) {
	if len(o.beside) < maxXMLDepth {
		o.beside = append(o.beside, odfBeside{kind, depth, len(o.tables)})
	}
}

func (o *odfReader) end(t xml.EndElement) error {
	o.numbers.end(t)
	switch t.Name.Local {
	case "h", "p":
		if p := o.para(); p != nil && t.Name.Space == "text" {
			o.paras = o.paras[:len(o.paras)-1]
			return o.paragraphEnd(p)
		}
	case "list":
		o.lists = max(0, o.lists-1)
	case "frame", "custom-shape", "style":
		o.style = ""
	case "table-header-rows":
		if tb := o.table(); tb != nil {
			tb.head = false
		}
	case "table-cell", "covered-table-cell":
		o.cellEnd()
	case "table-row":
		return o.rowEnd()
	case "table":
		if t.Name.Space == "table" {
			return o.tableEnd()
		}
	}
	return nil
}

func (o *odfReader) paragraphEnd(p *odfPara) error {
	text := squeezeLines(p.text.String())
	inCell := len(o.tables) > 0 && p.tables == len(o.tables) && o.table().cell != nil && !p.beside
	switch {
	case text != "":
		text = labelled(p.label, text)
	case inCell: // which may hold nothing but its number
		text = p.label
	}
	if text == "" {
		return nil
	}
	if tb := o.table(); inCell {
		if tb.text.Len() < maxTableText {
			if tb.text.Len() > 0 {
				tb.text.WriteByte(' ')
			}
			tb.text.WriteString(text)
		}
		return nil
	}
	switch {
	case p.kind != "":
		at := o.at()
		if tb := o.table(); tb != nil && tb.sheet != nil {
			at.Sheet, at.Row = tb.sheet.name, min(tb.row+1, maxSheetRow)
		}
		return o.out.block(spar.Block{Kind: p.kind, Text: text, Locator: at})
	case p.level > 0 && len(text) <= 500:
		return o.out.heading(p.level, squeeze(text), o.at())
	case o.style == "title" && o.page > 0:
		return o.out.heading(1, squeeze(text), o.at())
	case p.item:
		return o.out.item(text, o.at())
	}
	return o.out.paragraph(text, o.at())
}

// finish emits the blocks that are open at the end. The file may have been cut off.
func (o *odfReader) finish() error {
	for p := o.para(); p != nil; p = o.para() {
		o.paras = o.paras[:len(o.paras)-1]
		if err := o.paragraphEnd(p); err != nil {
			return err
		}
	}
	for len(o.tables) > 0 {
		o.cellEnd()
		if err := o.rowEnd(); err != nil {
			return err
		}
		if err := o.tableEnd(); err != nil {
			return err
		}
	}
	return nil
}

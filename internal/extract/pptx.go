package extract

import (
	"bytes"
	"context"
	"encoding/xml"
	"slices"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// detectPPTX looks for the parts of a presentation among the first entries of a zip file; identify looks at all.
func detectPPTX(head []byte, name string) int {
	switch {
	case !bytes.HasPrefix(head, zipMagic):
		return 0
	case bytes.Contains(head, []byte("ppt/presentation")), bytes.Contains(head, []byte("ppt/slides")):
		return 80
	case hasExt(name, ".pptx", ".pptm", ".ppsx", ".potx"):
		return 40
	}
	return 0
}

// extractPPTX reads a presentation (ECMA-376, PresentationML) slide by slide: the title as a heading, text and tables by
// their place on the slide, charts and diagrams by their labels, then the speaker's notes and readers' comments; the footers of
// all slides come last, each once. The page of a locator is the number of the slide.
func extractPPTX(ctx context.Context, in *Input, out *sink) error {
	c, err := openContainer(in)
	if err != nil {
		return err
	}
	main, rels, err := openOffice(c, "ppt/presentation.xml")
	if err != nil {
		return err
	}
	if c.files[strings.ToLower(main)] == nil {
		return refuse(ErrCorrupt, "it is a zip file without a presentation inside; if it was renamed, give it its own extension again")
	}
	if err := coreProperties(c, out); err != nil {
		return err
	}
	var slides []string
	err = c.tokens(main, func(tok xml.Token, _ int) error {
		if s, ok := tok.(xml.StartElement); ok && s.Name.Local == "sldId" && len(slides) < out.limits.Entries {
			if part := targetOf(rels, relationID(s)); part != "" {
				slides = append(slides, part)
			}
		}
		return nil
	})
	if err != nil && len(slides) == 0 {
		return err
	}
	if err := out.property("slides", spar.Value{Kind: spar.Number, Number: float64(len(slides))}); err != nil {
		return err
	}
	if err := out.told(); err != nil {
		return err
	}
	faults := faultList{first: err}
	var footers []string
	for i, part := range slides {
		if err := faults.pass(readSlide(c, part, i+1, out, &footers)); err != nil {
			return err
		}
	}
	for _, text := range footers {
		if err := out.block(spar.Block{Kind: spar.RunningFooter, Text: text}); err != nil {
			return err
		}
	}
	return faults.first
}

// readSlide reads one slide and what belongs to it.
func readSlide(c *container, part string, page int, out *sink, footers *[]string) error {
	rels, _ := c.relations(part) // without them the text of the slide itself remains
	s := slideReader{out: out, page: page, footers: footers}
	err := c.tokens(part, s.token)
	if ferr := s.finish(); ferr != nil {
		return ferr
	}
	if err != nil {
		return err
	}
	for _, r := range rels {
		switch r.kind {
		case "chart", "diagramData":
			err = readLabels(c, r.target, spar.Paragraph, spar.Locator{Page: page}, out, true)
		case "notesSlide":
			notes := slideReader{out: out, page: page, notes: true}
			if err = c.tokens(r.target, notes.token); err == nil {
				err = notes.finish()
			}
		case "comments":
			err = readSlideComments(c, r.target, page, out)
		}
		if err != nil && !isCorrupt(err) {
			return err
		}
	}
	return err
}

// readSlideComments reads the comments of a slide (clause 19.4).
func readSlideComments(c *container, part string, page int, out *sink) error {
	var text strings.Builder
	in := false
	return c.tokens(part, func(tok xml.Token, _ int) error {
		switch t := tok.(type) {
		case xml.StartElement:
			in = t.Name.Local == "text" || t.Name.Local == "t" // as of 2018 comments hold paragraphs
		case xml.CharData:
			if in && text.Len() < maxCellText {
				text.Write(t)
			}
		case xml.EndElement:
			in = false
			if t.Name.Local == "cm" {
				line := squeezeLines(text.String())
				text.Reset()
				return out.block(spar.Block{Kind: spar.Comment, Text: line, Locator: spar.Locator{Page: page}})
			}
		}
		return nil
	})
}

// readLabels reads the distinct texts of a chart or a diagram: titles, and with values categories, series and values.
func readLabels(c *container, part string, kind spar.BlockKind, at spar.Locator, out *sink, values bool) error {
	var lines []string
	seen := map[string]bool{}
	var text strings.Builder
	in := ""
	err := c.tokens(part, func(tok xml.Token, _ int) error {
		switch t := tok.(type) {
		case xml.StartElement:
			if t.Name.Local == "t" && t.Name.Space == "a" || values && t.Name.Local == "v" && t.Name.Space == "c" {
				in = t.Name.Local
			}
		case xml.CharData:
			if in != "" && text.Len() < maxCellText {
				text.Write(t)
			}
		case xml.EndElement:
			switch local := t.Name.Local; {
			case local == in:
				in = ""
				if local == "v" {
					lines, text = addLabel(lines, seen, &text), strings.Builder{}
				}
			case local == "p":
				lines, text = addLabel(lines, seen, &text), strings.Builder{}
			}
		}
		return nil
	})
	if perr := out.block(spar.Block{Kind: kind, Text: strings.Join(lines, "\n"), Locator: at}); perr != nil {
		return perr
	}
	return err
}

// maxLabels bounds the labels of one chart.
const maxLabels = 5000

func addLabel(lines []string, seen map[string]bool, text *strings.Builder) []string {
	label := squeeze(text.String())
	if label == "" || seen[label] || len(lines) >= maxLabels {
		return lines
	}
	seen[label] = true
	return append(lines, label)
}

// slideShape is a shape with text, or a table, at its place on the slide.
type slideShape struct {
	x, y   int
	placed bool
	title  bool
	skip   bool // number and date of the slide
	footer bool
	body   bool // a placeholder for points
	paras  []slidePara
	rows   [][]cell
}

type slidePara struct {
	text   string
	bullet bool
	bold   bool // all of it, and set so on its runs
}

// slideReader gathers the shapes of one slide.
type slideReader struct {
	out   *sink
	page  int
	notes bool

	footers *[]string // of all slides, each once; nil where they are of no interest
	shapes  []slideShape
	shape   *slideShape
	bytes   int
	text    strings.Builder
	inText  bool
	bullet  int // 1 or -1 where the paragraph says so
	level   int
	skip    int
	groups  int
	row     []cell
	cell    *cell
	inCell  strings.Builder
	inTable bool
	headed  bool // the first row of the open table is one of labels
	bold    bool // the open run
	plain   bool // the open paragraph has text that is not bold
}

func (s *slideReader) token(tok xml.Token, depth int) error {
	switch t := tok.(type) {
	case xml.StartElement:
		if s.skip == 0 {
			s.start(t, depth)
		}
	case xml.CharData:
		if s.inText && s.skip == 0 && s.text.Len() < maxTableText {
			s.text.Write(t)
		}
	case xml.EndElement:
		if s.skip > 0 {
			if depth == s.skip {
				s.skip = 0
			}
			return nil
		}
		return s.end(t)
	}
	return nil
}

func (s *slideReader) start(t xml.StartElement, depth int) {
	switch t.Name.Local {
	case "Fallback", "rPh":
		s.skip = depth
	case "grpSp":
		s.groups++
	case "sp", "graphicFrame", "cxnSp", "pic":
		s.shape = &slideShape{body: s.notes}
	case "ph":
		if s.shape == nil {
			break
		}
		switch attr(t, "type") {
		case "title", "ctrTitle":
			s.shape.title = true
		case "sldNum", "dt", "hdr", "sldImg":
			s.shape.skip = true
		case "ftr":
			s.shape.footer = true
		case "body", "":
			s.shape.body = true
		}
	case "off":
		if s.shape != nil && s.groups == 0 && !s.shape.placed {
			s.shape.x, s.shape.y, s.shape.placed = signed(attr(t, "x")), signed(attr(t, "y")), true
		}
	case "tbl":
		s.inTable, s.headed = true, false
	case "tblPr":
		s.headed = isOn(attr(t, "firstRow"), false)
	case "tr":
		s.row = nil
	case "tc":
		s.cell = &cell{cols: min(number(attr(t, "gridSpan"), 1), 1000), rows: min(number(attr(t, "rowSpan"), 1), 1000)}
		if isOn(attr(t, "hMerge"), false) || isOn(attr(t, "vMerge"), false) {
			s.cell = nil // a cell that is covered
		}
		s.inCell.Reset()
	case "p":
		s.bullet, s.level, s.plain = 0, 0, false
		s.text.Reset()
	case "pPr":
		s.level = number(attr(t, "lvl"), 0)
	case "buNone":
		s.bullet = -1
	case "buChar", "buAutoNum", "buBlip":
		s.bullet = 1
	case "r", "fld":
		s.bold = false
		if attr(t, "type") == "slidenum" {
			s.skip = depth
		}
	case "rPr":
		s.bold = isOn(attr(t, "b"), false)
	case "t":
		s.inText = t.Name.Space == "a"
		s.plain = s.plain || s.inText && !s.bold
	case "br":
		s.text.WriteByte('\n')
	case "tab":
		s.text.WriteByte(' ')
	}
}

// signed reads a number of EMU.
func signed(v string) int {
	n, err := strconv.ParseInt(v, 10, 48)
	if err != nil {
		return 0
	}
	return int(n)
}

func (s *slideReader) end(t xml.EndElement) error {
	switch t.Name.Local {
	case "t":
		s.inText = false
	case "p":
		text := squeezeLines(s.text.String())
		s.text.Reset()
		s.bytes += len(text) + 64
		if int64(s.bytes) > s.out.limits.Part {
			return refuse(ErrTooBig, "slide %d holds more than %s of text", s.page, size(s.out.limits.Part))
		}
		switch {
		case s.shape == nil || text == "":
		case s.inTable:
			s.inCell.WriteString(text + " ")
		default:
			s.shape.paras = append(s.shape.paras, slidePara{text, s.bullet > 0 || s.bullet == 0 && (s.level > 0 || s.shape.body && !s.notes), !s.plain})
		}
	case "tc":
		if s.cell != nil {
			s.cell.text = squeeze(s.inCell.String())
			s.cell.header = s.headed
			s.row = append(s.row, *s.cell)
		}
		s.cell = nil
	case "tr":
		if s.shape != nil {
			s.shape.rows = append(s.shape.rows, s.row)
		}
		s.row, s.headed = nil, false
	case "tbl":
		s.inTable = false
	case "grpSp":
		s.groups = max(0, s.groups-1)
	case "sp", "graphicFrame", "cxnSp", "pic":
		if s.shape != nil && s.shape.footer {
			s.footer()
		} else if s.shape != nil && !s.shape.skip && len(s.shape.paras)+len(s.shape.rows) > 0 {
			s.shapes = append(s.shapes, *s.shape)
		}
		s.shape = nil
	}
	return nil
}

// maxFooters bounds the footers of a presentation.
const maxFooters = 1000

// footer keeps the text of a footer that no slide before had.
func (s *slideReader) footer() {
	for _, p := range s.shape.paras {
		if s.footers != nil && len(*s.footers) < maxFooters && !slices.Contains(*s.footers, p.text) {
			*s.footers = append(*s.footers, p.text)
		}
	}
}

// band is how far apart in EMU two shapes may begin and stand on one line: a third of an inch.
const band = 914400 / 3

// finish hands on the shapes in reading order: the title, then from top to bottom where each says its place, else in
// the order of the file.
func (s *slideReader) finish() error {
	if s.shape != nil && !s.shape.skip { // the slide was cut off
		s.shapes = append(s.shapes, *s.shape)
		s.shape = nil
	}
	rest := make([]slideShape, 0, len(s.shapes))
	placed := true
	at := spar.Locator{Page: s.page}
	for _, sh := range s.shapes {
		if !sh.title {
			rest = append(rest, sh)
			placed = placed && sh.placed
			continue
		}
		var lines []string
		for _, p := range sh.paras {
			lines = append(lines, p.text)
		}
		if err := s.out.heading(1, squeeze(strings.Join(lines, " ")), at); err != nil {
			return err
		}
	}
	if placed {
		slices.SortStableFunc(rest, func(a, b slideShape) int {
			if d := a.y/band - b.y/band; d != 0 {
				return d
			}
			return a.x - b.x
		})
	}
	for _, sh := range rest {
		for i, p := range sh.paras {
			var err error
			switch {
			case s.notes:
				err = s.out.block(spar.Block{Kind: spar.Note, Text: p.text, Locator: at})
			case p.bold && !p.bullet && !s.notes && len(p.text) <= 150 && !strings.HasSuffix(p.text, ".") && i+1 < len(sh.paras) && !sh.paras[i+1].bold:
				err = s.out.heading(2, squeeze(p.text), at)
			case p.bullet:
				err = s.out.item(p.text, at)
			default:
				err = s.out.paragraph(p.text, at)
			}
			if err != nil {
				return err
			}
		}
		if len(sh.rows) == 0 {
			continue
		}
		g := grid{out: s.out, at: at, guess: true}
		for _, r := range sh.rows {
			if err := g.add(r, at); err != nil {
				return err
			}
		}
		if err := g.close(); err != nil {
			return err
		}
	}
	return nil
}

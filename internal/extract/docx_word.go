package extract

import (
	"encoding/xml"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// maxXMLDepth is how deeply elements may nest.
const maxXMLDepth = 5000

// wordReader makes blocks of a stream of WordprocessingML elements. Paragraphs can stand within paragraphs (text
// boxes) and tables within cells, so that both are stacks; their depth is limited.
type wordReader struct {
	out    *sink
	styles docxStyles
	fonts  *fontLevels
	lists  *docxNumbering // nil where lists are not numbered
	survey *fontSurvey    // when set, paragraphs are counted and nothing is handed on
	memo   map[string]resolved
	kind   spar.BlockKind // of the paragraphs of a part beside the body, "" for the body

	depth  int
	box    int     // depth of the open text box, 0 for none
	skip   int     // depth of the element that is left out, 0 for none
	chunks *chunks // reads what the part inserts; nil where nothing can be
	math   []openMath
	held   *wordPara // its end is deleted: the next one goes on with it
	inText bool
	inPPr  int
	inRPr  int
	paras  []*wordPara
	tables []*wordTable
}

// wordPara is an open paragraph.
type wordPara struct {
	text    strings.Builder
	style   string
	outline int    // set on the paragraph itself, -1 if not
	num     int    // 1, -1, or 0 for what the style says
	list    string // the list it says to be of
	depth   int    // the level in it, -1 for what the style says
	run     wordRun
	chars   int
	bold    int         // characters in bold
	lead    int         // bytes of text that are in bold, from its begin
	sizes   map[int]int // characters by font size
	tables  int         // how many were open where it began
	goesOn  bool        // in the next
	formula int         // where the last formula ends
}

// wordRun is the formatting of the open run.
type wordRun struct {
	bold   int
	size   int
	hidden bool
}

// wordTable is an open table.
type wordTable struct {
	grid    grid
	cells   []cell
	cell    *cell
	text    strings.Builder
	plain   bool
	header  bool // of the open row
	layout  bool // cells hold headings: they are text of their own
	rowText bool // the same for this row only, since a table stands in it
}

func (w *wordReader) para() *wordPara {
	if len(w.paras) == 0 {
		return nil
	}
	return w.paras[len(w.paras)-1]
}

func (w *wordReader) table() *wordTable {
	if len(w.tables) == 0 {
		return nil
	}
	return w.tables[len(w.tables)-1]
}

func (w *wordReader) start(t xml.StartElement) error {
	w.depth++
	if w.depth > maxXMLDepth {
		return refuse(ErrTooBig, "its elements are nested more than %d deep", maxXMLDepth)
	}
	if w.skip > 0 {
		return nil
	}
	name := t.Name.Local
	if isLeftOut(name) {
		if (name == "del" || name == "moveFrom") && w.inRPr+w.inPPr > 0 {
			if p := w.para(); p != nil && w.inRPr > 0 && w.inPPr > 0 {
				p.goesOn = true // the end of the paragraph is deleted
			}
			return nil
		}
		w.skip = w.depth
		return nil
	}
	p := w.para()
	switch name {
	case "p":
		if t.Name.Space == "a" { // DrawingML has paragraphs too
			break
		}
		if len(w.paras) < w.out.limits.Depth {
			next := &wordPara{outline: -1, depth: -1, sizes: map[int]int{}, tables: len(w.tables)}
			if h := w.held; h != nil {
				next.rewrite(h.text.String())
				next.chars, next.bold, next.lead, next.sizes, w.held = h.chars, h.bold, h.lead, h.sizes, nil
			}
			w.paras = append(w.paras, next)
		}
	case "txbxContent":
		if w.box == 0 {
			w.box = w.depth
		}
	case "altChunk":
		if w.chunks != nil {
			return w.chunks.read(relationID(t), w.out)
		}
	case "tbl":
		return w.tableStart()
	case "footnote", "endnote":
		if k := attr(t, "type"); k != "" && k != "normal" {
			w.skip = w.depth
		}
	}
	if tb := w.table(); tb != nil {
		w.tableProperty(tb, t)
	}
	if p == nil {
		return nil
	}
	if t.Name.Space == "m" && name != "t" && name != "r" && w.inRPr == 0 {
		w.mathStart(p, t)
		return nil
	}
	switch name {
	case "pPr":
		w.inPPr = w.depth
	case "rPr":
		w.inRPr = w.depth
	case "r":
		p.run = wordRun{}
	case "t":
		w.inText = true
	case "tab", "ptab":
		if w.inPPr == 0 {
			w.write(p, "\t")
		}
	case "br", "cr":
		w.write(p, "\n")
	case "noBreakHyphen":
		w.write(p, "-")
	case "sym":
		if code, err := strconv.ParseUint(attr(t, "char"), 16, 16); err == nil {
			w.write(p, symbol(attr(t, "font"), int(code)))
		}
	}
	if w.inPPr > 0 && w.inRPr == 0 {
		switch name {
		case "pStyle":
			p.style = attr(t, "val")
		case "outlineLvl":
			p.outline = number(attr(t, "val"), -1)
		case "numId":
			p.num, p.list = 1, attr(t, "val")
			if p.list == "0" {
				p.num = -1
			}
		case "ilvl":
			p.depth = number(attr(t, "val"), -1)
		}
	}
	if w.inRPr > 0 && w.inPPr == 0 {
		switch name {
		case "b":
			p.run.bold = onOff(t)
		case "sz":
			p.run.size = number(attr(t, "val"), 0)
		case "vanish":
			p.run.hidden = onOff(t) > 0
		}
	}
	return nil
}

func (w *wordReader) end(t xml.EndElement) error {
	defer func() { w.depth-- }()
	if w.skip > 0 {
		if w.depth == w.skip {
			w.skip = 0
		}
		return nil
	}
	if w.depth == w.box {
		w.box = 0
	}
	if w.depth == w.inPPr {
		w.inPPr = 0
	}
	if w.depth == w.inRPr {
		w.inRPr = 0
	}
	if p := w.para(); p != nil && t.Name.Space == "m" && t.Name.Local != "t" && t.Name.Local != "r" && w.inRPr == 0 {
		w.mathEnd(p)
		return nil
	}
	switch t.Name.Local {
	case "t":
		w.inText = false
	case "p":
		if p := w.para(); p != nil && t.Name.Space != "a" {
			w.paras = w.paras[:len(w.paras)-1]
			if p.goesOn && len(w.paras) == 0 {
				w.held = p
				return nil
			}
			return w.paragraphEnd(p)
		}
	case "tc":
		if err := w.release(); err != nil {
			return err
		}
		return w.cellEnd()
	case "tr":
		return w.rowEnd()
	case "tbl":
		return w.tableEnd()
	}
	return nil
}

func (w *wordReader) chars(text []byte) {
	if w.inText && w.skip == 0 {
		if p := w.para(); p != nil {
			w.write(p, string(text))
		}
	}
}

func (w *wordReader) write(p *wordPara, text string) {
	if p.run.hidden {
		return
	}
	p.text.WriteString(text)
	n := len(strings.TrimSpace(text))
	p.chars += n
	if p.run.bold > 0 || p.run.bold == 0 && w.resolve(p.style).bold {
		if p.bold += n; p.bold == p.chars && n > 0 {
			p.lead = p.text.Len()
		}
	}
	p.sizes[p.run.size] += n
}

// resolve remembers what styles resolve to.
func (w *wordReader) resolve(id string) resolved {
	r, ok := w.memo[id]
	if !ok {
		r = w.styles.resolve(id)
		if len(w.memo) < maxStyles {
			w.memo[id] = r
		}
	}
	return r
}

// paragraphEnd emits a paragraph as a block of its kind.
func (w *wordReader) paragraphEnd(p *wordPara) error {
	text := squeezeLines(p.text.String())
	style := w.resolve(p.style)
	label := w.label(p, style)
	inCell := false
	if t := w.table(); t != nil {
		inCell = p.tables == len(w.tables) && t.cell != nil && !t.layout && !t.rowText
	}
	if text == "" && (label == "" || !inCell) { // a cell may hold nothing but its number
		return nil
	}
	level := style.level
	if p.outline >= 0 {
		level = 0
		if p.outline < 9 {
			level = p.outline + 1
		}
	}
	if len(text) > 500 {
		level = 0 // a heading style on a whole paragraph
	}
	if t := w.table(); inCell {
		if level == 0 || style.contents || text == "" {
			t.text.WriteString(" " + strings.TrimSpace(label+" "+text))
			t.plain = t.plain || p.bold < p.chars
			if t.text.Len() > maxTableText {
				return w.becomeText(t, false)
			}
			return nil
		}
		if err := w.becomeText(t, false); err != nil {
			return err
		}
	}
	listed := p.num > 0 || p.num == 0 && style.listed
	if w.survey != nil {
		w.survey.add(p, text, style, listed || len(w.tables) > 0)
		return nil
	}
	if level == 0 && w.fonts != nil && !listed && len(w.tables) == 0 {
		level = w.fonts.level(p, text, style)
	}
	kind := w.kind
	if w.box > 0 && kind == "" {
		kind = spar.Aside
	}
	switch {
	case style.contents:
		return w.out.block(spar.Block{Kind: spar.Contents, Text: labelled(label, text)})
	case kind != "":
		return w.out.block(spar.Block{Kind: kind, Text: labelled(label, text)})
	case level > 0:
		return w.out.heading(min(level, 9), labelled(label, squeeze(text)), spar.Locator{})
	case listed:
		return w.out.item(labelled(label, text), spar.Locator{})
	}
	if all := p.text.String(); p.lead > 0 && p.bold < p.chars && len(w.tables) == 0 {
		if done, err := w.out.led(labelled(label, squeeze(all[:p.lead])), squeezeLines(all[p.lead:]), spar.Locator{}, w.out.block); done {
			return err
		}
	}
	return w.out.paragraph(labelled(label, text), spar.Locator{})
}

// release hands on a paragraph whose end is deleted and that nothing follows.
func (w *wordReader) release() error {
	p := w.held
	if w.held = nil; p == nil {
		return nil
	}
	return w.paragraphEnd(p)
}

// label is the number of a paragraph of a list, which counts on; "" for a bullet.
func (w *wordReader) label(p *wordPara, style resolved) string {
	list, depth := p.list, p.depth
	if p.num == 0 {
		list = style.list
	}
	if list == "" || p.num < 0 || w.lists == nil {
		return ""
	}
	if depth < 0 {
		depth = style.depth
	}
	return w.lists.next(list, p.style, depth)
}

// finish emits the blocks that are open at the end of a part. The part may have been cut off.
func (w *wordReader) finish() error {
	if err := w.release(); err != nil {
		return err
	}
	for len(w.paras) > 0 {
		p := w.para()
		w.paras = w.paras[:len(w.paras)-1]
		if err := w.paragraphEnd(p); err != nil {
			return err
		}
	}
	for len(w.tables) > 0 {
		if err := w.tableEnd(); err != nil {
			return err
		}
	}
	return nil
}

// squeezeLines squeezes the white space within the lines of s and drops empty ones.
func squeezeLines(s string) string {
	if !strings.Contains(s, "\n") {
		return squeeze(s)
	}
	var lines []string
	for l := range strings.SplitSeq(s, "\n") {
		if l = squeeze(l); l != "" {
			lines = append(lines, l)
		}
	}
	return strings.Join(lines, "\n")
}

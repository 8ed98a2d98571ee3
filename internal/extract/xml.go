package extract

import (
	"bytes"
	"context"
	"encoding/xml"
	"io"
	"strings"

	"golang.org/x/text/transform"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

var xmlDocument = pattern.New(`(?s)^\s*(?:<\?xml[\s?]|<!DOCTYPE\s|<!--.*?-->\s*<[A-Za-z_])`)

// detectXML looks for the declaration; a page is for the reader of HTML.
func detectXML(head []byte, name string) int {
	if !isTextHead(head) {
		return 0
	}
	begin := strings.TrimPrefix(textHead(head), "\uFEFF")
	switch {
	case xmlDocument.MatchString(begin):
		return 60
	case hasExt(name, ".xml", ".xsd", ".xsl", ".svg", ".rss", ".kml", ".gpx", ".fodt", ".fods") && strings.HasPrefix(strings.TrimSpace(begin), "<"):
		return 60
	case isElement(begin):
		return 40
	}
	return 0
}

// isElement reports whether a text without declaration begins like XML: with an element that is not of HTML, has no text beside it, and
// holds elements that are closed correctly.
func isElement(begin string) bool {
	if begin = strings.TrimSpace(begin); len(begin) < 8 || begin[0] != '<' || !isNameStart(begin[1]) {
		return false
	}
	d := xml.NewDecoder(strings.NewReader(begin))
	d.Strict = false
	var open []string
	closed := 0
	for {
		tok, err := d.RawToken()
		if err != nil { // the beginning is cut anywhere
			return closed > 1 && (err == io.EOF || d.InputOffset() > int64(len(begin))-1024)
		}
		switch t := tok.(type) {
		case xml.StartElement:
			if len(open) == 0 && (closed > 0 || htmlNames[strings.ToLower(t.Name.Local)]) {
				return false
			}
			open = append(open, t.Name.Local)
		case xml.EndElement:
			if len(open) == 0 || open[len(open)-1] != t.Name.Local {
				return false
			}
			open = open[:len(open)-1]
			closed++
		case xml.CharData:
			if len(open) == 0 && len(bytes.TrimSpace(t)) > 0 {
				return false
			}
		}
	}
}

func isNameStart(b byte) bool { return b == '_' || 'a' <= b|0x20 && b|0x20 <= 'z' }

// htmlNames are the elements that pieces of pages begin with.
var htmlNames = names("html head body div span p a b i em strong u tt code pre br hr img table tr td th thead tbody ul ol li dl dt dd h1 h2 h3 h4 h5 h6 center font form script style template nav main header footer aside " +
	"details summary blockquote iframe label input button link meta")

// maxXMLToken bounds one tag or run of text.
const maxXMLToken = 16 << 20

// maxXMLTree is how much of a document is held as a tree at once, in bytes of text and 100 for each element.
const maxXMLTree = 4 << 20

// extractXML reads any XML. If a document has paragraphs, it makes headings, paragraphs, lists and tables, whatever its schema calls them.
// Otherwise it makes tables of repeated elements, and lines with names of the rest. It holds one part of the document at a time. Entities
// that the document declares itself become their texts, within bounds; it looks for no others.
func extractXML(ctx context.Context, in *Input, out *sink) error {
	cs, err := declaredCharset(in, 1024)
	if err != nil {
		return err
	}
	var src io.Reader = io.NewSectionReader(in.R, cs.skip, in.Size-cs.skip)
	if cs.enc != nil {
		src = transform.NewReader(src, cs.enc.NewDecoder())
	}
	limit := &tokenLimit{r: &commentReader{r: src}, max: maxXMLToken}
	d := newXML(limit)
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // it is decoded already
	x := xmlReader{d: d, out: out, exact: cs.enc == nil, skip: cs.skip}
	err = eachToken(d, "content", func(tok xml.Token, depth int) error {
		limit.reset()
		return x.token(tok)
	})
	if ferr := x.finish(); ferr != nil {
		return ferr
	}
	return err
}

// An xmlNode is an element, or a run of text, which has no name.
type xmlNode struct {
	name  string
	attrs []xml.Attr
	kids  []*xmlNode
	text  string
	at    spar.Span // in the file; zero where that is not known

	prose  bool // it is or holds a paragraph
	blocks bool // it holds an element that is a block of its own
	drops  bool // a program keeps it for itself; no reader of the drawing sees it
	graph  bool // a group of a drawing that Graphviz made: its title is a name within the program
}

// xmlReader builds the tree of each child of the root and emits it when it is complete. If a child is too large, it emits the complete
// part, and from then on the child's own children.
type xmlReader struct {
	d     *xml.Decoder
	out   *sink
	exact bool  // places in the decoded text are places in the file
	skip  int64 // bytes before them

	open  []*xmlNode
	parts []*xmlPart // of the outermost open elements, whose children are handed on
	size  int
	text  strings.Builder
	last  int64 // where the token before ended

	entities xmlEntities
}

func (x *xmlReader) token(tok xml.Token) error {
	begin := x.last
	x.last = x.d.InputOffset()
	switch t := tok.(type) {
	case xml.Directive:
		if len(x.open) == 0 {
			x.entities.declare(x.d, t)
		}
	case xml.StartElement:
		if err := x.endText(); err != nil {
			return err
		}
		n := &xmlNode{name: cut(t.Name.Local, 100), at: x.span(begin)}
		x.size += 100
		drawn := len(x.open) > 0 && x.open[0].name == "svg" || n.name == "svg"
		if drawn {
			n.draw(t.Attr, x.open)
		}
		for _, a := range t.Attr {
			if drawn { // how to draw
				break
			}
			if a.Name.Local == "version" && len(x.open) == 0 {
				a.Name.Local = "schema version" // and not that of what the file says
			}
			if a.Name.Space == "xmlns" || a.Name.Local == "xmlns" || strings.HasSuffix(a.Name.Local, "chemaLocation") || a.Name.Local == "noNamespaceSchemaLocation" {
				continue
			}
			a.Value = x.entities.expand(a.Value)
			n.attrs = append(n.attrs, a)
			x.size += len(a.Value) + 20
		}
		x.open = append(x.open, n)
		if len(x.open) == 1 {
			part := &xmlPart{node: n, root: n, out: x.out, level: 1, prose: proseRoots[n.name]}
			if part.prose {
				part.level = 2 // below the title
			}
			x.parts = append(x.parts, part)
		}
		if x.size > maxXMLTree {
			return x.spill()
		}
	case xml.CharData:
		if len(x.open) == 0 {
			return nil
		}
		if x.entities.marked(t) {
			t = []byte(x.entities.expand(string(t)))
		}
		for len(t) > 0 { // one text may be 16 MB
			n := min(len(t), maxXMLTree/16)
			if i := bytes.LastIndexByte(t[:n], ' '); n < len(t) && i > n/2 {
				n = i + 1
			}
			x.text.Write(t[:n])
			t = t[n:]
			x.size += n
			if x.text.Len() >= maxXMLTree/16 {
				if err := x.endText(); err != nil {
					return err
				}
			}
			if x.size > maxXMLTree {
				if err := x.endText(); err != nil {
					return err
				}
				if err := x.spill(); err != nil {
					return err
				}
			}
		}
	case xml.EndElement:
		if len(x.open) == 0 {
			return nil
		}
		if err := x.endText(); err != nil {
			return err
		}
		n := x.open[len(x.open)-1]
		x.open = x.open[:len(x.open)-1]
		n.at = n.at.Union(x.span(begin))
		n.settle()
		if n.drops && len(x.open) >= len(x.parts) {
			return nil
		}
		if len(x.open) >= len(x.parts) {
			if len(x.open) > len(x.parts) {
				x.open[len(x.open)-1].add(n)
				return nil
			}
			x.size = 0
			return x.parts[len(x.parts)-1].child(n)
		}
		part := x.parts[len(x.parts)-1]
		x.parts = x.parts[:len(x.parts)-1]
		return part.end()
	}
	return nil
}

// draw marks the elements of a drawing that a reader does not see: style sheets, programs, and the names that Graphviz has for nodes and
// edges.
func (n *xmlNode) draw(attrs []xml.Attr, open []*xmlNode) {
	switch n.name {
	case "style", "script", "metadata":
		n.drops = true
	case "title":
		n.drops = len(open) > 0 && open[len(open)-1].graph
	case "g":
		for _, a := range attrs {
			n.graph = n.graph || a.Name.Local == "class" && graphClasses[a.Value]
		}
	}
}

var graphClasses = map[string]bool{"graph": true, "node": true, "edge": true, "cluster": true}

// span is the place of the token that begins at begin.
func (x *xmlReader) span(begin int64) spar.Span {
	if !x.exact {
		return spar.Span{}
	}
	return spar.Span{Start: x.skip + begin, End: x.skip + x.last}
}

// add takes a complete child.
func (n *xmlNode) add(kid *xmlNode) {
	n.kids = append(n.kids, kid)
	n.prose = n.prose || kid.prose
	n.blocks = n.blocks || kid.blocks || kid.name != "" && kid.isBlock()
}

// settle is called when all children are there.
func (n *xmlNode) settle() { n.prose = n.prose || paragraphNames[n.name] && n.name != "l" }

// endText hands the text so far to the open element.
func (x *xmlReader) endText() error {
	if x.text.Len() == 0 {
		return nil
	}
	n := &xmlNode{text: x.text.String()}
	x.text.Reset()
	if len(x.open) > len(x.parts) {
		x.open[len(x.open)-1].add(n)
		return nil
	}
	if strings.TrimSpace(n.text) == "" {
		return nil
	}
	return x.parts[len(x.parts)-1].child(n)
}

// spill makes parts of the open elements, and so emits their complete children.
func (x *xmlReader) spill() error {
	x.size = 0
	for i := range x.open {
		if i >= len(x.parts) {
			above, level := x.parts[i-1], x.parts[i-1].level
			if sectionNames[above.node.name] || !above.prose {
				level++
			}
			x.parts = append(x.parts, &xmlPart{node: x.open[i], root: above.root, out: x.out, level: level, prose: above.prose || proseRoots[x.open[i].name]})
		}
		p := x.parts[i]
		for _, kid := range x.open[i].kids {
			if err := p.child(kid); err != nil {
				return err
			}
		}
		x.open[i].kids = nil
	}
	return nil
}

// finish emits the rest of a document that was cut off.
func (x *xmlReader) finish() error {
	if len(x.parts) == 0 {
		return nil
	}
	if err := x.endText(); err != nil {
		return err
	}
	for i := len(x.open) - 1; i >= len(x.parts); i-- {
		n := x.open[i]
		n.settle()
		if i > len(x.parts) {
			x.open[i-1].add(n)
		} else if err := x.parts[len(x.parts)-1].child(n); err != nil {
			return err
		}
	}
	for i := len(x.parts) - 1; i >= 0; i-- {
		if err := x.parts[i].end(); err != nil {
			return err
		}
	}
	x.parts = nil
	return nil
}

// An xmlPart is an element whose children come one by one.
type xmlPart struct {
	node  *xmlNode
	root  *xmlNode // of the file
	out   *sink
	says  xmlSays
	level int  // of the headings in it
	prose bool // it has paragraphs

	begun   bool
	title   *xmlNode // of the element, until what follows says whether it has paragraphs
	records xmlRecords
}

// child takes the next child.
func (p *xmlPart) child(n *xmlNode) error {
	if !p.begun {
		p.begun = true
		if err := p.records.attributes(p.out, p.node, p.prose); err != nil {
			return err
		}
	}
	if p.prose || n.prose {
		if err := p.records.end(p.out, p.level); err != nil {
			return err
		}
		if p.title != nil {
			title := p.title
			p.title, p.level = nil, min(p.level+1, maxXMLLevels)
			if err := (xmlProse{p.out, p.root}).title(p.node, title, p.level); err != nil {
				return err
			}
		}
		return xmlProse{p.out, p.root}.child(p.node, n, p.level)
	}
	if isTitle(n.name) && p.title == nil && p.records.none() {
		p.title = n
		return nil
	}
	if err := p.untitled(); err != nil {
		return err
	}
	if p.node == p.root {
		if err := p.says.child(p.out, n); err != nil {
			return err
		}
	}
	return p.records.add(p.out, p.node, n, p.level)
}

// untitled makes a record of a title that nothing but records followed.
func (p *xmlPart) untitled() error {
	n := p.title
	if p.title = nil; n == nil {
		return nil
	}
	if p.node == p.root {
		if err := p.says.child(p.out, n); err != nil {
			return err
		}
	}
	return p.records.add(p.out, p.node, n, p.level)
}

func (p *xmlPart) end() error {
	if err := p.untitled(); err != nil {
		return err
	}
	if !p.begun {
		if err := p.records.attributes(p.out, p.node, p.prose); err != nil {
			return err
		}
	}
	return p.records.end(p.out, p.level)
}

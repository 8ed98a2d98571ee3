package extract

import (
	"context"
	"encoding/xml"
	"io"
	"regexp"
	"strings"

	"golang.org/x/text/transform"

	"github.com/sparsearch/spar"
)

var xmlDocument = regexp.MustCompile(`(?s)^\s*(?:<\?xml[\s?]|<!DOCTYPE\s|<!--.*?-->\s*<[A-Za-z_])`)

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
	}
	return 0
}

// maxXMLToken bounds one tag or run of text.
const maxXMLToken = 16 << 20

// extractXML reads any XML: the text of elements with the path that leads to them, attributes among them. Entities of the
// document's own are left as they stand, so that none can expand.
func extractXML(ctx context.Context, in *Input, out *sink) error {
	cs, err := declaredCharset(in, 1024)
	if err != nil {
		return err
	}
	var src io.Reader = io.NewSectionReader(in.R, cs.skip, in.Size-cs.skip)
	if cs.enc != nil {
		src = transform.NewReader(src, cs.enc.NewDecoder())
	}
	limit := &tokenLimit{r: src, max: maxXMLToken}
	d := newXML(limit)
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // it is decoded already
	x := xmlReader{out: out}
	err = eachToken(d, "content", func(tok xml.Token, depth int) error {
		limit.reset()
		return x.token(tok)
	})
	if ferr := x.finish(); ferr != nil {
		return ferr
	}
	return err
}

// xmlElement is an open element.
type xmlElement struct {
	name   string
	text   strings.Builder
	parent bool // it holds elements
}

// xmlReader gathers lines of text and their paths to paragraphs: one for each child of the root that holds elements, cut
// where it grows long.
type xmlReader struct {
	out   *sink
	open  []*xmlElement
	lines []string
	bytes int
}

func (x *xmlReader) token(tok xml.Token) error {
	switch t := tok.(type) {
	case xml.StartElement:
		if len(x.open) > 0 { // text before a child is of the parent
			x.open[len(x.open)-1].parent = true
			if err := x.text(); err != nil {
				return err
			}
		}
		x.open = append(x.open, &xmlElement{name: cut(t.Name.Local, 100)})
		for _, a := range t.Attr {
			if a.Name.Space == "xmlns" || a.Name.Local == "xmlns" || strings.HasPrefix(a.Name.Local, "schemaLocation") {
				continue
			}
			if err := x.line(x.path()+"@"+cut(a.Name.Local, 100), a.Value); err != nil {
				return err
			}
		}
	case xml.CharData:
		if len(x.open) > 0 {
			e := x.open[len(x.open)-1]
			e.text.Write(t)
			if e.text.Len() > maxTableText {
				return x.text()
			}
		}
	case xml.EndElement:
		if len(x.open) == 0 {
			return nil
		}
		if err := x.text(); err != nil {
			return err
		}
		e := x.open[len(x.open)-1]
		x.open = x.open[:len(x.open)-1]
		if e.parent && len(x.open) == 1 {
			return x.flush()
		}
	}
	return nil
}

// path is that of the open element, the root and all but the innermost five left out.
func (x *xmlReader) path() string {
	from := max(min(1, len(x.open)-1), len(x.open)-5)
	names := make([]string, 0, 5)
	for _, e := range x.open[from:] {
		names = append(names, e.name)
	}
	return strings.Join(names, "/")
}

func (x *xmlReader) text() error {
	e := x.open[len(x.open)-1]
	text := squeezeLines(e.text.String())
	e.text.Reset()
	return x.line(x.path(), text)
}

func (x *xmlReader) line(path, text string) error {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil
	}
	text = path + ": " + text
	x.lines = append(x.lines, text)
	if x.bytes += len(text) + 1; x.bytes > softParagraph {
		return x.flush()
	}
	return nil
}

func (x *xmlReader) flush() error {
	text := strings.Join(x.lines, "\n")
	x.lines, x.bytes = nil, 0
	return x.out.paragraph(text, spar.Locator{})
}

func (x *xmlReader) finish() error {
	if len(x.open) > 0 {
		if err := x.text(); err != nil {
			return err
		}
	}
	return x.flush()
}

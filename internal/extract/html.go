package extract

import (
	"context"
	"html"
	"io"
	"strings"
	"unicode"

	nethtml "golang.org/x/net/html"
	"golang.org/x/text/transform"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

var (
	htmlDocument = pattern.New(`(?is)^\s*(?:<\?xml[^>]*>\s*|<!--.*?-->\s*)*(?:<!doctype\s+html|<html[\s>])`)
	htmlFragment = pattern.New(`(?is)^\s*(?:<!--.*?-->\s*)*<(?:head|body|h[1-6]|p|div|table|ul|ol|title|meta|section|article|main)(?:\s[^<>]*)?>`)
	htmlCharset  = pattern.New(`(?i)(?:charset|encoding)\s*=\s*["']?\s*([a-z0-9_:.-]+)`)
)

// detectHTML looks for how a page begins, else goes by the extension.
func detectHTML(head []byte, name string) int {
	if !isTextHead(head) {
		return 0
	}
	begin := textHead(head)
	switch {
	case htmlDocument.MatchString(begin):
		return 85
	case hasExt(name, ".html", ".htm", ".xhtml", ".shtml"):
		return 65
	case htmlFragment.MatchString(begin):
		return 50
	}
	return 0
}

// textHead is the beginning of a text whose encoding is not known yet, as far as ASCII goes.
func textHead(head []byte) string {
	cs, ok := byBOM(head)
	if !ok {
		cs, ok = byZeros(head)
	}
	if !ok {
		return string(head[:min(len(head), 4096)])
	}
	head = head[cs.skip:min(len(head), 16384)]
	return cs.decode(head[:len(head)/cs.unit*cs.unit])
}

// declaredCharset is the encoding of a page or of XML, which may name it in its first bytes.
func declaredCharset(in *Input, first int64) (charset, error) {
	head := make([]byte, min(in.Size, first))
	if _, err := in.R.ReadAt(head, 0); err != nil && err != io.EOF {
		return charset{}, err
	}
	declared := ""
	if m := htmlCharset.FindSubmatch(head[mayDeclare(head):]); m != nil {
		declared = string(m[1])
	}
	return findCharset(in, declared)
}

// mayDeclare gives where htmlCharset may match first, which takes long to find nothing: the words that it begins with.
func mayDeclare(head []byte) int {
	for i, b := range head {
		var word string
		switch b | 0x20 {
		case 'c':
			word = "char"
		case 'e':
			word = "encoding"
		default:
			continue
		}
		if len(head)-i >= len(word) && strings.EqualFold(string(head[i:i+len(word)]), word) {
			return i
		}
	}
	return len(head)
}

// extractHTML reads a page with the tokenizer of the HTML standard: there is no tree, so that depth costs nothing.
func extractHTML(ctx context.Context, in *Input, out *sink) error {
	cs, err := declaredCharset(in, 4096)
	if err != nil {
		return err
	}
	return readHTML(in, cs, spar.Span{Start: cs.skip, End: in.Size}, out)
}

// maxHTMLToken bounds one tag or run of text; pictures inside of attributes are long.
const maxHTMLToken = 16 << 20

// readHTML reads the part of in that at spans as HTML.
func readHTML(in *Input, cs charset, at spar.Span, out *sink) error {
	var src io.Reader = io.NewSectionReader(in.R, at.Start, at.End-at.Start)
	p := htmlReader{out: out, cs: cs, pos: at.Start, located: cs.transparent()}
	if !p.located {
		src = transform.NewReader(src, cs.enc.NewDecoder())
		p.cs = utf8Charset
	}
	p.z = nethtml.NewTokenizer(src)
	p.z.SetMaxBuf(maxHTMLToken)
	for {
		kind := p.z.Next()
		if kind == nethtml.ErrorToken {
			break
		}
		n := int64(len(p.z.Raw()))
		p.tokenAt = spar.Span{Start: p.pos, End: p.pos + n}
		p.pos += n
		if err := p.token(kind); err != nil {
			return err
		}
	}
	for len(p.tables) > 0 {
		if err := p.tableEnd(); err != nil {
			return err
		}
	}
	if err := p.flush(); err != nil {
		return err
	}
	if err := p.endTerm(); err != nil {
		return err
	}
	if err := p.settle(false); err != nil {
		return err
	}
	switch err := p.z.Err(); err {
	case io.EOF:
		return nil
	case nethtml.ErrBufferExceeded:
		return refuse(ErrPartial, "a tag or text of more than %s without an end begins at byte %d; what follows was left out", size(maxHTMLToken), p.pos)
	default:
		return err
	}
}

// htmlReader is the state between two tokens.
type htmlReader struct {
	htmlTerms
	z       *nethtml.Tokenizer
	out     *sink
	cs      charset
	pos     int64 // of the next token
	tokenAt spar.Span
	located bool // positions are those of the file

	text   strings.Builder
	at     spar.Span // of text
	level  int       // of the open heading
	item   bool      // the next text begins a list item
	pre    int       // open pre elements
	bold   int       // open b and strong elements
	lead   int       // bytes of text that are in bold, from its begin
	ledOn  bool      // other text followed
	skip   string    // the element whose content is left out
	nested int       // of the same name within it
	title  bool
	titled bool

	tables []*htmlTable
	links  htmlLinks
}

// htmlTable is an open table. In a layout table cells hold blocks of their own, and are no table to a reader.
type htmlTable struct {
	grid    grid
	cells   []cell
	cell    *cell
	plain   bool // the open cell has text that is not bold
	rowAt   spar.Span
	head    bool
	layout  bool
	rowText bool // layout for this row only, since a table stands in it
	caption bool
}

func (p *htmlReader) token(kind nethtml.TokenType) error {
	switch kind {
	case nethtml.TextToken:
		p.addText(p.z.Raw())
		if p.text.Len() < maxTableText {
			return nil
		}
		if t := p.openCell(); t != nil {
			if err := p.becomeLayout(t, false); err != nil {
				return err
			}
		}
		p.level = 0
		return p.flush()
	case nethtml.StartTagToken, nethtml.SelfClosingTagToken:
		name, more := p.z.TagName()
		tag := string(name)
		var attrs map[string]string
		if more && wantsAttributes(tag) {
			attrs = p.attributes()
		}
		if p.skip != "" {
			if tag == p.skip && kind == nethtml.StartTagToken {
				p.nested++
			}
			return nil
		}
		if err := p.start(tag, attrs, kind == nethtml.SelfClosingTagToken); err != nil {
			return err
		}
		if kind == nethtml.StartTagToken {
			p.links.start(tag, attrs)
		}
		return nil
	case nethtml.EndTagToken:
		name, _ := p.z.TagName()
		tag := string(name)
		if p.skip != "" {
			if tag == p.skip {
				if p.nested--; p.nested == 0 {
					p.skip = ""
				}
			}
			return nil
		}
		if err := p.end(tag); err != nil {
			return err
		}
		p.links.end(tag)
		return nil
	}
	return nil
}

// wantsAttributes names the tags whose attributes matter.
func wantsAttributes(tag string) bool {
	switch tag {
	case "html", "meta", "td", "th", "table", "img", "a", "div", "nav", "section", "ul", "ol", "dl", "p":
		return true
	}
	return false
}

// attributes reads the attributes of the tag, at most 64.
func (p *htmlReader) attributes() map[string]string {
	attrs := map[string]string{}
	for range 64 {
		key, value, more := p.z.TagAttr()
		if len(value) <= maxPropertyBytes {
			attrs[string(key)] = p.cs.decode(value)
		}
		if !more {
			break
		}
	}
	return attrs
}

func (p *htmlReader) addText(raw []byte) {
	if p.skip != "" || len(raw) == 0 {
		return
	}
	text := html.UnescapeString(p.cs.decode(raw))
	if p.title {
		if !p.titled && strings.TrimSpace(text) != "" {
			p.titled = true
			p.title = false
			p.out.title(squeeze(text), p.where(p.tokenAt))
		}
		return
	}
	blank := strings.TrimSpace(text) == ""
	if !blank {
		at := p.tokenAt
		if p.located && p.cs.enc == nil { // without the white space around
			lead := len(raw) - len(strings.TrimLeftFunc(string(raw), unicode.IsSpace))
			tail := len(raw) - len(strings.TrimRightFunc(string(raw), unicode.IsSpace))
			at.Start, at.End = at.Start+int64(lead), at.End-int64(tail)
		}
		p.at = p.at.Union(at)
	}
	if t := p.openCell(); t != nil && !blank && p.bold == 0 {
		t.plain = true
	}
	p.links.text(text)
	p.text.WriteString(text)
	switch {
	case blank:
	case p.bold == 0:
		p.ledOn = true
	case !p.ledOn:
		p.lead = p.text.Len()
	}
}

// where is the locator of a span of this page.
func (p *htmlReader) where(at spar.Span) spar.Locator {
	if !p.located {
		return spar.Locator{}
	}
	return spar.Locator{Bytes: at}
}

// flush ends the open block; within a cell it is only a gap between words.
func (p *htmlReader) flush() error {
	if p.openCell() != nil {
		p.text.WriteByte(' ')
		return nil
	}
	if len(p.tables) > 0 && p.tables[len(p.tables)-1].caption {
		p.text.WriteByte(' ')
		return nil
	}
	text, at := p.text.String(), p.where(p.at)
	lead := p.lead
	p.text.Reset()
	p.lead, p.ledOn = 0, false
	p.at = spar.Span{}
	if strings.TrimSpace(text) == "" {
		p.links.reset()
		return nil
	}
	switch {
	case p.dt && p.links.linked == [3]int{}: // a link may be an entry of a list of contents
		return p.holdTerm(squeeze(text), at)
	case p.term != "" && p.level == 0 && p.pre == 0:
		return p.withTerm(squeeze(text), at)
	case p.term != "":
		if err := p.endTerm(); err != nil {
			return err
		}
	}
	switch {
	case p.level > 0:
		return p.put(spar.Block{Kind: spar.Heading, Level: p.level, Text: squeeze(text), Locator: at})
	case p.pre > 0:
		p.item = false
		return p.put(spar.Block{Kind: spar.CodeBlock, Text: text, Locator: at})
	case p.item:
		p.item = false
		return p.put(spar.Block{Kind: spar.ListItem, Text: squeeze(text), Locator: at})
	}
	if lead > 0 && len(p.tables) == 0 {
		if done, err := p.out.led(squeeze(text[:lead]), squeeze(text[lead:]), at, p.put); done {
			return err
		}
	}
	return p.put(spar.Block{Kind: spar.Paragraph, Text: squeeze(text), Locator: at})
}

func (p *htmlReader) start(tag string, attrs map[string]string, selfClosing bool) error {
	switch tag {
	case "script", "style", "noscript", "template", "svg", "iframe", "object", "noembed", "noframes", "select":
		if !selfClosing || tag == "script" || tag == "style" {
			p.skip, p.nested = tag, 1
		}
		return nil
	case "title":
		p.title = !p.titled
		return nil
	case "meta":
		return p.meta(attrs)
	case "html":
		if lang := attrs["lang"]; lang != "" {
			return p.out.textProperty("language", lang)
		}
		return nil
	case "br", "wbr":
		if p.pre > 0 {
			p.text.WriteByte('\n')
		} else if tag == "br" {
			p.text.WriteByte(' ')
		}
		return nil
	case "b", "strong":
		p.bold++
		return nil
	case "img":
		if alt := squeeze(attrs["alt"]); alt != "" {
			p.text.WriteString(" " + alt + " ")
			p.at = p.at.Union(p.tokenAt)
		}
		return nil
	case "table", "caption", "thead", "tbody", "tfoot", "tr", "td", "th":
		return p.tableStart(tag, attrs)
	}
	if level := headingLevel(tag); level > 0 {
		if t := p.openCell(); t != nil {
			if err := p.becomeLayout(t, false); err != nil {
				return err
			}
		}
		if err := p.flush(); err != nil {
			return err
		}
		p.level, p.dt = level, false
		return nil
	}
	if !isBlockTag(tag) {
		return nil
	}
	if err := p.flush(); err != nil {
		return err
	}
	p.level = 0
	switch tag {
	case "dt":
		p.dt = true
	case "li", "dd":
		p.item, p.dt, p.begun = true, false, p.term != ""
	case "pre", "listing", "xmp":
		p.pre++
	}
	return nil
}

func (p *htmlReader) end(tag string) error {
	switch tag {
	case "title":
		p.title = false
		return nil
	case "b", "strong":
		p.bold = max(0, p.bold-1)
		return nil
	case "table", "caption", "thead", "tbody", "tfoot", "tr", "td", "th":
		return p.tableTagEnd(tag)
	}
	level := headingLevel(tag)
	if level == 0 && !isBlockTag(tag) {
		return nil
	}
	if err := p.flush(); err != nil {
		return err
	}
	switch tag {
	case "dt":
		p.dt = false
	case "dl":
		p.dt = false
		return p.endTerm()
	case "li", "dd":
		p.item = false
	case "pre", "listing", "xmp":
		p.pre = max(0, p.pre-1)
	}
	p.level = 0
	return nil
}

// metaKeys maps the names that pages use for properties to SPAR's keys.
var metaKeys = map[string]string{
	"author": "author", "dc.creator": "author", "dcterms.creator": "author", "article:author": "author",
	"description": "description", "dc.description": "description", "keywords": "keywords", "subject": "subject", "dc.subject": "subject",
	"date": "created", "dc.date": "created", "dcterms.created": "created", "article:published_time": "created",
	"last-modified": "modified", "dcterms.modified": "modified", "article:modified_time": "modified", "generator": "generator",
	"dc.language": "language", "dc.publisher": "publisher", "dc.title": "title",
}

func (p *htmlReader) meta(attrs map[string]string) error {
	name := attrs["name"]
	if name == "" {
		name = attrs["property"]
	}
	key, ok := metaKeys[strings.ToLower(name)]
	if !ok {
		return nil
	}
	value := html.UnescapeString(attrs["content"])
	if key == "created" || key == "modified" {
		return p.out.property(key, textOrDate(value))
	}
	return p.out.textProperty(key, value)
}

func headingLevel(tag string) int {
	if len(tag) == 2 && tag[0] == 'h' && tag[1] >= '1' && tag[1] <= '6' {
		return int(tag[1] - '0')
	}
	return 0
}

// isBlockTag names the elements that begin on a line of their own.
func isBlockTag(tag string) bool {
	switch tag {
	case "p", "div", "ul", "ol", "li", "dl", "dt", "dd", "pre", "listing", "xmp", "blockquote", "section", "article", "aside", "header", "footer",
		"main", "nav", "address", "figure", "figcaption", "form", "fieldset", "legend", "hr", "body", "head", "center", "details", "summary", "option",
		"textarea", "dir", "menu", "hgroup", "search", "label", "button":
		return true
	}
	return false
}

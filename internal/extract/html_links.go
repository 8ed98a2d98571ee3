package extract

import (
	"strings"
	"unicode"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

// A linkKind is where the links of a text lead.
type linkKind int

const (
	noLink   linkKind = iota
	toPage            // another page of the same site
	toAnchor          // a place of the same page
)

// htmlLinks tells lists of contents from others: all of their text are links to places of the same page, or, numbered as sections are, to other pages of
// the same site, or the page says that an element is a table of contents.
type htmlLinks struct {
	open    linkKind // of the open element a
	letters int      // of the open block outside links
	linked  [3]int   // letters of the open block in links, by kind
	count   int      // of links in the open block
	list    string   // the element that the page says is a table of contents, "" if none is open
	nested  int      // of the same name within it
	pending []linkBlock
	before  spar.Block // the one before pending
}

// A linkBlock is a block whose text is all links.
type linkBlock struct {
	block  spar.Block
	links  int
	anchor bool
	said   bool // it stands in an element that is a table of contents
}

// numberedLink is how the title of a section begins that has a number.
var numberedLink = pattern.New(`^(?:\pL{1,10}\.? )?(?:\d{1,3}(?:\.\d{1,3})*|[A-Z](?:\.\d{1,3})+|[A-Z]\.)[.):]?\s+\S`)

// maxPendingLinks bounds the blocks that wait for the end of a list.
const maxPendingLinks = 20_000

// isContents reports whether the attributes of an element say that it is a table of contents or an index, in the words of the programs that write them.
func isContents(attrs map[string]string) bool {
	switch attrs["role"] + attrs["epub:type"] {
	case "doc-toc", "toc", "doc-index", "index":
		return true
	}
	for _, key := range []string{"class", "id"} {
		for word := range strings.FieldsSeq(strings.ToLower(attrs[key])) {
			switch word {
			case "toc", "contents", "shortcontents", "short-contents", "table-of-contents", "table_of_contents", "toctree-wrapper", "toctree", "localtoc", "globaltoc", "genindextable", "indexdiv":
				return true
			}
		}
	}
	return false
}

// start takes an element that begins.
func (l *htmlLinks) start(tag string, attrs map[string]string) {
	switch {
	case l.list == tag:
		l.nested++
	case l.list == "" && tag != "a" && isContents(attrs):
		l.list, l.nested = tag, 1
	}
	if tag != "a" {
		return
	}
	switch href := strings.TrimSpace(attrs["href"]); {
	case href == "":
	case href[0] == '#':
		l.open, l.count = toAnchor, l.count+1
	case !strings.Contains(strings.SplitN(href, "/", 2)[0], ":"):
		l.open, l.count = toPage, l.count+1
	}
}

// end takes an element that ends, once the block that ends with it was handed on.
func (l *htmlLinks) end(tag string) {
	if tag == "a" {
		l.open = noLink
	}
	if tag == l.list {
		if l.nested--; l.nested == 0 {
			l.list = ""
		}
	}
}

// text takes text of the open block.
func (l *htmlLinks) text(text string) {
	n := 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			n++
		}
	}
	if l.open == noLink {
		l.letters += n
	} else {
		l.linked[l.open] += n
	}
}

// reset forgets the text of the open block.
func (l *htmlLinks) reset() { l.letters, l.linked, l.count = 0, [3]int{}, 0 }

// put hands on a block, or keeps it until it is known what list it stands in.
func (p *htmlReader) put(b spar.Block) error {
	l := &p.links
	linked := l.linked[toPage] + l.linked[toAnchor]
	whole := linkBlock{block: b, links: l.count, anchor: l.linked[toAnchor] > l.linked[toPage], said: l.list != ""}
	all := linked > 0 && (l.letters == 0 || l.letters <= 10 && numberedLink.MatchString(b.Text)) // a word such as "Chapter" may stand before the link
	l.reset()
	if all && (b.Kind == spar.ListItem || b.Kind == spar.Paragraph) && len(l.pending) < maxPendingLinks {
		l.pending = append(l.pending, whole)
		return nil
	}
	if err := p.settle(b.Kind == spar.ListItem); err != nil {
		return err
	}
	l.before = b
	return p.out.block(b)
}

// settle hands on what waits, as contents if it is a list of them. An item of a list that is no link may follow: then the list says more than where things stand.
func (p *htmlReader) settle(item bool) error {
	l := &p.links
	if len(l.pending) == 0 {
		return nil
	}
	links, anchors, numbered, said, asked := 0, 0, 0, 0, 0
	for _, b := range l.pending {
		links += b.links
		if b.anchor {
			anchors += b.links
		}
		if numberedLink.MatchString(b.block.Text) {
			numbered += b.links
		}
		if b.said {
			said += b.links
		}
		if strings.HasSuffix(b.block.Text, "?") {
			asked += b.links
		}
	}
	// If a sentence or a heading of its own leads to a list, the list answers it.
	own := item || l.before.Kind == spar.ListItem || l.before.Kind == spar.Heading || strings.HasSuffix(strings.TrimSpace(l.before.Text), ":")
	contents := links >= 3 && (numbered*5 >= links*4 || anchors*5 >= links*4 && (!own || asked*2 >= links))
	for _, b := range l.pending {
		if contents || b.said && said >= 3 {
			b.block.Kind = spar.Contents
		}
		l.before = b.block
		if err := p.out.block(b.block); err != nil {
			return err
		}
	}
	l.pending = l.pending[:0]
	return nil
}

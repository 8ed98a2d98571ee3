package extract

import (
	"slices"
	"strings"
	"unicode"

	"github.com/sparsearch/spar/internal/spar"
)

func isLetterRune(r rune) bool { return unicode.IsLetter(r) }

// xmlProse makes blocks of documents with paragraphs: JATS, DocBook, TEI and similar ones.
type xmlProse struct {
	out  *sink
	root *xmlNode // of the file
}

// maxXMLLevels is the deepest level of a heading.
const maxXMLLevels = 8

// child hands on one child of an element; level is that of headings in it.
func (x xmlProse) child(parent, n *xmlNode, level int) error {
	level = min(level, maxXMLLevels)
	switch name := n.name; {
	case name == "":
		return x.out.paragraph(n.plain(), parent.place())
	case skippedNames[name], name == "binary" && n.attr("content-type") != "": // a picture in a book
		return nil
	case name == "description" && n.kid("title-info") != nil: // of FictionBook
		return x.head(parent, n, level)
	case headNames[name] && (name != "front" || n.kid("article-meta", "journal-meta") != nil): // TEI has text there
		return x.head(parent, n, level)
	case isTitle(name) || name == "bridgehead" || name == "refentrytitle" && parent.name != "citerefentry" || name == "article-title":
		return x.title(parent, n, level)
	case name == "label" && parent.kid("title") != nil, name == "subtitle" && parent.below(n):
		return nil // beside the title
	case name == "subtitle":
		return x.out.heading(level, n.plain(), n.place())
	case referenceNames[name]:
		return x.references(n, level)
	case name == "h":
		return x.out.heading(max(level, countOf(n.attr("outline-level"))), n.plain(), n.place())
	case listNames[name]:
		return x.list(n, level, 0)
	case codeNames[name]:
		return x.out.code(n.raw(0), n.place())
	case tableNames[name]:
		return x.table(n)
	case figureNames[name]:
		return x.figure(n)
	case noteNames[name]:
		return x.note(n)
	case name == "body" || name == "back" || name == "text" || name == "front-matter" || name == "book-body":
		return x.kids(n, level)
	case paragraphNames[name]:
		return x.paragraph(n, level)
	case sectionNames[name] || n.titled():
		return x.section(n, level)
	case n.blocks:
		return x.kids(n, level)
	}
	return x.out.paragraph(n.plain(), n.place())
}

func (x xmlProse) kids(n *xmlNode, level int) error {
	for _, k := range n.kids {
		if err := x.child(n, k, level); err != nil {
			return err
		}
	}
	return nil
}

// defaultTitles are of sections that seldom have one.
var defaultTitles = map[string]string{"abstract": "Abstract", "trans-abstract": "Abstract", "ack": "Acknowledgements", "refnamediv": "Name", "refsynopsisdiv": "Synopsis", "glossary": "Glossary"}

// section opens one level of headings, where it has a title.
func (x xmlProse) section(n *xmlNode, level int) error {
	titled := n.kid("title", "head") != nil || slices.ContainsFunc(n.kids, func(k *xmlNode) bool { return headNames[k.name] && k.kid("title") != nil })
	if title := defaultTitles[n.name]; title != "" && !titled {
		if err := x.out.heading(level, title, n.place()); err != nil {
			return err
		}
		titled = true
	}
	if !titled {
		return x.kids(n, level)
	}
	for _, k := range n.kids {
		at := level
		if k.name != "title" && k.name != "head" && !headNames[k.name] {
			at++
		}
		if err := x.child(n, k, at); err != nil {
			return err
		}
	}
	return nil
}

// title is the heading of the element around it, with its number.
func (x xmlProse) title(parent, n *xmlNode, level int) error {
	text := n.plain()
	if label := parent.kid("label").plain(); label != "" && text != "" {
		text = label + " " + text
	}
	if parent == x.root && n.name != "bridgehead" && (proseRoots[parent.name] || level <= 2) {
		return x.out.title(text, n.place())
	}
	return x.out.heading(level, text, spar.Locator{Bytes: n.at})
}

// paragraph hands on the text of n, and what blocks it holds at their place.
func (x xmlProse) paragraph(n *xmlNode, level int) error {
	run := &xmlNode{name: "p", at: n.at}
	flush := func() error {
		text := run.plain()
		run.kids = nil
		return x.out.paragraph(text, n.place())
	}
	for _, k := range n.kids {
		if k.name == "" || !k.isBlock() && !(k.name == "note" && n.isMixed()) {
			if k.name == "title" || k.name == "label" && len(run.kids) == 0 { // a run-in heading
				run.kids = append(run.kids, k, &xmlNode{text: ". "})
				continue
			}
			run.kids = append(run.kids, k)
			continue
		}
		if noteNames[k.name] || k.name == "note" && !k.prose { // it stands below the text
			if err := x.note(k); err != nil {
				return err
			}
			continue
		}
		if err := flush(); err != nil {
			return err
		}
		if err := x.child(n, k, level); err != nil {
			return err
		}
	}
	return flush()
}

// list emits items. Items of a list in a list follow the text of their item.
func (x xmlProse) list(n *xmlNode, level, depth int) error {
	var terms []*xmlNode // that wait for what they mean
	for _, k := range n.kids {
		switch {
		case k.name == "title" || k.name == "label" || k.name == "head":
			if err := x.out.paragraph(k.plain(), k.place()); err != nil {
				return err
			}
			continue
		case k.name == "", skippedNames[k.name]:
			continue
		case k.name == "dt":
			terms = append(terms, k, &xmlNode{text: ": "})
			continue
		}
		item := &xmlNode{name: k.name, at: k.at, kids: terms}
		if len(terms) > 0 {
			item.at = item.at.Union(terms[0].at)
			terms = nil
		}
		var inner []*xmlNode
		var gather func(from *xmlNode, depth int)
		gather = func(from *xmlNode, depth int) {
			for _, c := range from.kids {
				switch {
				case c.name != "" && (listNames[c.name] || tableNames[c.name] || codeNames[c.name] || figureNames[c.name]):
					inner = append(inner, c)
				case c.name != "" && depth < 50 && c.blocks:
					gather(c, depth+1)
				case (c.name == "term" || c.name == "dt" || c.name == "title" && from == k) && !from.isMixed():
					item.kids = append(item.kids, c, &xmlNode{text: ": "})
				default:
					item.kids = append(item.kids, c, &xmlNode{text: " "})
				}
			}
		}
		gather(k, 0)
		if err := x.out.item(item.plain(), item.place()); err != nil {
			return err
		}
		for _, c := range inner {
			if depth > 50 || !listNames[c.name] {
				if err := x.child(k, c, level); err != nil {
					return err
				}
			} else if err := x.list(c, level, depth+1); err != nil {
				return err
			}
		}
	}
	for _, k := range terms {
		if k.name != "" {
			if err := x.out.item(k.plain(), k.place()); err != nil {
				return err
			}
		}
	}
	return nil
}

// caption returns the number, title and legend of a table or figure.
func (n *xmlNode) caption() string {
	var parts []string
	add := func(k *xmlNode) {
		if text := k.plain(); text != "" {
			parts = append(parts, text)
		}
	}
	for _, k := range n.kids {
		switch k.name {
		case "label", "title", "head", "caption":
			if k.name == "caption" && !k.isMixed() {
				for _, c := range k.kids {
					add(c)
				}
				continue
			}
			add(k)
		}
	}
	for i, p := range parts[:max(0, len(parts)-1)] {
		if !strings.ContainsAny(p[len(p)-1:], ".:!?") {
			parts[i] += "."
		}
	}
	return strings.Join(parts, " ")
}

func (x xmlProse) figure(n *xmlNode) error {
	if err := x.out.paragraph(n.caption(), n.place()); err != nil {
		return err
	}
	for _, k := range n.kids {
		switch k.name {
		case "label", "title", "caption", "head", "":
		default:
			if k.isBlock() || k.blocks {
				if err := x.child(n, k, maxXMLLevels); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// note emits content below or beside the text.
func (x xmlProse) note(n *xmlNode) error {
	if n.name != "fn" && n.name != "footnote" && slices.ContainsFunc(n.kids, func(k *xmlNode) bool { return k.name == "fn" || k.prose }) {
		for _, k := range n.kids {
			if err := x.note(k); err != nil {
				return err
			}
		}
		return nil
	}
	return x.out.block(spar.Block{Kind: spar.Note, Text: n.plain(), Locator: n.place()})
}

// references emits the entries of a list of cited works as references.
func (x xmlProse) references(n *xmlNode, level int) error {
	title := n.kid("title", "head").plain()
	if title == "" && len(n.kids) > 0 {
		title = "References"
	}
	if err := x.out.heading(level, title, n.place()); err != nil {
		return err
	}
	for _, k := range n.kids {
		switch {
		case k.name == "" || k.name == "title" || k.name == "head":
		case referenceNames[k.name]:
			if err := x.references(k, level+1); err != nil {
				return err
			}
		default:
			if err := x.out.block(spar.Block{Kind: spar.Reference, Text: k.plain(), Locator: k.place()}); err != nil {
				return err
			}
		}
	}
	return nil
}

func countOf(s string) int {
	n := 0
	for _, r := range s {
		if r < '0' || r > '9' || n > 1000 {
			return 0
		}
		n = 10*n + int(r-'0')
	}
	return n
}

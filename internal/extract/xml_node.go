package extract

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

// The roots of documents with paragraphs: JATS and its forerunner, DocBook, TEI, OpenDocument as one file,
// Mallard, DITA.
var proseRoots = names("article book chapter part section appendix preface refentry reference TEI TEI.2 document-content bookpart book-part book-part-wrapper sect1 sect2 sect3 sect4 sect5 simplesect " +
	"refsect1 refsection glossary glossdiv bibliography dedication legalnotice page topic concept task glossentry dita FictionBook")

func names(list string) map[string]bool {
	set := map[string]bool{}
	for name := range strings.FieldsSeq(list) {
		set[name] = true
	}
	return set
}

var (
	paragraphNames = names("p para simpara ab h verse-group disp-quote blockquote simpara formalpara attrib l bridgehead")
	sectionNames   = names("sec section sect1 sect2 sect3 sect4 sect5 simplesect chapter part appendix preface app div div1 div2 div3 div4 refsect1 refsect2 refsect3 refsynopsisdiv " +
		"abstract trans-abstract ack boxed-text sidebar glossary notes dedication colophon acknowledgements sub-article response bio partintro refnamediv " +
		"note tip warning caution important example")
	listNames      = names("ul ol dl sl terms steps steps-unordered choices list itemizedlist orderedlist simplelist variablelist def-list segmentedlist procedure substeps qandaset calloutlist")
	codeNames      = names("programlisting screen code-block preformat literallayout eg verbatim synopsis cmdsynopsis funcsynopsis classsynopsis")
	tableNames     = names("table-wrap table informaltable simpletable properties")
	figureNames    = names("fig figure informalfigure mediaobject fig-group")
	noteNames      = names("fn footnote fn-group table-wrap-foot author-notes permissions aff legalnotice revhistory funding-group")
	referenceNames = names("ref-list bibliography listBibl bibliolist bibliodiv citation-list")
	headNames      = names("front front-stub article-meta journal-meta book-meta teiHeader info articleinfo bookinfo chapterinfo sectioninfo appendixinfo prefaceinfo sect1info sect2info sect3info refsect1info glossaryinfo refentryinfo refmeta partinfo setinfo prolog")
	skippedNames   = names("indexterm graphic inline-graphic media processing-meta object-id alt-text long-desc imageobject binaryData index toc colspec textobject anchor styles settings " +
		"automatic-styles master-styles font-face-decls scripts sequence-decls annotation-xml")
)

// isBlock reports whether an element is a block of its own where it stands in a paragraph.
func (n *xmlNode) isBlock() bool {
	return paragraphNames[n.name] || listNames[n.name] || tableNames[n.name] || codeNames[n.name] || figureNames[n.name] || referenceNames[n.name] ||
		noteNames[n.name] || n.name == "disp-formula" || n.name == "disp-formula-group" || n.name == "supplementary-material" ||
		sectionNames[n.name] && n.name != "note" || n.name == "note" && n.prose
}

// isTitle reports whether an element is the title of the element around it.
func isTitle(name string) bool { return name == "title" || name == "head" || name == "bridgehead" }

// below reports whether one of the children stands right below the title of n, and not further down in its text.
func (n *xmlNode) below(kid *xmlNode) bool {
	titled := false
	for _, k := range n.kids {
		switch {
		case k == kid:
			return titled
		case isTitle(k.name):
			titled = true
		case k.name != "" && k.name != "label" && k.name != "subtitle" && !headNames[k.name] && !skippedNames[k.name]:
			return false
		}
	}
	return false
}

// titled reports whether an element of any schema is a section: its first child, but for numbers and what tells of it, is a title, and
// blocks follow.
func (n *xmlNode) titled() bool {
	if !n.blocks || n.isMixed() {
		return false
	}
	for i, k := range n.kids {
		switch {
		case k.name == "title" || k.name == "head":
			return slices.ContainsFunc(n.kids[i+1:], func(k *xmlNode) bool { return k.name != "" && (k.blocks || k.isBlock()) })
		case k.name != "" && k.name != "label" && !headNames[k.name] && !skippedNames[k.name]:
			return false
		}
	}
	return false
}

// kid is the first child with one of the names, nil if there is none.
func (n *xmlNode) kid(list ...string) *xmlNode {
	for _, name := range list {
		for _, k := range n.kids {
			if k.name == name {
				return k
			}
		}
	}
	return nil
}

// all gives the elements with a name below n, in order; within one of them it does not look.
func (n *xmlNode) all(name string) (list []*xmlNode) {
	for _, k := range n.kids {
		if k.name == name {
			list = append(list, k)
		} else {
			list = append(list, k.all(name)...)
		}
	}
	return list
}

// find follows a path of children's names, to the first of each.
func (n *xmlNode) find(path ...string) *xmlNode {
	for _, name := range path {
		if n = n.kid(name); n == nil {
			return nil
		}
	}
	return n
}

func (n *xmlNode) attr(name string) string {
	for _, a := range n.attrs {
		if a.Name.Local == name {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

// isMixed reports whether text stands beside the children of n.
func (n *xmlNode) isMixed() bool {
	return slices.ContainsFunc(n.kids, func(k *xmlNode) bool { return k.name == "" && strings.TrimSpace(k.text) != "" })
}

// emptyMarks matches the rest of numbers of references, such as "[1, 2]", after these are left out.
var emptyMarks = pattern.New(`\s*[\[(](?:\s*[,;–-]\s*)*[\])]`)

// plain returns the text of n on one line. It leaves out numbers of cited works, because they are no part of the text. It keeps names. A
// nil node has no text.
func (n *xmlNode) plain() string {
	if n == nil {
		return ""
	}
	var b strings.Builder
	marks := n.write(&b, 0)
	text := squeeze(b.String())
	if marks {
		text = strings.TrimSpace(emptyMarks.ReplaceAllString(text, ""))
		text = strings.NewReplacer(" .", ".", " ,", ",", " ;", ";", ",,", ",", ",.", ".").Replace(text)
	}
	return text
}

// maxXMLInline is how deep elements in a text are looked at.
const maxXMLInline = 200

// write writes the text of n, and reports whether numbers of cited works were left out.
func (n *xmlNode) write(b *strings.Builder, depth int) (marks bool) {
	if n.name == "" {
		b.WriteString(n.text)
		return false
	}
	if depth > maxXMLInline || skippedNames[n.name] {
		return false
	}
	switch n.name {
	case "xref", "ref", "citation":
		if t := n.attr("ref-type"); t == "bibr" && !strings.ContainsFunc(n.raw(0), isLetterRune) {
			return true
		}
	case "br", "lb", "sbr", "line-break", "tab", "s", "break":
		b.WriteByte(' ')
	case "alternatives": // the same once more
		if k := n.kid("math", "tex-math", "textual-form"); k != nil {
			return k.write(b, depth+1)
		}
	case "mfrac", "msup", "msub": // MathML
		var parts []*xmlNode
		for _, k := range n.kids {
			if k.name != "" {
				parts = append(parts, k)
			}
		}
		if len(parts) == 2 {
			parts[0].operand(b, depth+1)
			b.WriteString(map[string]string{"mfrac": "/", "msup": "^", "msub": "_"}[n.name])
			parts[1].operand(b, depth+1)
			return false
		}
	case "tex-math":
		text := n.raw(0)
		if _, after, ok := strings.Cut(text, `\begin{document}`); ok {
			text, _, _ = strings.Cut(after, `\end{document}`)
		}
		b.WriteString(text)
		return false
	case "label", "note", "footnote", "fn":
		if depth > 0 {
			b.WriteByte(' ')
		}
		for _, k := range n.kids {
			marks = k.write(b, depth+1) || marks
		}
		b.WriteByte(' ')
		return marks
	case "sup", "superscript":
		if len(n.all("xref")) > 0 && !strings.ContainsFunc(n.raw(0), isLetterRune) {
			return true
		}
		if len(n.kids) > 0 && n.kids[0].name == "" && strings.Trim(n.raw(0), "0123456789+-−–") == "" && !strings.ContainsAny(n.raw(0), " ,") {
			b.WriteByte('^') // 10^6 is not 106
		}
	}
	apart := !n.isMixed() && len(n.kids) > 1 && !paragraphNames[n.name]
	for _, k := range n.kids {
		if apart && k.name != "" && !skippedNames[k.name] {
			b.WriteByte(' ')
		}
		marks = k.write(b, depth+1) || marks
	}
	return marks
}

// operand writes a part of a formula, in parentheses if it has parts of its own.
func (n *xmlNode) operand(b *strings.Builder, depth int) {
	var inner strings.Builder
	n.write(&inner, depth)
	text := squeeze(inner.String())
	if strings.Contains(text, " ") {
		text = "(" + text + ")"
	}
	b.WriteString(text)
}

// raw is all text of n.
func (n *xmlNode) raw(depth int) string {
	if n.name == "" {
		return n.text
	}
	var b strings.Builder
	if depth < maxXMLInline {
		for _, k := range n.kids {
			b.WriteString(k.raw(depth + 1))
		}
	}
	return b.String()
}

func (n *xmlNode) place() spar.Locator { return spar.Locator{Bytes: n.at} }

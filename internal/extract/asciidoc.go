package extract

import (
	"context"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

var (
	adocHeading   = pattern.New(`^(={1,6}|#{1,6})\s+(\S.*?)(?:\s+={1,6})?$`)
	adocTerm      = pattern.New(`^\s*(\S.{0,200}?)(?:::{1,3}|;;)(?:\s+(.*))?$`)
	adocBlock     = pattern.New(`^(?:-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|/{4,}|\+{4,}|--)\s*$`)
	adocAttribute = pattern.New(`^:!?([\w-]+)!?:(?:\s+(.*))?$`)
	adocLine      = pattern.New(`^(?:\[[^\]]*\]\s*$|(?:ifdef|ifndef|ifeval|endif|include|image|toc|video|audio)::|<<<|'''|//)`)
	adocItem      = pattern.New(`^\s*(?:\*{1,5}|-|\.{1,5}|[0-9]{1,3}\.)\s+(\S.*)$`)
	adocNote      = pattern.New(`^(NOTE|TIP|IMPORTANT|WARNING|CAUTION): `)
	adocLink      = pattern.New(`(?:link:|xref:|https?://[^\s\[]{1,300}|mailto:)([^\s\[\]]{0,300})\[([^\]]{0,300})\]|<<([^,<>]{1,100}),?([^<>]{0,200})>>`)
	adocManual    = pattern.New(`\b(?:linkgit|linkman|manlink|linkman)?:?([\w.+-]+)\[([1-9])\]`)
	adocStrong    = pattern.New("(^|[\\s(\"'])(?:\\*{1,2}|_{1,2}|`{1,2}|\\+{1,3})([^\\s*_`+](?:[^*`\\n]{0,300}?[^\\s*_`+])?)(?:\\*{1,2}|_{1,2}|`{1,2}|\\+{1,3})([\\s.,;:!?)\"'\\]]|$)")
	adocAnchor    = pattern.New(`\[\[[^\]]{1,100}\]\]|\(\(\([^)]{1,200}\)\)\)`)
	adocUnderline = pattern.New(`^(?:={3,}|-{3,}|~{3,}|\^{3,}|\+{3,})\s*$`)
)

// detectASCIIDoc goes by the name; of a text without a telling one by two headings or a heading and a block of it.
func detectASCIIDoc(head []byte, name string) int {
	if hasExt(name, ".adoc", ".asciidoc", ".asc") && isTextHead(head) && !strings.HasPrefix(string(head), "-----BEGIN PGP") {
		return 70
	}
	if hasExt(name, ".txt") && isTextHead(head) && adocSigns(string(head[:min(len(head), 16<<10)])) {
		return 30
	}
	return 0
}

var adocSign = pattern.New(`(?m)^(?:[\w<>/-]{1,60}(?:\[[^\]]*\])?::$|\[(?:verse|NOTE|source|listing|horizontal)[^\]]*\]$|ifn?def::|include::\S+\[\]$)|linkgit:\S+\[\d\]`)

// adocSigns reports whether a text has several marks that only AsciiDoc has.
func adocSigns(s string) bool { return len(adocSign.FindAllStringIndex(s, 4)) >= 4 }

// extractASCIIDoc reads AsciiDoc: sections, paragraphs, lists, terms with their meaning, blocks of code. It reads tables as in plain text.
func extractASCIIDoc(ctx context.Context, in *Input, out *sink) error {
	a := adocReader{prose: prose{out: out, inline: plainASCIIDoc, level: 2}, blank: true}
	if err := eachLine(in, func(l line) error {
		return a.line(strings.TrimRight(l.text, " \t\r"), l)
	}); err != nil {
		return err
	}
	if a.tabular {
		if err := a.table.flush(out); err != nil {
			return err
		}
	}
	return a.endTerm()
}

type adocReader struct {
	prose
	fence   string // closes the block that is open; "": none is
	hidden  bool   // it is a comment
	blank   bool
	goesOn  bool // "+" says that what follows belongs to the item before
	inside  bool // a block "--" is open, which does too
	tabular bool // a table is open
	table   textParagraph
}

func (a *adocReader) line(text string, l line) error {
	at := l.at
	switch {
	case a.tabular:
		if err := a.table.add(a.out, l); err != nil {
			return err
		}
		a.tabular = a.table.cells != nil
		return nil
	case a.fence != "":
		if text == a.fence {
			a.fence, a.hidden = "", false
			return a.flush()
		}
		if a.hidden {
			return nil
		}
		return a.add(spar.CodeBlock, text, at)
	case text == cellFence:
		if err := a.endTerm(); err != nil {
			return err
		}
		a.tabular = true
		return a.table.add(a.out, line{text: text, at: at})
	}
	trimmed := strings.TrimSpace(text)
	after := a.blank
	a.blank = trimmed == ""
	if a.blank {
		return a.flush()
	}
	if n := len(a.lines); n == 1 && a.kind == spar.Paragraph && adocUnderline.MatchString(text) && abs(len(text)-len(a.lines[0])) <= 3 {
		level := 1 + strings.IndexByte("=-~^+", text[0])
		title, from := a.lines[0], a.at
		a.kind, a.lines, a.bytes, a.at = "", nil, 0, spar.Span{}
		return a.heading(level, title, from.Union(at))
	}
	if adocBlock.MatchString(text) {
		if err := a.flush(); err != nil {
			return err
		}
		if c := text[0]; c == '=' || c == '*' || c == '_' || text == "--" {
			if text == "--" {
				a.inside = !a.inside
			}
			return nil // what stands in it is text
		}
		a.fence, a.hidden = text, text[0] == '/'
		return nil
	}
	if text == "+" {
		a.goesOn = true
		return a.flush()
	}
	goesOn := a.goesOn || a.inside || !after
	a.goesOn = a.goesOn && text[0] == '['
	if m := adocHeading.FindStringSubmatch(text); m != nil {
		a.blank = true
		return a.heading(len(m[1]), m[2], at)
	}
	if m := adocAttribute.FindStringSubmatch(text); m != nil {
		if m[1] == "author" || m[1] == "revdate" || m[1] == "revnumber" {
			return a.out.textProperty(map[string]string{"author": "author", "revdate": "dated", "revnumber": "version"}[m[1]], m[2])
		}
		return nil
	}
	if adocLine.MatchString(text) {
		return nil
	}
	if len(text) > 1 && text[0] == '.' && text[1] != '.' && text[1] != ' ' {
		if err := a.flush(); err != nil {
			return err
		}
		return a.add(spar.Paragraph, text[1:]+":", at) // the title of the block that follows
	}
	if m := adocTerm.FindStringSubmatch(text); m != nil && !strings.Contains(m[1], "::") && !strings.HasPrefix(trimmed, "http") {
		if err := a.beginTerm(plainASCIIDoc(m[1]), at); err != nil || m[2] == "" {
			return err
		}
		return a.add(spar.Paragraph, m[2], at)
	}
	if m := adocItem.FindStringSubmatch(text); m != nil && (after || a.kind != spar.Paragraph) {
		if err := a.flush(); err != nil {
			return err
		}
		return a.add(spar.ListItem, m[1], at)
	}
	if a.kind == spar.ListItem {
		return a.add(spar.ListItem, trimmed, at)
	}
	if !goesOn && len(a.meaning) > 0 && indentation(text) == 0 {
		if err := a.endTerm(); err != nil {
			return err
		}
	}
	if indentation(text) > 0 && after && a.prose.term == "" || a.kind == spar.CodeBlock {
		return a.add(spar.CodeBlock, text, at)
	}
	return a.add(spar.Paragraph, trimmed, at)
}

// plainASCIIDoc takes the marks of AsciiDoc out of a text.
func plainASCIIDoc(s string) string {
	s = strings.TrimSuffix(s, " +")
	s = adocNote.ReplaceAllStringFunc(s, func(m string) string { return m[:1] + strings.ToLower(m[1:]) })
	if !strings.ContainsAny(s, "[*_`+<{") {
		return s
	}
	s = adocAnchor.ReplaceAllString(s, "")
	s = adocManual.ReplaceAllString(s, "$1($2)")
	s = adocLink.ReplaceAllStringFunc(s, func(m string) string {
		g := adocLink.FindStringSubmatch(m)
		for _, text := range []string{g[2], strings.TrimSpace(g[4]), g[3]} {
			if text != "" {
				return text
			}
		}
		return strings.TrimSuffix(m, "[]")
	})
	for range 2 { // what follows a mark may begin another
		s = adocStrong.ReplaceAllString(s, "$1$2$3")
	}
	return s
}

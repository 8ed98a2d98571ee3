package extract

import (
	"bytes"
	"context"
	"encoding/xml"
	"io"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

// detectDOCX looks for the parts of a Word document among the first entries of a zip file; identify looks at all.
func detectDOCX(head []byte, name string) int {
	switch {
	case !bytes.HasPrefix(head, zipMagic):
		return 0
	case bytes.Contains(head, []byte("word/document")):
		return 80
	case hasExt(name, ".docx", ".docm", ".dotx", ".dotm"):
		return 40
	}
	return 0
}

// extractDOCX reads a Word document (ECMA-376, WordprocessingML): the body with its text boxes, then footnotes and endnotes,
// the labels of charts and diagrams, headers and footers, each line of those once, and comments. What was deleted under
// revision control and hidden text are left out.
func extractDOCX(ctx context.Context, in *Input, out *sink) error {
	c, err := openContainer(in)
	if err != nil {
		return err
	}
	main, err := mainPart(c)
	if err != nil {
		return err
	}
	if main == "" {
		if name, n, ok := c.bomb(); ok {
			return refuse(ErrTooBig, "it is no Word document but a zip file whose entry %q unpacks to %s", name, size(int64(min(n, 1<<62))))
		}
		return refuse(ErrCorrupt, "it is a zip file without a Word document inside; if it was renamed, give it its own extension again")
	}
	if err := coreProperties(c, out); err != nil {
		return err
	}
	if err := out.told(); err != nil {
		return err
	}
	parts, err := c.relations(main)
	if err != nil {
		return err
	}
	target := func(kind, usual string) string {
		for _, r := range parts {
			if r.kind == kind {
				return r.target
			}
		}
		return usual
	}
	styles, err := readStyles(c, target("styles", "word/styles.xml"))
	if err != nil {
		styles = docxStyles{byID: map[string]docxStyle{}, defaultSize: 20} // the text matters more
	}
	lists, err := readNumbering(c, target("numbering", "word/numbering.xml"))
	if err != nil && !isCorrupt(err) {
		return err
	}
	fonts, err := headingFonts(ctx, c, main, styles, out.limits)
	if err != nil {
		return err
	}
	inserted := &chunks{ctx: ctx, c: c, parts: parts, in: in}
	if err := readWord(c, main, "", styles, fonts, lists, inserted, out); err != nil {
		return err
	}
	for _, notes := range []string{target("footnotes", "word/footnotes.xml"), target("endnotes", "word/endnotes.xml")} {
		if err := readWord(c, notes, spar.Note, styles, nil, lists, nil, out); err != nil {
			return err
		}
	}
	for _, r := range parts {
		if r.kind == "chart" || r.kind == "diagramData" {
			if err := readLabels(c, r.target, spar.Aside, spar.Locator{}, out, false); err != nil && !isCorrupt(err) {
				return err
			}
		}
	}
	if err := headersAndFooters(c, parts, styles, out); err != nil {
		return err
	}
	if err := readWord(c, target("comments", "word/comments.xml"), spar.Comment, styles, nil, nil, nil, out); err != nil {
		return err
	}
	return inserted.fault
}

// mainPart finds the part that holds the body, "" when there is none.
func mainPart(c *container) (string, error) {
	rels, err := c.relations("")
	if err == nil {
		for _, r := range rels {
			if r.kind == "officeDocument" && c.files[strings.ToLower(r.target)] != nil {
				return r.target, nil
			}
		}
	}
	if c.files["word/document.xml"] != nil {
		return "word/document.xml", nil
	}
	return "", nil
}

// corePropertyKeys maps the elements of the core properties to keys.
var corePropertyKeys = map[string]string{
	"title": "title", "creator": "author", "created": "created", "modified": "modified", "subject": "subject", "keywords": "keywords",
	"description": "description", "category": "category", "language": "language", "lastModifiedBy": "modified-by",
}

// appPropertyKeys maps the elements of the extended properties to keys.
var appPropertyKeys = map[string]string{"Pages": "pages", "Company": "company", "Manager": "manager"}

// coreProperties reads docProps/core.xml (ECMA-376 part 2, clause 11) and docProps/app.xml (part 1, 22.2); a damaged one
// costs nothing else.
func coreProperties(c *container, out *sink) error {
	if err := xmlProperties(c, "docprops/core.xml", corePropertyKeys, out); err != nil {
		return err
	}
	return xmlProperties(c, "docprops/app.xml", appPropertyKeys, out)
}

// xmlProperties hands on the elements of a part that have a key.
func xmlProperties(c *container, part string, keys map[string]string, out *sink) error {
	r, err := c.part(part)
	if r == nil || err != nil {
		return nil
	}
	defer r.Close()
	d := xml.NewDecoder(r)
	key, value := "", ""
	for {
		tok, err := d.RawToken()
		if err != nil {
			return nil
		}
		switch t := tok.(type) {
		case xml.StartElement:
			key, value = keys[t.Name.Local], ""
		case xml.CharData:
			if key != "" && len(value) < maxPropertyBytes {
				value += string(t)
			}
		case xml.EndElement:
			if key == "" || strings.TrimSpace(value) == "" {
				break
			}
			v := spar.Value{Kind: spar.Text, Text: value}
			switch key {
			case "created", "modified":
				v = textOrDate(value)
			case "pages":
				n, err := strconv.Atoi(strings.TrimSpace(value))
				if err != nil || n < 1 {
					key = ""
					continue
				}
				v = spar.Value{Kind: spar.Number, Number: float64(n)}
			}
			if err := out.property(key, v); err != nil {
				return err
			}
			key = ""
		}
	}
}

var pageNumber = pattern.New(`(?i)^(?:page|seite|p\.|-)?\s*[0-9ivxlc]*\s*(?:-|(?:of|von|/)\s*[0-9]+)?$`)

// headersAndFooters hands on each distinct line of the headers and footers once, page numbers left out.
func headersAndFooters(c *container, parts []relation, styles docxStyles, out *sink) error {
	lines := out.running()
	defer lines.done()
	for _, kind := range []spar.BlockKind{spar.RunningHeader, spar.RunningFooter} {
		for _, p := range parts {
			if p.kind != string(kind) {
				continue
			}
			if err := readWord(c, p.target, kind, styles, nil, nil, nil, &lines.sink); err != nil {
				return err
			}
		}
	}
	return nil
}

// readWord reads one part with WordprocessingML; a missing part is empty. Its paragraphs get kind, or "" for the body.
func readWord(c *container, name string, kind spar.BlockKind, styles docxStyles, fonts *fontLevels, lists *docxNumbering, inserted *chunks, out *sink) error {
	r, err := c.part(name)
	if r == nil || err != nil {
		return err
	}
	defer r.Close()
	w := wordReader{out: out, kind: kind, chunks: inserted, styles: styles, fonts: fonts, lists: lists, memo: map[string]resolved{}}
	d := xml.NewDecoder(r)
	for {
		tok, err := d.RawToken()
		if err == io.EOF && w.depth == 0 {
			return w.finish()
		}
		if err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			if ferr := w.finish(); ferr != nil {
				return ferr
			}
			return xmlError(name, err)
		}
		switch t := tok.(type) {
		case xml.StartElement:
			err = w.start(t)
		case xml.EndElement:
			err = w.end(t)
		case xml.CharData:
			w.chars(t)
		}
		if err != nil {
			return err
		}
	}
}

// isLeftOut names the elements whose content is not text of the document: deleted or moved text, fallbacks for text already read, phonetic
// guides, field codes.
func isLeftOut(local string) bool {
	switch local {
	case "del", "moveFrom", "Fallback", "rt", "instrText", "delInstrText", "delText", "pPrChange", "rPrChange", "tblPrChange", "trPrChange",
		"tcPrChange", "sectPrChange", "numberingChange", "sdtPr", "ffData", "binData":
		return true
	}
	return false
}

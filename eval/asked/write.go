package asked

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"fmt"
	"html"
	"path"
	"strconv"
	"strings"
	"time"
)

// bytes returns a file as its format writes it. The body of a page or a document of Word is Markdown of few forms: headings, paragraphs,
// items and tables; that of a workbook is CSV, with a line "## NAME" before each sheet; other bodies stay as they are.
func (f File) bytes() ([]byte, error) {
	switch path.Ext(f.Path) {
	case ".html":
		return f.page(), nil
	case ".docx":
		return f.docx()
	case ".xlsx":
		return f.xlsx()
	case ".eml":
		return fmt.Appendf(nil, "From: %s\r\nTo: %s\r\nSubject: %s\r\nDate: %s\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n%s",
			f.Author, f.To, f.Title, f.Date.Add(9*time.Hour).Format(time.RFC1123Z), strings.ReplaceAll(f.Body, "\n", "\r\n")), nil
	}
	return []byte(f.Body), nil
}

// A block is a heading of a level, an item, a row of a table or a paragraph.
type block struct {
	level int // of a heading
	item  bool
	cells []string
	text  string
}

// blocks reads the body. Lines that follow each other are one paragraph.
func (f File) blocks() []block {
	var list []block
	open := false
	for line := range strings.Lines(f.Body) {
		line = strings.TrimSpace(line)
		text := strings.TrimLeft(line, "#")
		switch {
		case line == "":
		case text != line:
			list = append(list, block{level: len(line) - len(text), text: strings.TrimSpace(text)})
		case strings.HasPrefix(line, "- "):
			list = append(list, block{item: true, text: line[2:]})
		case strings.HasPrefix(line, "|"):
			if strings.Trim(line, "|-: ") != "" {
				cells := strings.Split(strings.Trim(line, "|"), "|")
				for i := range cells {
					cells[i] = strings.TrimSpace(cells[i])
				}
				list = append(list, block{cells: cells})
			}
		case open:
			list[len(list)-1].text += " " + line
		default:
			list = append(list, block{text: line})
		}
		open = line != "" && text == line && !strings.HasPrefix(line, "- ") && !strings.HasPrefix(line, "|")
	}
	return list
}

func (f File) page() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>%s</title><meta name=\"author\" content=\"%s\"></head><body>\n", html.EscapeString(f.Title), html.EscapeString(f.Author))
	list := f.blocks()
	for i, p := range list {
		text := html.EscapeString(p.text)
		begins := i == 0 || list[i-1].cells == nil
		ends := i+1 == len(list) || list[i+1].cells == nil
		switch {
		case p.level > 0:
			fmt.Fprintf(&b, "<h%d>%s</h%[1]d>\n", p.level, text)
		case p.cells != nil:
			cell := "td"
			if begins {
				b.WriteString("<table>\n")
				cell = "th"
			}
			b.WriteString("<tr>")
			for _, c := range p.cells {
				fmt.Fprintf(&b, "<%s>%s</%[1]s>", cell, html.EscapeString(c))
			}
			b.WriteString("</tr>\n")
			if ends {
				b.WriteString("</table>\n")
			}
		case p.item:
			fmt.Fprintf(&b, "<ul><li>%s</li></ul>\n", text)
		default:
			fmt.Fprintf(&b, "<p>%s</p>\n", text)
		}
	}
	b.WriteString("</body></html>\n")
	return b.Bytes()
}

const (
	xmlHead = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	ofWord  = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`
	ofSheet = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`
	related = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
	typed   = "application/vnd.openxmlformats-officedocument."
)

// packed makes a package of Office: its main part, its types and relations, and the properties of the document.
func (f File) packed(main, mainType string, parts [][2]string) ([]byte, error) {
	day := f.Date.Format("2006-01-02T09:00:00Z")
	types := `<Override PartName="/` + main + `" ContentType="` + typed + mainType + `.main+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>`
	for _, p := range parts {
		if strings.HasSuffix(p[0], "styles.xml") {
			types += `<Override PartName="/` + p[0] + `" ContentType="` + typed + `wordprocessingml.styles+xml"/>`
		}
		if strings.Contains(p[0], "worksheets/") {
			types += `<Override PartName="/` + p[0] + `" ContentType="` + typed + `spreadsheetml.worksheet+xml"/>`
		}
	}
	parts = append([][2]string{
		{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` + types + `</Types>`},
		{"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="` + related + `officeDocument" Target="` + main +
			`"/><Relationship Id="r2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`},
		{"docProps/core.xml", `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>` +
			html.EscapeString(f.Title) + `</dc:title><dc:creator>` + html.EscapeString(f.Author) + `</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">` + day + `</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">` + day + `</dcterms:modified></cp:coreProperties>`},
	}, parts...)
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, p := range parts {
		w, err := z.Create(p[0])
		if err != nil {
			return nil, err
		}
		if _, err := w.Write([]byte(xmlHead + p[1])); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return b.Bytes(), err
}

func (f File) docx() ([]byte, error) {
	run := func(text string) string {
		return `<w:r><w:t xml:space="preserve">` + html.EscapeString(text) + `</w:t></w:r>`
	}
	var b strings.Builder
	b.WriteString(`<w:document ` + ofWord + `><w:body>`)
	list := f.blocks()
	for i, p := range list {
		switch {
		case p.level > 0:
			fmt.Fprintf(&b, `<w:p><w:pPr><w:pStyle w:val="Heading%d"/></w:pPr>%s</w:p>`, p.level, run(p.text))
		case p.cells != nil:
			if i == 0 || list[i-1].cells == nil {
				b.WriteString(`<w:tbl>`)
			}
			b.WriteString(`<w:tr>`)
			for _, c := range p.cells {
				b.WriteString(`<w:tc><w:p>` + run(c) + `</w:p></w:tc>`)
			}
			b.WriteString(`</w:tr>`)
			if i+1 == len(list) || list[i+1].cells == nil {
				b.WriteString(`</w:tbl>`)
			}
		case p.item:
			b.WriteString(`<w:p><w:pPr><w:pStyle w:val="ListBullet"/></w:pPr>` + run(p.text) + `</w:p>`)
		default:
			b.WriteString(`<w:p>` + run(p.text) + `</w:p>`)
		}
	}
	b.WriteString(`<w:sectPr/></w:body></w:document>`)
	styles := `<w:styles ` + ofWord + `>`
	for level := 1; level < 4; level++ {
		styles += fmt.Sprintf(`<w:style w:type="paragraph" w:styleId="Heading%d"><w:name w:val="heading %[1]d"/><w:pPr><w:outlineLvl w:val="%d"/></w:pPr></w:style>`, level, level-1)
	}
	styles += `<w:style w:type="paragraph" w:styleId="ListBullet"><w:name w:val="List Bullet"/></w:style></w:styles>`
	return f.packed("word/document.xml", "wordprocessingml.document", [][2]string{
		{"word/document.xml", b.String()}, {"word/styles.xml", styles},
		{"word/_rels/document.xml.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="` + related + `styles" Target="styles.xml"/></Relationships>`},
	})
}

func (f File) xlsx() ([]byte, error) {
	book, rels := `<workbook `+ofSheet+`><sheets>`, `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
	var parts [][2]string
	for i, sheet := range f.sheets() {
		rows, err := csv.NewReader(strings.NewReader(sheet[1])).ReadAll()
		if err != nil {
			return nil, err
		}
		var b strings.Builder
		b.WriteString(`<worksheet ` + ofSheet + `><sheetData>`)
		for r, row := range rows {
			fmt.Fprintf(&b, `<row r="%d">`, r+1)
			for c, cell := range row {
				at := fmt.Sprintf("%c%d", 'A'+c, r+1)
				if _, err := strconv.ParseFloat(cell, 64); err == nil {
					fmt.Fprintf(&b, `<c r="%s"><v>%s</v></c>`, at, cell)
				} else if cell != "" {
					fmt.Fprintf(&b, `<c r="%s" t="inlineStr"><is><t>%s</t></is></c>`, at, html.EscapeString(cell))
				}
			}
			b.WriteString(`</row>`)
		}
		b.WriteString(`</sheetData></worksheet>`)
		parts = append(parts, [2]string{fmt.Sprintf("xl/worksheets/sheet%d.xml", i+1), b.String()})
		book += fmt.Sprintf(`<sheet name="%s" sheetId="%d" r:id="r%[2]d"/>`, html.EscapeString(sheet[0]), i+1)
		rels += fmt.Sprintf(`<Relationship Id="r%d" Type="`+related+`worksheet" Target="worksheets/sheet%[1]d.xml"/>`, i+1)
	}
	parts = append(parts, [2]string{"xl/workbook.xml", book + `</sheets></workbook>`}, [2]string{"xl/_rels/workbook.xml.rels", rels + `</Relationships>`})
	return f.packed("xl/workbook.xml", "spreadsheetml.sheet", parts)
}

// sheets returns the names and the rows of the sheets of a workbook.
func (f File) sheets() [][2]string {
	if !strings.HasPrefix(f.Body, "## ") {
		return [][2]string{{"Sheet1", f.Body}}
	}
	var list [][2]string
	for part := range strings.SplitSeq("\n"+f.Body, "\n## ") {
		if name, rows, ok := strings.Cut(part, "\n"); ok && name != "" {
			list = append(list, [2]string{strings.TrimSpace(name), rows})
		}
	}
	return list
}

package extract

import (
	"bytes"
	"io"
	"strings"

	"github.com/gabriel-vasile/mimetype"
)

// foreignMagic are beginnings of formats without a reader that the general detector does not know, or would call text.
var foreignMagic = []struct{ magic, name string }{
	{"{\\rtf", "rtf"},
	{"%!PS", "postscript"},
	{"\xffWPC", "wordperfect"},
	{"[ver]\r\n", "amipro"},
	{"\x00\x00\x02\x00\x06\x04\x06\x00", "lotus-123"},
	{"\x00\x00\x1a\x00", "lotus-123"},
	{"\x00\x00\x02\x00\x20\x51\x06\x00", "quattro"},
	{"\x00\x00\x02\x00\x01\x10", "quattro"},
	{"\x00\x00\x02\x00\x02\x10", "quattro"},
	{"\x31\xbe\x00\x00", "word-dos"},
	{"\x9b\xa5", "word-2"},
	{"\xdb\xa5", "word-2"},
	{"\x09\x00\x04\x00", "xls-2"},
	{"\x09\x02\x06\x00", "xls-3"},
	{"\x09\x04\x06\x00", "xls-4"},
	{"\x00\x01\x00\x00Standard Jet DB", "access"},
	{"\x00\x01\x00\x00Standard ACE DB", "access"},
	{"\x60\xea", "arj"},
	{"!BDN", "pst"},
	{"HWP Document File", "hwp"},
	{"ITOLITLS", "lit"},
	{"\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d\xae\xb1\x53\x78\xd0\x29\x96\xd3", "onenote"},
	{"L\x00R\x00F\x00\x00\x00", "lrf"},
	{"SNBP000B", "snb"},
	{"\x06\x06\xed\xf5\xd8\x1d\x46\xe5\xbd\x31\xef\xe7\xfe\x74\xb7\x1d", "indesign"},
}

// zipMagic and oleMagic begin the containers that hold many formats.
var (
	zipMagic = []byte("PK\x03\x04")
	oleMagic = []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
)

// foreign names the format of a file that no reader takes, "" when it is not known. Text is not foreign.
func foreign(head []byte) string {
	for _, f := range foreignMagic {
		if bytes.HasPrefix(head, []byte(f.magic)) {
			return f.name
		}
	}
	if len(head) > 68 && (string(head[60:68]) == "BOOKMOBI" || string(head[60:68]) == "TEXtREAd" || strings.HasPrefix(string(head[60:68]), "PNRd")) {
		return "mobi"
	}
	if len(head) > 132 && string(head[128:132]) == "DICM" {
		return "dicom"
	}
	if isTextHead(head) {
		return ""
	}
	m := mimetype.Detect(head)
	for p := m; p != nil; p = p.Parent() {
		if p.Is("text/plain") {
			return ""
		}
	}
	if m.Is("application/octet-stream") {
		return ""
	}
	if ext := strings.TrimPrefix(m.Extension(), "."); ext == "123" {
		return "lotus-123"
	} else if ext != "" {
		return ext
	}
	return strings.TrimPrefix(m.String(), "application/")
}

// zipKind names the format of a zip container by its entries.
func zipKind(c *container) string {
	has := func(names ...string) bool {
		for _, n := range names {
			if c.files[n] == nil {
				return false
			}
		}
		return true
	}
	if main, _ := mainPart(c); main != "" {
		switch dir, _, _ := strings.Cut(main, "/"); dir {
		case "xl":
			return "xlsx"
		case "ppt":
			return "pptx"
		}
		if has("[content_types].xml") || has("word/document.xml") {
			return "docx"
		}
	}
	switch {
	case has("xl/workbook.xml"), has("xl/workbook.bin"):
		return "xlsx"
	case has("ppt/presentation.xml"):
		return "pptx"
	case has("visio/document.xml"):
		return "vsdx"
	case has("meta-inf/container.xml"):
		return "epub"
	case has("meta-inf/manifest.mf"):
		return "jar"
	case has("index/document.iwa"), has("index.zip"), has("index.xml"):
		return "iwork"
	}
	kind := opening(c, "mimetype", 100)
	if kind == "" && has("content.xml") { // StarOffice 6 has no such entry
		_, kind, _ = strings.Cut(opening(c, "meta-inf/manifest.xml", 4<<10), `media-type="`)
	}
	if kind != "" {
		const openOffice = "application/vnd.sun.xml."
		switch {
		case strings.HasPrefix(kind, openOffice+"writer"):
			return "odt" // whose elements have the same names
		case strings.HasPrefix(kind, openOffice+"calc"):
			return "ods"
		case strings.HasPrefix(kind, openOffice+"impress"):
			return "odp"
		case strings.HasPrefix(kind, openOffice+"draw"):
			return "sxd"
		case strings.Contains(kind, "opendocument.text"):
			return "odt"
		case strings.Contains(kind, "opendocument.spreadsheet"):
			return "ods"
		case strings.Contains(kind, "opendocument.presentation"):
			return "odp"
		case strings.Contains(kind, "opendocument.graphics"):
			return "odg"
		case strings.Contains(kind, "opendocument"), strings.Contains(kind, "oasis"):
			return "odb"
		case strings.Contains(kind, "epub"):
			return "epub"
		}
	}
	return "zip"
}

// opening is the beginning of a part, without the white space around it; "" where there is none.
func opening(c *container, name string, most int64) string {
	r, err := c.part(name)
	if err != nil || r == nil {
		return ""
	}
	defer r.Close()
	text, _ := io.ReadAll(io.LimitReader(r, most)) // as far as it can be read
	return strings.TrimSpace(string(text))
}

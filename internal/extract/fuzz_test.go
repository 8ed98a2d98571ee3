package extract

import (
	"strings"
	"testing"
)

// fuzzReader runs a reader on any bytes: whatever they are, the document holds together and the reader did not panic.
func fuzzReader(f *testing.F, name string, wrap func(t testing.TB, content string) string, seeds ...string) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, content string) {
		if wrap != nil {
			content = wrap(t, content)
		}
		if strings.HasPrefix(Detect([]byte(content), name), "pdf") {
			t.Skip("PDF has a fuzz target of its own")
		}
		doc := document(t, name, content)
		if strings.Contains(doc.Reason, errPanic.Error()) {
			t.Fatal(doc.Reason)
		}
	})
}

func FuzzText(f *testing.F) {
	fuzzReader(f, "a.txt", nil, "", "Title\n=====\n- a\n\nb", "\xff\xfea\x00\n\x00", "\x00\x00\xfe\xff\x00\x00\x00a", "Gr\xf6\xdfe", "\x1b$B0i;y\x1b(B", "a\rb\r\nc")
}

func FuzzMarkdown(f *testing.F) {
	fuzzReader(f, "a.md", nil, "---\na: [b, c]\n---\n# T\n\n- x\n  y\n\n| a | b |\n|--|--|\n| 1 | 2 |\n\n```\nz\n```\n> q\n", "T\n=\n[a](b) ![c](d) `e` *f* <g> &h;\n\n    code\n", "<table><tr><td>x</table>\n\n<!--\n", "---\nx: *a\n---")
}

func FuzzHTML(f *testing.F) {
	fuzzReader(f, "a.html", nil, "<h1>a</h1><p>b<ul><li>c</ul><table><tr><th rowspan=2>d<td colspan=3>e<tr><td>f<table><td>g</table></table><pre>h</pre>", "<meta charset=utf-16><title>x</title>", "\xff\xfe<\x00p\x00>\x00x\x00", "<caption>a<td>b</table>c")
}

func FuzzCSV(f *testing.F) {
	fuzzReader(f, "a.csv", nil, "a,b\n1,\"2\n3\"\n", "sep=;\na;b\n", "'a','b'\n'c','d'\n", "a\tb\r\n1\t2\r\n", "\xff\xfea\x00,\x00b\x00\n\x00")
}

func FuzzDOCX(f *testing.F) {
	wrap := func(t testing.TB, body string) string { return word(t, body, "word/styles.xml", styles) }
	fuzzReader(f, "a.docx", wrap, para("", "a"), styled("Heading1", "a")+`<w:tbl>`+tr(tc(`<w:vMerge/>`, "x"), tc(`<w:gridSpan w:val="3"/>`, "y"))+`</w:tbl>`, "<w:p><w:txbxContent><w:p><w:r><w:t>x</w:t></w:r></w:p></w:txbxContent></w:p>", "<w:del><w:tbl></w:tbl></w:del>")
}

// FuzzDetect reads any bytes as whatever they look like, containers among them.
func FuzzDetect(f *testing.F) {
	fuzzReader(f, "a", nil, "PK\x03\x04", zipFile(f, "word/document.xml", "<w:document/>"), oleFile("Workbook"), "<html>", "{\\rtf1}", string(zipMagic)+strings.Repeat("\x00", 100))
}

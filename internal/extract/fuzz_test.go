package extract

import (
	"context"
	"encoding/json"
	"runtime/metrics"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/extract/ziptest"
	"github.com/sparsearch/spar/internal/spar"
)

// fuzzLimits are those of fuzz targets: small enough that an input can reach them.
var fuzzLimits = Limits{Text: 1 << 18, Blocks: 5000, Columns: 200, Inflated: 4 << 20, Part: 2 << 20, Entries: 300, Depth: 64}

// fuzzMemory is what reading one input may allocate in all: far above what honest files of the size of inputs take.
const fuzzMemory = 256 << 20

// fuzzReader runs a reader on any bytes: whatever they are, the reader does not panic, keeps its limits, and the document
// holds together.
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
		fuzzed(t, name, content)
	})
}

// fuzzed reads one input and checks what came of it.
func fuzzed(t testing.TB, name, content string) {
	t.Helper()
	allocated := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(allocated)
	before := allocated[0].Value.Uint64()
	in := input(name, content)
	in.Limits = fuzzLimits
	doc := Document(context.Background(), in)
	metrics.Read(allocated)
	if n := allocated[0].Value.Uint64() - before; n > fuzzMemory {
		t.Errorf("%d MB allocated for %d bytes: %s (%s)", n>>20, len(content), doc.State, doc.Reason)
	}
	checkDocument(t, doc, int64(len(content)))
	if strings.Contains(doc.Reason, errPanic.Error()) {
		t.Fatal(doc.Reason)
	}
	text, blocks := 0, len(doc.Blocks)
	place := func(at spar.Locator) {
		if at.Page < 0 || at.Table < 0 || at.Row < 0 || at.Column < 0 || at.Heading != "" || !utf8.ValidString(at.Sheet) {
			t.Errorf("the place %+v", at)
		}
	}
	for _, b := range doc.Blocks {
		text += len(b.Text)
		place(b.Locator)
		if b.Table == nil {
			continue
		}
		blocks += len(b.Table.Rows)
		for _, r := range b.Table.Rows {
			place(r.Locator)
			if len(r.Cells) > fuzzLimits.Columns {
				t.Errorf("a row of %d cells", len(r.Cells))
			}
			for _, c := range r.Cells {
				text += len(c)
			}
		}
		if h := b.Table.Header; len(h) > fuzzLimits.Columns || !utf8.ValidString(strings.Join(h, "")+b.Table.Caption) {
			t.Errorf("the header %q of %q", h, b.Table.Caption)
		}
	}
	if text > int(fuzzLimits.Text) || blocks > fuzzLimits.Blocks {
		t.Errorf("%d bytes of text in %d blocks and rows", text, blocks)
	}
	if len(doc.Properties) > maxProperties {
		t.Errorf("%d properties", len(doc.Properties))
	}
	if _, err := json.Marshal(doc); err != nil {
		t.Errorf("the document cannot be handed on: %v", err)
	}
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
	fuzzReader(f, "a", nil, "PK\x03\x04", ziptest.Of("word/document.xml", "<w:document/>"), oleFile("Workbook"), "<html>", "{\\rtf1}", string(zipMagic)+strings.Repeat("\x00", 100))
}

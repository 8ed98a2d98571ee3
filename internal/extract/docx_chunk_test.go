package extract

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/extract/ziptest"
	"github.com/sparsearch/spar/internal/spar"
)

func TestWordSigns(t *testing.T) {
	sym := func(font, char string) string {
		return `<w:r><w:sym w:font="` + font + `" w:char="` + char + `"/></w:r>`
	}
	text := func(s string) string { return `<w:r><w:t xml:space="preserve">` + s + `</w:t></w:r>` }
	m := func(name string, inside ...string) string {
		return "<m:" + name + ">" + strings.Join(inside, "") + "</m:" + name + ">"
	}
	say := func(s string) string { return m("r", m("t", s)) }
	for _, c := range []struct{ name, body, want string }{
		{"symbols", "<w:p>" + sym("Symbol", "F0B1") + text(" 5 ") + sym("Symbol", "F06D") + text("m ") + sym("Wingdings", "F0FC") + sym("Arial", "00A7") + "</w:p>", "± 5 µm ✓§"},
		{"a fraction", "<w:p>" + text("Area: ") + m("oMath", say("A="), m("f", m("num", say("ab")), m("den", say("2")))) + "</w:p>", "Area: A=ab/2"},
		{"a fraction of sums", "<w:p>" + m("oMath", m("f", m("num", say("a+b")), m("den", m("sSup", m("e", say("x")), m("sup", say("2")))))) + "</w:p>", "(a+b)/(x^2)"},
		{"a root, indices", "<w:p>" + m("oMath", m("rad", m("deg"), m("e", say("b"))), say("+"), m("sSub", m("e", say("v")), m("sub", say("0")))) + "</w:p>", "√b+v_0"},
		{"a sum", "<w:p>" + m("oMath", m("nary", m("naryPr", `<m:chr m:val="∑"/>`), m("sub", say("i=1")), m("sup", say("n")), m("e", say("i")))) + "</w:p>", "∑_(i=1)^ni"},
		{"two formulas", "<w:p>" + m("oMath", say("a=b")) + m("oMath", say("c=d")) + "</w:p>", "a=b c=d"},
		{"equations below each other", "<w:p>" + m("oMath", m("eqArr", m("e", say("a=b")), m("e", say("c=d")))) + "</w:p>", "a=b; c=d"},
		{"a deleted end", `<w:p><w:pPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr>` + text("The lease ") + "</w:p><w:p>" + text("ends in May.") + "</w:p>", "The lease ends in May."},
		{"a deleted end that nothing follows", `<w:p><w:pPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr>` + text("The lease") + "</w:p>", "The lease"},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := document(t, "a.docx", word(t, c.body))
			if got := blockTexts(doc); got != c.want || doc.State != spar.OK {
				t.Errorf("got %q (%s %s), want %q", got, doc.State, doc.Reason, c.want)
			}
		})
	}
	if len(symbolFont[0]) != 0x7f-0x20 || len(symbolFont[1]) != 0xff-0xa0 {
		t.Errorf("the font Symbol has %d and %d characters", len(symbolFont[0]), len(symbolFont[1]))
	}
}

func TestInsertedFiles(t *testing.T) {
	inner := word(t, para("", "The tenant pays."))
	deep := inner
	with := func(name, content string) string {
		return ziptest.Of("word/document.xml", `<w:document `+wordNS+` xmlns:r="r"><w:body>`+para("", "Before.")+`<w:altChunk r:id="c1"/>`+para("", "After.")+`</w:body></w:document>`,
			"word/_rels/document.xml.rels", `<Relationships><Relationship Id="c1" Type="http://x/aFChunk" Target="`+name+`"/></Relationships>`, "word/chunk"+name[strings.LastIndexByte(name, '.'):], content)
	}
	for range maxChunks + 1 {
		deep = with("chunk.docx", deep)
	}
	for _, c := range []struct{ name, part, content, want, reason string }{
		{"a page", "chunk.html", "<html><body><p>boiler of house Ravensburg</p></body></html>", "boiler of house Ravensburg", ""},
		{"a page saved", "chunk.mht", "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>saved page</p>\r\n--b--\r\n", "saved page", ""},
		{"RTF", "chunk.rtf", `{\rtf1\ansi Zandvoort}`, "Zandvoort", ""},
		{"text", "chunk.txt", "plain words here", "plain words here", ""},
		{"a document", "chunk.docx", inner, "The tenant pays.", ""},
		{"too deep", "chunk.docx", deep, "Before.", "inserted too deeply"},
		{"another kind", "chunk.bin", "\x00\x01\x02\x03", "Before.", "what it inserts from its part \"word/chunk.bin\" is of a kind that is not read"},
		{"none", "gone.html", "<p>x</p>", "Before.", "is not in the file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := document(t, "a.docx", with(c.part, c.content))
			got := blockTexts(doc)
			if !strings.HasPrefix(got, "Before.\n") || !strings.Contains(got, c.want) || !strings.HasSuffix(got, "After.") || (c.reason == "") != (doc.State == spar.OK) || !strings.Contains(doc.Reason, c.reason) {
				t.Errorf("got %q (%s %s)", got, doc.State, doc.Reason)
			}
		})
	}
}

func TestFarAndHiddenCells(t *testing.T) {
	doc := document(t, "a.xlsx", ziptest.Of("[Content_Types].xml", "<Types/>",
		"_rels/.rels", `<Relationships><Relationship Id="rId1" Type="http://x/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml", `<workbook xmlns:r="r"><sheets><sheet name="Orte" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml", `<worksheet><cols><col min="2" max="3" hidden="1"/></cols><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Key</t></is></c><c r="B1"><v>5</v></c></row>`+
			`<row r="2" hidden="1"><c r="A2" t="inlineStr"><is><t>alpha</t></is></c></row><row r="3" hidden="true"/><row r="1048570"><c r="A1048570" t="inlineStr"><is><t>omega</t></is></c><c r="XFD1048570"><v>7</v></c></row></sheetData></worksheet>`))
	found, told := "", map[string]string{}
	for _, b := range doc.Blocks {
		if b.Kind == spar.Aside {
			found = b.Text + " at " + b.Locator.Words()
		}
	}
	for _, p := range doc.Properties {
		told[p.Key] = p.Value.Text
	}
	if found != "XFD1048570: 7 at sheet Orte, cell XFD1048570" || doc.State != spar.OK {
		t.Errorf("the far cell became %q (%s %s)", found, doc.State, doc.Reason)
	}
	if told["hidden-rows"] != "Orte: 2-3" || told["hidden-columns"] != "Orte: B-C" {
		t.Errorf("told %v", told)
	}
}

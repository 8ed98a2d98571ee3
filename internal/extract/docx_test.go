package extract

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sparsearch/spar/internal/extract/ziptest"
	"github.com/sparsearch/spar/internal/spar"
)

const wordNS = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"`

// word makes a document of a body and other parts by name.
func word(t testing.TB, body string, others ...string) string {
	parts := []string{"word/document.xml", `<?xml version="1.0" encoding="UTF-8"?><w:document ` + wordNS + `><w:body>` + body + `</w:body></w:document>`}
	return ziptest.Of(append(parts, others...)...)
}

// para is a paragraph with its properties and the text of one run.
func para(properties, text string) string {
	return "<w:p><w:pPr>" + properties + "</w:pPr><w:r><w:t>" + text + "</w:t></w:r></w:p>"
}

func styled(id, text string) string { return para(`<w:pStyle w:val="`+id+`"/>`, text) }

func tc(properties, text string) string {
	return "<w:tc><w:tcPr>" + properties + "</w:tcPr>" + para("", text) + "</w:tc>"
}

func tr(cells ...string) string { return "<w:tr>" + strings.Join(cells, "") + "</w:tr>" }

const styles = `<w:styles ` + wordNS + `>
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>
<w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="heading 2"/><w:basedOn w:val="Normal"/></w:style>
<w:style w:type="paragraph" w:styleId="Own"><w:name w:val="My Own"/><w:basedOn w:val="berschrift2"/></w:style>
<w:style w:type="paragraph" w:styleId="Level"><w:name w:val="Level"/><w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Loop"><w:name w:val="Loop"/><w:basedOn w:val="Loop"/></w:style>
<w:style w:type="paragraph" w:styleId="Points"><w:name w:val="Points"/><w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="TOC1"><w:name w:val="toc 1"/></w:style>
</w:styles>`

func TestDOCX(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       []string
	}{
		{"headings", styled("Title", "T") + styled("Heading1", "A") + styled("berschrift2", "B") + styled("Own", "C") + styled("Level", "D") + para(`<w:outlineLvl w:val="3"/>`, "E") + styled("Loop", "text"),
			[]string{"# T", "# A", "## B", "## C", "### D", "#### E", "text"}},
		{"lists", para(`<w:numPr><w:numId w:val="1"/></w:numPr>`, "one") + styled("Points", "two") + para(`<w:pStyle w:val="Points"/><w:numPr><w:numId w:val="0"/></w:numPr>`, "none"),
			[]string{"- one", "- two", "none"}},
		{"contents", styled("TOC1", "A ... 3") + styled("Heading1", "A"), []string{"contents: A ... 3", "# A"}},
		{"runs", `<w:p><w:r><w:t xml:space="preserve">a </w:t></w:r><w:r><w:t>b</w:t><w:tab/><w:t>c</w:t><w:br/><w:t>d</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r><w:r><w:noBreakHyphen/></w:r></w:p>`, []string{"a b c\nd-"}},
		{"revisions", `<w:p><w:ins><w:r><w:t>new</w:t></w:r></w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:moveFrom><w:r><w:t>away</w:t></w:r></w:moveFrom><w:moveTo><w:r><w:t> here</w:t></w:r></w:moveTo></w:p><w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr><w:r><w:t>kept</w:t></w:r></w:p>`, []string{"new here", "kept"}},
		{"fields", `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>shown</w:t></w:r></w:p>`, []string{"shown"}},
		{"text box", `<w:p><w:r><w:t>host</w:t></w:r><w:r><mc:AlternateContent><mc:Choice><w:txbxContent><w:p><w:r><w:t>boxed</w:t></w:r></w:p></w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent><w:p><w:r><w:t>boxed</w:t></w:r></w:p></w:txbxContent></mc:Fallback></mc:AlternateContent></w:r></w:p>`, []string{"aside: boxed", "host"}},
		{"table", `<w:tbl><w:tblPr><w:tblCaption w:val="Fees"/></w:tblPr><w:tr><w:trPr><w:tblHeader/></w:trPr>` + tc("", "a") + tc("", "b") + `</w:tr>` + tr(tc("", "1"), tc("", "2")) + `</w:tbl>`, []string{"caption: Fees", "= a | b", "| 1 | 2"}},
		{"merged", `<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>` + tc(`<w:vMerge w:val="restart"/>`, "City") + tc(`<w:gridSpan w:val="2"/>`, "Sales") + `</w:tr><w:tr><w:trPr><w:tblHeader/></w:trPr>` + tc("<w:vMerge/>", "") + tc("", "2019") + tc("", "2020") + `</w:tr>` +
			tr(tc(`<w:vMerge w:val="restart"/>`, "Bern"), tc("", "1"), tc("", "2")) + tr(tc("<w:vMerge/>", ""), tc("", "3"), tc("", "4")) + `</w:tbl>`,
			[]string{"= City | Sales / 2019 | Sales / 2020", "| Bern | 1 | 2", "| Bern | 3 | 4"}},
		{"nested table", `<w:tbl>` + tr(tc("", "a"), tc("", "1")) + tr("<w:tc>"+para("", "b")+"<w:tbl>"+tr(tc("", "x"), tc("", "y"))+"</w:tbl>"+para("", "c")+"</w:tc>", tc("", "2")) + tr(tc("", "d"), tc("", "3")) + `</w:tbl>`,
			[]string{"| a | 1", "b", "| x | y", "c", "2", "| d | 3"}},
		{"heading in a cell", `<w:tbl>` + tr(tc("", "menu"), "<w:tc>"+styled("Heading1", "News")+para("", "x")+"</w:tc>") + `</w:tbl>`, []string{"menu", "# News", "x"}},
	} {
		t.Run(c.name, func(t *testing.T) { checkOutline(t, "a.docx", word(t, c.body, "word/styles.xml", styles), c.want...) })
	}
}

func TestDOCXHeadingsByFont(t *testing.T) {
	run := func(properties, text string) string {
		return "<w:p><w:r><w:rPr>" + properties + "</w:rPr><w:t>" + text + "</w:t></w:r></w:p>"
	}
	long := run(`<w:sz w:val="22"/>`, "A paragraph of the body with enough words to be the most frequent font size in this file.")
	body := run(`<w:b/><w:sz w:val="36"/>`, "The title") + long + run(`<w:b/><w:sz w:val="28"/>`, "A part") + long + run(`<w:b/><w:sz w:val="22"/>`, "A section") + long +
		run(`<w:b/><w:sz w:val="22"/>`, "A sentence in bold ends with a full stop.") + run(`<w:sz w:val="22"/>`, "Short") + long
	want := "A paragraph of the body with enough words to be the most frequent font size in this file."
	checkOutline(t, "a.docx", word(t, body), "# The title", want, "## A part", want, "### A section", want, "A sentence in bold ends with a full stop.", "Short", want)
	checkOutline(t, "a.docx", word(t, body+styled("Heading1", "Styled")), "The title", want, "A part", want, "A section", want, "A sentence in bold ends with a full stop.", "Short", want, "# Styled")
}

func TestDOCXParts(t *testing.T) {
	content := word(t, para("", "Body."),
		"word/_rels/document.xml.rels", `<Relationships><Relationship Type="http://x/header" Target="header1.xml"/><Relationship Type="http://x/header" Target="header2.xml"/><Relationship Type="http://x/footer" Target="footer1.xml"/></Relationships>`,
		"word/header1.xml", `<w:hdr `+wordNS+`>`+para("", "ACME")+`</w:hdr>`,
		"word/header2.xml", `<w:hdr `+wordNS+`>`+para("", "ACME")+para("", "Draft")+`</w:hdr>`,
		"word/footer1.xml", `<w:ftr `+wordNS+`>`+para("", "Page 3 of 12")+para("", "Confidential")+`</w:ftr>`,
		"word/footnotes.xml", `<w:footnotes `+wordNS+`><w:footnote w:type="separator">`+para("", "---")+`</w:footnote><w:footnote w:id="2">`+para("", "A note.")+`</w:footnote></w:footnotes>`,
		"word/comments.xml", `<w:comments `+wordNS+`><w:comment>`+para("", "Secret")+`</w:comment></w:comments>`,
		"docProps/core.xml", `<cp:coreProperties xmlns:cp="c" xmlns:dc="d" xmlns:dcterms="t"><dc:title>The title</dc:title><dc:creator>Ann</dc:creator><dcterms:created>2021-03-04T10:00:00+02:00</dcterms:created></cp:coreProperties>`,
		"docProps/app.xml", `<Properties><Pages>3</Pages><Words>9</Words><Company>ACME</Company><TitlesOfParts><v>x</v></TitlesOfParts></Properties>`,
	)
	doc := checkOutline(t, "a.docx", content, "Body.", "note: A note.", "header: ACME", "header: Draft", "footer: Confidential", "comment: Secret")
	want := []spar.Property{
		{Key: "title", Value: spar.Value{Kind: spar.Text, Text: "The title"}},
		{Key: "author", Value: spar.Value{Kind: spar.Text, Text: "Ann"}},
		{Key: "created", Value: spar.Value{Kind: spar.Date, Date: time.Date(2021, 3, 4, 8, 0, 0, 0, time.UTC)}},
		{Key: "pages", Value: spar.Value{Kind: spar.Number, Number: 3}},
		{Key: "company", Value: spar.Value{Kind: spar.Text, Text: "ACME"}},
	}
	if diff := cmp.Diff(want, doc.Properties); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestHostileDOCX(t *testing.T) {
	for name, body := range map[string]string{
		"deep":       strings.Repeat("<w:sdt>", 6000),
		"paragraphs": strings.Repeat("<w:p>", 4000) + "x",
		"tables":     strings.Repeat("<w:tbl><w:tr><w:tc>", 1500),
		"entities":   para("", "&a;"),
		"no xml":     strings.Repeat("<", 1000),
	} {
		doc := document(t, "a.docx", word(t, para("", "Before.")+body))
		if doc.State != spar.Partial {
			t.Errorf("%s: %s (%s)", name, doc.State, doc.Reason)
		}
	}
	laughs := ziptest.Of("word/document.xml", `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><w:document `+wordNS+`><w:body>`+para("", "Before.")+para("", "&b;")+`</w:body></w:document>`)
	if doc := document(t, "a.docx", laughs); doc.State != spar.Partial {
		t.Errorf("entities: %s (%s)", doc.State, doc.Reason)
	}
}

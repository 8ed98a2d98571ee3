package extract

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/extract/ziptest"
	"github.com/sparsearch/spar/internal/spar"
)

// openDocument makes a file of that kind of the content of its body.
func openDocument(t testing.TB, kind, body string, others ...string) string {
	return ziptest.Of(append([]string{"mimetype", "application/vnd.oasis.opendocument." + kind,
		"content.xml", `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="tb" xmlns:draw="d" xmlns:presentation="p">` + body + `</office:document-content>`}, others...)...)
}

func odfCell(attrs, text string) string {
	return "<table:table-cell " + attrs + "><text:p>" + text + "</text:p></table:table-cell>"
}

func odfRow(cells ...string) string {
	return "<table:table-row>" + strings.Join(cells, "") + "</table:table-row>"
}

func TestODT(t *testing.T) {
	doc := checkOutline(t, "a.odt", openDocument(t, "text", `<text:tracked-changes><text:p>old</text:p></text:tracked-changes><text:h text:outline-level="2">A <text:span>part</text:span></text:h>
		<text:p>one<text:s text:c="3"/>two<text:tab/>three<text:line-break/>four<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>A note.</text:p></text:note-body></text:note></text:p>
		<text:list><text:list-item><text:p>item</text:p></text:list-item></text:list><office:annotation><text:p>comment</text:p></office:annotation>
		<table:table><table:table-header-rows>`+odfRow(odfCell(`table:number-columns-spanned="2"`, "Sales"), "<table:covered-table-cell/>")+`</table:table-header-rows>`+odfRow(odfCell("", "a"), odfCell("", "b"))+`</table:table>`,
		"meta.xml", `<office:document-meta><office:meta><dc:title>T</dc:title></office:meta></office:document-meta>`),
		"## A part", "note: A note.", "one two three\nfour", "- item", "comment: comment", "caption: Sales", "| a | b")
	if len(doc.Properties) != 1 || doc.Properties[0].Value.Text != "T" {
		t.Errorf("properties are %v", doc.Properties)
	}
}

func TestODS(t *testing.T) {
	blank := `<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>`
	doc := checkOutline(t, "a.ods", openDocument(t, "spreadsheet", `<office:automatic-styles><style:style style:name="ta2"><style:table-properties table:display="false"/></style:style></office:automatic-styles>
		<office:body><office:spreadsheet><table:table table:name="First">`+
		odfRow(odfCell(`table:number-rows-spanned="2" table:number-columns-spanned="1"`, "Region"), odfCell(`table:number-columns-spanned="2" table:number-rows-spanned="1"`, "Sales"), `<table:covered-table-cell/>`)+
		odfRow(`<table:covered-table-cell/>`, odfCell("", "2019"), odfCell("", "2020"))+odfRow(odfCell("", "North"), odfCell(`office:value-type="date" office:date-value="2020-02-01"`, "01.02.20"), odfCell("", "2"))+
		odfRow(odfCell("", "South"), odfCell(`table:number-columns-repeated="2"`, "4"))+blank+`</table:table><table:table table:name="Second" table:style-name="ta2">`+odfRow(odfCell("", "x"))+`</table:table></office:spreadsheet></office:body>`),
		"# First", "= Region | Sales / 2019 | Sales / 2020", "| North | 2020-02-01 | 2", "| South | 4 | 4", "# Second", "x")
	for _, b := range doc.Blocks {
		if b.Table != nil && b.Table.Rows[0].Locator.String() != "sheet=First&row=3" {
			t.Errorf("the first row stands at %s", b.Table.Rows[0].Locator)
		}
	}
}

func TestODP(t *testing.T) {
	doc := checkOutline(t, "a.odp", openDocument(t, "presentation", `<draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>First</text:p></draw:text-box></draw:frame></draw:page>
		<draw:page><draw:frame><draw:text-box><text:list><text:list-item><text:p>point</text:p></text:list-item></text:list></draw:text-box></draw:frame><presentation:notes><text:p>Say this.</text:p></presentation:notes></draw:page>`),
		"# First", "- point", "note: Say this.")
	if got := doc.Blocks[2].Locator.Page; got != 2 {
		t.Errorf("the notes stand on page %d, want 2", got)
	}
}

func TestHostileODF(t *testing.T) {
	fine := "<text:p>Before.</text:p>"
	for name, c := range map[string]struct {
		content string
		state   spar.State
	}{
		"deep":       {openDocument(t, "text", fine+strings.Repeat("<text:span>", 6000)), spar.Partial},
		"paragraphs": {openDocument(t, "text", fine+strings.Repeat("<text:p>", 4000)), spar.Partial},
		"tables":     {openDocument(t, "text", fine+strings.Repeat("<table:table><table:table-row><table:table-cell>", 1500)), spar.Partial},
		"repeated":   {openDocument(t, "spreadsheet", `<office:spreadsheet><table:table><table:table-row table:number-rows-repeated="1048576">`+odfCell(`table:number-columns-repeated="16384"`, strings.Repeat("x", 30000))+`</table:table-row>`), spar.TooBig},
		"encrypted":  {openDocument(t, "text", "", "META-INF/manifest.xml", `<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>`), spar.Encrypted},
		"no content": {ziptest.Of("mimetype", "application/vnd.oasis.opendocument.text"), spar.Corrupt},
	} {
		if doc := document(t, "a.odt", c.content); doc.State != c.state {
			t.Errorf("%s: %s (%s)", name, doc.State, doc.Reason)
		}
	}
}

package extract

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/extract/ziptest"
	"github.com/sparsearch/spar/internal/spar"
)

// deck makes a presentation of the content of the shape trees of its slides; others are further parts by name.
func deck(t testing.TB, slides []string, others ...string) string {
	list, rels := "", ""
	parts := []string{"[Content_Types].xml", "<Types/>"}
	for i, s := range slides {
		n := string(rune('1' + i))
		list += `<p:sldId id="25` + n + `" r:id="rId` + n + `"/>`
		rels += `<Relationship Id="rId` + n + `" Type="http://x/slide" Target="slides/slide` + n + `.xml"/>`
		parts = append(parts, "ppt/slides/slide"+n+".xml", `<p:sld xmlns:a="a" xmlns:p="p" xmlns:c="c" xmlns:r="r"><p:cSld><p:spTree>`+s+`</p:spTree></p:cSld></p:sld>`)
	}
	parts = append(parts, "ppt/presentation.xml", `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>`+list+`</p:sldIdLst></p:presentation>`,
		"ppt/_rels/presentation.xml.rels", "<Relationships>"+rels+"</Relationships>")
	return ziptest.Of(append(parts, others...)...)
}

// shape is a shape with a placeholder of that type, at a place, with paragraphs.
func shape(placeholder, off string, paras ...string) string {
	if placeholder != "" {
		placeholder = `<p:nvPr><p:ph type="` + placeholder + `"/></p:nvPr>`
	}
	return "<p:sp>" + placeholder + "<p:spPr><a:xfrm>" + off + "</a:xfrm></p:spPr><p:txBody>" + strings.Join(paras, "") + "</p:txBody></p:sp>"
}

func point(properties, run, text string) string {
	return "<a:p><a:pPr" + properties + "</a:pPr><a:r><a:rPr" + run + "/><a:t>" + text + "</a:t></a:r></a:p>"
}

func TestPPTX(t *testing.T) {
	table := `<p:graphicFrame><p:xfrm><a:off x="0" y="9000000"/></p:xfrm><a:tbl><a:tblPr firstRow="1"/><a:tr><a:tc gridSpan="2">` + point(">", "", "Sales") + `</a:tc><a:tc hMerge="1"/></a:tr><a:tr><a:tc>` + point(">", "", "a") + `</a:tc><a:tc>` + point(">", "", "b") + `</a:tc></a:tr></a:tbl></p:graphicFrame>`
	content := deck(t, []string{
		shape("", `<a:off x="5000000" y="2000000"/>`, point(">", "", "right")) + shape("", `<a:off x="0" y="2100000"/>`, point(">", "", "left")) + table +
			shape("title", `<a:off x="0" y="0"/>`, point(">", "", "The title")) + shape("sldNum", "", point(">", "", "1")),
		shape("body", "", point("><a:buNone/>", ` b="1"`, "Costs"), point(">", "", "one"), point(` lvl="1">`, "", "two"), `<a:p><a:fld type="slidenum"><a:t>7</a:t></a:fld></a:p>`),
	}, "ppt/slides/_rels/slide2.xml.rels", `<Relationships><Relationship Id="rId1" Type="http://x/notesSlide" Target="../notesSlides/n1.xml"/><Relationship Id="rId2" Type="http://x/chart" Target="../charts/c1.xml"/></Relationships>`,
		"ppt/notesSlides/n1.xml", `<p:notes xmlns:a="a" xmlns:p="p"><p:cSld><p:spTree>`+shape("body", "", point(">", "", "Say this."))+`</p:spTree></p:cSld></p:notes>`,
		"ppt/charts/c1.xml", `<c:chart xmlns:c="c" xmlns:a="a"><c:title><a:p><a:r><a:t>Growth</a:t></a:r></a:p></c:title><c:cat><c:pt><c:v>2019</c:v></c:pt><c:pt><c:v>2019</c:v></c:pt></c:cat></c:chart>`)
	doc := checkOutline(t, "a.pptx", content, "# The title", "left", "right", "caption: Sales", "| a | b", "## Costs", "- one", "- two", "note: Say this.", "Growth\n2019")
	for i, b := range doc.Blocks {
		if want := min(2, 1+i/4); b.Locator.Page != want {
			t.Errorf("block %d stands on page %d, want %d", i, b.Locator.Page, want)
		}
	}
}

func TestHostilePPTX(t *testing.T) {
	fine := shape("", "", point(">", "", "Before."))
	for name, s := range map[string]string{
		"deep":    strings.Repeat("<p:grpSp>", 6000),
		"cut off": "<p:sp><p:txBody><a:p><a:r><a:t>x",
	} {
		doc := document(t, "a.pptx", deck(t, []string{fine, s, fine}))
		if doc.State != spar.Partial || len(doc.Blocks) == 0 {
			t.Errorf("%s: %s (%s)", name, doc.State, doc.Reason)
		}
	}
	if doc := document(t, "a.pptx", deck(t, []string{fine, strings.Repeat("<p:sp><p:txBody><a:p>", 1000)})); doc.State != spar.Partial {
		t.Errorf("open: %s", doc.State)
	}
}

package extract

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/extract/ziptest"
	"github.com/sparsearch/spar/internal/spar"
)

// brt is one record of a binary workbook.
func brt(id int, values ...any) string {
	data := pack(values...)
	head := string([]byte{byte(id)})
	if id > 0x7F {
		head = string([]byte{byte(id&0x7F | 0x80), byte(id >> 7)})
	}
	n := len(data)
	for ; n > 0x7F; n >>= 7 {
		head += string([]byte{byte(n&0x7F | 0x80)})
	}
	return head + string([]byte{byte(n)}) + data
}

func wideText(s string) string { return pack(uint32(len([]rune(s)))) + wide(s) }

func brtCell(id, column, style int, value ...any) string {
	return brt(id, uint32(column), uint32(style), pack(value...))
}

func binaryBook(t testing.TB, sheet string) string {
	book := brt(131) + brt(brtWorkbook, uint32(0), uint32(0), uint32(0)) + brt(brtSheet, uint32(0), uint32(1), wideText("rId1"), wideText("Prices")) +
		brt(brtSheet, uint32(1), uint32(0), uint32(2), wideText("rId2"), wideText("Early"))
	styles := brt(brtFormat, 164, wideText(`#,##0.00" EUR"`)) + brt(brtXF, 0xFFFF, 14) + brt(brtCellXFs, uint32(3)) + brt(brtXF, 0, 0) + brt(brtXF, 0, 14) + brt(brtXF, 0, 164) + brt(brtCellXFsEnd)
	return ziptest.Of("[Content_Types].xml", "<Types/>",
		"_rels/.rels", `<Relationships><Relationship Id="rId1" Type="http://x/officeDocument" Target="xl/workbook.bin"/></Relationships>`,
		"xl/workbook.bin", book,
		"xl/_rels/workbook.bin.rels", `<Relationships><Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/sheet1.bin"/><Relationship Id="rId2" Type="http://x/worksheet" Target="worksheets/sheet2.bin"/></Relationships>`,
		"xl/styles.bin", styles, "xl/sharedStrings.bin", brt(159, uint32(1), uint32(1))+brt(brtSharedString, uint8(0), wideText("Größe"))+brt(160),
		"xl/worksheets/sheet1.bin", sheet,
		"xl/worksheets/_rels/sheet1.bin.rels", `<Relationships><Relationship Id="rId1" Type="http://x/comments" Target="../comments1.bin"/></Relationships>`,
		"xl/comments1.bin", brt(brtComment, uint32(0), uint32(1), uint32(1), uint32(27), uint32(27))+brt(brtCommentText, uint8(0), wideText("Ask Ann.")),
		"xl/worksheets/sheet2.bin", brt(brtRow, uint32(0))+brtCell(brtCellText, 0, 0, wideText("kept")))
}

var binaryRows = brt(145) + brt(brtRow, uint32(0), uint32(0)) + brtCell(brtCellShared, 0, 0, uint32(0)) + brtCell(brtCellText, 1, 0, wideText("Day")) + brtCell(brtCellRich, 2, 0, uint8(1), wideText("Sum")) + brtCell(brtCellText, 3, 0, wideText("Sold")) +
	brt(brtRow, uint32(1), uint32(0)) + brtCell(brtFormulaText, 0, 0, wideText("small"), 7) + brtCell(brtCellReal, 1, 1, float(43831)) + brtCell(brtCellRk, 2, 2, uint32(123456<<2|3)) + brtCell(brtCellBool, 3, 0, uint8(1)) +
	brt(brtRow, uint32(2), uint32(0)) + brtCell(brtCellError, 0, 0, uint8(0x2A)) + brtCell(brtFormulaNumber, 1, 1, float(43832)) + brtCell(brtFormulaError, 2, 0, uint8(7)) + brtCell(brtFormulaBool, 3, 0, uint8(0)) +
	brt(brtRow, uint32(3), uint32(0)) + brtCell(brtCellText, 0, 0, wideText("all")) + brtCell(brtCellShared, 2, 0, uint32(99)) + brtCell(brtCellRk, 3, 0, uint32(5<<2|2)) +
	brt(146) + brt(brtMerge, uint32(3), uint32(3), uint32(0), uint32(2))

func TestXLSB(t *testing.T) {
	doc := checkOutline(t, "a.xlsb", binaryBook(t, binaryRows), "# Prices", "= Größe | Day | Sum | Sold", "| small | 2020-01-01 | 1,234.56 EUR | TRUE", "| #N/A | 2020-01-02 | #DIV/0! | FALSE", "| all | all | all | 5",
		"comment: AB2: Ask Ann.", "# Early", "kept")
	if at := doc.Blocks[2].Locator; at != (spar.Locator{Sheet: "Prices", Row: 2}) {
		t.Errorf("the comment is at %v", at)
	}
	if name := cellName(7, 701) + cellName(1, 702); name != "ZZ7AAA1" {
		t.Errorf("cells are named %s", name)
	}
	for _, c := range []struct {
		name, sheet string
		state       spar.State
	}{
		{"half a record", binaryRows[:len(binaryRows)-5], spar.Partial},
		{"long record", brt(brtRow, uint32(0)) + brtCell(brtCellText, 0, 0, uint32(1<<31), strings.Repeat("x", 300_000)) + brt(146), spar.OK},
		{"rows backwards", brt(brtRow, uint32(1<<31)) + brtCell(brtCellText, 0, 0, wideText("a")) + brt(brtRow, uint32(0)) + brtCell(brtCellText, 1<<15, 0, wideText("b")), spar.OK},
		{"no end of a number", "\xff\xff\xff\xff\xff\xff\xff\xff\xff", spar.Partial},
	} {
		if doc := document(t, "a.xlsb", binaryBook(t, c.sheet)); doc.State != c.state {
			t.Errorf("%s: %s (%s)", c.name, doc.State, doc.Reason)
		}
	}
}

func FuzzXLSB(f *testing.F) {
	fuzzReader(f, "a.xlsb", binaryBook, binaryRows, "", "\x00\x00")
}

func TestXLSXAround(t *testing.T) {
	box := `<xdr:wsDr xmlns:xdr="x" xmlns:a="a"><xdr:sp><xdr:txBody><a:p><a:r><a:t>Call </a:t></a:r><a:r><a:t>Ann</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:wsDr>`
	chart := `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:title><a:p><a:r><a:t>Sales by town</a:t></a:r></a:p></c:title><c:cat><c:v>Bern</c:v></c:cat></c:chartSpace>`
	content := ziptest.Of("[Content_Types].xml", "<Types/>",
		"_rels/.rels", `<Relationships><Relationship Id="rId1" Type="http://x/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml", `<workbook xmlns:r="r"><sheets><sheet name="First" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml", `<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>Bern</v></c></row></sheetData></worksheet>`,
		"xl/worksheets/_rels/sheet1.xml.rels", `<Relationships><Relationship Id="rId1" Type="http://x/comments" Target="../comments1.xml"/><Relationship Id="rId2" Type="http://x/drawing" Target="../drawings/drawing1.xml"/></Relationships>`,
		"xl/comments1.xml", `<comments><authors><author>Bob</author></authors><commentList><comment ref="A1" authorId="0"><text><r><t>Bob:</t></r><r><t xml:space="preserve"> is it?</t></r></text></comment></commentList></comments>`,
		"xl/drawings/drawing1.xml", box,
		"xl/drawings/_rels/drawing1.xml.rels", `<Relationships><Relationship Id="rId1" Type="http://x/chart" Target="../charts/chart1.xml"/></Relationships>`,
		"xl/charts/chart1.xml", chart)
	checkOutline(t, "a.xlsx", content, "# First", "Bern", "comment: A1: Bob: is it?", "aside: Call Ann", "aside: Sales by town")
}

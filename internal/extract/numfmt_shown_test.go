package extract

import (
	"testing"

	"github.com/sparsearch/spar/internal/extract/ziptest"
)

func TestShownNumbers(t *testing.T) {
	for _, c := range []struct {
		code string
		v    float64
		want string
	}{
		{"mm/dd/yyyy", 43831, "01/01/2020"}, {"d-mmm-yy", 43894.5, "4-Mar-20"}, {"dddd, mmmm dd, yyyy", 43894, "Wednesday, March 04, 2020"}, {"[$-F800]dddd\\, mmmm\\ dd\\, yyyy", 43894, "Wednesday, March 04, 2020"},
		{"h:mm AM/PM", .75, "6:00 PM"}, {"hh:mm:ss", 43894.5, "12:00:00"}, {"[h]:mm", 1.5, "36:00"}, {"mm:ss.0", 1.0 / 86400 * 61.25, "01:01.3"}, {"yyyy\\-mm\\-dd hh:mm", 43894.25, "2020-03-04 06:00"},
		{"mmm yyyy;@", 43894, "Mar 2020"}, {"d. mmmm yyyy", 43894, "4. March 2020"}, {"[$-409]m/d/yy h:mm AM/PM;@", 43894.5, "3/4/20 12:00 PM"},
		{"#,##0.00", 1234567.891, "1,234,567.89"}, {"#,##0", 999, "999"}, {"0000", 7, "0007"}, {"000-00-0000", 123456789, "123-45-6789"}, {"#,##0,", 1234567, "1,235"}, {"0.0,,\"M\"", 2500000, "2.5M"},
		{"0.00E+00", 12345, "1.23E+04"}, {"##0.0E+0", 12345, "12.3E+3"}, {"0.00E+00", 99999, "1.00E+05"}, {"# ?/?", 1.5, "1 1/2"}, {"# ??/??", .3333, "1/3"}, {"# ?/8", 2.25, "2 2/8"}, {"# ?/?", 2, "2"},
		{"0%", .125, "13%"}, {"_($* #,##0.00_);_($* (#,##0.00);_($* \"-\"??_);_(@_)", -12.5, "$ (12.50)"}, {"_($* #,##0.00_);_($* (#,##0.00);_($* \"-\"??_);_(@_)", 0, "$ -"},
		{"0.0#", 1.5, "1.5"}, {"#.##", .25, ".25"}, {"0;;;@", -3, ""}, {"[>=100]0\" big\";0\" small\"", 150, "150 big"}, {"[>=100]0\" big\";0\" small\"", 15, "15 small"}, {"[Red]-0.0", 2, "-2.0"},
		{"General", 12.5, "12.5"}, {"0.00", -.001, "0.00"}, {"\"n/a\"", 3, "n/a"},
	} {
		if got := parseNumberFormat(c.code).shown(c.v, false); got != c.want {
			t.Errorf("%q of %v shows %q, want %q", c.code, c.v, got, c.want)
		}
	}
}

// What a sheet shows is another thing than what its cells say: dates have their form, merged cells stand there once.
func TestSheetText(t *testing.T) {
	content := ziptest.Of("[Content_Types].xml", "<Types/>",
		"_rels/.rels", `<Relationships><Relationship Id="rId1" Type="http://x/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml", `<workbook xmlns:r="r"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/><sheet name="Empty" sheetId="2" r:id="rId2"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://x/worksheet" Target="worksheets/sheet2.xml"/></Relationships>`,
		"xl/styles.xml", `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="d\-mmm\-yy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
		"xl/worksheets/sheet1.xml", `<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>Town</v></c><c r="B1" t="str"><v>Sales</v></c></row>
			<row r="2"><c r="B2" s="1"><v>43831</v></c><c r="C2" s="1"><v>43862</v></c></row>
			<row r="3"><c r="A3" t="str"><v>Bern</v></c><c r="B3"><v>1</v></c><c r="C3"><v>2</v></c></row>
			<row r="4"><c r="B4"><v>3</v></c><c r="C4" s="1"><v>43894</v></c></row></sheetData>
			<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:C1"/><mergeCell ref="A3:A4"/></mergeCells></worksheet>`,
		"xl/worksheets/sheet2.xml", `<worksheet><sheetData/></worksheet>`)
	doc := checkOutline(t, "a.xlsx", content, "= Town | Sales / 2020-01-01 | Sales / 2020-02-01", "| Bern | 1 | 2", "| Bern | 3 | 2020-03-04")
	if got, want := doc.Text(nil), "Town\tSales\n\t1-Jan-20\t1-Feb-20\nBern\t1\t2\n\t3\t4-Mar-20\n"; got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
}

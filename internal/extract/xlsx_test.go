package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sparsearch/spar/internal/extract/ziptest"
	"github.com/sparsearch/spar/internal/spar"
)

const xlsxStyles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\.mm\.yyyy"/><numFmt numFmtId="165" formatCode="#,##0.00\ &quot;EUR&quot;"/></numFmts>
<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="9"/></cellXfs></styleSheet>`

// sheetFile makes a workbook of the content of sheetData, what follows it, and shared strings.
func sheetFile(t testing.TB, data, after string, shared ...string) string {
	var si strings.Builder
	for _, s := range shared {
		si.WriteString("<si><t>" + s + "</t></si>")
	}
	return ziptest.Of("[Content_Types].xml", "<Types/>",
		"_rels/.rels", `<Relationships><Relationship Id="rId1" Type="http://x/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml", `<workbook xmlns:r="r"><sheets><sheet name="First" sheetId="1" r:id="rId1"/><sheet name="Second" state="hidden" r:id="rId2"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://x/worksheet" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
		"xl/styles.xml", xlsxStyles, "xl/sharedStrings.xml", "<sst>"+si.String()+"</sst>",
		"xl/worksheets/sheet1.xml", "<worksheet><sheetData>"+data+"</sheetData>"+after+"</worksheet>",
		"xl/worksheets/sheet2.xml", `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>kept</t></is></c></row></sheetData></worksheet>`)
}

// sheetRows writes rows of a sheet: a cell is a number, or a text in one string; "" leaves the cell out.
func sheetData(from int, rows ...[]string) string {
	var b strings.Builder
	for i, r := range rows {
		fmt.Fprintf(&b, `<row r="%d">`, from+i)
		for j, c := range r {
			ref := fmt.Sprintf("%c%d", 'A'+j, from+i)
			switch {
			case c == "":
			case isValue(c):
				fmt.Fprintf(&b, `<c r="%s"><v>%s</v></c>`, ref, c)
			default:
				fmt.Fprintf(&b, `<c r="%s" t="str"><v>%s</v></c>`, ref, c)
			}
		}
		b.WriteString("</row>")
	}
	return b.String()
}

func TestXLSX(t *testing.T) {
	second := []string{"# Second", "kept"}
	for _, c := range []struct {
		name, data, after string
		want              []string
	}{
		{"types", `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c></row>
			<row r="2"><c r="A2" s="1"><v>43831</v></c><c r="B2" s="2"><v>-1234.5</v></c><c r="C2" s="3"><v>0.25</v></c><c r="D2" t="b"><v>1</v></c></row>
			<row r="3"><c r="A3" t="d"><v>2020-01-02T00:00:00</v></c><c r="B3"><f>1+1</f><v>2</v></c><c r="C3" t="e"><v>#N/A</v></c><c r="D3" t="s"><v>99</v></c></row>`, "",
			[]string{"= Day | Sum | Share | Done", "| 2020-01-01 | -1,234.50 EUR | 25% | TRUE", "| 2020-01-02 | 2 | #N/A"}},
		{"two levels", sheetData(1, []string{"Region", "Sales", "", "Staff"}, []string{"", "2019", "2020", ""}, []string{"North", "1", "2", "3"}, []string{"South", "4", "5", "6"}),
			`<mergeCells count="3"><mergeCell ref="A1:A2"/><mergeCell ref="B1:C1"/><mergeCell ref="D1:D2"/></mergeCells>`,
			[]string{"= Region | Sales / 2019 | Sales / 2020 | Staff", "| North | 1 | 2 | 3", "| South | 4 | 5 | 6"}},
		{"groups without merged cells", sheetData(1, []string{"", "Revenue (USD million)", "", "Staff"}, []string{"Region", "2019", "2020", "2019", "2020"}, []string{"North", "1", "2", "3", "4"}, []string{"South", "5", "6", "7", "8"}), "",
			[]string{"= Region | Revenue (USD million) / 2019 | Revenue (USD million) / 2020 | Staff / 2019 | Staff / 2020", "| North | 1 | 2 | 3 | 4", "| South | 5 | 6 | 7 | 8"}},
		{"years", sheetData(1, []string{"", "2019", "2020"}, []string{"North", "1", "2"}, []string{"South", "5", "6"}), "",
			[]string{"=  | 2019 | 2020", "| North | 1 | 2", "| South | 5 | 6"}},
		{"a column of years", sheetData(1, []string{"Bern", "2019"}, []string{"Basel", "2020"}, []string{"Chur", "2021"}), "",
			[]string{"| Bern | 2019", "| Basel | 2020", "| Chur | 2021"}},
		{"merged below", sheetData(1, []string{"City", "Year", "Sum"}, []string{"Bern", "2019", "1"}, []string{"", "2020", "2"}), `<mergeCells><mergeCell ref="A2:A3"/></mergeCells>`,
			[]string{"= City | Year | Sum", "| Bern | 2019 | 1", "| Bern | 2020 | 2"}},
		{"title and blank rows", sheetData(1, []string{"Report"}) + sheetData(3, []string{"Item", "Sum"}, []string{"a", "1"}, []string{"b", "2"}) + sheetData(8, []string{"c", "3"}) + sheetData(12, []string{"A note."}),
			"", []string{"Report", "caption: Report", "= Item | Sum", "| a | 1", "| b | 2", "= Item | Sum", "| c | 3", "A note."}},
		{"caption", sheetData(1, []string{"Report"}, []string{"Item", "Sum"}, []string{"a", "1"}), "", []string{"caption: Report", "= Item | Sum", "| a | 1"}},
		{"no references", `<row><c t="str"><v>a</v></c><c><v>1</v></c></row><row><c t="str"><v>b</v></c><c><v>2</v></c></row>`, "", []string{"| a | 1", "| b | 2"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := append(append([]string{"# First"}, c.want...), second...)
			checkOutline(t, "a.xlsx", sheetFile(t, c.data, c.after, "Day", "Sum", "Share", "Done"), want...)
		})
	}
}

// A formula that no program has computed yet is no empty cell.
func TestXLSXUncomputed(t *testing.T) {
	rows := `<row r="1"><c r="A1"><f>1+1</f><v></v></c><c r="B1"><f>"a"</f></c><c r="C1" t="str"><f>""</f><v></v></c><c r="D1"><v>4</v></c></row>`
	doc := document(t, "a.xlsx", sheetFile(t, rows, ""))
	if doc.State != spar.Partial || !strings.Contains(doc.Reason, "2 formulas in its sheet \"First\" without a result") {
		t.Errorf("it is %s (%s)", doc.State, doc.Reason)
	}
}

func TestXLSXLocators(t *testing.T) {
	doc := document(t, "a.xlsx", sheetFile(t, sheetData(3, []string{"Item", "Sum"}, []string{"a", "1"})+sheetData(7, []string{"b", "2"}), ""))
	var got []string
	for _, b := range doc.Blocks {
		if b.Table != nil {
			for _, r := range b.Table.Rows {
				got = append(got, r.Locator.String())
			}
		}
	}
	if diff := cmp.Diff([]string{"sheet=First&row=4", "sheet=First&row=7"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	want := []spar.Property{{Key: "sheet", Value: spar.Value{Kind: spar.Text, Text: "First"}}, {Key: "sheet", Value: spar.Value{Kind: spar.Text, Text: "Second"}}, {Key: "hidden-sheet", Value: spar.Value{Kind: spar.Text, Text: "Second"}}}
	if diff := cmp.Diff(want, doc.Properties); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNumberFormat(t *testing.T) {
	for _, c := range []struct {
		code string
		v    float64
		want string
	}{
		{"", 0.1 + 0.2, "0.3"}, {"General", 1e20, "1e+20"}, {"0", 2.6, "3"}, {"0.0#", 2.5, "2.5"}, {"#,##0", 1234567, "1,234,567"}, {"#,##0.00_);(#,##0.00)", -5, "(5.00)"},
		{"0.0,,\"M\"", 12_300_000, "12.3M"}, {`[$€-407] #,##0`, 1000, "€ 1,000"}, {"0%;[Red]-0%", -0.5, "-50%"}, {"0;-0;\"none\"", 0, "none"}, {"# ?/?", 0.5, "0.5"},
		{"yyyy-mm-dd", 1, "1900-01-01"}, {"yyyy-mm-dd", 61, "1900-03-01"}, {"d/m/yy h:mm", 43831.5, "2020-01-01 12:00"}, {"h:mm:ss", .5, "12:00"}, {"[h]:mm", 1.5, "36:00:00"},
		{"mmm", 43831, "2020-01-01"}, {"00000", 1069, "01069"}, {"000-00-0000", 12345678, "012-34-5678"}, {"0,000", 1069, "1,069"}, {"00", 7, "7"},
		{"yyyy", -1, "-1"}, {"@", 7, "7"}, {"[$-409]d\\ mmm", 43831, "2020-01-01"},
	} {
		if got := parseNumberFormat(c.code).text(c.v, false); got != c.want {
			t.Errorf("%q of %v is %q, want %q", c.code, c.v, got, c.want)
		}
	}
	if got := builtinFormat(14).text(0, true); got != "1904-01-01" && got != "00:00" {
		t.Errorf("day 0 of 1904 is %q", got)
	}
}

func TestHostileXLSX(t *testing.T) {
	long := strings.Repeat("lorem ipsum ", 2500)
	expansion := strings.Repeat(`<row>`+strings.Repeat(`<c t="s"><v>0</v></c>`, 100)+`</row>`, 1000)
	for name, c := range map[string]struct {
		content string
		state   spar.State
	}{
		"expansion": {sheetFile(t, expansion, "", long), spar.TooBig},
		"merged":    {sheetFile(t, sheetData(1, []string{long, "x"}, []string{"1", "2"}), `<mergeCells>`+strings.Repeat(`<mergeCell ref="A1:XFD1048576"/>`, 10_000)+`</mergeCells>`), spar.OK},
		"far cell":  {sheetFile(t, `<row r="1048576"><c r="XFD1048576"><v>1</v></c><c r="ZZZZZ9"><v>2</v></c></row>`, ""), spar.OK},
		"cut off":   {sheetFile(t, `<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2`, ""), spar.Partial},
		"deep":      {sheetFile(t, sheetData(1, []string{"x", "y"})+strings.Repeat("<a>", 6000), ""), spar.Partial},
	} {
		doc := document(t, "a.xlsx", c.content)
		if doc.State != c.state {
			t.Errorf("%s: %s (%s)", name, doc.State, doc.Reason)
		}
	}
	laughs := `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>`
	doc := document(t, "a.xlsx", ziptest.Of("xl/workbook.xml", laughs+`<workbook><sheets><sheet name="&b;"/></sheets></workbook>`))
	if strings.Contains(strings.Join(outline(doc), ""), "haha") {
		t.Error("an entity was expanded")
	}
}

package extract

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/extract/ziptest"
)

func FuzzXLSX(f *testing.F) {
	wrap := func(t testing.TB, data string) string {
		return sheetFile(t, data, `<mergeCells><mergeCell ref="A1:B2"/><mergeCell ref="B3:C9"/></mergeCells>`, "a", "b")
	}
	fuzzReader(f, "a.xlsx", wrap, sheetData(1, []string{"Region", "Sales"}, []string{"x", "1"}), `<row r="3"><c r="C3" t="s"><v>1</v></c><c s="1"><v>43831.5</v></c></row>`, `<row><c t="inlineStr"><is><t>x</t><rPh>y</rPh></is></c>`)
}

func FuzzNumberFormat(f *testing.F) {
	for _, s := range []string{"#,##0.00 \"EUR\";[Red]-0", "[h]:mm:ss", "yyyy-mm-dd", "0.0,,\\M", "# ?/?", "[$€-407]0%"} {
		f.Add(s, 43831.25)
	}
	f.Fuzz(func(t *testing.T, code string, v float64) {
		if got := parseNumberFormat(code).text(v, false); len(got) > 10*maxNumberFormat {
			t.Errorf("%d bytes", len(got))
		}
	})
}

// FuzzPropertySet reads any bytes as the properties of a compound file.
func FuzzPropertySet(f *testing.F) {
	f.Add(summary(1252), summary(65001))
	f.Add("", summary(1200))
	f.Fuzz(func(t *testing.T, first, second string) {
		fuzzed(t, "a.xls", oleWith("Workbook", biffBook("a"), "\x05SummaryInformation", first, "\x05DocumentSummaryInformation", second))
	})
}

// FuzzUnpackRTF: packed text unpacks within its limit, or is an error.
func FuzzUnpackRTF(f *testing.F) {
	f.Add([]byte("\x2d\x00\x00\x00\x2b\x00\x00\x00LZFu\xf1\xc5\xc7\xa7\x03\x00\x0a\x00rcpg125B2\x0a\xf3 hel\x09\x00 bw\x05\xb0ld}\x0a\x80\x0f\xa0"))
	f.Add([]byte("\x0c\x00\x00\x00\x04\x00\x00\x00MELA\x00\x00\x00\x00abcd"))
	f.Fuzz(func(t *testing.T, packed []byte) {
		const limit = 1 << 12
		if text, err := unpackRTF(packed, limit); len(text) > limit+18 || err == nil && len(packed) < 16 {
			t.Fatalf("%d bytes of %d, %v", len(text), len(packed), err)
		}
	})
}

// FuzzWords: encoded words of a mail header, file names and dates are clean texts and times, whatever stands in them.
func FuzzWords(f *testing.F) {
	for _, s := range []string{"=?utf-8?B?R3LDtsOfZQ==?= =?iso-8859-1?Q?a=5Fb?=", "=?x?Q?=?=", "Mon, 2 Mar 2020 10:00:00 +0100 (CET)", "a\\..\\b/./\x00c", "2020-02-30T25:61", "//", "attachment; filename*0*=utf-8''a%C3; filename*1=b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if w := mailWord(s); !utf8.ValidString(w) || len(w) > 8*len(s)+8 {
			t.Errorf("%q becomes %q", s, w)
		}
		for _, name := range []string{memberName(s), attachmentName(s)} {
			if name != "" && (strings.Contains("/"+name+"/", "/../") || strings.Contains("/"+name+"/", "//") || strings.Contains(name, "\x00")) {
				t.Errorf("%q becomes the name %q", s, name)
			}
		}
		if d, ok := parseDate(s); ok && (d.Location() != time.UTC || d.Year() < 0 || d.Year() > 9999) {
			t.Errorf("%q is %v", s, d)
		}
		mediaType(s)
		if text := plainMarkdown(s); !utf8.ValidString(text) && utf8.ValidString(s) || len(text) > 4*len(s)+16 {
			t.Errorf("%q becomes %q", s, text)
		}
	})
}

func FuzzPPTX(f *testing.F) {
	wrap := func(t testing.TB, s string) string { return deck(t, []string{s}) }
	fuzzReader(f, "a.pptx", wrap, shape("title", `<a:off x="1" y="-2"/>`, point("><a:buNone/>", ` b="1"`, "x")), `<p:graphicFrame><a:tbl><a:tr><a:tc gridSpan="2"><a:p><a:r><a:t>x</a:t></a:r></a:p></a:tc><a:tc vMerge="1"/></a:tr></a:tbl></p:graphicFrame>`)
}

func FuzzODF(f *testing.F) {
	for _, kind := range []string{"text", "spreadsheet"} {
		f.Add(kind, "<office:spreadsheet><table:table>"+odfRow(odfCell(`table:number-columns-spanned="2" table:number-rows-spanned="2"`, "x"), `<table:covered-table-cell table:number-columns-repeated="3"/>`)+"</table:table>")
		f.Add(kind, `<text:h text:outline-level="2">x</text:h><text:list><text:p>y<text:s/><text:note><text:p>z</text:p></text:note></text:p></text:list>`)
	}
	f.Fuzz(func(t *testing.T, kind, body string) { fuzzed(t, "a.odt", openDocument(t, kind, body)) })
}

func FuzzRTF(f *testing.F) {
	wrap := func(_ testing.TB, s string) string { return `{\rtf1\ansi{\fonttbl{\f1\fcharset128;}}` + s }
	fuzzReader(f, "a.rtf", wrap, `\trowd\clmgf\cellx1\clmrg\cellx2\intbl a\cell b\cell\row}`, `\uc2\u-10179xy\u-8704xy \f1\'93\'fa}`, `{\object{\*\objdata 0105000002000000080000005061636b6167650000000000000000000c000000020061}}`, `{\info{\creatim\yr2020\mo2\dy3}}{\stylesheet{\s1 heading 1;}}\s1 x\par{\*\x}\bin3 abc`)
}

func FuzzJSON(f *testing.F) {
	fuzzReader(f, "a.json", nil, `{"a": {"b": [1, 2, {"c": null}]}, "d": true}`, `[{"a": 1, "b": "x"}, {"a": 2}]`, "{\"a\": 1}\n{\"a\": 2}\n", "\xff\xfe{\x00}\x00")
}

func FuzzXML(f *testing.F) {
	fuzzReader(f, "a.xml", nil, `<?xml version="1.0"?><a b="c"><d>e</d>f<g/></a>`, `<?xml version="1.0" encoding="iso-8859-1"?><a>`+"\xf6</a>", `<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>`)
}

func FuzzEML(f *testing.F) {
	fuzzReader(f, "a.eml", nil, mailTop+"Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>x\r\n--b\r\n\r\ny\r\n--b--\r\n", mailTop+"Content-Transfer-Encoding: base64\r\n\r\nR3LD", mailTop+"Content-Transfer-Encoding: quoted-printable\r\n\r\n=\r\n=4", mailTop+"Content-Type: message/rfc822\r\n\r\nSubject: x\r\n\r\ny")
}

func FuzzMBOX(f *testing.F) {
	wrap := func(_ testing.TB, s string) string { return "From x@y Mon Mar  2 10:00:00 2020\n" + s }
	fuzzReader(f, "a", wrap, "From: x\nSubject: a\n\ntext\n\nFrom x@y Mon Mar  2 10:00:00 2020\nSubject: b\n\n>From z", "Subject: a\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nFrom x 2020\n")
}

func FuzzDICOM(f *testing.F) {
	wrap := func(_ testing.TB, s string) string { return dicomFile("1.2.840.10008.1.2.1\x00", s) }
	fuzzReader(f, "a", wrap, dicomElementOf(8, 5, "CS", "ISO_IR 192")+dicomElementOf(8, 0x20, "DA", "20200131")+dicomElementOf(0x7fe0, 0x10, "OW", "xx"), "\x08\x00\x40\x11SQ\x00\x00\xff\xff\xff\xff\xfe\xff\x00\xe0\xff\xff\xff\xff")
}

func FuzzImage(f *testing.F) {
	fuzzReader(f, "a", nil, exif(), "\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR\x00\x00\x00\x01\x00\x00\x00\x01", "\xff\xd8\xff\xe1\x00\x10Exif\x00\x00II*\x00\x08\x00\x00\x00", "GIF89a\x01\x00\x01\x00", "RIFF\x00\x00\x00\x00WEBPVP8L\x05\x00\x00\x00\x2f\x00\x00\x00\x00", "BM\x00\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00\x07\x00\x00\x00\xfb\xff\xff\xff\x01\x00\x18\x00")
}

func FuzzEPUB(f *testing.F) {
	wrap := func(t testing.TB, s string) string {
		return ziptest.Of("mimetype", "application/epub+zip", "META-INF/container.xml", `<container><rootfile full-path="b.opf"/></container>`, "b.opf", s, "a.xhtml", "<p>x</p>")
	}
	fuzzReader(f, "a.epub", wrap, `<package><item id="a" href="a.xhtml"/><itemref idref="a"/><dc:title>x</dc:title></package>`)
}

func FuzzCards(f *testing.F) {
	fuzzReader(f, "a.vcf", nil, "BEGIN:VCARD\nFN:a\nN;ENCODING=QUOTED-PRINTABLE:=\nitem1.TEL:1\n b\nEND:VCARD\n", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;TZID=x:20310304T101112\nATTENDEE;CN=\"a:b\":mailto:c\n")
}

func FuzzDBF(f *testing.F) {
	wrap := func(_ testing.TB, s string) string { return dbf(0x03, s) }
	fuzzReader(f, "a.dbf", wrap, " Gr\xf6\xdfe     4.5020310304T"+pack(uint32(12), uint64(81_2500), uint32(2440589), uint32(3_600_000)), "*", "")
}

func FuzzVSDX(f *testing.F) {
	wrap := func(_ testing.TB, s string) string {
		return ziptest.Of("_rels/.rels", `<Relationships><Relationship Id="a" Type="http://x/document" Target="visio/document.xml"/></Relationships>`,
			"visio/document.xml", `<VisioDocument/>`, "visio/pages/pages.xml", `<Pages><Page ID="0" Name="x"><Rel r:id="p"/></Page></Pages>`,
			"visio/pages/_rels/pages.xml.rels", `<Relationships><Relationship Id="p" Type="http://x/page" Target="page1.xml"/></Relationships>`,
			"visio/pages/page1.xml", s)
	}
	fuzzReader(f, "a.vsdx", wrap, `<PageContents><Shapes><Shape ID="1" Master="1"><Text>a<fld IX="0">b</fld></Text><Shapes><Shape ID="2"/></Shapes></Shape></Shapes></PageContents>`)
}

func FuzzTNEF(f *testing.F) {
	wrap := func(_ testing.TB, s string) string { return tnefMagic + "\x01\x00" + s }
	fuzzReader(f, "a.tnef", wrap, tnefAttribute(1, 0x00018004, "a\x00")+tnefAttribute(2, 0x00069002, "")+tnefAttribute(2, 0x0006800F, "b"), tnefAttribute(1, 0x00069003, "\x01\x00\x00\x00"), "\x01")
}

package extract

import (
	"strings"
	"testing"
)

func TestListNumeral(t *testing.T) {
	for _, c := range []struct {
		n      int
		format string
		want   string
	}{
		{4, "decimal", "4"}, {4, "", "4"}, {9, "decimalZero", "09"}, {10, "decimalZero", "10"}, {26, "lowerLetter", "z"}, {28, "upperLetter", "BB"}, {0, "lowerLetter", "0"},
		{1994, "upperRoman", "MCMXCIV"}, {4000, "lowerRoman", "4000"}, {1, "ordinal", "1st"}, {12, "ordinal", "12th"}, {23, "ordinal", "23rd"}, {3, "none", ""}, {3, "aiueo", "3"},
	} {
		if got := listNumeral(c.n, c.format); got != c.want {
			t.Errorf("%d as %q is %q, want %q", c.n, c.format, got, c.want)
		}
	}
}

func TestNumbering(t *testing.T) {
	levels := [maxListLevels]listLevel{
		{start: 1, format: "upperRoman", label: "\x01.", restart: -1},
		{start: 1, format: "decimal", label: "\x01.\x02", restart: -1, legal: true},
		{start: 3, format: "lowerLetter", label: "\x03)", restart: 1},
		{start: 1, format: "bullet", label: "•", restart: -1},
	}
	var n numbering
	var got []string
	for _, level := range []int{0, 1, 2, 2, 1, 2, 3, 0, 2, 1, 99, -1} {
		got = append(got, n.next(&levels, level))
	}
	if got, want := strings.Join(got, " "), "I. 1.1 c) d) 1.2 e)  II. c) 2.2  III."; got != want {
		t.Errorf("labels %q, want %q", got, want)
	}
}

const wordLists = `<w:numbering ` + wordNS + `>
<w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:pStyle w:val="Chapter"/><w:lvlText w:val="%1"/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:pStyle w:val="Section"/><w:lvlText w:val="%1.%2"/></w:lvl>
<w:lvl w:ilvl="2"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%3)"/></w:lvl></w:abstractNum>
<w:abstractNum w:abstractNumId="8"><w:styleLink w:val="Own"/><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="o"/></w:lvl></w:abstractNum>
<w:abstractNum w:abstractNumId="9"><w:numStyleLink w:val="Own"/></w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="9"/></w:num>
<w:num w:numId="4"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>
</w:numbering>`

const listStyles = `<w:styles ` + wordNS + `>
<w:style w:type="paragraph" w:styleId="Chapter"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Section"><w:name w:val="heading 2"/><w:basedOn w:val="Chapter"/></w:style></w:styles>`

func TestDOCXNumbering(t *testing.T) {
	in := func(list, level string) string {
		return `<w:numPr><w:ilvl w:val="` + level + `"/><w:numId w:val="` + list + `"/></w:numPr>`
	}
	body := styled("Chapter", "Scope") + styled("Section", "Terms") + para(in("1", "2"), "one") + para(in("1", "2"), "") + para(in("1", "2"), "three") + styled("Section", "More") +
		para(in("1", "2"), "again") + para(in("2", "0"), "point") + para(`<w:pStyle w:val="Chapter"/><w:numPr><w:numId w:val="0"/></w:numPr>`, "Annex") + styled("Chapter", "Fees") +
		para(in("4", "0"), "five") + para(in("4", "0"), "six") + para(in("77", "0"), "of no list")
	checkOutline(t, "a.docx", word(t, body, "word/styles.xml", listStyles, "word/numbering.xml", wordLists), "# 1 Scope", "## 1.1 Terms", "- a) one", "- c) three", "## 1.2 More",
		"- a) again", "- point", "# Annex", "# 2 Fees", "- 5 five", "- 6 six", "- of no list")
}

func TestDOCXNumberedCells(t *testing.T) {
	number := "<w:tc>" + para(`<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>`, "") + "</w:tc>"
	body := `<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>` + tc("", "no") + tc("", "what") + `</w:tr>` + tr(number, tc("", "bread")) + tr(number, tc("", "milk")) + `</w:tbl>`
	checkOutline(t, "a.docx", word(t, body, "word/numbering.xml", wordLists), "= no | what", "| 1 | bread", "| 2 | milk")
}

package extract

import "testing"

func TestODTNumbering(t *testing.T) {
	styles := `<office:document-styles><office:styles><style:style style:name="Plain" style:list-style-name=""/><text:outline-style><text:outline-level-style text:level="1" style:num-format="1"/>
		<text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/><text:outline-level-style text:level="3" style:num-format=""/></text:outline-style></office:styles></office:document-styles>`
	item := func(attrs, text string) string {
		return "<text:list-item " + attrs + "><text:p>" + text + "</text:p></text:list-item>"
	}
	body := `<office:automatic-styles><text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="a" style:num-prefix="(" style:num-suffix=")"/>
		<text:list-level-style-number text:level="2" style:num-format="i" style:num-suffix="." text:start-value="2"/></text:list-style>
		<text:list-style style:name="L2"><text:list-level-style-bullet text:level="1" text:bullet-char="o"/></text:list-style></office:automatic-styles>
		<text:h text:outline-level="1">Scope</text:h><text:h text:outline-level="2">Terms</text:h><text:h text:outline-level="3">Deep</text:h><text:h text:style-name="Plain" text:outline-level="1">Annex</text:h>
		<text:h text:outline-level="1">Fees</text:h>
		<text:list xml:id="x" text:style-name="L1">` + item("", "one") + `<text:list-item><text:p>two</text:p><text:p>more of two</text:p><text:list>` + item("", "deep") + `</text:list></text:list-item></text:list>
		<text:p>between</text:p><text:list text:continue-list="x" text:style-name="L1">` + item("", "three") + item(`text:start-value="9"`, "nine") + `</text:list>
		<text:list text:style-name="L1">` + item("", "anew") + `<text:list-header><text:p>head</text:p></text:list-header></text:list><text:list text:style-name="L2">` + item("", "point") + `</text:list>
		<text:list text:style-name="L1" text:continue-numbering="true">` + item("", "again") + `</text:list>`
	checkOutline(t, "a.odt", openDocument(t, "text", body, "styles.xml", styles), "# 1 Scope", "## 1.1 Terms", "### Deep", "# Annex", "# 2 Fees", "- (a) one", "- (b) two", "- more of two", "- ii. deep",
		"between", "- (c) three", "- (i) nine", "- (a) anew", "- head", "- point", "- (b) again")
}

package extract

import (
	"testing"
)

// Words in bold that begin a paragraph head it where a sentence follows them; a label before its value and a note's do not.
func TestRunInHeadings(t *testing.T) {
	const markdown = "# Leave\n\n**Eligibility.** Everyone who has worked here for a year may apply for it, whether or not they have a contract without an end.\n\nA second paragraph about that.\n\n**2.1 Length**: The leave lasts for twelve weeks, and no longer than that, unless the head of the department agrees to more of it.\n\n" +
		"**Note:** Nobody has to take all of the twelve weeks at the same time, and nobody has to say why they take them.\n\n**Phone:** 555-1234, on the first floor of the main building\n\n**All employees** must hand in a form. It is on the first floor.\n\n## Pay\n\n**Amount.** The pay stays as it was before the leave began, and rises when that of the others who do the same work rises."
	want := []string{"# Leave", "## Eligibility", "paragraph Everyone who has worked here for a year may apply for it, whether or not they have a contract without an end.", "paragraph A second paragraph about that.", "## 2.1 Length",
		"paragraph The leave lasts for twelve weeks, and no longer than that, unless the head of the department agrees to more of it.", "paragraph Note: Nobody has to take all of the twelve weeks at the same time, and nobody has to say why they take them.", "paragraph Phone: 555-1234, on the first floor of the main building",
		"paragraph All employees must hand in a form. It is on the first floor.", "## Pay", "### Amount", "paragraph The pay stays as it was before the leave began, and rises when that of the others who do the same work rises."}
	const page = "<html><body><h1>Leave</h1><p><b>Eligibility.</b> Everyone who has worked here for a year may apply for it, whether or not they have a contract without an end.<p>A second paragraph about that.<p> <strong>2.1 <i>Length</i></strong>: The leave lasts for twelve weeks, and no longer than that, unless the head of the department agrees to more of it.</p>" +
		"<p><b>Note:</b> Nobody has to take all of the twelve weeks at the same time, and nobody has to say why they take them.<p><b>Phone:</b> 555-1234, on the first floor of the main building<p><b>All employees</b> must hand in a form. It is on the first floor.<h2>Pay</h2><p><b>Amount.</b> The pay stays as it was before the leave began, and rises when that of the others who do the same work rises.</body></html>"
	bold := func(lead, rest string) string {
		return `<w:p><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">` + lead + `</w:t></w:r><w:r><w:t xml:space="preserve">` + rest + `</w:t></w:r></w:p>`
	}
	head := func(level, text string) string {
		return `<w:p><w:pPr><w:outlineLvl w:val="` + level + `"/></w:pPr><w:r><w:t>` + text + `</w:t></w:r></w:p>`
	}
	body := head("0", "Leave") + bold("Eligibility.", " Everyone who has worked here for a year may apply for it, whether or not they have a contract without an end.") + bold("", "A second paragraph about that.") + bold("2.1 Length", ": The leave lasts for twelve weeks, and no longer than that, unless the head of the department agrees to more of it.") +
		bold("Note:", " Nobody has to take all of the twelve weeks at the same time, and nobody has to say why they take them.") + bold("Phone:", " 555-1234, on the first floor of the main building") + bold("All employees", " must hand in a form. It is on the first floor.") +
		head("1", "Pay") + bold("Amount.", " The pay stays as it was before the leave began, and rises when that of the others who do the same work rises.")
	for name, content := range map[string]string{"a.md": markdown, "a.html": page, "a.docx": word(t, body)} {
		blocks, _ := saysOf(document(t, name, content))
		t.Run(name, func(t *testing.T) { compare(t, blocks, want) })
	}
}

// The unit of figures is given once, above or in the table, and reaches the caption in every format.
func TestUnitsInCaptions(t *testing.T) {
	for _, line := range []string{"Table 3: Revenue in thousands of euros", "Revenue by region (EUR m)", "Sales (€m)", "Umsatz in TEUR", "Sales, $ in millions", "Umsatz (Mio. €, in Mio.)", "Costs (£'000)", "Ventes en milliers d'euros"} {
		for name, content := range map[string]string{
			"a.md": line + "\n\n| Region | 2019 | 2020 |\n|---|---|---|\n| North | 1 | 2 |\n", "heading.md": "## " + line + "\n\n| Region | 2019 | 2020 |\n|---|---|---|\n| North | 1 | 2 |\n",
			"a.html": "<html><body><p>" + line + "</p><table><tr><th>Region<th>2019<th>2020<tr><td>North<td>1<td>2</table></body></html>", "caption.html": "<html><body><table><caption>" + line + "</caption><tr><th>Region<th>2019<th>2020<tr><td>North<td>1<td>2</table></body></html>",
			"a.xml":  `<?xml version="1.0"?><book><table><title>` + line + `</title><tgroup cols="3"><thead><row><entry>Region</entry><entry>2019</entry><entry>2020</entry></row></thead><tbody><row><entry>North</entry><entry>1</entry><entry>2</entry></row></tbody></tgroup></table></book>`,
			"a.csv":  `"` + line + `",,` + "\nRegion,2019,2020\nNorth,1,2\nSouth,3,4\n",
			"a.docx": word(t, `<w:p><w:r><w:t>`+line+`</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>Region</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>2019</w:t></w:r></w:p></w:tc></w:tr><w:tr><w:tc><w:p><w:r><w:t>North</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>1</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`),
			"a.txt":  line + "\n\nRegion\t2019\t2020\n------\t----\t----\nNorth\t1\t2\nSouth\t3\t4\n",
		} {
			caption := "no table"
			for _, b := range document(t, name, content).Blocks {
				if b.Table != nil {
					caption = b.Table.Caption
				}
			}
			if caption != line {
				t.Errorf("%s: the caption is %q, not %q", name, caption, line)
			}
		}
	}
}

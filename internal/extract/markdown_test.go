package extract

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sparsearch/spar/internal/spar"
)

func TestMarkdown(t *testing.T) {
	for _, c := range []struct {
		name, content string
		want          []string
	}{
		{"headings", "# One\n\nTwo\n===\n\nThree\n---\n#### Four ####\n#no heading\n", []string{"# One", "# Two", "## Three", "#### Four", "#no heading"}},
		{"heading attributes", "# Leave policy {#leave .big}\n", []string{"# Leave policy"}},
		{"heading in a list", "1. ### Sensors\n   - They measure.\n", []string{"### Sensors", "- They measure."}},
		{"rule under lines", "one\ntwo\n---\n", []string{"one two"}},
		{"paragraphs", "one\ntwo\n\nthree\n", []string{"one two", "three"}},
		{"emphasis", "**bold** and *italic*, __bold__ _italic_, ***both***, ~~gone~~, 2 * 3, snake_case_name, a*b*c", []string{"bold and italic, bold italic, both, gone, 2 * 3, snake_case_name, abc"}},
		{"links", "See [the policy](http://x.org/a_(b).html \"title\"), ![a chart](c.png), [ref][1], <http://y.org>, [x] [^2].\n\n[1]: http://z.org\n", []string{"See the policy, a chart, ref, http://y.org, [x] ."}},
		{"code spans", "Use `a_b*c` and ``x`y``, not \\*this\\*; 5 &lt; 6 &amp; `&lt;`.", []string{"Use a_b*c and x`y, not *this*; 5 < 6 & &lt;."}},
		{"tags", "a<br>b <b>c</b> <!-- gone --> d < e > f", []string{"a b c d < e > f"}},
		{"lists", "- one\n  goes on\n* two\n\n  more of two\n    - nested\n1. first\n2) second\n- [x] done\n", []string{"- one goes on", "- two", "more of two", "- nested", "- first", "- second", "- done"}},
		{"quote", "> quoted\n> *text*\n>\n> - item\n", []string{"quoted text", "- item"}},
		{"code in a quote", "> Like so:\n> ```js\n> run({\n>   port: 1\n> })\n> ```\n> Then wait.\n\n> ```\n> open\nSaid behind it.\n", []string{"Like so:", "` run({\n  port: 1\n})", "Then wait.", "` open", "Said behind it."}},
		{"fence", "```go\nx := 1\n\n\ty()\n```\nafter\n", []string{"` x := 1\n\n\ty()", "after"}},
		{"tildes", "~~~\n```\n~~~\n", []string{"` ```"}},
		{"open fence", "```\nx\n", []string{"` x"}},
		{"indented code", "text\n\n    code\n\n    more\n\ntext\n", []string{"text", "` code\n\nmore", "text"}},
		{"table", "Fees:\n| Class | Fee |\n|:--|--:|\n| **A** | 1 \\| 2 |\n| `x|y` | 3 |\n\nafter\n", []string{"Fees:", "= Class | Fee", "| A | 1 | 2", "| x|y | 3", "after"}},
		{"a header that comes again", "| $m | May 1, 2018 | Sold |\n|--|--|--|\n| A | 1 | 2 |\n| $m | May 1, 2018 | Sold |\n| B | 3 | 4 |\n| $m | May 1, 2017 | Sold |\n| C | 5 | 6 |\n", []string{"= $m | May 1, 2018 | Sold", "| A | 1 | 2", "| B | 3 | 4", "= $m | May 1, 2017 | Sold", "| C | 5 | 6"}},
		{"table without outer pipes", "a | b\n--|--\n1 | 2\n", []string{"= a | b", "| 1 | 2"}},
		{"html", "<div>\n<b>Note</b> this\n</div>\n\n<table><tr><th>a</th><th>b</th></tr>\n\n<tr><td>1</td><td>2</td></tr></table>\n\n<!-- gone\n\nstill gone -->\n\nend\n", []string{"Note this", "= a | b", "| 1 | 2", "end"}},
		{"footnote", "Text[^1] here.\n\n[^1]: The note.\n", []string{"Text here.", "The note."}},
		{"templates", "{% include x.html %}\n\nText {{ page.url }} here\n{: .class}\n", []string{"Text here"}},
		{"front matter", "---\ntitle: The title\n---\nText\n", []string{"# The title", "Text"}},
		{"front matter and heading", "---\ntitle: The title\n---\n# A title\n", []string{"# A title"}},
		{"no front matter", "---\nText\n\nMore\n", []string{"Text", "More"}},
	} {
		t.Run(c.name, func(t *testing.T) { checkOutline(t, "a.md", c.content, c.want...) })
	}
}

func TestMarkdownLocators(t *testing.T) {
	content := "\xef\xbb\xbf---\r\ntitle: T\r\n---\r\n## Fees\r\n\r\none\r\ntwo\r\n\r\n| a | b |\r\n|--|--|\r\n| 1 | 2 |\r\n\r\n```\r\nx\r\n```\r\n"
	doc := document(t, "a.md", content)
	var got []string
	at := func(l spar.Locator) { got = append(got, content[l.Bytes.Start:l.Bytes.End]) }
	for _, b := range doc.Blocks {
		at(b.Locator)
		if b.Table != nil {
			at(b.Table.Rows[0].Locator)
			if b.Table.Rows[0].Locator.Row != 2 {
				t.Errorf("row %d, want 2", b.Table.Rows[0].Locator.Row)
			}
		}
	}
	want := []string{"---\r\ntitle: T\r\n---", "## Fees", "one\r\ntwo", "| a | b |\r\n|--|--|\r\n| 1 | 2 |", "| 1 | 2 |", "```\r\nx\r\n```"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestFrontMatter(t *testing.T) {
	doc := document(t, "a.md", "---\ntitle: \"A: title\"\ndate: 2021-03-04T10:00:00+02:00\nupdated: 2021-03-04\npages: 12\nratio: .5\ndraft: true\ntags:\n  - hr\n  - leave\nowner:\n  name: Ann\nempty:\n---\nText\n")
	day := time.Date(2021, 3, 4, 0, 0, 0, 0, time.UTC)
	text := func(s string) spar.Value { return spar.Value{Kind: spar.Text, Text: s} }
	want := []spar.Property{
		{Key: "title", Value: text("A: title")},
		{Key: "date", Value: spar.Value{Kind: spar.Date, Date: day.Add(8 * time.Hour)}},
		{Key: "updated", Value: spar.Value{Kind: spar.Date, Date: day}},
		{Key: "pages", Value: spar.Value{Kind: spar.Number, Number: 12}},
		{Key: "ratio", Value: spar.Value{Kind: spar.Number, Number: .5}},
		{Key: "draft", Value: text("true")},
		{Key: "tags", Value: text("hr")}, {Key: "tags", Value: text("leave")},
		{Key: "owner.name", Value: text("Ann")},
	}
	if diff := cmp.Diff(want, doc.Properties); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestHostileFrontMatter(t *testing.T) {
	bomb := "---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\ntitle: Bomb\n---\nText\n"
	for name, content := range map[string]string{
		"aliases": bomb,
		"nested":  "---\na: " + strings.Repeat("[", 5000) + "\ntitle: Bomb\n---\nText\n",
		"dashes":  "---\na:\n  " + strings.Repeat("- ", 5000) + "\ntitle: Bomb\n---\nText\n",
		"invalid": "---\n: : [}\ntitle: Bomb\n---\nText\n",
	} {
		doc := document(t, "a.md", content)
		if len(doc.Properties) > 10 || doc.Properties[len(doc.Properties)-1].Value.Text != "Bomb" || len(doc.Blocks) != 2 {
			t.Errorf("%s: %d properties, %v", name, len(doc.Properties), outline(doc))
		}
	}
}

func TestHostileMarkdown(t *testing.T) {
	for _, s := range []string{"[", "![", "<a ", "`", "*", "> ", "- ", "  - ", "|", "{% ", "<!--", "[a](", "\\", "&", "#", "<div>", "[^", "(("} {
		doc := document(t, "a.md", "Before.\n\n"+strings.Repeat(s, 200_000))
		if doc.State != spar.OK && doc.State != spar.Partial {
			t.Errorf("%q: %s (%s)", s, doc.State, doc.Reason)
		}
		document(t, "a.md", strings.Repeat(s+"\n", 50_000))
	}
}

package extract

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"

	"github.com/sparsearch/spar/internal/spar"
)

func TestHTML(t *testing.T) {
	for _, c := range []struct {
		name, content string
		want          []string
	}{
		{"blocks", "<h1>One</h1><p>a <b>b</b>\n c<br>d<p>e<div>f<div>g</div>h</div>", []string{"# One", "a b c d", "e", "f", "g", "h"}},
		{"lists", "<ul><li>one<li><p>two</p><p>more</p><ul><li>nested</ul></ul><dl><dt>term<dd>meaning</dl>", []string{"- one", "- two", "more", "- nested", "- term: meaning"}},
		{"terms", "<dl><dt>-f</dt><dt>--force</dt><dd><p>Goes on.</p><p>Always.</p></dd><dt>-x</dt><dd><pre>run -x</pre></dd><dt>alone</dt></dl>", []string{"- -f, --force: Goes on.", "Always.", "- -x", "` run -x", "- alone"}},
		{"left out", "<style>p{}</style><script>var x = '<p>';</script><noscript>on</noscript><svg><text>s</text></svg><template><p>t</p></template><p>kept</p><!-- c -->", []string{"kept"}},
		{"entities", "<p>5 &lt; 6 &amp; caf&eacute; &#8211; &nbsp;x</p>", []string{"5 < 6 & café – x"}},
		{"pre", "<pre>a\n  b</pre>", []string{"` a\n  b"}},
		{"links and images", `<p><a href="http://x">text</a> <img src=x alt="a chart"></p>`, []string{"text a chart"}},
		{"title", "<html><head><title>A &amp; B</title></head><body><h2>x</h2></body></html>", []string{"# A & B", "## x"}},
		{"title and heading", "<title>A</title><h1>B</h1>", []string{"# B"}},
		{"table", "<table><caption>Fees</caption><tr><th>a<th>b<tr><td>1<td>2<tr><td><p>3</p><p>4</p><td></table>", []string{"caption: Fees", "= a | b", "| 1 | 2", "| 3 4 | "}},
		{"two levels", "<table><thead><tr><th rowspan=2>City<th colspan=2>Sales<tr><th>2019<th>2020</thead><tr><td>Bern<td>1<td>2</table>", []string{"= City | Sales / 2019 | Sales / 2020", "| Bern | 1 | 2"}},
		{"two levels of plain cells", "<table><tr><td rowspan=2>City<td colspan=2>Sales (in thousands)<tr><td>2019<td>2020<tr><td>Bern<td>1<td>2<tr><td>Basel<td>3<td>4</table>",
			[]string{"= City | Sales (in thousands) / 2019 | Sales (in thousands) / 2020", "| Bern | 1 | 2", "| Basel | 3 | 4"}},
		{"three levels", "<table><thead><tr><th rowspan=3>City<th colspan=4>Sales<tr><th colspan=2>2019<th colspan=2>2020<tr><th>H1<th>H2<th>H1<th>H2</thead><tr><td>Bern<td>1<td>2<td>3<td>4</table>",
			[]string{"= City | Sales / 2019 / H1 | Sales / 2019 / H2 | Sales / 2020 / H1 | Sales / 2020 / H2", "| Bern | 1 | 2 | 3 | 4"}},
		{"title over all columns", "<table><tr><th colspan=2>Fees (CHF)<tr><th>a<th>b<tr><td>x<td>1</table>", []string{"caption: Fees (CHF)", "= a | b", "| x | 1"}},
		{"rows of one name", "<table><tr><td rowspan=2>Bern<td>x<td>1<tr><td>y<td>2</table>", []string{"| Bern | x | 1", "| Bern | y | 2"}},
		{"line above", "<p>Table 3: Fees by canton (CHF million)</p><table><tr><th>a<th>b<tr><td>x<td>1</table>",
			[]string{"Table 3: Fees by canton (CHF million)", "caption: Table 3: Fees by canton (CHF million)", "= a | b", "| x | 1"}},
		{"unit above", "<p>(in thousands)</p><table><tr><th>a<th>b<tr><td>x<td>1</table>", []string{"(in thousands)", "caption: (in thousands)", "= a | b", "| x | 1"}},
		{"sentence above", "<p>We sold 3 million hats. Here they are.</p><table><tr><th>a<th>b<tr><td>x<td>1</table>", []string{"We sold 3 million hats. Here they are.", "= a | b", "| x | 1"}},
		{"merged cells", "<table><tr><th>a<th>b<th>c<tr><td rowspan=2>x<td>1<td>2<tr><td colspan=2>y<tr><td>z<td>3<td>4</table>", []string{"= a | b | c", "| x | 1 | 2", "| x | y | y", "| z | 3 | 4"}},
		{"bold header", "<table><tr><td><b>a</b><td><b>b</b><tr><td>x<td>y</table>", []string{"= a | b", "| x | y"}},
		{"guessed header", "<table><tr><td>City<td>Sales<tr><td>Bern<td>12</table>", []string{"= City | Sales", "| Bern | 12"}},
		{"no header", "<table><tr><td>Name<td>Ann<tr><td>Town<td>Bern</table>", []string{"| Name | Ann", "| Town | Bern"}},
		{"box", "<table><tr><td>A note.</td></tr></table>", []string{"A note."}},
		{"layout", "<table><tr><td>menu<td><h2>News</h2><p>x</p></table>", []string{"menu", "## News", "x"}},
		{"nested", "<table><tr><td>a<table><tr><th>n<th>m<tr><td>1<td>2</table>b</table>", []string{"a", "= n | m", "| 1 | 2", "b"}},
		{"stray tags", "</table></td>a</p></h1><td>b<tr>c", []string{"a", "b", "c"}},
		{"unclosed", "<h2>a<p>b<li>c<td", []string{"## a", "b", "- c"}},
	} {
		t.Run(c.name, func(t *testing.T) { checkOutline(t, "a.html", c.content, c.want...) })
	}
}

func TestHTMLContents(t *testing.T) {
	contents := func(page string) (got []string) {
		for _, b := range document(t, "a.html", page).Blocks {
			if b.Kind == spar.Contents {
				got = append(got, b.Text)
			}
		}
		return got
	}
	anchors := `<ul><li><a href="#a">Oil</a></li><li><a href="#b">Dust <i>and</i> rust</a></li><li><a href="#c">Sheds</a></li></ul>`
	for _, c := range []struct {
		name, page string
		want       []string
	}{
		{"links to places of the page", "<p>Read on." + anchors, []string{"Oil", "Dust and rust", "Sheds"}},
		{"numbered titles of other pages", `<h1>Manual</h1><dl><dt>1.1. <a href="a.html">Oil</a><dt>1.2. <a href="b.html#x">Dust</a><dt>Chapter 2. <a href="c.html">Sheds</a></dl>`, []string{"1.1. Oil", "1.2. Dust", "Chapter 2. Sheds"}},
		{"several links in a line", `<h1>Manual</h1><p>3.1. <a href="#a">Oil</a> 3.2. <a href="#b">Dust</a> 3.3. <a href="#c">Rust</a></p>`, []string{"3.1. Oil 3.2. Dust 3.3. Rust"}},
		{"the page says so", `<h1>Manual</h1><div class="toc"><div>x</div><p><a href="a.html">Oil</a></p><p><a href="b.html">Dust</a></p><p><a href="c.html">Sheds</a></p></div><p><a href="d.html">More</a></p><p>End.</p>`, []string{"Oil", "Dust", "Sheds"}},
		{"questions below a heading", `<h1>FAQ</h1><p><a href="#a">What is oil?</a></p><p><a href="#b">What is dust?</a></p><p><a href="#c">Sheds and yards</a></p>`, []string{"What is oil?", "What is dust?", "Sheds and yards"}},

		{"a sentence leads to them", "<p>We sell three things:</p>" + anchors, nil},
		{"a heading leads to them", "<h2>What is new</h2>" + anchors, nil},
		{"some of the items are none", "<p>Fields.<ul><li>Name (must be there)</ul>" + anchors, nil},
		{"items follow that are none", "<p>Fields." + anchors[:len(anchors)-5] + "<li>a can of oil</ul>", nil},
		{"text beside the links", `<p>Read on.<ul><li><a href="#a">Oil</a> is slippery<li><a href="#b">Dust</a> is dry<li><a href="#c">Rust</a> is red</ul>`, nil},
		{"pages of other sites", `<p>Read on.<ul><li>1. <a href="http://a/">Oil</a> of A<li>2. <a href="mailto:b">Dust</a><li>3. <a href="https://c/">Rust</a></ul>`, nil},
		{"a menu", `<p>Read on.<ul><li><a href="a.html">Home</a><li><a href="b.html">Shop</a><li><a href="c.html">About us</a></ul>`, nil},
		{"two", `<p>Read on.<ul><li><a href="#a">Oil</a><li><a href="#b">Dust</a></ul>`, nil},
		{"cells", `<table><tr><td><a href="#a">Oil</a><td>1<tr><td><a href="#b">Dust</a><td>2<tr><td><a href="#c">Rust</a><td>3</table>`, nil},
	} {
		if got := contents(c.page); !cmp.Equal(got, c.want) {
			t.Errorf("%s: contents %q, want %q", c.name, got, c.want)
		}
	}
}

func TestHTMLProperties(t *testing.T) {
	doc := document(t, "a.html", `<html lang="en"><head><title>T</title><meta name="author" content="Ann &amp; Bob"><meta name="viewport" content="x"><meta property="article:published_time" content="2021-03-04T10:00:00Z"></head><p>x`)
	var got []string
	for _, p := range doc.Properties {
		got = append(got, p.Key+"="+p.Value.Text+p.Value.Date.Format("2006"))
	}
	want := []string{"language=en0001", "title=T0001", "author=Ann & Bob0001", "created=2021"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestHTMLLocators(t *testing.T) {
	page := "<!doctype html><meta charset=\"CHARSET\"><h1>Größe</h1>\n<p>\n Ein <b>fetter</b> Text </p><table><tr><th>a</th><th>b</th></tr>\n<tr><td>ü</td><td>2</td></tr></table>"
	latin := strings.Replace(page, "CHARSET", "iso-8859-1", 1)
	for name, raw := range map[string]string{"utf-8": strings.Replace(page, "CHARSET", "utf-8", 1), "latin-1": must(charmap.ISO8859_1.NewEncoder().String(latin))} {
		doc := document(t, "a.html", raw)
		var got []string
		for _, b := range doc.Blocks {
			at := b.Locator.Bytes
			got = append(got, raw[at.Start:at.End])
			if b.Table != nil {
				at = b.Table.Rows[0].Locator.Bytes
				got = append(got, raw[at.Start:at.End])
			}
		}
		want := []string{"Größe", "Ein <b>fetter</b> Text", "<table><tr><th>a</th><th>b</th></tr>\n<tr><td>ü</td><td>2</td></tr>", "<tr><td>ü</td><td>2</td></tr>"}
		if name == "latin-1" {
			for i := range want {
				want[i] = must(charmap.ISO8859_1.NewEncoder().String(want[i]))
			}
			want[1] += " " // white space is not trimmed from spans in other encodings
			got[1] = strings.TrimLeft(got[1], "\n ")
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestHTMLEncodings(t *testing.T) {
	const text = "育児休業は従業員に与えられます。"
	page := "<html><head><meta charset=CHARSET><title>x</title></head><body><h1>" + text + "</h1></body></html>"
	for name, raw := range map[string]string{
		"shift_jis":   must(japanese.ShiftJIS.NewEncoder().String(strings.Replace(page, "CHARSET", "shift_jis", 1))),
		"iso-2022-jp": must(japanese.ISO2022JP.NewEncoder().String(strings.Replace(page, "CHARSET", "iso-2022-jp", 1))),
		"utf-16":      must(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(page)),
		"wrong":       strings.Replace(page, "CHARSET", "iso-8859-1", 1),
	} {
		doc := document(t, "a.html", raw)
		if len(doc.Blocks) != 1 || doc.Blocks[0].Text != text {
			t.Errorf("%s: %v (%s)", name, outline(doc), doc.Reason)
		}
	}
}

func TestHostileHTML(t *testing.T) {
	for _, s := range []string{"<div>", "<b>", "<table><tr><td>", "<ul><li>", "<svg>", "<", "</div>", "<!--", "<a b=c ", "&amp", "<h1>", "<td colspan=9999 rowspan=9999>x", "<![CDATA[", "<p", "<pre>"} {
		doc := document(t, "a.html", "<p>Before.</p>"+strings.Repeat(s, 200_000)+"x")
		if doc.State != spar.OK && doc.State != spar.Partial {
			t.Errorf("%q: %s (%s)", s, doc.State, doc.Reason)
		}
	}
	doc := document(t, "a.html", "<p>Before.</p><table>"+strings.Repeat("<tr>"+strings.Repeat("<td colspan=1000 rowspan=60000>xxxxxxxxxxxxxxxx", 10), 2000))
	if doc.State != spar.Partial {
		t.Errorf("merged cells: %s (%s)", doc.State, doc.Reason)
	}
}

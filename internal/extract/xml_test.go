package extract

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/sparsearch/spar/internal/spar"
)

const paper = `<?xml version="1.0"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Publishing DTD v1.2 20190208//EN" "JATS-journalpublishing1.dtd">
<article xmlns:xlink="http://www.w3.org/1999/xlink" article-type="research-article"><front>
<journal-meta><journal-title-group><journal-title>Journal of Made Examples</journal-title></journal-title-group><issn>1234-5678</issn></journal-meta>
<article-meta><article-id pub-id-type="doi">10.1/x</article-id><title-group><article-title>Salt and <italic>sleep</italic></article-title></title-group>
<contrib-group><contrib contrib-type="author"><name><surname>Doe</surname><given-names>Ann B</given-names></name><xref ref-type="aff" rid="a1">1</xref></contrib>
<contrib contrib-type="editor"><name><surname>Roe</surname><given-names>Ed</given-names></name></contrib></contrib-group><aff id="a1"><label>1</label>A University</aff>
<pub-date pub-type="epub"><day>7</day><month>3</month><year>2019</year></pub-date>
<abstract><sec><title>Background</title><p>Salt matters.</p></sec></abstract><kwd-group><kwd>salt</kwd><kwd>sleep</kwd></kwd-group></article-meta></front>
<body><sec><label>1</label><title>Introduction</title><p>Many eat salt [<xref ref-type="bibr" rid="r1">1</xref>,<xref ref-type="bibr" rid="r2">2</xref>]. It is old<sup><xref ref-type="bibr" rid="r1">1</xref></sup>, says <xref ref-type="bibr" rid="r2">Smith (2001)</xref>, to 10<sup>6</sup>.</p>
<sec><title>Aims</title><p>We ask:<list><list-item><p>how much</p></list-item><list-item><p>and when</p></list-item></list>and no more.</p></sec></sec>
<sec><title>Results</title><table-wrap><label>Table 1</label><caption><title>Sleep by salt</title></caption>
<table><thead><tr><th rowspan="2">Group</th><th colspan="2">Hours</th></tr><tr><th>2018</th><th>2019</th></tr></thead><tbody><tr><td>Low</td><td>8</td><td>7</td></tr><tr><td>High</td><td>6</td><td>5</td></tr></tbody></table>
<table-wrap-foot><fn><p>Means.</p></fn></table-wrap-foot></table-wrap><fig><label>Figure 2</label><caption><p>Sleep falls.</p></caption></fig></sec></body>
<back><ack><p>We thank all.</p></ack><ref-list><title>References</title><ref id="r1"><label>1</label><element-citation><name><surname>Lee</surname><given-names>C</given-names></name><article-title>Salt lowers sleep by half</article-title><year>1999</year></element-citation></ref>
<ref id="r2"><mixed-citation>Smith D. <article-title>Sleep is a myth</article-title>. 2001.</mixed-citation></ref></ref-list></back></article>`

func TestPaper(t *testing.T) {
	doc := document(t, "a.xml", paper)
	var got []string
	for _, b := range doc.Blocks {
		line := string(b.Kind)
		if b.Level > 0 {
			line += fmt.Sprint(b.Level)
		}
		line += " " + b.Text
		if b.Table != nil {
			line += b.Table.Caption + " = " + strings.Join(b.Table.Header, " | ")
			for _, r := range b.Table.Rows {
				line += " = " + strings.Join(r.Cells, " | ")
			}
		}
		got = append(got, line)
		if b.Locator == (spar.Locator{}) {
			t.Errorf("%q has no place", line)
		}
		if at := b.Locator.Bytes; b.Kind == spar.Heading && at.End <= at.Start {
			t.Errorf("%q stands at %v", line, at)
		}
	}
	want := []string{
		"heading1 Salt and sleep", "note 1 A University", "heading2 Abstract", "heading3 Background", "paragraph Salt matters.",
		"heading2 1 Introduction", "paragraph Many eat salt. It is old, says Smith (2001), to 10^6.", "heading3 Aims", "paragraph We ask:", "list-item how much", "list-item and when",
		"paragraph and no more.", "heading2 Results", "table Table 1. Sleep by salt = Group | Hours / 2018 | Hours / 2019 = Low | 8 | 7 = High | 6 | 5", "note Means.", "paragraph Figure 2. Sleep falls.",
		"heading2 Acknowledgements", "paragraph We thank all.", "heading2 References", "reference 1 Lee C Salt lowers sleep by half 1999", "reference Smith D. Sleep is a myth. 2001.",
	}
	compare(t, got, want)
	var properties []string
	for _, p := range doc.Properties {
		value := p.Value.Text
		if p.Value.Kind == spar.Date {
			value = p.Value.Date.Format("2006-01-02")
		}
		properties = append(properties, p.Key+"="+value)
	}
	compare(t, properties, []string{"title=Salt and sleep", "journal=Journal of Made Examples", "author=Ann B Doe", "keywords=salt", "keywords=sleep", "published=2019-03-07", "doi=10.1/x"})
}

func compare(t *testing.T, got, want []string) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		g, w := "nothing", "nothing"
		if i < len(got) {
			g = got[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if g != w {
			t.Errorf("%d: got  %s\nwant %s", i, g, w)
		}
	}
}

// Schemas of other documents, records, and files that are neither.
func TestSchemas(t *testing.T) {
	for _, c := range []struct {
		name, content string
		want          []string
	}{
		{"DocBook", `<?xml version="1.0"?><book xmlns="http://docbook.org/ns/docbook"><info><title>Guide</title><legalnotice><para>Free.</para></legalnotice></info><chapter><title>Begin</title><para>One<footnote><para>Aside.</para></footnote> two.</para><programlisting>x = 1
y</programlisting><informaltable><tgroup cols="3"><colspec colname="a"/><colspec colname="b"/><colspec colname="c"/><thead><row><entry>k</entry><entry namest="b" nameend="c">v</entry></row></thead><tbody><row><entry morerows="1">1</entry><entry>2</entry><entry>3</entry></row><row><entry>4</entry><entry>5</entry></row></tbody></tgroup></informaltable>
<variablelist><varlistentry><term>-a</term><listitem><para>All.</para></listitem></varlistentry></variablelist></chapter></book>`,
			[]string{"# Guide", "Free.", "# Begin", "Aside.", "One two.", "x = 1\ny", "= k | v | v", "| 1 | 2 | 3", "| 1 | 4 | 5", "-a: All."}},
		{"TEI", `<?xml version="1.0"?><TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>Poem</title></titleStmt></fileDesc></teiHeader><text><body><div><head>Part</head><p>Said <hi>so</hi>.<lb/>Next</p></div></body></text></TEI>`,
			[]string{"# Poem", "# Part", "Said so. Next"}},
		{"records", `<?xml version="1.0"?><list made="today"><item id="1"><name>A</name><price cur="EUR">2</price></item><item id="2"><name>B</name><price cur="EUR">3</price></item><item id="3"><name>C</name><note>rare</note></item><end>now</end></list>`,
			[]string{"made: today", "= id | name | price | price/cur | note", "| 1 | A | 2 | EUR | ", "| 2 | B | 3 | EUR | ", "| 3 | C |  |  | rare", "end: now"}},
		{"records in sections", `<?xml version="1.0"?><schemas><schema id="x"><key name="a"><type>b</type></key><key name="c"><type>d</type></key><key name="e"><type>f</type></key></schema></schemas>`,
			[]string{"# schema x", "id: x", "= name | type", "| a | b", "| c | d", "| e | f"}},
		{"a drawing", `<?xml version="1.0"?><svg width="10"><title>Plan</title><path d="M 1 2"/><g><text x="1">Door</text></g></svg>`, []string{"title: Plan\ntext: Door"}},
		{"cut off", `<?xml version="1.0"?><article><body><sec><title>One</title><p>Text that e`, []string{"# One", "Text that e"}},
		{"only text", `<?xml version="1.0"?><a>x</a>`, []string{"a: x"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := document(t, "a.xml", c.content)
			var got []string
			for _, b := range doc.Blocks {
				if b.Locator == (spar.Locator{}) {
					t.Errorf("%q has no place", b.Text)
				}
				switch {
				case b.Table != nil:
					if !b.Table.Continued {
						got = append(got, "= "+strings.Join(b.Table.Header, " | "))
					}
					for _, r := range b.Table.Rows {
						got = append(got, "| "+strings.Join(r.Cells, " | "))
					}
				case b.Kind == spar.Heading:
					got = append(got, "# "+b.Text)
				default:
					got = append(got, b.Text)
				}
			}
			compare(t, got, c.want)
		})
	}
}

// Depth, width and size are bounded, and entities stand for nothing.
func TestBoundsOfXML(t *testing.T) {
	deep := `<?xml version="1.0"?><a>` + strings.Repeat("<sec><title>t</title>", 4000) + "<p>end</p>" + strings.Repeat("</sec>", 4000) + "</a>"
	if doc := document(t, "a.xml", deep); !doc.State.Searchable() || len(doc.Blocks) < 4000 {
		t.Errorf("deep: %s %s, %d blocks", doc.State, doc.Reason, len(doc.Blocks))
	}
	large := `<?xml version="1.0"?><article><body><sec><title>Long</title>` + strings.Repeat("<p>"+strings.Repeat("word ", 2000)+"</p>", 1200) + "</sec></body></article>"
	doc := document(t, "a.xml", large)
	if doc.State != spar.OK || len(doc.Blocks) != 1201 || doc.Blocks[0].Kind != spar.Heading {
		t.Errorf("large: %s %s, %d blocks", doc.State, doc.Reason, len(doc.Blocks))
	}
	wide := `<?xml version="1.0"?><r>` + strings.Repeat(`<e a="1" b="2"/>`, 200_000) + "</r>"
	rows := 0
	for _, b := range document(t, "a.xml", wide).Blocks {
		if b.Table != nil {
			rows += len(b.Table.Rows)
		}
	}
	if rows != 200_000 {
		t.Errorf("wide: %d rows", rows)
	}
	laughs := `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><x><p>&b;</p></x>`
	if doc := document(t, "a.xml", laughs); len(doc.Blocks) != 1 || strings.Contains(doc.Blocks[0].Text, "ha") {
		t.Errorf("entities: %+v", doc.Blocks)
	}
}

// Hyphens within comments end no reading: comments say nothing that is read, and every byte keeps its place, however the bytes come.
func TestHyphensInComments(t *testing.T) {
	const text = "<?xml version=\"1.0\"?>\n<!-- a -- b --- c --->\n<notes><!----><note><p>First <!-- x--y -->text.</p></note><p><![CDATA[<!-- not -- one]]> &amp; more</p></notes>"
	doc := checkOutline(t, "a.xml", text, "First text.", "<!-- not -- one & more")
	if doc.State != spar.OK {
		t.Errorf("%s: %s", doc.State, doc.Reason)
	}
	want := strings.NewReplacer("a -- b --- c --->", "a  - b   - c  -->", "x--y", "x -y").Replace(text)
	for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text))} {
		if got, err := io.ReadAll(&commentReader{r: r}); string(got) != want || err != nil {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
}

// A drawing gives the text that it shows: no style sheet, no program, and not the name that Graphviz has for a node. The version of a root
// is that of its schema.
func TestXMLDrawing(t *testing.T) {
	checkOutline(t, "a.svg", `<svg version="1.1" xmlns="http://www.w3.org/2000/svg"><style>@media print { text { fill: #000 } }</style><script>var a = 1</script><metadata><a>x</a></metadata>
<g id="graph0" class="graph"><title>%3</title><g id="node1" class="node"><title>n_17</title><text x="1">Main valve</text></g>
<g id="edge1" class="edge"><title>n_17&#45;&gt;n_18</title><path d="M0"/><text>feeds</text></g></g><g><title>Legend</title><text>red is shut</text></g></svg>`,
		"g/text: Main valve; feeds", "# g Legend", "title: Legend\ntext: red is shut")
	checkOutline(t, "a.xml", `<gauges version="1.3"><name>Basel</name></gauges>`, "schema version: 1.3\nname: Basel")
}

package extract

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// saysOf gives the blocks of a document on a line each, and its properties.
func saysOf(doc *spar.Document) (blocks, properties []string) {
	for _, b := range doc.Blocks {
		switch {
		case b.Table != nil:
			blocks = append(blocks, "= "+strings.Join(b.Table.Header, " | "))
			for _, r := range b.Table.Rows {
				blocks = append(blocks, "| "+strings.Join(r.Cells, " | "))
			}
		case b.Kind == spar.Heading:
			blocks = append(blocks, strings.Repeat("#", b.Level)+" "+b.Text)
		default:
			blocks = append(blocks, string(b.Kind)+" "+b.Text)
		}
	}
	for _, p := range doc.Properties {
		value := p.Value.Text
		if p.Value.Kind == spar.Date {
			value = p.Value.Date.Format("2006-01-02")
		}
		properties = append(properties, p.Key+"="+value)
	}
	return blocks, properties
}

// Schemas have different names for sections, lists, tables, titles and authors. Their place tells which they are.
func TestManySchemas(t *testing.T) {
	for _, c := range []struct {
		name, file, content string
		blocks, properties  []string
	}{
		{"Mallard without a declaration", "a.page", `<page xmlns="http://projectmallard.org/1.0/" id="x"><info><link type="guide" xref="i"/><revision date="2012-02-19"/><revision date="2014-03-02"/>
<credit type="author"><name>Ann Doe</name><email>a@example.org</email></credit><title type="link">Short</title><desc>What it is.</desc></info><title>Printing</title><p>Print it.</p>
<section id="s"><title>Two sides</title><steps><item><p>Open.</p></item><item><p>Print.</p></item></steps><terms><item><title>Side</title><p>One face.</p></item></terms></section></page>`,
			[]string{"note What it is.", "# Printing", "paragraph Print it.", "## Two sides", "list-item Open.", "list-item Print.", "list-item Side: One face."}, []string{"author=Ann Doe", "modified=2014-03-02", "title=Printing"}},
		{"DITA", "a.dita", `<?xml version="1.0"?><task id="t"><title>Build it</title><shortdesc>How.</shortdesc><prolog><author>Bo</author><critdates><created date="2007-05-01"/><revised modified="2009-01-02"/></critdates></prolog><taskbody><steps><step><cmd>Go.</cmd><info>Fast.</info></step></steps>
<example><title>Sample</title><simpletable><sthead><stentry>a</stentry><stentry>b</stentry></sthead><strow><stentry>1</stentry><stentry>2</stentry></strow></simpletable><dl><dlentry><dt>T</dt><dd>D</dd></dlentry></dl></example></taskbody></task>`,
			[]string{"# Build it", "paragraph How.", "list-item Go. Fast.", "## Sample", "= a | b", "| 1 | 2", "list-item T: D"}, []string{"title=Build it", "author=Bo", "created=2007-05-01", "modified=2009-01-02"}},
		{"a book whose chapters have heads of their own", "a.xml", `<?xml version="1.0"?><book><bookinfo><title>Guide</title></bookinfo><chapter><chapterinfo><title>One</title></chapterinfo><sect1><title>Deep</title><para>x</para></sect1></chapter><chapter><title>Two</title><bridgehead>B</bridgehead><para>y</para></chapter></book>`,
			[]string{"# Guide", "## One", "### Deep", "paragraph x", "## Two", "### B", "paragraph y"}, []string{"title=Guide"}},
		{"an unknown schema with sections", "a.xml", `<?xml version="1.0"?><manual><title>Pump</title><kapitel><title>Care</title><p>Oil it.</p></kapitel></manual>`,
			[]string{"# Pump", "## Care", "paragraph Oil it."}, []string{"title=Pump"}},
		{"a feed", "a.xml", `<?xml version="1.0"?><rss><channel><title>News</title><pubDate>Tue, 06 Sep 2016 00:01:00 GMT</pubDate><managingEditor>Cy</managingEditor><item><title>A</title><link>u</link></item><item><title>B</title><link>v</link></item><item><title>C</title><link>w</link></item></channel></rss>`,
			nil, []string{"title=News", "published=2016-09-06", "author=Cy"}},
		{"values under keys", "a.xml", `<?xml version="1.0"?><log><e><d name="Host">a</d><d name="Size" unit="kB">7</d></e><e><d name="Host">b</d><d name="Size" unit="kB">8</d></e><e><d name="Host">c</d><d name="Size" unit="kB">9</d></e></log>`,
			[]string{"= Host | Size (kB)", "| a | 7", "| b | 8", "| c | 9"}, nil},
		{"records are no values", "a.xml", `<?xml version="1.0"?><y><country><name>A</name><day name="New year" value="1/1"/><day name="May day" value="5/1"/><day name="End day" value="12/31"/></country></y>`,
			[]string{"# country A", "paragraph name: A", "= name | value", "| New year | 1/1", "| May day | 5/1", "| End day | 12/31"}, nil},
		{"FictionBook", "a.fb2", `<?xml version="1.0"?><FictionBook><description><title-info><genre>sf</genre><author><first-name>Ann</first-name><last-name>Doe</last-name></author><book-title>Salt</book-title><lang>en</lang></title-info><document-info><author><nickname>scanner</nickname></author><program-used>maker</program-used></document-info></description><body><title><p>Salt</p></title><section><title><p>One</p></title><p>It rained.</p><subtitle>Later</subtitle><p>It dried.</p></section></body><binary id="a.png" content-type="image/png">iVBORw0KGgo=</binary></FictionBook>`,
			[]string{"# Salt", "note maker", "## Salt", "## One", "paragraph It rained.", "### Later", "paragraph It dried."}, []string{"title=Salt", "author=Ann Doe", "category=sf", "language=en"}},
		{"languages of what is within a record", "a.tmx", `<?xml version="1.0"?><tmx><body><tu tuid="1"><tuv xml:lang="en"><seg>Open it.</seg></tuv><tuv xml:lang="de"><seg>Öffnen.</seg></tuv></tu><tu tuid="2"><tuv xml:lang="en"><seg>Close it.</seg></tuv><tuv xml:lang="de"><seg>Schließen.</seg></tuv></tu><tu tuid="3"><tuv xml:lang="en"><seg>Stop.</seg></tuv><tuv xml:lang="de"><seg>Halt.</seg></tuv></tu></body></tmx>`,
			[]string{"# body", "= tuid | tuv/seg (en) | tuv/seg (de)", "| 1 | Open it. | Öffnen.", "| 2 | Close it. | Schließen.", "| 3 | Stop. | Halt."}, nil},
		{"formulas", "a.xml", `<?xml version="1.0"?><article><p>It is <math><mi>x</mi><mo>=</mo><mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><msup><mi>b</mi><mn>2</mn></msup></mfrac><annotation-xml>again</annotation-xml></math>.</p></article>`,
			[]string{"paragraph It is x = (a + 1)/b^2."}, nil},
		{"entities", "a.xml", `<!DOCTYPE book [<!ENTITY v "2.1"><!ENTITY app "<b>Edit</b> &v;"><!ENTITY out SYSTEM "file:///etc/passwd"><!ENTITY % more "IGNORE">]><book><title>&app; &mdash; &out;</title><para a="&v;">&amp;v; is &v;</para></book>`,
			[]string{"# Edit 2.1 &mdash; &out;", "paragraph &v; is 2.1"}, []string{"title=Edit 2.1 &mdash; &out;"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := document(t, c.file, c.content)
			if doc.Format != "xml" {
				t.Fatalf("read as %s", doc.Format)
			}
			blocks, properties := saysOf(doc)
			if c.blocks != nil {
				compare(t, blocks, c.blocks)
			}
			compare(t, properties, c.properties)
		})
	}
}

// Pieces of pages, and what only looks like elements, are no XML.
func TestNoXML(t *testing.T) {
	for _, text := range []string{"<div><p>a</p><p>b</p></div>", "<a@example.org> wrote: <b>x</b>", "<name> <mail>\n\nare placeholders", "<x><y>1</y></z></x><w/>", "<t><u>1</u><v>2</v></t> and more text", "<template><p>a</p></template><script>b</script>"} {
		if doc := document(t, "a.txt", text); doc.Format == "xml" {
			t.Errorf("%q is read as XML", text)
		}
	}
}

// However entities are nested and repeated, they add no more than a bound. Entities that use one another in circles stand for nothing.
func TestEntitiesAreBounded(t *testing.T) {
	var many strings.Builder
	many.WriteString("<!DOCTYPE x [<!ENTITY a0 \"" + strings.Repeat("ha", 400) + "\">")
	for i := 1; i < 30; i++ {
		many.WriteString("<!ENTITY b" + string(rune('a'+i%26)) + " \"&a0;&bz;&by;\">")
	}
	many.WriteString("<!ENTITY c \"&d;\"><!ENTITY d \"&c;\">]><x><p>&c;</p><p>")
	many.WriteString(strings.Repeat("&a0;", 100_000) + "</p></x>")
	doc := document(t, "a.xml", many.String())
	text := 0
	for _, b := range doc.Blocks {
		text += len(b.Text)
	}
	if !doc.State.Searchable() || text > maxEntityText+500_000 || doc.Blocks[0].Text != "&c;" {
		t.Errorf("%s %s: %d bytes, %.20s", doc.State, doc.Reason, text, doc.Blocks[0].Text)
	}
}

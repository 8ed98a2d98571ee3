package extract

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sparsearch/spar/internal/spar"
)

func TestRTF(t *testing.T) {
	for _, c := range []struct {
		name, content string
		want          []string
	}{
		{"characters", `{\rtf1\ansi\ansicpg1252 Gr\'f6\'dfe \u8364?\uc2\u945xy \u-10179?? \emdash\~\{x\}\par}`, []string{"Größe €α — {x}"}},
		{"surrogates", `{\rtf1\uc0 \u-10179\u-8704 .}`, []string{"😀."}},
		{"fonts", `{\rtf1\ansi\deff0{\fonttbl{\f0\fnil Arial;}{\f1\fcharset204 Arial Cyr;}{\f2\fcharset128 Mincho;}}a {\f1 \'cf\'f0\'e8}\f2 \'93\'fa\'96\'7b\f0  z}`, []string{"a При日本 z"}},
		{"paragraphs", `{\rtf1 one\line two\par\par three\sect four}`, []string{"one\ntwo", "three", "four"}},
		{"left out", `{\rtf1{\colortbl;\red0;}{\*\generator X;}{\header head}{\pict 89504e47}a{\v hidden}b{\field{\*\fldinst HYPERLINK x}{\fldrslt link}}{\*\unknown{\x y}}\bin3 {{{c}`, []string{"ablinkc", "header: head"}},
		{"headings", `{\rtf1{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 berschrift;}{\s2 heading 2;}}\pard\s1 A\par\pard\s2 B\par\pard\outlinelevel2 C\par\pard text\par}`, []string{"# A", "## B", "### C", "text"}},
		{"lists", `{\rtf1\pard{\pntext\f1\'B7\tab}{\*\pn\pnlvlblt}one\par{\listtext 2.\tab}two\par\pard three\par}`, []string{"- one", "- 2. two", "three"}},
		{"list labels", `{\rtf1\pard{\listtext a)\tab}one\par{\listtext\f3 o\tab}two\par{\listtext\tab}{\listtext 1.2\tab}three\par\pard\outlinelevel0{\listtext IV.\tab}four\par}`, []string{"- a) one", "- two", "- 1.2 three", "# IV. four"}},
		{"table", `{\rtf1\trowd\trhdr\cellx100\cellx200\pard\intbl Item\cell Sum\cell\row\trowd\cellx100\cellx200\intbl a\par b\cell 1\cell\row\pard after\par}`, []string{"= Item | Sum", "| a b | 1", "after"}},
		{"merged", `{\rtf1\trowd\clmgf\cellx100\clmrg\cellx200\cellx300\intbl x\cell\cell y\cell\row\trowd\clvmgf\cellx100\cellx200\cellx300\intbl 1\cell 2\cell 3\cell\row\trowd\clvmrg\cellx100\cellx200\cellx300\intbl\cell 5\cell 6\cell\row}`, []string{"= x | x | y", "| 1 | 2 | 3", "| 1 | 5 | 6"}},
		{"beside", `{\rtf1{\header\pard\intbl ACME\cell Draft\cell\row}{\footer Page 3\par ACME\par}one{\footnote\pard\chftn A note.\par Of two.} two{\*\atnid A}{\*\annotation Why?}\par\trowd\cellx100\cellx200\pard\intbl a{\shp{\*\shpinst{\shptxt\pard boxed\par}}}\cell b\cell\row\pard three\par}`,
			[]string{"one two", "note: A note.", "note: Of two.", "comment: Why?", "| a | b", "three", "aside: boxed", "header: ACME", "header: Draft"}},
		{"both forms", `{\rtf1{\upr{plain}{\*\ud{real}}}}`, []string{"real"}},
		{"not closed twice", `{\rtf1 a}}} b`, []string{"a b"}},
	} {
		t.Run(c.name, func(t *testing.T) { checkOutline(t, "a.rtf", c.content, c.want...) })
	}
	doc := document(t, "a.doc", `{\rtf1{\info{\title The t\'eftle}{\creatim\yr2020\mo2\dy3\hr4\min5}{\revtim\yr2021\mo3\dy4}{\author Ann}{\keywords a, b;;c}}x}`)
	want := []spar.Property{{Key: "title", Value: spar.Value{Kind: spar.Text, Text: "The tïtle"}},
		{Key: "created", Value: spar.Value{Kind: spar.Date, Date: time.Date(2020, 2, 3, 4, 5, 0, 0, time.UTC)}},
		{Key: "modified", Value: spar.Value{Kind: spar.Date, Date: time.Date(2021, 3, 4, 0, 0, 0, 0, time.UTC)}}, {Key: "author", Value: spar.Value{Kind: spar.Text, Text: "Ann"}},
		{Key: "keywords", Value: spar.Value{Kind: spar.Text, Text: "a"}}, {Key: "keywords", Value: spar.Value{Kind: spar.Text, Text: "b"}},
		{Key: "keywords", Value: spar.Value{Kind: spar.Text, Text: "c"}}}
	if diff := cmp.Diff(want, doc.Properties); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestHostileRTF(t *testing.T) {
	for name, content := range map[string]string{
		"deep":    `{\rtf1 before\par ` + strings.Repeat("{", 20_000),
		"cut off": `{\rtf1 before\par {\b x`,
		"binary":  `{\rtf1 before\par {\pict\bin2000000000 x`,
		"words":   `{\rtf1 before\par {` + strings.Repeat(`\`+strings.Repeat("a", 1000), 1000),
	} {
		if doc := document(t, "a.rtf", content); doc.State != spar.Partial {
			t.Errorf("%s: %s (%s)", name, doc.State, doc.Reason)
		}
	}
	if doc := document(t, "a.rtf", `{\rtf1`+strings.Repeat(`\trowd`+strings.Repeat(`\cellx1`, 10_000)+strings.Repeat(`x\cell`, 10_000)+`\row`, 10)+"}"); doc.State != spar.OK {
		t.Errorf("wide: %s (%s)", doc.State, doc.Reason)
	}
}

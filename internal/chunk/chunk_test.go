package chunk

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	spar "github.com/sparsearch/spar/internal/spar"
)

func heading(level int, text string) spar.Block {
	return spar.Block{Kind: spar.Heading, Level: level, Text: text}
}

func para(text string) spar.Block { return spar.Block{Kind: spar.Paragraph, Text: text} }

func item(text string) spar.Block { return spar.Block{Kind: spar.ListItem, Text: text} }

// show writes passages as "kind heading | text" lines.
func show(ps []spar.Passage) []string {
	var out []string
	for _, p := range ps {
		out = append(out, fmt.Sprintf("%s %s | %s", p.Kind, p.Locator.Heading, p.Text))
	}
	return out
}

// enough is as long as a paragraph that stands alone.
var enough = "One" + strings.Repeat(" two", (standsAlone-4)/4) + strings.Repeat("!", 1+(standsAlone-4)%4)

func TestSplit(t *testing.T) {
	row := func(n int, cells ...string) spar.Row { return spar.Row{Cells: cells, Locator: spar.Locator{Row: n}} }
	table := func(tb spar.Table) spar.Block { return spar.Block{Kind: spar.TableKind, Table: &tb} }
	for _, c := range []struct {
		name   string
		o      Options
		blocks []spar.Block
		want   []string
	}{
		{"nothing", Options{}, nil, nil},
		{"one section", Options{}, []spar.Block{heading(1, "Leave"), para("Twelve weeks."), item("paid"), item("full")},
			[]string{"text Leave | Twelve weeks.\npaid\nfull"}},
		{"paths", Options{}, []spar.Block{heading(1, "A"), para("a"), heading(2, "B"), para("b"), heading(3, "C"), para("c"), heading(2, "D"), para("d"), heading(1, "E"), para("e")},
			[]string{"text A | a", "text A > B | b", "text A > B > C | c", "text A > D | d", "text E | e"}},
		{"lone heading joins the next path once", Options{}, []spar.Block{heading(1, "A"), heading(2, "lone"), heading(2, "B"), para("b"), table(spar.Table{Rows: []spar.Row{row(1, "x")}})},
			[]string{"text A > lone > B | b", "row A > B | x"}},
		{"lone parent and child", Options{}, []spar.Block{heading(1, "A"), heading(2, "B"), heading(1, "C"), para("c")}, []string{"text A > B > C | c"}},
		{"lone headings at the end", Options{}, []spar.Block{heading(1, "A"), para("a"), heading(2, "B"), heading(2, "C")}, []string{"text A | a", "text  | B\nC"}},
		{"only a heading", Options{}, []spar.Block{heading(1, "A")}, []string{"text  | A"}},
		{"cut between blocks", Options{Size: 21, Overlap: -1}, []spar.Block{para("One two three."), para("Four five six."), para("Seven.")},
			[]string{"text  | One two three.", "text  | Four five six.\nSeven."}},
		{"cut between sentences, with overlap", Options{Size: 40, Overlap: 12}, []spar.Block{para("One two three four. Five six. Seven eight nine ten. Eleven.")},
			[]string{"text  | One two three four. Five six.", "text  | Five six. Seven eight nine ten. Eleven."}},
		{"a paragraph that says enough stands alone, whole and with no overlap", Options{}, []spar.Block{para("Short."), para(enough), para("Short too."), item(enough), para("And short.")},
			[]string{"text  | Short.", "text  | " + enough, "text  | Short too.\n" + enough + "\nAnd short."}},
		{"a paragraph that is one character short of it does not", Options{}, []spar.Block{para("Short."), para(enough[1:]), para("Short too.")},
			[]string{"text  | Short.\n" + enough[1:] + "\nShort too."}},
		{"no overlap over headings", Options{Size: 40, Overlap: 12}, []spar.Block{heading(1, "A"), para("One."), heading(1, "B"), para("Two.")},
			[]string{"text A | One.", "text B | Two."}},
		{"cut in a sentence", Options{Size: 10, Overlap: -1}, []spar.Block{para("aaaa bbbb cccc ddddddddddddd")},
			[]string{"text  | aaaa bbbb", "text  | cccc ddddd", "text  | dddddddd"}},
		{"cut at other blanks than spaces", Options{Size: 10, Overlap: -1}, []spar.Block{para("aaaa\tbbbb\u3000cccc")},
			[]string{"text  | aaaa\tbbbb", "text  | cccc"}},
		{"rows and the whole", Options{}, []spar.Block{table(spar.Table{Caption: "Fees", Header: []string{"", "2019", "2018"}, Rows: []spar.Row{row(2, "Fixed", "$ 1", "$ 2"), row(3, "Other", "", "4")}})},
			[]string{"table  | Fees\n2019 | 2018\nFixed | $ 1 | $ 2\nOther |  | 4", "row  | Fees\nFixed; 2019: $ 1; 2018: $ 2", "row  | Fees\nOther; 2018: 4"}},
		{"one row", Options{}, []spar.Block{table(spar.Table{Header: []string{"a"}, Rows: []spar.Row{row(2, "x")}})}, []string{"row  | a: x"}},
		{"only a header", Options{}, []spar.Block{table(spar.Table{Header: []string{"a", "b"}})}, []string{"table  | a | b"}},
		{"continued table is not whole", Options{}, []spar.Block{table(spar.Table{Rows: []spar.Row{row(1, "x"), row(2, "y")}}), table(spar.Table{Continued: true, Rows: []spar.Row{row(3, "z"), row(4, "u")}})},
			[]string{"row  | x", "row  | y", "row  | z", "row  | u"}},
		{"long row", Options{Size: 30}, []spar.Block{table(spar.Table{Header: []string{"name", "note"}, Rows: []spar.Row{row(2, "Ann", "One two three. Four five six seven.")}})},
			[]string{"row  | name: Ann; note: One two", "row  | name: Ann; three.", "row  | name: Ann; Four five six", "row  | name: Ann; seven."}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.want, show(Split(slices.Values(c.blocks), c.o))); d != "" {
				t.Errorf("-want +got\n%s", d)
			}
		})
	}
}

func TestSplitPlaces(t *testing.T) {
	raw := "Ones are here. Twos are there.\n\nThrees are late."
	block := func(from, to, page int) spar.Block {
		return spar.Block{Kind: spar.Paragraph, Text: raw[from:to], Locator: spar.Locator{Page: page, Bytes: spar.Span{Start: int64(from), End: int64(to)}}}
	}
	places := func(second, size int) (got []string) {
		for _, p := range Split(slices.Values([]spar.Block{block(0, 30, 1), block(32, 48, second)}), Options{Size: size, Overlap: 20}) {
			got = append(got, fmt.Sprintf("%d %q", p.Locator.Page, raw[p.Locator.Bytes.Start:p.Locator.Bytes.End]))
		}
		return got
	}
	want := []string{`1 "Ones are here. Twos are there."`, `1 "Twos are there.\n\nThrees are late."`}
	if d := cmp.Diff(want, places(1, 32)); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	// A passage lies on one page, whatever room it has.
	want[1] = `2 "Threes are late."`
	for _, size := range []int{32, 450} {
		if d := cmp.Diff(want, places(2, size)); d != "" {
			t.Errorf("size %d: -want +got\n%s", size, d)
		}
	}
	// A text that is not its raw bytes has its block's span.
	b := block(0, 30, 1)
	b.Locator.Bytes.End = 48
	if ps := Split(slices.Values([]spar.Block{b}), Options{Size: 16, Overlap: -1}); len(ps) != 2 || ps[1].Locator.Bytes != b.Locator.Bytes {
		t.Errorf("passages %+v, want two with the span of the block", ps)
	}
}

// Hostile documents cost no more than their size.
func TestSplitBounds(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	var many []spar.Block
	for range 5000 {
		many = append(many, heading(1, "a heading of some length without any text"))
	}
	header := slices.Repeat([]string{long[:1000]}, 200)
	cells := slices.Repeat([]string{"1"}, 200)
	wide := spar.Table{Header: header, Rows: slices.Repeat([]spar.Row{{Cells: cells}}, 500)}
	for _, c := range []struct {
		name   string
		blocks []spar.Block
		most   int // characters out
	}{
		{"one long word", []spar.Block{para(long)}, 1 << 20},
		{"a long heading", []spar.Block{heading(1, long), para("a"), para("b")}, 1<<20 + 10},
		{"many headings", many, 5000 * 60},
		{"wide table", []spar.Block{{Kind: spar.TableKind, Table: &wide}}, 500 * 200 * (maxLabel + 10)},
	} {
		n, longest := 0, 0
		for _, p := range Split(slices.Values(c.blocks), Options{}) {
			m := utf8.RuneCountInString(p.Ranked())
			n, longest = n+m, max(longest, m)
		}
		if n == 0 || n > c.most || longest > 900+maxDepth*(maxHeading+3)+maxLone {
			t.Errorf("%s: %d characters, the longest passage %d, want at most %d", c.name, n, longest, c.most)
		}
	}
}

func TestSentences(t *testing.T) {
	for _, c := range []string{
		"One two. |Three four! |Five?",
		"Dr. Weiss met J. Doe at 5 p.m. in Bonn. |He left.",
		"See Fig. 3 and No. 5. |No. |Then go.",
		"1. Open the door. |2. Close it.",
		"This line of running text is long enough to be wrapped by an editor\nBecause it is. |Next.",
		"Short line\n|Another line\n|Third",
		"A paragraph without an end\n\n|Another",
		"Das gilt z.B. Montags. |Danach nicht.",
		"Sie leitet den Einkauf seit 1. März 2015. |Der 2. Weltkrieg endete am 8. Mai. |Wir sind 12. |Mehr nicht.",
		"They came in 12. |May was late.",
		"They wrote it with .NET by hand. |Then it ran.",
		"Sales rose in 2012. |August was better.",
		"春はあけぼの。|夏は夜。",
	} {
		text := strings.ReplaceAll(c, "|", "")
		got := strings.Join(slices.Collect(Sentences(text)), "|")
		if got != c {
			t.Errorf("got  %q\nwant %q", got, c)
		}
	}
}

func TestLanguage(t *testing.T) {
	for want, text := range map[string]string{
		"en": "The employees of the company can take twelve weeks of leave when a child is born.",
		"de": "Die Mitarbeiter der Firma können zwölf Wochen Urlaub nehmen, wenn ein Kind zur Welt kommt und sie es wünschen.",
		"fr": "Les employés de la société peuvent prendre douze semaines de congé pour la naissance d'un enfant dans la famille.",
		"es": "Los empleados de la empresa pueden tomar doce semanas de permiso cuando nace un hijo en la familia.",
		"ru": "Сотрудники компании могут взять отпуск на двенадцать недель, если у них родился ребёнок, но не более.",
		"pl": "Pracownicy firmy mogą wziąć dwanaście tygodni urlopu, że jest to ich prawo, oraz nie tracą pensji dla dziecka.",
		"ja": "従業員は子供が生まれたときに十二週間の休暇を取ることができます。",
		"zh": "员工在孩子出生时可以休十二周的假期。",
		"ko": "직원은 아이가 태어나면 십이 주의 휴가를 쓸 수 있습니다.",
		"":   "Infosys 12, Wipro 13, Tata Motors 14",
	} {
		if got := Language(text); got != want {
			t.Errorf("Language(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestPassageLanguage(t *testing.T) {
	en := "The employees of the company can take twelve weeks of leave when a child is born, and they will be paid for all of it."
	de := "Die Mitarbeiter der Firma können zwölf Wochen Urlaub nehmen, wenn ein Kind zur Welt kommt und sie es wünschen."
	ps := Split(slices.Values([]spar.Block{heading(1, "A"), para(en), heading(1, "B"), para("Names: Ann, Bob"), heading(1, "C"), para(de), heading(1, "D"), para(en)}), Options{})
	var got []string
	for _, p := range ps {
		got = append(got, p.Lang)
	}
	if d := cmp.Diff([]string{"en", "en", "de", "en"}, got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
}

func FuzzSplit(f *testing.F) {
	f.Add("One two. Three.\n\nFour", "A", 20, 5)
	f.Add(strings.Repeat("長い文。", 40), "見出し", 7, 3)
	f.Fuzz(func(t *testing.T, text, head string, size, overlap int) {
		if !utf8.ValidString(text) || !utf8.ValidString(head) || size < 1 || size > 2000 || overlap > 2000 {
			return
		}
		at := spar.Locator{Bytes: spar.Span{Start: 10, End: 10 + int64(len(text))}}
		blocks := []spar.Block{heading(1, head), {Kind: spar.Paragraph, Text: text, Locator: at}, {Kind: spar.CodeBlock, Text: text}}
		var all strings.Builder
		for _, p := range Split(slices.Values(blocks), Options{Size: size, Overlap: overlap}) {
			if n := utf8.RuneCountInString(p.Text); n > size || n == 0 {
				t.Fatalf("a passage of %d characters, size %d", n, size)
			}
			if !utf8.ValidString(p.Text) {
				t.Fatalf("invalid text %q", p.Text)
			}
			if b := p.Locator.Bytes; b != (spar.Span{}) && (b.Start < 10 || b.End > at.Bytes.End || b.Start >= b.End) {
				t.Fatalf("span %v outside %v", b, at.Bytes)
			}
			all.WriteString(p.Ranked())
		}
		// Nothing is lost: every word of what need not be cut stands somewhere, and every character as often as it was
		// there. A token behind the last blank or line end of the second half, by bytes, may be cut.
		have := strings.Join(strings.Fields(all.String()), "")
		for token := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ' ' || r == '\n' }) {
			if utf8.RuneCountInString(token) > size/6 {
				continue
			}
			for w := range strings.FieldsFuncSeq(token, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }) {
				if !strings.Contains(have, w) {
					t.Fatalf("%q is lost", w)
				}
			}
		}
		count := map[rune]int{} // twice as many are wanted
		for _, r := range all.String() {
			count[r]++
		}
		for _, r := range text {
			if count[r] -= 2; count[r] < 0 && !unicode.IsSpace(r) {
				t.Fatalf("%q is lost", r)
			}
		}
	})
}

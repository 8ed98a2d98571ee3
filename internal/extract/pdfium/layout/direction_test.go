package layout

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sparsearch/spar/internal/extract/pdfium"
)

// setLeft writes s so that its first character stands at the right, at x. Letters and digits that run to the right are drawn last.
func setLeft(p *pdfium.Page, x, y float32, s string) {
	const size = 10
	runes := []rune(s)
	type drawn struct {
		x float32
		r rune
	}
	var first, last []drawn
	for i := 0; i < len(runes); i++ {
		end := i
		for end < len(runes) && runes[end] < 0x590 && runes[end] > ' ' && runes[end] != '(' && runes[end] != ')' && runes[end] != '.' {
			end++
		}
		for k := i; k < end; k++ {
			last = append(last, drawn{x - size/2*float32(end+i-k), runes[k]})
		}
		if end > i {
			i = end - 1
			continue
		}
		r := runes[i]
		switch r { // the visible form of a bracket
		case '(':
			r = ')'
		case ')':
			r = '('
		}
		if r != ' ' {
			first = append(first, drawn{x - size/2*float32(i+1), r})
		}
	}
	for _, d := range append(first, last...) {
		set(p, d.x, y, size, regular, string(d.r))
	}
}

func TestRightToLeft(t *testing.T) {
	for _, c := range []struct {
		name string
		page func(p *pdfium.Page)
		want []string
	}{
		{"letters drawn one by one, numbers and another script among them", func(p *pdfium.Page) {
			setLeft(p, 500, 700, "המכונה עלתה 1250 שקל (ראה Windows)")
		}, []string{"paragraph: המכונה עלתה 1250 שקל (ראה Windows)"}},
		{"a paragraph whose lines end at the left, and the next", func(p *pdfium.Page) {
			setLeft(p, 500, 700, "בשנת 2031 הוחלט לבנות את הגשר החדש על הנהר")
			setLeft(p, 500, 688, "הגדול, ליד הכפר.")
			setLeft(p, 500, 676, "פסקה שנייה מתחילה כאן ונמשכת עד סוף השורה הזאת")
		}, []string{
			"paragraph: בשנת 2031 הוחלט לבנות את הגשר החדש על הנהר הגדול, ליד הכפר.",
			"paragraph: פסקה שנייה מתחילה כאן ונמשכת עד סוף השורה הזאת",
		}},
		{"signs over letters, drawn before them at their origin", func(p *pdfium.Page) {
			for i, r := range []rune("ولد") {
				x := 500 - 5*float32(i)
				set(p, x, 700, 10, regular, "\u064e")
				sign := &p.Chars[len(p.Chars)-1]
				sign.Right = sign.Left
				set(p, x, 700, 10, regular, string(r))
			}
		}, []string{"paragraph: وَلَدَ"}},
		{"brackets that close on the next line", func(p *pdfium.Page) {
			setLeft(p, 500, 700, "בשנת 2031 הוחלט לבנות את הגשר החדש (על הנהר")
			setLeft(p, 500, 688, "הגדול), ליד הכפר.")
		}, []string{"paragraph: בשנת 2031 הוחלט לבנות את הגשר החדש (על הנהר הגדול), ליד הכפר."}},
		{"a table, the first column at the right", func(p *pdfium.Page) {
			for i, row := range [][]string{{"עיר", "תושבים", "גשם"}, {"חיפה", "280000", "540"}, {"אילת", "52000", "30"}, {"צפת", "36000", "700"}} {
				for j, cell := range row {
					setLeft(p, 500-120*float32(j), 700-14*float32(i), cell)
				}
			}
		}, []string{"table: עיר|תושבים|גשם / חיפה|280000|540 / אילת|52000|30 / צפת|36000|700"}},
		{"the ligature of Lam and Alef, said in either order", func(p *pdfium.Page) {
			set(p, 70, 700, 10, regular, "ن")
			for _, r := range "ال" {
				set(p, 65, 700, 10, regular, string(r))
			}
		}, []string{"paragraph: نلا"}},
		{"signs whose ink is aside of their origin, and blanks of PDFium behind them", func(p *pdfium.Page) {
			for i, r := range []rune("שלום") {
				x := 500 - 5*float32(i)
				set(p, x, 700, 10, regular, string(r))
				set(p, x-3, 700, 10, regular, "\u05b8")
				sign := &p.Chars[len(p.Chars)-1]
				sign.Left, sign.Right = x+1, x+3
				p.Chars = append(p.Chars, pdfium.Char{Rune: ' ', Run: -1})
			}
		}, []string{"paragraph: שָלָוָםָ"}},
		{"a sign that its font lowers", func(p *pdfium.Page) {
			for i, r := range []rune("ולד") {
				set(p, 500-5*float32(i), 700, 10, regular, string(r))
			}
			set(p, 495, 694, 10, regular, "\u0650")
		}, []string{"paragraph: ולِד"}},
		{"signs over either letter of a ligature", func(p *pdfium.Page) {
			for i, ink := range []float32{508, 471} { // over the right half of one, the left half of the other
				x := 500 - 30*float32(i)
				set(p, x, 700, 10, regular, "ا")
				set(p, x, 700, 10, regular, "ل")
				letters := p.Chars[len(p.Chars)-2:]
				letters[0].Right, letters[1].Right = x+10, x+10
				set(p, 520, 700, 10, regular, "\u064b")
				sign := &p.Chars[len(p.Chars)-1]
				sign.Left, sign.Right = ink-1, ink+1
			}
		}, []string{"paragraph: لًا لاً"}},
		{"strokes that lengthen a word in a justified line", func(p *pdfium.Page) {
			set(p, 500, 700, 10, regular, "ب")
			set(p, 495, 700, 10, regular, "ـ")
			set(p, 490, 700, 10, regular, "ـ")
			set(p, 485, 700, 10, regular, "ه")
		}, []string{"paragraph: به"}},
		{"brackets that PDFium mirrored or not, around words of another script and around a number behind them", func(p *pdfium.Page) {
			setLeft(p, 500, 700, "המודל (")
			p.Chars[len(p.Chars)-1].Rune = ')'
			for i, r := range []rune("SLM") {
				set(p, 450+5*float32(i), 700, 10, regular, string(r))
			}
			set(p, 445, 700, 10, regular, ")")
			setLeft(p, 435, 700, "קטן מן LLM (6 דקות)")
		}, []string{"paragraph: המודל (SLM) קטן מן LLM (6 דקות)"}},
		{"what ends a number, before a name of another script", func(p *pdfium.Page) {
			setLeft(p, 500, 700, "מודול")
			set(p, 420, 700, 10, regular, "Foundry :8")
			setLeft(p, 415, 700, "ועוד דברים רבים")
		}, []string{"paragraph: מודול 8: Foundry ועוד דברים רבים"}},
		{"a line of another script on a page that runs to the left", func(p *pdfium.Page) {
			setLeft(p, 500, 700, "דוח רבעוני של המפעל הגדול בעיר חיפה")
			set(p, 50, 670, 10, regular, "Report of 2031.")
		}, []string{"paragraph: דוח רבעוני של המפעל הגדול בעיר חיפה", "paragraph: Report of 2031."}},
		{"words that run to the left in a line that does not", func(p *pdfium.Page) {
			set(p, 50, 700, 10, regular, "The word ")
			setLeft(p, 115, 700, "שלום")
			set(p, 120, 700, 10, regular, "means peace and more than that.")
		}, []string{"paragraph: The word שלום means peace and more than that."}},
		{"the same on a page that mostly runs to the left", func(p *pdfium.Page) {
			for i := range 3 {
				setLeft(p, 500, 500-14*float32(i), "בשנת הוחלט לבנות את הגשר החדש על הנהר.")
			}
			set(p, 50, 700, 10, regular, "The word ")
			setLeft(p, 115, 700, "שלום")
			set(p, 120, 700, 10, regular, "means peace and more.")
		}, []string{"paragraph: " + strings.TrimSpace(strings.Repeat("בשנת הוחלט לבנות את הגשר החדש על הנהר. ", 3)),
			"paragraph: The word שלום means peace and more."}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPage()
			c.page(p)
			if diff := cmp.Diff(c.want, blocks(p)); diff != "" {
				t.Errorf("blocks differ (-want +got):\n%s", diff)
			}
		})
	}
}

// Columns run down the page and follow each other to the left. Signs that are drawn later stand in their place.
// A program may draw the columns from the left.
func TestDownTheColumns(t *testing.T) {
	testDownTheColumns(t, []int{0, 1, 2})
	testDownTheColumns(t, []int{2, 1, 0})
}

func testDownTheColumns(t *testing.T, order []int) {
	p := newPage()
	var last []func()
	texts := []string{"会議は毎週「月曜日」に", "開かれます。資料は前日", "までに配布します"}
	for _, column := range order {
		s := texts[column]
		for i, r := range []rune(s) {
			draw := func() {
				set(p, 480-24*float32(column), 760-16*float32(i), 14, regular, string(r))
				c := &p.Chars[len(p.Chars)-1]
				c.Right = c.Left + 14
			}
			if order[0] == 0 && (r == '「' || r == '」' || r == '。') {
				last = append(last, draw)
				continue
			}
			draw()
		}
	}
	for _, draw := range last {
		draw()
	}
	want := []string{"paragraph: 会議は毎週「月曜日」に開かれます。資料は前日までに配布します"}
	if diff := cmp.Diff(want, blocks(p)); diff != "" {
		t.Errorf("blocks differ (-want +got):\n%s", diff)
	}
}

func TestOverlaidLetters(t *testing.T) {
	p := newPage()
	for i, r := range "Municipality" {
		set(p, 50+5*float32(i), 700, 10, regular, string(r))
		set(p, 51+5*float32(i), 699, 10, regular, string(r))
	}
	set(p, 50, 650, 10, regular, "A shadow")
	set(p, 52, 649, 10, regular, "A shadow")
	for i, r := range "ASSEMBLY AREA" {
		if r != ' ' {
			set(p, 50+8*float32(i), 600, 10, regular, string(r))
		}
	}
	set(p, 50, 550, 10, regular, "x y z w")
	want := []string{"paragraph: Municipality", "heading1: A shadow", "paragraph: ASSEMBLY AREA", "paragraph: x y z w"}
	if diff := cmp.Diff(want, blocks(p)); diff != "" {
		t.Errorf("blocks differ (-want +got):\n%s", diff)
	}
}

// Columns that are drawn one after the other stay so, also where only their lower lines are beside each other.
func TestProseBesideColumns(t *testing.T) {
	columns := [][]string{
		{"The storage of solvents needs a steel", "cabinet with a sump that holds all of", "the largest bottle and what is in it", "when it breaks in the night and flows",
			"to the end of the room or to the door"},
		{"because nobody saw it fall. Each year", "one of ten such bottles is found too", "late by those who come in the morning", "and open the windows of the rooms for",
			"an hour. Waste is collected on Mondays", "by the driver, who has a list of what", "may be taken and what has to be left"},
	}
	p := newPage()
	for j, x := range []float32{50, 300} {
		for i, line := range columns[j] {
			set(p, x, 700+24*float32(j)-12*float32(i), 10, regular, line)
		}
	}
	want := []string{"paragraph: " + strings.Join(append(columns[0], columns[1]...), " ")}
	if diff := cmp.Diff(want, blocks(p)); diff != "" {
		t.Errorf("blocks differ (-want +got):\n%s", diff)
	}
}

// Of lines drawn across the page those of prose are read column by column, and those of a table are not.
func TestProseAcrossColumns(t *testing.T) {
	columns := [][]string{
		{"The storage of solvents needs a steel", "cabinet with a sump that holds all of", "the largest bottle. Cabinets are seen",
			"to in spring by the safety officer,", "who keeps a list of every bottle."},
		{"Waste is collected on Mondays by the", "driver. Containers carry a label with", "the name of the laboratory and of the",
			"main component. Acids and bases are", "never mixed in one container, because", "their disposal costs far more."},
	}
	p := newPage()
	for i := range columns[1] {
		for j, x := range []float32{50, 300} {
			if i < len(columns[j]) {
				set(p, x, 700-12*float32(i), 10, regular, columns[j][i])
			}
		}
	}
	want := []string{
		"paragraph: The storage of solvents needs a steel cabinet with a sump that holds all of the largest bottle. " +
			"Cabinets are seen to in spring by the safety officer, who keeps a list of every bottle.",
		"paragraph: Waste is collected on Mondays by the driver. Containers carry a label with the name of the laboratory and of the " +
			"main component. Acids and bases are never mixed in one container, because their disposal costs far more.",
	}
	if diff := cmp.Diff(want, blocks(p)); diff != "" {
		t.Errorf("blocks differ (-want +got):\n%s", diff)
	}
}

func TestHyphens(t *testing.T) {
	known := []string{"climate", "price", "determining", "customs", "house"}
	j := joiner{words: map[string]int{"well-being": 1, "agreement": 2, "fire": 1, "door": 1},
		known: func(w string) bool { return slices.Contains(known, w) }}
	for _, c := range []struct {
		a, b, want string
		roomy      bool
	}{
		{"of the cli-", "mate change", "of the climate change", true},
		{"on price-", "determining factors", "on price-determining factors", false},
		{"held n-", "tridecanal", "held n-tridecanal", false},
		{"a well-", "being", "a well-being", false},
		{"an agree-", "ment", "an agreement", false},
		{"a fire-", "door", "a fire-door", false},
		{"die Bundes-", "regierung", "die Bundesregierung", false},
		{"die Druck-", "schriften", "die Druck-schriften", true},
		{"Fracht-", "Kosten", "Fracht-Kosten", false},
	} {
		if got := joinText(c.a, c.b, j.keeps(c.roomy)); got != c.want {
			t.Errorf("joinText(%q, %q) = %q, want %q", c.a, c.b, got, c.want)
		}
	}
}

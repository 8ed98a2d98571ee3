package layout

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sparsearch/spar/internal/extract/pdfium"
	"github.com/sparsearch/spar/internal/spar"
)

var (
	regular = &pdfium.Font{Name: "Serif-Regular"}
	bold    = &pdfium.Font{Name: "Serif-Bold"}
	mono    = &pdfium.Font{Name: "Courier"}
)

// set writes s on the page as PDFium would give it, each character half as wide as the font is large.
func set(p *pdfium.Page, x, y, size float32, font *pdfium.Font, s string) {
	setTurned(p, x, y, size, font, s, 0)
}

// setTurned does it along a direction, in degrees.
func setTurned(p *pdfium.Page, x, y, size float32, font *pdfium.Font, s string, angle float64) {
	sin, cos := math.Sincos(angle * math.Pi / 180)
	p.Runs = append(p.Runs, pdfium.Run{Font: font, Size: size, Angle: float32(angle)})
	for i, r := range []rune(s) {
		along := size / 2 * float32(i)
		at := func(dx, dy float32) (float32, float32) {
			return x + (along+dx)*float32(cos) - dy*float32(sin), y + (along+dx)*float32(sin) + dy*float32(cos)
		}
		ax, ay := at(0, -size/4)
		bx, by := at(size/2, size*3/4)
		ox, oy := at(0, 0)
		c := pdfium.Char{Rune: r, Run: int32(len(p.Runs) - 1), X: ox, Y: oy,
			Left: min(ax, bx), Right: max(ax, bx), Bottom: min(ay, by), Top: max(ay, by)}
		p.Chars = append(p.Chars, c)
	}
}

func newPage() *pdfium.Page { return &pdfium.Page{Width: 600, Height: 800} }

// blocks lays the pages out and writes one line a block.
func blocks(pages ...*pdfium.Page) []string {
	var b Builder
	for i, p := range pages {
		b.Add(i+1, p)
	}
	var out []string
	for block := range b.Blocks() {
		s := string(block.Kind)
		if block.Level > 0 {
			s += fmt.Sprint(block.Level)
		}
		if block.Rows != nil || block.Head != nil {
			var head []string // by column
			for _, row := range block.Head {
				head = append(head, make([]string, max(0, len(row.Cells)-len(head)))...)
				for i, c := range row.Cells {
					if head[i] != "" && c != "" {
						c = " / " + c
					}
					head[i] += c
				}
			}
			s += ": " + strings.Join(head, "|")
			for _, r := range block.Rows {
				s += " / " + strings.Join(r.Cells, "|")
			}
		} else {
			s += ": " + block.Text
		}
		out = append(out, s)
	}
	return out
}

func TestBlocks(t *testing.T) {
	lines := func(p *pdfium.Page, y float32, font *pdfium.Font, lines ...string) {
		for i, s := range lines {
			set(p, 50, y-12*float32(i), 10, font, s)
		}
	}
	for _, c := range []struct {
		name string
		page func(p *pdfium.Page)
		want []string
	}{
		{"headings by size, then weight", func(p *pdfium.Page) {
			set(p, 50, 750, 20, bold, "The title")
			set(p, 50, 710, 14, regular, "A section")
			lines(p, 690, regular, "Some words that make the body of this page, and a few more.")
			set(p, 50, 660, 10, bold, "A topic")
			lines(p, 645, regular, "And some more of these words that make the body of the page.")
		}, []string{
			"heading1: The title", "heading2: A section",
			"paragraph: Some words that make the body of this page, and a few more.",
			"heading3: A topic",
			"paragraph: And some more of these words that make the body of the page.",
		}},
		{"a bold sentence and a bold label are no headings", func(p *pdfium.Page) {
			lines(p, 700, regular, "Some words that make the body of this page, and a few more.")
			set(p, 50, 660, 10, bold, "This is a sentence that matters.")
			lines(p, 630, regular, "Some other words that make the body of this page, and more.")
			set(p, 50, 600, 10, bold, "Contact:")
			lines(p, 570, regular, "Some last words that make the body of this page, and so on.")
		}, []string{
			"paragraph: Some words that make the body of this page, and a few more.",
			"paragraph: This is a sentence that matters.",
			"paragraph: Some other words that make the body of this page, and more.",
			"paragraph: Contact:",
			"paragraph: Some last words that make the body of this page, and so on.",
		}},
		{"hyphens at line ends", func(p *pdfium.Page) {
			lines(p, 700, regular, "a well-known word and an effi-", "cient way to get a well-", "known text")
		}, []string{"paragraph: a well-known word and an efficient way to get a well-known text"}},
		{"lists", func(p *pdfium.Page) {
			set(p, 50, 700, 10, regular, "•")
			set(p, 65, 700, 10, regular, "first of all things that")
			set(p, 65, 688, 10, regular, "go over two lines")
			set(p, 50, 676, 10, regular, "•")
			set(p, 65, 676, 10, regular, "second")
			set(p, 50, 664, 10, regular, "3. third")
		}, []string{"list-item: first of all things that go over two lines", "list-item: second", "list-item: 3. third"}},
		{"a table seen by its gaps", func(p *pdfium.Page) {
			for i, row := range [][]string{{"City", "People", "Rain"}, {"Oslo", "700000", "760"}, {"Rome", "2800000", "800"}, {"Bath", "94000", "790"}} {
				for j, cell := range row {
					set(p, 50+100*float32(j), 700-14*float32(i), 10, regular, cell)
				}
			}
		}, []string{"table: City|People|Rain / Oslo|700000|760 / Rome|2800000|800 / Bath|94000|790"}},
		{"a table with lines around each cell", func(p *pdfium.Page) {
			for i := range 4 {
				p.Rules = append(p.Rules, pdfium.Rule{X0: 40, Y0: 710 - 30*float32(i), X1: 240, Y1: 710 - 30*float32(i)})
			}
			for i := range 3 {
				p.Rules = append(p.Rules, pdfium.Rule{X0: 40 + 100*float32(i), Y0: 620, X1: 40 + 100*float32(i), Y1: 710})
			}
			for i, row := range [][]string{{"Name", "Note"}, {"Ann", "came late and"}, {"Bob", "left"}} {
				set(p, 45, 698-30*float32(i), 10, regular, row[0])
				set(p, 145, 698-30*float32(i), 10, regular, row[1])
			}
			set(p, 145, 656, 10, regular, "stayed")
		}, []string{"table: Name|Note / Ann|came late and stayed / Bob|left"}},
		{"a table of narrow columns, with labels of several lines", func(p *pdfium.Page) {
			p.Rules = append(p.Rules, pdfium.Rule{X0: 48, Y0: 728, X1: 300, Y1: 728}, pdfium.Rule{X0: 48, Y0: 698, X1: 300, Y1: 698})
			set(p, 50, 714, 10, regular, "Fuel")
			set(p, 50, 702, 10, regular, "type")
			set(p, 94, 714, 10, regular, "Price")
			set(p, 94, 702, 10, regular, "(lakh)")
			for i, row := range [][]string{{"", "", ""}, {"", "", "Notes"}, {"Electric", "11", "quick"}, // its cell is full
				{"Gas", "9", "old"}, {"Hybrid", "10", "new"}, {"Oil", "7", "slow"}} {
				for j, cell := range row {
					if cell != "" {
						set(p, []float32{50, 94, 150}[j], 714-12*float32(i), 10, regular, cell)
					}
				}
			}
		}, []string{"table: Fuel type|Price (lakh)|Notes / Electric|11|quick / Gas|9|old / Hybrid|10|new / Oil|7|slow"}},
		{"a blank that the next letter takes back", func(p *pdfium.Page) {
			set(p, 50, 700, 10, regular, "func ")
			set(p, 70, 700, 10, regular, "tion of")
			set(p, 110, 700, 10, regular, "it")
		}, []string{"paragraph: function of it"}},
		{"accents set over letters", func(p *pdfium.Page) {
			set(p, 50, 700, 10, regular, "Haszn")
			set(p, 75, 700, 10, regular, "´")
			set(p, 75, 700, 10, regular, "alat, fejleszt")
			set(p, 145, 700, 10, regular, "o")
			set(p, 145, 700, 10, regular, "˝")
			set(p, 150, 700, 10, regular, "k ")
			set(p, 160, 700, 10, regular, "´")
			set(p, 160, 700, 10, regular, "ı 5´ x^2")
		}, []string{"paragraph: Használat, fejlesztők í 5´ x^2"}},
		{"ligatures of TeX's fonts of dots", func(p *pdfium.Page) {
			lines(p, 700, &pdfium.Font{}, "the o\x0ece has a \x1cne sta\x1b")
		}, []string{"paragraph: the office has a fine staff"}},
		{"letters of a ligature that all stand at its place", func(p *pdfium.Page) {
			set(p, 50, 700, 10, regular, "the of")
			set(p, 80, 700, 10, regular, "fi")
			last := &p.Chars[len(p.Chars)-1]
			last.X, last.Left, last.Right = 80, 80, 85
			set(p, 90, 700, 10, regular, "ce has a staf")
			set(p, 155, 700, 10, regular, "f")
		}, []string{"paragraph: the office has a staff"}},
		{"code keeps its lines", func(p *pdfium.Page) {
			lines(p, 700, regular, "Some words that make the body of this page, and a few more.")
			set(p, 50, 670, 10, mono, "if x {")
			set(p, 62, 658, 10, mono, "y()")
			set(p, 50, 646, 10, mono, "}")
		}, []string{"paragraph: Some words that make the body of this page, and a few more.", "code: if x {\n  y()\n}"}},
		{"text along the side comes last", func(p *pdfium.Page) {
			setTurned(p, 20, 100, 10, regular, "on the side", 90)
			lines(p, 700, regular, "Some words that make the body of this page, and a few more.")
		}, []string{"paragraph: Some words that make the body of this page, and a few more.", "paragraph: on the side"}},
		{"a page turned as a whole", func(p *pdfium.Page) {
			setTurned(p, 100, 50, 10, regular, "turned words go", 90)
			setTurned(p, 112, 50, 10, regular, "up the page", 90)
		}, []string{"paragraph: turned words go up the page"}},
		{"dots that lead to a page number are shortened", func(p *pdfium.Page) {
			lines(p, 700, regular, "Introduction.................7")
		}, []string{"paragraph: Introduction … 7"}},
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

func TestRunningHeaders(t *testing.T) {
	var pages []*pdfium.Page
	for i, s := range []string{"One begins with more words than its header.", "Another follows here, and says as much.", "A last one ends it, as long as the others."} {
		p := newPage()
		set(p, 50, 780, 8, regular, fmt.Sprintf("Report of 2020, part %d", i+1))
		set(p, 50, 600, 10, regular, s)
		set(p, 300, 20, 8, regular, fmt.Sprint(i+1))
		pages = append(pages, p)
	}
	want := []string{"paragraph: Report of 2020, part 1", "paragraph: One begins with more words than its header.", "paragraph: Another follows here, and says as much.",
		"paragraph: A last one ends it, as long as the others."}
	if got := blocks(pages...); !slices.Equal(got, want) {
		t.Errorf("blocks = %q, want %q", got, want)
	}
	// On pages of a few lines all lie at an edge. What they share is text nevertheless, but for the outermost lines.
	pages, want = nil, []string{"paragraph: Manual - revision 7"}
	for i := range 4 {
		p := newPage()
		set(p, 50, 800, 8, regular, "Manual - revision 7")
		set(p, 50, 760, 10, regular, fmt.Sprintf("Chapter %d is here.", i+1))
		set(p, 50, 60, 10, regular, "The operator writes each reading into the log.")
		set(p, 300, 20, 8, regular, fmt.Sprintf("Page %d of 4", i+1))
		pages = append(pages, p)
		want = append(want, fmt.Sprintf("paragraph: Chapter %d is here.", i+1), "paragraph: The operator writes each reading into the log.")
	}
	if diff := cmp.Diff(want, blocks(pages...)); diff != "" {
		t.Errorf("blocks differ (-want +got):\n%s", diff)
	}
}

// A header that names the chapter changes with it, and is no heading; the heading above the chapter is.
func TestRunningTitles(t *testing.T) {
	var pages []*pdfium.Page
	var want []string
	for i := range 9 {
		p := newPage()
		chapter := []string{"Origins", "Methods", "Results"}[i/3]
		head := fmt.Sprintf("%d Chapter %d. %s", i+11, i/3+1, chapter)
		set(p, 50, 780, 9, bold, head)
		if i%3 == 0 {
			want = append(want, "paragraph: "+head)
			set(p, 50, 720, 18, bold, chapter)
			want = append(want, "heading1: "+chapter)
		}
		text := fmt.Sprintf("Page %c has words that make the body of it, and a few more.", 'a'+i)
		set(p, 50, 600, 10, regular, text)
		want = append(want, "paragraph: "+text)
		pages = append(pages, p)
	}
	if diff := cmp.Diff(want, blocks(pages...)); diff != "" {
		t.Errorf("blocks differ (-want +got):\n%s", diff)
	}
}

// Lines that are set like a heading and are none: signs, labels of boxes, captions, dates, addresses, lines of a table of contents, lists,
// remarks. And short lines that are headings all the same.
func TestNoHeadings(t *testing.T) {
	for _, c := range []struct {
		text    string
		heading bool
	}{
		{"NN", false}, {"h h h", false}, {"LL′ = P A P′ (13)", false}, {"0 32 64 km", false}, {"Note", false}, {"Warning:", false}, {"Achtung", false},
		{"Figure 2-6: Mirror images", false}, {"Tabelle 3 Kosten", false}, {"August 2011", false}, {"(December 2020)", false}, {"12 May 2022", false},
		{"Home page: https://example.com/a", false}, {"ann@example.com", false}, {"Highlights: - Meals - Drinks", false},
		{"2021", true}, {"Notes", true}, {"Do’s", true}, {"7.1.3.1 MD5", true}, {"Q&A", false}, {"Why sell your car?", true}, {"Acme Pvt. Ltd. - Awards", true}, {"育児", true},
	} {
		p := newPage()
		set(p, 50, 750, 16, bold, c.text)
		set(p, 50, 600, 10, regular, "Some words that make the body of this page, and a few more.")
		if got := strings.HasPrefix(blocks(p)[0], "heading"); got != c.heading {
			t.Errorf("%q is a heading: %v", c.text, got)
		}
	}
	for _, text := range []string{"Book a test drive today at your dealer!", "Explore the openings →", "(All other employees)"} {
		p := newPage()
		set(p, 50, 750, 10, regular, "Some words that make the body of this page, and a few more.")
		set(p, 50, 700, 10, bold, text)
		set(p, 50, 650, 10, regular, "Other words that make the body of this page, and a few more.")
		if got := blocks(p)[1]; got != "paragraph: "+text {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// A line that the outline of a document names is a heading, however it is set and whatever it stands close to. No other bold line of text
// size is one, unless it is below the level that outlines are cut at.
func TestOutline(t *testing.T) {
	say := func(p *pdfium.Page, y float32) {
		set(p, 50, y, 10, regular, "Some words that make the body of this page, and a few more.")
		set(p, 50, y-12, 10, regular, "There are other words below them, which end the paragraph.")
	}
	outline := []pdfium.Entry{
		{Title: "Pumps", Page: 1, Level: 1}, {Title: "Care of seals", Page: 1, Level: 2}, {Title: "Oil:", Page: 1, Level: 2},
		{Title: "Table 1: Sizes", Page: 1, Level: 2}, {Title: "Bearings", Page: 7, Level: 2}, {Title: "Nowhere", Level: 1},
	}
	for _, c := range []struct {
		name    string
		outline []pdfium.Entry
		want    string
	}{
		{"none", nil, "Pumps, 2.1 Care of seals, Bearings"},
		{"whole", outline, "Pumps, 2.1 Care of seals, Oil:"},
		{"of the title alone", outline[:1], "Pumps, 2.1 Care of seals, Bearings"},
		{"of another document", []pdfium.Entry{{Title: "Fans", Page: 1, Level: 1}, {Title: "Belts", Page: 1, Level: 2}, {Title: "Motors", Page: 1, Level: 2}},
			"Pumps, 2.1 Care of seals, Bearings"},
		{"cut", append(outline[:2:2], pdfium.Entry{Title: "Oil:", Page: 1, Level: 3}), "Pumps, 2.1 Care of seals, Oil:, Bearings"},
	} {
		p := newPage()
		set(p, 50, 760, 18, bold, "Pumps")
		say(p, 720)
		set(p, 50, 670, 14, bold, "2.1 Care of seals")
		say(p, 640)
		set(p, 50, 590, 10, bold, "Oil:")
		say(p, 575)
		set(p, 50, 520, 10, bold, "Bearings")
		say(p, 495)
		set(p, 50, 440, 10, regular, "Table 1: Sizes")
		var b Builder
		b.Add(1, p)
		b.Outline(c.outline)
		var got []string
		for block := range b.Blocks() {
			if block.Kind == spar.Heading {
				got = append(got, block.Text)
			}
		}
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("outline %s: headings are %q, want %q", c.name, got, c.want)
		}
	}
}

// Chapters of a table of contents are set like headings.
func TestContentsAreNoHeadings(t *testing.T) {
	p, q := newPage(), newPage()
	set(p, 50, 760, 18, bold, "Contents")
	for i := range 6 {
		set(p, 50, 700-40*float32(i), 12, bold, fmt.Sprintf("%d The part of letter %c %d", i+1, 'a'+i, 3*i+2))
	}
	for i := range 12 {
		set(q, 50, 700-12*float32(i), 10, regular, "Some words that make the body of this page, and a few more.")
	}
	for _, b := range blocks(p, q) {
		if strings.Contains(b, "The part of") && strings.HasPrefix(b, "heading") {
			t.Errorf("a line of the contents is a heading: %q", b)
		}
	}
}

// A table of few rows may have two columns that touch. Its columns are those of its part on the page before.
func TestColumnsOverPages(t *testing.T) {
	page := func(rows [][]string, y float32) *pdfium.Page {
		p := newPage()
		bottom := y - 4 - 12*float32(len(rows))
		for _, y := range []float32{y + 14, y - 4, bottom} {
			p.Rules = append(p.Rules, pdfium.Rule{X0: 48, Y0: y, X1: 300, Y1: y})
		}
		for i, row := range append([][]string{{"City", "Country", "Flight"}}, rows...) {
			for k, cell := range row {
				set(p, []float32{50, 120, 165}[k], y-12*float32(i), 10, regular, cell)
			}
		}
		return p
	}
	got := blocks(page([][]string{{"Peking", "China", "CW1"}, {"Canton", "China", "CW3"}, {"Wuhan", "China", "CW5"}, {"Sydney", "Australia", "CW7"}}, 700),
		page([][]string{{"Perth", "Australia", "CW9"}, {"Darwin", "Australia", "CW11"}}, 700))
	want := []string{"table: City|Country|Flight / Peking|China|CW1 / Canton|China|CW3 / Wuhan|China|CW5 / Sydney|Australia|CW7 / Perth|Australia|CW9 / Darwin|Australia|CW11"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("blocks differ (-want +got):\n%s", diff)
	}
}

// Headings that differ only in their number are no running headers. A page keeps its text even if others hold the same and it holds nothing
// else.
func TestNoRunningHeaders(t *testing.T) {
	var pages []*pdfium.Page
	for i := range 4 {
		p := newPage()
		set(p, 50, 780, 10, regular, fmt.Sprintf("Part %d", 10*i))
		set(p, 50, 600, 10, regular, "Some words that make the body of this page, and a few more.")
		pages = append(pages, p)
	}
	const body = "paragraph: Some words that make the body of this page, and a few more."
	want := []string{"paragraph: Part 0", body, "paragraph: Part 10", body, "paragraph: Part 20", body, "paragraph: Part 30", body}
	if got := blocks(pages...); !slices.Equal(got, want) {
		t.Errorf("blocks = %q, want %q", got, want)
	}
	pages = nil
	for i := range 3 {
		p := newPage()
		set(p, 50, 780, 10, regular, fmt.Sprintf("Page %d", i+1))
		pages = append(pages, p)
	}
	want = []string{"paragraph: Page 1", "paragraph: Page 2", "paragraph: Page 3"}
	if got := blocks(pages...); !slices.Equal(got, want) {
		t.Errorf("blocks = %q, want %q", got, want)
	}
}

// A table that goes on over the page, with its header repeated, is one table.
func TestTableOverPages(t *testing.T) {
	var pages []*pdfium.Page
	for i := range 2 {
		p := newPage()
		for j, row := range [][]string{{"City", "People"}, {"Oslo", "70"}, {"Rome", "28"}, {"Bath", "94"}} {
			set(p, 50, 700-14*float32(j), 10, regular, row[0])
			text := row[1]
			if j > 0 {
				text += fmt.Sprint(i)
			}
			set(p, 150, 700-14*float32(j), 10, regular, text)
		}
		pages = append(pages, p)
	}
	want := []string{"table: City|People / Oslo|700 / Rome|280 / Bath|940 / Oslo|701 / Rome|281 / Bath|941"}
	if got := blocks(pages...); !slices.Equal(got, want) {
		t.Errorf("blocks = %q, want %q", got, want)
	}
}

// Coordinates beyond all reason must not upset the layout.
func FuzzLayout(f *testing.F) {
	f.Add(float32(0), float32(0), float32(10), "a b", 0.0)
	f.Add(float32(1e6), float32(-1e6), float32(0), "• x", 33.0)
	f.Fuzz(func(t *testing.T, x, y, size float32, s string, angle float64) {
		const far = 1e6
		if !(abs(x) <= far && abs(y) <= far && size >= 0 && size <= far && math.Abs(angle) <= 180) || len(s) > 100 {
			t.Skip("package pdfium gives no such thing")
		}
		p := newPage()
		for i := range 4 {
			setTurned(p, x, y+float32(i), size, regular, s, angle)
			setTurned(p, x+float32(i), y, size, mono, s, angle)
			set(p, y, x, size, bold, s)
			p.Rules = append(p.Rules, pdfium.Rule{X0: min(x, y), X1: max(x, y), Y0: float32(i), Y1: float32(i)})
		}
		for _, b := range blocks(p, p) {
			if b == "" {
				t.Error("an empty block")
			}
		}
	})
}

package engine

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/spar"
	"pgregory.net/rapid"
)

// set sets lines of words, ten points a line and five a letter; a bar ends a word and leaves no blank behind it.
func set(lines ...string) (words []extract.Word) {
	for i, line := range lines {
		x := float32(0)
		for _, w := range strings.Fields(line) {
			wide := 5 * float32(len([]rune(w)))
			words = append(words, extract.Word{Text: w, Box: [4]float32{x, float32(10 * i), x + wide, float32(10*i + 10)}})
			x += wide + 5
		}
	}
	return words
}

func text(s string) spar.Passage { return spar.Passage{Kind: spar.TextPassage, Text: s} }

func row(cells ...string) spar.Passage {
	p := spar.Passage{Kind: spar.RowPassage}
	for i, c := range cells {
		p.Text += "Label: "
		p.Cells = append(p.Cells, spar.Cell{Column: i + 1, Label: len(p.Text) - 7, Start: len(p.Text), End: len(p.Text) + len(c)})
		p.Text += c + "\n"
	}
	return p
}

func TestMark(t *testing.T) {
	page := set(
		"Leave 21",
		"Parents have a right to para-",
		"graph twelve of the ﬁnal rules, and",
		"to one day.",
		"1 One day of leave",
		"Notes 21 1 A",
		"Grade 7 100 200",
		"Grade 8 100 300",
		"Sum 7 100 200 7",
		"café crème",
	)
	for _, c := range []struct {
		what  string
		of    []spar.Passage
		found string
		lines []int // on which boxes lie
	}{
		{"hyphens and ligatures", []spar.Passage{text("Parents have a right to paragraph twelve of the final rules, and to one day.")}, MarkedWhole, []int{1, 2, 3}},
		{"a list", []spar.Passage{text("Leave 21\n1 One day of leave")}, MarkedWhole, []int{0, 4}},
		{"several places", []spar.Passage{text("21")}, MarkedNone, nil},
		{"a part of a number", []spar.Passage{text("2")}, MarkedNone, nil},
		{"not there", []spar.Passage{text("Nobody has a right to anything that is said here.")}, MarkedNone, nil},
		{"what goes on overleaf", []spar.Passage{text("Parents have a right to paragraph twelve of the old testament as amended by Deuteronomy")}, MarkedPart, []int{1, 2}},
		{"what began before", []spar.Passage{text("as was said on another page at length, to paragraph twelve of the final rules, and to one day.")}, MarkedPart, []int{1, 2, 3}},
		{"a row", []spar.Passage{row("Grade 8", "100", "300")}, MarkedWhole, []int{7}},
		{"cells of a row that has more", []spar.Passage{row("Grade 7", "200")}, MarkedWhole, []int{6}},
		{"a row that may be any", []spar.Passage{row("7", "100")}, MarkedNone, nil},
		{"accents", []spar.Passage{text("Café creme")}, MarkedWhole, []int{9}},
	} {
		boxes, found := Mark(page, c.of)
		var lines []int
		for _, b := range boxes {
			if n := int(b[1] / 10); !slices.Contains(lines, n) {
				lines = append(lines, n)
			}
		}
		if found != c.found || !slices.Equal(lines, c.lines) {
			t.Errorf("%s: %s in lines %v, want %s in %v (%v)", c.what, found, lines, c.found, c.lines, boxes)
		}
	}
}

// Mark marks no more than it looked for, and marks everything that the page has once.
func TestMarkAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[a-cé0-2.\-]{1,6}`)
		lines := rapid.SliceOfN(rapid.Map(rapid.SliceOfN(word, 1, 6), func(w []string) string { return strings.Join(w, " ") }), 1, 8).Draw(t, "lines")
		page := set(lines...)
		sought := rapid.OneOf(rapid.SampledFrom(lines), rapid.Map(rapid.SliceOfN(word, 0, 8), func(w []string) string { return strings.Join(w, " ") })).Draw(t, "sought")
		boxes, found := Mark(page, []spar.Passage{text(sought)})
		if (len(boxes) == 0) != (found == MarkedNone) {
			t.Fatalf("%d boxes, %s", len(boxes), found)
		}
		var all strings.Builder
		for _, w := range page {
			all.WriteString(letters(w.Text))
		}
		if found == MarkedWhole && !strings.Contains(all.String(), letters(sought)) {
			t.Fatalf("%q is found on %q", sought, lines)
		}
	})
}

func TestGridOf(t *testing.T) {
	cells := func(row int, label string, values ...string) spar.Passage {
		p := spar.Passage{Kind: spar.RowPassage, Locator: spar.Locator{Sheet: "S", Row: row}}
		for i, v := range values {
			p.Cells = append(p.Cells, spar.Cell{Column: i + 1, Label: len(p.Text), Start: len(p.Text) + len(label) + 2, End: len(p.Text) + len(label) + 2 + len(v)})
			p.Text += label + ": " + v + "\n"
		}
		return p
	}
	text := listed{
		{Kind: spar.TextPassage, Text: "A title", Locator: spar.Locator{Sheet: "S", Row: 1}},
		cells(4, "Name", "Ada", "7"), cells(3, "Name", "Bob", "8"),
		{Kind: spar.TextPassage, Text: "elsewhere", Locator: spar.Locator{Sheet: "T", Row: 1}},
	}
	g, err := GridOf(text, spar.Locator{Sheet: "S", Row: 4}, func(of, first int) (int, int) {
		if of != 3 || first != 2 {
			t.Errorf("row %d of %d", first, of)
		}
		return 0, of
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Rows) != 3 || g.Rows[0].Text != "A title" || g.Rows[1].Row != 3 || !slices.Equal(g.Rows[2].Cells, []string{"Ada", "7"}) ||
		!slices.Equal(g.Labels, []string{"Name", "Name"}) || !slices.Equal(g.Sheets, []string{"S", "T"}) {
		t.Errorf("%+v", g)
	}
	if g, err = GridOf(text, spar.Locator{Sheet: "S", Row: 4}, func(_, first int) (int, int) { return first, first + 1 }); err != nil || len(g.Rows) != 1 || g.From != 2 || g.Of != 3 || len(g.Labels) != 2 {
		t.Errorf("one row: %+v %v", g, err)
	}
}

// Mark stops searching a page that is made to be slow, and then marks nothing that only a full search could tell.
func TestMarkEnds(t *testing.T) {
	var words []extract.Word
	for i := range 30_000 { // each in a line of its own
		words = append(words, extract.Word{Text: strings.Repeat("a", 200), Box: [4]float32{0, float32(i), 5, float32(i) + .5}})
	}
	rows := []spar.Passage{text(strings.Repeat("a\n", 20_000))}
	for range 2000 {
		rows = append(rows, row("b", "c"))
	}
	began := time.Now()
	if boxes, found := Mark(words, rows); found != MarkedNone || len(boxes) > 0 {
		t.Errorf("%d boxes, %s", len(boxes), found)
	}
	if took := time.Since(began); took > time.Minute {
		t.Errorf("it took %s", took)
	}
}

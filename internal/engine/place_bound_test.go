package engine

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// A place is shown with its surroundings, and never as a whole file, whatever the address says.
func TestPlaceIsBounded(t *testing.T) {
	var passages []spar.Passage
	for range 300 {
		passages = append(passages, spar.Passage{Kind: spar.TextPassage, Text: strings.Repeat("words ", 40) + "\nmore", Locator: spar.Locator{Heading: "One"}})
	}
	passages = append(passages, spar.Passage{Kind: spar.TextPassage, Text: strings.Repeat("x", 100_000), Locator: spar.Locator{Heading: "Two"}},
		spar.Passage{Kind: spar.TextPassage, Text: "short", Locator: spar.Locator{Heading: "Three"}})
	for _, l := range []spar.Locator{{}, {Heading: "One"}, {Heading: "Two"}, {Heading: "Three"}} {
		p, err := place(listed(passages), l)
		if err != nil {
			t.Fatal(err)
		}
		rows := 0
		for _, texts := range [][]string{p.Before, p.Text, p.After} {
			for _, text := range texts {
				for line := range strings.SplitSeq(text, "\n") {
					rows += 1 + (len(line)-1)/lineLength
				}
			}
		}
		if rows > mostLines+3 || len(p.Text) == 0 || (p.LeftOut > 0) != (l.Heading != "Three") {
			t.Errorf("%v: %d lines, %d texts, %d left out", l, rows, len(p.Text), p.LeftOut)
		}
		if l.Heading == "Three" && (len(p.Before) == 0 || p.Text[0] != "short") {
			t.Errorf("%+v", p)
		}
	}
}

// A section whose text is all in sections below it opens at the first of them; one that has text of its own opens there.
func TestPlaceOfSections(t *testing.T) {
	passage := func(heading, text string) spar.Passage {
		return spar.Passage{Kind: spar.TextPassage, Text: text, Locator: spar.Locator{Heading: heading}}
	}
	text := listed{passage("Paper", "begin"), passage("Paper > Methods > Salt", "weighed"), passage("Paper > Methods > Sleep", "counted"), passage("Paper > Methods used", "none"), passage("Paper > Results", "own"), passage("Paper > Results > More", "below")}
	for heading, want := range map[string]string{"Paper > Methods": "weighed counted", "Paper > Results": "own", "Paper": "begin", "Paper > Methods > Salt": "weighed", "Paper > Meth": ""} {
		p, err := place(text, spar.Locator{Heading: heading})
		if got := strings.Join(p.Text, " "); got != want || (err != nil) != (want == "") {
			t.Errorf("%s: %q, %v; want %q", heading, got, err, want)
		}
	}
}

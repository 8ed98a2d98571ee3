package summary_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/summary"
)

// text is a document of passages.
type text []spar.Passage

func (t text) Len() int                            { return len(t) }
func (t text) Passage(i int) (spar.Passage, error) { return t[i], nil }

// document makes a document of headings, each followed by a colon and its text.
func document(parts ...string) (t text) {
	for _, p := range parts {
		heading, said, _ := strings.Cut(p, ": ")
		t = append(t, spar.Passage{Kind: spar.TextPassage, Text: said, Lang: "en", Locator: spar.Locator{Heading: "Report > " + heading}})
	}
	return t
}

func TestOf(t *testing.T) {
	const (
		pump   = "The pump station on the river moves water from the river to the town."
		repair = "The pump station was repaired in May, for the pump had lost half of its water."
		cost   = "The repair of the pump cost 40,000 euros, which the town paid."
		thanks = "We thank the town, the pump station, the river and the water works for the repair of the pump."
		first  = "This report tells of the pump station and its repair."
		second = "It says who paid for the work, and when."
	)
	plain := document("Station: "+pump+" It is grey.", "Repair: Many came to look. "+repair, "Cost: "+cost, "Acknowledgements: "+thanks)
	for _, tc := range []struct {
		name   string
		text   text
		n      int
		want   []string
		of     int
		author bool
	}{
		{"a sentence of each section, in order, without thanks", plain, 9, []string{pump, repair, cost}, 3, false},
		{"the sentences of the author's summary", append(document("1. Summary: "+first+" "+second+" So there."), plain...), 5, []string{first, second}, 2, true},
		{"the first of them", append(document("Abstract: "+first+" "+second), plain...), 1, []string{first}, 2, true},
		{"a summary of one sentence is none", append(document("Summary: "+first), plain...), 9, []string{first, pump, repair, cost}, 4, false},
		{"thanks alone", document("Acknowledgements: " + thanks), 3, []string{thanks}, 1, false},
		{"nothing", nil, 3, nil, 0, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, of, author := summary.Of(tc.text, tc.n)
			var said []string
			for _, g := range got {
				said = append(said, g.Text)
				if p := g.From.Passage; !strings.Contains(p.Text, g.Text) {
					t.Errorf("%q is not in the passage that it names, %q", g.Text, p.Text)
				}
			}
			if !slices.Equal(said, tc.want) || of != tc.of || author != tc.author {
				t.Errorf("got %q of %d, by the author %v; want %q of %d, %v", said, of, author, tc.want, tc.of, tc.author)
			}
		})
	}
	if got, _, _ := summary.Of(plain, 2); len(got) != 2 || got[0].From.Index >= got[1].From.Index {
		t.Errorf("two sentences in the order of the document are %v", got)
	}
}

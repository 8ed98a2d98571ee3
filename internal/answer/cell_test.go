package answer

import (
	"slices"
	"testing"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/spar"
)

// An answer from a row cites the cell that was asked for, and the row where several could be meant.
func TestCellAsked(t *testing.T) {
	table := &spar.Table{
		Header: []string{"Region", "Revenue / 2019", "Revenue / 2020", "Staff / 2020", ""},
		Rows:   []spar.Row{{Cells: []string{"North", "12", "13", "", "20 20"}, Locator: spar.Locator{Sheet: "Q3", Row: 7}}},
	}
	passages := chunk.Split(slices.Values([]spar.Block{{Kind: spar.TableKind, Table: table}}), chunk.Options{})
	if len(passages) != 1 {
		t.Fatalf("%d passages", len(passages))
	}
	for question, want := range map[string]string{
		"revenue of North in 2020":    "sheet=Q3&row=7&cell=C7",
		"revenue of North in 2019":    "sheet=Q3&row=7&cell=B7",
		"what is the revenue":         "sheet=Q3&row=7", // the question names no year
		"in which region is 12":       "sheet=Q3&row=7&cell=A7",
		"what is said of North":       "sheet=Q3&row=7",
		"which sales had North, 2019": "sheet=Q3&row=7&cell=B7",
	} {
		if got := cellAsked(question, passages[0], weights{}).String(); got != want {
			t.Errorf("%q is answered at %s, want %s", question, got, want)
		}
	}
	text := spar.Passage{Kind: spar.TextPassage, Text: "Revenue: 12", Locator: spar.Locator{Page: 3}}
	if got := cellAsked("revenue", text, weights{}); got != text.Locator {
		t.Errorf("a text is cited at %s", got)
	}
}

// The card of a table is no answer, however well it fits.
func TestCardsAreNoAnswers(t *testing.T) {
	card := hit("staff.csv", "", "Table of 500 rows and 2 columns.\nparental leave: number, 20 to 30", 20)
	card.Passage.Kind = spar.CardPassage
	if a := extracted(t, "parental leave", []spar.Hit{card}, weights{}); !a.Refused {
		t.Errorf("answered %+v", a)
	}
	a := extracted(t, "How many days of parental leave do employees get?", append([]spar.Hit{card}, leave...), weights{})
	if a.Refused || a.Citations[0].Path != "hr/leave.md" {
		t.Errorf("answered %+v", a)
	}
}

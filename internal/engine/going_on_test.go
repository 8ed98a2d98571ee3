package engine

import (
	"testing"

	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
)

// TestGoesOn: the file of the answer before is brought forward as far as it says what the question asks now. It is not if the question asks
// for another version or about something else.
func TestGoesOn(t *testing.T) {
	hit := func(id spar.FileID, text string) spar.Hit {
		return spar.Hit{File: id, Path: "a.txt", Passage: spar.Passage{Text: text, Lang: "en"}}
	}
	hits := []spar.Hit{hit(1, "The lease was signed by the landlord."), hit(2, "Halden Freight brings the goods.")}
	stats := retrieve.Stats{Passages: 10, Words: []retrieve.Word{{Text: "signed", Passages: 1}, {Text: "halden", Passages: 1}, {Text: "freight", Passages: 1}, {Text: "unicorn"}}}
	for _, tc := range []struct {
		asked string
		want  float64
	}{
		{"who signed it?", 1},
		{"why?", 1},
		{"who signed the unicorn?", 1}, // which no file can say
		{"and for Halden Freight?", 0},
		{"who signed it in 2019?", 0},
		{"who signed the old version?", 0},
	} {
		g := GoesOn{Asked: tc.asked, Files: map[spar.FileID]float64{1: 1}}
		of := g.holds(hits, stats)
		got := 0.
		if of != nil {
			got = of(1)
			if of(2) != 0 {
				t.Errorf("%s: a file that was not cited is brought forward", tc.asked)
			}
		}
		if got != tc.want {
			t.Errorf("%s: %v, want %v", tc.asked, got, tc.want)
		}
	}
}

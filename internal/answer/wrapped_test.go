package answer

import (
	"slices"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

func TestLinesOfAPageWithoutEmptyLines(t *testing.T) {
	var got []string
	for _, b := range blocksOf(`Dear all,
the county show has taken our Saturday. The open day of 2025 is therefore on
19 July and not on 12 July. Times and everything else stay as in the plan.
Jasmin`) {
		got = append(got, b.text)
	}
	want := []string{"Dear all, the county show has taken our Saturday. The open day of 2025 is therefore on 19 July and not on 12 July. Times and everything else stay as in the plan.", "Jasmin"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}

	got = nil
	for _, b := range blocksOf(`BOARD - Tuesday 12 March 2024, Sallowfield, training room
There: Prof. Augusta Wray (chair), Lionel Stott, Beatrix Oyelaran, Simon
Faulk, Canon Hugh Peverell
Not there: Nora Tench
(1) Dunmarrow. The plant loses £9,000 a month. The board resolves to close
it on 31 December 2024 and to move its customers to Prynne Lane. Canon
Peverell asks that his vote against be noted.`) {
		got = append(got, b.text)
	}
	want = []string{
		"BOARD - Tuesday 12 March 2024, Sallowfield, training room",
		"There: Prof. Augusta Wray (chair), Lionel Stott, Beatrix Oyelaran, Simon Faulk, Canon Hugh Peverell",
		"Not there: Nora Tench",
		"(1) Dunmarrow. The plant loses £9,000 a month. The board resolves to close it on 31 December 2024 and to move its customers to Prynne Lane. Canon Peverell asks that his vote against be noted.",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSentenceOfTwoPassagesIsOfTheBetter(t *testing.T) {
	passage := func(index int, score float64, text string) source {
		return source{Hit: spar.Hit{Path: "policy.txt", Index: index, Score: score, Passage: spar.Passage{Kind: spar.TextPassage, Text: text, Lang: "en"}}, rank: index}
	}
	list := []source{
		passage(0, .4, "Breaks are half an hour long.\nOvertime is taken as time off within three months."),
		passage(1, .8, "Overtime is taken as time off within three months.\nWhat is left is paid out."),
	}
	got := map[string]int{}
	for _, s := range statementsOf(list) {
		got[s.text] = s.source
	}
	if len(got) != 3 || got["Breaks are half an hour long."] != 0 || got["Overtime is taken as time off within three months."] != 1 || got["What is left is paid out."] != 1 {
		t.Errorf("got sources %v", got)
	}
}

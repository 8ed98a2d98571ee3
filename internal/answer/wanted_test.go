package answer

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/question"
)

// Statements about one side of a thing do not answer a question about another side.
func TestWanted(t *testing.T) {
	text := "# Kiln 40\n\nThe kiln stands in the yard of the Ostend works. It was repaired by Ada Finch in May. It burns 12 litres.\n"
	for _, tc := range []struct {
		question string
		refused  bool
	}{
		{"Where does the Kiln 40 stand?", false},
		{"Who repaired the Kiln 40?", false},
		{"When was the Kiln 40 repaired?", false},
		{"How many litres does the Kiln 40 burn?", false},
		{"What colour has Kiln 40?", true},
		{"Who insures Kiln 40?", true},
		{"In which year was the Kiln 40 repaired?", true},
		{"Phone number of the Kiln 40", true},
		{"Who repaired the Kiln 40 for €1,200?", false}, // the answer need not repeat the assumption
	} {
		hits, o := found(t, "kiln.md", text, "The kiln")
		if a := Extractive(t.Context(), tc.question, hits, weights{}, o); a.Refused != tc.refused {
			t.Errorf("%q is answered with %q", tc.question, texts(a))
		}
	}
}

// A comparison has both sides in turn, each from its own hits; one side alone is no answer.
func TestCompared(t *testing.T) {
	text := "# Cards\n\n## Day card\n\nThe day card costs 5 crowns. It is valid in zone A.\n\n## Year card\n\nThe year card costs 300 crowns. It is valid everywhere.\n"
	hits, o := found(t, "cards.md", text, "The day card")
	year, _ := found(t, "cards.md", text, "The year card")
	a := Extractive(t.Context(), "What is the difference between the day card and the year card?", append(hits, year...), weights{}, o)
	want := []string{"The day card costs 5 crowns.", "The year card costs 300 crowns.", "It is valid in zone A.", "It is valid everywhere."}
	if diff := cmp.Diff(want, texts(a)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	a = Extractive(t.Context(), "What is the difference between the day card and the week card?", append(hits, year...), weights{}, o)
	if !a.Refused || len(a.Missing) != 1 || a.Missing[0] != "week" {
		t.Errorf("the week card is in no file, and the answer is %+v", a)
	}
}

func TestFiguresInWords(t *testing.T) {
	for text, want := range map[string]bool{
		"The well is seventy feet deep.": true, "Parents get fourteen weeks.": true, "Sick leave is not limited.": true, "It has twenty-one rooms.": true,
		"Eltern haben vierzehn Wochen.": true, "La garantie dure quatorze mois.": true, "La garantía dura catorce meses.": true,
		"The well was dug by the monks.": false, "Der Brunnen ist tief.": false,
	} {
		if got := wanted(question.Parse("How many are there?"))(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

// When something is done may be told by its condition; when it was done may not.
func TestConditions(t *testing.T) {
	for text, want := range map[string]bool{
		"When does the command fail?": true, "When may a member leave?": true, "When did the command fail?": false, "When was the fault found?": false,
	} {
		if got := wanted(question.Parse(text))("The command fails if any fault is found."); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
}

package answer

import (
	"testing"

	"github.com/sparsearch/spar/internal/question"
)

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

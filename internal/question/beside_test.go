package question

import (
	"slices"
	"testing"
)

// TestBeside: the typed words stand beside the things that the question before names, and beside all of it. Words too few for a question
// are told.
func TestBeside(t *testing.T) {
	for _, tc := range []struct {
		prev, text, want string
		leans            bool
	}{
		{"How many boxes can I order in the reading room?", "opening hours?", "Opening hours the reading room?", true},
		{"How many boxes can I order in the reading room?", "opening hours?", "Opening hours: How many boxes can I order in the reading room?", true},
		{"When is the poster of Salt Garden due?", "how many copies", "How many copies the poster of Salt Garden?", true},
		{"What are the aims of the breeding programme?", "tell me more about the leeks", "Tell me more about the leeks the aims of the breeding programme?", true},
		{"Who bred Copper Anna?", "payment terms of Ostrel Software", "Payment terms of Ostrel Software Copper Anna?", false},
		{"Who bred Copper Anna?", "Which hospital is nearest?", "Which hospital is nearest Copper Anna?", false},
		{"Who conducts Orfeo Reversed?", "different question: when does the box office open?", "", false},
		{"Deadline: Who approves days of parental leave?", "eligibility?", "Eligibility: Who approves days of parental leave?", true},
		{"Was ist der Unterschied zwischen main und contrib?", "Wie installiere ich ein Paket?", "Wie installiere ich ein Paket: Was ist der Unterschied zwischen main und contrib?", false},
		{"Wie hoch ist der Beitrag für Mitglieder?", "Öffnungszeiten?", "Öffnungszeiten: Wie hoch ist der Beitrag für Mitglieder?", true},
	} {
		list, leans := Beside(tc.text, []Turn{{Question: tc.prev}})
		if leans != tc.leans || tc.want != "" && !slices.Contains(list, tc.want) || (tc.want == "") != (len(list) == 0) {
			t.Errorf("%s > %s: %q, leans %v; want %q", tc.prev, tc.text, list, leans, tc.want)
		}
	}
	if list, _ := Beside("why?", nil); list != nil {
		t.Errorf("beside nothing: %q", list)
	}
}

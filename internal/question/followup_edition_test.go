package question

import (
	"strings"
	"testing"
)

// TestAsksEdition: a follow-up that asks the last question of another version says which, and names only the document. A question with an
// object of its own is none.
func TestAsksEdition(t *testing.T) {
	for _, tc := range []struct{ last, asked, which, names, self string }{
		{"What is the touring allowance a day?", "what was it before 2025", "year", "", "What is the touring allowance a day according to X?"},
		{"From what amount do I need three quotations?", "How was that until 2024?", "year", "", "From what amount do I need three quotations according to X?"},
		{"How many days of leave did the page from 2018 give?", "Actually I need the one that counts today", "inforce", "", "How many days of leave did the page give according to X?"},
		{"2025 hire price for a gown", "last year's list?", "earlier", "list", "Hire price for a gown according to X?"},
		{"What did a costume cost to hire in 2022?", "and now?", "inforce", "", "What did a costume cost to hire according to X?"},
		{"What do I pay for a share?", "and under the old articles?", "earlier", "articles", "What do I pay for a share according to X?"},
		{"How many days can I carry over?", "what would the draft change about that", "draft", "", "How many days can I carry over according to X?"},
		{"Wie hoch ist der Beitrag?", "und davor?", "earlier", "", "Wie hoch ist der Beitrag laut X?"},
		{"Wie hoch ist der Beitrag?", "und in der alten Satzung?", "earlier", "satzung", "Wie hoch ist der Beitrag laut X?"},
		{"Quel est le tarif ?", "et avant ?", "earlier", "", "Quel est le tarif selon X?"},
		{"¿Cuál es la cuota?", "¿y antes?", "earlier", "", "¿Cuál es la cuota según X?"},
		{"How many days of leave do I get?", "who is the new manager?", "later", "manager", ""},
		{"How many days of leave do I get?", "and for part-timers?", "", "", ""},
		{"How many days of leave do I get?", "different question: what is the current price?", "", "", ""},
	} {
		e, ok := AsksEdition(tc.asked, []Turn{{Question: tc.last}})
		if ok != (tc.which != "") || string(e.Which) != tc.which || strings.Join(e.Names, " ") != tc.names {
			t.Errorf("%q after %q asks for %q of %q (%v), want %q of %q", tc.asked, tc.last, e.Which, e.Names, ok, tc.which, tc.names)
			continue
		}
		if tc.self != "" && e.Of("X") != tc.self {
			t.Errorf("%q after %q is taken as %q, want %q", tc.asked, tc.last, e.Of("X"), tc.self)
		}
	}
}

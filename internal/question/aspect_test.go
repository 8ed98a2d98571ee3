package question

import "testing"

func TestAspect(t *testing.T) {
	for text, want := range map[string]string{
		"How long is the warranty of the trench pump?":            "warranty",
		"What is the sort code that customers pay into?":          "sort code",
		"Which licence does zlib have?":                           "licence",
		"What is the purpose of the agreement?":                   "",
		"What is the notice period of the agreement with Lathby?": "notice period",
		"Who is the clerk of the board?":                          "",
		"Wie hoch ist die Gebühr für den Parkplatz?":              "Gebühr",
		"Quel est le montant ?":                                   "",
		"¿Cuál es el plazo de entrega?":                           "plazo",
		"Please tell me what is the price of a day ticket?":       "price",
	} {
		if got := Parse(text).Aspect(); got != want {
			t.Errorf("%q asks for %q, not %q", text, got, want)
		}
	}
}

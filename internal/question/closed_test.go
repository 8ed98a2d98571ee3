package question

import "testing"

// TestClosed: where two languages tie on the words that show a language, a short question's closed-class words decide. They are no content.
func TestClosed(t *testing.T) {
	for text, want := range map[string][2]string{
		"An welchem Tag wird abgebucht?":                   {"de", "Tag abgebucht?"},
		"peut on payer en plusieurs fois":                  {"fr", "payer fois"},
		"Suis-je assuré si on me vole mes affaires ?":      {"fr", "assuré vole affaires ?"},
		"Quand change-t-on la chaudière ?":                 {"fr", "change chaudière ?"},
		"puis-je venir":                                    {"fr", "venir"},
		"wenn ich aus dem Verein austreten will":           {"de", "Verein austreten"},
		"company car allowance":                            {"en", ""},
		"no smoking plus will":                             {"en", ""},
		"can he give me a lift":                            {"en", ""},
		"has the crew as many days as an office":           {"en", ""},
		"how am I paid in the crew's absence, as an agent": {"en", ""},
		"who is the chair, and does he or she hold a vote": {"en", ""},
	} {
		lang := Parse(text).Lang
		if lang != want[0] {
			t.Errorf("%s: language %s, want %s", text, lang, want[0])
		}
		if got := Without(text, lang); want[1] != "" && got != want[1] {
			t.Errorf("%s: says %q, want %q", text, got, want[1])
		}
	}
}

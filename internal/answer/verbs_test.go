package answer

import "testing"

// lackingWords are weights of a question; the words in it stand in no file.
type lackingWords map[string]bool

func (l lackingWords) Terms(string, string) []string { return nil }
func (l lackingWords) Weight(string) float64         { return 1 }
func (l lackingWords) Nowhere(word string) bool      { return l[word] }

// TestVerbTerms: words of a German question in small letters that no file says are no nouns, where the question writes nouns with capitals.
func TestVerbTerms(t *testing.T) {
	w := lackingWords{"gemeldet": true, "Attest": true, "attest": true}
	for _, tc := range []struct {
		text, lang string
		want       int
	}{
		{"Bootsschaden wird dem Wart gemeldet", "de", 1},
		{"Attest dem Wart vorgelegt", "de", 0},
		{"attest gemeldet", "de", 0}, // no capital tells the nouns
		{"Damage reported to the Warden gemeldet", "en", 0},
	} {
		if got := verbTerms(tc.text, tc.lang, w); len(got) != tc.want {
			t.Errorf("%s: %v, want %d", tc.text, got, tc.want)
		}
	}
}

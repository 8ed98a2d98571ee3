package chunk

import (
	"slices"
	"testing"
)

// A word typed without accents has the term of the word with them among its terms.
func TestAccented(t *testing.T) {
	var a Analyzer
	for _, word := range []string{"a", "io", "uno", "caes", "este", "oooooo"} { // short ones and those of vowels alone
		for lang := range endingAccents {
			a.Accented(word, lang)
		}
	}
	for _, c := range []struct{ lang, typed, written string }{
		{"hu", "sokszinusegert", "sokszínűségért"}, {"es", "organizacion", "organización"}, {"pt", "organizacao", "organização"},
		{"pt", "possivel", "possível"}, {"it", "qualita", "qualità"}, {"es", "munoz", "muñoz"}, {"fr", "compatibilite", "compatibilité"}, {"fr", "expressement", "expressément"}, {"hu", "megoldaskent", "megoldásként"},
		{"tr", "degisiklikleri", "değişiklikleri"},
	} {
		terms := append(a.Accented(c.typed, c.lang), a.Stem(c.typed, c.lang))
		if want := a.Stem(c.written, c.lang); !slices.Contains(terms, want) {
			t.Errorf("%s: %q has %q, not %q", c.lang, c.typed, terms, want)
		}
	}
	if got := a.Accented("organizacion", "en"); got != nil {
		t.Errorf("English has %q", got)
	}
}

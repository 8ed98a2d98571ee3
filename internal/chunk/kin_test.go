package chunk

import "testing"

// TestKin: verbs and the nouns that are made of them are of one family; words that only begin alike are not.
func TestKin(t *testing.T) {
	for _, tc := range []struct {
		lang, a, b string
		want       bool
	}{
		{"de", "sperrt", "Sperrung", true}, {"de", "lackieren", "Lackierung", true}, {"de", "erstattet", "Erstattung", true}, {"de", "kündigen", "Kündigung", true},
		{"de", "Kammer", "Kamerad", false}, {"de", "Vertrag", "Vertreter", false},
		{"fr", "inscrire", "inscription", true}, {"fr", "rembourser", "remboursement", true}, {"fr", "contrat", "contraire", false},
		{"es", "reparar", "reparación", true}, {"es", "inscribir", "inscripciones", true}, {"es", "contrato", "contraseña", false},
		{"en", "decide", "decision", false},
	} {
		var an Analyzer
		stem := func(w string) string { return an.Stem(Words(w)[0], tc.lang) }
		if got := stem(tc.a) == stem(tc.b) || Kin(stem(tc.a), stem(tc.b), tc.lang); got != tc.want {
			t.Errorf("%s %s (%s), %s (%s): %v", tc.lang, tc.a, stem(tc.a), tc.b, stem(tc.b), got)
		}
	}
}

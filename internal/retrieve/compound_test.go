package retrieve

import (
	"fmt"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// TestCompounds: a compound that no file has is taken for its two parts, if files have both.
func TestCompounds(t *testing.T) {
	s := openStore(t)
	var files []Source
	for i, text := range []string{"Der Urlaub wird im Zeitprogramm beantragt. Nicht genommene Tage verfallen.", "Für die Reise sind Belege einzureichen, je Kilometer gibt es Geld."} {
		path := fmt.Sprintf("%d.md", i)
		passages := []spar.Passage{{Kind: spar.TextPassage, Text: text, Lang: "de"}}
		files = append(files, Source{File: spar.FileID(i + 1), Share: "s", Path: path, Segment: put(t, s, path, passages)})
	}
	for word, want := range map[string]string{
		"Urlaubstage": "Urlaub Tage", "reisebelege": "Reise Belege", "Kilometergeld": "Kilometer Geld",
		"Urlaubsantrag": "", "Zeitprogramm": "", "Tageslicht": "", "A4-Urlaubstage2": "",
	} {
		question := "Wie viele " + word + " gibt es?"
		_, stats, err := Search(t.Context(), files, question, Options{})
		if err != nil {
			t.Fatal(err)
		}
		list, _, err := Compounds(t.Context(), files, question, stats)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if len(list) > 0 {
			got = list[0].To
		}
		if got != want {
			t.Errorf("%s is taken for %q, want %q", word, got, want)
		}
	}
}

// TestBeside: a word that no file has is searched for with compounds of the files and words that stand for it.
func TestBeside(t *testing.T) {
	s := openStore(t)
	var files []Source
	for i, text := range []string{"Der Erholungsurlaub wird beantragt. Übernachtungen werden erstattet. Wir arbeiten im Saal.", "Eine ärztliche Bescheinigung ist vorzulegen. Der Vertrag gilt. Der Host afi ist da."} {
		path := fmt.Sprintf("%d.md", i)
		passages := []spar.Passage{{Kind: spar.TextPassage, Text: text, Lang: "de"}}
		files = append(files, Source{File: spar.FileID(i + 1), Share: "s", Path: path, Segment: put(t, s, path, passages)})
	}
	for word, want := range map[string]string{
		"Urlaub": "Erholungsurlaub", "Hotelübernachtung": "Übernachtungen", "Attest": "Bescheinigung", "Saalmiete": "Saal", "Arbeitskittel": "", "Trag": "", "Zertrag": "", "Kaffee": "", "Fotografieren": "",
	} {
		question := "Wie ist das mit " + word + " und der Frist?"
		_, stats, err := Search(t.Context(), files, question, Options{})
		if err != nil {
			t.Fatal(err)
		}
		_, list, err := Compounds(t.Context(), files, question, stats)
		if err != nil {
			t.Fatal(err)
		}
		others, err := Related(t.Context(), files, question, stats)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, c := range append(list, others...) {
			if c.From == word {
				got = c.To
			}
		}
		if got != want && !(word == "Hotelübernachtung" && got == "Übernachtung") {
			t.Errorf("beside %s %q is searched for, want %q", word, got, want)
		}
	}
}

// TestSaysNothing: words that every question has count little in its own language, however short it is.
func TestSaysNothing(t *testing.T) {
	for text, words := range map[string]map[string]bool{
		"Wie lange müssen wir Rechnungen aufbewahren?": {"wie": true, "lange": true, "rechnungen": false, "aufbewahren": false},
		"¿Cuánto pagamos ahora?":                       {"cuánto": true, "ahora": true, "pagamos": false},
		"How long must we keep invoices?":              {"how": true, "keep": false, "lange": false},
	} {
		common := saysNothing(text)
		for word, want := range words {
			if got := common(word); got != want {
				t.Errorf("%q of %q: %v", word, text, got)
			}
		}
	}
}

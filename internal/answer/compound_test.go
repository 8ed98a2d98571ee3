package answer

import (
	"testing"

	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

// TestCompoundShare: a German compound says in part what one of its parts asks for, and the other way round.
func TestCompoundShare(t *testing.T) {
	for _, tc := range []struct {
		asked, text string
		want        float64
	}{
		{"Urlaub", "Der Erholungsurlaub wird beantragt.", headSays},
		{"Urlaub", "Die Urlaubsordnung gilt.", modifierSays},
		{"Hotelübernachtung", "Eine Übernachtung wird erstattet.", headSays},
		{"Urlaub", "Der Urlaub und der Erholungsurlaub.", 1},
		{"Trag", "Der Vertrag gilt.", 0},
		{"Attest", "Eine Bescheinigung ist vorzulegen.", relatedSays},
		{"Tal", "Das Kapital steigt.", 0},
		{"Haubentaucher", "Das geht auch ohne Aufzug.", 0},
	} {
		q := question.Parse("Was gilt für die Sache mit " + tc.asked + "?")
		if got := newAsked(tc.asked, "de", weights{}).related(tc.asked, q).share(tc.text); got != tc.want {
			t.Errorf("%q says %v of %s, want %v", tc.text, got, tc.asked, tc.want)
		}
	}
}

// TestLightWords: verbs that every question may have weigh little, so that a file with other verbs still answers.
func TestLightWords(t *testing.T) {
	hits := []spar.Hit{{Path: "a.md", Passage: spar.Passage{Kind: spar.TextPassage, Lang: "de", Text: "Musikschulen erhalten 14 Prozent."}, Score: 9}}
	q := question.Parse("Wieviel kriegen Musikschulen eigentlich?")
	if q.Lang != "de" {
		t.Fatalf("the language is %s", q.Lang)
	}
	if got, least := Confidence(q, hits, weights{}); got < least {
		t.Errorf("the confidence is %.2f, below %.2f", got, least)
	}
}

// TestNounsUnsaid: a German question is refused whose nouns nothing says, however well the rest of it fits.
func TestNounsUnsaid(t *testing.T) {
	hits := []spar.Hit{{Path: "a.md", Passage: spar.Passage{Kind: spar.TextPassage, Lang: "de", Text: "Rechnungen werden 9 Jahre aufbewahrt, auch Lieferscheine."}, Score: 9}}
	for text, want := range map[string]int{
		"Wie lange werden Fundsachen aufbewahrt?":                               1,
		"Wie lange werden Rechnungen aufbewahrt?":                               0,
		"Welche Rechnungen nennen das Bootshausdach und den Haubentaucher?":     2,
		"Wann werden Rechnungen zu Bootshausdach und Haubentaucher aufbewahrt?": 0,
		"Wie viele Jahre wird der Schein aufbewahrt?":                           0,
		"How long are findings kept?":                                           0,
		"Combien coûte la cantine ?":                                            1,
		"Combien coûte la nouvelle cantine ?":                                   1,
		"¿Cuánto cuesta el aparcamiento?":                                       1,
	} {
		if got := nounsUnsaid(question.Parse(text), hits, weights{}); len(got) != want {
			t.Errorf("%s: %q", text, got)
		}
	}
}

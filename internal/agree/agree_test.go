package agree

import (
	"strings"
	"testing"
)

// A case is a passage with statements that it bears out and statements that it does not.
var cases = []struct {
	lang, passage string
	yes, no       []string
}{
	{"en", "The hotel allowance is 120 euros a night.", []string{
		"The hotel allowance is 120 euros a night.",
		"The hotel allowance is €120 per night.",
		"The allowance for a hotel is one hundred and twenty euros a night.",
		"120 EUR is the nightly hotel allowance.",
	}, []string{
		"The hotel allowance is not 120 euros a night.",
		"The hotel allowance is never 120 euros a night.",
		"The hotel allowance is no longer 120 euros a night.",
		"The hotel allowance isn't 120 euros a night.",
		"The hotel allowance is 120 euros a week.",
		"The hotel allowance is 120 euros a month.",
		"The hotel allowance is 120 dollars a night.",
		"The hotel allowance is $120 a night.",
		"The hotel allowance is 120 thousand euros a night.",
		"The hotel allowance is one hundred thirty euros a night.",
		"The hotel allowance is less than 120 euros a night.",
		"The hotel allowance is more than 120 euros a night.",
		"The hotel allowance is at most 120 euros a night.",
		"The train allowance is 120 euros a night.",
		"Nobody gets a hotel allowance of 120 euros a night.",
		"It is forbidden: a hotel allowance of 120 euros a night.",
		"The hotel allowance is 777 euros a night.",
	}},
	{"en", "Receipts must be sent within 14 days. Managers may approve claims up to 500 dollars.", []string{
		"Receipts have to be sent within two weeks.",
		"Claims of at most $500 may be approved by managers.",
	}, []string{
		"Receipts may be sent within 14 weeks.",
		"Receipts need not be sent within 14 days.",
		"Managers may not approve claims up to 500 dollars.",
		"Managers may approve claims over 500 dollars.",
		"Managers may approve claims of at least 500 dollars.",
		"Claims may approve managers up to 500 dollars.",
	}},
	{"en", "Acme acquired Bolt in 2019 for 1.2 million dollars. Sales increased after the deal.", []string{
		"Bolt was acquired by Acme in 2019.",
		"Acme paid 1,200,000 dollars for Bolt in 2019.",
		"After the deal, sales rose.",
	}, []string{
		"Bolt acquired Acme in 2019.",
		"Acme acquired Bolt in 2019 for 1.2 billion dollars.",
		"Sales decreased after the deal.",
		"Sales increased before the deal.",
	}},
	{"en", "Net sales were $3.0 million and $1.2 million in 2019 and 2018, respectively.", []string{
		"In 2018 net sales were $1.2 million.",
	}, []string{
		"In 2018 net sales were $3.0 million.",
	}},
	{"de", "Das Hotel wird mit 120 Euro pro Nacht bezahlt. Belege müssen nach 14 Tagen eingereicht werden.", []string{
		"Pro Nacht wird das Hotel mit hundertzwanzig Euro bezahlt.",
		"Belege müssen nach zwei Wochen eingereicht werden.",
	}, []string{
		"Das Hotel wird nicht mit 120 Euro pro Nacht bezahlt.",
		"Das Hotel wird mit 120 Euro pro Woche bezahlt.",
		"Das Hotel wird mit 120 Dollar pro Nacht bezahlt.",
		"Das Hotel wird mit 120 Tausend Euro pro Nacht bezahlt.",
		"Das Hotel wird mit mindestens 120 Euro pro Nacht bezahlt.",
		"Das Hotel wird mit hundertdreißig Euro pro Nacht bezahlt.",
		"Belege müssen vor 14 Tagen eingereicht werden.",
	}},
	{"fr", "L'hôtel est remboursé à 120 euros par nuit. Les reçus doivent être envoyés après le voyage.", []string{
		"L'hôtel est remboursé à cent vingt euros par nuit.",
		"Les reçus doivent être envoyés après le voyage.",
	}, []string{
		"L'hôtel n'est pas remboursé à 120 euros par nuit.",
		"L'hôtel est remboursé à 120 euros par semaine.",
		"L'hôtel est remboursé à 120 dollars par nuit.",
		"L'hôtel est remboursé à plus de 120 euros par nuit.",
		"L'hôtel est remboursé à cent trente euros par nuit.",
		"Les reçus doivent être envoyés avant le voyage.",
	}},
	{"es", "El hotel se paga con 120 euros por noche. Los recibos deben enviarse después del viaje.", []string{
		"El hotel se paga con ciento veinte euros por noche.",
		"Después del viaje deben enviarse los recibos.",
	}, []string{
		"El hotel no se paga con 120 euros por noche.",
		"El hotel se paga con 120 euros por semana.",
		"El hotel se paga con 120 dólares por noche.",
		"El hotel se paga con más de 120 euros por noche.",
		"El hotel se paga con ciento treinta euros por noche.",
		"Los recibos deben enviarse antes del viaje.",
	}},
}

func TestCheck(t *testing.T) {
	for _, c := range cases {
		e := Evidence{Passages: []string{c.passage}, Lang: c.lang}
		for _, s := range c.yes {
			if found := Check(s, c.lang, e); found != nil {
				t.Errorf("%q is borne out by %q, but: %v", s, c.passage, found)
			}
		}
		for _, s := range c.no {
			if found := Check(s, c.lang, e); len(found) == 0 {
				t.Errorf("%q is not borne out by %q", s, c.passage)
			}
		}
	}
}

// Findings are told in words that a reader of the answer understands.
func TestFindings(t *testing.T) {
	e := Evidence{Passages: []string{"The hotel allowance is 120 euros a night."}, Lang: "en"}
	for statement, want := range map[string]string{
		"The hotel allowance is 120 dollars a night.":         `"120 dollars a night" for "120 euros a night"`,
		"The train allowance is 120 euros a night.":           `"train" for "hotel"`,
		"The hotel allowance is not 120 euros a night.":       `"not"`,
		"The hotel allowance is less than 120 euros a night.": `"less than 120" for "120 euros a night"`,
		"The hotel allowance is 77 euros a night.":            `77 euros a night`,
	} {
		var got []string
		for _, f := range Check(statement, "en", e) {
			got = append(got, f.String())
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%q: got %s, want %s", statement, strings.Join(got, "; "), want)
		}
	}
}

// Known words besides the passages are allowed, and a statement in another language than theirs is compared by its figures alone.
func TestKnown(t *testing.T) {
	e := Evidence{Passages: []string{"It is 30 days."}, Lang: "en", Known: "How long is leave in Norway?"}
	if found := Check("Leave in Norway is 30 days.", "en", e); found != nil {
		t.Errorf("got %v", found)
	}
	if found := Check("Der Urlaub dauert 30 Tage.", "de", e); found != nil {
		t.Errorf("got %v", found)
	}
	if found := Check("Der Urlaub dauert 31 Tage.", "de", e); len(found) == 0 {
		t.Error("another figure passes in another language")
	}
	if found := Check("Der Urlaub dauert 30 Wochen.", "de", e); len(found) == 0 {
		t.Error("another unit passes in another language")
	}
}

// Nobody can make the comparison fail or run on: statements and passages are anybody's.
func FuzzCheck(f *testing.F) {
	f.Add("not 1.2.3 million n't + - %", "between 5 and ", "en")
	f.Add("einhundertundtausendzwei", "\xff\xfe 10–12 € / Tag", "de")
	f.Add("quatre-vingt-dix mille", "l'", "fr")
	f.Fuzz(func(t *testing.T, statement, passage, lang string) {
		for _, found := range Check(statement, lang, Evidence{Passages: []string{passage}, Lang: lang, Known: statement}) {
			if found.Said == "" && found.There == "" {
				t.Errorf("a finding says nothing: %+v", found)
			}
		}
	})
}

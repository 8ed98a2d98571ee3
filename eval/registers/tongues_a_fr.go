package registers

import (
	"fmt"
	"math/rand/v2"
)

// stays are the bookings of holiday cottages.
func stays() written {
	return written{
		name:   "Réservations gîtes",
		labels: []string{"N° rés.", "Gîte", "Locataire", "Pays", "Arrivée", "Départ", "Adultes", "Enfants", "Animaux", "Loyer (€)", "Taxe de séjour (€)", "Acompte versé", "Canal", "Note /10"},
		shown:  map[string]func(string) string{"Arrivée": dayAs("02/01/2006"), "Départ": dayAs("02/01/2006"), "Loyer (€)": euro(2, " ", ""), "Taxe de séjour (€)": euro(2, " ", ""), "Note /10": euro(1, " ", "")},
		asked:  staysAsked,
		lines: rowsOf("stays", 46, func(r *rand.Rand, i int) []string {
			in, nights, adults, mark := later("2024-01-06", i*7), []int{2, 3, 7, 7, 14}[r.IntN(5)], 1+r.IntN(6), ""
			if r.IntN(4) > 0 {
				mark = fmt.Sprintf("%.1f", 5+float64(r.IntN(50))/10)
			}
			return []string{
				fmt.Sprintf("G24-%03d", i+1), oneOf(r, "Les Tilleuls|Les Tilleuls|Le Pressoir|La Grange|Le Four à pain"), frenchName(i), oneOf(r, "France|France|France|Belgique|Pays-Bas|Allemagne"), in, later(in, nights),
				fmt.Sprint(adults), fmt.Sprint(r.IntN(2) * r.IntN(5)), oneOf(r, "non|non|oui"), price(nights * stepped(r, 6500, 16500, 250)), price(nights * adults * 88), oneOf(r, "oui|oui|oui|non"),
				oneOf(r, "site|téléphone|Gîtes de France|Gîtes de France"), mark,
			}
		}),
	}
}

// plumbing are the calls of a plumber.
func plumbing() written {
	return written{
		name:   "Dépannages plomberie",
		labels: []string{"Fiche", "Date", "Commune", "Client", "Type de panne", "Urgence", "Technicien", "Km", "Durée (h)", "Main-d'œuvre", "Pièces", "Total TTC", "Devis signé", "Réglé le"},
		shown: map[string]func(string) string{
			"Date": frenchDay, "Réglé le": frenchDay, "Durée (h)": euro(2, " ", ""), "Main-d'œuvre": euro(2, " ", " €"), "Pièces": euro(2, " ", " €"), "Total TTC": euro(2, " ", " €"),
		},
		blank: map[string]string{"Pièces": "néant"},
		units: []string{"€"},
		asked: plumbingAsked,
		lines: rowsOf("plumbing", 50, func(r *rand.Rand, i int) []string {
			day, quarters, parts, paid := later("2024-02-01", i*5+r.IntN(5)), 2+r.IntN(20), "", ""
			spent := 0
			if r.IntN(4) > 0 {
				spent = stepped(r, 350, 64000, 50)
				parts = price(spent)
			}
			if r.IntN(5) > 0 {
				paid = later(day, r.IntN(50))
			}
			return []string{
				fmt.Sprintf("D%d", 310+i), day, oneOf(r, "Périgueux|Périgueux|Brantôme|Trélissac|Boulazac"), frenchName(i + 5), oneOf(r, "fuite|fuite|chauffe-eau|canalisation bouchée|robinetterie|chaudière"), oneOf(r, "oui|non|non"),
				oneOf(r, "Lucas|Lucas|Amandine|Farid"), fmt.Sprint(2 + r.IntN(48)), fmt.Sprintf("%.2f", float64(quarters)/4), price(quarters * 1375), parts, price((quarters*1375 + spent) * 11 / 10), oneOf(r, "oui|non"), paid,
			}
		}),
	}
}

var frenchDay = wordedAs("%s %s %s", "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre")

// frenchName is a person; the first 66 differ.
func frenchName(i int) string {
	given := []string{"Hélène", "Thierry", "Maëlle", "Gérard", "Aïcha", "Benoît", "Solène", "Rémi", "Jocelyne", "Loïc", "Chantal"}
	last := []string{"Lefèvre", "Faure", "Garnier", "Besson", "N'Diaye", "Chevallier"}
	return given[i%len(given)] + " " + last[i/len(given)%len(last)]
}

package registers

import (
	"fmt"
	"math/rand/v2"
)

// bikes are the orders of a workshop for bicycles.
func bikes() written {
	return written{
		name:   "Werkstatt 2024",
		labels: []string{"Auftrag", "Annahme", "Kunde", "Radtyp", "Arbeit", "Mechaniker", "Arbeitszeit (Min.)", "Teile (€)", "Gesamt (€)", "Garantie", "Abgeholt am", "Zahlart"},
		shown:  map[string]func(string) string{"Annahme": dotted, "Abgeholt am": dotted, "Teile (€)": euro(2, ".", ""), "Gesamt (€)": euro(2, ".", "")},
		asked:  bikesAsked,
		lines: rowsOf("bikes", 52, func(r *rand.Rand, i int) []string {
			kind, in := oneOf(r, "Trekkingrad|Trekkingrad|E-Bike|E-Bike|Rennrad|Kinderrad|Lastenrad"), later("2024-01-03", i*6+r.IntN(6))
			minutes, parts := stepped(r, 15, 240, 15), stepped(r, 490, 18990, 50)
			if kind == "E-Bike" || kind == "Lastenrad" {
				parts += stepped(r, 0, 120000, 1000)
			}
			guarantee, out, paid := oneOf(r, "nein|nein|nein|ja"), later(in, 1+r.IntN(14)), oneOf(r, "bar|EC-Karte|EC-Karte|Rechnung")
			if i > 44 {
				out, paid = "", ""
			}
			return []string{
				fmt.Sprintf("W-%d", 1001+i), in, germanName(r, i), kind, oneOf(r, "Inspektion|Inspektion|Bremsen|Schaltung|Laufrad|Licht"), oneOf(r, "Jansen|Öztürk|Öztürk|Kuhn|"),
				fmt.Sprint(minutes), price(parts), price(parts + minutes*110), guarantee, out, paid,
			}
		}),
	}
}

// readings are what readers of a town's archive had brought to the reading room.
func readings() written {
	return written{
		name:   "Lesesaal",
		labels: []string{"Lfd. Nr.", "Datum", "Signatur", "Benutzer/in", "Zweck", "Bestand", "Jahr der Akte", "Blätter", "Kopien", "Gebühr", "digitalisiert", "Platz"},
		shown:  map[string]func(string) string{"Datum": dayAs("02.01.06"), "Gebühr": euro(2, ".", " €")},
		blank:  map[string]string{"Gebühr": "-"},
		units:  []string{"€"},
		asked:  readingsAsked,
		lines: rowsOf("readings", 44, func(r *rand.Rand, i int) []string {
			purpose, copies, fee := oneOf(r, "Familienforschung|Familienforschung|Heimatgeschichte|Wissenschaft|amtlich"), "", ""
			if n := r.IntN(60); r.IntN(3) > 0 {
				copies = fmt.Sprint(n)
				if purpose != "amtlich" {
					fee = price(500 + 50*n)
				}
			}
			stock := oneOf(r, "Ratsprotokolle|Kirchenbücher|Kirchenbücher|Karten|Bauakten|Fotos")
			return []string{
				fmt.Sprint(i + 1), later("2023-09-04", i*9+r.IntN(9)), fmt.Sprintf("%s %d/%d", map[string]string{"Ratsprotokolle": "A", "Kirchenbücher": "K", "Karten": "P", "Bauakten": "B", "Fotos": "F"}[stock], 10+r.IntN(80), 100+i),
				germanName(r, i/2), purpose, stock, fmt.Sprint(1650 + r.IntN(320)), fmt.Sprint(stepped(r, 4, 1400, 4)), copies, fee, oneOf(r, "ja|nein|nein|"), fmt.Sprint(1 + r.IntN(6)),
			}
		}),
	}
}

// germanName is the same for the same number.
func germanName(_ *rand.Rand, i int) string {
	given := []string{"Renate", "Uwe", "Jürgen", "Ayse", "Heike", "Torsten", "Birgit", "Malte", "Sabine", "Dieter", "Käthe"}
	last := []string{"Brandt", "Möller", "Schütz", "Petersen", "Yilmaz", "Hoffmann", "Krause", "Lüders", "Weiß", "Groth", "Nowak", "Fechner", "Stahl"}
	return given[i%len(given)] + " " + last[(3*i+i/11)%len(last)]
}

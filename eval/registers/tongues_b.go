package registers

import (
	"fmt"
	"math/rand/v2"
)

// Half b of the tables in German, French and Spanish. It is held back: nobody reads it while the program is changed.

// tonguesB1 are the graves of a parish.
func tonguesB1() written {
	return written{
		name:   "Friedhof Nord Grabstellen",
		labels: []string{"Grab-Nr.", "Feld", "Grabart", "Nutzungsberechtigt", "Belegt seit", "Ruhezeit bis", "Stellen", "Fläche in m²", "Jahresgebühr", "Pflege durch", "Grabstein zul.", "Mahnungen", "Bemerkung"},
		shown:  map[string]func(string) string{"Belegt seit": dotted, "Ruhezeit bis": dotted, "Fläche in m²": euro(1, ".", ""), "Jahresgebühr": euro(2, ".", " EUR")},
		units:  []string{"EUR"},
		asked:  tonguesB1Asked,
		lines: rowsOf("graves", 55, func(r *rand.Rand, i int) []string {
			kind, since := oneOf(r, "Reihengrab|Reihengrab|Wahlgrab|Wahlgrab|Urnengrab|Kindergrab"), later("1994-03-01", i*190+r.IntN(190))
			places := map[string]int{"Wahlgrab": 2 + r.IntN(3)}[kind] + 1
			care := oneOf(r, "Angehörige|Angehörige|Gärtnerei Söhnlein|Friedhof|")
			until := later(since, 365*map[string]int{"Urnengrab": 15, "Kindergrab": 20, "Reihengrab": 25, "Wahlgrab": 30}[kind]+7)
			return []string{
				fmt.Sprintf("%c-%03d", 'A'+i%4, 11+i), string(rune('A' + i%4)), kind, germanName(r, i+3), since, until, fmt.Sprint(places), fmt.Sprintf("%.1f", 1.2+float64(places)*1.4+float64(r.IntN(6))/10),
				price(2400 + places*stepped(r, 900, 31000, 100)), care, oneOf(r, "ja|ja|nein|"), fmt.Sprint(r.IntN(2) * r.IntN(4)), oneOf(r, "||||abgesunken|Baumwurzeln|Angehörige verzogen"),
			}
		}),
	}
}

// tonguesB2 are orders of wine.
func tonguesB2() written {
	return written{
		name:   "Weinbestellungen",
		labels: []string{"Bestellung", "vom", "Kunde", "Ort", "Rebsorte", "Jahrgang", "Flaschen", "Preis/Fl.", "Rabatt %", "Summe", "Versand", "geliefert", "bezahlt", "Alkohol % vol"},
		shown:  map[string]func(string) string{"vom": dayAs("2.1.2006"), "geliefert": dayAs("2.1.2006"), "Preis/Fl.": euro(2, ".", " €"), "Summe": euro(2, ".", " €"), "Alkohol % vol": euro(1, ".", "")},
		blank:  map[string]string{"Rabatt %": "–"},
		units:  []string{"€"},
		asked:  tonguesB2Asked,
		lines: rowsOf("wine", 50, func(r *rand.Rand, i int) []string {
			on, bottles, each, off, got := later("2024-01-08", i*7+r.IntN(7)), stepped(r, 6, 240, 6), stepped(r, 590, 2490, 10), "", ""
			cut := 0
			if bottles > 60 {
				cut = stepped(r, 5, 15, 5)
				off = fmt.Sprint(cut)
			}
			if i < 46 {
				got = later(on, 2+r.IntN(17))
			}
			return []string{
				fmt.Sprintf("2024/%03d", i+1), on, germanCustomer(r), oneOf(r, "Mainz|Mainz|Köln|Würzburg|Lübeck"), oneOf(r, "Riesling|Riesling|Silvaner|Spätburgunder|Dornfelder"), fmt.Sprint(2018 + r.IntN(6)), fmt.Sprint(bottles), price(each), off,
				price(bottles * each * (100 - cut) / 100), oneOf(r, "Abholung|Spedition|Spedition|Post"), got, oneOf(r, "ja|ja|ja|nein"), fmt.Sprintf("%.1f", 10.5+float64(r.IntN(8))/2),
			}
		}),
	}
}

func germanCustomer(r *rand.Rand) string {
	return oneOf(r, "Gasthof Krone|Gasthof Krone|Weinhandlung Röder|Ratskeller|Hotel Seeblick|Feinkost Öhl|Dr. Haberland")
}

// tonguesB3 are the cheeses of a dairy in the mountains.
func tonguesB3() written {
	return written{
		name:   "Cave d'affinage",
		labels: []string{"Lot", "Fabriqué le", "Fromage", "Lait", "Producteur", "Meules", "Poids moyen (kg)", "Température cave (°C)", "Humidité (%)", "Sortie prévue", "Classement", "Perte (%)", "Prix/kg", "Bio"},
		shown: map[string]func(string) string{
			"Fabriqué le": dayAs("02/01/2006"), "Sortie prévue": dayAs("02/01/2006"), "Poids moyen (kg)": euro(2, " ", ""), "Température cave (°C)": euro(1, " ", ""), "Perte (%)": euro(1, " ", ""), "Prix/kg": euro(2, " ", " €"),
		},
		blank: map[string]string{"Classement": "à venir"},
		units: []string{"€"},
		asked: tonguesB3Asked,
		lines: rowsOf("cheese", 50, func(r *rand.Rand, i int) []string {
			made, class, loss := later("2024-01-02", i*6+r.IntN(6)), "", ""
			if i < 41 {
				class, loss = oneOf(r, "1er choix|1er choix|2e choix|déclassé"), fmt.Sprintf("%.1f", 1+float64(r.IntN(90))/10)
			}
			return []string{
				fmt.Sprintf("L%03d", 601+i), made, oneOf(r, "Abondance|Abondance|Tomme|Reblochon|Raclette"), oneOf(r, "cru|cru|thermisé"), oneOf(r, "GAEC des Alpages|GAEC des Alpages|Ferme Roux|Ferme Péguet|EARL du Col"), fmt.Sprint(stepped(r, 4, 88, 2)),
				fmt.Sprintf("%.2f", .45+float64(r.IntN(1000))/100), fmt.Sprintf("%.1f", 9+float64(r.IntN(50))/10), fmt.Sprint(84 + r.IntN(14)), later(made, 30+r.IntN(200)), class, loss, price(stepped(r, 1190, 2990, 10)), oneOf(r, "oui|non|non"),
			}
		}),
	}
}

// tonguesB4 are the claims of an insurer of boats.
func tonguesB4() written {
	return written{
		name:   "Sinistres plaisance",
		labels: []string{"Dossier", "Déclaré le", "Assuré", "Port d'attache", "Type de bateau", "Cause", "Expert", "Estimation", "Franchise", "Indemnité versée", "Tiers responsable", "Clos le", "Longueur (m)"},
		shown: map[string]func(string) string{
			"Déclaré le": frenchDay, "Clos le": frenchDay, "Estimation": euro(2, " ", " €"), "Franchise": euro(0, " ", " €"), "Indemnité versée": euro(2, " ", " €"), "Longueur (m)": euro(2, " ", ""),
		},
		units: []string{"€"},
		asked: tonguesB4Asked,
		lines: rowsOf("boats", 45, func(r *rand.Rand, i int) []string {
			told, value, own, paid, shut := later("2023-04-03", i*15+r.IntN(15)), stepped(r, 35000, 2400000, 2500), stepped(r, 150, 900, 50), "", ""
			if i < 36 && r.IntN(6) > 0 {
				shut = later(told, 20+r.IntN(200))
				paid = price(max(0, value-own*100))
			}
			return []string{
				fmt.Sprintf("SP-%04d", 1180+i), told, frenchName(i + 9), oneOf(r, "La Rochelle|La Rochelle|Lorient|Arcachon|Saint-Malo"), oneOf(r, "voilier|voilier|vedette|semi-rigide|catamaran"), oneOf(r, "échouement|abordage|abordage|vol|incendie|tempête"),
				oneOf(r, "Kermarrec|Kermarrec|Dubosc|Vidal|"), price(value), fmt.Sprint(own), paid, oneOf(r, "oui|non|non"), shut, fmt.Sprintf("%.2f", 4.2+float64(r.IntN(1100))/100),
			}
		}),
	}
}

// tonguesB5 are the visits of a veterinary surgery.
func tonguesB5() written {
	return written{
		name:   "Visitas clínica veterinaria",
		labels: []string{"Nº visita", "Fecha", "Animal", "Especie", "Propietario", "Motivo", "Veterinaria", "Peso (kg)", "Temp. (°C)", "Vacunado", "Importe", "Pendiente", "Próxima cita"},
		shown: map[string]func(string) string{
			"Fecha": dayAs("02/01/2006"), "Próxima cita": dayAs("02/01/2006"), "Peso (kg)": euro(1, ".", ""), "Temp. (°C)": euro(1, ".", ""), "Importe": euro(2, ".", " €"), "Pendiente": euro(2, ".", " €"),
		},
		units: []string{"€"},
		asked: tonguesB5Asked,
		lines: rowsOf("vets", 56, func(r *rand.Rand, i int) []string {
			kind, day, cents, owed, next := oneOf(r, "perro|perro|perro|gato|gato|conejo|tortuga"), later("2024-03-04", i*4+r.IntN(4)), stepped(r, 1800, 128000, 50), "", ""
			if r.IntN(5) == 0 {
				owed = price(cents / 2)
			}
			if r.IntN(2) == 0 {
				next = later(day, 14+r.IntN(90))
			}
			heat := ""
			if kind != "tortuga" {
				heat = fmt.Sprintf("%.1f", 37.8+float64(r.IntN(25))/10)
			}
			names := []string{"Canela", "Trufa", "Thor", "Lola", "Nube", "Simba", "Kira", "Coco", "Bimba", "Rocky", "Pelusa", "Zar", "Duna", "Greta"}
			return []string{
				fmt.Sprintf("V%04d", 350+i), day, names[(i*5+i/14)%14], kind, spanishName(i), oneOf(r, "vacuna|vacuna|cojera|revisión|cirugía|piel"), oneOf(r, "Dra. Sáez|Dra. Sáez|Dra. Quiroga|Dr. Muñoz"),
				fmt.Sprintf("%.1f", map[string]float64{"perro": 6, "gato": 2.8, "conejo": 1.4, "tortuga": .6}[kind]+float64(r.IntN(map[string]int{"perro": 340, "gato": 40, "conejo": 15, "tortuga": 19}[kind]))/10), heat,
				oneOf(r, "sí|sí|no|"), price(cents), owed, next,
			}
		}),
	}
}

// tonguesB6 are machines that builders hire.
func tonguesB6() written {
	return written{
		name:   "Alquiler de maquinaria",
		labels: []string{"Contrato", "Máquina", "Categoría", "Cliente", "Obra", "Salida", "Devolución", "Tarifa/día", "Fianza", "Horas de uso", "Gasóleo (l)", "Daños", "Transporte", "Facturado"},
		shown: map[string]func(string) string{
			"Salida": dayAs("2-1-2006"), "Devolución": dayAs("2-1-2006"), "Tarifa/día": euro(2, ".", " €"), "Fianza": euro(0, ".", " €"), "Horas de uso": euro(1, ".", " h"), "Facturado": euro(2, ".", " €"), "Gasóleo (l)": euro(1, ".", ""),
		},
		blank: map[string]string{"Devolución": "en obra"},
		units: []string{"€", "h"},
		asked: tonguesB6Asked,
		lines: rowsOf("machines", 47, func(r *rand.Rand, i int) []string {
			kind, out, days, rate := oneOf(r, "excavación|excavación|elevación|compactación|energía"), later("2024-02-05", i*6+r.IntN(6)), 1+r.IntN(24), stepped(r, 3500, 26000, 500)
			machine := map[string]string{"excavación": "Miniexcavadora|Retroexcavadora", "elevación": "Plataforma tijera|Manipulador", "compactación": "Rodillo|Pisón", "energía": "Generador|Torre de luz"}[kind]
			back, billed, hours := later(out, days), price(days*rate), fmt.Sprintf("%.1f", float64(r.IntN(days*90)+10)/10)
			if i > 42 {
				back, billed, hours = "", "", ""
			}
			return []string{
				fmt.Sprintf("AL-%d", 905+i), oneOf(r, machine), kind, oneOf(r, "Construcciones Ebro|Construcciones Ebro|Áridos Monzón|Reformas Iriarte|Ayto. de Caspe"), oneOf(r, "colector|nave|nave|piscina|plaza mayor"), out, back, price(rate),
				fmt.Sprint(stepped(r, 200, 3000, 100)), hours, fmt.Sprintf("%.1f", float64(r.IntN(900))/10), oneOf(r, "no|no|no|sí"), oneOf(r, "propio|nuestro|nuestro"), billed,
			}
		}),
	}
}

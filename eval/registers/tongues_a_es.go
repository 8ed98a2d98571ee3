package registers

import (
	"fmt"
	"math/rand/v2"
)

// pupils are those of a school of languages.
func pupils() written {
	return written{
		name:   "Alumnos academia",
		labels: []string{"Matrícula", "Alumno", "Idioma", "Nivel", "Profesor", "Fecha de alta", "Cuota mensual (€)", "Horas/semana", "Faltas", "Nota final", "Beca", "Baja", "Sede"},
		shown:  map[string]func(string) string{"Fecha de alta": dayAs("02/01/2006"), "Baja": dayAs("02/01/2006"), "Cuota mensual (€)": euro(2, ".", ""), "Nota final": euro(1, ".", "")},
		asked:  pupilsAsked,
		lines: rowsOf("pupils", 54, func(r *rand.Rand, i int) []string {
			in, hours, mark, gone := later("2023-09-11", i*4+r.IntN(4)), 2+r.IntN(5), "", ""
			if r.IntN(5) > 0 {
				mark = fmt.Sprintf("%.1f", 3.5+float64(r.IntN(65))/10)
			}
			if r.IntN(6) == 0 {
				gone = later(in, 30+r.IntN(120))
			}
			return []string{
				fmt.Sprintf("A-%d", 2040+i), spanishName(i), oneOf(r, "inglés|inglés|inglés|francés|alemán|italiano"), oneOf(r, "A1|A2|B1|B1|B2|C1"), oneOf(r, "Ruiz|Ibáñez|Ibáñez|Castaño|McBride"), in,
				price(hours*1850 + stepped(r, 0, 900, 50)), fmt.Sprint(hours), fmt.Sprint(r.IntN(3) * r.IntN(6)), mark, oneOf(r, "sí|no|no|no"), gone, oneOf(r, "Centro|Centro|Nervión|Triana"),
			}
		}),
	}
}

// olives are the deliveries of olives to a cooperative.
func olives() written {
	return written{
		name:   "Entregas de aceituna",
		labels: []string{"Albarán", "Fecha", "Socio", "Finca", "Variedad", "Procedencia", "Peso neto", "Rendimiento (%)", "Acidez (°)", "Precio €/kg", "Importe", "Ecológico", "Pagado", "Observaciones"},
		shown: map[string]func(string) string{
			"Fecha": dayAs("02-01-2006"), "Peso neto": euro(0, ".", " kg"), "Rendimiento (%)": euro(1, ".", ""), "Acidez (°)": euro(2, ".", ""), "Precio €/kg": euro(2, ".", ""), "Importe": euro(2, ".", " €"),
		},
		blank: map[string]string{"Acidez (°)": "s/d"},
		units: []string{"kg", "€"},
		asked: olivesAsked,
		lines: rowsOf("olives", 48, func(r *rand.Rand, i int) []string {
			weight, cents, acid := stepped(r, 240, 6900, 10), 55+r.IntN(50), ""
			if r.IntN(6) > 0 {
				acid = fmt.Sprintf("%.2f", .1+float64(r.IntN(160))/100)
			}
			return []string{
				fmt.Sprint(7701 + i), later("2024-10-21", i*2+r.IntN(2)), oneOf(r, "Hnos. Aguilera|Hnos. Aguilera|Mª Dolores Cano|Finca El Retamal|Rafael Ortuño|Isidro Peñalver"), oneOf(r, "Los Llanos|Cañada Honda|Cañada Honda|El Retamal|Vega Baja"),
				oneOf(r, "picual|picual|hojiblanca|arbequina"), oneOf(r, "vuelo|vuelo|suelo"), fmt.Sprint(weight), fmt.Sprintf("%.1f", 14+float64(r.IntN(110))/10), acid, price(cents), price(weight * cents), oneOf(r, "sí|no|no"),
				oneOf(r, "sí|sí|no"), oneOf(r, "||||con hoja|lluvia|segunda pesada"),
			}
		}),
	}
}

// spanishName is a person; the first 60 differ.
func spanishName(i int) string {
	given := []string{"Lucía", "Álvaro", "Begoña", "Íñigo", "Rocío", "Joaquín", "Nuria", "Andrés", "Ángela", "Germán"}
	last := []string{"Molina Peña", "Vázquez Soto", "Carmona Gil", "Núñez Arce", "Bermejo Lara", "Luque Ríos"}
	return given[i%len(given)] + " " + last[i/len(given)%len(last)]
}

package registers

import (
	"fmt"
	"math/rand/v2"
)

// translations are the jobs of a translation agency over a year.
func translations() written {
	return written{
		name:   "translations",
		labels: []string{"Job No", "Client", "Lang Pair", "Subject", "Words", "Translator", "Reviser", "Ordered", "Due", "Delivered", "Rate/Word", "Net Total", "Rush", "Status", "Invoice", "Remark"},
		units:  []string{"€", "wds"},
		shown: map[string]func(string) string{
			"Words": commas, "Rate/Word": func(c string) string { return "€" + c }, "Net Total": led("€"), "Ordered": dayAs("2 January 2006"), "Due": dayAs("2 January 2006"), "Delivered": dayAs("2 January 2006"),
		},
		lines: rowsOf("translations", 145, func(r *rand.Rand, i int) []string {
			words, cents := stepped(r, 240, 9800, 10), stepped(r, 9, 19, 1)
			ordered := later("2024-01-03", i*5/2+r.IntN(3))
			due := later(ordered, 2+r.IntN(19))
			delivered, invoice, reviser := "", "", ""
			status := oneOf(r, "delivered|delivered|delivered|delivered|delivered|delivered|cancelled|on hold")
			if i > 126 {
				status = oneOf(r, "in translation|in translation|in revision|on hold")
			}
			if status == "delivered" {
				delivered, invoice = later(due, r.IntN(7)-4), oneOf(r, "paid|paid|paid|sent|overdue")
			}
			translator := oneOf(r, "Petra Vos|Petra Vos|Ian Callow|Sofia Brandao|Marek Zielinski|Aoife Brennan")
			if r.IntN(3) > 0 {
				for reviser = translator; reviser == translator; {
					reviser = oneOf(r, "Petra Vos|Ian Callow|Sofia Brandao|Aoife Brennan")
				}
			}
			return []string{
				fmt.Sprintf("T24-%03d", 1+i), oneOf(r, "Hartmann Pumps|Hartmann Pumps|Nordkai Shipping|Bellini & Figli|City of Ghent|Osei Clinic|Lumen Legal LLP"),
				oneOf(r, "DE>EN|DE>EN|EN>FR|EN>NL|IT>EN|EN>PL"), oneOf(r, "legal|medical|technical|technical|marketing|certificates"), fmt.Sprint(words), translator, reviser,
				ordered, due, delivered, fmt.Sprintf("0.%02d", cents), fmt.Sprint((words*cents + 50) / 100), oneOf(r, "yes|||"), status, invoice,
				oneOf(r, "use client glossary|sworn copy|keep layout|scan hard to read|||"),
			}
		}),
	}
}

package registers

import (
	"fmt"
	"math/rand/v2"
)

// cheeses are the wheels in a cellar where they ripen; one that is sold has no weight of today.
func cheeses() written {
	return written{
		name:   "cheeses",
		labels: []string{"Wheel", "Kind", "Milk", "Dairy", "Made", "Shelf", "Start Wt", "Wt Now", "Turns", "Rind", "Grade", "Ready From", "Sold To", "€/kg", "Org.", "Tasting"},
		units:  []string{"kg", "€"},
		shown: map[string]func(string) string{
			"Made": dayAs("2 January 2006"), "Ready From": dayAs("2 January 2006"), "Start Wt": with("kg"), "Wt Now": with("kg"),
		},
		blank: map[string]string{"Grade": "tbd"},
		lines: rowsOf("cheeses", 112, func(r *rand.Rand, i int) []string {
			kind := oneOf(r, "mountain|mountain|tomme|tomme|blue|washed rind|smoked")
			milk := oneOf(r, map[string]string{"mountain": "cow", "tomme": "cow|goat", "blue": "sheep|cow", "washed rind": "cow|goat", "smoked": "sheep"}[kind])
			made := later("2024-01-08", i*3+r.IntN(3))
			grade, sold := "", ""
			if i < 84 {
				grade = oneOf(r, "I|I|I|II|II|III")
			}
			if i < 60 && r.IntN(5) > 1 {
				sold = oneOf(r, "Hotel Krone|Hotel Krone|Market stall|Delikat GmbH|Chez Odette")
			}
			start := stepped(r, 24, 91, 1)
			loss := 1 + r.IntN(start/5)
			now := fmt.Sprintf("%d.%d", (start-loss)/10, (start-loss)%10)
			if sold != "" {
				now = ""
			}
			return []string{
				fmt.Sprintf("W%04d", 2307+i), kind, milk, oneOf(r, "Steinalp|Steinalp|Hof Brunner|Valleray|Les Combes"), made, oneOf(r, "A1|A2|B1|B2|B3|C1"), fmt.Sprintf("%d.%d", start/10, start%10), now,
				fmt.Sprint(stepped(r, 4, 96, 1)), oneOf(r, "dry|dry|fine|fine|sticky|cracked"), grade, later(made, 40+20*r.IntN(10)), sold, fmt.Sprintf("%d.%d0", 16+r.IntN(19), r.IntN(10)), oneOf(r, "y|y|n"),
				oneOf(r, "nutty|fruity|salty|bitter|ammonia|||"),
			}
		}),
	}
}

package registers

import (
	"fmt"
	"math/rand/v2"
)

// repairs are the jobs of a workshop that mends stringed instruments.
func repairs() written {
	return written{
		name:   "repairs",
		labels: []string{"Job", "Received", "Customer", "Instrument", "Maker", "Fault", "Luthier", "Status", "Quote_EUR", "Hrs", "Finished", "Rush", "Under Warranty", "Shelf", "Stars"},
		units:  []string{"h", "€", "EUR"},
		shown:  map[string]func(string) string{"Hrs": with("h"), "Received": byName, "Finished": byName},
		lines: rowsOf("repairs", 244, func(r *rand.Rand, i int) []string {
			status := oneOf(r, "collected|collected|collected|collected|ready|on the bench|waiting for parts")
			received := days(2023, 2024)(r, i)
			finished, stars := "", ""
			if status == "collected" || status == "ready" {
				finished = later(received, 1+r.IntN(70))
			}
			if status == "collected" {
				stars = oneOf(r, "5|5|4|4|3|2|1|")
			}
			half := stepped(r, 1, 44, 1)
			return []string{
				fmt.Sprintf("W-%d", 2101+i), received, person(r.IntN(92)), oneOf(r, "violin|violin|violin|viola|cello|double bass|guitar|guitar|mandolin"),
				oneOf(r, "Brandt|Okello & Sons|Lindqvist|Ferrier|unknown|unknown"), oneOf(r, "open seam|cracked top|worn fingerboard|loose neck|buzzing string|broken peg"),
				oneOf(r, "Ines Caldeira|Ines Caldeira|Tobias Rehm|Tobias Rehm|Sunniva Dahl|Old Mr Pettigrew"), status, fmt.Sprint(half*38 + stepped(r, 10, 300, 5)),
				fmt.Sprintf("%d.%d", half/2, half%2*5), finished, oneOf(r, "yes|||"), oneOf(r, "Yes|No|No|No"), oneOf(r, "A1|A2|B1|B2|C3"), stars,
			}
		}),
	}
}

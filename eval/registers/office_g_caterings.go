package registers

import (
	"fmt"
	"math/rand/v2"
)

// caterings are the events that a caterer cooks for.
func caterings() written {
	return written{
		name:   "caterings",
		labels: []string{"Event", "Host", "Occasion", "Venue", "Day", "Guests", "Veg.", "Menu", "Per Head", "Total", "Deposit", "Bal. Due", "Chef", "Waiters", "Own Bar", "Score /10", "Crockery"},
		units:  []string{"$", "pax"},
		shown:  map[string]func(string) string{"Day": dayAs("02/01/2006"), "Guests": with("pax"), "Per Head": led("$"), "Total": led("$"), "Bal. Due": led("$")},
		blank:  map[string]string{"Score /10": "-"},
		lines: rowsOf("caterings", 58, func(r *rand.Rand, i int) []string {
			guests, head := stepped(r, 18, 210, 1), stepped(r, 22, 74, 1)
			score, due := "", 0
			if i < 48 && r.IntN(6) > 0 {
				score = fmt.Sprint(stepped(r, 3, 10, 1))
			}
			if i >= 48 || r.IntN(5) == 0 {
				due = stepped(r, 150, 2200, 10)
			}
			waiters := ""
			menu := oneOf(r, "Menu A|Menu A|Menu B|Menu C|Cold Buffet|Barbecue")
			if menu != "Cold Buffet" {
				waiters = fmt.Sprint(1 + guests/25)
			}
			return []string{
				fmt.Sprintf("EV%03d", 310+i), person(i), oneOf(r, "wedding|wedding|birthday|birthday|company party|funeral tea|christening"), oneOf(r, "Old Mill|Old Mill|Boathouse|Town Hall|host's home|host's home"),
				later("2024-02-10", i*6+r.IntN(5)), fmt.Sprint(guests), fmt.Sprint(r.IntN(guests/3 + 1)), menu, fmt.Sprint(head), fmt.Sprint(guests * head), oneOf(r, "paid|paid|paid|open|waived"),
				fmt.Sprint(due), oneOf(r, "Luca|Luca|Priya|Benoît"), waiters, oneOf(r, "Yes|yes|No|no|No"), score, oneOf(r, "ours|ours|hired|venue's"),
			}
		}),
	}
}

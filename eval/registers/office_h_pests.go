package registers

import (
	"fmt"
	"math/rand/v2"
)

// pests are the calls to a firm that fights vermin.
func pests() written {
	how := map[string]string{"rats": "bait boxes|bait boxes|traps", "mice": "traps|bait boxes", "wasps": "nest removal|spray", "bed bugs": "heat|spray", "cockroaches": "gel|spray", "pigeons": "netting|spikes"}
	return written{
		name:   "pests",
		labels: []string{"Call", "Logged", "Client", "Premises", "District", "Pest", "Tech", "Method", "Visits", "On Site", "Bait Used", "Fee", "Status", "Guarantee", "Follow-Up", "Prio", "Key Held", "Comments"},
		units:  []string{"mins", "g", "£"},
		shown:  map[string]func(string) string{"Logged": dayAs("Mon 2 Jan 2006"), "Follow-Up": dayAs("Mon 2 Jan 2006"), "On Site": with("mins"), "Bait Used": with("g"), "Fee": led("£")},
		blank:  map[string]string{"Follow-Up": "not needed"},
		lines: rowsOf("pests", 158, func(r *rand.Rand, i int) []string {
			pest := oneOf(r, "rats|rats|mice|mice|mice|wasps|bed bugs|cockroaches|pigeons")
			method := oneOf(r, how[pest])
			logged := later("2024-01-04", i*9/4+r.IntN(2))
			bait, follow, visits := "", "", 1+r.IntN(5)
			if method == "bait boxes" {
				bait = fmt.Sprint(stepped(r, 50, 800, 10))
			}
			status := oneOf(r, "closed|closed|closed|closed|open|awaiting access|called off")
			if status == "open" || r.IntN(4) == 0 {
				follow = later(logged, 10+r.IntN(30))
			}
			return []string{
				fmt.Sprintf("24/%04d", 118+i), logged, person(i * 3 % 121), oneOf(r, "restaurant|restaurant|private house|private house|school|warehouse|office block"), oneOf(r, "Northgate|Eastfield|Eastfield|Old Quay|Spital Hill"),
				pest, oneOf(r, "Dev|Dev|Colleen|Arturo|Nadia"), method, fmt.Sprint(visits), fmt.Sprint(visits * stepped(r, 15, 60, 5)), bait, fmt.Sprint(60 + visits*45 + stepped(r, 0, 95, 5)), status,
				oneOf(r, "30 days|30 days|90 days|none"), follow, oneOf(r, "P1|P2|P2|P3"), oneOf(r, "Yes|No|No|"), oneOf(r, "hole behind fridge|drains to be checked|cat on site|neighbour affected too|||"),
			}
		}),
	}
}

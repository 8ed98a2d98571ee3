package registers

import (
	"fmt"
	"math/rand/v2"
)

// moorings are the berths of a marina, with the boats that lie there and what their owners pay.
func moorings() written {
	boatFirst := []string{"Silver", "Quiet", "Lady", "Merry", "Northern", "Little", "Salty", "Golden", "Windy", "Brave", "Amber", "Second"}
	boatLast := []string{"Petrel", "Anna", "Breeze", "Otter", "Chance", "Star", "Dunlin", "Promise", "Skua", "Marigold", "Tide"}
	return written{
		name:   "moorings",
		labels: []string{"Berth", "Pontoon", "Boat", "Type", "LOA", "Owner", "Home_Town", "Contract", "Annual Fee", "Paid", "Here Since", "Ins. Expiry", "Shore Power", "Condition", "Last Lift-Out"},
		units:  []string{"m", "£"},
		shown:  map[string]func(string) string{"LOA": with("m"), "Annual Fee": led("£"), "Here Since": byName, "Ins. Expiry": byName, "Last Lift-Out": byName},
		lines: rowsOf("moorings", 116, func(r *rand.Rand, i int) []string {
			pontoon := []string{"Heron", "Gull", "Cormorant", "Tern"}[i/29]
			loa := stepped(r, 52, 178, 1)
			since := days(2009, 2024)(r, i)
			lifted := ""
			if r.IntN(6) > 0 {
				lifted = days(2022, 2025)(r, i)
			}
			return []string{
				fmt.Sprintf("%c-%02d", pontoon[0], i%29+1), pontoon, boatFirst[i%12] + " " + boatLast[(i*5+i/12)%11],
				oneOf(r, "sailing yacht|sailing yacht|motor cruiser|motor cruiser|narrowboat|day boat|catamaran"), fmt.Sprintf("%d.%d", loa/10, loa%10),
				person(i), oneOf(r, "Falmouth|Truro|Truro|Penryn|Bodmin|Redruth|Plymouth"), oneOf(r, "annual|annual|annual|seasonal|winter only"),
				fmt.Sprint(loa*14 + stepped(r, 0, 400, 5)), oneOf(r, "yes|yes|yes|no|"), since, days(2025, 2026)(r, i),
				oneOf(r, "Yes|Yes|No|"), oneOf(r, "smart|sound|sound|tatty|neglected"), lifted,
			}
		}),
	}
}

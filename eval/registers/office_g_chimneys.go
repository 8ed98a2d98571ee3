package registers

import (
	"fmt"
	"math/rand/v2"
)

// chimneys are the visits of a firm of chimney sweeps.
func chimneys() written {
	return written{
		name:   "chimneys",
		labels: []string{"Visit", "Date", "Customer", "Village", "Appliance", "Fuel", "Flues", "Time Spent", "Soot", "CO (ppm)", "Sweep", "Cert?", "Charge", "Paid By", "Nest Found", "Call Again", "Notes"},
		units:  []string{"min", "kg", "£"},
		shown:  map[string]func(string) string{"Date": dayAs("Mon 2 Jan 2006"), "Time Spent": with("min"), "Soot": with("kg"), "Charge": led("£")},
		blank:  map[string]string{"CO (ppm)": "n/a"},
		lines: rowsOf("chimneys", 92, func(r *rand.Rand, i int) []string {
			appliance := oneOf(r, "open fire|open fire|wood stove|wood stove|wood stove|range cooker|oil boiler|pellet boiler")
			fuel := map[string]string{"open fire": "logs|coal", "wood stove": "logs", "range cooker": "coal|oil", "oil boiler": "oil", "pellet boiler": "pellets"}[appliance]
			co, soot := "", stepped(r, 2, 68, 1)
			if r.IntN(3) > 0 {
				co = fmt.Sprint(stepped(r, 0, 140, 1))
			}
			flues, minutes := 1+r.IntN(4), stepped(r, 20, 150, 5)
			return []string{
				fmt.Sprintf("V%d", 501+i), later("2025-01-06", i*2+r.IntN(2)), person(2 * r.IntN(30)), oneOf(r, "Llanfair|Llanfair|Penmaen|Tregoch|Cwm Isaf|Pont Newydd"), appliance,
				oneOf(r, fuel), fmt.Sprint(flues), fmt.Sprint(minutes), fmt.Sprintf("%d.%d", soot/10, soot%10), co, oneOf(r, "Gethin|Gethin|Mair|Osian"), oneOf(r, "Y|Y|Y|N"),
				fmt.Sprint(35 + 12*flues + stepped(r, 0, 60, 1)), oneOf(r, "cash|card|card|bank transfer|unpaid"), oneOf(r, "yes|no|no|no|no"), oneOf(r, "3 mths|6 mths|12 mths|12 mths|"),
				oneOf(r, "key with neighbour|dog, ring first|cowl loose|liner cracked||||"),
			}
		}),
	}
}

package registers

import (
	"fmt"
	"math/rand/v2"
)

// solar are the plants that a fitter of solar panels has sold.
func solar() written {
	return written{
		name:   "solar",
		labels: []string{"Ref", "Owner", "Municipality", "Roof", "Modules", "Peak", "Battery", "Inverter", "Crew", "Signed", "Fitted", "Grid OK", "Grant", "Price", "Yield Yr 1", "Snags", "Comment"},
		units:  []string{"kWp", "kWh", "CHF"},
		shown: map[string]func(string) string{
			"Peak": with("kWp"), "Battery": with("kWh"), "Signed": dayAs("2-Jan-06"), "Fitted": dayAs("2-Jan-06"), "Price": led("CHF "), "Yield Yr 1": unitOf("kWh"),
		},
		blank: map[string]string{"Battery": "none"},
		lines: rowsOf("solar", 134, func(r *rand.Rand, i int) []string {
			modules := stepped(r, 10, 62, 1)
			peak := modules * 4 // tenths of a kilowatt
			battery, fitted, grid, yield := oneOf(r, "||5|8|10|10|15"), "", "", ""
			signed := later("2022-09-01", i*7+r.IntN(6))
			if i < 118 && r.IntN(12) > 0 {
				fitted, grid = later(signed, 40+r.IntN(140)), oneOf(r, "yes|yes|yes|pending")
				if i < 70 && grid == "yes" {
					yield = fmt.Sprint(peak*stepped(r, 82, 109, 1) + r.IntN(50))
				}
			}
			price := modules*620 + stepped(r, 3000, 9000, 10)
			if battery != "" {
				price += 6400
			}
			return []string{
				fmt.Sprintf("PV-%04d", 1204+i), person((i * 5) % 121), oneOf(r, "Wil|Wil|Gossau|Uzwil|Flawil|Herisau"), oneOf(r, "tiled|tiled|tiled|flat|metal|slate"), fmt.Sprint(modules),
				fmt.Sprintf("%d.%d", peak/10, peak%10), battery, oneOf(r, "Solvax|Solvax|Hevo|KTN"), oneOf(r, "Crew 1|Crew 1|Crew 2|Crew 3"), signed, fitted, grid, oneOf(r, "KS-40|KS-40|KS-55|"),
				fmt.Sprint(price), yield, fmt.Sprint(oneOf(r, "0|0|0|1|1|2|3|5")), oneOf(r, "scaffold shared|chimney shades east side|meter box too small|owner wants app|||"),
			}
		}),
	}
}

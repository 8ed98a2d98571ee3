package registers

import (
	"fmt"
	"math/rand/v2"
)

// skips are the hires of a firm that brings and fetches skips.
func skips() written {
	return written{
		name:   "skips",
		labels: []string{"Ticket", "Ordered", "Account", "Site", "Size", "Waste", "Dropped", "Due Back", "Picked Up", "Net Wt", "Permit Req'd", "Lorry", "Driver", "Hire Chg", "Extra Chg", "Contaminated", "Office Note"},
		units:  []string{"yd", "kg", "£"},
		shown: map[string]func(string) string{"Ordered": byName, "Dropped": byName, "Due Back": byName, "Picked Up": byName, "Size": with("yd"), "Net Wt": unitOf("kg"),
			"Hire Chg": led("£"), "Extra Chg": led("£")},
		lines: rowsOf("skips", 95, func(r *rand.Rand, i int) []string {
			ordered := later("2025-01-03", i*2+r.IntN(2))
			dropped, due := later(ordered, 1+r.IntN(5)), later(ordered, 14+r.IntN(10))
			picked, weight, extra := "", "", ""
			if r.IntN(6) > 0 {
				picked, weight = later(due, r.IntN(12)-6), fmt.Sprint(stepped(r, 400, 7800, 20))
			}
			if r.IntN(4) == 0 {
				extra = fmt.Sprint(stepped(r, 15, 160, 5))
			}
			size := oneOf(r, "4|6|6|8|8|12|16")
			return []string{
				fmt.Sprint(88410 + i), ordered, oneOf(r, "Harbour Homes|Harbour Homes|Gaunt & Sons|cash sale|cash sale|St Bride's School|Pell Roofing"),
				oneOf(r, "Quay Road|Mill Lane|Top Farm|Station Yard|Beacon Hill"), size, oneOf(r, "mixed|mixed|soil|hardcore|green|plasterboard"),
				dropped, due, picked, weight, oneOf(r, "Y|N|N"), oneOf(r, "MK14|MK14|RV62|XT09"), oneOf(r, "Jonno|Jonno|Big Steve|Little Steve|Aga"),
				fmt.Sprint(120 + stepped(r, 0, 160, 1)), extra, oneOf(r, "no|no|no|yes|"), oneOf(r, "blocked gate|overfilled|ring before||||||"),
			}
		}),
	}
}

package registers

import (
	"fmt"
	"math/rand/v2"
)

// noise are the complaints about noise that a council has had in a year.
func noise() written {
	return written{
		name:   "noise",
		labels: []string{"Case", "Received", "Hour", "Source", "Street", "Ward", "Caller", "Via", "Prev.", "Level", "Officer", "Visits", "Outcome", "Fine", "Fine Paid", "Closed"},
		units:  []string{"dB", "£"},
		shown:  map[string]func(string) string{"Received": dayAs("2 January 2006"), "Closed": dayAs("2 January 2006"), "Level": with("dB"), "Fine": led("£")},
		blank:  map[string]string{"Level": "not measured", "Officer": "n/a"},
		asked:  noiseAsked,
		lines: rowsOf("noise", 118, func(r *rand.Rand, i int) []string {
			received := later("2025-01-02", i*3+r.IntN(3))
			source := oneOf(r, "music|music|music|building site|dog|dog|alarm|pub garden|fireworks")
			officer, visits, level := oneOf(r, "Adeyemi|Kirsch|Kirsch|Novak|"), r.IntN(5), ""
			if officer == "" {
				visits = 0
			} else if r.IntN(3) > 0 {
				level = fmt.Sprint(stepped(r, 41, 97, 1))
			}
			outcome := oneOf(r, "warning letter|warning letter|no action|no action|abatement notice|abatement notice|mediation")
			fine, paid, closed := "", "", ""
			if outcome == "abatement notice" && r.IntN(4) > 0 {
				fine, paid = fmt.Sprint(stepped(r, 100, 1400, 50)), oneOf(r, "Y|Y|N")
			}
			if i < 100 || r.IntN(3) == 0 {
				closed = later(received, 1+r.IntN(60))
			} else {
				outcome, fine, paid = "pending", "", ""
			}
			return []string{
				fmt.Sprintf("NC-%d", 4501+i), received, fmt.Sprintf("%02d:%02d", (18+r.IntN(14))%24, 5*r.IntN(12)), source,
				oneOf(r, "Mill Street|Mill Street|Canal Walk|Station Road|Orchard Close|Bishop Lane|Harbour Row"), oneOf(r, "Northgate|Northgate|St. Anne's|Riverside|Hilltop"),
				oneOf(r, "resident|resident|resident|business|anonymous"), oneOf(r, "phone|phone|web form|e-mail|councillor"), fmt.Sprint(r.IntN(5) * r.IntN(2)), level, officer,
				fmt.Sprint(visits), outcome, fine, paid, closed,
			}
		}),
	}
}

package registers

import (
	"fmt"
	"math/rand/v2"
)

// lifts are the inspections of lifts by a firm of engineers.
func lifts() written {
	return written{
		name:   "lifts",
		labels: []string{"Cert. No.", "Building", "City", "Owner Type", "Inspector", "Insp. Date", "Result", "Drive", "Rated Load", "Stops", "Installed", "Defects", "Fee (CHF)", "Duration_min", "Emergency Call", "Next Due", "Remark"},
		units:  []string{"kg", "CHF"},
		shown:  map[string]func(string) string{"Rated Load": with("kg"), "Insp. Date": byName, "Next Due": byName},
		lines: rowsOf("lifts", 372, func(r *rand.Rand, i int) []string {
			result, defects, remark := oneOf(r, "passed|passed|passed|passed with conditions|failed"), 0, ""
			switch result {
			case "passed with conditions":
				defects, remark = 1+r.IntN(4), oneOf(r, "door closes too fast|lamp in shaft broken|buffer oil low|cabin floor worn|")
			case "failed":
				defects, remark = 3+r.IntN(9), oneOf(r, "brake worn|rope frayed|door lock faulty|no pit stop switch")
			}
			date, next := days(2022, 2025)(r, i), ""
			if result != "failed" {
				next = later(date, 365+365*r.IntN(2))
			}
			return []string{
				fmt.Sprintf("LI/%05d", 40211+i), oneOf(r, "Sonnenhof|Lindenpark|Bahnhofplatz|Haus Mettler|Rosengarten|Seeblick|Altes Spital|Zentrum Nord") + " " + fmt.Sprint(1+r.IntN(30)),
				oneOf(r, "Bern|Bern|Bern|Thun|Thun|Biel|Olten|Langenthal"), oneOf(r, "municipal|private|private|private|housing cooperative"),
				oneOf(r, "Reto Amsler|Reto Amsler|Fabienne Corti|Fabienne Corti|Lukas Odermatt|Milena Zgraggen"), date, result,
				oneOf(r, "traction|traction|hydraulic|hydraulic|screw"), oneOf(r, "320|450|630|630|1000|1600|2500"), fmt.Sprint(stepped(r, 2, 19, 1)),
				fmt.Sprint(stepped(r, 1961, 2021, 1)), fmt.Sprint(defects), fmt.Sprint(stepped(r, 180, 940, 5)), fmt.Sprint(stepped(r, 25, 170, 1)),
				oneOf(r, "tested|tested|tested|not tested|"), next, remark,
			}
		}),
	}
}

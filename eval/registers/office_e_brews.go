package registers

import (
	"fmt"
	"math/rand/v2"
)

// brews are the batches of a brewery over three years.
func brews() written {
	beers := map[string][]string{"wheat beer": {"Cloud Nine"}, "pale ale": {"Slack Tide", "Lantern"}, "oatmeal stout": {"Coal Hole"}, "smoked lager": {"Ember"}, "sour": {"Pucker", "Rhubarb Riot"}}
	return written{
		name:   "brews",
		labels: []string{"batch", "beer", "style", "brewed_on", "brewer", "vol_hl", "og_plato", "abv_pct", "ibu", "tank", "organic", "status", "packaged_on", "pkg_type", "tasting_score", "cost_eur"},
		lines: lines("brews", 300, func(r *rand.Rand, i int) []string {
			style := pick(r, "wheat beer", "pale ale", "pale ale", "pale ale", "oatmeal stout", "smoked lager", "sour")
			brewed := onDay("2022-01-03", i*7/2)
			status, packaged, kind, score := "packaged", "", "", ""
			switch {
			case i >= 290:
				status = "fermenting"
			case i >= 276:
				status = pick(r, "fermenting", "conditioning", "conditioning")
			case oneIn(r, 14):
				status = "dumped"
			}
			if status == "packaged" {
				packaged, kind = onDay(brewed, 18+r.IntN(40)), pick(r, "keg", "keg", "bottle", "can")
				if !oneIn(r, 8) {
					score = tenths(r, 2, 5)
				}
			}
			return []string{
				fmt.Sprintf("B%03d", i+1), pick(r, beers[style]...), style, brewed, pick(r, "Aled", "Aled", "Sunniva", "Mirko"), tenths(r, 8, 30), tenths(r, 10, 19), tenths(r, 3.8, 8.5), whole(6 + r.IntN(70)), pick(r, "FV1", "FV2", "FV3", "FV4", "FV5"),
				pick(r, "no", "no", "yes"), status, packaged, kind, score, whole(600 + r.IntN(2600)),
			}
		}),
	}
}

package registers

import (
	"fmt"
	"math/rand/v2"
)

// scaffolds are the hires of a scaffolding firm; one without a date of striking still stands.
func scaffolds() written {
	return written{
		name:   "scaffolds",
		labels: []string{"Hire", "Address", "Builder", "Town", "Erected", "Struck", "Wks", "Top Lift", "Face Area", "Bays", "Chargehand", "Rate/Wk", "Extras", "Last Insp", "Tag", "Netted", "Use", "Damage"},
		units:  []string{"m", "sqm", "£"},
		shown: map[string]func(string) string{
			"Erected": dayAs("02/01/2006"), "Struck": dayAs("02/01/2006"), "Last Insp": dayAs("02/01/2006"), "Top Lift": with("m"), "Face Area": with("sqm"), "Rate/Wk": led("£"), "Extras": led("£"),
		},
		blank: map[string]string{"Struck": "still up"},
		lines: rowsOf("scaffolds", 76, func(r *rand.Rand, i int) []string {
			weeks, bays := stepped(r, 3, 18, 1), stepped(r, 2, 16, 1)
			height := stepped(r, 40, 190, 5)
			erected := later("2024-05-06", i*5+r.IntN(4))
			struck, extras := "", ""
			if i < 58 && r.IntN(7) > 0 {
				struck = later(erected, weeks*7+stepped(r, -6, 30, 1))
			}
			if r.IntN(3) == 0 {
				extras = fmt.Sprint(stepped(r, 60, 1400, 20))
			}
			return []string{
				fmt.Sprintf("SC%03d", 441+i), fmt.Sprintf("%d %s", 1+(i*37)%139, oneOf(r, "Albert Road|Mill Street|Chapel Row|Station Road|Beech Avenue|Weir Lane")), oneOf(r, "Cawley Bros|Cawley Bros|J. Redfern|Homestead Ltd|Pike & Daughter"),
				oneOf(r, "Otley|Otley|Ilkley|Skipton|Guiseley"), erected, struck, fmt.Sprint(weeks), fmt.Sprintf("%d.%d", height/10, height%10), fmt.Sprint(bays * height / 4), fmt.Sprint(bays),
				oneOf(r, "Kev|Kev|Big Dave|Shaz"), fmt.Sprint(40 + bays*14 + stepped(r, 0, 50, 1)), extras, later(erected, 7*(1+r.IntN(weeks))), oneOf(r, "green|green|green|amber|red"),
				oneOf(r, "yes|no|no|"), oneOf(r, "roof|roof|pointing|painting|chimney|windows"), oneOf(r, "gutter dented|tile cracked|ledger bent|||||"),
			}
		}),
	}
}

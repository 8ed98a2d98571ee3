package registers

import (
	"fmt"
	"math/rand/v2"
)

// hives are the colonies of a beekeepers' association.
func hives() written {
	return written{
		name:   "hives",
		labels: []string{"Colony", "Apiary", "Keeper", "Queen", "Q_Year", "Strain", "Temper", "Brood Frames", "Honey 2024", "Honey 2023", "Mite Drop", "Treated", "Last_Insp", "Swarmed", "State", "Hive Type"},
		units:  []string{"kg"},
		shown:  map[string]func(string) string{"Honey 2024": with("kg"), "Honey 2023": with("kg"), "Last_Insp": dotted},
		lines: rowsOf("hives", 68, func(r *rand.Rand, i int) []string {
			year := 2020 + r.IntN(5)
			state := oneOf(r, "thriving|thriving|steady|steady|weak|queenless|dead")
			colour := []string{"blue", "white", "yellow", "red", "green"}[year-2020]
			frames, drop := fmt.Sprint(stepped(r, 1, 11, 1)), ""
			if r.IntN(7) > 0 {
				drop = fmt.Sprint(stepped(r, 0, 60, 1))
			}
			honey24, honey23 := fmt.Sprint(stepped(r, 2, 48, 1)), fmt.Sprint(stepped(r, 2, 41, 1))
			if r.IntN(5) == 0 {
				honey23 = ""
			}
			switch state {
			case "queenless":
				colour, frames = "", "0"
			case "dead":
				colour, frames, honey24, drop = "", "", "", ""
			}
			q := fmt.Sprint(year)
			if colour == "" {
				q = ""
			}
			return []string{
				fmt.Sprintf("K%03d", 11+3*i), oneOf(r, "Mill Lane|Mill Lane|Orchard Bank|Quarry Top|Allotments"), person(3 * r.IntN(9)), colour, q,
				oneOf(r, "Buckfast|Buckfast|Carniolan|native dark|mongrel"), oneOf(r, "calm|calm|calm|jumpy|nasty"), frames, honey24, honey23, drop,
				oneOf(r, "Y|Y|N|"), days(2024, 2024)(r, i), oneOf(r, "N|N|N|Y"), state, oneOf(r, "National|National|WBC|Langstroth"),
			}
		}),
	}
}

package registers

import (
	"fmt"
	"math/rand/v2"
)

// costumes are what hangs in the wardrobe of a theatre.
func costumes() written {
	return written{
		name:   "costumes",
		labels: []string{"Tag", "Piece", "Made For", "Play", "Size", "Colour", "Cloth", "Era", "Yr Made", "Maker", "Rail", "Hire p. Day", "Deposit", "Lent To", "Since", "Due", "Worn", "Last Clean", "State"},
		units:  []string{"£", "x"},
		shown: map[string]func(string) string{
			"Hire p. Day": led("£"), "Deposit": led("£"), "Since": dayAs("Mon 2 Jan 2006"), "Due": dayAs("Mon 2 Jan 2006"), "Last Clean": byName, "Worn": with("x"),
		},
		blank: map[string]string{"Lent To": "in house", "Last Clean": "?"},
		asked: costumesAsked,
		lines: rowsOf("costumes", 104, func(r *rand.Rand, i int) []string {
			lent, since, due := "", "", ""
			if r.IntN(3) == 0 {
				since = later("2025-08-04", r.IntN(110))
				lent, due = oneOf(r, "Wexley Players|Wexley Players|St. Bride's School|Opera Group|Film Unit 7"), later(since, 7+r.IntN(60))
			}
			play := oneOf(r, "Hamlet|The Seagull|The Seagull|Cabaret|Twelfth Night|")
			role := map[string]string{"Hamlet": "Gertrude|Hamlet|Ophelia|Guard", "The Seagull": "Nina|Arkadina|Kostya", "Cabaret": "Sally|Emcee|Chorus|Chorus", "Twelfth Night": "Viola|Orsino|Malvolio", "": ""}[play]
			hire, clean := stepped(r, 4, 24, 1), ""
			if r.IntN(6) > 0 {
				clean = later("2024-01-08", r.IntN(650))
			}
			return []string{
				fmt.Sprintf("C-%04d", 1103+9*i), oneOf(r, "gown|gown|cloak|waistcoat|shirt|breeches|hat|boots"), oneOf(r, role), play, oneOf(r, "S|M|M|L|XL"),
				oneOf(r, "black|black|red|white|green|gold"), oneOf(r, "velvet|silk|wool|wool|cotton|linen"), oneOf(r, "Tudor|1890s|1890s|1920s|modern"), fmt.Sprint(1978 + r.IntN(47)),
				oneOf(r, "Ivy Rowntree|Ivy Rowntree|D. Osei|bought in"), fmt.Sprintf("%s%d", oneOf(r, "A|A|B|C"), 1+r.IntN(4)), fmt.Sprint(hire), fmt.Sprint(hire * 10), lent, since, due,
				fmt.Sprint(r.IntN(61)), clean, oneOf(r, "good|good|good|torn|moth holes|faded"),
			}
		}),
	}
}

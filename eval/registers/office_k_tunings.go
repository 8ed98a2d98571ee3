package registers

import (
	"fmt"
	"math/rand/v2"
)

// tunings are the visits of a piano tuner and her two helpers.
func tunings() written {
	return written{
		name:   "tunings",
		labels: []string{"Job No", "Visited", "Owner", "Town", "Maker", "Kind", "Pitch Off (ct)", "Hrs", "Strings Repl.", "Fee", "Paid On", "Next Due", "Tuner", "Moth?", "Remarks"},
		units:  []string{"h", "£"},
		shown:  map[string]func(string) string{"Visited": dotted, "Paid On": dotted, "Next Due": dotted, "Hrs": with("h"), "Fee": led("£")},
		blank:  map[string]string{"Strings Repl.": "-"},
		lines: rowsOf("tunings", 88, func(r *rand.Rand, i int) []string {
			visited := later("2024-02-05", i*3+r.IntN(3))
			strings, paid, next := "", "", ""
			if r.IntN(3) == 0 {
				strings = fmt.Sprint(stepped(r, 1, 9, 1))
			}
			if r.IntN(6) > 0 {
				paid = later(visited, r.IntN(40))
			}
			if r.IntN(5) > 0 {
				next = later(visited, stepped(r, 150, 400, 1))
			}
			return []string{
				fmt.Sprintf("T-%d", 310+i), visited, person(i), oneOf(r, "Ludlow|Ludlow|Leominster|Tenbury|Kington|Bromyard"),
				oneOf(r, "Bechstein|Yamaha|Yamaha|Kawai|Broadwood|Blüthner|Challen"), oneOf(r, "upright|upright|upright|baby grand|concert grand|square piano"),
				fmt.Sprint(stepped(r, 1, 96, 1)), oneOf(r, "1|1.5|1.5|2|2|2.5|3.5"), strings, fmt.Sprint(60 + stepped(r, 0, 130, 1)), paid, next,
				oneOf(r, "Hilda|Hilda|Marek|Sonny"), oneOf(r, "yes|no|no|no"),
				oneOf(r, "pedal squeaks|cracked soundboard|sticky keys|dog bites|||||"),
			}
		}),
	}
}

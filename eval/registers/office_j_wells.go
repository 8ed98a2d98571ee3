package registers

import (
	"fmt"
	"math/rand/v2"
)

// wells are the boreholes of a firm that drills for water.
func wells() written {
	return written{
		name:   "wells",
		labels: []string{"Bore", "Client", "Parish", "Use", "Rig", "Driller", "Begun", "Done", "Depth", "Bore Dia.", "Water At", "Yield", "Rock", "Price", "Paid", "Permit", "Pump"},
		units:  []string{"mm", "m", "l/min", "€"},
		shown: map[string]func(string) string{
			"Begun": dotted, "Done": dotted, "Paid": dotted, "Depth": with("m"), "Bore Dia.": with("mm"), "Water At": with("m"), "Yield": with("l/min"), "Price": led("€"),
		},
		blank: map[string]string{"Water At": "-", "Permit": "none yet"},
		asked: wellsAsked,
		lines: rowsOf("wells", 74, func(r *rand.Rand, i int) []string {
			begun := later("2023-02-06", i*14+r.IntN(10))
			depth := stepped(r, 24, 180, 2)
			done := later(begun, 2+depth/20+r.IntN(6))
			water, yield, paid, pump := fmt.Sprint(depth-stepped(r, 4, 20, 1)), fmt.Sprint(stepped(r, 6, 210, 3)), later(done, 10+r.IntN(80)), oneOf(r, "submersible|submersible|hand pump|solar|")
			if r.IntN(8) == 0 {
				water, yield, pump = "", "0", ""
			}
			if r.IntN(6) == 0 {
				paid = ""
			}
			permit := fmt.Sprintf("P%d/%02d", 300+11*i, 23+i/26)
			if r.IntN(9) == 0 {
				permit = ""
			}
			if i > 70 {
				done, paid, water, yield, pump = "", "", "", "", ""
			}
			return []string{
				fmt.Sprintf("B%03d", 101+i), person(i % 40), oneOf(r, "Aghern|Aghern|Ballyroe|Clonbeg|Dunmore|Killane"), oneOf(r, "house|house|house|dairy|dairy|golf course|heat pump"),
				oneOf(r, "Rig 1|Rig 1|Rig 2|Rig 3"), oneOf(r, "Cullen|Cullen|Sheehy|Wozniak"), begun, done, fmt.Sprint(depth), oneOf(r, "150|150|200|250"), water, yield,
				oneOf(r, "limestone|limestone|sandstone|slate|granite"), fmt.Sprint(depth * stepped(r, 48, 95, 1)), paid, permit, pump,
			}
		}),
	}
}

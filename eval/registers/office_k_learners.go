package registers

import (
	"fmt"
	"math/rand/v2"
)

// learners are the learners of a driving school.
func learners() written {
	return written{
		name:   "learners",
		labels: []string{"Ref", "Learner", "Joined", "Born", "Instr.", "Gearbox", "Lessons Taken", "Lessons Booked", "Owes", "Theory", "Test Date", "Test Centre", "Outcome", "Minors", "Glasses", "Source"},
		units:  []string{"€"},
		shown:  map[string]func(string) string{"Joined": dayAs("2-Jan-06"), "Test Date": dayAs("2-Jan-06"), "Owes": led("€")},
		blank:  map[string]string{"Test Centre": "tbc"},
		lines: rowsOf("learners", 84, func(r *rand.Rand, i int) []string {
			joined := later("2024-01-08", i*4+r.IntN(4))
			test, centre, outcome, minors := "", "", "", ""
			if r.IntN(4) > 0 {
				test, centre = later(joined, stepped(r, 60, 260, 1)), oneOf(r, "Naas|Naas|Tallaght|Raheny|Finglas")
				if r.IntN(5) > 0 {
					outcome, minors = oneOf(r, "Pass|Pass|Pass|Fail|Fail|Cancelled"), fmt.Sprint(stepped(r, 0, 19, 1))
				}
			}
			return []string{
				fmt.Sprintf("L%03d", 41+i), person(i), joined, fmt.Sprint(1968 + stepped(r, 0, 39, 1)), oneOf(r, "Noreen|Noreen|Cathal|Deirdre|Tomasz"),
				oneOf(r, "manual|manual|automatic"), fmt.Sprint(stepped(r, 2, 44, 1)), fmt.Sprint(stepped(r, 6, 40, 1)), fmt.Sprint(stepped(r, 0, 6, 1) * 45),
				oneOf(r, "passed|passed|failed|not sat"), test, centre, outcome, minors, oneOf(r, "Y|N|N"), oneOf(r, "friend|leaflet|website|website|walked in|"),
			}
		}),
	}
}

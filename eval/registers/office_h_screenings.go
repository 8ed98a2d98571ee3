package registers

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// screenings are the shows of a small cinema. Each film has its country, language, length and genre.
func screenings() written {
	films := strings.Split("The Salt Road;drama;Spanish;118|Nine Lanterns;drama;Mandarin;131|Otter Summer;family;English;84|The Quiet Auditor;thriller;English;107|Fjord Light;documentary;Norwegian;92|Gasoline Waltz;comedy;French;99|Mother of Pearl;drama;Japanese;124|Half a Hero;comedy;English;95|Ghosts of Line 4;thriller;French;111|Bees of Aleppo;documentary;Arabic;88", "|")
	return written{
		name:   "screenings",
		labels: []string{"Show", "Film", "Genre", "Spoken", "Subs", "Room", "Date", "Starts", "Runs", "Print", "Sold", "Reduced", "Free", "Box Office", "Bar", "Usher", "Talk", "Club Night", "Trouble"},
		units:  []string{"min", "€"},
		shown:  map[string]func(string) string{"Date": dayAs("2-Jan-06"), "Runs": with("min"), "Box Office": led("€"), "Bar": led("€")},
		blank:  map[string]string{"Usher": "-"},
		lines: rowsOf("screenings", 186, func(r *rand.Rand, i int) []string {
			film := strings.Split(films[(i/24+r.IntN(3))%len(films)], ";")
			subs, usher, bar := "", "", ""
			if film[2] != "English" {
				subs = oneOf(r, "EN|EN|DE|none")
			}
			if r.IntN(6) > 0 {
				usher = oneOf(r, "Jo|Jo|Pilar|Anselm|Tuva")
			}
			if r.IntN(5) > 0 {
				bar = fmt.Sprint(stepped(r, 20, 640, 1))
			}
			room := oneOf(r, "Big Room|Big Room|Studio|Attic")
			sold := stepped(r, 3, map[string]int{"Big Room": 180, "Studio": 70, "Attic": 32}[room], 1)
			reduced := r.IntN(sold/2 + 1)
			return []string{
				fmt.Sprintf("S-%d", 3310+i), film[0], film[1], film[2], subs, room, later("2025-01-02", i), oneOf(r, "15:00|17:30|20:15|20:15|20:15|22:00"), film[3], oneOf(r, "DCP|DCP|DCP|35mm"),
				fmt.Sprint(sold), fmt.Sprint(reduced), fmt.Sprint(r.IntN(9)), fmt.Sprint(sold*11 - reduced*3), bar, usher, oneOf(r, "yes||||||"), oneOf(r, "Y|N|N|N"), oneOf(r, "projector lamp|no heating|sound too low|||||||"),
			}
		}),
	}
}

package registers

import (
	"math/rand/v2"
	"strings"
)

// choir are the members of a choir of amateurs; one without a last concert has not sung in any.
func choir() written {
	first := strings.Fields("Agnes Bertil Carmen Dario Elspeth Farid Greta Hamish Ines Jonas Katya Liam Maud Nils Oona Pavel Quentin Rosa Sunil Thea Ulrich Vera Wanda Xenia Yann Zofia Alma Bruno Celia Declan Edith Felix Gwen Hugo Isla Jarek Kirsty Lorenz Mina Noor Olga Pekka Renata Stig Tilda Uma Viktor Willa Yusra Zeno Aoife Bjarne Clara Dietmar Esme Franek")
	last := []string{"Abel", "Brook", "Castell", "Dorn", "Eklund", "Fonseca", "Garrow", "Hirst", "Ivanek", "Jessop", "Kohl"}
	return written{
		name:   "choir",
		labels: []string{"No", "Name", "Part", "Town", "Age", "Hgt_cm", "Day_Job", "Joined", "Reh_Att", "Subs_Owed_EUR", "Reads_Music", "Soloist", "Offers_Lift", "Last_Concert"},
		lines: lines("choir", len(first), func(r *rand.Rand, i int) []string {
			concert := ""
			if !oneIn(r, 6) {
				concert = pick(r, "2023-12-16", "2024-06-22", "2024-06-22", "2024-12-14", "2024-12-14", "2024-12-14")
			}
			joined := 119*i + r.IntN(110)
			if concert != "" && concert < onDay("2006-09-01", joined) {
				concert = ""
			}
			part, age := pick(r, "Soprano", "Soprano", "Alto"), max(17+r.IntN(65), 36-joined/365)
			if i%2 == 1 {
				part = pick(r, "Tenor", "Bass", "Bass")
			}
			job := pick(r, "nurse", "baker", "school caretaker", "software tester", "between jobs")
			switch {
			case age >= 66:
				job = "retired"
			case age < 25:
				job = "student"
			}
			owed := "0"
			if oneIn(r, 2) {
				owed = pick(r, "12.50", "25", "37.50", "50", "75", "90", "110")
			}
			return []string{
				whole(1 + i), first[i] + " " + last[r.IntN(len(last))], part, pick(r, "Fenwick", "Fenwick", "Marlow Green", "Aston", "Quay"), whole(age), whole(152 + r.IntN(44)),
				job, onDay("2006-09-01", joined), whole(r.IntN(39)), owed, pick(r, "yes", "yes", "no", ""), pick(r, "no", "no", "no", "yes"), pick(r, "yes", "no"), concert,
			}
		}),
	}
}

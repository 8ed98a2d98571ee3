package registers

import (
	"fmt"
	"math/rand/v2"
)

// wagons are the goods wagons of a preserved railway.
func wagons() written {
	return written{
		name:   "wagons",
		labels: []string{"Stock No", "Type", "Built By", "Year", "Tare", "Load", "Brakes", "Livery", "Owner", "Siding", "Acquired", "Price Paid", "Last Exam", "Next Exam", "Condition", "Run 2025", "Remarks"},
		units:  []string{"t", "£", "mi"},
		shown: map[string]func(string) string{
			"Tare": with("t"), "Load": with("t"), "Acquired": dayAs("2-Jan-06"), "Price Paid": led("£"), "Last Exam": dayAs("02/01/2006"), "Next Exam": dayAs("02/01/2006"), "Run 2025": with("mi"),
		},
		blank: map[string]string{"Price Paid": "gift", "Run 2025": "-"},
		asked: wagonsAsked,
		lines: rowsOf("wagons", 62, func(r *rand.Rand, i int) []string {
			condition := oneOf(r, "in traffic|in traffic|in traffic|under repair|stored|stored")
			price, run, last, next := "", "", later("2023-04-03", r.IntN(900)), ""
			if r.IntN(4) > 0 {
				price = fmt.Sprint(stepped(r, 150, 4800, 50))
			}
			switch condition {
			case "in traffic":
				run, next = fmt.Sprint(stepped(r, 8, 640, 1)), later(last, 365+r.IntN(400))
			case "under repair":
				next = later("2026-01-05", r.IntN(200))
			}
			return []string{
				fmt.Sprintf("W%d", 1007+7*i), oneOf(r, "box van|box van|open|open|tank|brake van|flat|hopper"), oneOf(r, "Gloucester|Gloucester|Metro-Cammell|Pressed Steel|Swindon|Derby|"),
				fmt.Sprint(stepped(r, 1889, 1968, 1)), fmt.Sprintf("%d.%d", 5+r.IntN(11), 1+r.IntN(9)), fmt.Sprint(oneOf(r, "8|10|12|12|13|16|20")), oneOf(r, "vacuum|vacuum|hand|hand|air"),
				oneOf(r, "grey|grey|bauxite|bauxite|black|green"), oneOf(r, "Society|Society|Society|Dawes Trust|P. Marsden|J. Ilott"), oneOf(r, "Yard|Yard|Down Siding|Carriage Shed|Works"),
				later("1974-05-01", r.IntN(18300)), price, last, next, condition, run, oneOf(r, "|||roof leaks|new floor 2022|film hire|axle box hot|"),
			}
		}),
	}
}

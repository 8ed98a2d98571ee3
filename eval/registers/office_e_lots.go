package registers

import "math/rand/v2"

// lots are an auction of antiques over three days; a lot without a hammer price found no buyer.
func lots() written {
	objects := map[string][]string{
		"Clocks": {"Bracket clock", "Carriage clock", "Longcase clock"}, "Ceramics": {"Delft charger", "Pair of Staffordshire dogs", "Blue and white tureen"},
		"Silver & Plate": {"Sauce boat", "Candelabrum", "Set of six teaspoons"}, "Oil Paintings": {"Portrait of a lady", "Harbour scene", "Still life with fruit"},
		"Country Furniture": {"Windsor chair", "Oak dresser", "Milking stool"}, "Jewellery": {"Garnet brooch", "Pearl necklace", "Signet ring"},
	}
	return written{
		name:   "lots",
		labels: []string{"Lot", "Description", "Category", "Period", "Condition", "Consignor", "Est_Low_GBP", "Est_High_GBP", "Hammer_GBP", "Bid_Channel", "Sale_Date", "Provenance_Docs", "Collected_On"},
		lines: lines("lots", 220, func(r *rand.Rand, i int) []string {
			category := pick(r, "Clocks", "Ceramics", "Ceramics", "Silver & Plate", "Oil Paintings", "Country Furniture", "Jewellery")
			low := 10 * (4 + r.IntN(60))
			if oneIn(r, 5) {
				low *= 3
			}
			hammer, channel, collected := "", "", ""
			if !oneIn(r, 5) {
				hammer = whole(5 * int(float64(low)*(.8+1.2*r.Float64())/5))
				channel = pick(r, "room", "room", "telephone", "online", "online", "commission bid")
				if !oneIn(r, 4) {
					collected = onDay("2024-10-14", r.IntN(50))
				}
			}
			return []string{
				whole(301 + i), pick(r, objects[category]...), category, pick(r, "Georgian", "Victorian", "Victorian", "Edwardian", "Art Deco"), pick(r, "excellent", "good", "good", "worn", "restored", "as found"),
				pick(r, "Estate of M. Pell", "Lady Arden", "Thorpe Rectory", "J. Quill", "Hotel Bristow", "Dr Nasser", "Marsh & Daughter"), whole(low), whole(low * 3 / 2), hammer, channel, onDay("2024-10-10", i/80), pick(r, "yes", "no", "no"), collected,
			}
		}),
	}
}

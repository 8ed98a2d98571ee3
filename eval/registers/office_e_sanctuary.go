package registers

import (
	"math/rand/v2"
	"strings"
)

// sanctuary are the animals of a home for animals.
func sanctuary() written {
	names := strings.Fields("Clover Bramble Otto Juno Pepper Mungo Tansy Walnut Biscuit Hector Olive Pippin Sorrel Barnaby Dusty Fern Gulliver Hazel Inky Jasper Kestrel Lupin Maple Nettle Oscar Primrose Quince Rufus Saffron Teasel Ursula Violet Wilbur Yarrow Ziggy Acorn Bluebell Crumpet Dandelion Ember Fidget Gooseberry Horatio Ivy Jubilee Kipper Lavender Marmite Nutmeg Oats Pickle Radish Sprout Truffle Umber Velvet Whisper Xavier Yew Zinnia Apricot Button Conker Duchess Echo Figgy Ginger Hopscotch Iris Jigsaw Kelp Lemon")
	weights := map[string][2]float64{"donkey": {140, 260}, "goat": {25, 80}, "pig": {60, 240}, "tortoise": {1, 9}, "barn owl": {.3, .6}, "hedgehog": {.4, 1.2}}
	homes := map[string][]string{
		"donkey": {"Lower Paddock", "Barn 2"}, "goat": {"Orchard", "Barn 2", "Lower Paddock"}, "pig": {"Orchard", "Barn 2"},
		"tortoise": {"Glasshouse", "Quarantine"}, "barn owl": {"Aviary", "Quarantine"}, "hedgehog": {"Quarantine", "Glasshouse"},
	}
	return written{
		name:   "sanctuary",
		labels: []string{"Name", "Species", "Sex", "Age_yrs", "Arrived", "Came To Us Because", "Keeper", "Encl.", "Wt", "Temper", "Chipped", "Last Vet Check", "Status", "Upkeep/Week"},
		lines: lines("sanctuary", len(names), func(r *rand.Rand, i int) []string {
			species := pick(r, "donkey", "donkey", "goat", "goat", "goat", "pig", "pig", "tortoise", "barn owl", "hedgehog", "hedgehog")
			w := weights[species]
			chipped, vet := pick(r, "Y", "Y", "N"), ""
			if !oneIn(r, 5) {
				vet = onDay("2024-01-08", r.IntN(320))
			}
			arrived := 53*i + r.IntN(50)
			line := []string{
				names[i], species, pick(r, "female", "male"), whole(1 + (3950-arrived)/365 + r.IntN(7)), onDay("2014-03-01", arrived), pick(r, "abandoned", "abandoned", "owner died", "found injured", "seized by police", "born here"),
				pick(r, "Tomasz", "Beth", "Yusuf", "Marguerite"), pick(r, homes[species]...), tenths(r, w[0], w[1]), pick(r, "calm", "calm", "nervous", "playful", "grumpy"), chipped, vet,
				pick(r, "resident", "resident", "up for adoption", "fostered out", "in treatment"), whole(3 + r.IntN(40)),
			}
			if line[12] == "fostered out" {
				line[7] = "" // it lives elsewhere
			}
			return line
		}),
		shown: map[string]func(string) string{
			"Arrived": byName, "Last Vet Check": byName, "Wt": func(cell string) string { return cell + " kg" }, "Upkeep/Week": func(cell string) string { return "£" + cell },
		},
		units: []string{"kg", "£"},
	}
}

package commands

import (
	"fmt"
	"strings"
	"time"
)

// brewery makes the files of a brewery: series of papers, logs of batches with notes of the tasters, and orders of
// customers; orders before 2025 lie in an archive.
func (g *generator) brewery() {
	g.monthly()
	g.governed()
	g.letters()
	g.batches()
	g.orders()
}

// batches makes fifteen batches of each beer.
func (g *generator) batches() {
	styles := map[string]string{"Amber Fox": "pale ale", "Night Porter": "stout", "Harvest Moon": "wheat", "Old Ferryman": "bitter", "Miller's Gold": "lager", "Red Kite": "pale ale"}
	for _, beer := range g.beers {
		for n := range 15 {
			at := g.day(2024, 2025)
			day := at.Format(time.DateOnly)
			g.add(File{Path: fmt.Sprintf("brewing/batches/%s/%s batch %02d.csv", beer, beer, n+1), Modified: day}, "Brewing", "batch log", g.pick(g.authors["Brewing"]),
				"beer", beer, "style", styles[beer], "tank", g.pick([]string{"T1", "T2", "T7"}), "brewed", day, "passed", g.pick([]string{"true", "true", "false"}), "confidentiality", "internal")
			tasted := at.AddDate(0, 0, 5+g.random.IntN(6)).Format(time.DateOnly)
			g.add(File{
				Path: fmt.Sprintf("quality/tastings/%s %s %02d.docx", tasted, beer, n+1), Modified: tasted, Text: "How " + beer + " tastes, with " + g.pick(g.topics) + ".",
			}, "Quality", "tasting note", g.pick(g.authors["Quality"]), "beer", beer, "rating", fmt.Sprint(1+g.random.IntN(5)), "tasted", tasted,
				"doc-status", g.pick([]string{"final", "final", "draft"}), "confidentiality", "internal")
		}
	}
}

// orders makes twelve orders of each customer.
func (g *generator) orders() {
	for i, customer := range g.firms {
		for range 12 {
			at := g.day(2024, 2025)
			day, folder := at.Format(time.DateOnly), "sales/orders/"
			if at.Year() == 2024 {
				folder += "archive/"
			}
			g.add(File{Path: fmt.Sprintf("%s%s %s.pdf", folder, strings.ToLower(strings.ReplaceAll(customer, " ", "-")), day), Modified: day}, "Sales", "order", g.pick(g.authors["Sales"]),
				"customer", customer, "region", []string{"north", "coast", "city"}[i%3], "delivered", at.AddDate(0, 0, 2+g.random.IntN(12)).Format(time.DateOnly),
				"paid", g.pick([]string{"true", "true", "false"}), "confidentiality", "confidential")
		}
	}
}

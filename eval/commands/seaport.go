package commands

import (
	"fmt"
	"strings"
	"time"
)

// seaport makes the files of a port authority: six departments, eight formats and twenty attributes. Ships call and bring
// manifests and reports of their pilots. There are monthly papers (2024 in archives), papers with versions,
// mail of tenants and reports of incidents.
func (g *generator) seaport() {
	g.calls()
	g.accounts()
	g.versions()
	g.tenants()
	g.incidents()
}

var quays = []string{"North Quay", "Coal Pier", "Basin 2", "East Mole"}

// within draws a day of the time from January 2024 to September 2025.
func (g *generator) within() time.Time {
	return time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, g.random.IntN(639))
}

// calls makes the papers of ships' visits, five visits a ship.
func (g *generator) calls() {
	for _, vessel := range g.vessels {
		for range 5 {
			at := g.within()
			day := at.Format(time.DateOnly)
			g.add(File{Path: fmt.Sprintf("cargo-desk/manifests/%s/%s %s.csv", vessel, vessel, day), Modified: day}, "Cargo", "manifest", g.pick(g.authors["Cargo"]),
				"vessel", vessel, "cargo", g.pick([]string{"grain", "timber", "coal", "containers", "fertiliser"}), "berth", g.pick(quays),
				"agent", g.pick([]string{"Kestrel Shipping", "Hallberg Agencies", "Tidewater"}), "hazardous", g.pick([]string{"false", "false", "true"}),
				"arrived", day, "confidentiality", "internal")
			g.add(File{
				Path:     fmt.Sprintf("pilotage/pilot reports/%s %s.docx", day, vessel),
				Modified: at.AddDate(0, 0, 1+g.random.IntN(3)).Format(time.DateOnly),
				Text:     "How the " + vessel + " came in, with " + g.pick(g.topics) + ".",
			}, "Pilotage", "pilot report", g.pick(g.authors["Pilotage"]), "vessel", vessel, "arrived", day, "doc-status", g.pick([]string{"final", "final", "draft"}), "confidentiality", "internal")
		}
	}
}

// accounts makes monthly papers from January 2024 to September 2025.
func (g *generator) accounts() {
	for _, s := range g.organisation.monthly {
		for month := range 21 {
			at := time.Date(2024, time.Month(1+month), 1, 0, 0, 0, 0, time.UTC)
			archive, firms := "", []string{""}
			if at.Year() == 2024 {
				archive = "archive/"
			}
			if strings.Contains(s.path, "{firm}") {
				firms = g.firms
			}
			for _, firm := range firms {
				more := []string{"period", at.Format("2006-01"), "confidentiality", s.level}
				if firm != "" {
					more = append(more, "supplier", firm)
				}
				g.add(File{
					Path:     strings.NewReplacer("{archive}", archive, "{month}", at.Format("2006-01"), "{firm}", firm).Replace(s.path),
					Modified: at.AddDate(0, 1, g.random.IntN(7)).Format(time.DateOnly), Text: "About " + g.pick(g.topics) + ".",
				}, s.department, s.kind, g.pick(g.authors[s.department]), more...)
			}
		}
	}
}

// versions makes papers in three versions: superseded, final and draft. Leases have tenants, are signed
// unless they are drafts, and run five years.
func (g *generator) versions() {
	for _, s := range g.organisation.governed {
		for _, name := range s.names {
			at := time.Date(2019+g.random.IntN(3), time.Month(1+g.random.IntN(12)), 1+g.random.IntN(28), 0, 0, 0, 0, time.UTC)
			for i, status := range []string{"superseded", "final", "draft"} {
				more := []string{"doc-status", status, "doc-version", fmt.Sprint(i + 1), "confidentiality", s.level}
				begin := at.AddDate(0, 1, 1-at.Day())
				if status != "draft" {
					more = append(more, "effective", begin.Format(time.DateOnly))
				}
				if s.kind == "lease" {
					more = append(more, "tenant", name, "signed", fmt.Sprint(status != "draft"), "expires", begin.AddDate(5, 0, -1).Format(time.DateOnly))
				}
				g.add(File{
					Path:     strings.NewReplacer("{name}", name, "{version}", fmt.Sprint("rev", i+1)).Replace(s.path),
					Modified: at.Format(time.DateOnly), Text: "About " + name + " and " + g.pick(g.topics) + ".",
				}, s.department, s.kind, g.pick(g.authors[s.department]), more...)
				at = at.AddDate(1, g.random.IntN(9), g.random.IntN(25))
			}
		}
	}
}

// tenants makes mail of tenants.
func (g *generator) tenants() {
	for n := range 30 {
		day, tenant := g.within().Format(time.DateOnly), g.pick(g.organisation.governed[0].names)
		g.add(File{
			Path:     fmt.Sprintf("property/mail/%s %s %02d.eml", tenant, g.pick([]string{"rent", "noise", "fence", "parking"}), n),
			Modified: day, Text: "About " + g.pick(g.topics) + ".",
		}, "Property", "mail", g.pick(g.authors["Property"]), "tenant", tenant, "confidentiality", "confidential")
	}
}

// incidents makes reports of incidents with a severity from 1 to 4.
func (g *generator) incidents() {
	for n := range 24 {
		at, berth := g.within(), g.pick(quays)
		g.add(File{
			Path:     fmt.Sprintf("safety/incidents/INC-%03d %s.docx", n+1, g.pick([]string{"crane", "spill", "collision", "fall"})),
			Modified: at.AddDate(0, 0, g.random.IntN(8)).Format(time.DateOnly), Text: "What happened at " + berth + ", with " + g.pick(g.topics) + ".",
		}, "Safety", "incident report", g.pick(g.authors["Safety"]), "berth", berth, "occurred", at.Format(time.DateOnly), "severity", fmt.Sprint(1+g.random.IntN(4)),
			"doc-status", g.pick([]string{"final", "final", "draft"}), "confidentiality", "confidential")
	}
}

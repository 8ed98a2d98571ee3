package commands

import (
	"cmp"
	"fmt"
	"path"
	"strings"
	"time"
)

// festival makes the files of a film festival: eight teams, twelve formats and 39 attributes. Films are entered, and have
// stills, posters, assessments and licences. Monthly papers of 2024 lie in folders called archive, drafts of papers with
// versions in folders called drafts. There are minutes, clippings, interviews and mail. A file may have several countries,
// languages, genres, territories and people at a meeting. Fees and amounts are in euros, times in minutes.
func (g *generator) festival() {
	g.entries()
	g.licences()
	g.months()
	g.revised()
	g.meetings()
	g.printed()
	g.guests()
}

// A film has a title, its director, countries, languages, genres, minutes and section.
type film struct{ title, director, countries, languages, genres, minutes, section string }

var films = []film{
	{"Salt Road", "Imani Kessler", "Kenya,Germany", "Swahili,German", "drama", "104", "Competition"},
	{"Paper Lighthouse", "Eskil Brandvold", "Norway", "Norwegian", "animation", "14", "Shorts"},
	{"The Ninth Orchard", "Rosa Villalba", "Spain,Portugal", "Spanish", "drama,mystery", "121", "Competition"},
	{"Tin Parrot", "Lorcan Devane", "Ireland", "English", "comedy", "92", "Panorama"},
	{"Glass Harvest", "Noor Talebi", "Iran,France", "Persian,French", "documentary", "78", "Panorama"},
	{"Nightbus 41", "Pavlo Hrytsak", "Ukraine,Poland", "Ukrainian", "thriller", "97", "Midnight"},
	{"A Shed Full of Bees", "Wendeline Oort", "Netherlands", "Dutch", "documentary,comedy", "52", "Panorama"},
	{"Kiln", "Tove Maalstad", "Norway,Sweden", "Norwegian,Swedish", "horror", "88", "Midnight"},
	{"Marble Weather", "Giacomo Serra", "Italy", "Italian", "drama", "133", "Competition"},
	{"Otter Street", "Lorcan Devane", "Ireland", "English", "drama", "19", "Shorts"},
	{"Low Tide Choir", "Beatriz Anjos", "Portugal", "Portuguese", "documentary,musical", "84", "Panorama"},
	{"Hollow Moon", "Sung-min Rhee", "South Korea", "Korean", "horror,mystery", "108", "Midnight"},
	{"Yellow Umbrella Club", "Farah Siddiqi", "India", "Hindi,English", "comedy", "95", "Competition"},
	{"Postcards from Inverlaw", "Morag Tulloch", "United Kingdom", "English", "documentary", "31", "Shorts"},
	{"The Clockmaker", "Giacomo Serra", "Italy,France", "Italian,French", "animation", "71", "Panorama"},
	{"Winter Ledger", "Agnieszka Bor", "Poland", "Polish", "thriller,drama", "112", "Competition"},
	{"Two Cups of Dust", "Imani Kessler", "Kenya", "Swahili", "documentary", "24", "Shorts"},
	{"Velvet Antenna", "Jonas Wikander", "Sweden", "Swedish", "musical", "9", "Shorts"},
	{"Border Radio", "Noor Talebi", "Iran", "Persian", "drama", "101", "Competition"},
	{"Lantern Thieves", "Hiro Maeda", "Japan", "Japanese", "animation", "86", "Panorama"},
}

// keep adds a file with its team, kind and attributes; a value with commas is several, an empty one none. Nothing is later
// than the day before the reference date.
func (g *generator) keep(name string, at time.Time, text, team, kind string, more ...string) {
	if last := time.Date(2025, 8, 26, 0, 0, 0, 0, time.UTC); at.After(last) {
		at = last
	}
	f := File{Path: name, Type: cmp.Or(formats[path.Ext(name)], path.Ext(name)[1:]), Modified: at.Format(time.DateOnly), Text: text}
	f.Size = map[string]int{"jpg": 3_000_000, "png": 6_000_000, "pdf": 500_000, "pptx": 4_000_000, "ods": 70_000, "odt": 50_000, "docx": 60_000}[f.Type] + 6_000
	f.Size += g.random.IntN(f.Size)
	f.Attributes = map[string][]string{}
	more = append(more, "team", team, "document-type", kind)
	for i := 0; i < len(more); i += 2 {
		if more[i+1] != "" {
			f.Attributes[more[i]] = strings.Split(more[i+1], ",")
		}
	}
	g.files = append(g.files, f)
}

// lately draws a day of the time from January 2024 to 22 August 2025.
func (g *generator) lately() time.Time {
	return time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, g.random.IntN(600))
}

// entries makes a form, two stills, now and then a poster, and two assessments a film; a draft of an assessment has no verdict.
func (g *generator) entries() {
	for i, f := range films {
		at := g.lately()
		day := at.Format(time.DateOnly)
		g.keep(fmt.Sprintf("programming/entries/%s/%s entry form.pdf", f.section, f.title), at, "Entered with a note on "+g.pick(g.topics)+".", "Programming", "entry form",
			"film", f.title, "director", f.director, "country", f.countries, "language", f.languages, "genre", f.genres, "runtime-min", f.minutes,
			"section", f.section, "received", day, "confidentiality", "internal")
		for n := 1; n <= 2; n++ {
			g.keep(fmt.Sprintf("press/stills/%s %d.jpg", f.title, n), at.AddDate(0, 0, 3+g.random.IntN(9)), "", "Press", "still",
				"film", f.title, "credit", g.pick([]string{"Vesna Holt", "Bruno Aalto", "Cleo Marsden"}), "confidentiality", "public")
		}
		if i%2 == 0 {
			g.keep("press/posters/"+f.title+" poster.png", at.AddDate(0, 1, g.random.IntN(9)), "", "Press", "poster",
				"film", f.title, "designer", g.pick([]string{"Studio Pelikan", "Anna Krull"}), "confidentiality", "public")
		}
		for n := range 2 {
			who := g.authors["Programming"][(i+n)%3]
			status, verdict := "final", g.pick([]string{"accepted", "rejected", "waitlisted"})
			if g.random.IntN(3) == 0 {
				status, verdict = "draft", ""
			}
			g.keep(fmt.Sprintf("programming/assessments/%s %s.docx", f.title, who[strings.LastIndex(who, " ")+1:]), at.AddDate(0, 0, 10+g.random.IntN(20)),
				"What "+f.title+" does with "+g.pick(g.topics)+".", "Programming", "assessment", "film", f.title, "author", who, "genre", f.genres, "country", f.countries,
				"score", fmt.Sprint(2+g.random.IntN(9)), "verdict", verdict, "doc-status", status, "confidentiality", "confidential")
		}
	}
}

// licences makes the licences of eight films, in three versions.
func (g *generator) licences() {
	for i := 0; i < 16; i += 2 {
		f := films[i]
		at := time.Date(2023, time.Month(1+g.random.IntN(12)), 1+g.random.IntN(28), 0, 0, 0, 0, time.UTC)
		distributor, fee := g.pick([]string{"Meridian Pictures", "Calder & Roe", "Northlight"}), 300+40*g.random.IntN(15)
		for n, status := range []string{"superseded", "final", "draft"} {
			folder, signed := "", "true"
			if status == "draft" {
				folder, signed = "drafts/", "false"
			}
			g.keep(fmt.Sprintf("legal/licences/%s%s licence v%d.pdf", folder, f.title, n+1), at, "About "+g.pick(g.topics)+".", "Legal", "licence",
				"film", f.title, "distributor", distributor, "fee-eur", fmt.Sprint(fee+[]int{0, 500, 950}[n]), "territory", []string{"Benelux", "Nordics,Baltics", "Ireland", "Nordics"}[i/2%4],
				"signed", signed, "expires", at.AddDate(2, 0, 0).Format(time.DateOnly), "author", g.pick(g.authors["Legal"]),
				"doc-status", status, "doc-version", fmt.Sprint(n+1), "confidentiality", "confidential")
			at = at.AddDate(0, 7+g.random.IntN(3), g.random.IntN(20))
		}
	}
}

// months makes invoices, takings and rosters from January 2024 to July 2025.
func (g *generator) months() {
	for month := range 19 {
		at := time.Date(2024, time.Month(1+month), 1, 0, 0, 0, 0, time.UTC)
		period, archive := at.Format("2006-01"), ""
		if at.Year() == 2024 {
			archive = "archive/"
		}
		after := func() time.Time { return at.AddDate(0, 1, g.random.IntN(8)) }
		for _, firm := range g.firms {
			g.keep(fmt.Sprintf("finance/invoices/%s%s %s.pdf", archive, firm, period), after(), "About "+g.pick(g.topics)+".", "Finance", "invoice", "supplier", firm,
				"amount-eur", fmt.Sprint(90+10*g.random.IntN(170)), "paid", g.pick([]string{"true", "true", "false"}), "period", period, "confidentiality", "internal")
		}
		for _, venue := range []string{"Regent Hall", "Boathouse", "Courtyard Screen"} {
			g.keep(fmt.Sprintf("ticketing/takings/%s%s %s.ods", archive, venue, period), after(), "", "Ticketing", "takings", "venue", venue,
				"admissions", fmt.Sprint(150+g.random.IntN(1700)), "period", period, "author", g.pick(g.authors["Ticketing"]), "confidentiality", "internal")
		}
		g.keep(fmt.Sprintf("volunteers/rosters/%sroster %s.csv", archive, period), after(), "", "Volunteers", "roster", "period", period,
			"author", g.pick(g.authors["Volunteers"]), "confidentiality", "internal")
	}
}

// revised makes papers in three versions: superseded, final and draft.
func (g *generator) revised() {
	for _, s := range g.organisation.governed {
		for _, name := range s.names {
			at := time.Date(2022+g.random.IntN(2), time.Month(1+g.random.IntN(12)), 1+g.random.IntN(28), 0, 0, 0, 0, time.UTC)
			for n, status := range []string{"superseded", "final", "draft"} {
				folder, effective := "", at.AddDate(0, 1, 1-at.Day()).Format(time.DateOnly)
				if status == "draft" {
					folder, effective = "drafts/", ""
				}
				if s.kind == "press release" {
					effective = ""
				}
				g.keep(strings.NewReplacer("{drafts}", folder, "{name}", name, "{version}", fmt.Sprint("v", n+1)).Replace(s.path), at, "About "+name+" and "+g.pick(g.topics)+".",
					s.department, s.kind, "author", g.pick(g.authors[s.department]), "doc-status", status, "doc-version", fmt.Sprint(n+1), "effective", effective,
					"confidentiality", s.level)
				at = at.AddDate(0, 8, g.random.IntN(25))
			}
		}
	}
	for i, sponsor := range []string{"Harrow Bank", "Tessel Optics", "Marrow Coffee", "Vindal Ferries"} {
		for year := 2024; year <= 2025; year++ {
			g.keep(fmt.Sprintf("sponsorship/decks/%s %d.pptx", sponsor, year), time.Date(year, time.Month(1+g.random.IntN(6)), 3+g.random.IntN(20), 0, 0, 0, 0, time.UTC),
				"What "+sponsor+" gets, and "+g.pick(g.topics)+".", "Sponsorship", "pitch deck", "sponsor", sponsor, "tier", []string{"gold", "silver", "bronze"}[i%3],
				"author", g.pick(g.authors["Sponsorship"]), "confidentiality", "internal")
		}
	}
}

// meetings makes minutes of the committee, most with the two or three people who were there.
func (g *generator) meetings() {
	people := append(append([]string{}, g.authors["Programming"]...), "Petra Lomas", "Helmut Zeiss")
	for n := range 24 {
		at, from := time.Date(2024, 1, 10+24*n, 0, 0, 0, 0, time.UTC), g.random.IntN(3)
		there := strings.Join(people[from:from+2+g.random.IntN(2)], ",")
		if n%6 == 5 {
			there = ""
		}
		g.keep(fmt.Sprintf("programming/minutes/%s committee.md", at.Format(time.DateOnly)), at, "Talked about "+g.pick(g.topics)+" and "+g.pick(g.topics)+".", "Programming", "minutes",
			"held", at.Format(time.DateOnly), "attendee", there, "author", g.pick(g.authors["Programming"]),
			"doc-status", g.pick([]string{"final", "final", "draft"}), "confidentiality", "internal")
	}
}

// printed makes clippings of newspapers, those from 2024 in an archive.
func (g *generator) printed() {
	for n := range 30 {
		at, archive := g.lately(), ""
		if at.Year() == 2024 {
			archive = "archive/"
		}
		paper := []string{"Harbour Courier", "Abendblick", "Le Clairon"}[n%3]
		g.keep(fmt.Sprintf("press/clippings/%s%s %s %02d.html", archive, at.Format(time.DateOnly), paper, n), at, "Wrote about "+g.pick(g.topics)+".", "Press", "clipping",
			"outlet", paper, "language", []string{"English", "German", "French"}[n%3], "published", at.Format(time.DateOnly), "film", films[g.random.IntN(len(films))].title,
			"confidentiality", "public")
	}
}

// guests makes interviews with guests, and mail from them.
func (g *generator) guests() {
	guests := []string{"Clara Voss", "Anton Rezek", "Mirela Popa", "Desta Haile"}
	for n := range 16 {
		at, guest := g.lately(), guests[n%4]
		g.keep(fmt.Sprintf("press/interviews/%s %s.txt", guest, at.Format(time.DateOnly)), at, guest+" on "+g.pick(g.topics)+".", "Press", "interview",
			"guest", guest, "recorded", at.Format(time.DateOnly), "duration-min", fmt.Sprint(6+g.random.IntN(70)), "author", g.pick(g.authors["Press"]), "confidentiality", "public")
	}
	for n := range 30 {
		at, guest := g.lately(), guests[g.random.IntN(4)]
		g.keep(fmt.Sprintf("hospitality/mail/%s %s %02d.eml", guest, g.pick([]string{"hotel", "flight", "visa", "dinner"}), n), at, "About "+g.pick(g.topics)+".", "Hospitality", "mail",
			"guest", guest, "author", g.pick(g.authors["Hospitality"]), "confidentiality", "confidential")
	}
}

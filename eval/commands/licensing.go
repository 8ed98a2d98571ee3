package commands

import (
	"fmt"
	"strings"
	"time"
)

// licensing makes the files of a driving-test authority: seven departments, ten formats. Centres have sheets of tests, routes, fees and
// waiting lists; vehicles have logs, inspections and videos. There are questions, appeals, letters, courses with certificates, and papers
// with versions.
func (g *generator) licensing() {
	g.last = "2025-07-15"
	g.tests()
	g.theory()
	g.appeals()
	g.fleet()
	g.binding()
	g.ledgers()
}

var centres = []struct{ name, region string }{
	{"Aldmoor", "north"}, {"Pinner Vale", "south"}, {"Norbury", "north"}, {"East Strand", "coast"}, {"Kirkhaven", "coast"},
}

// tests makes a sheet for each test, and two routes for each centre, in three versions.
func (g *generator) tests() {
	for i, c := range centres {
		for n := range 18 {
			at := g.since()
			passed := g.truth()
			faults := g.random.IntN(8)
			if passed == "false" {
				faults += 9
			}
			g.put(fmt.Sprintf("practical/sheets/%s/T%d.pdf", c.name, 5000+20*i+n), at, "Driven with "+g.pick(g.topics)+".", "Practical", "test sheet", "confidential",
				"centre", c.name, "region", c.region, "category", g.pick([]string{"car", "car", "motorcycle", "lorry", "bus"}), "examiner", g.pick(g.authors["Practical"]),
				"school", g.pick([]string{"Apex Driving School", "Greenlight", "Miller & Daughters"}), "attempt", fmt.Sprint(1+g.random.IntN(4)), "passed", passed,
				"faults", fmt.Sprint(faults), "test-date", at.Format(time.DateOnly))
		}
		for route := 1; route <= 2; route++ {
			at := time.Date(2022+g.random.IntN(2), time.Month(1+g.random.IntN(12)), 2+g.random.IntN(25), 0, 0, 0, 0, time.UTC)
			length := 6 + g.random.IntN(9)
			for n, status := range []string{"superseded", "final", "draft"} {
				folder, effective := "", at.AddDate(0, 1, 1-at.Day()).Format(time.DateOnly)
				if status == "draft" {
					folder, effective = "drafts/", ""
				}
				g.put(fmt.Sprintf("practical/routes/%s%s route %d v%d.png", folder, c.name, route, n+1), at, "", "Practical", "route map", "internal", "centre", c.name, "region", c.region,
					"route", fmt.Sprint(route), "length-km", fmt.Sprint(length+n), "author", g.pick(g.authors["Practical"]), "effective", effective, "doc-status", status, "doc-version", fmt.Sprint(n+1))
				at = at.AddDate(0, 9, g.random.IntN(20))
			}
		}
	}
}

// theory makes questions with a difficulty, and recordings of voices that read them.
func (g *generator) theory() {
	chapters := []string{"signs", "braking", "parking", "motorways", "alcohol"}
	for n := range 60 {
		at := g.since()
		g.put(fmt.Sprintf("theory/questions/Q%03d.docx", n+1), at.AddDate(0, 0, g.random.IntN(30)), "What to do, with "+g.pick(g.topics)+".", "Theory", "question", "secret",
			"chapter", chapters[n%5], "difficulty", fmt.Sprint(1+g.random.IntN(5)), "category", g.pick([]string{"car", "motorcycle", "lorry", "bus"}), "reviewed", at.Format(time.DateOnly),
			"author", g.pick(g.authors["Theory"]), "doc-status", g.status())
	}
	for n := range 18 {
		at := g.since()
		g.put(fmt.Sprintf("theory/voiceovers/%s %d.mp3", chapters[n%5], n+1), at, "", "Theory", "voiceover", "internal",
			"chapter", chapters[n%5], "language", []string{"English", "Welsh", "Polish"}[n%3], "speaker", []string{"Lowri Vaughan", "Adam Bielski"}[n%2], "minutes", fmt.Sprint(3+g.random.IntN(25)),
			"recorded", at.Format(time.DateOnly))
	}
}

// appeals makes appeals of candidates against examiners, one in four undecided, and letters of others.
func (g *generator) appeals() {
	for n := range 36 {
		at := g.since()
		decided, outcome := at.AddDate(0, 0, 20+g.random.IntN(60)), g.pick([]string{"upheld", "dismissed", "dismissed", "settled"})
		day := decided.Format(time.DateOnly)
		if n%4 == 3 || day > g.last {
			decided, day, outcome = at, "", ""
		}
		g.put(fmt.Sprintf("appeals/cases/%d/AP-%03d.odt", at.Year(), 200+n), decided, "Complains of "+g.pick(g.topics)+".", "Appeals", "appeal", "confidential",
			"appellant", g.pick([]string{"Nell Ashby", "Rufus Tan", "Bruna Costa", "Igor Pell"}), "examiner", g.pick(g.authors["Practical"]), "centre", centres[n%5].name, "region", centres[n%5].region,
			"received", at.Format(time.DateOnly), "decided", day, "outcome", outcome, "author", g.pick(g.authors["Appeals"]))
	}
	for n := range 32 {
		at := g.since()
		g.put(fmt.Sprintf("appeals/letters/%s %02d.eml", at.Format(time.DateOnly), n+1), at, "About "+g.pick(g.topics)+".", "Appeals", "letter", "internal",
			"sender", []string{"Ministry of Transport", "Riders' Union", "Apex Driving School", "Court of Aldmoor"}[n%4], "sent", at.Format(time.DateOnly))
	}
}

// fleet makes, for three vehicles, a log a month (2024 in an archive), inspections and videos.
func (g *generator) fleet() {
	for i, v := range []struct{ plate, make string }{{"KV 204", "Ford"}, {"KV 317", "Skoda"}, {"LM 880", "Yamaha"}} {
		for month := range 18 {
			at := time.Date(2024, time.Month(1+month), 1, 0, 0, 0, 0, time.UTC)
			period, archive := at.Format("2006-01"), ""
			if at.Year() == 2024 {
				archive = "archive/"
			}
			g.put(fmt.Sprintf("fleet/mileage/%s%s %s.csv", archive, v.plate, period), at.AddDate(0, 1, g.random.IntN(9)), "", "Fleet", "mileage log", "internal",
				"vehicle", v.plate, "make", v.make, "km", fmt.Sprint(300+10*g.random.IntN(200)), "period", period, "author", g.pick(g.authors["Fleet"]))
		}
		for n := range 6 {
			at := g.since()
			g.put(fmt.Sprintf("fleet/inspections/%s inspection %d.pdf", v.plate, n+1), at, "Looked at "+g.pick(g.topics)+".", "Fleet", "inspection report", "internal",
				"vehicle", v.plate, "make", v.make, "garage", []string{"Hobb's Garage", "Strand Motors"}[(i+n)%2], "inspected", at.Format(time.DateOnly), "passed", g.truth(),
				"valid-until", at.AddDate(1, 0, -1).Format(time.DateOnly), "author", g.pick(g.authors["Fleet"]))
		}
		for n := range 7 {
			at := g.since()
			g.put(fmt.Sprintf("fleet/dashcam/%s %s %d.mp4", v.plate, at.Format(time.DateOnly), n+1), at, "", "Fleet", "dashcam video", "confidential",
				"vehicle", v.plate, "make", v.make, "minutes", fmt.Sprint(1+g.random.IntN(40)), "recorded", at.Format(time.DateOnly))
		}
	}
}

// binding makes papers in three versions (superseded, final and draft), and certificates of examiners' courses.
func (g *generator) binding() {
	for _, s := range g.organisation.governed {
		for _, name := range s.names {
			at := time.Date(2022+g.random.IntN(2), time.Month(1+g.random.IntN(12)), 2+g.random.IntN(25), 0, 0, 0, 0, time.UTC)
			for n, status := range []string{"superseded", "final", "draft"} {
				day, key := at.AddDate(0, 1, 1-at.Day()).Format(time.DateOnly), "effective"
				if s.kind == "press release" {
					day, key = at.Format(time.DateOnly), "published"
				}
				if status == "draft" {
					day = ""
				}
				more := []string{"author", g.pick(g.authors[s.department]), key, day, "doc-status", status, "doc-version", fmt.Sprint(n + 1)}
				if s.kind == "course" {
					more = append(more, "slides", fmt.Sprint(12+g.random.IntN(60)))
				}
				g.put(strings.NewReplacer("{name}", name, "{version}", fmt.Sprint("v", n+1)).Replace(s.path), at, "About "+name+" and "+g.pick(g.topics)+".", s.department, s.kind, s.level, more...)
				at = at.AddDate(0, 9, g.random.IntN(20))
			}
		}
	}
	for _, holder := range append(append([]string{}, g.authors["Practical"]...), g.authors["Theory"]...) {
		for _, course := range []string{"eyesight check", "conflict handling", "eco driving"} {
			at := g.since()
			g.put(fmt.Sprintf("training/certificates/%s %s.pdf", holder, course), at, "", "Training", "certificate", "internal",
				"holder", holder, "course", course, "issued", at.Format(time.DateOnly), "expires", at.AddDate(1, 6*g.random.IntN(3), 0).Format(time.DateOnly))
		}
	}
}

// ledgers makes fees of three centres, invoices and waiting lists by the month; fees of 2024 lie in an archive.
func (g *generator) ledgers() {
	for month := range 18 {
		at := time.Date(2024, time.Month(1+month), 1, 0, 0, 0, 0, time.UTC)
		period, archive := at.Format("2006-01"), ""
		if at.Year() == 2024 {
			archive = "archive/"
		}
		after := func() time.Time { return at.AddDate(0, 1, g.random.IntN(9)) }
		for _, c := range centres[1:4] {
			g.put(fmt.Sprintf("accounts/fees/%s%s fees %s.xlsx", archive, c.name, period), after(), "", "Accounts", "fee statement", "internal",
				"centre", c.name, "region", c.region, "amount-eur", fmt.Sprint(900+50*g.random.IntN(140)), "period", period, "author", g.pick(g.authors["Accounts"]))
		}
		for _, firm := range g.firms {
			g.put(fmt.Sprintf("accounts/invoices/%s %s.pdf", period, firm), after(), "About "+g.pick(g.topics)+".", "Accounts", "invoice", "internal",
				"supplier", firm, "amount-eur", fmt.Sprint(60+20*g.random.IntN(150)), "paid", g.truth(), "period", period, "author", g.pick(g.authors["Accounts"]))
		}
		g.put(fmt.Sprintf("practical/waiting/waiting list %s.csv", period), after(), "", "Practical", "waiting list", "public", "period", period)
	}
}

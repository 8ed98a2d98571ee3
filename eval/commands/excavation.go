package commands

import (
	"cmp"
	"fmt"
	"path"
	"strings"
	"time"
)

// put adds a file with attributes, given as keys and values in turn; a value with commas is several, an empty one none. No file is later
// than the day before the reference date of its half.
func (g *generator) put(name string, at time.Time, text, department, kind, level string, more ...string) {
	f := File{Path: name, Type: cmp.Or(formats[path.Ext(name)], path.Ext(name)[1:]), Modified: min(at.Format(time.DateOnly), g.last), Text: text}
	f.Size = map[string]int{"dicom": 5_000_000, "jpg": 2_500_000, "pdf": 400_000, "pptx": 3_000_000, "mp4": 20_000_000, "mp3": 3_000_000, "png": 1_500_000, "xlsx": 80_000, "docx": 60_000, "odt": 45_000}[f.Type] + 7_000
	f.Size += g.random.IntN(f.Size)
	f.Attributes = map[string][]string{"department": {department}, "document-type": {kind}, "confidentiality": {level}}
	for i := 0; i < len(more); i += 2 {
		if more[i+1] != "" {
			f.Attributes[more[i]] = strings.Split(more[i+1], ",")
		}
	}
	g.files = append(g.files, f)
}

// truth draws yes or, one time in three, no.
func (g *generator) truth() string { return g.pick([]string{"true", "true", "false"}) }

// status draws final or, one time in three, draft.
func (g *generator) status() string { return g.pick([]string{"final", "final", "draft"}) }

// since draws a day of the time from the first of January 2024 to the day before the reference date.
func (g *generator) since() time.Time {
	first := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	last, _ := time.Parse(time.DateOnly, g.last)
	return first.AddDate(0, 0, g.random.IntN(1+int(last.Sub(first).Hours()/24)))
}

var digs = []struct{ name, code, project, parish, developer string }{
	{"Hollow Brook", "HBK", "P-2231", "Thornby", "Harcourt Homes"},
	{"Gallows Hill", "GWH", "P-2240", "Thornby", "Ridgeway Rail"},
	{"Priory Field", "PRF", "P-2247", "Marsh End", "Belmont Water"},
	{"Mill Quay", "MLQ", "P-2252", "Marsh End", "Harcourt Homes"},
	{"St Anne's Lane", "SAL", "P-2260", "Westerleigh", "Ridgeway Rail"},
	{"Longacre", "LNG", "P-2266", "Westerleigh", "Belmont Water"},
}

// excavation makes the files of an archaeological service: six departments, ten formats. A site has sheets of its contexts, records of its
// finds, photos, permits, reports and dated samples. Objects are treated, x-rayed and lent. Papers come by the month. People write, meet
// and talk.
func (g *generator) excavation() {
	g.last = "2025-10-21"
	g.sites()
	g.objects()
	g.papers()
	g.outreach()
}

func (g *generator) sites() {
	eras := []string{"Iron Age", "Roman", "Saxon", "Medieval"}
	for i, d := range digs {
		of := []string{"site", d.name, "site-code", d.code, "parish", d.parish, "project", d.project}
		for n := range 12 {
			at := g.since()
			g.put(fmt.Sprintf("fieldwork/contexts/%s/%s %d.docx", d.name, d.code, 1001+n), at.AddDate(0, 0, g.random.IntN(9)), "Seen with "+g.pick(g.topics)+".",
				"Fieldwork", "context sheet", "internal", append([]string{"trench", fmt.Sprint(1 + g.random.IntN(4)), "feature", g.pick([]string{"pit", "ditch", "posthole", "hearth", "burial"}),
					"era", g.pick(eras), "excavated", at.Format(time.DateOnly), "author", g.pick(g.authors["Fieldwork"]), "doc-status", g.status()}, of...)...)
		}
		for n := range 11 {
			at, box := g.since(), fmt.Sprintf("B%02d", 1+g.random.IntN(9))
			if n%4 == 3 {
				box = ""
			}
			g.put(fmt.Sprintf("finds/records/%s SF%03d.csv", d.code, 12*i+n+1), at.AddDate(0, 0, 2+g.random.IntN(20)), "", "Finds", "find record", "internal",
				append([]string{"material", g.pick([]string{"pottery", "flint", "bone", "glass", "iron", "copper alloy"}), "era", g.pick(eras), "weight-g", fmt.Sprint(2 + g.random.IntN(900)),
					"box", box, "found", at.Format(time.DateOnly), "author", g.pick(g.authors["Finds"])}, of...)...)
		}
		for n := range 9 {
			at := g.since()
			g.put(fmt.Sprintf("fieldwork/photos/%s/%s %s %d.jpg", d.name, d.code, at.Format(time.DateOnly), n+1), at, "", "Fieldwork", "photo", "public",
				append([]string{"photographer", g.pick([]string{"Wilf Oakes", "Sunniva Reed"}), "view", []string{"drone", "overview", "detail"}[n%3], "taken", at.Format(time.DateOnly)}, of...)...)
		}
		for n := range 3 {
			at := g.since()
			g.put(fmt.Sprintf("finds/dating/OXL-%d.pdf", 4100+17*i+5*n), at, "A sample with "+g.pick(g.topics)+".", "Finds", "dating result", "internal",
				append([]string{"material", g.pick([]string{"charcoal", "bone"}), "years-bp", fmt.Sprint(800 + g.random.IntN(1900)), "laboratory", g.pick([]string{"Castle Laboratories", "Uppsala"}),
					"measured", at.Format(time.DateOnly)}, of...)...)
		}
		at, begin := time.Date(2022, time.Month(1+2*i), 3+g.random.IntN(20), 0, 0, 0, 0, time.UTC), time.Date(2023, time.Month(2+g.random.IntN(9)), 8, 0, 0, 0, 0, time.UTC)
		for n, status := range []string{"superseded", "final", "draft"} {
			folder, effective, signed := "", at.AddDate(0, 1, 1-at.Day()), "true"
			if status == "draft" {
				folder, signed = "drafts/", "false"
			}
			day := effective.Format(time.DateOnly)
			if status == "draft" {
				day = ""
			}
			g.put(fmt.Sprintf("planning/permits/%s%s permit v%d.pdf", folder, d.name, n+1), at, "About "+g.pick(g.topics)+".", "Planning", "permit", "confidential",
				append([]string{"developer", d.developer, "signed", signed, "effective", day, "expires", effective.AddDate(3, 0, -1).Format(time.DateOnly), "author", g.pick(g.authors["Planning"]),
					"doc-status", status, "doc-version", fmt.Sprint(n + 1)}, of...)...)
			g.put(fmt.Sprintf("fieldwork/reports/%s%s report v%d.pdf", folder, d.name, n+1), begin, "What was found, with "+g.pick(g.topics)+".", "Fieldwork", "site report", "public",
				append([]string{"pages", fmt.Sprint(20 + g.random.IntN(150)), "author", g.pick(g.authors["Fieldwork"]), "doc-status", status, "doc-version", fmt.Sprint(n + 1)}, of...)...)
			at, begin = at.AddDate(1, g.random.IntN(5), g.random.IntN(20)), begin.AddDate(0, 8+g.random.IntN(3), g.random.IntN(20))
		}
	}
}

var treasures = []string{"brooch", "sword hilt", "bucket", "spindle", "mosaic", "coin hoard"}

// objects makes the papers of objects, which are treated twice, x-rayed and lent.
func (g *generator) objects() {
	for i, object := range treasures {
		for n := range 4 {
			at := g.since()
			g.put(fmt.Sprintf("conservation/treatments/%s %d.odt", object, n+1), at.AddDate(0, 1, g.random.IntN(9)), "Treated for "+g.pick(g.topics)+".", "Conservation", "treatment record", "internal",
				"object", object, "method", []string{"cleaning", "freeze-drying", "desalination", "consolidation"}[(i+n)%4], "started", at.Format(time.DateOnly), "hours", fmt.Sprint(2+g.random.IntN(60)),
				"author", g.pick(g.authors["Conservation"]), "doc-status", g.status())
			if n == 3 {
				continue
			}
			taken := g.since()
			g.put(fmt.Sprintf("conservation/radiographs/%s %d.dcm", object, n+1), taken, "", "Conservation", "scan", "internal",
				"object", object, "modality", []string{"CT", "CR"}[(i+n)%2], "study-date", taken.Format(time.DateOnly))
		}
		for n, borrower := range []string{"Thornby Museum", "City Museum", "Shire Hall"} {
			at := g.since()
			due := at.AddDate(0, 6+3*g.random.IntN(4), 0)
			g.put(fmt.Sprintf("outreach/loans/%s to %s.pdf", object, borrower), at, "Lent with "+g.pick(g.topics)+".", "Outreach", "loan agreement", "confidential",
				"object", object, "borrower", borrower, "loaned", at.Format(time.DateOnly), "due", due.Format(time.DateOnly), "returned", []string{"true", "false"}[(i+n)%2],
				"author", g.pick(g.authors["Outreach"]))
		}
	}
}

// papers makes invoices, timesheets and counts of visitors by the month (2024 in an archive), and methods in three versions.
func (g *generator) papers() {
	for month := range 21 {
		at := time.Date(2024, time.Month(1+month), 1, 0, 0, 0, 0, time.UTC)
		period, archive := at.Format("2006-01"), ""
		if at.Year() == 2024 {
			archive = "archive/"
		}
		after := func() time.Time { return at.AddDate(0, 1, g.random.IntN(9)) }
		for _, firm := range g.firms {
			g.put(fmt.Sprintf("finance/invoices/%s%s %s.pdf", archive, firm, period), after(), "About "+g.pick(g.topics)+".", "Finance", "invoice", "internal",
				"supplier", firm, "amount-eur", fmt.Sprint(100+20*g.random.IntN(240)), "paid", g.truth(), "period", period, "author", g.pick(g.authors["Finance"]))
		}
		g.put(fmt.Sprintf("finance/timesheets/%stimesheet %s.xlsx", archive, period), after(), "", "Finance", "timesheet", "confidential", "period", period, "author", g.pick(g.authors["Finance"]))
		g.put(fmt.Sprintf("outreach/visitors/%svisitors %s.csv", archive, period), after(), "", "Outreach", "visitor count", "public", "period", period, "author", g.pick(g.authors["Outreach"]))
	}
	for _, name := range []string{"wet sieving", "metal detecting", "human remains", "drone survey", "trench shoring"} {
		at := time.Date(2021, time.Month(1+g.random.IntN(12)), 2+g.random.IntN(25), 0, 0, 0, 0, time.UTC)
		for n, status := range []string{"superseded", "final", "draft"} {
			effective := ""
			if status != "draft" {
				effective = at.AddDate(0, 1, 1-at.Day()).Format(time.DateOnly)
			}
			g.put(fmt.Sprintf("fieldwork/methods/%s v%d.docx", name, n+1), at, "How to work, with "+g.pick(g.topics)+".", "Fieldwork", "method statement", "internal",
				"author", g.pick(g.authors["Fieldwork"]), "effective", effective, "doc-status", status, "doc-version", fmt.Sprint(n+1))
			at = at.AddDate(1, g.random.IntN(6), g.random.IntN(20))
		}
	}
}

// outreach makes letters, minutes and talks.
func (g *generator) outreach() {
	for n := range 40 {
		at := g.since()
		g.put(fmt.Sprintf("planning/letters/%s letter %02d.eml", at.Format("2006-01"), n+1), at, "About "+g.pick(g.topics)+".", "Planning", "letter", "confidential",
			"correspondent", []string{"County Council", "Harcourt Homes", "Friends of Thornby", "Diocese"}[n%4], "sent", at.Format(time.DateOnly), "author", g.pick(g.authors["Planning"]))
	}
	people := append(append([]string{}, g.authors["Fieldwork"]...), "Ivy Flint", "Gareth Penrose")
	for n := range 22 {
		at, from := time.Date(2024, 1, 9+28*n, 0, 0, 0, 0, time.UTC), g.random.IntN(3)
		g.put(fmt.Sprintf("fieldwork/minutes/%s progress.md", at.Format(time.DateOnly)), at, "Talked about "+g.pick(g.topics)+" and "+g.pick(g.topics)+".", "Fieldwork", "minutes", "internal",
			"held", at.Format(time.DateOnly), "attendee", strings.Join(people[from:from+2+g.random.IntN(2)], ","), "author", g.pick(g.authors["Fieldwork"]), "doc-status", g.status())
	}
	for n := range 15 {
		at := g.since()
		g.put(fmt.Sprintf("outreach/talks/talk %02d.pptx", n+1), at, "About "+g.pick(g.topics)+".", "Outreach", "talk", "public", "audience", []string{"schools", "members", "planners"}[n%3],
			"slides", fmt.Sprint(8+g.random.IntN(50)), "given", at.Format(time.DateOnly), "author", g.pick(g.authors["Outreach"]))
	}
}

package question

import (
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// TestNumbers: bounds of an attribute with numbers, before and behind the number.
func TestNumbers(t *testing.T) {
	v := firmWords()
	for _, key := range []string{"rating", "severity"} {
		v.AddKey(key, false)
		v.Has(key)
		v.HasNumber(key)
	}
	saidTable(t, v, [][2]string{
		{"policies with a rating of 4 or more", "document-type:policy rating:>=4"},
		{"policies with a rating below three", "document-type:policy rating:<3"},
		{"invoices, severity 2", "document-type:invoice severity:2"},
		{"invoices whose severity is at least two", "document-type:invoice severity:>=2"},
		{"invoices, not severity 1", "document-type:invoice -severity:1"},
		{"all invoices but the minor ones (severity 1)", "document-type:invoice ~-severity:1"},
		{"invoices about the rating 2 MB", "document-type:invoice"},
	})
}

// TestTruth: an attribute that is true or false is denied by its name with un.
func TestTruth(t *testing.T) {
	v := firmWords()
	v.AddKey("paid", true)
	v.Has("paid")
	saidTable(t, v, [][2]string{
		{"paid invoices", "paid:true document-type:invoice"},
		{"unpaid invoices", "paid:false document-type:invoice"},
	})
}

// TestRecorded: a date without a word for its kind is the date of the files' subject, where nearly all of the chosen files have one, and
// only one.
func TestRecorded(t *testing.T) {
	v := firmWords()
	v.Add("vessel", "Nordic Lynx")
	v.Add("document-type", "tasting note")
	for _, key := range []string{"arrived", "tasted", "expires"} {
		v.AddKey(key, false)
		v.Has(key)
		v.HasDate(key)
	}
	v.Records("arrived")
	v.Records("tasted")
	of := map[string][]string{"Nordic Lynx": {"arrived"}, "tasting note": {"tasted"}, "policy": {"expires"}, "payslip": {"arrived", "tasted"}}
	v.Dated = func(key string, among []spar.Constraint) (have, all int) {
		for _, c := range among {
			for _, has := range of[c.Values[0].Text] {
				if has == key {
					have = 9
				}
			}
		}
		return have, 10
	}
	saidTable(t, v, [][2]string{
		{"all papers of the Nordic Lynx from May 2025", "vessel:Nordic Lynx arrived:2025-05"},
		{"tasting notes of 2025", "document-type:tasting note tasted:2025"}, // and no verb
		{"policies of 2025", "document-type:policy modified:2025"},          // whose end is no date of theirs
		{"payslips of 2025", "document-type:payslip modified:2025"},         // either
		{"PDFs of 2025", "type:pdf modified:2025"},
	})
}

// TestYearsBehind: a year that is said behind a date, and spans of time that count back from now.
func TestYearsBehind(t *testing.T) {
	saidTable(t, firmWords(), [][2]string{
		{"PDFs changed in March last year", "type:pdf modified:2024-03"},
		{"PDFs changed this month last year", "type:pdf modified:2024-06"},
		{"PDFs changed from March to May last year", "type:pdf modified:2024-03..2024-05"},
		{"PDFs changed last autumn", "type:pdf modified:2024-09..2024-11"},
		{"PDFs changed since the new year", "type:pdf modified:2025-01-01.."},
		{"PDFs changed in may 25", "type:pdf modified:2025-05"},
		{"PDFs changed since the first of June", "type:pdf modified:2025-06-01.."},
		{"PDFs that may 3 people read", "type:pdf"},
	})
	v := firmWords()
	v.Add("author", "May Lindqvist")
	saidTable(t, v, [][2]string{{"PDFs that May Lindqvist changed in May", "type:pdf author:May Lindqvist modified:2025-05"}, {"what PDFs did Legal save in May 2025", "type:pdf department:Legal modified:2025-05"}})
}

// TestDenials: exclusions by the name of files, by an act on them, behind a participle, and within the files' subject.
func TestDenials(t *testing.T) {
	v := firmWords()
	v.Add("folder", "dispatch")
	v.Add("project", "Lynx")
	v.Spelled = func(words string, whole bool) []string {
		if words == "reminders" && whole {
			return nil
		}
		return map[string][]string{"social-media": {"social-media.*"}, "blogging": {"blogging.*"}, "index": {"index.*"}, "travel guide faq": {"travel-guide-faq.*"}, "reminders": {"reminder"}}[words]
	}
	saidTable(t, v, [][2]string{
		{"PDFs of Legal except social-media and blogging", "type:pdf department:Legal -name:social-media.*|blogging.*"},
		{"PDFs of Legal, minus the index", "type:pdf department:Legal -name:index.*"},
		{"PDFs of Legal, minus the index and the unheard", "type:pdf department:Legal"},
		{"PDFs of Legal, apart from the travel guide faq", "type:pdf department:Legal -name:travel-guide-faq.*"},
		{"invoices, leaving aside the reminders", "document-type:invoice ~-name:*reminder*"},
		{"invoices apart from the dispatched ones", "document-type:invoice -folder:dispatch"},
		{"dispatched invoices", "folder:dispatch document-type:invoice"},
		{"invoices not handled by Legal", "document-type:invoice -department:Legal"},
		{"policies on any matter other than Lynx", "document-type:policy -project:Lynx"},
		{"nothing but the invoices of Legal", "document-type:invoice department:Legal"},
	})
}

// TestSureStates: a state is sure behind a kind, before a noun for the state of something, and behind "the latest".
func TestSureStates(t *testing.T) {
	saidTable(t, firmWords(), [][2]string{
		{"invoices final export", "document-type:invoice doc-status:final"},
		{"all invoices in their final form", "document-type:invoice doc-status:final"},
		{"invoices, just the latest drafts", "document-type:invoice doc-status:draft"},
		{"PDFs, a final decision", "type:pdf ~doc-status:final"},
		{"PDFs, latest 2024", "type:pdf ~modified:2024"},
	})
}

// TestReports: the person who told something is put aside, and their words are not.
func TestReports(t *testing.T) {
	saidTable(t, firmWords(), [][2]string{
		{"Keller from Legal says there are invoices", "document-type:invoice"},
		{"my boss in Legal told me that there are drafts of invoices", "doc-status:draft document-type:invoice"},
		{"I sit in Legal and would like the invoices", "document-type:invoice"},
		{"I work in Legal and I'm after the invoices", "document-type:invoice"},
		{"which invoices by Maria Keller say so", "document-type:invoice author:Maria Keller"},
	})
}

// TestWholeCue: all words that leave something out belong to it, and none is searched for.
func TestWholeCue(t *testing.T) {
	got := ParseSentence("PDFs apart from the drafts", firmWords(), Options{Now: now})
	if len(got.Keywords) > 0 || len(got.Parts) != 2 || got.Parts[1].Spans[0].Of(got.Text) != "apart from the drafts" {
		t.Errorf("%+v", got)
	}
}

package question

import (
	"strings"
	"testing"
)

// TestRemarks: words about the asker and their reasons are no constraint.
func TestRemarks(t *testing.T) {
	v := firmWords()
	v.Add("document-type", "checklist")
	v.Add("body-part", "HEAD")
	saidTable(t, v, [][2]string{
		{"I work for Legal, show me the invoices", "document-type:invoice"},
		{"Hi, I'm new in Purchasing and need the policies", "document-type:policy"},
		{"we move to Berlin office in July, so get me all invoices of Maria Keller", "document-type:invoice author:Maria Keller"},
		{"because our final audit is in May 2025, all payslips", "document-type:payslip"},
		{"for the board meeting of 12 May I need the annual reports", "document-type:annual report"},
		{"Our final exams start tomorrow, so I need the policies", "document-type:policy"},
		{"the head accountant would like the invoices", "document-type:invoice"},
		{"on behalf of Anil Gupta, please send the payslips", "document-type:payslip"},
		{"drafts or not, I want the policies", "document-type:policy"},
		{"There is a draft in my office. The invoices please", "document-type:invoice"},
		{"One last request for today: the invoices", "~period:2025-06-18 document-type:invoice"},
		{"I need everything that Legal wrote", "department:Legal"},
		{"I would like the drafts of Maria Keller", "doc-status:draft author:Maria Keller"},
		{"I think it was an invoice from Purchasing", "document-type:invoice department:Purchasing"},
		{"the policies we have from Legal", "document-type:policy department:Legal"},
		{"the CT safety checklist", "~modality:CT document-type:checklist"},
		{"the CTs and the checklist", "modality:CT document-type:checklist"},
		{"a final decision on the invoices", "~doc-status:final"},
		{"the final invoices", "doc-status:final document-type:invoice"},
	})
	got := ParseSentence("I work for Legal, show me the invoices", v, Options{Now: now})
	if len(got.Aside) != 1 || got.Aside[0].Of(got.Text) != "I work for Legal" || len(got.Keywords) > 0 {
		t.Errorf("aside %v, keywords %v", got.Aside, got.Keywords)
	}
}

// TestMoreDenials: further words that leave out what stands behind them, and no more than that.
func TestMoreDenials(t *testing.T) {
	saidTable(t, firmWords(), [][2]string{
		{"rather than drafts, give me superseded policies", "-doc-status:draft doc-status:superseded document-type:policy"},
		{"invoices unless superseded", "document-type:invoice -doc-status:superseded"},
		{"all PDFs save for those of Legal", "type:pdf -department:Legal"},
		{"PDFs, but none of Purchasing", "type:pdf -department:Purchasing"},
		{"policies with the exception of the drafts", "document-type:policy -doc-status:draft"},
		{"nothing from Legal, otherwise all invoices", "-department:Legal document-type:invoice"},
		{"contracts folder, anything but Word", "folder:contracts -type:docx|doc"},
		{"invoices in any format but PDF", "document-type:invoice -type:pdf"},
		{"non-confidential files of Legal", "-confidentiality:confidential department:Legal"},
		{"no drafts, and give me the PDFs", "-doc-status:draft type:pdf"},
	})
}

// TestMoreBounds: bounds that stand behind what they bound, and days with names.
func TestMoreBounds(t *testing.T) {
	saidTable(t, firmWords(), [][2]string{
		{"PDFs, 2023 at the latest", "type:pdf modified:..2023"},
		{"PDFs of 2022 or later", "type:pdf modified:2022.."},
		{"PDFs from 2021 and earlier", "type:pdf modified:..2021"},
		{"PDFs up to but not including 2024", "type:pdf modified:<2024"},
		{"PDFs changed before Christmas 2024", "type:pdf modified:<2024-12-25"},
		{"PDFs from Q3 of last year", "type:pdf modified:2024-07..2024-09"},
		{"PDFs between April and the end of June 2023", "type:pdf modified:2023-04..2023-06"},
		{"PDFs changed since the reorganisation in 2021", "type:pdf ~modified:2021"},
		{"PDFs of 3 MB or more", "type:pdf size:>=3MB"},
		{"PDFs of seven and a half MB at most", "type:pdf size:<=7500kB"},
		{"PDFs between 2 and 3 MB", "type:pdf size:2MB..3MB"},
	})
}

// TestNounsOfNames: files that are left out by the whole of their names before a noun for files, and folders.
func TestNounsOfNames(t *testing.T) {
	v := firmWords()
	v.Add("folder", "changelogs")
	v.Spelled = func(words string, whole bool) []string {
		return map[string][]string{"index": {"index.*"}, "changelog": {"changelog.*"}}[words]
	}
	saidTable(t, v, [][2]string{
		{"without the index files", "-name:index.*"},
		{"the contracts folder, not the index pages", "folder:contracts -name:index.*"},
		{"not the other pages", ""},
		{"the changelogs folder", "folder:changelogs"},
		{"everything in changelogs", "folder:changelogs"},
	})
}

// TestGathered: what stands around the files may make a workspace of them, and a command may follow a remark.
func TestGathered(t *testing.T) {
	for text, want := range map[string]string{
		"put the invoices of Legal into a new workspace called bills":           "build bills document-type:invoice department:Legal",
		"collect all PDFs in a workspace":                                       "build  type:pdf",
		"the share has changed, update the workspace legal":                     "update legal ",
		"I am done with the audit: delete the workspace audit":                  "delete audit ",
		"put the invoices of Legal on my desk":                                  "query  document-type:invoice department:Legal",
		"the policy on how to delete the workspace audit":                       "query  document-type:policy",
		"an e-mail that says: please, reset the workspace or all is lost":       "reset  ",
		"open the contracts folder, then make a workspace called c of the PDFs": "build c folder:contracts type:pdf",
	} {
		s := ParseSentence(text, firmWords(), Options{Now: now})
		var parts []string
		for _, c := range s.Scope(false).Constraints {
			parts = append(parts, printed(c))
		}
		if got := string(s.Command) + " " + s.Name + " " + strings.Join(parts, " "); got != want {
			t.Errorf("%q\n got %s\nwant %s", text, got, want)
		}
	}
}

package question

import (
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// TestPieces: pieces of spans of time, spans to come, and months in lower case.
func TestPieces(t *testing.T) {
	saidTable(t, firmWords(), [][2]string{
		{"invoices of the first half-year 2024", "document-type:invoice period:2024-01..2024-06"},
		{"invoices of the second half of 2024", "document-type:invoice period:2024-07..2024-12"},
		{"invoices, last three months of 2024", "document-type:invoice period:2024-10..2024-12"},
		{"invoices of the third quarter of last year", "document-type:invoice period:2024-07..2024-09"},
		{"invoices from the first two weeks of May 2025", "document-type:invoice period:2025-05-01..2025-05-14"},
		{"invoices for the winter 2024/25", "document-type:invoice period:2024-12..2025-02"},
		{"the invoices for may", "document-type:invoice period:2025-05"},
		{"policies effective in the next six months", "document-type:policy effective:2025-06-18..2025-12-18"},
		{"invoices for March 2025, and policies for the same month", "(document-type:invoice period:2025-03)"},
	})
}

// TestSigns: signs before numbers and dates, "w/o", and versions with a bound.
func TestSigns(t *testing.T) {
	saidTable(t, firmWords(), [][2]string{
		{"PDFs > 5 MB", "type:pdf size:>5MB"},
		{"invoices, period >= 2025-03", "document-type:invoice period:2025-03.."},
		{"invoices w/o drafts", "document-type:invoice -doc-status:draft"},
		{"policies version 2 or later", "document-type:policy doc-version:>=2"},
		{"policies, rev 3", "document-type:policy doc-version:3"},
		{"invoices, i.e. the drafts", "document-type:invoice doc-status:draft"},
		{"invoices, less the drafts", "document-type:invoice -doc-status:draft"},
		{"policies that are no longer final", "document-type:policy -doc-status:final"},
	})
}

// TestParticiples: events of some files of a kind, and attributes that some of them lack.
func TestParticiples(t *testing.T) {
	v := firmWords()
	for _, key := range []string{"expires", "decided"} {
		v.AddKey(key, false)
		v.Has(key)
		v.HasDate(key)
	}
	v.Records("decided")
	v.AddKey("box", false)
	v.Add("box", "B01")
	v.Dated = func(key string, among []spar.Constraint) (have, of int) {
		return map[string]int{"expires": 9, "decided": 5, "box": 4, "period": 9}[key], 9
	}
	saidTable(t, v, [][2]string{
		{"policies that have expired", "document-type:policy expires:<2025-06-18"},
		{"expired policies", "expires:<2025-06-18 document-type:policy"},
		{"decided policies", "has:decided document-type:policy"},
		{"undecided policies", "-has:decided document-type:policy"},
		{"policies that are boxed", "document-type:policy has:box"},
		{"policies without a status in Legal", "document-type:policy -has:doc-status department:Legal"},
		{"policies decided on by the board", "document-type:policy"},
	})
}

// TestNobodyElse: names in lower case where nothing has a capital, and who did not do something.
func TestNobodyElse(t *testing.T) {
	v := firmWords()
	v.Right = func(w string) bool { return w != "gupta" && w != "lindqvist" }
	saidTable(t, v, [][2]string{
		{"invoices of mr gupta", "document-type:invoice author:Anil Gupta"},
		{"invoices from lindqvist", "document-type:invoice author:Zoë Lindqvist"},
		{"invoices that Anil Gupta did not write", "document-type:invoice -author:Anil Gupta"},
		{"invoices called at the office", "document-type:invoice"},
	})
}

package question

import "testing"

// TestUnsureIsGuessed: what may be no constraint, or not reached by a word that leaves out, is a guess and no wall.
func TestUnsureIsGuessed(t *testing.T) {
	saidTable(t, firmWords(), [][2]string{
		{"policies without figures from 2024", "document-type:policy ~-period:2024"},
		{"policies without drafts", "document-type:policy -doc-status:draft"},
		{"invoices not signed by Maria Keller", "document-type:invoice -author:Maria Keller"},
		{"a draft contract on heating", "doc-status:draft ~folder:contracts"},
		{"the contracts folder", "folder:contracts"},
		{"everything in contracts", "folder:contracts"},
		{"reset the workspace solar, I am done with Legal", ""},
		{"I can't find the invoices of May 2025", "document-type:invoice period:2025-05"},
		{"PDFs that aren't from Legal", "type:pdf -department:Legal"},
		{"policies, not the drafts written in 2024", "document-type:policy -(doc-status:draft modified:2024)"},
		{"I don't need the drafts", "-doc-status:draft"},
		{`files "heating costs"`, ""},
		{"don't show drafts", "-doc-status:draft"},
		{"policies, but don't show me the drafts", "document-type:policy -doc-status:draft"},
		{"invoices that don't come from Purchasing", "document-type:invoice -department:Purchasing"},
	})
}

package question

import "testing"

// TestDatesOfTheirOwn: a verb that is the name of an attribute with dates says which date is meant, in any of its forms.
func TestDatesOfTheirOwn(t *testing.T) {
	v := firmWords()
	for _, key := range []string{"expires", "occurred", "signed-on"} {
		v.AddKey(key, false)
		v.Has(key)
		v.HasDate(key)
	}
	saidTable(t, v, [][2]string{
		{"policies that expire in 2027", "document-type:policy expires:2027"},
		{"policies expiring before 2027", "document-type:policy expires:<2027"},
		{"annual reports on accidents that occur in 2024", "document-type:annual report occurred:2024"},
		{"policies changed in 2024", "document-type:policy modified:2024"},
		{"invoices from May 2025", "document-type:invoice period:2025-05"},
	})
}

// TestOwnAttributes: where a value of an attribute of the share's own has the name of a folder, the attribute is meant, unless the folder is called for.
func TestOwnAttributes(t *testing.T) {
	v := firmWords()
	v.Add("folder", "Nordic Lynx")
	v.Add("vessel", "Nordic Lynx")
	saidTable(t, v, [][2]string{
		{"invoices of the Nordic Lynx", "document-type:invoice vessel:Nordic Lynx"},
		{"invoices in the folder Nordic Lynx", "document-type:invoice folder:Nordic Lynx"},
	})
}

// TestLeftBehind: an exclusion may stand before the words that exclude it.
func TestLeftBehind(t *testing.T) {
	saidTable(t, firmWords(), [][2]string{
		{"PDFs of Legal, drafts left out", "type:pdf department:Legal -doc-status:draft"},
		{"PDFs with drafts excluded", "type:pdf -doc-status:draft"},
		{"Maria Keller here from Legal. The invoices please", "document-type:invoice"},
		{"this is Jon from Purchasing, send me the payslips", "document-type:payslip"},
		{"invoices since Anil came back from leave", "document-type:invoice ~author:Anil Gupta"},
	})
}

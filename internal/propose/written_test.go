package propose

import "testing"

// TestWritten: what a file is quoted to say are its own words.
func TestWritten(t *testing.T) {
	for _, tc := range [][3]string{
		{"This agreement governs each loan.", "Governance", "governs"},
		{"Loan agreement v1.docx", "Loans", "Loan"},
		{"the_LOAN-agreements.pdf", "loan agreement", "LOAN-agreements"},
		{"Nothing here.", "Loans", ""},
		{"", "Loans", ""},
	} {
		if got := Written(tc[0], tc[1]); got != tc[2] {
			t.Errorf("%q in %q: %q, want %q", tc[1], tc[0], got, tc[2])
		}
	}
}

package question

import (
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// TestDoubts: a constraint that is unsure in its place is a guess, gives the reason, and names the words it rests on. The same words in a
// sure place filter.
func TestDoubts(t *testing.T) {
	v := firmWords()
	for _, c := range []struct {
		text, scope string
		sign        Sign
		at          string
	}{
		{"everything from Legal in May 2025", "department:Legal ~modified:2025-05", WhichDate, ""},
		{"everything from Legal that was changed in May 2025", "department:Legal modified:2025-05", "", ""},
		{"PDFs from Legal in May 2025", "type:pdf department:Legal modified:2025-05", "", ""},
		{"everything older than two years", "modified:<2023-06-18", "", ""},
		{"payslips for the works outing in May 2025", "document-type:payslip ~period:2025-05", Attached, "works outing"},
		{"payslips about the takeover in 2019", "document-type:payslip ~period:2019", Attached, "takeover"},
		{"payslips about the takeover from 2019", "document-type:payslip period:2019", "", ""},
		{"policies for Ramadan 2024", "document-type:policy ~period:2024", OfName, "Ramadan"},
		{"payslips of May 2024 on the move in June 2025", "document-type:payslip ~period:2024-05|2025-06", Attached, "move"},
		{"payslips of May 2024 and June 2025", "document-type:payslip period:2024-05|2025-06", "", ""},
		{"invoices lacking Legal", "document-type:invoice ~department:Legal", Unread, "lacking"},
		{"anything around May 2025 in PDF", "~modified:2025-05 type:pdf", Unread, "around"},
		{"annual reports, Legal versus Purchasing", "document-type:annual report ~department:Legal|Purchasing", Unread, "versus"},
		{"invoices probably of Legal", "document-type:invoice ~department:Legal", Unread, "probably"},
		{"invoices of Legal, ideally from 2024", "document-type:invoice department:Legal ~period:2024", Unread, "ideally"},
		{"payslips over unpaid invoices", "document-type:payslip ~document-type:invoice", Told, "over"},
		{"invoices of Legal, drafts too", "document-type:invoice department:Legal ~doc-status:draft", Added, "too"},
		{"invoices including superseded ones", "document-type:invoice ~doc-status:superseded", Added, "including"},
		{"PDFs and also spreadsheets", "type:pdf|xlsx", "", ""},
		{"invoices of Legal or Purchasing", "document-type:invoice department:Legal|Purchasing", "", ""},
		{"not the drafts but the final policies", "-doc-status:draft doc-status:final document-type:policy", "", ""},
	} {
		got := ParseSentence(c.text, v, Options{Now: now})
		if scope := understood(c.text, v); scope != c.scope {
			t.Errorf("%q\n got %s\nwant %s", c.text, scope, c.scope)
		}
		i := slices.IndexFunc(got.Parts, func(p Part) bool { return p.Doubt != nil })
		switch {
		case i < 0 && c.sign != "":
			t.Errorf("%q: nothing is doubted", c.text)
		case i >= 0 && (got.Parts[i].Doubt.Sign != c.sign || c.at != "" && got.Parts[i].Doubt.At.Of(c.text) != c.at || !got.Parts[i].Guess):
			t.Errorf("%q: %+v is doubted: %+v at %q", c.text, got.Parts[i], *got.Parts[i].Doubt, got.Parts[i].Doubt.At.Of(c.text))
		}
	}
	for _, p := range ParseSentence("everything from Legal in May 2025", v, Options{Now: now, Question: true}).Parts {
		if p.Doubt != nil {
			t.Errorf("in a question, where all is guessed, %+v is doubted", p)
		}
	}
}

// TestDoubtful: where no file satisfies all that is said, the least sure of it no longer leaves out files, unless nothing else is said.
func TestDoubtful(t *testing.T) {
	v := firmWords()
	for _, c := range []struct {
		text  string
		scope string
		none  func(spar.Scope) bool
	}{
		{"final PDFs of Legal", "~doc-status:final type:pdf department:Legal", func(sc spar.Scope) bool { return len(sc.Constraints) > 2 }},
		{"PDFs of Legal changed in 2024", "type:pdf department:Legal ~modified:2024", func(sc spar.Scope) bool { return len(sc.Constraints) > 2 }},
		{"final PDFs of Legal", "doc-status:final type:pdf department:Legal", func(spar.Scope) bool { return false }},
		{"final PDFs of Legal", "doc-status:final type:pdf department:Legal", func(spar.Scope) bool { return true }},
		{"files called budget", "name:budget|budget.*", func(spar.Scope) bool { return true }},
	} {
		got := ParseSentence(c.text, v, Options{Now: now})
		changed := got.Doubtful(func(sc spar.Scope) int { return 1 - btoi(c.none(sc)) })
		var parts []string
		for _, k := range got.Scope(false).Constraints {
			parts = append(parts, printed(k))
		}
		if scope := strings.Join(parts, " "); scope != c.scope || changed != strings.Contains(scope, "~") {
			t.Errorf("%q: %s, want %s", c.text, scope, c.scope)
		}
	}
}

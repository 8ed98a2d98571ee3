package service_test

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
)

// TestEdition: a follow-up for another version looks in the document family of the file that the last answer cites, says so, and answers
// from that version alone. A follow-up with a subject of its own is a new question.
func TestEdition(t *testing.T) {
	s, h := open(t, map[string]string{
		"hr/Touring Allowance 2022.txt":         "Touring Allowance 2022\n\nThe touring allowance is 31 pounds a day.\n\nThe allowance is paid after the tour.\n",
		"hr/Touring Allowance 2025 FINAL.txt":   "Touring Allowance 2025\n\nThe touring allowance is 38 pounds a day. The rules of 2022 end on that day.\n\nThe allowance is paid before the tour.\n",
		"hr/Touring Allowance 2026 v2 DRAFT.md": "# Touring Allowance 2026\n\nDraft. The touring allowance is 44 pounds a day.\n",
		"board/minutes.md":                      "# Minutes\n\nThe new treasurer is Hollis Marr. The old treasurer was Ida Quill.\n",
	})
	h.Scanned()
	const first = "What is the touring allowance a day?"
	for _, tc := range []struct{ next, cites, says string }{
		{"what was it before 2025", "hr/Touring Allowance 2022.txt", "31 pounds"},
		{"and before?", "hr/Touring Allowance 2022.txt", "31 pounds"},
		{"the old allowance?", "hr/Touring Allowance 2022.txt", "31 pounds"},
		{"and in the draft?", "hr/Touring Allowance 2026 v2 DRAFT.md", "44 pounds"},
		{"who is the new treasurer?", "board/minutes.md", "Hollis Marr"},
	} {
		begun := ask(t, s, reader, api.Question{Question: first, Thread: api.NewThread})
		if !strings.Contains(begun.Answer, "38 pounds") {
			t.Fatalf("%s: %+v", first, begun)
		}
		a := ask(t, s, reader, api.Question{Question: tc.next, Thread: begun.Thread})
		if a.Refused || len(a.Citations) == 0 || a.Citations[0].Path.Name != tc.cites || !strings.Contains(a.Answer, tc.says) || strings.Contains(a.Answer, "38 pounds") {
			t.Errorf("%s: taken as %q, %q from %+v", tc.next, a.Rewritten, a.Answer, a.Citations)
		}
		if turn := thread(t, s, reader, begun.Thread).Turns[1]; turn.Understood != a.Rewritten {
			t.Errorf("%s: kept as %q, told as %q", tc.next, turn.Understood, a.Rewritten)
		}
	}
	begun := ask(t, s, reader, api.Question{Question: first, Thread: api.NewThread})
	ask(t, s, reader, api.Question{Question: "and before?", Thread: begun.Thread})
	if a := ask(t, s, reader, api.Question{Question: "and now?", Thread: begun.Thread}); !strings.Contains(a.Answer, "38 pounds") || strings.Contains(a.Answer, "31 pounds") {
		t.Errorf("back to the one in force: taken as %q, %q", a.Rewritten, a.Answer)
	}
}

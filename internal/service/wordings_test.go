package service_test

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
)

// TestOtherWordings: if a follow-up has too few words for a question, or gets no answer as it stands, SPAR asks, shows and stores the
// wording that has an answer. A complete question stays as it is.
func TestOtherWordings(t *testing.T) {
	s, h := open(t, map[string]string{
		"archive/reading room.md": "# Reading room\n\nReaders order at most four boxes in the reading room.\n\nOpening hours: the reading room is open on Tuesdays from 9:30 to 16:00.\n\nPens and ink are forbidden in the reading room.\n",
		"tickets/box office.md":   "# Box office\n\nOpening hours: the box office is open from Tuesday to Saturday.\n\nA gift voucher is valid for two years.\n",
		"couriers.md":             "# Couriers\n\nFleetfoot takes £6.20 for a parcel. Island Post takes £4.90 for a parcel.\n",
	})
	h.Scanned()
	for _, tc := range []struct{ first, next, cites, has string }{
		{"How many boxes can I order in the reading room?", "opening hours?", "archive/reading room.md", "reading room"},
		{"What does Fleetfoot take for a parcel?", "What would Island Post want?", "couriers.md", "parcel"},
		{"When does the reading rooom open?", "and its pens?", "archive/reading room.md", "reading room"},
		{"How many boxes can I order in the reading room?", "How long is a gift voucher valid?", "tickets/box office.md", ""},
	} {
		begun := ask(t, s, reader, api.Question{Question: tc.first, Thread: api.NewThread})
		a := ask(t, s, reader, api.Question{Question: tc.next, Thread: begun.Thread})
		if a.Refused || len(a.Citations) == 0 || a.Citations[0].Path.Name != tc.cites || !strings.Contains(a.Rewritten, tc.has) || (a.Rewritten == "") != (tc.has == "") {
			t.Errorf("%s > %s: taken as %q, refused %v, %+v", tc.first, tc.next, a.Rewritten, a.Refused, a.Citations)
		}
		if kept := thread(t, s, reader, begun.Thread).Turns[1]; kept.Understood != a.Rewritten || kept.Question != tc.next {
			t.Errorf("%s > %s: kept as %q", tc.first, tc.next, kept.Understood)
		}
	}
}

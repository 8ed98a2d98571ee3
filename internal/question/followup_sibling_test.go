package question

import "testing"

// TestSibling: the name in a follow-up replaces a name in the question, where files beside each other have the two names. Nothing is
// replaced where no files tell, or where a preposition names another place.
func TestSibling(t *testing.T) {
	paths := []string{
		"linen/bath-towel-T1.txt", "linen/draw-sheet-D1.txt", "plants/Dunmarrow - plant sheet.txt", "plants/Sallowfield - plant sheet.txt",
		"shows/ysolde-in-winter/budget ysolde-in-winter.txt", "shows/salt-garden/budget salt-garden.txt",
		"works/C-118 sill-lane-main/project log.txt", "works/C-137 mirkwell-spillway/project log.txt", "works/C-137 mirkwell-spillway/drawings.txt",
		"guests/eide/contract.txt", "guests/frayn/contract.txt", "hr/leave.md", "hr/leave/year after.md", "hr/contractors.md", "notes/leave.md",
	}
	for _, tc := range []struct{ last, asked, want, of string }{
		{"How many washes should a bath towel T1 last at least?", "the draw sheet?", "How many washes should a draw sheet last at least?", "linen/draw-sheet-D1.txt"},
		{"fire alarm at dunmarrow: where do we gather?", "same for sallowfield?", "Fire alarm at sallowfield: where do we gather?", "plants/Sallowfield - plant sheet.txt"},
		{"What is the budget of Ysolde in Winter?", "same for Salt Garden", "What is the budget of Salt Garden?", "shows/salt-garden/budget salt-garden.txt"},
		{"What will the Sill Lane main cost by the newest forecast?", "what about the spillway", "What will the spillway cost by the newest forecast?", "works/C-137 mirkwell-spillway/project log.txt"},
		{"What is the fee of Rasmus Eide?", "and Frayn's", "What is the fee of Frayn's?", "guests/frayn/contract.txt"},
		{"What is the fee of Rasmus Eide in 2023?", "and the year after", "", ""},
		{"How many days of leave do employees get?", "and for contractors?", "", ""},
		{"How many days of leave do employees get?", "who pays the contractors?", "", ""},
		{"How many days of leave do employees get?", "and in Berlin?", "", ""},
	} {
		self, of, _ := Sibling(tc.asked, []Turn{{Question: tc.last}}, func() []string { return paths })
		if self != tc.want || of >= 0 && paths[of] != tc.of {
			t.Errorf("%q after %q is %q, want %q of %q (%d)", tc.asked, tc.last, self, tc.want, tc.of, of)
		}
	}
}

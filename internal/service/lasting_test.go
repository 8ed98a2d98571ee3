package service

import (
	"slices"
	"testing"
)

// TestLastingNotes: of a note that names a file, or tells what another program said, a thread keeps nothing.
func TestLastingNotes(t *testing.T) {
	lasts := []string{
		computedFirst, computedLast, "12 steps, of which 9 are shown", "2 of 30 passages were left out: their files changed while they were read", "a statement without a citation was taken out",
		"these are sentences of the files, for the model found no answer in them", "of 1,200 files this is not known before they are read", "1 more file is there that you may not read",
	}
	passes := []string{
		"docs:pay.pdf was read in part: it is damaged", "other versions were left out: pay-2023.pdf", "2 files look relevant: pay.pdf, old.pdf (kept out by type:md)", "not computed: pay.csv and old.csv are both meant",
		"these are sentences of the files, for the model did not answer: pay.pdf", "pay.pdf has 12 steps, of which 9 are shown", "12 steps, of which 9 are shown, as pay.pdf says", "",
	}
	if got := lastingNotes(slices.Concat(passes, lasts), 0); !slices.Equal(got, lasts) {
		t.Errorf("kept are %q", got)
	}
	for n, want := range map[int]string{1: "a file that may matter was not read", 4: "4 files that may matter were not read"} {
		if got := lastingNotes(passes, n); !slices.Equal(got, []string{want}) {
			t.Errorf("%d unread: %q", n, got)
		}
	}
}

package service_test

import (
	"testing"

	"github.com/sparsearch/spar/internal/api"
)

// TestBears: an answer says which day a file bears in its name or says of itself, now and when its conversation is opened again.
func TestBears(t *testing.T) {
	s, h := open(t, map[string]string{
		"minutes/2025-09-30.md":        "# Council\n\nThe council bought a lighthouse for 48,000 dollars.\n",
		"minutes/Pier_20240105.md":     "# Pier\n\nThe pier keeper repainted the swimming pool in turquoise.\n",
		"minutes/Order 20241-30-12.md": "# Order\n\nThe harbour ordered nineteen green umbrellas.\n",
	})
	h.Scanned()
	for question, want := range map[string]string{
		"What did the council buy for 48,000 dollars?":     "2025-09-30",
		"In which colour was the swimming pool repainted?": "2024-01-05",
		"How many green umbrellas were ordered?":           "",
	} {
		a := ask(t, s, reader, api.Question{Question: question, Thread: api.NewThread})
		if len(a.Citations) == 0 || len(a.Evidence) == 0 || a.Citations[0].Bears != want || a.Evidence[0].Bears != want {
			t.Errorf("%s: %+v", question, a)
			continue
		}
		kept := thread(t, s, reader, a.Thread).Turns[0].Answer
		if kept.Citations[0].Bears != want || len(kept.Evidence) == 0 || kept.Evidence[0].Bears != want {
			t.Errorf("%s: kept %+v", question, kept)
		}
	}
}

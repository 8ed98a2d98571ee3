package service

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/spar"
)

// TestSearchWithoutMemory: conversations are found by their words with and without memory, also after an answer changed.
func TestSearchWithoutMemory(t *testing.T) {
	h := enginetest.Open(t, map[string]string{
		"leave.txt": "Parental leave is sixteen weeks.", "gate.txt": "Visitors get a yellow badge at the gate.", "lift.txt": "The lift is inspected in March.",
	}, nil)
	h.Scanned()
	s, ctx, owner := New(h.Opened, Options{}), t.Context(), spar.Principal{All: true}
	asked := func(text, thread string) {
		for _, err := range s.Ask(ctx, owner, api.Question{Question: text, Thread: thread}) {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	asked("How long is parental leave?", api.NewThread)
	asked("What do visitors get at the gate?", api.NewThread)
	found := func(words string) (titles []string) {
		list, err := s.Threads(ctx, owner, words)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range list {
			titles = append(titles, one.Title+": "+one.Found)
		}
		return titles
	}
	for _, words := range []string{"sixteen", "badge visitors", "march", ""} {
		s.talks = &talks{}
		kept := found(words)
		s.talks = &talks{most: 1}
		if diff := cmp.Diff(kept, found(words)); diff != "" || s.talks.size != 0 {
			t.Errorf("%q, with %d bytes kept: %s", words, s.talks.size, diff)
		}
		if (words == "sixteen" || words == "badge visitors") != (len(kept) == 1) {
			t.Errorf("%q finds %q", words, kept)
		}
	}
	s.talks = &talks{}
	found("sixteen")
	was := s.talks.size
	asked("When is the lift inspected?", "2")
	if got := found("march"); len(got) != 1 || s.talks.size <= was {
		t.Errorf("a new answer is found in %q, with %d bytes kept after %d", got, s.talks.size, was)
	}
}

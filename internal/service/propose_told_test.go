package service

import (
	"slices"
	"testing"

	suggested "github.com/sparsearch/spar/internal/propose"
	spar "github.com/sparsearch/spar/internal/spar"
)

// TestSpeaksFor: the kinds of a proposal are those of the texts that its evidence is written in, and the words that it names are found.
func TestSpeaksFor(t *testing.T) {
	f := spar.File{Path: "minutes/Voting.md"}
	passages := []spar.Passage{{Text: "The voting; and “more”"}}
	names := map[spar.TagID]string{1: "Voting"}
	for _, tc := range []struct {
		c     suggested.Candidate
		kinds []string
		says  string
	}{
		{suggested.Candidate{Said: "Voting"}, []string{"name"}, ""},
		{suggested.Candidate{Said: "Voting", Text: 1}, []string{"text"}, "voting"},
		{suggested.Candidate{Text: 1, Nearness: .5}, []string{"meaning"}, ""},
		{suggested.Candidate{Text: 1, Nearness: .1, Phrases: []string{"the voting", "more"}, Format: "md", Folder: "minutes"}, []string{"words", "format", "folder"}, "the voting"},
		{suggested.Candidate{InFolder: 1, OfFolder: 2}, []string{"folder"}, ""},
	} {
		tc.c.Tag = 1
		evidence := ""
		for i, e := range (view{}).evidenceOf(f, tc.c, passages, names) {
			if i > 0 {
				evidence += "; "
			}
			evidence += e.Text
		}
		got := speaksFor(spar.Assignment{Origin: spar.ByEncoder, Evidence: evidence})
		if !slices.Equal(got.Kinds, tc.kinds) || got.Says != tc.says {
			t.Errorf("%q: %q, %q", evidence, got.Kinds, got.Says)
		}
	}
	if got := speaksFor(spar.Assignment{Origin: spar.ByModel, Evidence: "the model m chose it, by “a vote”"}); !slices.Equal(got.Kinds, []string{"model"}) || got.Says != "a vote" {
		t.Errorf("a model: %+v", got)
	}
	if got := speaksFor(spar.Assignment{Origin: spar.ByEncoder, Evidence: "2 of the 3 files that are most like it"}); !slices.Equal(got.Kinds, []string{"neighbours"}) {
		t.Errorf("neighbours: %+v", got)
	}
	if got := speaksFor(spar.Assignment{Origin: spar.ByRule, Evidence: "the text says “x”"}); got.Kinds != nil || got.Says != "" {
		t.Errorf("a rule: %+v", got)
	}
}

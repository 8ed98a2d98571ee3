package index

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// TestHiddenTags: a tag made by hand that no file has which somebody may read looks to them like one that does not exist,
// whatever they do; vocabularies are public.
func TestHiddenTags(t *testing.T) {
	with := company()
	with.tags = []spar.Tag{
		{ID: 1, Name: "HR", Synonyms: []string{"People"}},                                           // above a tag of all.txt
		{ID: 2, Name: "Leave", Parents: []spar.TagID{1, 3}},                                         // on all.txt
		{ID: 3, Name: "Merger", Synonyms: []string{"Time off", "Leave", "People"}},                  // above Leave too
		{ID: 4, Name: "Takeover", Synonyms: []string{"Signs"}, Parents: []spar.TagID{3}},            // on drop/secret.txt
		{ID: 5, Key: "mesh:D1", Name: "Signs", Parents: []spar.TagID{4}, Links: []spar.TagID{4, 6}}, // of a vocabulary
		{ID: 6, Key: "mesh:D2", Name: "Fever"},
	}
	with.assignments = []spar.Assignment{{File: 1, Tag: 2}, {File: 4, Tag: 4}}
	without := company()
	without.tags = []spar.Tag{
		{ID: 1, Name: "HR", Synonyms: []string{"People"}}, {ID: 2, Name: "Leave", Parents: []spar.TagID{1, 3}},
		{ID: 3, Name: "Merger", Synonyms: []string{"Time off", "Leave", "People"}},
		{ID: 5, Key: "mesh:D1", Name: "Signs", Links: []spar.TagID{6}}, {ID: 6, Key: "mesh:D2", Name: "Fever"},
	}
	without.assignments = with.assignments[:1]
	who := spar.Principal{UID: stranger}
	// what somebody gets to know
	known := func(c *shelf, who spar.Principal) (list []any) {
		s, err := At(context.Background(), c, nil)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := s.TagTree(who)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, tree, s.TagsFor(who))
		for _, name := range []string{"takeover", "Merger", "Signs", "mesh:D1", "Leave", "people", "Nothing"} {
			tag, err := s.FindTag(who, name)
			list = append(list, name, tag, said(err))
			for _, key := range []string{"tag", "linked", "-tag"} {
				sc, err := scope.Parse(key + `:"` + name + `"`)
				if err != nil {
					t.Fatal(err)
				}
				selected, err := s.Eval(t.Context(), who, sc)
				list = append(list, said(err))
				if err == nil {
					list = append(list, ids(selected.Known), selected.Funnel)
				}
				_, _, err = s.Why(who, with.files[0], sc)
				list = append(list, said(err))
			}
		}
		return list
	}
	if diff := cmp.Diff(known(without, who), known(with, who)); diff != "" {
		t.Errorf("a hidden tag shows: %s", diff)
	}
	s, err := At(context.Background(), with, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, who := range []spar.Principal{{All: true}, {UID: stranger, Operator: true}} {
		if len(s.TagsFor(who)) != 6 {
			t.Errorf("%+v sees %d tags", who, len(s.TagsFor(who)))
		}
		if tag, err := s.FindTag(who, "takeover"); err != nil || tag.ID != 4 {
			t.Errorf("%+v: %+v, %v", who, tag, err)
		}
	}
	if tag, err := s.FindTag(who, "People"); spar.CodeOf(err) != spar.Conflict {
		t.Errorf("a synonym of two: %+v, %v", tag, err)
	}
}

func said(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

package service_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// matters are files of two cases: some say so, some lie together, some are versions, one names another.
var matters = map[string]string{
	"cases/4711/offer.md":          "---\ncase: K-4711\n---\n# Offer\n\nWe offer to mend the roof.\n",
	"cases/4711/photos.md":         "# Photos\n\nPictures of the roof.\n",
	"mail/2024/answer.md":          "---\ncase: K-4711\n---\n# Answer\n\nWe accept.\n",
	"mail/2024/other.md":           "---\ncase: K-1234\n---\n# Another matter\n\nOf no roof.\n",
	"rules/travel policy v1.md":    "# Travel policy\n\nBy train.\n",
	"rules/travel policy v2.md":    "# Travel policy\n\nBy train or bicycle.\n",
	"notes/meeting.md":             "# Meeting\n\nWe spoke of the file offer.md at length.\n",
	"notes/lunch.md":               "# Lunch\n\nThere was soup.\n",
	"cases/9999/unrelated plan.md": "# Plan\n\nNothing.\n",
}

// namesIn are the files of a scope.
func namesIn(t *testing.T, s *service.Service, who spar.Principal, text string) (list []string) {
	t.Helper()
	for f, err := range s.Files(context.Background(), who, api.Listing{Scope: text}) {
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		list = append(list, f.Path.Name)
	}
	slices.Sort(list)
	return list
}

// TestRelated: the key related selects a file and the files that belong with it, within other constraints and in saved scopes, for askers
// who may know of the file.
func TestRelated(t *testing.T) {
	ctx := t.Context()
	s, _ := open(t, matters)
	scan(t, s, api.Question{Question: howMany})
	if _, err := s.CreateWorkspace(ctx, owner, api.NewWorkspace{Name: "all", Read: true}, nil); err != nil {
		t.Fatal(err)
	}
	const share = "docs"
	for text, want := range map[string][]string{
		`related:"` + share + `:cases/4711/offer.md"`:                            {"cases/4711/offer.md", "cases/4711/photos.md", "mail/2024/answer.md"},
		`related:"` + share + `:cases/4711/offer.md" -folder:cases`:              {"mail/2024/answer.md"},
		`-related:"` + share + `:cases/4711/offer.md" folder:mail`:               {"mail/2024/other.md"},
		`related:"` + share + `:cases/4711/offer.md" folder:mail or name:lunch*`: {"mail/2024/answer.md", "notes/lunch.md"},
	} {
		if got := namesIn(t, s, owner, text); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	if got := namesIn(t, s, owner, `related:"`+share+`:rules/travel policy v2.md"`); !slices.Contains(got, "rules/travel policy v1.md") {
		t.Errorf("the versions of a document: %v", got)
	}
	if _, err := s.SaveScope(ctx, owner, api.Scope{Name: "offer", Text: `related:"` + share + `:cases/4711/offer.md"`}); err != nil {
		t.Fatal(err)
	}
	if got := namesIn(t, s, owner, "@offer folder:mail"); !slices.Equal(got, []string{"mail/2024/answer.md"}) {
		t.Errorf("in a saved scope: %v", got)
	}
	one, err := s.SavedScope(ctx, owner, "offer")
	if err != nil || one.Text != "related:"+share+":cases/4711/offer.md" {
		t.Errorf("%+v, %v", one, err)
	}
	for _, text := range []string{"related:nothing", `related:"` + share + `:cases/none.md"`, `related:"elsewhere:cases/none.md"`} {
		if _, err := s.PrintScope(ctx, owner, text); err == nil {
			t.Errorf("%s is a scope", text)
		}
	}
	// A sentence asks for it in words, and says by what files are tied.
	got, err := s.ParseSentence(ctx, owner, api.Saying{Sentence: "the file offer.md and associated documents"})
	if err != nil || got.Associated == nil {
		t.Fatalf("%+v, %v", got, err)
	}
	ties := map[string]string{}
	for _, g := range got.Associated.By {
		ties[g.By] = strings.Join(g.First, " ")
	}
	for by, file := range map[string]string{"case": "mail/2024/answer.md", "folder": "cases/4711/photos.md", "reference": "notes/meeting.md"} {
		if !strings.Contains(ties[by], file) {
			t.Errorf("by %s: %q", by, ties[by])
		}
	}
	if got.Associated.Files != 3 {
		t.Errorf("%d files are associated: %v", got.Associated.Files, ties)
	}
}
